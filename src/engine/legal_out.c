/* All steps of a turn that must go out, or that has no more than black threes and a card in hand,
 * where every lay that fits leaves a way to go out: canastas enough lie there or are made, and each
 * card has a meld, or makes one with others of its rank, but for one that may be the last discard.
 * Not here: hands with no wild to spare, canastas of sequences that are still to be made
 * (legal_search.c). Invariant: as in the header. */
#include "legal_out.h"

#include "canasta/legal.h"
#include "counted.h"
#include "discard.h"
#include "finish.h"
#include "legal_search.h"
#include "out_weigh.h"
#include "rare.h"
#include "twos.h"

#if defined(__SSSE3__)

/* Canastas enough lie there, even after two of them are joined (P56). */
static bool canastas_suffice(const cn_rules *rules, const cn_side *side,
                             const cn_canastas_seen *seen)
{
    const unsigned need = (unsigned)rules->p.out_canastas;
    if (seen->have < need || !cn_out_needs_are_met(rules, seen)) return false;
    return seen->have > need || (cn_earlier_melds(side) & seen->melds.full) == 0;
}

/* The melds of ranks have room for the wilds in hand, even after those of a rank that are no
 * canastas are joined, and two others. */
static bool wilds_find_room(const cn_rules *rules, const cn_side *side, unsigned wilds,
                            const cn_canastas_seen *seen)
{
    const unsigned most = (unsigned)rules->p.max_wilds;
    const unsigned lie = cn_counts_sum_of(side->wilds, CN_ALL_RANKS);
    uint64_t melds = seen->melds.of_ranks;
    if (wilds == 0) return true;
    if (seen->have < (unsigned)rules->p.out_canastas)
        melds &= seen->melds.full | ~cn_earlier_melds(side);
    return wilds + most + lie <= (unsigned)__builtin_popcountll(melds) * most;
}

/* Most wilds that a lay and what finishes its meld want: for a rank's, or all of a meld of them. */
static unsigned wilds_of_a_lay(const cn_rules *rules)
{
    const unsigned least = (unsigned)rules->p.meld_min, of = (unsigned)rules->p.min_naturals;
    if (rules->wild_most > 0) return least;
    return least > of + 1 ? least - of : 1;
}

/* Ranks in hand without a meld, with so many wilds in hand. */
typedef struct places {
    uint32_t pairs, groups; /* that make one, with wilds and without */
    uint32_t few;           /* others */
    unsigned due;           /* wilds for the pairs, */
    unsigned cost;          /* and for canastas that are missing */
    unsigned spare; /* if a sequence takes one card of each rank that it can, so many more */
} places;

/* False if what a sequence can take leaves a rank none. */
static bool find_places(places *at, const cn_rules *rules, const cn_side *side,
                        const cn_cards *hand, uint32_t loose)
{
    const unsigned of = (unsigned)rules->p.min_naturals, most = (unsigned)rules->p.max_wilds;
    const unsigned least =
        rules->p.meld_min > rules->p.min_naturals ? (unsigned)rules->p.meld_min : of;
    const uint32_t alone = cn_counts_from(hand->kind, 1) & CN_ALL_RANKS & /* no meld lies there */
                           ~cn_counts_from(side->naturals, 1);
    const uint32_t made = cn_counts_from(hand->kind, least > most + of ? least - most : of);
    at->groups = alone & cn_counts_from(hand->kind, least);
    at->pairs = alone & ~at->groups & made;
    at->few = alone & ~at->groups & ~made;
    at->due = (unsigned)__builtin_popcount(at->pairs) * least;
    at->due -= cn_counts_sum_of(hand->kind, at->pairs);
    const uint32_t small = at->groups & loose & ~cn_counts_from(hand->kind, least + 1);
    at->spare = (unsigned)__builtin_popcount(small);
    return (at->pairs & loose) == 0 && (small == 0 || (least > of && most > 0));
}

/* Canastas that are missing can be made whatever is laid first: `cost` wilds do. A card is left to
 * join melds before the last one. */
static bool canastas_are_made(const cn_rules *rules, const cn_public *pub, const cn_side *side,
                              const cn_cards *hand, const cn_canastas_seen *seen, uint32_t loose,
                              unsigned *cost)
{
    const cn_params *p = &rules->p;
    const unsigned missing = (unsigned)p->out_canastas - seen->have;
    const int32_t least = p->meld_min > p->min_naturals ? p->meld_min : p->min_naturals;
    if (p->same_rank_melds != CN_SAME_RANK_MELDS_MANY_MAY_MERGE || (int32_t)hand->size <= least ||
        (cn_earlier_melds(side) & seen->melds.full) != 0 ||
        !cn_black3_are_out(rules, pub, hand, side))
        return false;
    *cost = cn_lasting_cost(rules, side, hand, seen, missing, loose);
    return true;
}

/* Wilds in hand that pay for what melds want, whatever is laid but a new meld of twos. */
static unsigned wilds_that_pay(const cn_rules *rules, const cn_side *side, const cn_cards *hand)
{
    const unsigned twos = hand->kind[CN_KIND_TWO], jokers = hand->kind[CN_KIND_JOKER];
    return rules->p.twos_as_rank && cn_twos_are_kept(rules, side, CN_NO_MELD) ? jokers
                                                                              : twos + jokers;
}

/* The lays that fit of which all leave a way to go out: all; or all but those that take a wild,
 * which leave none. */
typedef enum lays_left { LAYS_UNKNOWN, LAYS_OF_NATURALS, LAYS_ALL } lays_left;

/* All wilds are due to pairs that no sequence can take a card of. */
static bool all_are_due(const cn_rules *rules, const cn_side *side, const places *at,
                        unsigned paying)
{
    return at->due == paying && /* none is left to spare */
           (!rules->p.twos_as_rank || side->latest[CN_MELD_TWOS] == 0);
}

/* Every card has a place and canastas suffice, with wilds enough whatever is laid first. */
static lays_left lays_that_leave_a_way(places *at, const cn_rules *rules, const cn_public *pub,
                                       const cn_cards *hand, const cn_canastas_seen *seen)
{
    const cn_side *side = cn_public_acting(pub);
    const unsigned wilds = hand->kind[CN_KIND_TWO] + (unsigned)hand->kind[CN_KIND_JOKER];
    const unsigned paying = wilds_that_pay(rules, side, hand);
    if (!cn_out_needs_are_met(rules, seen)) return LAYS_UNKNOWN;
    const uint32_t loose = rules->p.sequences ? cn_ranks_in_sequences(rules, side, hand) : 0;
    at->cost = 0;
    if (!find_places(at, rules, side, hand, loose) || at->due + at->spare > paying ||
        !cn_rest_goes(rules, hand, at->few) || !wilds_find_room(rules, side, wilds, seen))
        return LAYS_UNKNOWN;
    if (!(seen->have < (unsigned)rules->p.out_canastas
              ? canastas_are_made(rules, pub, side, hand, seen, loose, &at->cost)
              : canastas_suffice(rules, side, seen)))
        return LAYS_UNKNOWN;
    const unsigned due = at->due + at->cost, of_a_lay = wilds_of_a_lay(rules);
    if (due + at->spare == 0) return LAYS_ALL;
    if (paying >= due + (at->spare > of_a_lay ? at->spare : of_a_lay)) return LAYS_ALL;
    return at->cost == 0 && all_are_due(rules, side, at, paying) ? LAYS_OF_NATURALS : LAYS_UNKNOWN;
}

/* The run is of a meld of wilds: of those in hand some could go there, so that it can end. */
static bool ends_run_of_wilds(const cn_public *pub)
{
    const unsigned run = pub->turn.run_meld;
    return run != CN_NO_MELD && cn_public_acting(pub)->meld[run].rank == CN_MELD_WILD;
}

/* A new meld of twos may keep those that melds want: a way with it is looked for. */
static CN_RARE bool twos_leave_a_way(const cn_rules *rules, const cn_public *pub,
                                     const cn_cards *hand)
{
    cn_inquiry at;
    cn_inquiry_set(&at, rules, pub, hand, CN_STEP_LAY_TWO_TWOS);
    const cn_mask mask = cn_legal_with_effort(&at);
    return cn_mask_has(&mask, CN_STEP_LAY_TWO_TWOS);
}

/* All that fit. */
static bool add_all_lays(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                         const places *at, cn_mask *mask)
{
    if (!cn_counted_lays_of_turn(rules, pub, hand, mask)) return false;
    const bool twos =
        cn_public_acting(pub)->latest[CN_MELD_TWOS] == 0 && cn_mask_has(mask, CN_STEP_LAY_TWO_TWOS);
    if (twos && at->due + at->cost + at->spare > 0 && !twos_leave_a_way(rules, pub, hand))
        mask->word[CN_STEP_LAY_TWO_TWOS / 64] &= ~(UINT64_C(1) << CN_STEP_LAY_TWO_TWOS % 64);
    return true;
}

/* False if nothing is told; `must`: the turn cannot end otherwise. */
static bool add_lays(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                     const cn_canastas_seen *seen, bool must, cn_mask *mask)
{
    places at;
    const lays_left left = lays_that_leave_a_way(&at, rules, pub, hand, seen);
    if (left == LAYS_ALL) return add_all_lays(rules, pub, hand, &at, mask);
    if (left == LAYS_UNKNOWN || !must) return false;
    cn_cards naturals = *hand;
    naturals.size = (uint8_t)(naturals.size - at.due);
    naturals.kind[CN_KIND_TWO] = naturals.kind[CN_KIND_JOKER] = 0;
    if (!cn_counted_lays_of_turn(rules, pub, &naturals, mask)) return false;
    const uint64_t ends = ends_run_of_wilds(pub);
    if ((pub->turn.to_meld & pub->turn.open_meld) == CN_NO_MELD)
        mask->word[0] |= (uint64_t)at.pairs << CN_STEP_LAY | ends << CN_STEP_NEW;
    return true;
}

/* P65: all black threes in hand go to one group with those that lie there, or all but the last
 * discard, which may be the only other card as well. */
static bool black3_go(const cn_rules *rules, const cn_side *side, const cn_cards *hand)
{
    const unsigned held = hand->kind[CN_KIND_BLACK3], others = hand->size - held;
    const unsigned least = (unsigned)rules->p.black3_meld_min, most = rules->black3_most;
    const unsigned all = side->naturals[CN_MELD_BLACK3] + held;
    const uint32_t last = ~(cn_never_last(rules) | cn_never_discarded(rules));
    const bool black3_last = held > 1 && (last >> CN_KIND_BLACK3 & 1) != 0;
    if (held == 0 || rules->p.black3_meld != CN_BLACK3_MELD_GOING_OUT) return false;
    if (others == 0 && black3_last && all > least && all - 1 <= most) return true;
    const uint32_t kinds = cn_counts_from(hand->kind, 1) & ~(UINT32_C(1) << CN_KIND_BLACK3);
    return all >= least && all <= most && (others == 0 || (others == 1 && (kinds & last) != 0));
}

/* Where few cards are left: each kind is looked at. */
static void add_discards(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                         cn_mask *mask)
{
    for (uint32_t kinds = cn_counts_from(hand->kind, 1); kinds != 0; kinds &= kinds - 1) {
        const unsigned number = CN_STEP_DISCARD + (unsigned)__builtin_ctz(kinds);
        if (cn_possible(rules, pub, hand, number)) cn_mask_add(mask, number);
    }
}

/* A further meld of twos could begin beside one that lies there, which is not told here. */
static bool twos_are_in_doubt(const cn_rules *rules, const cn_side *side, const cn_cards *hand)
{
    return rules->p.twos_as_rank && side->latest[CN_MELD_TWOS] > 0 && hand->kind[CN_KIND_TWO] > 1 &&
           !cn_twos_are_kept(rules, side, CN_NO_MELD);
}

/* Nothing but canastas and places for its cards matters; twos have one in the meld of theirs, if
 * there is one. */
static bool applies(const cn_rules *rules, const cn_public *pub, const cn_side *side,
                    const cn_cards *hand)
{
    const cn_params *p = &rules->p;
    return rules->counted && rules->ranks_free && cn_has_own_melds(rules) &&
           !twos_are_in_doubt(rules, side, hand) && p->out_discard == CN_OUT_DISCARD_OPTIONAL &&
           !pub->turn.opened_exempt && p->team_layout != CN_TEAM_LAYOUT_LONE_VS_TWO &&
           cn_stock_lets_go_on(rules, pub) && cn_may_go_out_at_all(rules, pub, hand) &&
           !cn_full_sequence_grows(rules, side);
}

/* Black threes lie there: only they follow, and the last discard. */
static bool legal_at_black3(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                            const cn_side *side, const cn_canastas_seen *seen, cn_mask *mask)
{
    if (!canastas_suffice(rules, side, seen) || pub->turn.laid_black3 == CN_BLACK3_CLOSED)
        return false;
    *mask = (cn_mask){{0}};
    if (black3_go(rules, side, hand)) cn_mask_add(mask, CN_STEP_LAY_BLACK3);
    if (hand->size == 1) add_discards(rules, pub, hand, mask);
    return true;
}

bool cn_legal_to_go_out(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                        cn_mask *mask)
{
    const cn_turn *turn = &pub->turn;
    const cn_side *side = cn_public_acting(pub);
    const bool free = (turn->to_meld & turn->open_meld) == CN_NO_MELD;
    const bool must = turn->answer == CN_ANSWER_YES && rules->p.ask_binding;
    if (!applies(rules, pub, side, hand)) return false;
    const cn_canastas_seen seen = cn_canastas_look(rules, side);
    if (turn->laid_black3 != CN_BLACK3_NONE)
        return legal_at_black3(rules, pub, hand, side, &seen, mask);
    if (!(must || free) || !cn_out_may_be_weighed(rules, pub) ||
        !add_lays(rules, pub, hand, &seen, must, mask))
        return false;
    if (!free) return true;
    if (!cn_black3_are_out(rules, pub, hand, side) && black3_go(rules, side, hand))
        cn_mask_add(mask, CN_STEP_LAY_BLACK3);
    if (!must || hand->size == 1) add_discards(rules, pub, hand, mask);
    return must || cn_discardable(rules, pub, hand) != 0;
}

#else

bool cn_legal_to_go_out(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                        cn_mask *mask)
{
    (void)rules, (void)pub, (void)hand, (void)mask;
    return false;
}

#endif
