/* All steps of a melding turn at once: of a side that has opened, far from the end, with nothing
 * named and nothing unfinished, by rules whose melds of ranks are told by their counts.
 * Not here: ranks that take no wilds, limits that few rules know (legal_usual.c). Invariant: as in
 * the header. */
#include "legal_counted.h"

#include "counted.h"
#include "last_two.h"
#include "out_exact.h"
#include "rare.h"

bool cn_has_counted_turns(const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    return rules->usual && rules->caps && !rules->limited &&
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
    if (cn_canastas_are_beyond_reach(rules, pub, hand)) return true;
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

/* Near the end, with no packet to come: false if it is in doubt whether the seat can go out, or
 * whether it may discard. Where it goes out with its last card, and more than one must be kept, a
 * lay may be the first of several. */
static CN_RARE bool find_room(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                              cn_room *room)
{
    const unsigned held = pub->hand_count[pub->asker], keep = cn_keep_cards(rules, pub);
    ending end;
    if (pub->packets[pub->asker] > 0 || cn_stuck_cards(rules, hand) > 0 ||
        !cn_stock_lets_go_on(rules, pub) || hand->size != held ||
        !ending_is_sure(rules, pub, hand, &end) || (end.by_discard && keep > 1))
        return false;
    const bool discards = held >= 2 ? !pub->turn.laid || held > keep : held == 1 && end.by_discard;
    room->onto = leaves_enough(held, 1, keep, end);
    room->begin = leaves_enough(held, (unsigned)rules->p.meld_min, keep, end);
    return discards;
}

CN_USUAL bool is_counted(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                         const cn_side *side)
{
    const cn_turn *turn = &pub->turn;
    return cn_is_free(turn, side) && cn_black3_are_out(rules, pub, hand, side);
}

/* The lays for which there is room, and the discards. */
CN_USUAL bool add_all(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                      const cn_side *side, cn_room room, cn_mask *mask)
{
    if (!cn_has_own_melds(rules) && !cn_melds_are_single(side)) return false;
    const uint64_t discards = cn_discardable(rules, pub, hand);
    if (discards == 0) return false;
    const cn_holding h = cn_hold(rules, hand);
    *mask = (cn_mask){{discards << CN_STEP_DISCARD}};
    cn_add_counted_lays(rules, pub, side, &h, false, room, mask);
    return true;
}

static CN_RARE bool legal_near_the_end(const cn_rules *rules, const cn_public *pub,
                                       const cn_cards *hand, const cn_side *side, cn_mask *mask)
{
    cn_room room;
    if (!rules->counted_ranks) return false;
    if (find_room(rules, pub, hand, &room)) return add_all(rules, pub, hand, side, room, mask);
    *mask = (cn_mask){{(uint64_t)cn_discardable(rules, pub, hand) << CN_STEP_DISCARD}};
    return mask->word[0] != 0 && cn_add_last_two(rules, pub, hand, mask);
}

/* Cards for one meld of a rank. */
CN_USUAL uint64_t lays_onto(const cn_rules *rules, const cn_cards *hand, const cn_shape *shape)
{
    const unsigned rank = shape->rank;
    const uint64_t bit = UINT64_C(1) << rank;
    uint64_t lays = 0;
    if (hand->kind[rank] > 0 && cn_shape_takes(rules, shape, false)) lays = bit << CN_STEP_LAY;
    if (hand->kind[CN_KIND_TWO] + hand->kind[CN_KIND_JOKER] == 0 ||
        !cn_shape_takes(rules, shape, true))
        return lays;
    return lays | (hand->kind[CN_KIND_TWO] > 0 ? bit << CN_STEP_LAY_TWO : 0) |
           (hand->kind[CN_KIND_JOKER] > 0 ? bit << CN_STEP_LAY_JOKER : 0);
}

/* Far from the end: the meld that was named, where none are joined, or the unfinished one if the
 * next card finishes it, whichever it is, or the naturals in hand do. */
CN_RARE bool cn_legal_onto_one(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                               cn_mask *mask)
{
    const cn_params *p = &rules->p;
    const cn_side *side = cn_public_acting(pub);
    const unsigned named = pub->turn.to_meld, open = pub->turn.open_meld;
    const unsigned meld_i = named != CN_NO_MELD ? named : open;
    if ((named != CN_NO_MELD && !rules->counted_ranks) || !cn_is_free(&pub->turn, side) ||
        side->meld[meld_i].rank >= CN_RANKS || !cn_is_far_from_the_end(rules, pub, hand))
        return false;
    const cn_shape shape = cn_shape_of(pub, side, meld_i);
    *mask = (cn_mask){{lays_onto(rules, hand, &shape)}};
    if (named != CN_NO_MELD) return true;
    const unsigned target =
        cn_has_own_melds(rules) ? pub->turn.run_meld : side->latest[shape.rank] - 1U;
    const unsigned size = cn_shape_size(&shape), least = (unsigned)p->meld_min;
    const unsigned need = size < least ? least - size : 0, naturals = shape.naturals;
    const bool by_one = need == 1 && (int32_t)naturals >= p->min_naturals;
    const bool by_naturals =
        need > 0 && hand->kind[shape.rank] >= need && naturals + need > (unsigned)p->min_naturals;
    return target == open && (by_one || by_naturals);
}

CN_RARE bool cn_legal_counted(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                              cn_mask *mask)
{
    const cn_side *side = cn_public_acting(pub);
    const cn_room room = {true, true};
    if (!is_counted(rules, pub, hand, side)) return false;
    if (!cn_is_far_from_the_end(rules, pub, hand))
        return legal_near_the_end(rules, pub, hand, side, mask);
    return add_all(rules, pub, hand, side, room, mask);
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
