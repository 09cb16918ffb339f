/* Whether an event can follow what a view knows; for view.c only.
 * Not here: what it changes. Invariant: asks nothing that the seat could not know. */
#ifndef CANASTA_FOLLOW_H
#define CANASTA_FOLLOW_H

#include "canasta/view.h"

bool cn_deal_can_follow(const cn_view *view, const cn_rules *rules, const cn_event *event);
bool cn_step_can_follow(const cn_view *view, const cn_rules *rules, const cn_event *event);
bool cn_score_can_follow(const cn_view *view, const cn_rules *rules, const cn_event *event);

#endif
