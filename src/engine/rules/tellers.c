/* Which tellers understand a set of parameters.
 * Not here: what else a teller asks of the rules, which it does where it speaks.
 * Invariant: reads nothing but the lists of tellers.h; forgetting a parameter there silences. */
#include "engine/rules/tellers.h"

#include <string.h>

enum {
    ALL = (1 << CN_TELLERS) - 1,
    PLAIN = 1 << CN_TELLER_PLAIN,
    RANKS = 1 << CN_TELLER_OUT_RANKS,
    POINTS = 1 << CN_TELLER_POINTS,
    COUNTS = 1 << CN_TELLER_OUT_COUNTS,
    STEPS = 1 << CN_TELLER_STEPS
};

/* Those that understand each parameter, in the order of the parameter table; 0: nobody. */
typedef struct understood {
#define X(type, name, low, high, initial, help) uint16_t name;
    CN_PARAMS(X)
#undef X
} understood;

static const understood by = {
#define X(name) .name = ALL,
    CN_UNDERSTOOD_BY_ALL(X)
#undef X
#define X(name, silent) .name = ALL & ~(silent),
        CN_UNDERSTOOD_BUT_BY(X)
#undef X
};

/* Values that came later, of parameters that all were told of: nobody understands them. */
static bool has_untold_value(const cn_params *p)
{
    return p->out_discard == CN_OUT_DISCARD_NEVER || p->black3_meld == CN_BLACK3_MELD_AS_RANK ||
           p->reserve_entry == CN_RESERVE_ENTRY_BY_DISCARD;
}

uint16_t cn_tellers_for(const cn_params *params)
{
    const cn_params root = cn_params_default();
    if (has_untold_value(params)) return 0;
    uint16_t tellers = ALL;
#define X(type, name, low, high, initial, help)                                                    \
    if (memcmp(&params->name, &root.name, sizeof root.name) != 0) tellers &= by.name;
    CN_PARAMS(X)
#undef X
    return tellers;
}
