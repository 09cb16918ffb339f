/* What luck gave and what play did in a hand, added up by seat and by side.
 * Not here: how either was found (analysis.h). Invariant: the parts of a side's account are its
 * points, exactly: each is a difference of two expectations, and every expectation ends one and
 * begins the next. */
#ifndef CANASTA_ACCOUNT_H
#define CANASTA_ACCOUNT_H

#include "analysis/analysis.h"

/* The play that cost most: of winning chance, which is what a step is chosen for. */
typedef struct cn_dear_play {
    uint16_t hand, turn; /* hand 0: there is none */
    cn_step step;
    cn_lead lost;
} cn_dear_play;

/* A seat's, or (added up over hands) a person's, in points for the own side. */
typedef struct cn_seat_account {
    uint32_t decisions;
    int64_t lost, lost_chance; /* against the best steps, as the seat could know them; */
    int64_t lost_square, lost_chance_square; /* squares of their errors */
    int64_t drawn;                           /* luck of the cards that came to it */
    int64_t skill;  /* what its steps were better than the policy's, as the seat could know, */
    int64_t hidden; /* and what they were worth beyond that, as the cards lay */
    cn_dear_play dearest;
} cn_seat_account;

/* A side's: dealt + drawn + skill + hidden + others = ahead. */
typedef struct cn_side_account {
    int64_t dealt;                /* luck of the deal */
    int64_t drawn, skill, hidden; /* of its seats */
    int64_t others;               /* all that came of the others' draws and steps */
    int64_t ahead;                /* points in the end */
} cn_side_account;

/* Of a hand whose moments have all been looked at. */
cn_seat_account cn_account_of_seat(const cn_analysis *analysis, unsigned seat);
cn_side_account cn_account_of_side(const cn_analysis *analysis, unsigned side);

void cn_account_add(cn_seat_account *sum, const cn_seat_account *more);

/* Of points (chance: false) or chances lost: the standard error of the sum. */
int32_t cn_account_error(const cn_seat_account *account, bool chance);

#endif
