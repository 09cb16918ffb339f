/* From the number of a step to the step itself: the cards it uses, those of the lowest suits.
 * Not here: which number to choose. Invariant: every card named is in the hand. */
#ifndef CANASTA_NAME_CARDS_H
#define CANASTA_NAME_CARDS_H

#include "canasta/view.h"

/* The step with its cards named (P130); `number` is legal for `hand` in `pub`. */
cn_step cn_name_cards(const cn_public *pub, const cn_cards *hand, unsigned number);

#endif
