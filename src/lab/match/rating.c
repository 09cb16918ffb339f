/* Ratings of players from the games they won against each other.
 * Not here: playing. Invariant: as in the header. */
#include "lab/match/rating.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { ROUNDS_MAX = 200 };

/* Ratings are natural logarithms of strength here; so many points are one of them. */
static const double points = 400 / 2.302585092994046;
static const double errors_95 = 1.959963984540054;

typedef double square[CN_RATED_MAX][CN_RATED_MAX];

static double chance(const double *strength, const cn_rated_pair *pair)
{
    return 1 / (1 + exp(strength[pair->b] - strength[pair->a]));
}

/* Adds weight * e e', where e is 1 at a and -1 at b. */
static void add_pair(square m, const cn_rated_pair *pair, double weight)
{
    m[pair->a][pair->a] += weight;
    m[pair->b][pair->b] += weight;
    m[pair->a][pair->b] -= weight;
    m[pair->b][pair->a] -= weight;
}

/* Gauss and Jordan; the matrix is symmetric and positive, so that no pivot is 0. */
static void invert(square m, unsigned size, square inverse)
{
    memset(inverse, 0, sizeof(square));
    for (unsigned i = 0; i < size; i++) inverse[i][i] = 1;
    for (unsigned i = 0; i < size; i++) {
        const double pivot = m[i][i];
        for (unsigned j = 0; j < size; j++) {
            m[i][j] /= pivot;
            inverse[i][j] /= pivot;
        }
        for (unsigned row = 0; row < size; row++) {
            const double factor = row == i ? 0 : m[row][i];
            for (unsigned j = 0; j < size; j++) {
                m[row][j] -= factor * m[i][j];
                inverse[row][j] -= factor * inverse[i][j];
            }
        }
    }
}

/* The inverse of the information in all games. The direction in which all ratings move together,
 * of which games say nothing, is held by adding 1 everywhere. */
static void inverse_information(const cn_rated_pair *pair, unsigned pair_count, unsigned size,
                                const double *strength, square inverse)
{
    square information;
    for (unsigned i = 0; i < size; i++)
        for (unsigned j = 0; j < size; j++) information[i][j] = 1;
    for (unsigned i = 0; i < pair_count; i++) {
        const double p = chance(strength, &pair[i]);
        add_pair(information, &pair[i], (pair[i].games + 1) * p * (1 - p));
    }
    invert(information, size, inverse);
}

/* One step of Newton's; returns how far the farthest rating moved. */
static double improve(const cn_rated_pair *pair, unsigned pair_count, unsigned size,
                      double *strength)
{
    double surplus[CN_RATED_MAX] = {0}, farthest = 0, change[CN_RATED_MAX] = {0};
    square inverse;
    for (unsigned i = 0; i < pair_count; i++) {
        const double more = pair[i].won + 0.5 - (pair[i].games + 1) * chance(strength, &pair[i]);
        surplus[pair[i].a] += more;
        surplus[pair[i].b] -= more;
    }
    inverse_information(pair, pair_count, size, strength, inverse);
    for (unsigned i = 0; i < size; i++) {
        for (unsigned j = 0; j < size; j++) change[i] += inverse[i][j] * surplus[j];
        farthest = fmax(farthest, fabs(change[i]));
    }
    const double shorter = farthest > 1 ? 1 / farthest : 1;
    for (unsigned i = 0; i < size; i++) strength[i] += shorter * change[i];
    return farthest;
}

/* Variances of the ratings: the inverse information on both sides of the variance observed. */
static void variances(const cn_rated_pair *pair, unsigned pair_count, unsigned size,
                      const double *strength, double *variance)
{
    square inverse;
    inverse_information(pair, pair_count, size, strength, inverse);
    for (unsigned i = 0; i < size; i++) {
        variance[i] = 0;
        for (unsigned j = 0; j < pair_count; j++) {
            const double moved = inverse[i][pair[j].a] - inverse[i][pair[j].b];
            /* The drawn game that was added is an observation, too. */
            const double drawn = 0.5 - pair[j].won / pair[j].games;
            variance[i] += moved * moved * (pair[j].variance + drawn * drawn);
        }
    }
}

void cn_rate(const cn_rated_pair *pair, unsigned pair_count, unsigned player_count,
             double rating[CN_RATED_MAX], double ci95[CN_RATED_MAX])
{
    assert(player_count >= 2 && player_count <= CN_RATED_MAX);
    double strength[CN_RATED_MAX] = {0}, variance[CN_RATED_MAX];
    for (unsigned round = 0; round < ROUNDS_MAX; round++)
        if (improve(pair, pair_count, player_count, strength) < 1e-12) break;
    variances(pair, pair_count, player_count, strength, variance);
    for (unsigned i = 0; i < player_count; i++) {
        rating[i] = points * strength[i];
        ci95[i] = points * errors_95 * sqrt(variance[i]);
    }
}
