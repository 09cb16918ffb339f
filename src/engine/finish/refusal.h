/* Why a step is refused, what it looks ahead for included: an empty stock that forces a take (P89,
 * P90), a question that must be answerable (P68, P134).
 * Not here: everything that needs no look ahead (step/possible.h), dead ends (plan.h).
 * Invariant: CN_OK exactly for steps that are possible. */
#ifndef CANASTA_REFUSAL_H
#define CANASTA_REFUSAL_H

#include "canasta/public.h"
#include "canasta/reason.h"
#include "engine/finish/effort.h"

/* With this effort for what is searched (S28). */
cn_reason cn_refusal(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                     unsigned number, cn_effort *effort);

/* The same for a draw, or the end of the hand it means with an empty stock; in PHASE_DRAW. */
cn_reason cn_draw_refusal(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                          cn_effort *effort);

/* A draw may be made, and can be followed: a binding yes goes out whatever is drawn (P70). */
bool cn_draw_is_legal(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                      cn_effort *effort);

/* In PHASE_DRAW, no meld named: some draw or take can be followed. */
bool cn_turn_can_begin(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                       cn_effort *effort);

#endif
