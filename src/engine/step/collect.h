/* The hand cards a step uses, and the cards of the pile it brings (P45, P124, S17).
 * Not here: moving them (turn/hand.c, turn/apply.c). Invariant: asks nothing but the table. */
#ifndef CANASTA_COLLECT_H
#define CANASTA_COLLECT_H

#include "canasta/public.h"

/* Hand cards a step uses; returns how many (0, 1 or 2). Cards must be named (cn_step_named). */
unsigned cn_step_used(cn_step step, cn_card used[2]);

/* P201: the step takes the pile by twos that stay in the hand; its cards are named, or not. */
bool cn_take_shows(const cn_public *pub, unsigned number);
static inline bool cn_step_shows(cn_step step)
{
    return step.number == CN_STEP_TAKE_PAIR && cn_card_kind(step.card[0]) == CN_KIND_TWO;
}

/* True if the step puts cards of the pile into the hand: a take by a side that has melded, the
 * `open` that completes a take (P45, P124), or TAKE_ALL (P202). */
bool cn_step_collects(const cn_public *pub, unsigned number);

/* The cards of the pile that a collecting step brings: the open ones are pile[from .. to - 1] of
 * `pub`, the state before the step; threes among them that are laid out and black threes that are
 * set aside included. `buried` ones that lie face down under `from` come, too. The top card of a
 * take is one of them only where twos are shown (P201), and of TAKE_ALL. What lies deeper stays. */
typedef struct cn_span {
    unsigned from, to, buried;
} cn_span;
cn_span cn_step_collected(const cn_rules *rules, const cn_public *pub, unsigned number);

/* All that a take of the pile as it lies brings, at once or with the `open` behind it: its top card
 * is one of them. */
cn_span cn_take_brings(const cn_rules *rules, const cn_public *pub);

/* The open cards among them, counted: all of the pile but those outside. */
cn_cards cn_span_cards(const cn_public *pub, cn_span span);

/* True if a collected card of this kind goes to the hand, and not to the table or out of play. */
bool cn_collected_stays(const cn_rules *rules, unsigned kind);

#endif
