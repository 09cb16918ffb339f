/* Melds of twos (P62): what they take, and the twos that an unfinished one keeps for itself (P133).
 * Not here: going out with them (out_twos.h). Invariant: says of shapes what shape.c says. */
#ifndef CANASTA_TWOS_H
#define CANASTA_TWOS_H

#include "canasta/public.h"
#include "canasta/step.h"

/* A meld of twos that is no canasta yet, another one than `target`, keeps all twos for itself. */
bool cn_twos_are_kept(const cn_rules *rules, const cn_side *side, unsigned target);

/* The meld of twos takes one of the wilds in hand, after its run has ended. */
bool cn_twos_take(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                  unsigned meld_i);

/* Adds a two and a joker for the meld of twos. */
void cn_add_twos_onto(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                      unsigned meld_i, cn_mask *mask);

/* Twos and jokers of the hand finish the meld of twos, which is unfinished and has no joker,
 * whatever is laid onto it first. */
bool cn_twos_finish(const cn_rules *rules, const cn_side *side, const cn_cards *hand,
                    unsigned meld_i);

/* Adds twos and jokers for the meld of twos of the run, or two twos for a new one, for a side that
 * has opened and, but for that new one, has cards enough left. */
void cn_add_twos_lays(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                      cn_mask *mask);

/* The same with the names of other melds of twos: they take a card, or a later one joins them.
 * There are cards enough for any meld. */
void cn_add_twos_turn(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                      cn_mask *mask);

#endif
