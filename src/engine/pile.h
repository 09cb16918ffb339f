/* Cards that come to the pile and leave it.
 * Not here: which ones may (possible.c), a whole pile that is taken (apply.c, quick_pile.h).
 * Invariant: pile_cards counts the open cards of the pile. */
#ifndef CANASTA_PILE_H
#define CANASTA_PILE_H

#include "canasta/public.h"
#include "counts.h"
#include "guard.h"

static inline void cn_pile_lay(cn_public *pub, cn_card card)
{
    cn_guard(pub->pile_count < CN_DECK_CARDS_MAX);
    pub->pile[pub->pile_count++] = card;
}

/* A card whose kind is known, or of kind CN_KIND_NONE face down. */
static inline void cn_pile_put(cn_public *pub, cn_card card, unsigned kind)
{
    cn_pile_lay(pub, card);
    if (kind < CN_COUNTS) cn_cards_arrive(&pub->pile_cards, card, kind);
}

/* A card of the hand, of the lowest suit of the kind (P130). */
static inline void cn_pile_put_lowest(cn_public *pub, cn_cards *hand, unsigned kind)
{
    cn_cards *cards = &pub->pile_cards;
    const unsigned row = cn_suits_of_kinds[kind].row, at = cn_cards_take_suit(hand, kind);
    cn_pile_lay(pub, cn_card_make(row, at / 4));
    cn_counts_more(cards->kind, kind);
    cards->size++;
    cards->suits[row] = (uint16_t)(cards->suits[row] + (1U << at));
}

/* The top card, which lies open. */
static inline void cn_pile_lift(cn_public *pub)
{
    const cn_card top = cn_public_top(pub);
    cn_guard(top < CN_FACES);
    cn_cards_remove(&pub->pile_cards, top);
    pub->pile_count--;
}

#endif
