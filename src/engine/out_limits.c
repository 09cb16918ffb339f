/* What forbids going out, told at once from counts where melds have limits: canastas that are too
 * few, cards without a meld, melds that stay unfinished.
 * Not here: other rules (out_counts.c). Invariant: as in the header. */
#include "out_limits.h"

#include "limited.h"
#include "rare.h"

#if defined(__SSSE3__)

/* The most wilds that a meld of a rank ever takes on its way to so many naturals, by the naturals.
 */
CN_USUAL __m128i wilds_on_the_way(const cn_rules *rules)
{
    __m128i most = _mm_loadu_si128((const __m128i *)rules->wild_below[false]);
    most = _mm_max_epu8(most, _mm_slli_si128(most, 1));
    most = _mm_max_epu8(most, _mm_slli_si128(most, 2));
    most = _mm_max_epu8(most, _mm_slli_si128(most, 4));
    return _mm_max_epu8(most, _mm_slli_si128(most, 8));
}

CN_USUAL unsigned sum_of(__m128i counts)
{
    const __m128i halves = _mm_sad_epu8(counts, _mm_setzero_si128());
    return (unsigned)_mm_cvtsi128_si32(halves) + (unsigned)_mm_extract_epi16(halves, 4);
}

/* No meld of wilds, old or new, takes those of the hand. */
CN_USUAL bool wilds_lie_with_ranks(const cn_rules *rules, const cn_limited *l)
{
    const bool closed = l->together == 0 || l->together >= rules->wilds_below;
    return rules->wild_most == 0 || (closed && l->h.wilds < (unsigned)rules->p.meld_min);
}

/* Melds of these ranks, one of each, are full too soon for all cards of theirs, or take fewer wilds
 * than there are: so many cards are left. */
CN_USUAL unsigned left_where_ranks_close(const cn_rules *rules, const cn_side *side,
                                         const cn_limited *l, uint32_t ranks)
{
    const __m128i held =
        _mm_and_si128(_mm_loadu_si128((const __m128i *)l->h.hand->kind), cn_counts_places(ranks));
    const __m128i naturals = _mm_loadu_si128((const __m128i *)side->naturals);
    const __m128i wilds = _mm_loadu_si128((const __m128i *)side->wilds);
    const __m128i full = _mm_set1_epi8((char)rules->p.canasta_size);
    const __m128i room = _mm_subs_epu8(full, _mm_add_epi8(naturals, wilds));
    const __m128i laid = _mm_min_epu8(held, room);
    const __m128i place = _mm_min_epu8(_mm_add_epi8(naturals, held), _mm_set1_epi8(CN_COUNTS - 1));
    const __m128i most = _mm_subs_epu8(_mm_shuffle_epi8(wilds_on_the_way(rules), place), wilds);
    const __m128i more = _mm_and_si128(most, cn_counts_places(ranks & ~l->barred));
    const __m128i both = _mm_min_epu8(_mm_add_epi8(laid, more), room);
    const unsigned room_of_wilds = sum_of(both) - sum_of(laid);
    const unsigned left = sum_of(held) - sum_of(laid);
    if (l->h.wilds <= room_of_wilds || !wilds_lie_with_ranks(rules, l)) return left;
    return left + l->h.wilds - room_of_wilds;
}

/* Ranks have one meld, which takes nothing once it is a canasta. */
CN_USUAL bool melds_close(const cn_rules *rules, const cn_side *side)
{
    const cn_params *p = &rules->p;
    return p->dead_rank != CN_DEAD_RANK_NONE && !p->add_natural_to_canasta &&
           !p->add_wild_to_canasta && cn_melds_are_single(side);
}

/* Cards of the hand that no meld takes, old or new. */
CN_USUAL unsigned misfits(const cn_rules *rules, const cn_side *side, const cn_limited *l)
{
    const cn_cards *hand = l->h.hand;
    const uint32_t begun = cn_counts_from(side->naturals, 1) & CN_ALL_RANKS;
    const uint32_t fit = (begun | cn_ranks_left_to_begin(rules, l, l->h.ranks)) & ~l->dead;
    const bool threes = rules->p.black3_meld == CN_BLACK3_MELD_NEVER;
    const unsigned alone = cn_counts_sum_of(hand->kind, l->h.ranks & ~fit) +
                           hand->kind[CN_KIND_RED3] + (threes ? hand->kind[CN_KIND_BLACK3] : 0U);
    return melds_close(rules, side) ? alone + left_where_ranks_close(rules, side, l, fit) : alone;
}

CN_RARE bool cn_limited_stays(const cn_rules *rules, const cn_side *side, const cn_limited *l)
{
    return cn_melds_keep(rules, side, l) ||
           (rules->p.min_naturals >= 2 && misfits(rules, side, l) >= 2);
}

bool cn_limits_forbid_out(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    const cn_side *side = cn_public_acting(pub);
    const cn_limited l = cn_limits_of(rules, pub, hand, side);
    return cn_limited_stays(rules, side, &l);
}

#else

bool cn_limits_forbid_out(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    (void)rules, (void)pub, (void)hand;
    return false;
}

#endif
