/* What a seat keeps in mind of the public events of a hand.
 * Not here: its own cards (view.c). Invariant: the same for every seat, and for those who look on.
 */
#ifndef CANASTA_MEMORY_H
#define CANASTA_MEMORY_H

#include "canasta/view.h"

void cn_memory_deal(cn_memory *memory, const cn_rules *rules, const cn_event *deal);

/* `before` is the public state before the step. */
void cn_memory_step(cn_memory *memory, const cn_rules *rules, const cn_public *before,
                    const cn_event *step);

/* The rest of it, which needs the public state after the step: what the threes that were laid out
 * tell about the one that may be held (P97). */
void cn_memory_held_threes(cn_memory *memory, const cn_rules *rules, const cn_public *after,
                           const cn_event *step);

#endif
