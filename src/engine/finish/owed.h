/* Can what is owed for a taken pile still be laid (P202, P203)?
 * Not here: when something is owed (step/take_all.h). Invariant: exact with enough effort; asked of
 * turns that owe something. */
#ifndef CANASTA_OWED_H
#define CANASTA_OWED_H

#include "canasta/public.h"
#include "engine/finish/arrangement.h"
#include "engine/finish/effort.h"

/* True if it can be laid, and the turn can then end without going out. */
bool cn_pays_and_stays(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                       cn_effort *effort);

/* What has been laid so far pays: a meld begun in this turn, or a card that is owed. */
bool cn_pays(const cn_arrangement *a);

/* The table has what going out needs, and pays; and the digest for it. */
bool cn_table_pays_out(const cn_arrangement *a);
uint64_t cn_digest_owed(const cn_arrangement *a, unsigned rank, uint64_t key);

/* Kinds, one bit each, that may not be the one card that is not laid: of those that are owed the
 * hand has one alone. */
uint32_t cn_last_owed(const cn_public *pub, const cn_cards *hand);

#endif
