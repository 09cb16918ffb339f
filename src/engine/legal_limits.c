/* All steps of a melding turn at once: of a side that has opened, far from the end or unable to go
 * out, where a rank has one meld, told by its counts, and melds have limits.
 * Not here: turns that may go out, names of melds, sequences (legal_usual.c). Invariant: as in the
 * header. */
#include "legal_limits.h"

#include "legal_merged.h"
#include "legal_pure.h"
#include "legal_search.h"
#include "limited.h"
#include "out_counts.h"
#include "out_limits.h"
#include "rare.h"

enum { TOGETHER_MOST = 32 }; /* more than any meld of wilds may hold */

/* A rank has one meld, but for closed ones beside it where ranks do not close. */
static bool has_limited_turns(const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    return rules->usual && rules->caps && !rules->counted && !rules->many && !p->twos_as_rank &&
           p->wild_meld_locks_wilds != CN_WILD_MELD_LOCKS_WILDS_TWOS_MELD;
}

/* With a latest meld of so many wilds. */
static void derive_together(cn_rules *rules, unsigned size)
{
    const cn_params *p = &rules->p;
    const bool full = size >= (unsigned)p->canasta_size, takes = size < rules->wilds_below;
    const bool locks = p->wild_meld_locks_wilds != CN_WILD_MELD_LOCKS_WILDS_NO;
    const uint32_t bit = UINT32_C(1) << size;
    if (size > 0 && takes) rules->together_takes |= bit;
    if (rules->wild_most > 0 && (size == 0 || (full && !takes))) rules->together_begins |= bit;
    if (locks && size > 0 && !full) rules->together_locks |= bit;
}

void cn_derive_limited_turns(cn_rules *rules)
{
    rules->limits_counted = has_limited_turns(rules);
    rules->limits_first = rules->limits_counted && rules->plain_while == 0;
    const unsigned full = (unsigned)rules->p.canasta_size;
    rules->wilds_share = rules->p.wild_canasta ? ((1U << CN_SHARE_BITS) + full - 1) / full : 0;
    rules->together_takes = rules->together_begins = rules->together_locks = 0;
    for (unsigned size = 0; size < TOGETHER_MOST; size++) derive_together(rules, size);
}

#if defined(__SSSE3__)

/* P57: the meld of the run takes wilds as when the run began, which matters where naturals may make
 * it larger than a canasta. */
CN_USUAL uint32_t mind_run(const cn_rules *rules, const cn_public *pub, const cn_side *side,
                           uint32_t wild)
{
    const cn_run run = cn_run_of(pub, side);
    const cn_counted_fits of_run =
        cn_fit_run(rules, &run, cn_laid_in_run(&pub->turn, &run, false), false);
    return (wild & ~of_run.begun) | of_run.wild;
}

/* What melds of ranks take, the limits minded. */
CN_USUAL cn_counted_fits fit_ranks(const cn_rules *rules, const cn_public *pub, const cn_side *side,
                                   const cn_limited *l)
{
    const cn_caps caps = cn_caps_of(rules, false);
    const cn_takers takers = cn_takers_of_ranks(&caps, side);
    cn_counted_fits f = {.begun = cn_counts_from(side->naturals, 1) & CN_ALL_RANKS};
    f.natural = f.begun & (uint32_t)takers.natural;
    f.wild = f.begun & (uint32_t)takers.wild;
    if (rules->p.add_natural_to_canasta) {
        f.wild = mind_run(rules, pub, side, f.wild);
    } else { /* a natural begins another beside a canasta (P56) */
        uint8_t cards[CN_COUNTS];
        cn_counts_add(cards, side->naturals, side->wilds);
        f.begun &= ~cn_counts_from(cards, (unsigned)rules->p.canasta_size);
    }
    f.wild &= ~l->barred;
    return f;
}

/* Naturals and wilds for melds of ranks. */
CN_USUAL uint64_t rank_lays(const cn_rules *rules, const cn_public *pub, const cn_side *side,
                            const cn_limited *l, cn_room room)
{
    const cn_counted_fits f = fit_ranks(rules, pub, side, l);
    const uint32_t held = l->h.ranks & ~l->dead, onto = held & f.begun;
    uint64_t lays = 0;
    if (room.begin) lays = (uint64_t)cn_ranks_left_to_begin(rules, l, held & ~onto) << CN_STEP_LAY;
    if (!room.onto) return lays;
    lays |= (uint64_t)(onto & f.natural) << CN_STEP_LAY;
    return lays | cn_wild_lays(&l->h, f.wild & ((uint32_t)l->locked - 1U));
}

/* Wilds go to a meld of wilds: to the latest, or, if there is none or it is closed, to a new one.
 * Without branches, because nobody foresees them. */
CN_USUAL bool go_together(const cn_rules *rules, const cn_limited *l, cn_room room)
{
    const unsigned enough = l->h.wilds >= (unsigned)rules->p.meld_min;
    const unsigned takes = rules->together_takes >> l->together & room.onto & (l->h.wilds != 0);
    return (takes | (rules->together_begins >> l->together & room.begin & enough)) != 0;
}

/* The lays for which there is room, and the discards, with nothing unfinished. */
CN_USUAL bool add_all(const cn_rules *rules, const cn_public *pub, const cn_limited *l,
                      const cn_side *side, cn_room room, cn_mask *mask)
{
    const uint64_t discards = cn_discardable_besides(rules, pub, l->h.hand, l->dead);
    const uint64_t together = 0U - (uint64_t)go_together(rules, l, room);
    *mask = (cn_mask){{discards << CN_STEP_DISCARD | rank_lays(rules, pub, side, l, room),
                       cn_lays_together(&l->h) & together}};
    return discards != 0 && cn_black3_are_out(rules, pub, l->h.hand, side);
}

/* Near the end: the hand cannot go out, so that what is laid must leave a card to discard and those
 * to keep, which a new meld does not. */
CN_USUAL bool add_near(const cn_rules *rules, const cn_public *pub, const cn_limited *l,
                       const cn_side *side, cn_mask *mask)
{
    const cn_cards *hand = l->h.hand;
    const unsigned held = pub->hand_count[pub->asker], keep = cn_keep_cards(rules, pub);
    const cn_room room = {held > keep + 1, false};
    const bool last = keep == 0 && rules->p.out_discard == CN_OUT_DISCARD_REQUIRED; /* P80 */
    if (held < (last ? 1U : 2U) || (pub->turn.laid && held <= keep) || hand->size != held ||
        cn_stuck_cards(rules, hand) > 0 || !cn_stock_lets_go_on(rules, pub) ||
        pub->packets[pub->asker] > 0)
        return false;
    if (!cn_limited_stays(rules, side, l) && !cn_counts_forbid_out(rules, pub, hand)) return false;
    return add_all(rules, pub, l, side, room, mask);
}

/* ---- a meld is unfinished ---- */

/* The same as cn_is_far_from_the_end, of cards that are looked at already. */
CN_USUAL bool is_far_from_the_end(const cn_rules *rules, const cn_public *pub, const cn_holding *h)
{
    return pub->hand_count[pub->asker] > cn_keep_cards(rules, pub) + (unsigned)rules->p.meld_min &&
           (h->kinds & cn_never_discarded(rules)) == 0 && cn_stock_lets_go_on(rules, pub);
}

/* Melds of the rank take a wild now. */
CN_USUAL bool takes_wilds(const cn_rules *rules, const cn_side *side, unsigned rank)
{
    const uint32_t mixed_only =
        side->wilds[rank] > 0 ? 0 : (uint32_t)rules->p.initial_only_wild_ranks;
    const uint32_t barred = (uint32_t)rules->p.no_wild_ranks | mixed_only;
    return ((barred >> rank | rules->together_locks >> cn_wilds_together(side)) & 1) == 0;
}

/* The wilds of the hand finish a meld of wilds. */
static CN_RARE bool lays_together(const cn_rules *rules, const cn_meld *meld, const cn_holding *h,
                                  cn_mask *mask)
{
    const unsigned size = cn_meld_wilds(meld);
    if (size + h->wilds < (unsigned)rules->p.meld_min || (rules->together_takes >> size & 1) == 0)
        return false;
    *mask = (cn_mask){{0, cn_lays_together(h)}};
    return true;
}

/* With a wild more the meld has room for the naturals it needs before it is a canasta, which might
 * close its own rank (P100). */
static inline bool is_finished_before_it_closes(const cn_rules *rules, const cn_meld *meld)
{
    return (int32_t)cn_meld_wilds(meld) + 1 + rules->p.min_naturals <= rules->p.canasta_size;
}

/* Far from the end: a meld of wilds, or one of a rank that is finished soon, and which is not
 * closed, for it was begun in this turn. */
static CN_RARE bool lays_onto_open(const cn_rules *rules, const cn_public *pub,
                                   const cn_cards *hand, cn_mask *mask)
{
    const cn_side *side = cn_public_acting(pub);
    CN_FOUND(side);
    const unsigned open = pub->turn.open_meld, rank = side->meld[open].rank;
    cn_holding h = cn_hold(hand);
    if (!is_far_from_the_end(rules, pub, &h) || open != pub->turn.run_meld ||
        open + 1U != side->latest[rank])
        return false;
    if (rank >= CN_RANKS)
        return rank == CN_MELD_WILD && lays_together(rules, &side->meld[open], &h, mask);
    if (!is_finished_before_it_closes(rules, &side->meld[open])) return false;
    const cn_run run = cn_run_at(&side->meld[open]);
    cn_counted_fits f = cn_fit_run(rules, &run, cn_laid_in_run(&pub->turn, &run, false), false);
    if (!takes_wilds(rules, side, rank)) f.wild = h.wilds = 0;
    if (!cn_finishes_soon(rules, &h, &run, &f)) return false;
    const uint64_t natural = f.natural & h.ranks;
    *mask = (cn_mask){{natural << CN_STEP_LAY | cn_wild_lays(&h, f.wild)}};
    return true;
}

/* ---- all ---- */

/* Nothing obliges the side that has opened, and a rank has one meld that takes cards. */
CN_USUAL bool is_told(const cn_rules *rules, const cn_public *pub, const cn_side *side)
{
    return cn_is_free(rules, pub, side) &&
           (rules->p.dead_rank != CN_DEAD_RANK_NONE || cn_melds_are_single(side));
}

/* Nothing is begun, and the end is near. */
static CN_RARE bool add_near_the_end(const cn_rules *rules, const cn_public *pub,
                                     const cn_cards *hand, cn_mask *mask)
{
    const cn_side *side = cn_public_acting(pub);
    const cn_limited l = cn_limits_of(rules, pub, hand, side);
    return add_near(rules, pub, &l, side, mask);
}

CN_RARE bool cn_legal_limited(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                              cn_mask *mask)
{
    const cn_room room = {true, true};
    const cn_side *side = cn_public_acting(pub);
    if (!is_told(rules, pub, side)) return false;
    if (pub->turn.open_meld != CN_NO_MELD) return lays_onto_open(rules, pub, hand, mask);
    const cn_limited l = cn_limits_of(rules, pub, hand, side);
    if (!is_far_from_the_end(rules, pub, &l.h)) return add_near_the_end(rules, pub, hand, mask);
    return add_all(rules, pub, &l, side, room, mask);
}

/* Nothing lies there: the hand is too small for the canastas that going out needs. */
CN_USUAL bool is_too_small_to_go_out(const cn_rules *rules, const cn_cards *hand)
{
    const cn_params *p = &rules->p;
    const unsigned discard = p->out_discard == CN_OUT_DISCARD_REQUIRED ? 1 : 0;
    return hand->size < (unsigned)(p->out_canastas * p->canasta_size) + discard;
}

static CN_RARE void ask_before_opening(const cn_rules *rules, const cn_public *pub,
                                       const cn_cards *hand, cn_mask *mask)
{
    if (!cn_two_cards_stay(rules, pub, hand)) cn_add_question(rules, pub, hand, mask);
}

static CN_RARE void legal_before_opening(const cn_rules *rules, const cn_public *pub,
                                         const cn_cards *hand, cn_mask *mask)
{
    if (!rules->openings_pure || !cn_legal_pure(rules, pub, hand, mask))
        cn_legal_of_others(rules, pub, hand, mask);
    else if (!is_too_small_to_go_out(rules, hand) && cn_may_ask(rules, pub))
        ask_before_opening(rules, pub, hand, mask);
}

static CN_RARE void ask_after_opening(const cn_rules *rules, const cn_public *pub,
                                      const cn_cards *hand, cn_mask *mask)
{
    if (!cn_limits_forbid_out(rules, pub, hand)) cn_add_question(rules, pub, hand, mask);
}

/* No question is put while a meld is unfinished. */
static CN_RARE void legal_onto_open(const cn_rules *rules, const cn_public *pub,
                                    const cn_cards *hand, cn_mask *mask)
{
    if (!lays_onto_open(rules, pub, hand, mask)) cn_legal_of_others(rules, pub, hand, mask);
}

/* No question is put where the hand cannot go out, or it is told with all else. */
static CN_RARE void legal_near_the_end(const cn_rules *rules, const cn_public *pub,
                                       const cn_cards *hand, cn_mask *mask)
{
    if (!add_near_the_end(rules, pub, hand, mask)) cn_legal_of_others(rules, pub, hand, mask);
}

/* Whether something has been laid, after which no question is put, is foreseen from the step
 * before. */
CN_USUAL bool may_be_asked(const cn_rules *rules, const cn_public *pub, const cn_side *side,
                           const cn_limited *l)
{
    return cn_may_ask(rules, pub) && !cn_melds_keep(rules, side, l);
}

/* Most turns; without an address of the limits, so that they stay in registers. */
static CN_RARE void legal_after_opening(const cn_rules *rules, const cn_public *pub,
                                        const cn_cards *hand, cn_mask *mask)
{
    const cn_room room = {true, true};
    const cn_side *side = cn_public_acting(pub);
    CN_FOUND(side);
    if (!is_told(rules, pub, side)) {
        cn_legal_of_others(rules, pub, hand, mask);
    } else if (pub->turn.open_meld != CN_NO_MELD) {
        legal_onto_open(rules, pub, hand, mask);
    } else {
        const cn_limited l = cn_limits_of(rules, pub, hand, side);
        if (!is_far_from_the_end(rules, pub, &l.h))
            legal_near_the_end(rules, pub, hand, mask);
        else if (!add_all(rules, pub, &l, side, room, mask))
            cn_legal_of_others(rules, pub, hand, mask);
        else if (may_be_asked(rules, pub, side, &l))
            ask_after_opening(rules, pub, hand, mask);
    }
}

void cn_legal_with_limits(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                          cn_mask *mask)
{
    if (cn_public_acting_has_opened(pub))
        legal_after_opening(rules, pub, hand, mask);
    else
        legal_before_opening(rules, pub, hand, mask);
}

#else

bool cn_legal_limited(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                      cn_mask *mask)
{
    (void)rules, (void)pub, (void)hand, (void)mask;
    return false;
}

void cn_legal_with_limits(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                          cn_mask *mask)
{
    cn_legal_of_others(rules, pub, hand, mask);
}

#endif
