/* Which card to give away: the one the next player is least likely to take the pile with.
 * Not here: laying and going out. Invariant: the answer is one of the discards allowed. */
#include "players/discard_choice.h"

#include "players/goals.h"
#include "players/pick_cards.h"

/* What a taken pile costs, in points of the score: the turn won by it, and each card in it. */
enum { PILE_COST = 80, PILE_CARD_COST = 16 };

/* What a hand loses by giving a card away, in the same points. */
enum {
    KEEP_WILD = 300,
    KEEP_BLACK3 = 15,
    KEEP_SINGLE = 4,
    KEEP_PAIR = 25,
    KEEP_MORE = 45,
    KEEP_MELDED = 30,
    KEEP_NEEDED = 40,     /* a rank that going out asks for */
    KEEP_IN_SEQUENCE = 60 /* a card that lengthens an own sequence */
};

/* So many cards of a rank cost points when they are left in a hand (P102). */
enum { HELD_COSTS_FROM = 3 };

/* A seat that threw a card hardly holds a pair of it, nor one that left such a pile. */
static const cn_reading usual_reading = {.thrown = 50, .declined = 50};

/* What is known of the seat that may take the pile. */
typedef struct threat {
    const cn_view *view;
    const cn_rules *rules;
    const cn_unseen_kinds *unseen;
    cn_reading reading;
    unsigned seat;
} threat;

static uint32_t both(uint32_t chance, uint32_t other)
{
    return (uint32_t)((uint64_t)chance * other / CN_CERTAIN);
}

/* Chance that a side which has not melded makes its opening together with the pile's top card. */
static uint32_t opening_chance(const cn_view *view, const cn_rules *rules, unsigned seat)
{
    const cn_need need = cn_public_need(rules, &view->pub, seat);
    if (rules->p.initial_from_pile == CN_INITIAL_FROM_PILE_NO) return 0;
    if (need.canasta != 0) return CN_CERTAIN / 16;
    if (need.points <= 15) return CN_CERTAIN;
    if (need.points <= 50) return CN_CERTAIN / 2;
    return need.points <= 90 ? CN_CERTAIN / 3 : CN_CERTAIN / 4;
}

/* True if nobody, or not this side, may take a pile with that kind on top (P50, P51). */
static bool is_blocked(const cn_view *view, const cn_rules *rules, const cn_side *side,
                       unsigned kind)
{
    if (!cn_kind_is_natural(kind)) return true;
    if ((rules->p.take_top_blockers >> kind & 1) != 0) return true;
    if (cn_public_dead(rules, &view->pub, kind)) return true;
    if (rules->p.take_canasta_rank == CN_TAKE_CANASTA_RANK_FREE) return false;
    if (cn_side_has_canasta(rules, side, kind)) return true;
    if (rules->p.take_canasta_rank == CN_TAKE_CANASTA_RANK_BLOCKED_OWN) return false;
    for (unsigned i = 0; i < rules->side_count; i++)
        if (cn_side_has_canasta(rules, &view->pub.side[i], kind)) return true;
    return false;
}

/* True if the next side could put the card alone onto a meld of its own (P40, P64, P107). */
static bool takes_alone(const cn_rules *rules, const cn_side *side, cn_card card)
{
    const unsigned kind = cn_card_kind(card);
    if (rules->p.take_add_to_sequence != 0 && cn_fits_sequence(rules, side, card)) return true;
    if (rules->p.take_add_to_meld == CN_TAKE_ADD_TO_MELD_NEVER) return false;
    for (unsigned i = 0; i < side->meld_count; i++) {
        if (side->meld[i].rank != kind) continue;
        if (rules->p.take_add_to_meld == CN_TAKE_ADD_TO_MELD_ANY) return true;
        if (cn_meld_size(&side->meld[i]) < (unsigned)rules->p.canasta_size) return true;
    }
    return false;
}

static uint32_t shrink(uint32_t chance, unsigned percent, unsigned times)
{
    for (unsigned i = 0; i < times && chance > 0; i++)
        chance = (uint32_t)((uint64_t)chance * percent / 100);
    return chance;
}

static uint32_t seen_to_decline(const threat *t, unsigned kind, uint32_t chance)
{
    const cn_memory *memory = &t->view->memory;
    chance = shrink(chance, t->reading.thrown, memory->seat[t->seat].discarded[kind]);
    return shrink(chance, t->reading.declined, memory->seat[t->seat].declined[kind]);
}

static uint32_t pair_risk(const threat *t, unsigned kind)
{
    if (!t->rules->p.take_pair) return 0;
    uint32_t chance = cn_reckon_holds(t->view, t->unseen, t->seat, kind, 2);
    if (t->view->memory.seat[t->seat].known[kind] < 2) chance = seen_to_decline(t, kind, chance);
    if (!cn_public_has_opened(&t->view->pub, t->seat))
        chance = both(chance, opening_chance(t->view, t->rules, t->seat));
    return chance;
}

/* A natural and a wild card from hand (P39). */
static uint32_t mixed_risk(const threat *t, unsigned kind)
{
    if (!t->rules->p.take_natural_wild) return 0;
    uint32_t natural = cn_reckon_holds(t->view, t->unseen, t->seat, kind, 1);
    if (t->view->memory.seat[t->seat].known[kind] == 0) natural = seen_to_decline(t, kind, natural);
    const uint32_t two = cn_reckon_holds(t->view, t->unseen, t->seat, CN_KIND_TWO, 1);
    const uint32_t joker = cn_reckon_holds(t->view, t->unseen, t->seat, CN_KIND_JOKER, 1);
    return both(natural, CN_CERTAIN - both(CN_CERTAIN - two, CN_CERTAIN - joker));
}

uint32_t cn_take_risk_of(const cn_view *view, const cn_rules *rules, const cn_unseen_kinds *unseen,
                         cn_reading reading, unsigned kind)
{
    const threat t = {view, rules, unseen, reading, cn_next_seat(rules, view->seat)};
    const cn_side *side = &view->pub.side[view->pub.side_of[t.seat]];
    if (side == cn_own_side(view) || is_blocked(view, rules, side, kind)) return 0;
    if (rules->p.take_guard_single && view->pub.hand_count[t.seat] == 1 &&
        view->pub.pile_count == 0)
        return 0;
    const uint32_t pair = pair_risk(&t, kind);
    if (cn_public_frozen_for(rules, &view->pub, t.seat)) return pair;
    if (takes_alone(rules, side, cn_pick_discard(view, rules, kind))) return CN_CERTAIN;
    return pair + both(CN_CERTAIN - pair, mixed_risk(&t, kind));
}

uint32_t cn_take_risk(const cn_view *view, const cn_rules *rules, unsigned kind)
{
    const cn_unseen_kinds unseen = cn_reckon_unseen(view, rules);
    return cn_take_risk_of(view, rules, &unseen, usual_reading, kind);
}

/* What the pile is worth to who takes it, with the discard on top. */
static int32_t pile_cost(const cn_view *view, const cn_rules *rules)
{
    const cn_public *pub = &view->pub;
    const unsigned cards = cn_take_amount(rules, pub->hand_number, pub->pile_count + 1U);
    return PILE_COST + PILE_CARD_COST * (int32_t)cards;
}

static int32_t natural_worth(const cn_view *view, const cn_rules *rules, const cn_goals *goals,
                             unsigned kind)
{
    const unsigned held = view->hand.kind[kind];
    if (cn_public_dead(rules, &view->pub, kind)) return -rules->value_in_hand[kind];
    int32_t worth = held == 1 ? KEEP_SINGLE : held == 2 ? KEEP_PAIR : KEEP_MORE;
    if (cn_side_find_meld(cn_own_side(view), kind) != CN_NO_MELD)
        worth = KEEP_MELDED + rules->value[kind];
    if ((goals->ranks >> kind & 1) != 0) worth += KEEP_NEEDED;
    if (rules->p.sequences != 0) {
        const cn_card card = cn_pick_discard(view, rules, kind);
        const unsigned run = cn_run_length(&view->hand, card);
        if (cn_fits_sequence(rules, cn_own_side(view), card)) worth += KEEP_IN_SEQUENCE;
        if (run > 1) worth += KEEP_SINGLE * (int32_t)run;
    }
    if (held == HELD_COSTS_FROM) worth -= rules->p.penalty_held.points[kind] / 10;
    return worth - rules->value_in_hand[kind] / 4;
}

/* What the own hand loses without one card of the kind. */
static int32_t keep_worth(const cn_view *view, const cn_rules *rules, const cn_goals *goals,
                          unsigned kind)
{
    if (!cn_wants_melds(rules)) return rules->value_in_hand[kind];
    if (cn_kind_is_wild(kind)) return KEEP_WILD + rules->value[kind];
    if (kind == CN_KIND_RED3) return -rules->value_in_hand[kind];
    if (kind == CN_KIND_BLACK3) return KEEP_BLACK3;
    return natural_worth(view, rules, goals, kind);
}

unsigned cn_choose_discard(const cn_view *view, const cn_rules *rules, const cn_mask *allowed)
{
    const cn_unseen_kinds unseen = cn_reckon_unseen(view, rules);
    const cn_goals goals = cn_goals_of(view, rules);
    const int32_t pile = pile_cost(view, rules);
    unsigned best = CN_STEPS;
    int64_t best_cost = 0;
    for (unsigned kind = 0; kind < CN_KINDS; kind++) {
        if (!cn_mask_has(allowed, CN_STEP_DISCARD + kind)) continue;
        const int64_t risk = cn_take_risk_of(view, rules, &unseen, usual_reading, kind);
        const int64_t cost =
            risk * pile + (int64_t)keep_worth(view, rules, &goals, kind) * CN_CERTAIN;
        if (best != CN_STEPS && cost >= best_cost) continue;
        best = CN_STEP_DISCARD + kind;
        best_cost = cost;
    }
    return best;
}
