/* The faces of a hand as a set.
 * Not here: what may be laid (lays.c). Invariant: as in the header. */
#include "engine/table/faces.h"

#include "engine/cards/counts.h"
#include "engine/table/takers.h"

#if defined(__SSSE3__)

/* Of the rows those counts, in their order, that are above `below`: a count of four bits and seven
 * more, but for these, has its highest bit then, because a face has no more than eight copies. */
static inline uint64_t faces_above(const uint16_t *suits, unsigned below)
{
    enum { ROWS = 8, LAST = (1 << (CN_RANKS - ROWS) * CN_SUITS) - 1 };
    static_assert((int)CN_PACKS_MAX + 7 <= 15, "no count of four bits runs over");
    const __m128i seven = _mm_set1_epi8((char)(0x77 - 0x11 * below));
    const __m128i odd = _mm_add_epi8(_mm_loadu_si128((const __m128i *)suits), seven);
    const __m128i last = _mm_add_epi8(_mm_loadl_epi64((const __m128i *)(suits + ROWS)), seven);
    const __m128i even = _mm_slli_epi16(odd, 4), last_even = _mm_slli_epi16(last, 4);
    const unsigned low = (unsigned)_mm_movemask_epi8(_mm_unpacklo_epi8(even, odd));
    const unsigned middle = (unsigned)_mm_movemask_epi8(_mm_unpackhi_epi8(even, odd));
    const unsigned high = (unsigned)_mm_movemask_epi8(_mm_unpacklo_epi8(last_even, last)) & LAST;
    return low | middle << 16 | (uint64_t)high << 32;
}

uint32_t cn_faces_ranks(uint64_t faces)
{
    const __m128i even = _mm_cvtsi64_si128((int64_t)faces), odd = _mm_srli_epi16(even, 4);
    const __m128i rows = _mm_and_si128(_mm_unpacklo_epi8(even, odd), _mm_set1_epi8(15));
    const __m128i none = _mm_cmpeq_epi8(rows, _mm_setzero_si128());
    return ~(unsigned)_mm_movemask_epi8(none) & UINT16_MAX;
}

#else

/* Sixteen counts of four bits as a set. */
static uint64_t counts_as_set(uint64_t counts)
{
    uint64_t some = counts | counts >> 1;
    some = (some | some >> 2) & UINT64_C(0x1111111111111111);
    some = (some | some >> 3) & UINT64_C(0x0303030303030303);
    some = (some | some >> 6) & UINT64_C(0x000f000f000f000f);
    some = (some | some >> 12) & UINT64_C(0x000000ff000000ff);
    return (some | some >> 24) & 0xffff;
}

/* Sixteen counts of four bits, each one less but for those of 0. */
static uint64_t counts_less_one(uint64_t counts)
{
    uint64_t some = counts | counts >> 1;
    some = (some | some >> 2) & UINT64_C(0x1111111111111111);
    return counts - some;
}

static uint64_t faces_above(const uint16_t *suits, unsigned below)
{
    uint64_t faces = 0;
    for (unsigned row = 0; row < CN_RANKS; row += 4) {
        const uint16_t *four = suits + row;
        const uint64_t counts = (uint64_t)four[0] | (uint64_t)four[1] << 16 |
                                (uint64_t)four[2] << 32 | (uint64_t)four[3] << 48;
        faces |= counts_as_set(below == 0 ? counts : counts_less_one(counts)) << (row * CN_SUITS);
    }
    return faces & ((UINT64_C(1) << (CN_RANKS * CN_SUITS)) - 1);
}

uint32_t cn_faces_ranks(uint64_t faces)
{
    return (uint32_t)counts_as_set(faces);
}

#endif

uint64_t cn_faces_held(const cn_cards *hand)
{
    static_assert((int)CN_RANKS == (int)CN_ROW_THREES, "the rows of the ranks come first");
    return faces_above(hand->suits, 0);
}

/* Runs of twice the length at each turn. */
uint64_t cn_faces_run_starts(uint64_t faces, unsigned least)
{
    for (unsigned have = 1; have < least;) {
        const unsigned more = have < least - have ? have : least - have;
        faces &= faces >> (more * CN_SUITS);
        have += more;
    }
    return faces;
}

uint64_t cn_faces_in_long_runs(uint64_t faces, unsigned least)
{
    uint64_t runs = cn_faces_run_starts(faces, least);
    if (runs == 0) return 0;
    for (unsigned have = 1; have < least;) {
        const unsigned more = have < least - have ? have : least - have;
        runs |= runs << (more * CN_SUITS);
        have += more;
    }
    return runs;
}

uint64_t cn_faces_for_sequences(const cn_rules *rules, const cn_side *side, const cn_cards *hand)
{
    const uint64_t faces = cn_faces_held(hand);
    return cn_faces_in_reach(faces, side->beside & faces, (unsigned)rules->p.meld_min);
}

uint32_t cn_ranks_in_sequences(const cn_rules *rules, const cn_side *side, const cn_cards *hand)
{
    return cn_faces_ranks(cn_faces_for_sequences(rules, side, hand));
}

uint64_t cn_faces_loose(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    if (pub->turn.took && pub->turn.staging) return 0;
    return cn_faces_held(hand) & ~cn_faces_for_sequences(rules, cn_public_acting(pub), hand);
}
