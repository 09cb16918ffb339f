/* A whole pile that comes to the hand of a quick step.
 * Not here: piles of which part comes, or lies face down (follow.c).
 * Invariant: as quick.h. */
#ifndef CANASTA_QUICK_PILE_H
#define CANASTA_QUICK_PILE_H

#include "canasta/public.h"
#include "engine/quick/quick_given.h"
#include "engine/table/pile.h"

/* Its threes that are laid out as a bonus, as cn_cards counts suits. */
static inline unsigned cn_pile_bonus(const cn_public *pub, const cn_rules *rules)
{
    return pub->pile_cards.suits[CN_ROW_THREES] & rules->bonus_suits;
}

static inline bool cn_pile_has_bonus(const cn_public *pub, const cn_rules *rules)
{
    return cn_pile_bonus(pub, rules) != 0;
}

/* Threes that the pile brings are laid out, and replaced under some rules (P33): not quick. */
static inline bool cn_pile_is_replaced(const cn_public *pub, const cn_rules *rules)
{
    if (rules->p.red3_in_pile != CN_RED3_IN_PILE_EXPOSE_AND_REPLACE) return false;
    return cn_pile_has_bonus(pub, rules);
}

/* The take leaves the hand a card, or the pile brings one that is no three. */
static inline bool cn_take_leaves_some(const cn_public *pub, unsigned number)
{
    const unsigned used = number == CN_STEP_TAKE_TOP ? 0 : 2;
    const cn_cards *pile = &pub->pile_cards;
    const unsigned stays = 1U + pile->kind[CN_KIND_RED3] + pile->kind[CN_KIND_BLACK3];
    return pub->hand_count[pub->seat] > used || pile->size > stays;
}

/* P45; the threes among the cards. */
static inline unsigned cn_collect_cards(cn_public *pub, const cn_rules *rules, cn_cards *hand)
{
    const unsigned threes = cn_pile_bonus(pub, rules);
    cn_cards_add_all(hand, &pub->pile_cards);
    memset(&pub->pile_cards, 0, sizeof pub->pile_cards);
    pub->pile_count = pub->pile_frozen = 0;
    pub->pile_taken = 1;
    return threes;
}

/* With what is laid out of them. */
static inline void cn_collect_pile(cn_public *pub, const cn_rules *rules, cn_cards *hand)
{
    const unsigned threes = cn_collect_cards(pub, rules, hand);
    pub->hand_count[pub->seat] = hand->size;
    if (threes != 0) cn_lay_out_pile(pub, rules, hand, threes);
}

#endif
