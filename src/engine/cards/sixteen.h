/* Sixteen small counts at once, or places of them: all bits of the one, no bit of the other.
 * Not here: counts that lie in an array and are looked at there (counts.h).
 * Invariant: the same results with vector instructions and without. */
#ifndef CANASTA_SIXTEEN_H
#define CANASTA_SIXTEEN_H

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

typedef uint8_t cn_sixteen __attribute__((vector_size(CN_COUNTS)));

static inline cn_sixteen cn_sixteen_load(const uint8_t *counts)
{
    cn_sixteen all;
    memcpy(&all, counts, sizeof all);
    return all;
}

/* The places that hold `least` or more, as above. */
static inline cn_sixteen cn_sixteen_least(cn_sixteen counts, int8_t least)
{
    typedef int8_t numbers __attribute__((vector_size(CN_COUNTS)));
    return (cn_sixteen)((numbers)counts >= least);
}

/* The places of ranks. */
static inline cn_sixteen cn_sixteen_ranks(void)
{
    enum { IN = 255 };
    static_assert(CN_RANKS == 11, "as many places as ranks");
    return (cn_sixteen){IN, IN, IN, IN, IN, IN, IN, IN, IN, IN, IN, 0, 0, 0, 0, 0};
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

/* The sum of counts[i] * values[i]; counts below 128. */
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

/* Counts that lie at a multiple of CN_VECTOR. */
static inline cn_sixteen cn_sixteen_aligned(const uint8_t *counts)
{
    cn_sixteen all;
    memcpy(&all, __builtin_assume_aligned(counts, CN_VECTOR), sizeof all);
    return all;
}

/* What a count must be over to be there: the places of the ranks, or of all kinds but red threes.
 */
static inline cn_sixteen cn_sixteen_no_rank(void)
{
    static_assert(CN_RANKS == 11, "as many places as ranks");
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

/* All bits of the places where `more` is above `less`; all below 128. */
static inline cn_sixteen cn_sixteen_over(cn_sixteen more, cn_sixteen less)
{
    typedef int8_t cn_sixteen_signed __attribute__((vector_size(CN_COUNTS)));
    return (cn_sixteen)((cn_sixteen_signed)more > (cn_sixteen_signed)less);
}

static inline cn_sixteen cn_sixteen_equal(cn_sixteen one, cn_sixteen other)
{
    return (cn_sixteen)(one == other);
}

#endif
