/* How much a question about the rest of a turn may cost (S28).
 * Not here: the search (arrange.c). Invariant: an answer depends on the position alone, so that
 * game, view and page agree; with enough effort it is exact. */
#ifndef CANASTA_EFFORT_H
#define CANASTA_EFFORT_H

#include <stdbool.h>
#include <stdint.h>

/* Lays that a search tries before it gives up; searches of the rule sets here need far fewer. MOST
 * is for where the usual effort leaves no step; by rules that somebody thinks out no end of it
 * might be seen without a limit. */
#define CN_EFFORT_USUAL UINT32_C(65536)
#define CN_EFFORT_MOST  (4 * CN_EFFORT_USUAL)

/* Shared by all searches of one question. */
typedef struct cn_effort {
    uint32_t left; /* 0: given up, and the answer `no` proves nothing */
} cn_effort;

/* False once the effort is used up. */
static inline bool cn_effort_spend(cn_effort *effort)
{
    if (effort->left == 0) return false;
    effort->left--;
    return true;
}

#endif
