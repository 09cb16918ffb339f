/* Which sequences of a side take one of a set of faces: one bit each.
 * Not here: sets of faces (faces.h), where a card goes (target.c). Invariant: the same bits with
 * vector instructions and without. */
#ifndef CANASTA_SEQUENCES_H
#define CANASTA_SEQUENCES_H

#include "faces.h"
#include "takers.h"

#if defined(__SSSE3__)

/* The lowest faces of eight sequences, in the lower half; of other melds anything. */
static inline __m128i cn_eight_lowest(const cn_meld *melds)
{
    static_assert(offsetof(cn_meld, low) == 6 && offsetof(cn_meld, suit) == 7,
                  "where a sequence begins is the end of its second half");
    const __m128i face = _mm_set1_epi32(CN_SUITS << 16 | 1 << 24); /* ranks times, suits once */
    const __m128i *pair = (const __m128i *)melds;
    __m128 two[4];
    for (unsigned i = 0; i < 4; i++) two[i] = _mm_castsi128_ps(_mm_loadu_si128(pair + i));
    const __m128i front = _mm_castps_si128(_mm_shuffle_ps(two[0], two[1], 0xdd));
    const __m128i back = _mm_castps_si128(_mm_shuffle_ps(two[2], two[3], 0xdd));
    const __m128i words = _mm_packs_epi32(_mm_srli_epi32(_mm_maddubs_epi16(front, face), 16),
                                          _mm_srli_epi32(_mm_maddubs_epi16(back, face), 16));
    return _mm_packus_epi16(words, words);
}

/* Which of sixteen faces are not in the set: all bits of their places. None is in it that lies
 * below the lowest rank or above the highest. */
static inline __m128i cn_sixteen_outside(uint64_t faces, __m128i places)
{
    const __m128i bits = _mm_set1_epi64x((int64_t)0x8040201008040201);
    const __m128i byte = _mm_and_si128(_mm_srli_epi16(places, 3), _mm_set1_epi8(31));
    const __m128i held = _mm_shuffle_epi8(_mm_loadl_epi64((const __m128i *)&faces), byte);
    return _mm_cmpeq_epi8(_mm_and_si128(held, _mm_shuffle_epi8(bits, places)), _mm_setzero_si128());
}

/* Of eight melds the sequences with fewer cards than `below` that take one of the faces below them,
 * in the lower half, and above them. */
static inline __m128i cn_eight_take_faces(const cn_meld *melds, __m128i rank, __m128i naturals,
                                          uint64_t faces, __m128i below)
{
    const __m128i of = _mm_set1_epi8(CN_MELD_SEQUENCE), lowest = cn_eight_lowest(melds);
    const __m128i open = _mm_and_si128(_mm_cmpeq_epi8(rank, of), _mm_cmpgt_epi8(below, naturals));
    const __m128i twice = _mm_add_epi8(naturals, naturals);
    const __m128i above = _mm_add_epi8(lowest, _mm_add_epi8(twice, twice));
    const __m128i under = _mm_sub_epi8(lowest, _mm_set1_epi8(CN_SUITS));
    return _mm_andnot_si128(cn_sixteen_outside(faces, _mm_unpacklo_epi64(under, above)),
                            _mm_unpacklo_epi64(open, open));
}

/* The same of sixteen. */
static inline __m128i cn_sixteen_lowest(const cn_meld *melds)
{
    const __m128i face = _mm_set1_epi32(CN_SUITS << 16 | 1 << 24); /* ranks times, suits once */
    const __m128i *pair = (const __m128i *)melds;
    __m128i four[4];
    for (unsigned i = 0; i < 4; i++) {
        const __m128 one = _mm_castsi128_ps(_mm_loadu_si128(pair + 2 * i));
        const __m128 other = _mm_castsi128_ps(_mm_loadu_si128(pair + 2 * i + 1));
        const __m128i halves = _mm_castps_si128(_mm_shuffle_ps(one, other, 0xdd));
        four[i] = _mm_srli_epi32(_mm_maddubs_epi16(halves, face), 16);
    }
    return _mm_packus_epi16(_mm_packs_epi32(four[0], four[1]), _mm_packs_epi32(four[2], four[3]));
}

/* Of sixteen melds the sequences with fewer cards than `below` that take one of the faces. */
static inline __m128i cn_sixteen_take_faces(const cn_meld *melds, __m128i rank, __m128i naturals,
                                            uint64_t faces, __m128i below)
{
    const __m128i of = _mm_set1_epi8(CN_MELD_SEQUENCE), lowest = cn_sixteen_lowest(melds);
    const __m128i open = _mm_and_si128(_mm_cmpeq_epi8(rank, of), _mm_cmpgt_epi8(below, naturals));
    const __m128i twice = _mm_add_epi8(naturals, naturals);
    const __m128i above = _mm_add_epi8(lowest, _mm_add_epi8(twice, twice));
    const __m128i under = _mm_sub_epi8(lowest, _mm_set1_epi8(CN_SUITS));
    return _mm_andnot_si128(
        _mm_and_si128(cn_sixteen_outside(faces, under), cn_sixteen_outside(faces, above)), open);
}

/* Of all melds. */
static inline uint64_t cn_sequences_that_take(const cn_side *side, uint64_t faces, unsigned below)
{
    const unsigned count = side->meld_count;
    const __m128i cards = _mm_set1_epi8((char)below);
    uint64_t takes = 0;
    for (unsigned i = 0; i < count; i += CN_EIGHT) {
        __m128i rank, naturals, wilds;
        cn_eight_melds(&side->meld[i], &rank, &naturals, &wilds);
        const unsigned ends = (unsigned)_mm_movemask_epi8(
            cn_eight_take_faces(&side->meld[i], rank, naturals, faces, cards));
        takes |= (uint64_t)((ends | ends >> CN_EIGHT) & UINT8_MAX) << i;
    }
    return takes & ((UINT64_C(1) << count) - 1);
}

#else

static inline uint64_t cn_sequences_that_take(const cn_side *side, uint64_t faces, unsigned below)
{
    uint64_t takes = 0;
    for (unsigned i = 0; i < side->meld_count; i++) {
        const cn_meld *meld = &side->meld[i];
        const bool open = meld->rank == CN_MELD_SEQUENCE && meld->naturals < below;
        takes |= (uint64_t)(open && (cn_faces_beside(meld) & faces) != 0) << i;
    }
    return takes;
}

#endif

#endif
