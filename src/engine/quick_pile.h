/* A whole pile that comes to the hand of a quick step.
 * Not here: piles of which part comes, or lies face down (follow.c).
 * Invariant: as quick.h. */
#ifndef CANASTA_QUICK_PILE_H
#define CANASTA_QUICK_PILE_H

#include "canasta/public.h"
#include "counts.h"

static inline bool cn_is_bonus_three(const cn_rules *rules, unsigned kind)
{
    return cn_kind_is_three(kind) && cn_is_bonus(rules, kind);
}

/* Threes that the pile brings are laid out, and replaced under some rules (P33): not quick. */
static inline bool cn_pile_is_replaced(const cn_public *pub, const cn_rules *rules)
{
    if (rules->p.red3_in_pile != CN_RED3_IN_PILE_EXPOSE_AND_REPLACE) return false;
    for (unsigned i = 0; i < pub->pile_count; i++)
        if (cn_is_bonus_three(rules, cn_card_kind(pub->pile[i]))) return true;
    return false;
}

/* P45. */
static inline void cn_collect_pile(cn_public *pub, const cn_rules *rules, cn_cards *hand)
{
    const unsigned count = pub->pile_count, seat = pub->seat, before = hand->size;
    const bool stay = rules->p.red3_in_pile == CN_RED3_IN_PILE_IMPOSSIBLE;
    cn_sixteen kinds;
    memcpy(&kinds, hand->kind, sizeof kinds);
    for (unsigned i = 0; i < count; i++) {
        const cn_card card = pub->pile[i];
        const unsigned kind = cn_card_kind(card);
        if (!stay && cn_is_bonus_three(rules, kind)) {
            pub->three[seat][cn_card_suit(card)]++;
            continue;
        }
        kinds += cn_unit[kind];
        hand->size++;
        cn_cards_add_suit(hand, card);
    }
    memcpy(hand->kind, &kinds, sizeof kinds);
    pub->hand_count[seat] = (uint16_t)(pub->hand_count[seat] + hand->size - before);
    pub->pile_count = pub->pile_frozen = 0;
    pub->pile_taken = 1;
}

#endif
