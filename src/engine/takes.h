/* All takes of a position at once: those that have the right shape.
 * Not here: whether the turn can be finished after them (legal.c). Invariant: what possible.c says
 * of each. */
#ifndef CANASTA_TAKES_H
#define CANASTA_TAKES_H

#include "canasta/public.h"
#include "canasta/step.h"

/* The takes, and the names of melds for them, of a turn in PHASE_DRAW in which none was named. */
cn_mask cn_find_takes(const cn_rules *rules, const cn_public *pub, const cn_cards *hand);

#endif
