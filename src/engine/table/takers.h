/* Which of many melds take a natural, or a wild, whose run begins with it: one bit for each.
 * Not here: ranks that take none, one meld (shape.h). Invariant: the same bits with vector
 * instructions and without; says something only where cn_rules.caps is true. */
#ifndef CANASTA_TAKERS_H
#define CANASTA_TAKERS_H

#include <assert.h>
#include <stddef.h>

#include "canasta/public.h"
#include "engine/cards/counts.h"

#if defined(__SSSE3__)
#include <tmmintrin.h>
#endif

enum { CN_EIGHT = 8 }; /* melds that are looked at together */

typedef struct cn_takers {
    uint64_t natural, wild;
} cn_takers;

/* A meld takes one with fewer wilds than its naturals' place says. */
typedef struct cn_caps {
    const uint8_t *natural_below, *wild_below;
} cn_caps;

static inline cn_caps cn_caps_of(const cn_rules *rules, bool opening)
{
    return (cn_caps){rules->natural_below, rules->wild_below[opening]};
}

#if defined(__SSSE3__)

/* Sixteen melds as counts. */
static inline cn_takers cn_takers_among(const cn_caps *caps, __m128i naturals, __m128i wilds)
{
    const __m128i place = _mm_min_epu8(naturals, _mm_set1_epi8(CN_COUNTS - 1));
    const __m128i natural =
        _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)caps->natural_below), place);
    const __m128i wild =
        _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)caps->wild_below), place);
    return (cn_takers){(uint16_t)_mm_movemask_epi8(_mm_cmpgt_epi8(natural, wilds)),
                       (uint16_t)_mm_movemask_epi8(_mm_cmpgt_epi8(wild, wilds))};
}

/* Of each rank its only meld, as the side counts them. */
static inline cn_takers cn_takers_of_ranks(const cn_caps *caps, const cn_side *side)
{
    return cn_takers_among(caps, _mm_loadu_si128((const __m128i *)side->naturals),
                           _mm_loadu_si128((const __m128i *)side->wilds));
}

/* Melds as rows of bytes; the lowest card is that of a sequence. */
typedef struct cn_rows {
    __m128i rank, naturals, wilds, lowest;
} cn_rows;

/* The first halves of four melds, a row of four bytes each. */
static inline __m128i cn_four_melds(const cn_meld *meld)
{
    static_assert(sizeof(cn_meld) == 8 && offsetof(cn_meld, rank) == 0 &&
                      offsetof(cn_meld, naturals) == 1 && offsetof(cn_meld, wilds) == 2 &&
                      offsetof(cn_meld, lowest) == 3,
                  "what is told of a meld without its suits is its first half");
    const __m128i columns = _mm_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    const __m128i *pair = (const __m128i *)meld;
    const __m128 one = _mm_castsi128_ps(_mm_loadu_si128(pair));
    const __m128 other = _mm_castsi128_ps(_mm_loadu_si128(pair + 1));
    return _mm_shuffle_epi8(_mm_castps_si128(_mm_shuffle_ps(one, other, 0x88)), columns);
}

/* Eight melds, in the lower halves. */
static inline cn_rows cn_eight_melds(const cn_meld *meld)
{
    const __m128i first = cn_four_melds(meld), second = cn_four_melds(meld + 4);
    const __m128i front = _mm_unpacklo_epi32(first, second);
    const __m128i back = _mm_unpackhi_epi32(first, second);
    return (cn_rows){front, _mm_srli_si128(front, 8), back, _mm_srli_si128(back, 8)};
}

#else

static inline bool cn_is_below(const uint8_t *below, unsigned naturals, unsigned wilds)
{
    return wilds < below[naturals < CN_COUNTS ? naturals : CN_COUNTS - 1];
}

static inline cn_takers cn_takers_of_ranks(const cn_caps *caps, const cn_side *side)
{
    cn_takers found = {0, 0};
    for (unsigned rank = 0; rank < CN_COUNTS; rank++) {
        const unsigned naturals = side->naturals[rank], wilds = side->wilds[rank];
        found.natural |= (uint64_t)cn_is_below(caps->natural_below, naturals, wilds) << rank;
        found.wild |= (uint64_t)cn_is_below(caps->wild_below, naturals, wilds) << rank;
    }
    return found;
}

#endif

#if defined(__SSSE3__)

/* Melds behind which another of their rank was begun: not its latest. */
static inline uint64_t cn_earlier_melds(const cn_side *side)
{
    const __m128i latest = _mm_loadu_si128((const __m128i *)side->latest);
    __m128i number = _mm_setr_epi8(1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0, 0, 0, 0, 0);
    const unsigned count = side->meld_count;
    uint64_t earlier = 0;
    for (unsigned i = 0; i < count; i += CN_EIGHT) {
        const cn_rows rows = cn_eight_melds(&side->meld[i]);
        const __m128i is_latest = _mm_cmpeq_epi8(_mm_shuffle_epi8(latest, rows.rank), number);
        earlier |= (uint64_t)(~(unsigned)_mm_movemask_epi8(is_latest) & UINT8_MAX) << i;
        number = _mm_add_epi8(number, _mm_set1_epi8(CN_EIGHT));
    }
    return earlier & ((UINT64_C(1) << count) - 1);
}

#else

static inline uint64_t cn_earlier_melds(const cn_side *side)
{
    uint64_t earlier = 0;
    for (unsigned i = 0; i < side->meld_count; i++)
        earlier |= (uint64_t)(side->latest[side->meld[i].rank] != i + 1) << i;
    return earlier;
}

#endif

/* The melds of a rank, or of CN_MELD_*, one bit each. */
static inline uint64_t cn_melds_of(const cn_side *side, unsigned of)
{
    const unsigned count = side->meld_count;
    uint64_t melds = 0;
#if defined(__SSSE3__)
    for (unsigned i = 0; i < count; i += CN_EIGHT) {
        const cn_rows rows = cn_eight_melds(&side->meld[i]);
        const __m128i is = _mm_cmpeq_epi8(rows.rank, _mm_set1_epi8((char)of));
        melds |= (uint64_t)(uint8_t)_mm_movemask_epi8(is) << i;
    }
#else
    for (unsigned i = 0; i < count; i++) melds |= (uint64_t)(side->meld[i].rank == of) << i;
#endif
    return melds & ((UINT64_C(1) << count) - 1);
}

/* Its sequences of so many cards, or more, one bit each. */
static inline uint64_t cn_sequences_from(const cn_side *side, unsigned cards)
{
    const unsigned count = side->meld_count;
    uint64_t melds = 0;
#if defined(__SSSE3__)
    const __m128i of = _mm_set1_epi8(CN_MELD_SEQUENCE);
    const __m128i below = _mm_set1_epi8((char)((int)cards - 1));
    for (unsigned i = 0; i < count; i += CN_EIGHT) {
        const cn_rows rows = cn_eight_melds(&side->meld[i]);
        const __m128i long_ones =
            _mm_and_si128(_mm_cmpeq_epi8(rows.rank, of), _mm_cmpgt_epi8(rows.naturals, below));
        melds |= (uint64_t)(uint8_t)_mm_movemask_epi8(long_ones) << i;
    }
#else
    for (unsigned i = 0; i < count; i++) {
        const cn_meld *meld = &side->meld[i];
        melds |= (uint64_t)(meld->rank == CN_MELD_SEQUENCE && meld->naturals >= cards) << i;
    }
#endif
    return melds & ((UINT64_C(1) << count) - 1);
}

/* The melds of a side, one bit each. */
typedef struct cn_melds_seen {
    uint64_t of_ranks; /* of a rank below CN_RANKS */
    uint64_t full;     /* of so many cards, or more */
} cn_melds_seen;

static inline cn_melds_seen cn_melds_look(const cn_side *side, unsigned size)
{
    const unsigned count = side->meld_count;
    cn_melds_seen seen = {0, 0};
#if defined(__SSSE3__)
    const __m128i below = _mm_set1_epi8((char)(size - 1)), ranks = _mm_set1_epi8(CN_RANKS);
    for (unsigned i = 0; i < count; i += CN_EIGHT) {
        const cn_rows rows = cn_eight_melds(&side->meld[i]);
        const __m128i all = _mm_add_epi8(rows.naturals, rows.wilds);
        const unsigned full = (unsigned)_mm_movemask_epi8(_mm_cmpgt_epi8(all, below));
        const unsigned of_ranks = (unsigned)_mm_movemask_epi8(_mm_cmplt_epi8(rows.rank, ranks));
        seen.full |= (uint64_t)(full & UINT8_MAX) << i;
        seen.of_ranks |= (uint64_t)(of_ranks & UINT8_MAX) << i;
    }
    const uint64_t lie = (UINT64_C(1) << count) - 1;
    return (cn_melds_seen){seen.of_ranks & lie, seen.full & lie};
#else
    for (unsigned i = 0; i < count; i++) {
        seen.of_ranks |= (uint64_t)(side->meld[i].rank < CN_RANKS) << i;
        seen.full |= (uint64_t)(cn_meld_size(&side->meld[i]) >= size) << i;
    }
    return seen;
#endif
}

#endif
