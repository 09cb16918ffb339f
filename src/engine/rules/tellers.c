/* Which tellers understand a set of parameters.
 * Not here: what else a teller asks of the rules, which it does where it speaks.
 * Invariant: reads nothing but the lists of tellers.h; forgetting a parameter there silences. */
#include "engine/rules/tellers.h"

#include <string.h>

enum {
    ALL = (1 << CN_TELLERS) - 1,
    PLAIN = 1 << CN_TELLER_PLAIN,
    BY_RANK = 1 << CN_TELLER_OUT_RANKS,
    BY_POINTS = 1 << CN_TELLER_POINTS
};

/* A mark for each parameter of a list. */
typedef struct marks {
#define X(type, name, low, high, initial, help) bool name;
    CN_PARAMS(X)
#undef X
} marks;

#define X(name) .name = true,
static const marks told_of = {CN_TOLD_OF(X)};
static const marks not_plain = {CN_NOT_PLAIN(X)};
static const marks not_by_rank = {CN_NOT_BY_RANK(X)};
static const marks not_by_points = {CN_NOT_BY_POINTS(X)};
#undef X

static unsigned understood(bool told, bool plain, bool rank, bool points)
{
    if (!told) return 0;
    return ALL & ~((plain ? PLAIN : 0U) | (rank ? BY_RANK : 0U) | (points ? BY_POINTS : 0U));
}

uint16_t cn_tellers_for(const cn_params *params)
{
    const cn_params root = cn_params_default();
    unsigned tellers = ALL;
#define X(type, name, low, high, initial, help)                                                    \
    if (memcmp(&params->name, &root.name, sizeof root.name) != 0)                                  \
        tellers &= understood(told_of.name, not_plain.name, not_by_rank.name, not_by_points.name);
    CN_PARAMS(X)
#undef X
    return (uint16_t)tellers;
}
