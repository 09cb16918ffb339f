/* Can the turn still be finished, by going out or without? The exact test behind "no dead ends"
 * (P125), for every rule set.
 * Not here: which steps have the right shape (possible.c).
 * Invariant: exact with enough effort: every answer equals a search over all continuations, which
 * tests/engine proves. With less, `no` may also mean that the effort is used up (S28). */
#ifndef CANASTA_PLAN_H
#define CANASTA_PLAN_H

#include "canasta/public.h"
#include "canasta/step.h"
#include "engine/finish/effort.h"

/* True if the turn of pub->asker, who holds `hand`, can be finished legally from here. Cards that
 * are still unknown (hand_count runs ahead of the hand) count by their number only (P151). */
bool cn_completable(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                    cn_effort *effort);

/* The same after a step that is possible, with the cards it names (none: the lowest suit). */
bool cn_completable_by(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                       cn_step step, cn_effort *effort);

/* The same with some cards that the number may mean (S26). */
bool cn_completable_after(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                          unsigned number, cn_effort *effort);

/* True if the seat can go out in this turn, in PHASE_MELD. */
bool cn_can_still_go_out(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                         cn_effort *effort);

/* P68, P127, P134: no answer leads into a turn that cannot be finished; asked with the usual
 * effort. */
bool cn_ask_is_safe(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                    cn_effort *effort);

/* In PHASE_MELD, where a yes can be followed by going out: a no, too, can be followed. */
bool cn_ask_may_be_refused(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                           cn_effort *effort);

/* In PHASE_DRAW: whatever is drawn, the seat can go out afterwards (S16). */
bool cn_draw_keeps_going_out(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                             cn_effort *effort);

/* Highest count an opening can reach, at least what is staged; for "you can reach at most 65". */
int32_t cn_plan_best_count(const cn_rules *rules, const cn_public *pub, const cn_cards *hand);

#endif
