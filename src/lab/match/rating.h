/* Ratings of players from the games they won against each other, by maximum likelihood: who is 400
 * points ahead of somebody wins ten games of eleven.
 * Not here: playing. Invariant: ratings average 0. */
#ifndef CANASTA_RATING_H
#define CANASTA_RATING_H

#include <stdbool.h>

enum { CN_RATED_MAX = 16, CN_RATED_PAIRS_MAX = CN_RATED_MAX * (CN_RATED_MAX - 1) / 2 };

/* What two players did against each other. */
typedef struct cn_rated_pair {
    unsigned a, b;
    double games, won; /* `won` by a; a shared game counts half */
    double variance;   /* of `won`, as observed over independent deals */
} cn_rated_pair;

/* Every two players are a pair of the list, with a game at least. `ci95` is half a 95 % interval of
 * a rating against the average of all. One drawn game is added to each pair, so that ratings are
 * finite. */
void cn_rate(const cn_rated_pair *pair, unsigned pair_count, unsigned player_count,
             double rating[CN_RATED_MAX], double ci95[CN_RATED_MAX]);

#endif
