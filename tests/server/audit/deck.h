/* Seeds of fair deals that give the deck one wants: what a seed gives is replaced where it is
 * shuffled (`-Wl,--wrap=cn_fair_shuffle`), so that trees, proofs and checks are the real ones.
 * Not here: which decks. Invariant: every other seed gives what it gives. */
#ifndef CANASTA_TESTS_AUDIT_DECK_H
#define CANASTA_TESTS_AUDIT_DECK_H

#include "canasta/rules.h"
#include "server/store/log.h"

/* From now on; the oldest of many is forgotten. */
void deck_of_seed(const uint8_t seed[CN_SECRET_BYTES], const cn_card *deck, unsigned count);

#endif
