/* Finds the weights of estimates: hands are played, and what each side had at the end is explained
 * by what it had on the way, by least squares.
 * Not here: what is counted (players/search/estimate.h), printing (cli/train.c).
 * Invariant: the same plan gives the same weights in the same build. */
#ifndef CANASTA_ESTIMATES_H
#define CANASTA_ESTIMATES_H

#include "players/search/estimate.h"

typedef struct cn_estimates_plan {
    const cn_rules *rules;
    uint64_t seed;
    unsigned hands; /* twice as many are played: the second half is to be foretold */
} cn_estimates_plan;

/* Standard deviations, in points of a side in a hand: of what it scored, and of what was left when
 * it had been foretold. */
typedef struct cn_estimates_error {
    double scored, left;
} cn_estimates_error;

void cn_estimates_make(const cn_estimates_plan *plan, cn_estimate_weights *weights,
                       cn_estimates_error *error);

#endif
