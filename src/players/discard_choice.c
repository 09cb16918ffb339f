/* Which card to give away: the one the next player is least likely to take the pile with.
 * Not here: laying and going out. Invariant: the answer is one of the discards allowed. */
#include "players/discard_choice.h"

#include <assert.h>

#include "players/reckon.h"

/* What a taken pile costs, in points of the score: the turn won by it, and each card in it. */
enum { PILE_COST = 80, PILE_CARD_COST = 16 };

/* What a hand loses by giving a card away, in the same points. */
enum {
    KEEP_WILD = 300,
    KEEP_BLACK3 = 15,
    KEEP_SINGLE = 4,
    KEEP_PAIR = 25,
    KEEP_MORE = 45,
    KEEP_MELDED = 30
};

static uint32_t both(uint32_t chance, uint32_t other)
{
    return (uint32_t)((uint64_t)chance * other / CN_CERTAIN);
}

/* Chance that a side which has not melded reaches its minimum together with the pile's top card. */
static uint32_t opening_chance(const cn_view *view, const cn_rules *rules, unsigned seat)
{
    const int32_t minimum = cn_public_minimum(rules, &view->pub, rules->side_of[seat]);
    if (minimum <= 15) return CN_CERTAIN;
    if (minimum <= 50) return CN_CERTAIN / 2;
    return minimum <= 90 ? CN_CERTAIN / 3 : CN_CERTAIN / 4;
}

/* True if the next side could put the card alone onto a meld of its own (P40, P107). */
static bool takes_alone(const cn_view *view, const cn_rules *rules, unsigned seat, unsigned kind)
{
    const cn_side *side = &view->pub.side[rules->side_of[seat]];
    const unsigned meld_i = cn_side_find_meld(side, kind);
    if (meld_i == CN_NO_MELD || rules->p.take_add_to_meld == CN_TAKE_ADD_TO_MELD_NEVER)
        return false;
    return rules->p.take_add_to_meld == CN_TAKE_ADD_TO_MELD_ANY ||
           cn_meld_size(&side->meld[meld_i]) < (unsigned)rules->p.canasta_size;
}

/* A seat that threw such a card, or left such a pile, hardly holds a pair of them. */
static uint32_t seen_to_decline(const cn_view *view, unsigned seat, unsigned kind, uint32_t chance)
{
    const unsigned times =
        (unsigned)view->memory.discarded[seat][kind] + view->memory.declined[seat][kind];
    return times < 16 ? chance >> times : 0;
}

static uint32_t pair_risk(const cn_view *view, const cn_rules *rules, const cn_unseen *unseen,
                          unsigned seat, unsigned kind)
{
    uint32_t chance = cn_reckon_holds(view, unseen, seat, kind, 2);
    if (view->memory.known[seat][kind] < 2) chance = seen_to_decline(view, seat, kind, chance);
    if (!cn_public_has_opened(rules, &view->pub, seat))
        chance = both(chance, opening_chance(view, rules, seat));
    return chance;
}

/* A natural and a wild card from hand (P39). */
static uint32_t mixed_risk(const cn_view *view, const cn_rules *rules, const cn_unseen *unseen,
                           unsigned seat, unsigned kind)
{
    if (!rules->p.take_natural_wild) return 0;
    uint32_t natural = cn_reckon_holds(view, unseen, seat, kind, 1);
    if (view->memory.known[seat][kind] == 0) natural = seen_to_decline(view, seat, kind, natural);
    const uint32_t no_two = CN_CERTAIN - cn_reckon_holds(view, unseen, seat, CN_KIND_TWO, 1);
    const uint32_t no_joker = CN_CERTAIN - cn_reckon_holds(view, unseen, seat, CN_KIND_JOKER, 1);
    return both(natural, CN_CERTAIN - both(no_two, no_joker));
}

static uint32_t take_risk(const cn_view *view, const cn_rules *rules, const cn_unseen *unseen,
                          unsigned kind)
{
    const unsigned next = cn_next_seat(rules, view->seat);
    if (cn_kind_is_wild(kind) || (kind == CN_KIND_BLACK3 && rules->p.black3_stops)) return 0;
    if (kind == CN_KIND_BLACK3) return 0; /* P50: never a natural of a pair */
    if (rules->p.take_guard_single && view->pub.hand_count[next] == 1 && view->pub.pile_count == 0)
        return 0;
    const uint32_t pair = pair_risk(view, rules, unseen, next, kind);
    if (cn_public_frozen_for(rules, &view->pub, next)) return pair;
    if (takes_alone(view, rules, next, kind)) return CN_CERTAIN;
    const uint32_t mixed = mixed_risk(view, rules, unseen, next, kind);
    return pair + both(CN_CERTAIN - pair, mixed);
}

uint32_t cn_take_risk(const cn_view *view, const cn_rules *rules, unsigned kind)
{
    const cn_unseen unseen = cn_reckon_unseen(view, rules);
    return take_risk(view, rules, &unseen, kind);
}

/* What the own hand loses without one card of the kind. */
static int32_t keep_worth(const cn_view *view, const cn_rules *rules, unsigned kind)
{
    if (cn_kind_is_wild(kind)) return KEEP_WILD + rules->value[kind];
    if (kind == CN_KIND_BLACK3) return KEEP_BLACK3;
    const cn_side *side = &view->pub.side[rules->side_of[view->seat]];
    const unsigned held = view->hand.kind[kind];
    int32_t worth = held == 1 ? KEEP_SINGLE : held == 2 ? KEEP_PAIR : KEEP_MORE;
    if (cn_side_find_meld(side, kind) != CN_NO_MELD) worth = KEEP_MELDED + rules->value[kind];
    return worth - rules->value_in_hand[kind] / 4;
}

unsigned cn_choose_discard(const cn_view *view, const cn_rules *rules, const cn_mask *allowed)
{
    const cn_unseen unseen = cn_reckon_unseen(view, rules);
    const int32_t pile_cost = PILE_COST + PILE_CARD_COST * (view->pub.pile_count + 1);
    unsigned best = CN_STEPS;
    int64_t best_cost = 0;
    for (unsigned kind = 0; kind < CN_KIND_RED3; kind++) {
        if (!cn_mask_has(allowed, CN_STEP_DISCARD + kind)) continue;
        const int64_t risk = take_risk(view, rules, &unseen, kind);
        const int64_t cost = risk * pile_cost + (int64_t)keep_worth(view, rules, kind) * CN_CERTAIN;
        if (best != CN_STEPS && cost >= best_cost) continue;
        best = CN_STEP_DISCARD + kind;
        best_cost = cost;
    }
    assert(best != CN_STEPS);
    return best;
}
