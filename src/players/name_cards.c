/* From the number of a step to the step itself: the cards it uses, those of the lowest suits.
 * Not here: which number to choose. Invariant: every card named is in the hand. */
#include "players/name_cards.h"

#include <assert.h>

/* The pair in hand that takes the top card: the lowest natural, and the lowest of the rest. */
static cn_step name_pair(const cn_cards *hand, unsigned rank)
{
    const cn_card first = cn_cards_lowest(hand, rank);
    assert(first != CN_CARD_NONE);
    cn_cards rest = *hand;
    cn_cards_remove(&rest, first);
    return cn_step_make(CN_STEP_TAKE_PAIR, first, cn_cards_lowest(&rest, rank));
}

cn_step cn_name_cards(const cn_public *pub, const cn_cards *hand, unsigned number)
{
    const unsigned top = cn_card_kind(cn_public_top(pub));
    if (number == CN_STEP_TAKE_PAIR) return name_pair(hand, top);
    if (number == CN_STEP_TAKE_TWO)
        return cn_step_make(number, cn_cards_lowest(hand, top), cn_cards_lowest(hand, CN_KIND_TWO));
    if (number == CN_STEP_TAKE_JOKER)
        return cn_step_make(number, cn_cards_lowest(hand, top), CN_CARD_NONE);
    const unsigned kind = cn_step_kind(number);
    if (kind == CN_KIND_NONE) return cn_step_make(number, CN_CARD_NONE, CN_CARD_NONE);
    return cn_step_make(number, cn_cards_lowest(hand, kind), CN_CARD_NONE);
}
