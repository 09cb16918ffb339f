/* What cards fit, for turns told from counts by rules whose melds of ranks are.
 * Not here: which of it may be laid (legal_counted.c, legal_unopened.c). Invariant: says of shapes
 * what shape.c says; only for rules of which cn_rules.counted is true. */
#ifndef CANASTA_COUNTED_H
#define CANASTA_COUNTED_H

#include "offer.h"
#include "shape.h"
#include "usual.h"

#if defined(__SSSE3__)

/* What a turn leaves cards enough for: cards onto finished melds, new melds. */
typedef struct cn_room {
    bool onto, begin;
} cn_room;

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

/* A meld that the run goes to. */
typedef struct cn_run {
    const cn_meld *meld;
    unsigned rank, wilds;
    uint32_t bit; /* of its rank; none of other melds */
} cn_run;

CN_USUAL cn_run cn_run_at(const cn_meld *meld)
{
    return (cn_run){meld, meld->rank, cn_meld_wilds(meld),
                    UINT32_C(1) << meld->rank & CN_ALL_RANKS};
}

/* The meld of the run: if there is no run, one of no kind of cards. Without a branch, because
 * nobody foresees it. */
CN_USUAL cn_run cn_run_of(const cn_public *pub, const cn_side *side)
{
    static const cn_meld no_meld = {.rank = CN_KINDS};
    const unsigned run = pub->turn.run_meld, lies = run != CN_NO_MELD;
    const cn_meld *meld = &side->meld[run & (0U - lies)], *none = &no_meld;
    CN_FOUND(meld);
    CN_FOUND(none);
    return cn_run_at(lies != 0 ? meld : none);
}

/* P57: its cards when the run began, and the wilds of it. The whole opening is one action (S2). */
CN_USUAL unsigned cn_laid_in_run(const cn_turn *turn, const cn_run *run, bool opening)
{
    return opening ? run->wilds : (unsigned)turn->run_before + turn->run_wilds;
}

/* The same meld takes a wild, as far as canastas matter. */
CN_USUAL bool cn_leaves_room(const cn_rules *rules, const cn_meld *meld, unsigned laid)
{
    const unsigned full = (unsigned)rules->p.canasta_size;
    if (rules->p.add_wild_to_canasta) return true;
    return laid < full && (rules->p.add_natural_to_canasta || cn_meld_size(meld) < full);
}

/* P57: naturals may complete a canasta before the wilds of its run are laid. */
CN_USUAL bool cn_wilds_come_late(const cn_rules *rules)
{
    return rules->p.add_natural_to_canasta && !rules->p.add_wild_to_canasta;
}

/* Where a rank may have many melds: the one of the run, if it is of a rank. Without branches,
 * because nobody foresees which it is. */
CN_USUAL cn_counted_fits cn_fit_run(const cn_rules *rules, const cn_run *run, unsigned laid,
                                    bool opening)
{
    const unsigned naturals = run->meld->naturals;
    const uint32_t bit = run->bit;
    const uint64_t natural = rules->takes_natural[naturals] >> run->wilds & 1;
    uint64_t wild = rules->takes_wild[opening][naturals] >> run->wilds & 1;
    if (!cn_leaves_room(rules, run->meld, laid)) wild = 0;
    return (cn_counted_fits){bit, bit & (0U - (uint32_t)natural), bit & (0U - (uint32_t)wild)};
}

/* The unfinished meld of the run is finished soon by the cards of the hand, in any order that `f`
 * leaves; or it lacks one natural, which is in hand, and nothing else, or a wild besides, if that
 * natural is the last: what may not come first is taken out of `f` then. Without branches, because
 * nobody foresees what it lacks. */
CN_USUAL bool cn_finishes_soon(const cn_rules *rules, const cn_holding *h, const cn_run *run,
                               cn_counted_fits *f)
{
    const unsigned naturals = run->meld->naturals, size = naturals + run->wilds;
    const unsigned least = (unsigned)rules->p.meld_min, of = (unsigned)rules->p.min_naturals;
    const unsigned held = h->hand->kind[run->rank];
    const unsigned soon = cn_is_finished_soon(&rules->p, naturals, run->wilds, held);
    const unsigned and_wild = (size + 2 == least) & (held == 1) & (h->wilds > 0);
    const unsigned needs =
        ~soon & (naturals + 1 == of) & (held > 0) & (and_wild | (size + 1 >= least));
    const unsigned wild_last = rules->takes_wild[false][of] >> run->wilds & 1;
    const unsigned natural_last = rules->takes_natural[naturals] >> (run->wilds + 1) & 1;
    f->natural &= 0U - (1U ^ (needs & and_wild & ~wild_last));
    f->wild &= 0U - (1U ^ (needs & ~natural_last));
    return (soon | needs) != 0;
}

/* A complete meld takes nothing more, so that only the latest of a rank may be open. */
CN_USUAL bool cn_canastas_close(const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    return !p->add_natural_to_canasta && !p->add_wild_to_canasta &&
           p->team_layout != CN_TEAM_LAYOUT_LONE_VS_TWO;
}

/* P57: the meld of the run takes a wild if it did when the run began. */
CN_USUAL uint32_t cn_fit_wild_to_run(const cn_rules *rules, const cn_public *pub,
                                     const cn_side *side, cn_counted_fits f)
{
    if (!cn_wilds_come_late(rules) || pub->turn.run_meld == CN_NO_MELD) return f.wild;
    const uint32_t run = UINT32_C(1) << side->meld[pub->turn.run_meld].rank & f.begun;
    const bool takes = run != 0 && cn_run_takes_wild(rules, pub, side);
    return takes ? f.wild | run : f.wild & ~run;
}

/* Where a rank has one meld beside those that are closed. */
static CN_RARE cn_counted_fits cn_fit_beside_closed(const cn_rules *rules, const cn_side *side,
                                                    bool opening)
{
    uint8_t naturals[CN_COUNTS], wilds[CN_COUNTS], cards[CN_COUNTS];
    memcpy(naturals, side->naturals, sizeof naturals);
    memcpy(wilds, side->wilds, sizeof wilds);
    uint64_t left = cn_melds_look(side, (unsigned)rules->p.canasta_size).full;
    for (; left != 0; left &= left - 1) {
        const cn_meld *meld = &side->meld[__builtin_ctzll(left)];
        naturals[meld->rank] = (uint8_t)(naturals[meld->rank] - meld->naturals);
        wilds[meld->rank] = (uint8_t)(wilds[meld->rank] - cn_meld_wilds(meld));
    }
    const cn_caps caps = cn_caps_of(rules, opening);
    const cn_takers takers = cn_takers_among(&caps, _mm_loadu_si128((const __m128i *)naturals),
                                             _mm_loadu_si128((const __m128i *)wilds));
    cn_counts_add(cards, naturals, wilds);
    const uint32_t begun = cn_counts_from(cards, 1) & CN_ALL_RANKS;
    return (cn_counted_fits){begun, begun & (uint32_t)takers.natural,
                             begun & (uint32_t)takers.wild};
}

/* Where it has one, and no other: as if the run began now (P57). */
CN_USUAL cn_counted_fits cn_fit_counts(const cn_rules *rules, const cn_side *side, bool opening)
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
    return f;
}

CN_USUAL cn_counted_fits cn_fit_only(const cn_rules *rules, const cn_public *pub,
                                     const cn_side *side, bool opening)
{
    cn_counted_fits f = cn_fit_counts(rules, side, opening);
    f.wild = cn_fit_wild_to_run(rules, pub, side, f);
    return f;
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

/* The steps of the wilds in hand that go to a meld of wilds: of the second word. */
CN_USUAL uint64_t cn_lays_together(const cn_holding *h)
{
    return (uint64_t)h->wild_sorts << CN_STEP_LAY_TWO_WILD % 64;
}

/* Names of melds, but not that of the run: of the second word. */
static_assert(CN_STEP_TO_MELD % 64 + CN_MELDS_MAX <= 64 && CN_STEP_TO_MELD / 64 == 1 &&
                  CN_STEP_LAY_TWO_WILD / 64 == 1 && CN_STEP_NEW < 64,
              "where names, wilds for melds of wilds, and NEW stand");
static_assert(CN_NO_MELD % 64 >= CN_MELDS_MAX, "no bit of a meld stands for no run");
CN_USUAL uint64_t cn_names(const cn_public *pub, uint64_t melds)
{
    return (melds & ~(UINT64_C(1) << pub->turn.run_meld % 64)) << CN_STEP_TO_MELD % 64;
}

/* NEW, if the run is of no sequence and can end (S4). */
CN_USUAL uint64_t cn_end_of_run(const cn_holding *h, const cn_run *run)
{
    const uint32_t wilds = (uint32_t)(h->wilds > 0) << CN_MELD_WILD;
    const uint32_t sorts = (h->kinds & ~(UINT32_C(1) << CN_MELD_SEQUENCE)) | wilds;
    return (uint64_t)(sorts >> run->rank & 1) << CN_STEP_NEW;
}

/* Wilds for melds of these ranks. */
CN_USUAL uint64_t cn_wild_lays(const cn_holding *h, uint64_t ranks)
{
    static_assert(CN_STEP_LAY_JOKER - CN_STEP_LAY_TWO >= CN_RANKS, "the products lie apart");
    const uint64_t two = h->wild_sorts & CN_SORT_TWO, joker = h->wild_sorts / CN_SORT_JOKER;
    return ranks * (two << CN_STEP_LAY_TWO | joker << CN_STEP_LAY_JOKER);
}

/* Ranks of which a new meld can be finished. */
CN_USUAL uint32_t cn_begin(const cn_rules *rules, const cn_holding *h, bool opening)
{
    return cn_ranks_to_begin(rules, h->hand->kind, h->wilds, opening);
}

/* Naturals and wilds for melds of ranks. */
CN_USUAL uint64_t cn_rank_lays(const cn_rules *rules, const cn_holding *h, cn_counted_fits f,
                               bool opening, cn_room room)
{
    const uint32_t onto = h->ranks & f.begun;
    uint64_t lays = 0;
    if (room.begin)
        lays = (uint64_t)(h->ranks & ~onto & cn_begin(rules, h, opening)) << CN_STEP_LAY;
    if (!room.onto) return lays;
    return lays | (uint64_t)(onto & f.natural) << CN_STEP_LAY | cn_wild_lays(h, f.wild);
}

/* Where melds of a rank lie apart, besides the steps `first` of the first word: the lays that begin
 * a meld, for which there is room, and the end of the run; no sequences. */
CN_USUAL void cn_lays_beside(const cn_rules *rules, const cn_holding *h, const cn_run *run,
                             bool opening, cn_room room, uint64_t first, cn_mask *mask)
{
    const uint32_t naturals = h->ranks & cn_begin(rules, h, opening) & ~run->bit;
    const bool together = rules->wild_most != 0 && run->rank != CN_MELD_WILD && room.begin &&
                          h->wilds >= (unsigned)rules->p.meld_min;
    first |= (uint64_t)(room.begin ? naturals : 0) << CN_STEP_LAY | cn_end_of_run(h, run);
    mask->word[0] = first;
    mask->word[1] = together ? cn_lays_together(h) : 0;
    mask->word[2] = 0;
}

/* The lays for the meld of the run, and the names of others; what all melds take tells what that
 * of the run does. */
CN_USUAL void cn_add_lays_onto(const cn_rules *rules, const cn_public *pub, const cn_holding *h,
                               const cn_run *run, cn_takers takes, bool opening, cn_mask *mask)
{
    const unsigned at = pub->turn.run_meld % 64;
    const uint64_t natural = run->bit & (0U - (uint32_t)(takes.natural >> at & 1));
    const uint64_t of_run = 0U - (takes.wild >> at & 1);
    uint32_t wild = run->bit & (uint32_t)of_run;
    if (cn_wilds_come_late(rules) && !opening)
        wild = cn_fit_run(rules, run, cn_laid_in_run(&pub->turn, run, false), false).wild;
    mask->word[0] |= natural << CN_STEP_LAY | cn_wild_lays(h, wild);
    mask->word[1] |= cn_names(pub, takes.natural | takes.wild);
    if (run->rank == CN_MELD_WILD) mask->word[1] |= cn_lays_together(h) & of_run;
}

/* Both by rules without sequences and joins, after the opening. */
CN_USUAL void cn_counted_apart(const cn_rules *rules, const cn_public *pub, const cn_side *side,
                               const cn_holding *h, cn_room room, uint64_t first, cn_mask *mask)
{
    const cn_run run = cn_run_of(pub, side);
    cn_lays_beside(rules, h, &run, false, room, first, mask);
    if (!room.onto) return;
    cn_add_lays_onto(rules, pub, h, &run, cn_melds_that_take(rules, side, h, false), false, mask);
}

/* The same with sequences and joins, by all rules whose melds lie apart, where there is room for
 * all (legal_counted.c). */
void cn_counted_lays(const cn_rules *rules, const cn_public *pub, const cn_side *side,
                     const cn_holding *h, bool opening, uint64_t first, cn_mask *mask);

/* The lays of a side that has opened, by such rules, where there is room for all: onto the meld
 * that is named, the one that is unfinished, or all; false if it is in doubt whether that one can
 * be finished. */
bool cn_counted_lays_of_turn(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                             cn_mask *mask);

/* The same where a rank has one meld, and others beside it only if they are closed (`single`: there
 * are none). */
CN_USUAL cn_mask cn_counted_merged(const cn_rules *rules, const cn_public *pub, const cn_side *side,
                                   const cn_holding *h, bool opening, bool single, cn_room room,
                                   uint64_t first)
{
    const cn_counted_fits f = single ? cn_fit_only(rules, pub, side, opening)
                                     : cn_fit_beside_closed(rules, side, opening);
    first |= cn_rank_lays(rules, h, f, opening, room);
    if (rules->wild_most == 0) return (cn_mask){{first}};
    bool together = room.begin & (h->wilds >= (unsigned)rules->p.meld_min);
    if (side->latest[CN_MELD_WILD] > 0)
        together = cn_wilds_go_together(rules, pub, side, h->wilds, room);
    return (cn_mask){{first, cn_lays_together(h) & (0U - (uint64_t)together)}};
}

#endif

#endif
