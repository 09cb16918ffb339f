/* The pile taken into the hand, and melded for afterwards (P202, P203): whether it may be, and what
 * is owed for it.
 * Not here: takes that meld the top card (possible_take.c), what a take changes (turn/apply.c),
 * whether what is owed can be laid (finish/owed.h).
 * Invariant: of the hand nothing is asked but what it holds before the take. */
#ifndef CANASTA_TAKE_ALL_H
#define CANASTA_TAKE_ALL_H

#include "canasta/public.h"
#include "canasta/reason.h"

/* Why the pile is not taken so, in PHASE_DRAW; `hand` NULL: as far as everybody can tell. */
cn_reason cn_take_all_refusal(const cn_rules *rules, const cn_public *pub, const cn_cards *hand);

/* The pile must be taken, if it may be, because a card of it could join an own meld alone (P90). */
bool cn_take_all_matches(const cn_rules *rules, const cn_public *pub);

/* Naturals of the pile that the take brings, a bit for each rank. */
uint32_t cn_take_all_ranks(const cn_rules *rules, const cn_public *pub);

/* A card of `kind` has gone to the meld: what was owed may be laid now. */
void cn_pay_for_pile(cn_public *pub, unsigned meld_i, unsigned kind);

#endif
