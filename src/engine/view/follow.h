/* A view follows an event, and what its seat can remember of it.
 * Not here: the view (view.c). Invariant: nothing that the seat cannot see is read. */
#ifndef CANASTA_FOLLOW_H
#define CANASTA_FOLLOW_H

#include "canasta/view.h"

bool cn_deal_can_follow(const cn_view *view, const cn_rules *rules, const cn_event *event);
bool cn_step_can_follow(const cn_view *view, const cn_rules *rules, const cn_event *event);
bool cn_score_can_follow(const cn_view *view, const cn_rules *rules, const cn_event *event);

void cn_memory_deal(cn_memory *memory, const cn_rules *rules, const cn_event *deal);

/* `before` is the public state before the step. */
void cn_memory_step(cn_memory *memory, const cn_rules *rules, const cn_public *before,
                    const cn_event *step);

/* The rest of it, which needs the public state after the step: what the threes that were laid out
 * tell about the one that may be held (P97). */
void cn_memory_held_threes(cn_memory *memory, const cn_rules *rules, const cn_public *after,
                           const cn_event *step);

#endif
