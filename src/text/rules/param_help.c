/* What each parameter is, as its row in the table tells it.
 * Not here: the words that players read (param_words_*.c).
 * Invariant: nothing else holds these texts, so that a page's module is made without them. */
#include <assert.h>

#include "text/rules/param_text.h"

static const char *const helps[] = {
#define X(type, name, low, high, initial, help) help,
    CN_PARAMS(X)
#undef X
};

const char *cn_param_help(unsigned param_i)
{
    assert(param_i < CN_PARAM_COUNT);
    return helps[param_i];
}
