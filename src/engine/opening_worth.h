/* What chosen cards of a hand are worth to an opening.
 * Not here: which may be laid (plan_reach.c, opening_reach.c). Invariant: the highest worth of all
 * choices. */
#ifndef CANASTA_OPENING_WORTH_H
#define CANASTA_OPENING_WORTH_H

#include "canasta/rules.h"
#include "rare.h"

/* Of the ranks with two cards in hand those that a wild each makes melds of: the dearest ones, if
 * the wilds do not suffice for all. `*cheapest` is the value of a card of the cheapest of them
 * where one was left out. */
static inline uint32_t cn_dearest_pairs(const int16_t *value, uint32_t pairs, unsigned wilds,
                                        int16_t *cheapest)
{
    if ((unsigned)__builtin_popcount(pairs) <= wilds) return pairs;
    uint32_t chosen = 0;
    for (; wilds > 0; wilds--) {
        unsigned best = (unsigned)__builtin_ctz(pairs);
        for (uint32_t left = pairs; left != 0; left &= left - 1)
            if (value[__builtin_ctz(left)] > value[best]) best = (unsigned)__builtin_ctz(left);
        chosen |= UINT32_C(1) << best;
        pairs &= ~(UINT32_C(1) << best);
        *cheapest = value[best];
    }
    return chosen;
}

/* The value of so many wilds of the hand, the dear ones first. */
CN_USUAL int32_t cn_wilds_worth(const cn_rules *rules, unsigned twos, unsigned jokers,
                                unsigned laid)
{
    const int32_t two = rules->value[CN_KIND_TWO], joker = rules->value[CN_KIND_JOKER];
    if (laid == twos + jokers) return (int32_t)twos * two + (int32_t)jokers * joker;
    const unsigned dear = joker >= two ? jokers : twos;
    const unsigned first = dear < laid ? dear : laid;
    const int32_t high = joker >= two ? joker : two, low = joker >= two ? two : joker;
    return (int32_t)first * high + (int32_t)(laid - first) * low;
}

#endif
