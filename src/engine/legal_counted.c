/* All steps of a melding turn at once: of a side that has opened, by rules whose melds of ranks are
 * told by their counts; far from the end, and near it where it is plain how the turn can end.
 * Not here: ranks that take no wilds, limits that few rules know (legal_usual.c).
 * Invariant: as in the header. */
#include "legal_counted.h"

#include "counted.h"
#include "last_two.h"
#include "lays_usual.h"
#include "legal_near.h"
#include "legal_search.h"
#include "out_exact.h"
#include "out_needs.h"
#include "rare.h"
#include "sequences.h"
#include "twos.h"

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

/* No new meld can be finished. */
CN_USUAL bool nothing_begins(const cn_rules *rules, const cn_cards *hand)
{
    const cn_holding h = cn_hold(hand);
    return h.wilds < (unsigned)rules->p.meld_min && (h.ranks & cn_begin(rules, &h, false)) == 0;
}

/* Near the end: false if it is in doubt whether the seat can go out, or whether it may discard.
 * Where it goes out with its last card, and more than one must be kept, a lay may be the first of
 * several. An emptied hand picks up a packet: nothing need be kept for it. A card onto a meld
 * leaves enough of three, whatever else the turn could end with. */
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
    if (!waits && keep <= 1 && held > keep + 1 && nothing_begins(rules, hand)) {
        *room = (cn_room){true, false};
        return true;
    }
    if (waits ? !packet_stays(rules, pub, hand) : !ending_is_sure(rules, pub, hand, &end))
        return false;
    if (end.by_discard && keep > 1) return false;
    const bool discards = held >= 2 ? !pub->turn.laid || held > keep : held == 1 && end.by_discard;
    room->onto = leaves_enough(held, 1, keep, end);
    room->begin = leaves_enough(held, (unsigned)rules->p.meld_min, keep, end);
    return discards;
}

/* ---- melds of twos, sequences, joined melds ---- */

/* The run is of a sequence: the faces for it, those that begin another one, and the end of the run
 * (S4). */
static CN_RARE void add_beside(const cn_rules *rules, const cn_meld *sequence, uint64_t faces,
                               uint64_t begin, cn_mask *mask)
{
    const uint64_t beside = cn_faces_beside(sequence), held = beside & faces;
    const uint64_t open = 0U - (uint64_t)(sequence->naturals < rules->sequence_below);
    mask->word[0] |= (uint64_t)(held != 0) << CN_STEP_NEW;
    cn_mask_add_many(mask, CN_STEP_SEQUENCE, (begin & ~beside) | (held & open));
}

CN_USUAL void add_sequence_lays(const cn_rules *rules, const cn_run *run, uint64_t faces,
                                cn_mask *mask)
{
    const uint64_t begin = cn_faces_in_runs(faces, (unsigned)rules->p.meld_min);
    if (run->rank == CN_MELD_SEQUENCE)
        add_beside(rules, run->meld, faces, begin, mask);
    else
        cn_mask_add_many(mask, CN_STEP_SEQUENCE, begin);
}

/* Of these melds those to which later ones can be joined. */
static CN_RARE uint64_t find_joins(const cn_rules *rules, const cn_public *pub, const cn_side *side,
                                   uint64_t melds)
{
    uint64_t joins = 0;
    for (; melds != 0; melds &= melds - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(melds);
        joins |= (uint64_t)cn_shape_joins_later(rules, pub, side, i) << i;
    }
    return joins;
}

/* Where only wilds keep melds from being joined: three melds of a rank lie there, so that two of
 * those that are `mixed` may be. Of two melds the rank has too many. */
CN_USUAL bool some_may_join(const cn_rules *rules, const cn_side *side, uint64_t mixed)
{
    const unsigned above = (unsigned)(rules->wilds_to_join + 1);
    const uint32_t ranks = cn_counts_from(side->wilds, above) & CN_ALL_RANKS;
    return (above == 0) | (__builtin_popcountll(mixed) > __builtin_popcount(ranks));
}

/* The faces in hand, where they matter. */
CN_USUAL uint64_t faces_of(const cn_rules *rules, const cn_cards *hand)
{
    return rules->p.sequences ? cn_faces_held(hand) : 0;
}

/* All that fits, besides the steps `first` of the first word. */
CN_USUAL void find_all(const cn_rules *rules, const cn_public *pub, const cn_side *side,
                       const cn_holding *h, uint64_t faces, bool opening, uint64_t first,
                       cn_mask *mask)
{
    const cn_room room = {true, true};
    const cn_run run = cn_run_of(pub, side);
    cn_lays_beside(rules, h, &run, opening, room, first, mask);
    if (rules->p.sequences) add_sequence_lays(rules, &run, faces, mask);
    const cn_namable melds = cn_melds_to_name(rules, side, h, faces, opening);
    cn_add_lays_onto(rules, pub, h, &run, melds.takes, opening, mask);
    if (opening || rules->p.same_rank_melds != CN_SAME_RANK_MELDS_MANY_MAY_MERGE) return;
    uint64_t joins = melds.doubles & ~melds.mixed;
    const uint64_t others = melds.mixed & ~(mask->word[1] >> CN_STEP_TO_MELD % 64);
    if ((others != 0) & some_may_join(rules, side, melds.mixed))
        joins |= find_joins(rules, pub, side, others);
    mask->word[1] |= joins << CN_STEP_TO_MELD % 64;
}

CN_RARE void cn_counted_lays(const cn_rules *rules, const cn_public *pub, const cn_side *side,
                             const cn_holding *h, bool opening, uint64_t first, cn_mask *mask)
{
    find_all(rules, pub, side, h, faces_of(rules, h->hand), opening, first, mask);
}

/* ---- all ---- */

/* The cards that are free for melds of ranks (P133). */
CN_USUAL cn_holding hold_free(const cn_rules *rules, const cn_side *side, const cn_cards *hand)
{
    cn_holding h = cn_hold(hand);
    if (!rules->p.twos_as_rank || !cn_twos_are_kept(rules, side, CN_NO_MELD)) return h;
    h.wild_sorts &= CN_SORT_JOKER;
    h.wilds = hand->kind[CN_KIND_JOKER];
    return h;
}

/* Leaves out the discards that a ban keeps back; false if there are none. */
static CN_RARE bool leave_out_banned(const cn_rules *rules, const cn_public *pub, cn_mask *mask)
{
    const uint64_t all = (uint64_t)CN_ALL_KINDS << CN_STEP_DISCARD;
    const uint32_t kinds = (uint32_t)((mask->word[0] & all) >> CN_STEP_DISCARD);
    const uint64_t free = kinds != 0 ? cn_not_banned(rules, pub, kinds) : 0;
    mask->word[0] = (mask->word[0] & ~all) | free << CN_STEP_DISCARD;
    return kinds != 0;
}

/* The lays for which there is room, and the discards. */
CN_USUAL bool add_apart(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                        const cn_side *side, cn_room room, cn_mask *mask)
{
    const cn_holding h = cn_hold(hand);
    const uint64_t discards = h.kinds & CN_ALL_KINDS & ~cn_never_discarded(rules);
    cn_counted_apart(rules, pub, side, &h, room, discards << CN_STEP_DISCARD, mask);
    return pub->turn_number <= rules->bans_until ? leave_out_banned(rules, pub, mask)
                                                 : discards != 0;
}

/* Room for all of them. */
static CN_RARE bool add_all_apart(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                                  const cn_side *side, cn_mask *mask)
{
    const cn_room room = {true, true};
    return add_apart(rules, pub, hand, side, room, mask);
}

/* No question may be put, or the turn does not go out; told along with the steps, because nobody
 * foresees it. */
CN_USUAL bool nothing_is_asked(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                               const cn_side *side, uint64_t faces)
{
    if (rules->p.ask_partner == CN_ASK_PARTNER_NONE || cn_bars_to_ask(pub) != 0) return true;
    const uint64_t reach =
        cn_faces_in_reach(faces, side->beside & faces, (unsigned)rules->p.meld_min);
    return cn_two_cards_stay_outside(rules, side, hand, cn_faces_ranks(reach));
}

/* Nothing, and the mask means nothing; all steps but the question, of which nothing is known; all
 * steps: no question may be put. */
typedef enum steps_told { TOLD_NOTHING, TOLD_STEPS, TOLD_ALL } steps_told;

/* The same with sequences and joins. */
CN_USUAL steps_told tell_all(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                             const cn_side *side, cn_mask *mask)
{
    const uint64_t discards = cn_discardable(rules, pub, hand);
    const uint64_t faces = faces_of(rules, hand);
    const cn_holding h = hold_free(rules, side, hand);
    find_all(rules, pub, side, &h, faces, false, discards << CN_STEP_DISCARD, mask);
    if (rules->p.twos_as_rank) cn_add_twos_turn(rules, pub, hand, mask);
    if (discards == 0) return TOLD_NOTHING;
    return nothing_is_asked(rules, pub, hand, side, faces) ? TOLD_ALL : TOLD_STEPS;
}

static CN_RARE bool add_all(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                            const cn_side *side, cn_mask *mask)
{
    return tell_all(rules, pub, hand, side, mask) != TOLD_NOTHING;
}

/* The same where a rank has one meld. */
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

static CN_RARE bool add_all_merged(const cn_rules *rules, const cn_public *pub,
                                   const cn_cards *hand, const cn_side *side, cn_mask *mask)
{
    const cn_room room = {true, true};
    return add_merged(rules, pub, hand, side, room, mask);
}

/* Where melds lie apart, with sequences or joins. */
static CN_RARE bool near_apart(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                               const cn_side *side, cn_mask *mask)
{
    const cn_holding h = hold_free(rules, side, hand);
    return cn_near_apart(rules, pub, hand, side, &h, mask);
}

static CN_RARE bool legal_near_the_end(const cn_rules *rules, const cn_public *pub,
                                       const cn_cards *hand, const cn_side *side, cn_mask *mask)
{
    cn_room room;
    if (!rules->counted_ranks)
        return cn_has_own_melds(rules) && near_apart(rules, pub, hand, side, mask);
    if (pub->turn.answer != CN_ANSWER_NONE) return false;
    if (find_room(rules, pub, hand, &room))
        return cn_has_own_melds(rules) ? add_apart(rules, pub, hand, side, room, mask)
                                       : add_merged(rules, pub, hand, side, room, mask);
    *mask = (cn_mask){{(uint64_t)cn_discardable(rules, pub, hand) << CN_STEP_DISCARD}};
    return mask->word[0] != 0 && cn_add_last_two(rules, pub, hand, mask);
}

/* ---- one meld ---- */

/* Wilds and naturals that fit one meld of a rank; its bit or none. */
CN_USUAL uint64_t lays_onto(const cn_holding *h, cn_counted_fits f)
{
    return (uint64_t)(f.natural & h->ranks) << CN_STEP_LAY | cn_wild_lays(h, f.wild);
}

/* The same of a meld of twos or wilds. */
static CN_RARE bool lays_onto_named_wilds(const cn_rules *rules, const cn_public *pub,
                                          const cn_cards *hand, const cn_side *side, cn_mask *mask)
{
    const unsigned named = pub->turn.to_meld, rank = side->meld[named].rank;
    const cn_shape shape = cn_shape_of(pub, side, named);
    const cn_holding h = hold_free(rules, side, hand);
    if (rank == CN_MELD_TWOS) {
        cn_add_twos_onto(rules, pub, hand, named, mask);
        cn_mask_add_many(mask, CN_STEP_JOIN, cn_joins_onto(rules, pub, side, &shape));
    } else if (rank == CN_MELD_WILD && cn_shape_takes(rules, &shape, true)) {
        mask->word[1] = cn_lays_together(&h);
    }
    return rank == CN_MELD_TWOS || rank == CN_MELD_WILD;
}

/* The meld that was named, where there is room. */
static CN_RARE bool lays_onto_named(const cn_rules *rules, const cn_public *pub,
                                    const cn_cards *hand, const cn_side *side, cn_mask *mask)
{
    const unsigned named = pub->turn.to_meld;
    const cn_meld *meld = &side->meld[named];
    *mask = (cn_mask){{0}};
    if (meld->rank == CN_MELD_SEQUENCE) {
        const uint64_t ends = cn_faces_onto(rules, meld);
        cn_mask_add_many(mask, CN_STEP_SEQUENCE, ends & cn_faces_held(hand));
        return ends != 0;
    }
    if (meld->rank >= CN_RANKS) return lays_onto_named_wilds(rules, pub, hand, side, mask);
    const cn_run run = cn_run_at(meld);
    const cn_holding h = hold_free(rules, side, hand);
    mask->word[0] = lays_onto(&h, cn_fit_run(rules, &run, cn_meld_size(meld), false));
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
           rules->wilds_below >= least;
}

/* An unfinished sequence, if the faces beside it that are held finish it in any order. */
static CN_RARE bool lays_onto_begun_sequence(const cn_rules *rules, const cn_meld *meld,
                                             const cn_cards *hand, cn_mask *mask)
{
    const uint64_t faces = cn_faces_held(hand);
    *mask = (cn_mask){{0}};
    cn_mask_add_many(mask, CN_STEP_SEQUENCE, cn_faces_onto(rules, meld) & faces);
    return cn_run_finishes(rules, meld, faces);
}

static CN_RARE bool lays_onto_begun_twos(const cn_rules *rules, const cn_public *pub,
                                         const cn_cards *hand, const cn_side *side, cn_mask *mask)
{
    const unsigned open = pub->turn.open_meld;
    *mask = (cn_mask){{0}};
    cn_add_twos_onto(rules, pub, hand, open, mask);
    return cn_twos_finish(rules, side, hand, open);
}

/* The meld that is unfinished, if it is finished soon. */
static CN_RARE bool lays_onto_begun(const cn_rules *rules, const cn_public *pub,
                                    const cn_cards *hand, const cn_side *side, cn_mask *mask)
{
    const cn_turn *turn = &pub->turn;
    const cn_meld *meld = &side->meld[turn->open_meld];
    const unsigned target =
        cn_has_own_melds(rules) ? turn->run_meld : side->latest[meld->rank] - 1U;
    if (meld->rank == CN_MELD_WILD) return wilds_finish(rules, pub, hand, side, mask);
    if (target != turn->open_meld) return false;
    if (meld->rank == CN_MELD_SEQUENCE) return lays_onto_begun_sequence(rules, meld, hand, mask);
    if (meld->rank == CN_MELD_TWOS) return lays_onto_begun_twos(rules, pub, hand, side, mask);
    if (meld->rank >= CN_RANKS) return false;
    const cn_run run = cn_run_at(meld);
    const cn_holding h = hold_free(rules, side, hand);
    cn_counted_fits f = cn_fit_run(rules, &run, cn_laid_in_run(turn, &run, false), false);
    if (!cn_finishes_soon(rules, &h, &run, &f)) return false;
    *mask = (cn_mask){{lays_onto(&h, f)}};
    return true;
}

/* Near the end cards can be laid onto a finished meld, or finish the begun one, and enough is
 * left. */
static CN_RARE bool onto_near_the_end(const cn_rules *rules, const cn_public *pub,
                                      const cn_cards *hand, const cn_side *side, cn_mask *mask)
{
    cn_room room;
    const unsigned least = (unsigned)rules->p.meld_min;
    if (rules->counted_ranks)
        return pub->turn.to_meld != CN_NO_MELD && find_room(rules, pub, hand, &room) && room.onto &&
               lays_onto_named(rules, pub, hand, side, mask);
    const unsigned spare = cn_cards_to_spare(rules, pub, hand);
    if (pub->turn.to_meld != CN_NO_MELD)
        return spare > 1 && lays_onto_named(rules, pub, hand, side, mask);
    const cn_meld *meld =
        &side->meld[pub->turn.open_meld]; /* a wild may come before the natural that is due */
    const bool of_naturals = meld->rank < CN_RANKS || meld->rank == CN_MELD_TWOS;
    const unsigned late = of_naturals && meld->naturals < rules->p.min_naturals;
    return spare + cn_meld_size(meld) > least + late &&
           lays_onto_begun(rules, pub, hand, side, mask);
}

CN_RARE bool cn_counted_lays_of_turn(const cn_rules *rules, const cn_public *pub,
                                     const cn_cards *hand, cn_mask *mask)
{
    const cn_side *side = cn_public_acting(pub);
    if (pub->turn.to_meld != CN_NO_MELD) return lays_onto_named(rules, pub, hand, side, mask);
    if (pub->turn.open_meld != CN_NO_MELD) return lays_onto_begun(rules, pub, hand, side, mask);
    const cn_holding h = hold_free(rules, side, hand);
    cn_counted_lays(rules, pub, side, &h, false, 0, mask);
    if (rules->p.twos_as_rank) cn_add_twos_turn(rules, pub, hand, mask);
    return true;
}

/* With nothing named and nothing unfinished. */
CN_USUAL bool add_steps(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                        const cn_side *side, cn_mask *mask)
{
    if (!cn_black3_are_out(rules, pub, hand, side)) return false;
    if (!cn_is_far_from_the_end(rules, pub, hand))
        return legal_near_the_end(rules, pub, hand, side, mask);
    if (!rules->counted_ranks) return add_all(rules, pub, hand, side, mask);
    return cn_has_own_melds(rules) ? add_all_apart(rules, pub, hand, side, mask)
                                   : add_all_merged(rules, pub, hand, side, mask);
}

/* With a meld that is named or unfinished: no question may be put (P67). */
CN_USUAL bool add_steps_of_one(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                               const cn_side *side, cn_mask *mask)
{
    const bool named = pub->turn.to_meld != CN_NO_MELD;
    if (!cn_is_far_from_the_end(rules, pub, hand))
        return onto_near_the_end(rules, pub, hand, side, mask);
    return named ? lays_onto_named(rules, pub, hand, side, mask)
                 : lays_onto_begun(rules, pub, hand, side, mask);
}

CN_USUAL bool nothing_is_begun(const cn_turn *turn)
{
    return (turn->to_meld & turn->open_meld) == CN_NO_MELD; /* both */
}

CN_RARE bool cn_legal_counted(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                              cn_mask *mask)
{
    const cn_side *side = cn_public_acting(pub);
    if (!cn_is_free(rules, pub, side)) return false;
    return nothing_is_begun(&pub->turn) ? add_steps(rules, pub, hand, side, mask)
                                        : add_steps_of_one(rules, pub, hand, side, mask);
}

/* ---- the same with the question, so that nothing is kept for what seldom follows ---- */

static CN_RARE void turn_of_one(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                                const cn_side *side, cn_mask *mask)
{
    if (!add_steps_of_one(rules, pub, hand, side, mask))
        cn_legal_beyond_counts(rules, pub, hand, mask);
}

/* No two cards are known to stay if the question is in doubt, which limits might tell. */
static CN_RARE void turn_of_all(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                                const cn_side *side, cn_mask *mask)
{
    const steps_told told = tell_all(rules, pub, hand, side, mask);
    if (told == TOLD_ALL) return;
    if (told == TOLD_NOTHING)
        cn_legal_beyond_counts(rules, pub, hand, mask);
    else
        cn_add_question_if(rules, pub, hand, mask);
}

CN_USUAL void end_turn(const cn_rules *rules, const cn_public *pub, const cn_cards *hand, bool told,
                       cn_mask *mask)
{
    if (!told)
        cn_legal_beyond_counts(rules, pub, hand, mask);
    else if (cn_may_ask(rules, pub))
        cn_add_question_if(rules, pub, hand, mask);
}

static CN_RARE void turn_of_apart(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                                  const cn_side *side, cn_mask *mask)
{
    const cn_room room = {true, true};
    end_turn(rules, pub, hand, add_apart(rules, pub, hand, side, room, mask), mask);
}

static CN_RARE void turn_of_merged(const cn_rules *rules, const cn_public *pub,
                                   const cn_cards *hand, const cn_side *side, cn_mask *mask)
{
    const cn_room room = {true, true};
    end_turn(rules, pub, hand, add_merged(rules, pub, hand, side, room, mask), mask);
}

static CN_RARE void turn_near_the_end(const cn_rules *rules, const cn_public *pub,
                                      const cn_cards *hand, const cn_side *side, cn_mask *mask)
{
    end_turn(rules, pub, hand, legal_near_the_end(rules, pub, hand, side, mask), mask);
}

CN_RARE void cn_legal_turn(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                           cn_mask *mask)
{
    const cn_side *side = cn_public_acting(pub);
    CN_FOUND(side);
    if (!cn_is_free(rules, pub, side)) {
        cn_legal_beyond_counts(rules, pub, hand, mask);
    } else if (!nothing_is_begun(&pub->turn)) {
        turn_of_one(rules, pub, hand, side, mask);
    } else if (!cn_black3_are_out(rules, pub, hand, side)) {
        cn_legal_beyond_counts(rules, pub, hand, mask);
    } else if (!cn_is_far_from_the_end(rules, pub, hand)) {
        turn_near_the_end(rules, pub, hand, side, mask);
    } else if (!rules->counted_ranks) {
        turn_of_all(rules, pub, hand, side, mask);
    } else if (cn_has_own_melds(rules)) {
        turn_of_apart(rules, pub, hand, side, mask);
    } else {
        turn_of_merged(rules, pub, hand, side, mask);
    }
}

#else

CN_RARE bool cn_legal_counted(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                              cn_mask *mask)
{
    (void)rules, (void)pub, (void)hand, (void)mask;
    return false;
}

CN_RARE void cn_legal_turn(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                           cn_mask *mask)
{
    cn_legal_beyond_counts(rules, pub, hand, mask);
}

#endif
