/* Entries of deals that can be proven (fair/proof.h), written and followed: a commitment to the
 * server's seed, what seats give, the deal, and the seed told when the hand is over.
 * Not here: when each is due (sequel.h). Invariant: a deck is that of the seed that was committed
 * to before anybody gave anything, and of all that was given and not taken back. */
#ifndef CANASTA_SERVER_DEALS_H
#define CANASTA_SERVER_DEALS_H

#include "server/table/state.h"

enum { CN_DEALS_BODY_BYTES = 256 };

/* Each does to the core what such an entry does; false if it cannot follow. */
bool cn_deals_commit(cn_core *core, const cn_entry *entry);
bool cn_deals_seed(cn_core *core, const cn_entry *entry);
/* The deck in its order; cards are not dealt yet. */
bool cn_deals_deal(cn_core *core, const cn_entry *entry, cn_card deck[CN_DECK_CARDS_MAX]);
bool cn_deals_reveal(cn_core *core, const cn_entry *entry);
/* A part goes with who gave it. */
void cn_deals_take_back(cn_core *core, unsigned seat);

/* The bodies of those that may follow now: a commitment to this seed; the deal that was committed
 * to, whose seed must be known; the seed of the deal whose hand is over. */
void cn_deals_write_commit(const cn_core *core, const uint8_t seed[CN_SECRET_BYTES],
                           char out[CN_DEALS_BODY_BYTES]);
void cn_deals_write_deal(const cn_core *core, char out[CN_DEALS_BODY_BYTES]);
void cn_deals_write_reveal(const cn_core *core, char out[CN_DEALS_BODY_BYTES]);

#endif
