/* Sequential test of two values for a mean.
 * Not here: when it is asked. Invariant: as in the header. */
#include "lab/match/sprt.h"

#include <assert.h>
#include <math.h>

double cn_sprt_evidence(const cn_sprt *sprt, double mean, double error)
{
    assert(sprt->low < sprt->high && error >= 0);
    const double beyond = mean - (sprt->low + sprt->high) / 2;
    if (beyond == 0) return 0;
    return (sprt->high - sprt->low) * beyond / (error * error);
}

cn_sprt_answer cn_sprt_ask(const cn_sprt *sprt, int64_t count, double mean, double error)
{
    if (count < CN_SPRT_FEWEST) return CN_SPRT_GO_ON;
    const double bound = log((1 - 0.05) / 0.05);
    const double evidence = cn_sprt_evidence(sprt, mean, error);
    if (evidence >= bound) return CN_SPRT_HIGH;
    return evidence <= -bound ? CN_SPRT_LOW : CN_SPRT_GO_ON;
}
