/* Cards that come to the pile and leave it.
 * Not here: which ones may (possible.c), a whole pile that is taken (apply.c, quick.h).
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
    if (kind < CN_COUNTS) cn_cards_arrive(&pub->pile_cards, card, kind);
}

/* A card of the hand, of the lowest suit of the kind (P130), which may freeze the pile. Without
 * branches, because nobody foresees which kind is discarded; one thing after the other, so that no
 * register need be saved. */
static inline void cn_pile_put_lowest(cn_public *pub, const cn_rules *rules, cn_cards *hand,
                                      size_t kind)
{
    cn_cards *cards = &pub->pile_cards;
    hand->kind[kind]--;
    hand->size--;
    kind *= sizeof cn_unit[0];
    CN_FOUND(kind);
    *cn_all_of(cards->kind) += cn_unit_at(kind);
    const cn_kind_place *of = (const void *)((const char *)rules->of_kind + kind);
    pub->pile_frozen |= of->freezes;
    size_t row = of->row;
    unsigned at = cn_suits_lowest((*cn_cards_row(hand, row) & of->suits) | of->joker);
    CN_FOUND(at);
    const uint16_t one = (uint16_t)(1U << at);
    CN_FORGOTTEN();
    *cn_cards_row(hand, row) = (uint16_t)(*cn_cards_row(hand, row) - one);
    *cn_cards_row(cards, row) = (uint16_t)(*cn_cards_row(cards, row) + one);
    cn_guard(pub->pile_count < CN_DECK_CARDS_MAX);
    pub->pile[pub->pile_count] = (cn_card)(of->face + at / 4);
    CN_FORGOTTEN();
    pub->pile_count++;
    cards->size++;
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
