/* Sixteen small counts at once, looked at and added together: places that pass as one bit each, or
 * as a vector with all bits of the one and no bit of the other; and counted cards as three vectors.
 * Not here: what they count. Invariant: the same results on every machine; counts are below 128. */
#ifndef CANASTA_COUNTS_H
#define CANASTA_COUNTS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "canasta/card.h"

#if defined(__SSSE3__)
#include <tmmintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

enum { CN_ALL_RANKS = (1 << CN_RANKS) - 1 }; /* a bit for each */

typedef uint8_t cn_sixteen __attribute__((vector_size(CN_COUNTS)));
typedef int8_t cn_sixteen_signed __attribute__((vector_size(CN_COUNTS)));

/* ---- vectors ---- */

static inline cn_sixteen cn_sixteen_load(const uint8_t *counts)
{
    cn_sixteen all;
    memcpy(&all, counts, sizeof all);
    return all;
}

/* Counts that lie at a multiple of CN_VECTOR. */
static inline cn_sixteen cn_sixteen_aligned(const uint8_t *counts)
{
    return cn_sixteen_load(__builtin_assume_aligned(counts, CN_VECTOR));
}

static inline void cn_sixteen_put(uint8_t *counts, cn_sixteen all)
{
    memcpy(counts, &all, sizeof all);
}

/* The places that hold `least` or more. */
static inline cn_sixteen cn_sixteen_least(cn_sixteen counts, int8_t least)
{
    return (cn_sixteen)((cn_sixteen_signed)counts >= least);
}

/* The places where `more` is above `less`. */
static inline cn_sixteen cn_sixteen_over(cn_sixteen more, cn_sixteen less)
{
    return (cn_sixteen)((cn_sixteen_signed)more > (cn_sixteen_signed)less);
}

static inline cn_sixteen cn_sixteen_equal(cn_sixteen one, cn_sixteen other)
{
    return (cn_sixteen)(one == other);
}

/* The places of ranks. */
static inline cn_sixteen cn_sixteen_ranks(void)
{
    enum { IN = 255 };
    static_assert(CN_RANKS == 11, "as many places as ranks");
    return (cn_sixteen){IN, IN, IN, IN, IN, IN, IN, IN, IN, IN, IN, 0, 0, 0, 0, 0};
}

/* What a count must be over to be there: the places of the ranks, or of all kinds but red threes.
 */
static inline cn_sixteen cn_sixteen_no_rank(void)
{
    return (cn_sixteen){0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 127, 127, 127, 127, 127};
}

static inline cn_sixteen cn_sixteen_no_card(void)
{
    static_assert(CN_KIND_RED3 == 14, "red threes and a place behind them are not looked at");
    return (cn_sixteen){0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 127, 127};
}

/* A single one of each rank; no count is that of the other places. */
static inline cn_sixteen cn_sixteen_single(void)
{
    return (cn_sixteen){1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 255, 255, 255, 255, 255};
}

/* The places of `bits`. */
static inline cn_sixteen cn_sixteen_places(uint32_t bits)
{
    typedef uint64_t halves __attribute__((vector_size(CN_COUNTS)));
    const uint64_t each = UINT64_C(0x0101010101010101), bit = UINT64_C(0x8040201008040201);
    const cn_sixteen of = (cn_sixteen)(halves){bit, bit};
    return cn_sixteen_equal(
        (cn_sixteen)(halves){(bits & UINT8_MAX) * each, (bits >> 8 & UINT8_MAX) * each} & of, of);
}

/* A bit for each of the places. */
static inline uint32_t cn_sixteen_bits(cn_sixteen places)
{
#if defined(__SSE2__)
    return (uint32_t)_mm_movemask_epi8((__m128i)places);
#elif defined(__wasm_simd128__)
    return wasm_i8x16_bitmask((v128_t)places);
#else
    uint32_t bits = 0;
    for (unsigned i = 0; i < CN_COUNTS; i++) bits |= (uint32_t)(places[i] != 0) << i;
    return bits;
#endif
}

/* The sum of all. */
static inline unsigned cn_sixteen_sum(cn_sixteen counts)
{
#if defined(__SSE2__)
    const __m128i halves = _mm_sad_epu8((__m128i)counts, _mm_setzero_si128());
    return (unsigned)_mm_cvtsi128_si32(halves) + (unsigned)_mm_extract_epi16(halves, 4);
#else
    unsigned sum = 0;
    for (unsigned i = 0; i < CN_COUNTS; i++) sum += counts[i];
    return sum;
#endif
}

/* The sum of counts[i] * values[i]. */
static inline int32_t cn_sixteen_worth(cn_sixteen counts, const int16_t *values)
{
#if defined(__SSE2__)
    const __m128i all = (__m128i)counts, zero = _mm_setzero_si128();
    const __m128i low =
        _mm_madd_epi16(_mm_unpacklo_epi8(all, zero), _mm_loadu_si128((const __m128i *)values));
    const __m128i high = _mm_madd_epi16(_mm_unpackhi_epi8(all, zero),
                                        _mm_loadu_si128((const __m128i *)(values + 8)));
    const __m128i four = _mm_add_epi32(low, high);
    const __m128i two = _mm_add_epi32(four, _mm_unpackhi_epi64(four, four));
    return _mm_cvtsi128_si32(two) + _mm_cvtsi128_si32(_mm_shuffle_epi32(two, 1));
#else
    int32_t worth = 0;
    for (unsigned i = 0; i < CN_COUNTS; i++) worth += counts[i] * values[i];
    return worth;
#endif
}

/* ---- counts[0 .. 15] that lie in an array ---- */

/* The places that hold more than `below`, which may be less than 0. */
static inline uint32_t cn_counts_over(const uint8_t *counts, int below)
{
    assert(below >= -128 && below < 128);
    return cn_sixteen_bits(
        (cn_sixteen)((cn_sixteen_signed)cn_sixteen_load(counts) > (int8_t)below));
}

/* The places that hold `least` or more; least <= 128. */
static inline uint32_t cn_counts_from(const uint8_t *counts, unsigned least)
{
    return cn_counts_over(counts, (int)least - 1);
}

/* The places that hold `count`. */
static inline uint32_t cn_counts_at(const uint8_t *counts, unsigned count)
{
    return cn_sixteen_bits((cn_sixteen)(cn_sixteen_load(counts) == (uint8_t)count));
}

/* The places where a[i] > b[i] + gap. */
static inline uint32_t cn_counts_above(const uint8_t *a, const uint8_t *b, unsigned gap)
{
    return cn_sixteen_bits(cn_sixteen_over(cn_sixteen_load(a), cn_sixteen_load(b) + (uint8_t)gap));
}

/* The sum over the places of `bits` of counts[i] * values[i]. */
static inline int32_t cn_counts_worth(const uint8_t *counts, uint32_t bits, const int16_t *values)
{
    return cn_sixteen_worth(cn_sixteen_load(counts) & cn_sixteen_places(bits), values);
}

/* The places of values[0 .. 15], none of them below 0, that hold more than `below`. */
static inline uint32_t cn_values_over(const int16_t *values, int32_t below)
{
    uint32_t places = 0;
    for (unsigned i = 0; i < CN_COUNTS; i++) places |= (uint32_t)(values[i] > below) << i;
    return places;
}

/* The sum of the places of `bits`. */
static inline unsigned cn_counts_sum_of(const uint8_t *counts, uint32_t bits)
{
    return cn_sixteen_sum(cn_sixteen_load(counts) & cn_sixteen_places(bits));
}

/* The sum of all places. */
static inline unsigned cn_counts_sum(const uint8_t *counts)
{
    return cn_sixteen_sum(cn_sixteen_load(counts));
}

/* differences[i] = a[i] - b[i], 0 where b[i] is more. */
static inline void cn_counts_less(uint8_t *differences, const uint8_t *a, const uint8_t *b)
{
    const cn_sixteen more = cn_sixteen_load(a), less = cn_sixteen_load(b);
    cn_sixteen_put(differences, (more - less) & (cn_sixteen)(more > less));
}

/* least[i] = the lesser of a[i] and b[i]. */
static inline void cn_counts_least(uint8_t *least, const uint8_t *a, const uint8_t *b)
{
    const cn_sixteen one = cn_sixteen_load(a), other = cn_sixteen_load(b);
    const cn_sixteen over = (cn_sixteen)(one > other);
    cn_sixteen_put(least, (one & ~over) | (other & over));
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

/* sums[i] = a[i] + b[i]. */
static inline void cn_counts_add(uint8_t *sums, const uint8_t *a, const uint8_t *b)
{
    cn_sixteen_put(sums, cn_sixteen_load(a) + cn_sixteen_load(b));
}

/* cn_unit[i] is 1 at the place i and 0 at all others. */
extern const cn_sixteen cn_unit[CN_COUNTS];

/* Counts one more at the place, or one less. All are stored, so that they can be read at once soon
 * after: a processor waits until a single byte that it has just written has reached the memory. */
static inline void cn_counts_more(uint8_t *counts, unsigned place)
{
    cn_sixteen_put(counts, cn_sixteen_load(counts) + cn_unit[place]);
}

static inline void cn_counts_fewer(uint8_t *counts, unsigned place)
{
    cn_sixteen_put(counts, cn_sixteen_load(counts) - cn_unit[place]);
}

/* ---- counted cards ---- */

/* Three vectors, to which many cards are added one by one: no count grows out of its place, so that
 * those of one byte and of two are added alike. */
typedef uint16_t cn_sum_part __attribute__((vector_size(CN_VECTOR), may_alias));
typedef struct cn_sum {
    cn_sum_part part[3];
} cn_sum;
static_assert(sizeof(cn_cards) == sizeof(cn_sum), "counted cards are three vectors");

/* One card of each face, each in a line of the processor's cache of its own. */
typedef struct cn_one {
    _Alignas(64) cn_cards cards;
} cn_one;
extern const cn_one cn_one_card[CN_FACES];

static inline cn_sum cn_sum_of(const cn_cards *cards)
{
    cn_sum sum;
    for (unsigned i = 0; i < 3; i++)
        memcpy(&sum.part[i], (const char *)cards + i * CN_VECTOR, sizeof sum.part[i]);
    return sum;
}

static inline void cn_sum_put(cn_cards *cards, const cn_sum *sum)
{
    for (unsigned i = 0; i < 3; i++)
        memcpy((char *)cards + i * CN_VECTOR, &sum->part[i], sizeof sum->part[i]);
}

static inline void cn_sum_add_card(cn_sum *sum, cn_card card)
{
    assert(card < CN_FACES);
    const cn_sum one = cn_sum_of(&cn_one_card[card].cards);
    for (unsigned i = 0; i < 3; i++) sum->part[i] += one.part[i];
}

/* Adds counted cards to others, which may lack one of a kind that comes. */
static inline void cn_cards_add_all(cn_cards *cards, const cn_cards *more)
{
    cn_sum sum = cn_sum_of(cards);
    const cn_sum others = cn_sum_of(more);
    for (unsigned i = 1; i < 3; i++) sum.part[i] += others.part[i];
    sum.part[0] = (cn_sum_part)((cn_sixteen)sum.part[0] + (cn_sixteen)others.part[0]);
    cn_sum_put(cards, &sum);
}

#endif
