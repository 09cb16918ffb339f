/* What a match adds up, and what follows from it.
 * Not here: playing. Invariant: as in the header. */
#include "lab/match/match_sums.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Half of a 95 % interval is so many standard errors. */
static const double errors_95 = 1.959963984540054;

static_assert(sizeof(cn_match_sums) % sizeof(int64_t) == 0, "a field of another size");

void cn_match_sums_list(const cn_match_sums *sums, int64_t list[CN_MATCH_SUMS_COUNT])
{
    memcpy(list, sums, sizeof *sums);
}

void cn_match_sums_unlist(cn_match_sums *sums, const int64_t list[CN_MATCH_SUMS_COUNT])
{
    memcpy(sums, list, sizeof *sums);
}

void cn_match_sums_add(cn_match_sums *sums, const cn_match_sums *more)
{
    int64_t to[CN_MATCH_SUMS_COUNT], from[CN_MATCH_SUMS_COUNT];
    cn_match_sums_list(sums, to);
    cn_match_sums_list(more, from);
    for (unsigned i = 0; i < CN_MATCH_SUMS_COUNT; i++) to[i] += from[i];
    cn_match_sums_unlist(sums, to);
}

double cn_estimate_ci95(cn_estimate estimate)
{
    return errors_95 * estimate.error;
}

/* sum(x) / sum(h) over n independent deals, and so a mean when every h is the same. */
static cn_estimate ratio(double n, double x, double h, double xx, double xh, double hh)
{
    const double mean = x / h;
    if (n < 2) return (cn_estimate){mean, 0};
    const double squares = xx - 2 * mean * xh + mean * mean * hh;
    return (cn_estimate){mean, squares > 0 ? sqrt(squares * n / (n - 1)) / h : 0};
}

/* The same where every deal has equally many `h`. */
static cn_estimate even(int64_t deals, int64_t x, int64_t h, int64_t xx)
{
    const double n = (double)deals, all = (double)h, each = all / n, sum = (double)x;
    return ratio(n, sum, all, (double)xx, sum * each, all * each);
}

static cn_estimate divided(cn_estimate estimate, double by)
{
    return (cn_estimate){estimate.mean / by, estimate.error / by};
}

cn_estimate cn_match_points(const cn_match_sums *sums, int64_t scale)
{
    const cn_estimate found = ratio((double)sums->deals, (double)sums->x, (double)sums->hands,
                                    (double)sums->xx, (double)sums->xh, (double)sums->hh);
    return divided(found, (double)scale);
}

cn_estimate cn_match_games_won(const cn_match_sums *sums)
{
    return divided(even(sums->deals, sums->games_won, sums->games, sums->ww), 2);
}

cn_estimate cn_match_strange(const cn_match_sums *sums, int64_t scale)
{
    return divided(even(sums->deals, sums->y, sums->strange_hands, sums->yy), (double)scale);
}

cn_estimate cn_match_loss(const cn_match_sums *sums, int64_t scale)
{
    return divided(even(sums->deals, sums->z, sums->strange_hands, sums->zz), (double)scale);
}
