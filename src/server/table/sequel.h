/* Entries of a table with all that goes with them: commitments, the deal and its base, the seed of
 * a hand that they end. Not here: who asks for them (turn.h, hall/order.h). Invariant: behind
 * CREATE and each DEAL stands a commitment to the next deal, so that one is always known before
 * anybody gives a seed for it; but not at a lesson, where no seed is given. */
#ifndef CANASTA_SERVER_SEQUEL_H
#define CANASTA_SERVER_SEQUEL_H

#include "server/table/core.h"
#include "server/table/shared.h"

/* As cn_table_try, for a core whose log ends with number `seq`; no entries cannot follow. */
bool cn_sequel_make(cn_sequel *out, const cn_core *core, uint64_t seq, const cn_hand_sheet *sheet,
                    unsigned sheet_count, const cn_entry *entries, unsigned count);

#endif
