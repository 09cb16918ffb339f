/* What chosen cards of a hand are worth to an opening.
 * Not here: which may be laid (plan_reach.c). Invariant: the highest worth of all
 * choices. */
#ifndef CANASTA_OPENING_WORTH_H
#define CANASTA_OPENING_WORTH_H

#include "canasta/public.h"
#include "engine/cards/counts.h"
#include "engine/cards/rare.h"

/* Of the ranks so many, the dearest ones; `*last` is the value of the cheapest of them. */
static inline cn_sixteen cn_dearest_places(const cn_rules *rules, cn_sixteen ranks, unsigned count,
                                           int16_t *last)
{
    cn_sixteen chosen = {0};
    *last = rules->value[rules->dearest[0]];
    for (unsigned place = 0; place < CN_RANKS; place++) {
        const unsigned rank = rules->dearest[place];
        if (count == 0 || ranks[rank] == 0) continue;
        chosen[rank] = UINT8_MAX;
        *last = rules->value[rank];
        count--;
    }
    return chosen;
}

static inline uint32_t cn_dearest_of(const cn_rules *rules, uint32_t ranks, unsigned count,
                                     int16_t *last)
{
    return cn_sixteen_bits(cn_dearest_places(rules, cn_sixteen_places(ranks), count, last));
}

/* The values of all cards of the side's melds, among which is no sequence. */
CN_USUAL int32_t cn_melds_worth(const cn_rules *rules, const cn_side *side)
{
    const int32_t two = rules->value[CN_KIND_TWO], joker = rules->value[CN_KIND_JOKER];
    const int32_t wilds = (int32_t)cn_counts_sum(side->wilds);
    int32_t jokers = 0;
    const cn_meld *meld = side->meld;
    for (int32_t left = wilds; left > 0; left -= meld++->wilds) jokers += meld->jokers;
    return cn_sixteen_worth(cn_sixteen_load(side->naturals), rules->value) + wilds * two +
           jokers * (joker - two);
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
