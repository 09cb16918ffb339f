/* How `canasta ladder` shows its result: text, JSON, a picture.
 * Not here: playing, ratings. Invariant: the same result gives the same bytes. */
#ifndef CANASTA_CLI_LADDER_PRINT_H
#define CANASTA_CLI_LADDER_PRINT_H

#include <stdio.h>

#include "cli/match_options.h"

typedef struct cli_rated {
    const cli_match_options *opts;
    unsigned count;                                 /* of players */
    cn_estimate points[CN_RATED_MAX][CN_RATED_MAX]; /* of the row in a hand, against the column */
    cn_estimate won[CN_RATED_MAX][CN_RATED_MAX];    /* share of the games */
    double rating[CN_RATED_MAX], ci95[CN_RATED_MAX];
    unsigned place[CN_RATED_MAX]; /* players, the best one first */
    double low, high;             /* of the scale of ratings */
} cli_rated;

/* Averages over all opponents. */
double cli_ladder_mean_points(const cli_rated *ladder, unsigned player);
double cli_ladder_mean_won(const cli_rated *ladder, unsigned player);

void cli_ladder_print_text(const cli_rated *ladder);
void cli_ladder_print_json(const cli_rated *ladder);
void cli_ladder_print_svg(const cli_rated *ladder, FILE *out);

#endif
