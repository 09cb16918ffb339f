/* All steps of a melding turn at once: of a side that has opened, far from the end, with nothing
 * named and nothing unfinished, by rules whose melds of ranks are told by their counts.
 * Not here: ranks that take no wilds, limits that few rules know (legal_usual.c). Invariant: as in
 * the header. */
#include "legal_counted.h"

#include "counted.h"
#include "last_two.h"
#include "lays_usual.h"
#include "out_exact.h"
#include "out_needs.h"
#include "rare.h"

bool cn_has_counted_turns(const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    return rules->usual && rules->caps &&
           (!p->sequences || p->same_rank_melds != CN_SAME_RANK_MELDS_ONE_MERGED) &&
           (p->no_wild_ranks | p->initial_only_wild_ranks) == 0;
}

#if defined(__SSSE3__)

/* What the turn can end with when few cards are left. */
typedef struct ending {
    bool by_discard, by_laying; /* going out, whatever is laid before */
} ending;

/* The seat surely goes out with its last card, or surely does not: otherwise false. */
static bool ending_is_sure(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                           ending *end)
{
    end->by_discard = end->by_laying = false;
    if (cn_canastas_are_beyond_reach(rules, pub, hand) || cn_needs_are_beyond(rules, pub, hand))
        return true;
    end->by_discard = cn_last_card_goes_out(rules, pub);
    end->by_laying = end->by_discard && rules->p.out_discard != CN_OUT_DISCARD_REQUIRED;
    return end->by_discard || (rules->out_exact && cn_exact_stays(rules, pub, hand));
}

/* So many cards more are laid: enough is left, or it goes out. */
static bool leaves_enough(unsigned held, unsigned more, unsigned keep, ending end)
{
    const unsigned left = held > more ? held - more : 0;
    if (left == 0) return held == more && end.by_laying;
    return left > keep || (left == 1 && end.by_discard);
}

/* No packet comes before the hand is empty: of a hand too small for a canasta of its own. */
static CN_RARE bool packet_stays(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    const cn_side *side = cn_public_acting(pub);
    const unsigned full = (unsigned)rules->p.canasta_size;
    const unsigned wilds = hand->kind[CN_KIND_TWO] + (unsigned)hand->kind[CN_KIND_JOKER];
    if (rules->p.reserve_trigger != CN_RESERVE_TRIGGER_PLAYER_FIRST_CANASTA || hand->size >= full)
        return false;
    return (cn_melds_in_reach(side, hand, full - wilds) & ~cn_melds_look(side, full).full) == 0;
}

/* Near the end: false if it is in doubt whether the seat can go out, or whether it may discard.
 * Where it goes out with its last card, and more than one must be kept, a lay may be the first of
 * several. An emptied hand picks up a packet: nothing need be kept for it. */
static CN_RARE bool find_room(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                              cn_room *room)
{
    const unsigned held = pub->hand_count[pub->asker], keep = cn_keep_cards(rules, pub);
    const bool waits = pub->packets[pub->asker] > 0;
    ending end = {false, false};
    if (cn_stuck_cards(rules, hand) > 0 || !cn_stock_lets_go_on(rules, pub) || hand->size != held)
        return false;
    if (cn_packet_waits_for_empty_hand(rules, pub)) {
        *room = (cn_room){true, true};
        return held >= 2;
    }
    if (waits ? !packet_stays(rules, pub, hand) : !ending_is_sure(rules, pub, hand, &end))
        return false;
    if (end.by_discard && keep > 1) return false;
    const bool discards = held >= 2 ? !pub->turn.laid || held > keep : held == 1 && end.by_discard;
    room->onto = leaves_enough(held, 1, keep, end);
    room->begin = leaves_enough(held, (unsigned)rules->p.meld_min, keep, end);
    return discards;
}

CN_USUAL bool is_counted(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                         const cn_side *side)
{
    const cn_turn *turn = &pub->turn;
    return cn_is_free(turn, side) && cn_black3_are_out(rules, pub, hand, side) &&
           !cn_full_sequence_grows(rules, side);
}

/* ---- sequences and joined melds ---- */

/* A sequence takes one of the faces; none of them is a full one that grows on the way out (P109).
 */
static bool sequence_takes(const cn_rules *rules, const cn_meld *meld, uint64_t faces)
{
    return meld->rank == CN_MELD_SEQUENCE && (cn_faces_onto(rules, meld) & faces) != 0;
}

CN_RARE void cn_add_counted_sequences(const cn_rules *rules, const cn_public *pub,
                                      const cn_cards *hand, const cn_side *side, cn_mask *mask)
{
    const unsigned run = pub->turn.run_meld;
    const uint64_t faces = cn_faces_held(hand);
    uint64_t lays = cn_faces_in_runs(faces, (unsigned)rules->p.meld_min), names = 0;
    for (unsigned i = 0; i < side->meld_count; i++)
        names |= (uint64_t)(i != run && sequence_takes(rules, &side->meld[i], faces)) << i;
    if (run != CN_NO_MELD && side->meld[run].rank == CN_MELD_SEQUENCE) {
        const cn_meld *meld = &side->meld[run];
        lays = (lays & ~cn_faces_beside(meld)) | (cn_faces_onto(rules, meld) & faces);
        if (cn_run_can_end(rules, pub, hand)) cn_mask_add(mask, CN_STEP_NEW);
    }
    cn_mask_add_many(mask, CN_STEP_SEQUENCE, lays);
    cn_mask_add_many(mask, CN_STEP_TO_MELD, names);
}

/* P56: a later meld of the rank can be joined to this one. */
static bool joins_later(const cn_rules *rules, const cn_public *pub, const cn_side *side,
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

/* Names of melds of ranks, not yet named, to which later ones can be joined. */
static void add_joins(const cn_rules *rules, const cn_public *pub, const cn_side *side,
                      cn_mask *mask)
{
    uint64_t left = cn_earlier_melds(side);
    for (; left != 0; left &= left - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(left);
        if (side->meld[i].rank < CN_RANKS && !cn_mask_has(mask, CN_STEP_TO_MELD + i) &&
            joins_later(rules, pub, side, i))
            cn_mask_add(mask, CN_STEP_TO_MELD + i);
    }
}

static CN_RARE void add_sequences_and_joins(const cn_rules *rules, const cn_public *pub,
                                            const cn_cards *hand, const cn_side *side,
                                            cn_mask *mask)
{
    if (rules->p.sequences) cn_add_counted_sequences(rules, pub, hand, side, mask);
    if (rules->p.same_rank_melds == CN_SAME_RANK_MELDS_MANY_MAY_MERGE)
        add_joins(rules, pub, side, mask);
}

/* ---- all ---- */

/* The lays for which there is room, and the discards. */
CN_USUAL bool add_apart(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                        const cn_side *side, cn_room room, cn_mask *mask)
{
    const uint64_t discards = cn_discardable(rules, pub, hand);
    const cn_holding h = cn_hold(hand);
    *mask = cn_counted_apart(rules, pub, side, &h, false, room, discards << CN_STEP_DISCARD);
    return discards != 0;
}

CN_USUAL bool add_merged(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                         const cn_side *side, cn_room room, cn_mask *mask)
{
    const uint64_t discards = cn_discardable(rules, pub, hand);
    const cn_holding h = cn_hold(hand);
    const bool single = cn_melds_are_single(side);
    if (discards == 0 || (!single && !cn_canastas_close(rules))) return false;
    *mask =
        cn_counted_merged(rules, pub, side, &h, false, single, room, discards << CN_STEP_DISCARD);
    return true;
}

static CN_RARE bool legal_near_the_end(const cn_rules *rules, const cn_public *pub,
                                       const cn_cards *hand, const cn_side *side, cn_mask *mask)
{
    cn_room room;
    if (!rules->counted_ranks) return false;
    if (find_room(rules, pub, hand, &room))
        return cn_has_own_melds(rules) ? add_apart(rules, pub, hand, side, room, mask)
                                       : add_merged(rules, pub, hand, side, room, mask);
    *mask = (cn_mask){{(uint64_t)cn_discardable(rules, pub, hand) << CN_STEP_DISCARD}};
    return mask->word[0] != 0 && cn_add_last_two(rules, pub, hand, mask);
}

/* ---- one meld ---- */

/* Cards for one meld of a rank. */
CN_USUAL uint64_t lays_onto(const cn_rules *rules, const cn_cards *hand, const cn_run *run,
                            unsigned laid)
{
    const cn_holding h = cn_hold(hand);
    const cn_counted_fits f = cn_fit_run(rules, run, laid, false);
    return (uint64_t)(f.natural & h.ranks) << CN_STEP_LAY | cn_wild_lays(&h, f.wild);
}

/* The next card finishes it, whichever it is, or the naturals in hand do, or one of them, with a
 * wild that is due in either order. */
CN_USUAL bool is_finished_soon(const cn_rules *rules, const cn_cards *hand, const cn_run *run)
{
    const cn_params *p = &rules->p;
    const unsigned naturals = run->meld->naturals, size = naturals + run->wilds;
    const unsigned least = (unsigned)p->meld_min, of = (unsigned)p->min_naturals;
    const unsigned need = size < least ? least - size : 0, held = hand->kind[run->rank];
    const unsigned by_one = (need == 1) & (naturals >= of);
    const unsigned by_naturals = (need > 0) & (held >= need) & (naturals + need > of);
    const bool wild = hand->kind[CN_KIND_TWO] + hand->kind[CN_KIND_JOKER] > 0;
    const uint64_t by_last = (held > 0) & (size + 1 >= least) & (naturals + 1 == of) &
                             rules->takes_natural[naturals] >> (run->wilds + 1);
    const uint64_t by_pair = wild & (need == 2) & (held == 1) & (naturals + 1 == of) &
                             rules->takes_wild[0][naturals + 1] >> run->wilds &
                             rules->takes_natural[naturals] >> (run->wilds + 1);
    return (by_one | by_naturals | by_last | by_pair) != 0;
}

/* The meld that was named, far from the end. */
CN_USUAL bool lays_onto_named(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                              const cn_side *side, cn_mask *mask)
{
    const unsigned named = pub->turn.to_meld;
    const cn_meld *meld = &side->meld[named];
    *mask = (cn_mask){{0}};
    if (meld->rank == CN_MELD_SEQUENCE) {
        const uint64_t ends = cn_faces_onto(rules, meld);
        cn_mask_add_many(mask, CN_STEP_SEQUENCE, ends & cn_faces_held(hand));
        return ends != 0;
    }
    if (meld->rank >= CN_RANKS) return false;
    const cn_run run = {meld, meld->rank, cn_meld_wilds(meld), 1, 1};
    mask->word[0] = lays_onto(rules, hand, &run, cn_meld_size(meld));
    if (rules->counted_ranks) return true;
    const cn_shape shape = cn_shape_of(pub, side, named);
    cn_mask_add_many(mask, CN_STEP_JOIN, cn_joins_onto(rules, pub, side, &shape));
    return true;
}

/* An unfinished meld of wilds, which those in hand finish. */
static CN_RARE bool wilds_finish(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                                 const cn_side *side, cn_mask *mask)
{
    const cn_holding h = cn_hold(hand);
    const unsigned open = pub->turn.open_meld, least = (unsigned)rules->p.meld_min;
    const unsigned lie = cn_meld_wilds(&side->meld[open]);
    *mask = (cn_mask){{0, cn_lays_together(&h)}};
    return cn_meld_of_wilds(rules, pub, side) == open && lie < least && lie + h.wilds >= least &&
           cn_together_below(rules) >= least;
}

/* Near the end cards can be laid onto a finished meld. */
static CN_RARE bool onto_near_the_end(const cn_rules *rules, const cn_public *pub,
                                      const cn_cards *hand)
{
    cn_room room;
    return rules->counted_ranks && pub->turn.to_meld != CN_NO_MELD &&
           find_room(rules, pub, hand, &room) && room.onto;
}

/* The meld that was named; far from the end, the unfinished one if it is finished soon. */
CN_RARE bool cn_legal_onto_one(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                               cn_mask *mask)
{
    const cn_side *side = cn_public_acting(pub);
    const cn_turn *turn = &pub->turn;
    const unsigned open = turn->open_meld;
    if (!cn_is_free(turn, side)) return false;
    if (!cn_is_far_from_the_end(rules, pub, hand) && !onto_near_the_end(rules, pub, hand))
        return false;
    if (turn->to_meld != CN_NO_MELD) return lays_onto_named(rules, pub, hand, side, mask);
    const cn_meld *meld = &side->meld[open];
    if (meld->rank == CN_MELD_WILD) return wilds_finish(rules, pub, hand, side, mask);
    if (meld->rank >= CN_RANKS) return false;
    const cn_run run = {meld, meld->rank, cn_meld_wilds(meld), 1, 1};
    *mask = (cn_mask){{lays_onto(rules, hand, &run, cn_laid_in_run(turn, &run, false))}};
    const unsigned target = cn_has_own_melds(rules) ? turn->run_meld : side->latest[run.rank] - 1U;
    return target == open && is_finished_soon(rules, hand, &run);
}

CN_RARE bool cn_legal_counted(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                              cn_mask *mask)
{
    const cn_side *side = cn_public_acting(pub);
    const cn_room room = {true, true};
    if (!is_counted(rules, pub, hand, side)) return false;
    if (!cn_is_far_from_the_end(rules, pub, hand))
        return legal_near_the_end(rules, pub, hand, side, mask);
    if (!cn_has_own_melds(rules)) return add_merged(rules, pub, hand, side, room, mask);
    if (!add_apart(rules, pub, hand, side, room, mask)) return false;
    if (!rules->counted_ranks) add_sequences_and_joins(rules, pub, hand, side, mask);
    return true;
}

#else

CN_RARE bool cn_legal_counted(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                              cn_mask *mask)
{
    (void)rules, (void)pub, (void)hand, (void)mask;
    return false;
}

CN_RARE bool cn_legal_onto_one(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                               cn_mask *mask)
{
    return cn_legal_counted(rules, pub, hand, mask);
}

#endif
