/* All takes of a position at once: those that have the right shape.
 * Not here: whether the turn can be finished after them (legal.c). Invariant: what possible.c says
 * of each. */
#ifndef CANASTA_TAKES_H
#define CANASTA_TAKES_H

#include "canasta/public.h"
#include "canasta/step.h"

/* The takes of a turn in PHASE_DRAW, and the names of melds for them; where a meld was named, the
 * takes onto it. */
cn_mask cn_find_takes(const cn_rules *rules, const cn_public *pub, const cn_cards *hand);

/* Those that could go to the side's meld `meld_i` if it were named; CN_NO_MELD: if none were, in a
 * turn in which none was. */
uint64_t cn_find_takes_onto(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                            unsigned meld_i);

/* P89, P90: with an empty stock, in a turn in which no meld was named, the pile can be declined;
 * `takes` are the legal ones and the names of melds for them. */
bool cn_may_decline(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                    const cn_mask *takes);

/* Two cards are held that take the top one of a rank together with it: otherwise 0. */
static inline unsigned cn_cards_take_together(const cn_rules *rules, const cn_cards *hand,
                                              unsigned rank)
{
    const unsigned wilds = hand->kind[CN_KIND_TWO] + (unsigned)hand->kind[CN_KIND_JOKER];
    const unsigned wild = (wilds > 0) & (rules->p.take_natural_wild != 0);
    return (hand->kind[rank] + wild) / 2;
}

/* True if neither the cards in hand nor the melds have room for the top card; told too seldom
 * rather than too often. */
static inline bool cn_cards_forbid_takes(const cn_rules *rules, const cn_public *pub,
                                         const cn_cards *hand)
{
    const cn_params *p = &rules->p;
    const cn_card top = cn_public_top(pub);
    const unsigned rank = cn_card_kind(top);
    if (rank >= CN_RANKS) return true;
    const cn_side *side = cn_public_acting(pub);
    const unsigned adds = p->take_add_to_meld != CN_TAKE_ADD_TO_MELD_NEVER;
    const unsigned lies = (side->naturals[rank] > 0) & adds;
    const unsigned together = cn_cards_take_together(rules, hand, rank);
    if (!p->take_add_to_sequence)
        return (together | lies) == 0; /* one branch: nobody foresees any */
    const unsigned beside = side->beside >> top & 1;
    const unsigned frozen = cn_pile_is_frozen(rules, pub, side->meld_count > 0);
    return (together | ((lies | beside) & ~frozen)) == 0;
}

#endif
