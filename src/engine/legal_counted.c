/* All steps of a melding turn at once: of a side that has opened, far from the end, with nothing
 * named and nothing unfinished, by rules whose melds of ranks are told by their counts.
 * Not here: ranks that take no wilds, limits that few rules know (legal_usual.c), all of named and
 * unfinished melds. Invariant: as in the header. */
#include "legal_counted.h"

#include "counts.h"
#include "faces.h"
#include "rare.h"
#include "shape.h"
#include "takers.h"
#include "usual.h"

bool cn_has_counted_turns(const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    return rules->usual && rules->caps && !rules->limited &&
           (!p->sequences || p->same_rank_melds != CN_SAME_RANK_MELDS_ONE_MERGED) &&
           (p->no_wild_ranks | p->initial_only_wild_ranks) == 0;
}

#if defined(__SSSE3__)

/* The cards in hand, ranks one bit each. */
typedef struct holding {
    const cn_cards *hand;
    uint32_t ranks;
    unsigned wilds;
    bool two, joker;
    uint64_t faces; /* natural ones, where there are sequences */
} holding;

CN_USUAL holding hold(const cn_rules *rules, const cn_cards *hand)
{
    const unsigned two = hand->kind[CN_KIND_TWO], joker = hand->kind[CN_KIND_JOKER];
    return (holding){.hand = hand,
                     .ranks = cn_counts_from(hand->kind, 1) & CN_ALL_RANKS,
                     .wilds = two + joker,
                     .two = two > 0,
                     .joker = joker > 0,
                     .faces = rules->p.sequences ? cn_faces_held(hand) : 0};
}

/* What cards of a rank, laid without a name, go to; ranks, one bit each. */
typedef struct fits {
    uint32_t begun, natural, wild;
} fits;

/* P57: a meld takes wilds as it did when its run began. */
static inline bool run_takes_wild(const cn_rules *rules, const cn_public *pub, const cn_side *side)
{
    const cn_shape shape = cn_shape_of(pub, side, pub->turn.run_meld);
    return cn_shape_takes(rules, &shape, true);
}

/* Where a rank may have many melds: the one of the run, if it is of a rank. */
CN_USUAL fits fit_run(const cn_rules *rules, const cn_public *pub, const cn_side *side)
{
    const unsigned run = pub->turn.run_meld;
    if (run == CN_NO_MELD || side->meld[run].rank >= CN_RANKS) return (fits){0, 0, 0};
    const cn_shape shape = cn_shape_of(pub, side, run);
    const uint32_t bit = UINT32_C(1) << shape.rank;
    return (fits){bit, cn_shape_takes(rules, &shape, false) ? bit : 0,
                  cn_shape_takes(rules, &shape, true) ? bit : 0};
}

/* Where it has one, complete ones apart: `begun`, of all melds, says so. */
CN_USUAL fits fit_only(const cn_rules *rules, const cn_public *pub, const cn_side *side,
                       uint32_t begun)
{
    const cn_params *p = &rules->p;
    const cn_caps caps = cn_caps_of(rules, false);
    const cn_takers takers = cn_takers_of_ranks(&caps, side);
    begun &= CN_ALL_RANKS;
    fits f = {begun, begun & (uint32_t)takers.natural, begun & (uint32_t)takers.wild};
    if (!p->add_natural_to_canasta) { /* a natural begins another beside it (P56) */
        uint8_t cards[CN_COUNTS];
        cn_counts_add(cards, side->naturals, side->wilds);
        f.begun &= ~cn_counts_from(cards, (unsigned)p->canasta_size);
    }
    if (pub->turn.run_meld == CN_NO_MELD || p->add_wild_to_canasta) return f;
    const uint32_t run = UINT32_C(1) << side->meld[pub->turn.run_meld].rank & begun;
    f.wild &= ~run;
    if (run != 0 && run_takes_wild(rules, pub, side)) f.wild |= run;
    return f;
}

/* Of these ranks, which are in hand, those of which a new meld can be finished. */
CN_USUAL uint32_t begin(const cn_rules *rules, const holding *h, uint32_t ranks)
{
    const unsigned least = (unsigned)rules->p.meld_min;
    uint32_t begun = ranks & cn_counts_from(h->hand->kind, least);
    if (h->wilds == 0) return begun;
    const unsigned short_of = least > h->wilds ? least - h->wilds : 1; /* naturals */
    unsigned counts = rules->finished_by_wilds[0] & ~((1U << short_of) - 1);
    for (; counts != 0; counts &= counts - 1) {
        const unsigned naturals = (unsigned)__builtin_ctz(counts);
        begun |= ranks & cn_counts_from(h->hand->kind, naturals) &
                 ~cn_counts_from(h->hand->kind, naturals + 1);
    }
    return begun;
}

/* Wilds go to the meld of wilds of the run, or to the only one that is not full, or begin one. */
static CN_RARE bool wilds_go_together(const cn_rules *rules, const cn_public *pub,
                                      const cn_side *side, unsigned wilds)
{
    const unsigned run = pub->turn.run_meld, latest = cn_side_find_meld(side, CN_MELD_WILD);
    const bool begins = wilds >= (unsigned)rules->p.meld_min;
    unsigned target = latest;
    if (rules->p.same_rank_melds != CN_SAME_RANK_MELDS_ONE_MERGED)
        target = run != CN_NO_MELD && side->meld[run].rank == CN_MELD_WILD ? run : CN_NO_MELD;
    if (target == CN_NO_MELD) return begins;
    const cn_shape shape = cn_shape_of(pub, side, target);
    if (target == latest && rules->p.same_rank_melds == CN_SAME_RANK_MELDS_ONE_MERGED &&
        cn_shape_is_closed(rules, &shape))
        return begins;
    return cn_shape_takes(rules, &shape, true);
}

static CN_RARE bool wilds_take_wild(const cn_rules *rules, const cn_public *pub,
                                    const cn_side *side, unsigned meld_i)
{
    const cn_shape shape = cn_shape_apart(pub, side, meld_i);
    return shape.rank == CN_MELD_WILD && cn_shape_takes(rules, &shape, true);
}

/* Melds, one bit each: of ranks, those that take a card of the hand, and those behind which another
 * of their rank was begun; those of no rank. */
typedef struct naming {
    uint64_t takes, earlier, special;
} naming;

/* Eight melds are looked at together. */
CN_USUAL naming find_names(const cn_rules *rules, const cn_side *side, const holding *h)
{
    enum { EIGHT = 8 };
    const cn_caps caps = cn_caps_of(rules, false);
    const __m128i held = _mm_loadu_si128((const __m128i *)h->hand->kind);
    const __m128i latest = _mm_loadu_si128((const __m128i *)side->latest);
    const __m128i beyond = _mm_set1_epi8(CN_RANKS - 1);
    __m128i number = _mm_setr_epi8(1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0, 0, 0, 0, 0);
    const unsigned count = side->meld_count, wild = h->wilds > 0 ? UINT8_MAX : 0;
    naming n = {0, 0, 0};
    for (unsigned i = 0; i < count; i += EIGHT) {
        __m128i rank, naturals, wilds;
        cn_eight_melds(&side->meld[i], &rank, &naturals, &wilds);
        const cn_takers takers = cn_takers_among(&caps, naturals, wilds);
        const __m128i none = _mm_cmpeq_epi8(_mm_shuffle_epi8(held, rank), _mm_setzero_si128());
        const __m128i last = _mm_cmpeq_epi8(_mm_shuffle_epi8(latest, rank), number);
        const unsigned lacking = (unsigned)_mm_movemask_epi8(none);
        const unsigned other = (unsigned)_mm_movemask_epi8(_mm_cmpgt_epi8(rank, beyond));
        const unsigned some =
            ((unsigned)takers.natural & ~lacking) | ((unsigned)takers.wild & wild);
        const unsigned before = ~(unsigned)_mm_movemask_epi8(last) & ~other;
        n.takes |= (uint64_t)(some & ~other & UINT8_MAX) << i;
        n.earlier |= (uint64_t)(before & UINT8_MAX) << i;
        n.special |= (uint64_t)(other & UINT8_MAX) << i;
        number = _mm_add_epi8(number, _mm_set1_epi8(EIGHT));
    }
    const uint64_t all = (UINT64_C(1) << count) - 1;
    return (naming){n.takes & all, n.earlier & all, n.special & all};
}

/* Of the melds of no rank those that take a card; none of them is a full sequence that grows on the
 * way out (P109). */
CN_USUAL uint64_t special_names(const cn_rules *rules, const cn_public *pub, const cn_side *side,
                                const holding *h, uint64_t melds)
{
    uint64_t names = 0;
    for (; melds != 0; melds &= melds - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(melds);
        const cn_meld *meld = &side->meld[i];
        const bool takes = meld->rank == CN_MELD_SEQUENCE
                               ? (cn_faces_onto(rules, meld) & h->faces) != 0
                               : h->wilds > 0 && wilds_take_wild(rules, pub, side, i);
        names |= (uint64_t)takes << i;
    }
    return names;
}

/* P56: a later meld of the rank can be joined to it. */
static CN_RARE bool joins_later(const cn_rules *rules, const cn_public *pub, const cn_side *side,
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

/* Names of melds, and the end of the run, where cards go to no meld by themselves but the run's. */
CN_USUAL void add_names(const cn_rules *rules, const cn_public *pub, const cn_side *side,
                        const holding *h, cn_mask *mask)
{
    const unsigned run = pub->turn.run_meld;
    const naming n = find_names(rules, side, h);
    uint64_t names = n.takes;
    if (n.special != 0) names |= special_names(rules, pub, side, h, n.special);
    if (run != CN_NO_MELD) {
        names &= ~(UINT64_C(1) << run);
        if (cn_run_can_end(rules, pub, h->hand)) cn_mask_add(mask, CN_STEP_NEW);
    }
    if (rules->p.same_rank_melds == CN_SAME_RANK_MELDS_MANY_MAY_MERGE)
        for (uint64_t left = n.earlier & ~names; left != 0; left &= left - 1)
            if (joins_later(rules, pub, side, (unsigned)__builtin_ctzll(left)))
                names |= left & -left;
    cn_mask_add_many(mask, CN_STEP_TO_MELD, names);
}

/* Faces for the sequence of the run, or for a new one. */
CN_USUAL uint64_t sequence_lays(const cn_rules *rules, const cn_public *pub, const cn_side *side,
                                uint64_t faces)
{
    const unsigned run = pub->turn.run_meld;
    const uint64_t begun = cn_faces_in_runs(faces, (unsigned)rules->p.meld_min);
    if (run == CN_NO_MELD || side->meld[run].rank != CN_MELD_SEQUENCE) return begun;
    const uint64_t beside = cn_faces_beside(&side->meld[run]);
    return (begun & ~beside) | (cn_faces_onto(rules, &side->meld[run]) & faces);
}

/* Naturals and wilds for melds of ranks. */
CN_USUAL uint64_t rank_lays(const cn_rules *rules, const holding *h, fits f)
{
    const uint32_t onto = h->ranks & f.begun;
    const uint64_t naturals = (onto & f.natural) | begin(rules, h, h->ranks & ~onto);
    const uint64_t wild = f.wild;
    return naturals << CN_STEP_LAY | (h->two ? wild << CN_STEP_LAY_TWO : 0) |
           (h->joker ? wild << CN_STEP_LAY_JOKER : 0);
}

CN_USUAL bool is_counted(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                         const cn_side *side)
{
    const cn_turn *turn = &pub->turn;
    return turn->to_meld == CN_NO_MELD && turn->open_meld == CN_NO_MELD && cn_is_free(turn, side) &&
           cn_is_far_from_the_end(rules, pub, hand) && cn_black3_are_out(rules, pub, hand, side);
}

bool cn_legal_counted(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                      cn_mask *mask)
{
    const cn_side *side = cn_public_acting(pub);
    if (!is_counted(rules, pub, hand, side)) return false;
    const bool own_melds = rules->p.same_rank_melds != CN_SAME_RANK_MELDS_ONE_MERGED;
    const uint32_t begun = cn_counts_from(side->naturals, 1) | cn_counts_from(side->wilds, 1);
    if (!own_melds && (unsigned)__builtin_popcount(begun) != side->meld_count) return false;
    const uint64_t discards = cn_discardable(rules, pub, hand);
    if (discards == 0) return false;
    const holding h = hold(rules, hand);
    const fits f = own_melds ? fit_run(rules, pub, side) : fit_only(rules, pub, side, begun);
    *mask = (cn_mask){{discards << CN_STEP_DISCARD | rank_lays(rules, &h, f)}};
    if (h.wilds > 0 && rules->wild_most != 0 && wilds_go_together(rules, pub, side, h.wilds))
        cn_mask_add_many(mask, CN_STEP_LAY_TWO_WILD, h.two + 2U * h.joker);
    if (h.faces != 0)
        cn_mask_add_many(mask, CN_STEP_SEQUENCE, sequence_lays(rules, pub, side, h.faces));
    if (own_melds) add_names(rules, pub, side, &h, mask);
    return true;
}

#else

bool cn_legal_counted(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                      cn_mask *mask)
{
    (void)rules, (void)pub, (void)hand, (void)mask;
    return false;
}

#endif
