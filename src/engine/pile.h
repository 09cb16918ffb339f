/* Cards that come to the pile and leave it.
 * Not here: which ones may (possible.c), a whole pile that is taken (apply.c, quick_pile.h).
 * Invariant: pile_kinds counts the open cards of the pile. */
#ifndef CANASTA_PILE_H
#define CANASTA_PILE_H

#include "canasta/public.h"
#include "counts.h"
#include "guard.h"

/* A card whose kind is known, or of kind CN_KIND_NONE face down. */
static inline void cn_pile_put(cn_public *pub, cn_card card, unsigned kind)
{
    cn_guard(pub->pile_count < CN_DECK_CARDS_MAX);
    pub->pile[pub->pile_count++] = card;
    if (kind < CN_COUNTS) cn_counts_more(pub->pile_kinds, kind);
}

/* The top card, which lies open. */
static inline void cn_pile_lift(cn_public *pub)
{
    cn_counts_fewer(pub->pile_kinds, cn_card_kind(cn_public_top(pub)));
    pub->pile_count--;
}

#endif
