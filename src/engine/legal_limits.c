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

/* A rank has one meld, but for closed ones beside it where ranks do not close. */
bool cn_has_limited_turns(const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    return rules->usual && rules->caps && !rules->counted && !rules->many && !p->twos_as_rank &&
           p->wild_meld_locks_wilds != CN_WILD_MELD_LOCKS_WILDS_TWOS_MELD;
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
    const unsigned size = l->together, lies = size != 0;
    const unsigned takes = lies & (size < rules->wilds_below);
    const unsigned closed = (size >= (unsigned)rules->p.canasta_size) & (takes ^ 1U);
    const unsigned begins = ((lies ^ 1U) | closed) & (rules->wild_most != 0) &
                            (l->h.wilds >= (unsigned)rules->p.meld_min);
    return ((takes & room.onto & (l->h.wilds != 0)) | (begins & room.begin)) != 0;
}

/* The lays for which there is room, and the discards, with nothing unfinished. */
CN_USUAL bool add_all(const cn_rules *rules, const cn_public *pub, const cn_limited *l,
                      const cn_side *side, cn_room room, cn_mask *mask)
{
    const uint64_t discards = cn_discardable(rules, pub, l->h.hand);
    const uint64_t together = 0U - (uint64_t)go_together(rules, l, room);
    *mask = (cn_mask){{discards << CN_STEP_DISCARD | rank_lays(rules, pub, side, l, room),
                       cn_lays_together(&l->h) & together}};
    return discards != 0 && cn_black3_are_out(rules, pub, l->h.hand, side);
}

/* Near the end: the hand cannot go out, so that what is laid must leave a card to discard and those
 * to keep, which a new meld does not. */
static CN_RARE bool add_near(const cn_rules *rules, const cn_public *pub, const cn_limited *l,
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

/* Far from the end: a meld of a rank that is finished soon. */
static CN_RARE bool lays_onto_open(const cn_rules *rules, const cn_public *pub,
                                   const cn_limited *limits, const cn_side *side, cn_mask *mask)
{
    const unsigned open = pub->turn.open_meld;
    const cn_meld *meld = &side->meld[open];
    if (meld->rank >= CN_RANKS || open != pub->turn.run_meld ||
        open + 1U != side->latest[meld->rank])
        return false;
    cn_limited l = *limits;
    const cn_run run = cn_run_of(pub, side);
    cn_counted_fits f = cn_fit_run(rules, &run, cn_laid_in_run(&pub->turn, &run, false), false);
    if (l.locked || (l.barred >> meld->rank & 1) != 0) f.wild = l.h.wilds = 0;
    if (!cn_finishes_soon(rules, &l.h, &run, &f)) return false;
    const uint64_t natural = f.natural & l.h.ranks & ~l.dead;
    *mask = (cn_mask){{natural << CN_STEP_LAY | cn_wild_lays(&l.h, f.wild)}};
    return true;
}

/* ---- all ---- */

/* The same as cn_is_far_from_the_end, of cards that are looked at already. */
CN_USUAL bool is_far_from_the_end(const cn_rules *rules, const cn_public *pub, const cn_limited *l)
{
    return pub->hand_count[pub->asker] > cn_keep_cards(rules, pub) + (unsigned)rules->p.meld_min &&
           (l->h.kinds & cn_never_discarded(rules)) == 0 && cn_stock_lets_go_on(rules, pub);
}

/* Of a side that has opened; finds the limits, too. */
CN_USUAL bool add_opened(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                         const cn_side *side, cn_limited *l, cn_mask *mask)
{
    const cn_room room = {true, true};
    const bool begins = pub->turn.open_meld == CN_NO_MELD;
    if (!cn_is_free(rules, &pub->turn, side)) return false;
    if (rules->p.dead_rank == CN_DEAD_RANK_NONE && !cn_melds_are_single(side)) return false;
    *l = cn_limits_of(rules, pub, hand, side);
    if (!is_far_from_the_end(rules, pub, l)) return begins && add_near(rules, pub, l, side, mask);
    return begins ? add_all(rules, pub, l, side, room, mask)
                  : lays_onto_open(rules, pub, l, side, mask);
}

CN_RARE bool cn_legal_limited(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                              cn_mask *mask)
{
    cn_limited l;
    return add_opened(rules, pub, hand, cn_public_acting(pub), &l, mask);
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

static CN_RARE void legal_after_opening(const cn_rules *rules, const cn_public *pub,
                                        const cn_cards *hand, cn_mask *mask)
{
    const cn_side *side = cn_public_acting(pub);
    cn_limited l;
    if (!add_opened(rules, pub, hand, side, &l, mask))
        cn_legal_of_others(rules, pub, hand, mask);
    else if (cn_may_ask(rules, pub) && !cn_limited_stays(rules, side, &l))
        cn_add_question(rules, pub, hand, mask);
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
