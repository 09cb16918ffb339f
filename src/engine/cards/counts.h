/* Sixteen small counts looked at and added together: one bit for each that passes.
 * Not here: what they count. Invariant: the same bits with vector instructions and without. */
#ifndef CANASTA_COUNTS_H
#define CANASTA_COUNTS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "canasta/card.h"
#include "engine/cards/sixteen.h"

enum { CN_ALL_RANKS = (1 << CN_RANKS) - 1 }; /* a bit for each */

/* The places of counts[0 .. 15] that hold `least` or more; all below 128, least <= 128. */
static inline uint32_t cn_counts_from(const uint8_t *counts, unsigned least)
{
    assert(least <= 128);
#if defined(__SSE2__)
    const __m128i all = _mm_loadu_si128((const __m128i *)counts);
    const __m128i below = _mm_set1_epi8((char)(least - 1));
    return (uint32_t)_mm_movemask_epi8(_mm_cmpgt_epi8(all, below));
#elif defined(__wasm_simd128__)
    const v128_t all = wasm_v128_load(counts);
    return wasm_i8x16_bitmask(wasm_u8x16_ge(all, wasm_i8x16_splat((int8_t)least)));
#else
    uint32_t places = 0;
    for (unsigned i = 0; i < CN_COUNTS; i++) places |= (uint32_t)(counts[i] >= least) << i;
    return places;
#endif
}

/* The places of counts[0 .. 15] that hold more than `below`, which may be less than 0; all between
 * -128 and 127. */
static inline uint32_t cn_counts_over(const uint8_t *counts, int below)
{
    assert(below >= -128 && below < 128);
#if defined(__SSE2__)
    const __m128i all = _mm_loadu_si128((const __m128i *)counts);
    return (uint32_t)_mm_movemask_epi8(_mm_cmpgt_epi8(all, _mm_set1_epi8((char)below)));
#else
    return cn_counts_from(counts, below < 0 ? 0 : (unsigned)below + 1);
#endif
}

/* The places of counts[0 .. 15] that hold `count`. */
static inline uint32_t cn_counts_at(const uint8_t *counts, unsigned count)
{
#if defined(__SSE2__)
    const __m128i all = _mm_loadu_si128((const __m128i *)counts);
    return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(all, _mm_set1_epi8((char)count)));
#else
    uint32_t places = 0;
    for (unsigned i = 0; i < CN_COUNTS; i++) places |= (uint32_t)(counts[i] == count) << i;
    return places;
#endif
}

/* The places where a[i] > b[i] + gap; all below 128. */
static inline uint32_t cn_counts_above(const uint8_t *a, const uint8_t *b, unsigned gap)
{
#if defined(__SSE2__)
    const __m128i more = _mm_loadu_si128((const __m128i *)a);
    const __m128i less = _mm_loadu_si128((const __m128i *)b);
    const __m128i least = _mm_add_epi8(less, _mm_set1_epi8((char)gap));
    return (uint32_t)_mm_movemask_epi8(_mm_cmpgt_epi8(more, least));
#else
    uint32_t places = 0;
    for (unsigned i = 0; i < CN_COUNTS; i++) places |= (uint32_t)(a[i] > b[i] + gap) << i;
    return places;
#endif
}

#if defined(__SSSE3__)
/* All bits of the places of `bits`, no bit of the others. */
static inline __m128i cn_counts_places(uint32_t bits)
{
    const __m128i halves = _mm_set_epi8(1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0);
    const __m128i bit_of = _mm_set1_epi64x((int64_t)0x8040201008040201);
    const __m128i spread = _mm_shuffle_epi8(_mm_cvtsi32_si128((int)bits), halves);
    return _mm_cmpeq_epi8(_mm_and_si128(spread, bit_of), bit_of);
}

#endif

/* The sum over the places of `bits` of counts[i] * values[i]; counts below 128. */
static inline int32_t cn_counts_worth(const uint8_t *counts, uint32_t bits, const int16_t *values)
{
#if defined(__SSSE3__)
    return cn_sixteen_worth(cn_sixteen_load(counts) & (cn_sixteen)cn_counts_places(bits), values);
#else
    int32_t worth = 0;
    for (; bits != 0; bits &= bits - 1)
        worth += counts[__builtin_ctz(bits)] * values[__builtin_ctz(bits)];
    return worth;
#endif
}

/* The places of values[0 .. 15], none of them below 0, that hold more than `below`. */
static inline uint32_t cn_values_over(const int16_t *values, int32_t below)
{
    const int16_t least = (int16_t)(below < 0 ? -1 : below);
#if defined(__SSE2__)
    const __m128i all = _mm_set1_epi16(least);
    const __m128i low = _mm_cmpgt_epi16(_mm_loadu_si128((const __m128i *)values), all);
    const __m128i high = _mm_cmpgt_epi16(_mm_loadu_si128((const __m128i *)(values + 8)), all);
    return (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(low, high));
#else
    uint32_t places = 0;
    for (unsigned i = 0; i < CN_COUNTS; i++) places |= (uint32_t)(values[i] > least) << i;
    return places;
#endif
}

/* The sum of the places of `bits`. */
static inline unsigned cn_counts_sum_of(const uint8_t *counts, uint32_t bits)
{
#if defined(__SSSE3__)
    return cn_sixteen_sum(cn_sixteen_load(counts) & (cn_sixteen)cn_counts_places(bits));
#else
    unsigned sum = 0;
    for (; bits != 0; bits &= bits - 1) sum += counts[__builtin_ctz(bits)];
    return sum;
#endif
}

/* The sum of all places. */
static inline unsigned cn_counts_sum(const uint8_t *counts)
{
    return cn_sixteen_sum(cn_sixteen_load(counts));
}

/* differences[i] = a[i] - b[i], 0 where b[i] is more. */
static inline void cn_counts_less(uint8_t *differences, const uint8_t *a, const uint8_t *b)
{
#if defined(__SSE2__)
    const __m128i more = _mm_loadu_si128((const __m128i *)a);
    const __m128i less = _mm_loadu_si128((const __m128i *)b);
    _mm_storeu_si128((__m128i *)differences, _mm_subs_epu8(more, less));
#else
    for (unsigned i = 0; i < CN_COUNTS; i++)
        differences[i] = (uint8_t)(a[i] > b[i] ? a[i] - b[i] : 0);
#endif
}

/* least[i] = the lesser of a[i] and b[i]. */
static inline void cn_counts_least(uint8_t *least, const uint8_t *a, const uint8_t *b)
{
#if defined(__SSE2__)
    const __m128i first = _mm_loadu_si128((const __m128i *)a);
    const __m128i second = _mm_loadu_si128((const __m128i *)b);
    _mm_storeu_si128((__m128i *)least, _mm_min_epu8(first, second));
#else
    for (unsigned i = 0; i < CN_COUNTS; i++) least[i] = a[i] < b[i] ? a[i] : b[i];
#endif
}

/* found[i] = bytes[counts[i]], the last of its CN_COUNTS entries for all higher counts. */
static inline void cn_counts_look_up(uint8_t *found, const uint8_t *bytes, const uint8_t *counts)
{
#if defined(__SSSE3__)
    const __m128i last = _mm_set1_epi8(CN_COUNTS - 1);
    const __m128i at = _mm_min_epu8(_mm_loadu_si128((const __m128i *)counts), last);
    const __m128i all = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)bytes), at);
    _mm_storeu_si128((__m128i *)found, all);
#else
    for (unsigned i = 0; i < CN_COUNTS; i++)
        found[i] = bytes[counts[i] < CN_COUNTS ? counts[i] : CN_COUNTS - 1];
#endif
}

/* cn_unit[i] is 1 at the place i and 0 at all others. */
extern const cn_sixteen cn_unit[CN_COUNTS];

/* Counts one more at the place, or one fewer. All are stored, so that they can be read at once soon
 * after: a processor waits until a single byte that it has just written has reached the memory. */
static inline void cn_counts_more(uint8_t *counts, unsigned place)
{
    cn_sixteen all;
    memcpy(&all, counts, sizeof all);
    all += cn_unit[place];
    memcpy(counts, &all, sizeof all);
}

/* The counts of cards or of a side, which lie in a vector, as one. */
typedef cn_sixteen cn_sixteen_there __attribute__((may_alias));
static inline cn_sixteen_there *cn_all_of(void *counts)
{
    assert((uintptr_t)counts % sizeof(cn_sixteen) == 0);
    return counts;
}

/* The unit that lies so many bytes behind the first. */
static inline cn_sixteen cn_unit_at(size_t bytes)
{
    const void *unit = (const char *)cn_unit + bytes;
    return *(const cn_sixteen *)unit;
}

/* sums[i] = a[i] + b[i]. */
static inline void cn_counts_add(uint8_t *sums, const uint8_t *a, const uint8_t *b)
{
#if defined(__SSE2__)
    const __m128i first = _mm_loadu_si128((const __m128i *)a);
    const __m128i second = _mm_loadu_si128((const __m128i *)b);
    _mm_storeu_si128((__m128i *)sums, _mm_add_epi8(first, second));
#else
    for (unsigned i = 0; i < CN_COUNTS; i++) sums[i] = (uint8_t)(a[i] + b[i]);
#endif
}

/* Adds counted cards to others. The size and the suits are added as the numbers of two vectors that
 * they lie in. */
static inline void cn_cards_add_all(cn_cards *cards, const cn_cards *more)
{
    typedef uint16_t eight __attribute__((vector_size(CN_VECTOR), may_alias));
    static_assert(offsetof(cn_cards, size) == CN_COUNTS, "the counts by kind come first");
    static_assert(offsetof(cn_cards, suits) == CN_COUNTS + sizeof(uint16_t), "as do no gaps");
    static_assert(sizeof(cn_cards) == CN_COUNTS + 2 * sizeof(eight), "and two vectors follow");
    eight *all = (void *)&cards->size;
    const eight *others = (const void *)&more->size;
    *cn_all_of(cards->kind) += *(const cn_sixteen_there *)(const void *)more->kind;
    all[0] += others[0];
    all[1] += others[1];
}

/* A row of suits, by its place in the whole. */
static inline uint16_t *cn_cards_row(cn_cards *cards, size_t bytes)
{
    return (uint16_t *)((char *)cards + bytes);
}

/* cn_cards_add of a card whose kind is known, stored as cn_counts_more does. */
static inline void cn_cards_arrive(cn_cards *cards, cn_card card, unsigned kind)
{
    cn_counts_more(cards->kind, kind);
    cards->size++;
    cn_cards_add_suit(cards, card);
}

#endif
