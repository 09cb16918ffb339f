/* How much a racer wants each lay: which card, onto which meld, old or new.
 * Not here: whether to lay at all, to take or to go out (racer.c).
 * Invariant: answers are steps of the allowed set; a step that only names a place is worth as much
 * as the best lay it leads to. */
#ifndef CANASTA_LAYS_H
#define CANASTA_LAYS_H

#include "canasta/view.h"

/* A lay worth less than this is left alone unless the turn asks for it. */
enum { CN_WORTH_LAYING = 1 };

typedef struct cn_lay {
    unsigned number; /* CN_STEPS: there is none */
    int32_t worth;
} cn_lay;

/* The best lay, join or place among the allowed steps that is worth at least `least`; for a side
 * that has not opened, the best one towards its opening. */
cn_lay cn_best_lay(const cn_view *view, const cn_rules *rules, const cn_mask *allowed,
                   int32_t least);

/* The own meld that a lay goes to, CN_NO_MELD for a new one (step.h). */
unsigned cn_lay_target(const cn_view *view, const cn_rules *rules, unsigned number);

/* A wild does more in the hand that swaps a natural for it; but what is nearly a canasta of another
 * side is not made a natural one. `number` is a swap that is possible. */
bool cn_swap_pays(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                  unsigned number);

#endif
