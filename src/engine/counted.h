/* What cards fit, for turns told from counts by rules whose melds of ranks are.
 * Not here: which of it may be laid (legal_counted.c, legal_unopened.c). Invariant: says of shapes
 * what shape.c says; only for rules of which cn_rules.counted is true. */
#ifndef CANASTA_COUNTED_H
#define CANASTA_COUNTED_H

#include "counts.h"
#include "faces.h"
#include "rare.h"
#include "shape.h"
#include "takers.h"
#include "usual.h"

#if defined(__SSSE3__)

/* What a turn leaves cards enough for: cards onto finished melds, new melds. */
typedef struct cn_room {
    bool onto, begin;
} cn_room;

/* The cards in hand, ranks one bit each. */
typedef struct cn_holding {
    const cn_cards *hand;
    uint32_t ranks;
    unsigned wilds;
    bool two, joker;
    uint64_t faces; /* natural ones, where there are sequences */
} cn_holding;

CN_USUAL cn_holding cn_hold(const cn_rules *rules, const cn_cards *hand)
{
    const unsigned two = hand->kind[CN_KIND_TWO], joker = hand->kind[CN_KIND_JOKER];
    return (cn_holding){.hand = hand,
                        .ranks = cn_counts_from(hand->kind, 1) & CN_ALL_RANKS,
                        .wilds = two + joker,
                        .two = two > 0,
                        .joker = joker > 0,
                        .faces = rules->p.sequences ? cn_faces_held(hand) : 0};
}

/* What cards of a rank, laid without a name, go to; ranks, one bit each. */
typedef struct cn_counted_fits {
    uint32_t begun, natural, wild;
} cn_counted_fits;

CN_USUAL bool cn_has_own_melds(const cn_rules *rules)
{
    return rules->p.same_rank_melds != CN_SAME_RANK_MELDS_ONE_MERGED;
}

/* P57: a meld takes wilds as it did when its run began. */
static inline bool cn_run_takes_wild(const cn_rules *rules, const cn_public *pub,
                                     const cn_side *side)
{
    const cn_shape shape = cn_shape_of(pub, side, pub->turn.run_meld);
    return cn_shape_takes(rules, &shape, true);
}

/* Where a rank may have many melds: the one of the run, if it is of a rank. */
CN_USUAL cn_counted_fits cn_fit_run(const cn_rules *rules, const cn_public *pub,
                                    const cn_side *side)
{
    const unsigned run = pub->turn.run_meld;
    if (run == CN_NO_MELD || side->meld[run].rank >= CN_RANKS) return (cn_counted_fits){0, 0, 0};
    const cn_shape shape = cn_shape_of(pub, side, run);
    const uint32_t bit = UINT32_C(1) << shape.rank;
    return (cn_counted_fits){bit, cn_shape_takes(rules, &shape, false) ? bit : 0,
                             cn_shape_takes(rules, &shape, true) ? bit : 0};
}

/* Where it has one, and no other. */
CN_USUAL cn_counted_fits cn_fit_only(const cn_rules *rules, const cn_public *pub,
                                     const cn_side *side, bool opening)
{
    const cn_params *p = &rules->p;
    const uint32_t begun = cn_counts_from(side->naturals, 1) & CN_ALL_RANKS;
    const cn_caps caps = cn_caps_of(rules, opening);
    const cn_takers takers = cn_takers_of_ranks(&caps, side);
    cn_counted_fits f = {begun, begun & (uint32_t)takers.natural, begun & (uint32_t)takers.wild};
    if (!p->add_natural_to_canasta) { /* a natural begins another beside it (P56) */
        uint8_t cards[CN_COUNTS];
        cn_counts_add(cards, side->naturals, side->wilds);
        f.begun &= ~cn_counts_from(cards, (unsigned)p->canasta_size);
    }
    if (pub->turn.run_meld == CN_NO_MELD || p->add_wild_to_canasta) return f;
    const uint32_t run = UINT32_C(1) << side->meld[pub->turn.run_meld].rank & begun;
    f.wild &= ~run;
    if (run != 0 && cn_run_takes_wild(rules, pub, side)) f.wild |= run;
    return f;
}

/* Of these ranks, which are in hand, those of which a new meld can be finished. */
CN_USUAL uint32_t cn_begin(const cn_rules *rules, const cn_holding *h, uint32_t ranks, bool opening)
{
    const unsigned least = (unsigned)rules->p.meld_min;
    uint32_t begun = ranks & cn_counts_from(h->hand->kind, least);
    if (h->wilds == 0) return begun;
    const unsigned short_of = least > h->wilds ? least - h->wilds : 1; /* naturals */
    unsigned counts = rules->finished_by_wilds[opening] & ~((1U << short_of) - 1);
    for (; counts != 0; counts &= counts - 1) {
        const unsigned naturals = (unsigned)__builtin_ctz(counts);
        begun |= ranks & cn_counts_from(h->hand->kind, naturals) &
                 ~cn_counts_from(h->hand->kind, naturals + 1);
    }
    return begun;
}

/* The meld of wilds that a wild goes to without a name, CN_NO_MELD if it begins one: that of the
 * run, or the only one that is not full. */
CN_USUAL unsigned cn_meld_of_wilds(const cn_rules *rules, const cn_public *pub, const cn_side *side)
{
    const unsigned run = pub->turn.run_meld;
    if (cn_has_own_melds(rules))
        return run != CN_NO_MELD && side->meld[run].rank == CN_MELD_WILD ? run : CN_NO_MELD;
    const unsigned latest = cn_side_find_meld(side, CN_MELD_WILD);
    if (latest == CN_NO_MELD) return latest;
    const cn_shape shape = cn_shape_of(pub, side, latest);
    return cn_shape_is_closed(rules, &shape) ? CN_NO_MELD : latest;
}

/* A wild may go to a meld of wilds, old or new. */
static CN_RARE bool cn_wilds_go_together(const cn_rules *rules, const cn_public *pub,
                                         const cn_side *side, unsigned wilds, cn_room room)
{
    const unsigned target = cn_meld_of_wilds(rules, pub, side);
    if (target == CN_NO_MELD) return room.begin && wilds >= (unsigned)rules->p.meld_min;
    if (!room.onto) return false;
    const cn_shape shape = cn_shape_of(pub, side, target);
    return cn_shape_takes(rules, &shape, true);
}

static CN_RARE bool cn_wilds_take_wild(const cn_rules *rules, const cn_public *pub,
                                       const cn_side *side, unsigned meld_i)
{
    const cn_shape shape = cn_shape_apart(pub, side, meld_i);
    return shape.rank == CN_MELD_WILD && cn_shape_takes(rules, &shape, true);
}

/* A sequence takes a face of the hand; none of them is a full one that grows on the way out (P109).
 */
CN_USUAL bool cn_sequence_takes(const cn_rules *rules, const cn_meld *meld, const cn_holding *h)
{
    return meld->rank == CN_MELD_SEQUENCE && (cn_faces_onto(rules, meld) & h->faces) != 0;
}

/* Faces for the sequence of the run, or for a new one. */
CN_USUAL uint64_t cn_sequence_lays(const cn_rules *rules, const cn_public *pub, const cn_side *side,
                                   uint64_t faces)
{
    const unsigned run = pub->turn.run_meld;
    const uint64_t begun = cn_faces_in_runs(faces, (unsigned)rules->p.meld_min);
    if (run == CN_NO_MELD || side->meld[run].rank != CN_MELD_SEQUENCE) return begun;
    const uint64_t beside = cn_faces_beside(&side->meld[run]);
    return (begun & ~beside) | (cn_faces_onto(rules, &side->meld[run]) & faces);
}

/* Melds, one bit each, that take a natural of the hand, and such that take a wild; eight are looked
 * at together. */
CN_USUAL cn_takers cn_melds_that_take(const cn_rules *rules, const cn_public *pub,
                                      const cn_side *side, const cn_holding *h, bool opening)
{
    enum { EIGHT = 8 };
    const cn_caps caps = cn_caps_of(rules, opening);
    const __m128i held = _mm_loadu_si128((const __m128i *)h->hand->kind);
    const unsigned count = side->meld_count;
    const uint64_t all = (UINT64_C(1) << count) - 1, wild = h->wilds > 0 ? all : 0;
    cn_takers takes = {0, 0};
    uint64_t special = 0;
    for (unsigned i = 0; i < count; i += EIGHT) {
        __m128i rank, naturals, wilds;
        cn_eight_melds(&side->meld[i], &rank, &naturals, &wilds);
        const cn_takers takers = cn_takers_among(&caps, naturals, wilds);
        const __m128i none = _mm_cmpeq_epi8(_mm_shuffle_epi8(held, rank), _mm_setzero_si128());
        const unsigned lacking = (unsigned)_mm_movemask_epi8(none);
        const unsigned other =
            (unsigned)_mm_movemask_epi8(_mm_cmpgt_epi8(rank, _mm_set1_epi8(CN_RANKS - 1)));
        takes.natural |= (uint64_t)((unsigned)takers.natural & ~lacking & ~other & UINT8_MAX) << i;
        takes.wild |= (uint64_t)((unsigned)takers.wild & ~other & UINT8_MAX) << i;
        special |= (uint64_t)(other & UINT8_MAX) << i;
    }
    for (special &= h->faces != 0 ? all : wild; special != 0; special &= special - 1) {
        const unsigned meld_i = (unsigned)__builtin_ctzll(special);
        takes.wild |= (uint64_t)cn_wilds_take_wild(rules, pub, side, meld_i) << meld_i;
        takes.natural |= (uint64_t)cn_sequence_takes(rules, &side->meld[meld_i], h) << meld_i;
    }
    return (cn_takers){takes.natural & all, takes.wild & wild};
}

/* P56: a later meld of the rank can be joined to this one. */
static CN_RARE bool cn_joins_later(const cn_rules *rules, const cn_public *pub, const cn_side *side,
                                   unsigned meld_i)
{
    const cn_shape shape = cn_shape_apart(pub, side, meld_i);
    for (unsigned i = meld_i + 1; i < side->meld_count; i++) {
        if (side->meld[i].rank != shape.rank) continue;
        const cn_shape other = cn_shape_apart(pub, side, i);
        if (cn_shape_union_fits(rules, &shape, &other)) return true;
    }
    return false;
}

/* Of these melds those of ranks behind which another of their rank was begun and can be joined to
 * them. */
static CN_RARE uint64_t cn_melds_to_join(const cn_rules *rules, const cn_public *pub,
                                         const cn_side *side, uint64_t of)
{
    uint64_t melds = 0;
    for (uint64_t left = cn_earlier_melds(side) & of; left != 0; left &= left - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(left);
        if (side->meld[i].rank < CN_RANKS && cn_joins_later(rules, pub, side, i))
            melds |= UINT64_C(1) << i;
    }
    return melds;
}

/* Names of melds, and the end of the run, where cards go to no meld by themselves but the run's. */
CN_USUAL void cn_add_counted_names(const cn_rules *rules, const cn_public *pub, const cn_holding *h,
                                   uint64_t names, cn_mask *mask)
{
    const unsigned run = pub->turn.run_meld;
    if (run != CN_NO_MELD) {
        names &= ~(UINT64_C(1) << run);
        if (cn_run_can_end(rules, pub, h->hand)) cn_mask_add(mask, CN_STEP_NEW);
    }
    cn_mask_add_many(mask, CN_STEP_TO_MELD, names);
}

/* Wilds for melds of these ranks. */
CN_USUAL uint64_t cn_wild_lays(const cn_holding *h, uint64_t ranks)
{
    return (h->two ? ranks << CN_STEP_LAY_TWO : 0) | (h->joker ? ranks << CN_STEP_LAY_JOKER : 0);
}

/* Naturals and wilds for melds of ranks. */
CN_USUAL uint64_t cn_rank_lays(const cn_rules *rules, const cn_holding *h, cn_counted_fits f,
                               bool opening, cn_room room)
{
    const uint32_t onto = h->ranks & f.begun;
    uint64_t lays = 0;
    if (room.begin) lays = (uint64_t)cn_begin(rules, h, h->ranks & ~onto, opening) << CN_STEP_LAY;
    if (!room.onto) return lays;
    return lays | (uint64_t)(onto & f.natural) << CN_STEP_LAY | cn_wild_lays(h, f.wild);
}

/* All of these that fit, and for which there is room: the lays, the names of melds, the end of the
 * run. */
CN_USUAL void cn_add_counted_lays(const cn_rules *rules, const cn_public *pub, const cn_side *side,
                                  const cn_holding *h, bool opening, cn_room room, cn_mask *mask)
{
    const bool own_melds = cn_has_own_melds(rules);
    const cn_counted_fits f =
        own_melds ? cn_fit_run(rules, pub, side) : cn_fit_only(rules, pub, side, opening);
    mask->word[0] |= cn_rank_lays(rules, h, f, opening, room);
    if (h->wilds > 0 && rules->wild_most != 0 &&
        cn_wilds_go_together(rules, pub, side, h->wilds, room))
        cn_mask_add_many(mask, CN_STEP_LAY_TWO_WILD, h->two + 2U * h->joker);
    if (h->faces != 0)
        cn_mask_add_many(mask, CN_STEP_SEQUENCE, cn_sequence_lays(rules, pub, side, h->faces));
    if (!own_melds) return;
    cn_takers takes = {0, 0};
    const unsigned run_meld = pub->turn.run_meld;
    const uint64_t run = run_meld == CN_NO_MELD ? 0 : UINT64_C(1) << run_meld;
    if (room.onto) takes = cn_melds_that_take(rules, pub, side, h, opening);
    cn_add_counted_names(rules, pub, h, takes.natural | takes.wild, mask);
    if (!opening && rules->p.same_rank_melds == CN_SAME_RANK_MELDS_MANY_MAY_MERGE)
        cn_mask_add_many(mask, CN_STEP_TO_MELD,
                         cn_melds_to_join(rules, pub, side, ~(takes.natural | takes.wild) | run));
}

#endif

#endif
