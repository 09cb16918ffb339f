/* What a match adds up, and what follows from it: means, and how far they may be off.
 * Not here: playing. Invariant: whole numbers only, so that the order of adding does not matter. */
#ifndef CANASTA_MATCH_SUMS_H
#define CANASTA_MATCH_SUMS_H

#include <stdint.h>

#include "canasta/rules.h"
#include "text/base/words.h"

enum { CN_MATCH_PARTS = CN_SCORE_PARTS - 1 }; /* components of a score, without the total */

/* Added up over all deals. "A" are the sides on which player 0 sits, the others "B". */
typedef struct cn_match_sums {
    int64_t deals;
    int64_t games; /* deals times rotations */
    int64_t hands;
    int64_t steps;
    int64_t turns;
    int64_t hands_replaced; /* hands in which a program failed and a player of ours played on */
    int64_t hands_out;      /* hands that ended with somebody going out */
    int64_t hands_won;      /* two for each hand in which A has more points than B, one for
                               a tie */
    int64_t games_won;      /* two for each game that A wins alone, one for a shared one */
    int64_t points[CN_PLAYERS_MAX]; /* of the side of each person it plays, over all hands */
    /* Over deals: x is A's points less B's in all rotations of the deal (times `scale`), h its
     * hands, w what it adds to games_won. Enough for means and their errors. */
    int64_t x, xx, xh, hh, ww;
    int64_t part[CN_MATCH_PARTS]; /* x by component of the score (words.h), in their order */
    /* With a strange partner, over deals: y is A's points less B's in the rotations in which A has
     * it, z what A had more in the same places with itself as partner. */
    int64_t strange_hands;
    int64_t y, yy, z, zz;
} cn_match_sums;

enum { CN_MATCH_SUMS_COUNT = sizeof(cn_match_sums) / sizeof(int64_t) };

void cn_match_sums_add(cn_match_sums *sums, const cn_match_sums *more);

/* The same numbers one after the other, for files. */
void cn_match_sums_list(const cn_match_sums *sums, int64_t list[CN_MATCH_SUMS_COUNT]);
void cn_match_sums_unlist(cn_match_sums *sums, const int64_t list[CN_MATCH_SUMS_COUNT]);

/* A mean and the standard error of it, deals being independent; an error of 0 from a single deal,
 * which tells nothing of errors. */
typedef struct cn_estimate {
    double mean, error;
} cn_estimate;

/* Half of a 95 % interval. */
double cn_estimate_ci95(cn_estimate estimate);

/* A's points less B's in a hand. `scale`: what cn_match_scale says of the plan. All of these need
 * at least one deal. */
cn_estimate cn_match_points(const cn_match_sums *sums, int64_t scale);
/* Share of the games A won; a tie counts half. */
cn_estimate cn_match_games_won(const cn_match_sums *sums);
/* A's points less B's in a hand with the strange partner, and what A loses by it. */
cn_estimate cn_match_strange(const cn_match_sums *sums, int64_t scale);
cn_estimate cn_match_loss(const cn_match_sums *sums, int64_t scale);

#endif
