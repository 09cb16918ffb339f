/* From the number of a step to the step itself: which of several equal cards it uses.
 * Not here: which number to choose. Invariant: every card named is in the hand, and where suits do
 * not matter it is the one of the lowest suit (P130). */
#ifndef CANASTA_PICK_CARDS_H
#define CANASTA_PICK_CARDS_H

#include "canasta/view.h"

/* The step with its cards named; `number` is legal for the view's seat. Where sequences are played,
 * cards that are no part of one go first. */
cn_step cn_pick_cards(const cn_view *view, const cn_rules *rules, unsigned number);

/* Cards of consecutive ranks and the card's suit, that card among them, in the hand. */
unsigned cn_run_length(const cn_cards *hand, cn_card card);

/* The card of a kind that a discard would give away. */
cn_card cn_pick_discard(const cn_view *view, const cn_rules *rules, unsigned kind);

/* True if the card would lengthen a sequence of that side. */
bool cn_fits_sequence(const cn_rules *rules, const cn_side *side, cn_card card);

#endif
