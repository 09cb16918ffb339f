/* What the melds of a side take of a hand, eight melds at a time.
 * Not here: what cards go to without a name (counted.h). Invariant: as in counted.h. */
#ifndef CANASTA_OFFER_H
#define CANASTA_OFFER_H

#include "rare.h"
#include "sequences.h"
#include "takers.h"

#if defined(__SSSE3__)

/* The cards in hand: kinds, of them ranks, and sorts of wilds, one bit each. */
typedef struct cn_holding {
    const cn_cards *hand;
    uint32_t kinds, ranks, wild_sorts;
    unsigned wilds;
} cn_holding;

enum { CN_SORT_TWO = 1, CN_SORT_JOKER = 2 };
static_assert(CN_KIND_JOKER == CN_KIND_TWO + 1, "the sorts of wilds lie side by side");

CN_USUAL cn_holding cn_hold(const cn_cards *hand)
{
    const uint32_t kinds = cn_counts_from(hand->kind, 1);
    return (cn_holding){.hand = hand,
                        .kinds = kinds,
                        .ranks = kinds & CN_ALL_RANKS,
                        .wild_sorts = kinds >> CN_KIND_TWO & (CN_SORT_TWO | CN_SORT_JOKER),
                        .wilds = hand->kind[CN_KIND_TWO] + (unsigned)hand->kind[CN_KIND_JOKER]};
}

/* What cards of the hand melds take: by the melds' ranks, whether naturals are held (all bits), and
 * below how many wilds a meld of a rank (all bits of it) or of wilds takes another; whether wilds
 * are held (all bits). */
typedef struct cn_offer {
    __m128i naturals, of_ranks, together;
    uint64_t wilds;
    cn_caps caps;
} cn_offer;

CN_USUAL cn_offer cn_offer_of(const cn_rules *rules, const cn_holding *h, bool opening)
{
    const __m128i ranks = cn_counts_of_ranks(), none = _mm_setzero_si128();
    const __m128i held = _mm_cmpgt_epi8(_mm_loadu_si128((const __m128i *)h->hand->kind), none);
    const __m128i together = _mm_cvtsi32_si128((int)rules->wilds_below);
    return (cn_offer){_mm_and_si128(held, ranks), ranks, _mm_slli_si128(together, CN_MELD_WILD),
                      0U - (uint64_t)(h->wilds > 0), cn_caps_of(rules, opening)};
}

/* Of melds as counts those that take a natural, and those that take a wild if one is held. */
CN_USUAL void cn_counts_take(const cn_offer *o, const cn_rows *rows, __m128i *natural,
                             __m128i *wild)
{
    const __m128i place = _mm_min_epu8(rows->naturals, _mm_set1_epi8(CN_COUNTS - 1));
    const __m128i *natural_below = (const __m128i *)o->caps.natural_below;
    const __m128i *wild_below = (const __m128i *)o->caps.wild_below;
    const __m128i fits =
        _mm_cmpgt_epi8(_mm_shuffle_epi8(_mm_loadu_si128(natural_below), place), rows->wilds);
    const __m128i below = _mm_and_si128(_mm_shuffle_epi8(_mm_loadu_si128(wild_below), place),
                                        _mm_shuffle_epi8(o->of_ranks, rows->rank));
    *natural = _mm_and_si128(fits, _mm_shuffle_epi8(o->naturals, rows->rank));
    *wild =
        _mm_cmpgt_epi8(_mm_or_si128(below, _mm_shuffle_epi8(o->together, rows->rank)), rows->wilds);
}

/* Melds of ranks and of wilds, one bit each, that take a natural of the hand, and such that take a
 * wild. */
CN_USUAL cn_takers cn_melds_that_take(const cn_rules *rules, const cn_side *side,
                                      const cn_holding *h, bool opening)
{
    const cn_offer offer = cn_offer_of(rules, h, opening);
    const uint64_t all = (UINT64_C(1) << side->meld_count) - 1;
    cn_takers takes = {0, 0};
    for (unsigned i = 0; i < side->meld_count; i += CN_EIGHT) {
        const cn_rows rows = cn_eight_melds(&side->meld[i]);
        __m128i natural, wild;
        cn_counts_take(&offer, &rows, &natural, &wild);
        takes.natural |= (uint64_t)(uint8_t)_mm_movemask_epi8(natural) << i;
        takes.wild |= (uint64_t)(uint8_t)_mm_movemask_epi8(wild) << i;
    }
    return (cn_takers){takes.natural & all, takes.wild & all & offer.wilds};
}

/* Melds, one bit each. A sequence takes a face as it were a natural. */
typedef struct cn_namable {
    cn_takers takes;
    uint64_t doubles; /* melds of ranks behind which another of theirs was begun (P56): */
    uint64_t mixed;   /* of ranks whose melds together have so many wilds that not any two may be
                         joined */
} cn_namable;

/* Sixteen melds from the one at that place on. */
CN_USUAL cn_namable cn_sixteen_to_name(const cn_rules *rules, const cn_side *side,
                                       const cn_offer *offer, uint64_t faces, unsigned first)
{
    const __m128i latest =
        _mm_and_si128(_mm_loadu_si128((const __m128i *)side->latest), cn_counts_of_ranks());
    const __m128i many = _mm_cmpgt_epi8(_mm_loadu_si128((const __m128i *)side->wilds),
                                        _mm_set1_epi8((char)rules->wilds_to_join));
    const __m128i below = _mm_set1_epi8((char)rules->sequence_below);
    const __m128i places = _mm_setr_epi8(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
    const __m128i number = _mm_add_epi8(places, _mm_set1_epi8((char)first));
    const cn_rows rows = cn_sixteen_melds(&side->meld[first]);
    __m128i natural, wild;
    cn_counts_take(offer, &rows, &natural, &wild);
    natural = _mm_or_si128(natural, cn_sixteen_take_faces(&rows, faces, below));
    const __m128i doubles = _mm_cmpgt_epi8(_mm_shuffle_epi8(latest, rows.rank), number);
    const __m128i mixed = _mm_and_si128(doubles, _mm_shuffle_epi8(many, rows.rank));
    return (cn_namable){
        {(uint64_t)_mm_movemask_epi8(natural) << first, (uint64_t)_mm_movemask_epi8(wild) << first},
        (uint64_t)_mm_movemask_epi8(doubles) << first,
        (uint64_t)_mm_movemask_epi8(mixed) << first};
}

/* The melds behind the sixteenth too, which few sides have. */
static CN_RARE void cn_add_more_to_name(const cn_rules *rules, const cn_side *side,
                                        const cn_holding *h, uint64_t faces, bool opening,
                                        cn_namable *found)
{
    const cn_offer offer = cn_offer_of(rules, h, opening);
    for (unsigned i = CN_SIXTEEN; i < side->meld_count; i += CN_SIXTEEN) {
        const cn_namable more = cn_sixteen_to_name(rules, side, &offer, faces, cn_sixteen_from(i));
        found->takes.natural |= more.takes.natural;
        found->takes.wild |= more.takes.wild;
        found->doubles |= more.doubles;
        found->mixed |= more.mixed;
    }
}

CN_USUAL cn_namable cn_melds_to_name(const cn_rules *rules, const cn_side *side,
                                     const cn_holding *h, uint64_t faces, bool opening)
{
    const cn_offer offer = cn_offer_of(rules, h, opening);
    const unsigned count = side->meld_count;
    cn_namable found = cn_sixteen_to_name(rules, side, &offer, faces, 0);
    if (count > CN_SIXTEEN) {
        cn_namable all = found;
        cn_add_more_to_name(rules, side, h, faces, opening, &all);
        found = all;
    }
    const uint64_t lie = (UINT64_C(1) << count) - 1;
    return (cn_namable){{found.takes.natural & lie, found.takes.wild & lie & offer.wilds},
                        found.doubles & lie,
                        found.mixed & lie};
}

#endif

#endif
