/* Which sequences of a side take one of a set of faces: one bit each.
 * Not here: sets of faces (faces.h), where a card goes (target.c). Invariant: the same bits with
 * vector instructions and without. */
#ifndef CANASTA_SEQUENCES_H
#define CANASTA_SEQUENCES_H

#include "engine/table/faces.h"
#include "engine/table/takers.h"

#if defined(__SSSE3__)

/* Which of sixteen faces are not in the set: all bits of their places. None is in it that lies
 * below the lowest rank or above the highest. */
static inline __m128i cn_sixteen_outside(uint64_t faces, __m128i places)
{
    const __m128i bits = _mm_set1_epi64x((int64_t)0x8040201008040201);
    const __m128i byte = _mm_and_si128(_mm_srli_epi16(places, 3), _mm_set1_epi8(31));
    const __m128i held = _mm_shuffle_epi8(_mm_loadl_epi64((const __m128i *)&faces), byte);
    return _mm_cmpeq_epi8(_mm_and_si128(held, _mm_shuffle_epi8(bits, places)), _mm_setzero_si128());
}

/* The sequences with fewer cards than `below`. */
static inline __m128i cn_rows_open(const cn_rows *rows, __m128i below)
{
    const __m128i of = _mm_set1_epi8(CN_MELD_SEQUENCE);
    return _mm_and_si128(_mm_cmpeq_epi8(rows->rank, of), _mm_cmpgt_epi8(below, rows->naturals));
}

/* The faces that lie below sequences, and above them. */
static inline __m128i cn_rows_under(const cn_rows *rows)
{
    return _mm_sub_epi8(rows->lowest, _mm_set1_epi8(CN_SUITS));
}

static inline __m128i cn_rows_above(const cn_rows *rows)
{
    const __m128i twice = _mm_add_epi8(rows->naturals, rows->naturals);
    return _mm_add_epi8(rows->lowest, _mm_add_epi8(twice, twice));
}

/* Of eight melds the sequences with fewer cards than `below` that take one of the faces below them,
 * in the lower half, and above them. */
static inline __m128i cn_eight_take_faces(const cn_rows *rows, uint64_t faces, __m128i below)
{
    const __m128i open = cn_rows_open(rows, below);
    const __m128i ends = _mm_unpacklo_epi64(cn_rows_under(rows), cn_rows_above(rows));
    return _mm_andnot_si128(cn_sixteen_outside(faces, ends), _mm_unpacklo_epi64(open, open));
}

/* Of all melds. */
static inline uint64_t cn_sequences_that_take(const cn_side *side, uint64_t faces, unsigned below)
{
    const unsigned count = side->meld_count;
    const __m128i cards = _mm_set1_epi8((char)below);
    uint64_t takes = 0;
    for (unsigned i = 0; i < count; i += CN_EIGHT) {
        const cn_rows rows = cn_eight_melds(&side->meld[i]);
        const unsigned ends = (unsigned)_mm_movemask_epi8(cn_eight_take_faces(&rows, faces, cards));
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
