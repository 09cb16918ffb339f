/* Cards that come to the pile and leave it.
 * Not here: which ones may (possible.c), a whole pile that is taken (apply.c).
 * Invariant: pile_cards counts the open cards of the pile. */
#ifndef CANASTA_PILE_H
#define CANASTA_PILE_H

#include "canasta/public.h"
#include "engine/cards/counts.h"
#include "engine/cards/marks.h"

static inline void cn_pile_lay(cn_public *pub, cn_card card)
{
    cn_guard(pub->pile_count < CN_DECK_CARDS_MAX);
    pub->pile[pub->pile_count++] = card;
}

/* A card whose kind is known, or of kind CN_KIND_NONE face down. */
static inline void cn_pile_put(cn_public *pub, cn_card card, unsigned kind)
{
    cn_pile_lay(pub, card);
    if (kind < CN_COUNTS) cn_cards_add(&pub->pile_cards, card);
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
