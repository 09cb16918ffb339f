/* A card for each of many places, all ways equally likely, eight places at once.
 * Not here: what the places are (imagine.c).
 * Invariant: the same numbers give the same cards with vector instructions and without. */
#ifndef CANASTA_PLACES_H
#define CANASTA_PLACES_H

#include <stdbool.h>
#include <string.h>

#include "random/random.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/* Numbers of 16 bits, four of each word of the stream. The stream is a copy, that it may stay in
 * registers while cards are written. */
typedef struct cn_bits {
    cn_stream stream;
    uint64_t word;
    unsigned left;
} cn_bits;

static inline uint32_t cn_bits_next(cn_bits *b)
{
    if (b->left == 0) {
        b->word = cn_stream_next(&b->stream);
        b->left = 4;
    }
    const uint32_t low = (uint32_t)(b->word & 0xffff);
    b->word >>= 16;
    b->left--;
    return low;
}

/* A number of 16 bits times a bound: the upper half is uniform in 0..bound-1 if the few lower
 * halves that would make some numbers likelier than others are thrown away (as cn_stream_below).
 * None of them is as large as the bound. */
static inline uint32_t cn_bits_without_surplus(uint32_t number, unsigned bound, cn_bits *b)
{
    const uint32_t surplus = 0x10000U % bound;
    while ((number * bound & 0xffff) < surplus) number = cn_bits_next(b);
    return number * bound;
}

/* Uniform in 0..bound-1 for small bounds: at most that of a deck. */
static inline unsigned cn_bits_below(cn_bits *b, unsigned bound)
{
    const uint32_t number = cn_bits_next(b);
    if ((number * bound & 0xffff) >= bound) return number * bound >> 16;
    return cn_bits_without_surplus(number, bound, b) >> 16;
}

enum { CN_PLACES_AT_ONCE = 8 };
typedef uint16_t cn_eight __attribute__((vector_size(2 * CN_PLACES_AT_ONCE)));
typedef int16_t cn_eight_signed __attribute__((vector_size(2 * CN_PLACES_AT_ONCE)));
typedef uint64_t cn_two_words __attribute__((vector_size(2 * CN_PLACES_AT_ONCE)));
typedef uint32_t cn_eight_wide __attribute__((vector_size(4 * CN_PLACES_AT_ONCE)));

static inline cn_eight cn_upper_halves(cn_eight a, cn_eight b)
{
#if defined(__SSE2__)
    return (cn_eight)_mm_mulhi_epu16((__m128i)a, (__m128i)b);
#else
    const cn_eight_wide product =
        __builtin_convertvector(a, cn_eight_wide) * __builtin_convertvector(b, cn_eight_wide);
    return __builtin_convertvector(product >> 16, cn_eight);
#endif
}

/* A word with the lowest of its four numbers first in memory. */
static inline uint64_t cn_lowest_first(uint64_t word)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = word << 32 | word >> 32;
    word = (word & 0x0000ffff0000ffffU) << 16 | (word >> 16 & 0x0000ffff0000ffffU);
#endif
    return word;
}

static inline cn_eight cn_bits_eight(cn_bits *b)
{
    const uint64_t first = cn_lowest_first(cn_stream_next(&b->stream));
    const uint64_t second = cn_lowest_first(cn_stream_next(&b->stream));
    return (cn_eight)(cn_two_words){first, second};
}

static cn_eight cn_eight_without_surplus(cn_eight number, cn_eight bound, cn_bits *b)
{
    cn_eight chosen;
    for (unsigned i = 0; i < CN_PLACES_AT_ONCE; i++)
        chosen[i] = (uint16_t)(cn_bits_without_surplus(number[i], bound[i], b) >> 16);
    return chosen;
}

/* The larger of each of eight numbers and 1. */
static inline cn_eight cn_at_least_one(cn_eight_signed numbers)
{
#if defined(__SSE2__)
    return (cn_eight)_mm_max_epi16((__m128i)numbers, _mm_set1_epi16(1));
#else
    const cn_eight_signed some = numbers > 0;
    return (cn_eight)((numbers & some) | (1 & ~some));
#endif
}

/* How many cards may come to each of the places from `place` on, 1 behind the last. Threes that are
 * laid out at once lie behind the others, and the closed places, which are the first, are filled
 * without them. */
static inline cn_eight cn_place_bounds(unsigned place, unsigned count, unsigned closed,
                                       unsigned threes)
{
    static const cn_eight_signed steps = {0, 1, 2, 3, 4, 5, 6, 7};
    const cn_eight_signed open = steps >= (int16_t)(closed - place);
    return cn_at_least_one((int16_t)(count - place - threes) + ((int16_t)threes & open) - steps);
}

/* Some a[i] < b[i]. */
static inline bool cn_eight_any_below(cn_eight a, cn_eight b)
{
#if defined(__SSE2__)
    const __m128i missing = _mm_subs_epu16((__m128i)b, (__m128i)a);
    return _mm_movemask_epi8(_mm_cmpeq_epi16(missing, _mm_setzero_si128())) != 0xffff;
#else
    const cn_two_words half = (cn_two_words)(a < b);
    return (half[0] | half[1]) != 0;
#endif
}

/* Eight places get a card each. */
static inline void cn_swap_eight(cn_card *card, cn_eight chosen)
{
    uint16_t ahead[CN_PLACES_AT_ONCE];
    memcpy(ahead, &chosen, sizeof ahead);
    for (unsigned i = 0; i < CN_PLACES_AT_ONCE; i++) {
        cn_card *const from = card + i + ahead[i];
        const cn_card moved = *from;
        *from = card[i];
        card[i] = moved;
    }
}

/* Puts a card drawn from those that are left at each place, eight at once. Behind the last place
 * there must be room for seven more. */
static inline void cn_bits_shuffle(cn_card *card, unsigned count, unsigned closed, unsigned threes,
                                   cn_bits *b)
{
    for (unsigned i = 0; i < count; i += CN_PLACES_AT_ONCE) {
        const cn_eight number = cn_bits_eight(b), bound = cn_place_bounds(i, count, closed, threes);
        cn_eight chosen = cn_upper_halves(number, bound);
        if (cn_eight_any_below(number * bound, bound))
            chosen = cn_eight_without_surplus(number, bound, b);
        cn_swap_eight(card + i, chosen);
    }
}

/* Uniform shuffle of `count` cards in place, quicker than cn_shuffle, which draws others from the
 * same stream. Behind the last card there must be room for seven more. */
void cn_shuffle_at_once(cn_card *cards, unsigned count, cn_stream *stream);

#endif
