/* All takes of a position at once: those that have the right shape.
 * Not here: whether the turn can be finished after them (legal.c). Invariant: what possible.c says
 * of each. */
#ifndef CANASTA_TAKES_H
#define CANASTA_TAKES_H

#include "canasta/public.h"
#include "canasta/step.h"

/* The takes of a turn in PHASE_DRAW, and the names of melds for them; where a meld was named, the
 * takes onto it. */
cn_mask cn_find_takes(const cn_rules *rules, const cn_public *pub, const cn_cards *hand);

/* Those that could go to the side's meld `meld_i` if it were named; CN_NO_MELD: if none were, in a
 * turn in which none was. */
uint64_t cn_find_takes_onto(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                            unsigned meld_i);

#endif
