/* Makes a table of winning chances: hands are played by the habits that were found, for each two
 * minimum counts, and what they score is followed from total to total until the game is over.
 * Not here: what a table is good for (players/search/chances.h), printing (cli/train.c).
 * Invariant: the same plan gives the same table in the same build. */
#ifndef CANASTA_SCORES_H
#define CANASTA_SCORES_H

#include "players/search/chances.h"

typedef struct cn_scores_plan {
    const cn_rules *rules;
    uint64_t seed;
    unsigned hands; /* for each two minimum counts, and each side that may deal */
} cn_scores_plan;

void cn_scores_make(const cn_scores_plan *plan, cn_chances *table);

#endif
