/* A whole pile that comes to the hand of a quick step.
 * Not here: piles of which part comes, or lies face down (follow.c).
 * Invariant: as quick.h. */
#ifndef CANASTA_QUICK_PILE_H
#define CANASTA_QUICK_PILE_H

#include "canasta/public.h"
#include "pile.h"

static inline bool cn_pile_has_bonus(const cn_public *pub, const cn_rules *rules)
{
    return (pub->pile_cards.kind[CN_KIND_RED3] > 0 && cn_is_bonus(rules, CN_KIND_RED3)) ||
           (pub->pile_cards.kind[CN_KIND_BLACK3] > 0 && cn_is_bonus(rules, CN_KIND_BLACK3));
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

/* Of its bonus threes those that are laid out. */
static inline void cn_lay_out_pile(cn_public *pub, const cn_rules *rules, cn_cards *hand)
{
    if (rules->p.red3_in_pile == CN_RED3_IN_PILE_IMPOSSIBLE || !cn_pile_has_bonus(pub, rules))
        return;
    for (unsigned suit = 0; suit < CN_SUITS; suit++) {
        const cn_card card = cn_card_make(CN_ROW_THREES, suit);
        if (!cn_is_bonus(rules, cn_card_kind(card))) continue;
        for (unsigned left = cn_cards_count(&pub->pile_cards, card); left > 0; left--) {
            pub->three[pub->seat][suit]++;
            pub->hand_count[pub->seat]--;
            cn_cards_remove(hand, card);
        }
    }
}

/* P45. */
static inline void cn_collect_pile(cn_public *pub, const cn_rules *rules, cn_cards *hand)
{
    const unsigned seat = pub->seat;
    cn_cards_add_all(hand, &pub->pile_cards);
    pub->hand_count[seat] = (uint16_t)(pub->hand_count[seat] + pub->pile_cards.size);
    cn_lay_out_pile(pub, rules, hand);
    memset(&pub->pile_cards, 0, sizeof pub->pile_cards);
    pub->pile_count = pub->pile_frozen = 0;
    pub->pile_taken = 1;
}

#endif
