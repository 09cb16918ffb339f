/* What chosen cards of a hand are worth to an opening.
 * Not here: which may be laid (plan_reach.c). Invariant: the highest worth of all
 * choices. */
#ifndef CANASTA_OPENING_WORTH_H
#define CANASTA_OPENING_WORTH_H

#include "canasta/public.h"
#include "engine/cards/counts.h"
#include "engine/cards/rare.h"

#if defined(__SSSE3__)
/* Of the places of `all`, the ranks as cn_rules.dearest has them, the first so many. */
static inline __m128i cn_first_places(__m128i all, unsigned count)
{
    __m128i before = _mm_sub_epi8(_mm_setzero_si128(), all); /* those up to the place */
    before = _mm_add_epi8(before, _mm_slli_si128(before, 1));
    before = _mm_add_epi8(before, _mm_slli_si128(before, 2));
    before = _mm_add_epi8(before, _mm_slli_si128(before, 4));
    before = _mm_add_epi8(before, _mm_slli_si128(before, 8));
    return _mm_andnot_si128(_mm_cmpgt_epi8(before, _mm_set1_epi8((char)count)), all);
}

/* Of the ranks so many, the dearest ones; `*last` is the value of the cheapest of them. */
static inline cn_sixteen cn_dearest_places(const cn_rules *rules, cn_sixteen ranks, unsigned count,
                                           int16_t *last)
{
    const __m128i order = _mm_loadu_si128((const __m128i *)rules->dearest);
    const __m128i place = _mm_loadu_si128((const __m128i *)rules->dear_place);
    const __m128i all = _mm_shuffle_epi8((__m128i)ranks, order);
    const __m128i chosen = cn_first_places(all, count);
    const uint32_t places = (uint32_t)_mm_movemask_epi8(chosen);
    *last = rules->value[rules->dearest[31 - __builtin_clz(places | 1)]];
    return (cn_sixteen)_mm_shuffle_epi8(chosen, place);
}

static inline uint32_t cn_dearest_of(const cn_rules *rules, uint32_t ranks, unsigned count,
                                     int16_t *last)
{
    const cn_sixteen all = (cn_sixteen)cn_counts_places(ranks);
    return cn_sixteen_bits(cn_dearest_places(rules, all, count, last));
}
#else
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
    cn_sixteen all = {0};
    for (unsigned rank = 0; rank < CN_RANKS; rank++)
        if ((ranks >> rank & 1) != 0) all[rank] = UINT8_MAX;
    return cn_sixteen_bits(cn_dearest_places(rules, all, count, last));
}
#endif

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
