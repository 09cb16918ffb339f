/* Makes a table of winning chances: hands are played for each two minimum counts, and what they
 * score is followed from total to total until the game is over.
 * Not here: what a table is good for (players/search/chances.h), printing (cli/train.c).
 * Invariant: the same plan gives the same table, whatever the number of threads. */
#ifndef CANASTA_SCORES_H
#define CANASTA_SCORES_H

#include <stdio.h>

#include "players/player.h"
#include "players/search/chances.h"

typedef struct cn_scores_plan {
    const cn_rules *rules;
    const cn_player *player; /* on every seat */
    uint64_t seed;
    unsigned hands; /* for each two minimum counts, and each side that may deal */
    unsigned threads;
    const char *state; /* a file that what was played is kept in, and gone on from; NULL: none */
    void (*hear)(uint64_t done, uint64_t all); /* now and then; may be NULL */
} cn_scores_plan;

typedef enum cn_scores_status {
    CN_SCORES_OK,
    CN_SCORES_STATE_OTHER, /* the state file is of another plan, or damaged */
    CN_SCORES_STATE_IO,    /* it could not be read or written */
    CN_SCORES_PLAY,        /* a hand could not be played */
} cn_scores_status;

cn_scores_status cn_scores_make(const cn_scores_plan *plan, cn_chances *table);

#endif
