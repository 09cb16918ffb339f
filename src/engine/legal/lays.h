/* All lays of a position at once: which have the right shape, and of which counts alone tell
 * whether the turn can be finished after them.
 * Not here: the questions that remain (legal.c). Invariant: what possible.c and stay.c would say of
 * each. */
#ifndef CANASTA_LAYS_H
#define CANASTA_LAYS_H

#include "canasta/public.h"
#include "canasta/step.h"

/* Steps that are neither are impossible, or begin what can never be finished. */
typedef struct cn_lays {
    cn_mask sure; /* possible, and the turn can surely be finished after them */
    cn_mask open; /* possible: whether the turn can be finished must be asked */
    cn_mask out;  /* the same, and only by going out */
} cn_lays;

/* The lays and the names of melds (TO_MELD) of a turn in PHASE_MELD; where a meld was named, what
 * goes to it, joins as well. */
cn_lays cn_find_lays(const cn_rules *rules, const cn_public *pub, const cn_cards *hand);

#endif
