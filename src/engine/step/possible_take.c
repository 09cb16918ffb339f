/* Takes of the pile: whether one is possible, why not, and all of them at once (P37, P89,
 * P91).
 * Not here: other steps (possible.c). Invariant: the set and the single answer agree. */
#include <assert.h>
#include <stddef.h>

#include "engine/step/collect.h"
#include "engine/step/limits.h"
#include "engine/step/possible.h"
#include "engine/step/refuse.h"
#include "engine/step/shape.h"
#include "engine/step/take_all.h"
#include "engine/step/target.h"

/* Some side that the seats play with, or the own one only, has a canasta of the rank (P51). */
static bool is_blocked(const cn_rules *rules, const cn_public *pub, unsigned rank, bool own_only)
{
    const cn_side *own = cn_public_acting(pub);
    for (unsigned i = 0; i < rules->side_count; i++) {
        const cn_side *side = &pub->side[i];
        if (own_only && side != own) continue;
        if (side->naturals[rank] + (unsigned)side->wilds[rank] >= (unsigned)rules->p.canasta_size &&
            cn_side_has_canasta(rules, side, rank))
            return true;
    }
    return false;
}

/* P50, P51. */
cn_reason cn_top_refusal(const cn_rules *rules, const cn_public *pub)
{
    if (pub->pile_count == 0) return cn_refuse(CN_REASON_EMPTY_PILE); /* P48 */
    const cn_params *p = &rules->p;
    unsigned kind = cn_card_kind(cn_public_top(pub));
    if (kind == CN_KIND_BLACK3)
        return cn_refuse(p->black3_stops ? CN_REASON_STOP : CN_REASON_TAKE_CARDS);
    if (cn_kind_is_wild(kind))
        return cn_refuse(p->take_top_blockers & CN_WORD_WILD ? CN_REASON_TOP_WILD
                                                             : CN_REASON_TAKE_CARDS);
    if (kind == CN_KIND_RED3)
        return cn_refuse(p->take_top_blockers & CN_WORD_RED3 ? CN_REASON_TOP_RED3
                                                             : CN_REASON_TAKE_CARDS);
    if (kind >= CN_RANKS) return cn_refuse(CN_REASON_TAKE_CARDS); /* buried: nothing was turned */
    if (p->take_top_blockers >> kind & 1) return cn_refuse(CN_REASON_TOP_RANK);
    if ((p->take_top_blockers & CN_WORD_DEAD_RANK) && cn_public_dead(rules, pub, kind))
        return cn_refuse(CN_REASON_DEAD);
    if (p->take_canasta_rank != CN_TAKE_CANASTA_RANK_FREE &&
        is_blocked(rules, pub, kind, p->take_canasta_rank == CN_TAKE_CANASTA_RANK_BLOCKED_OWN))
        return cn_refuse(CN_REASON_BLOCKED);
    return cn_no_reason();
}

/* The top card alone onto an own meld (P40, P64, P107). */
static cn_reason refuse_take_top_alone(const cn_rules *rules, const cn_public *pub,
                                       const cn_side *side, unsigned target)
{
    if (cn_public_frozen_for(rules, pub, pub->seat)) return cn_refuse(CN_REASON_FROZEN);
    if (target >= side->meld_count) return cn_refuse(CN_REASON_TAKE_CARDS);
    const cn_meld *meld = &side->meld[target];
    const cn_params *p = &rules->p;
    if (meld->rank == CN_MELD_SEQUENCE) {
        const int32_t size = (int32_t)cn_meld_size(meld);
        bool full = size >= p->sequence_max || size >= p->canasta_size;
        return p->take_add_to_sequence && !full ? cn_no_reason()
                                                : cn_refuse(CN_REASON_ADD_NOT_ALLOWED);
    }
    bool complete = cn_meld_size(meld) >= (unsigned)p->canasta_size;
    if (p->take_add_to_meld == CN_TAKE_ADD_TO_MELD_NEVER ||
        (p->take_add_to_meld == CN_TAKE_ADD_TO_MELD_BELOW_CANASTA && complete))
        return cn_refuse(CN_REASON_ADD_NOT_ALLOWED);
    return cn_no_reason();
}

/* True if some cards of the hand are not known: it is another seat's, seen by a view (follow.c). */
static bool is_partly_seen(const cn_cards *hand)
{
    unsigned known = 0;
    for (unsigned kind = 0; kind < CN_KINDS; kind++) known += hand->kind[kind];
    return known < hand->size;
}

/* P180: the group is a meld, or cards of the hand make it one without any of the pile. Groups of an
 * opening are looked at when it opens. The shape grows as far as the hand goes. */
static bool is_shown(const cn_rules *rules, const cn_side *side, const cn_cards *hand,
                     cn_shape *shape)
{
    if (shape->opening || cn_shape_is_finished(rules, shape) || is_partly_seen(hand)) return true;
    const int naturals = hand->kind[shape->rank] + 1; /* with the top card */
    int wilds = 0;
    for (unsigned kind = CN_KIND_TWO; kind <= CN_KIND_JOKER; kind++)
        if (!cn_is_locked(rules, side, kind, shape->rank)) wilds += hand->kind[kind];
    while (!cn_shape_is_finished(rules, shape)) {
        const bool natural = shape->naturals < naturals && cn_shape_takes(rules, shape, false);
        const bool wild = shape->wilds < wilds && cn_shape_takes(rules, shape, true);
        if (!natural && !wild) return false;
        cn_shape_add(shape, !natural);
    }
    return true;
}

/* The group with the top card, laid card by card onto its meld (P38, P39, P41, P180). */
static cn_reason refuse_group(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                              unsigned target, unsigned rank, unsigned naturals, unsigned wild)
{
    const cn_side *side = cn_public_acting(pub);
    bool opening = !cn_public_has_opened(pub, pub->seat);
    cn_shape shape = cn_shape_new(rank, opening);
    if (target == side->meld_count) {
        if (side->meld_count == CN_MELDS_MAX) return cn_refuse(CN_REASON_MELDS_FULL);
        if (cn_waiting_ranks(rules, side) >> rank & 1) return cn_refuse(CN_REASON_MELD_AGAIN);
    } else {
        shape = cn_shape_of(pub, side, target);
    }
    if (cn_public_dead(rules, pub, rank)) return cn_refuse(CN_REASON_DEAD);
    bool room = rules->p.take_needs_room != 0;
    for (unsigned i = 0; i < naturals + 1; i++) {
        cn_reason reason = cn_shape_refusal(rules, &shape, false, room);
        if (reason.code != CN_OK) return reason;
        cn_shape_add(&shape, false);
    }
    if (wild != CN_KIND_NONE) {
        cn_reason reason = cn_shape_refusal(rules, &shape, true, room);
        if (reason.code != CN_OK) return reason;
        if (cn_is_locked(rules, side, wild, rank)) return cn_refuse(CN_REASON_WILD_LOCK);
        cn_shape_add(&shape, true);
    }
    if (is_shown(rules, side, hand, &shape)) return cn_no_reason();
    const int32_t size = (int32_t)cn_shape_size(&shape), least = rules->p.meld_min;
    if (size < least) return cn_reason_make(CN_REASON_SIZE, size, least);
    return cn_reason_make(CN_REASON_NATURALS, shape.naturals, rules->p.min_naturals);
}

/* P201: how many twos of the hand can be shown for the one on top. */
static unsigned twos_to_show(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    unsigned count = 0;
    for (unsigned suit = 0; suit < CN_SUITS; suit++) {
        const cn_card two = cn_card_make(CN_ROW_TWOS, suit);
        if (cn_two_is_shown(rules, cn_public_top(pub), two)) count += cn_cards_count(hand, two);
    }
    return count;
}

/* P201: the pile is taken by showing twos. */
static cn_reason refuse_showing(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    if (!cn_may_meld(rules, pub))
        return cn_reason_make(CN_REASON_MELD_TURN, cn_own_turns(rules, pub),
                              rules->p.meld_from_turn);
    if (pub->turn.to_meld != CN_NO_MELD) return cn_refuse(CN_REASON_NO_MELD);
    if (hand->kind[CN_KIND_TWO] < 2) return cn_refuse(CN_REASON_NOT_HELD);
    if (twos_to_show(rules, pub, hand) < 2) return cn_refuse(CN_REASON_SHOW_TWOS);
    if (cn_public_acting(pub)->meld_count == 0 &&
        rules->p.initial_from_pile == CN_INITIAL_FROM_PILE_NO)
        return cn_refuse(CN_REASON_OPEN_BY_HAND);
    return pub->picks < rules->seat_count ? cn_no_reason() : cn_refuse(CN_REASON_PICK_ROUND);
}

static bool may_show(const cn_rules *rules, const cn_public *pub, unsigned number)
{
    return rules->p.take_two_with_twos != CN_TAKE_TWO_WITH_TWOS_NEVER && cn_take_shows(pub, number);
}

/* The same as a step's bit. */
static uint64_t showing(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    const bool may =
        may_show(rules, pub, CN_STEP_TAKE_PAIR) && refuse_showing(rules, pub, hand).code == CN_OK;
    return (uint64_t)may << CN_STEP_TAKE_PAIR;
}

static cn_reason refuse_way(const cn_rules *rules, const cn_public *pub, unsigned number)
{
    if (number == CN_STEP_TAKE_PAIR) /* P38 */
        return rules->p.take_pair ? cn_no_reason() : cn_refuse(CN_REASON_PAIR_NOT_ALLOWED);
    if (cn_public_frozen_for(rules, pub, pub->seat)) return cn_refuse(CN_REASON_FROZEN);
    return rules->p.take_natural_wild ? cn_no_reason() : cn_refuse(CN_REASON_PAIR_ONLY);
}

cn_reason cn_take_refusal(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                          unsigned number)
{
    if (number == CN_STEP_TAKE_ALL) return cn_take_all_refusal(rules, pub, hand);
    if (rules->p.take_with != CN_TAKE_WITH_TOP) return cn_refuse(CN_REASON_TAKE_WHOLE); /* P202 */
    if (may_show(rules, pub, number)) return refuse_showing(rules, pub, hand);
    cn_reason reason = cn_top_refusal(rules, pub);
    if (reason.code != CN_OK) return reason;
    if (!cn_may_meld(rules, pub))
        return cn_reason_make(CN_REASON_MELD_TURN, cn_own_turns(rules, pub),
                              rules->p.meld_from_turn);
    unsigned rank = cn_card_kind(cn_public_top(pub));
    unsigned naturals = number == CN_STEP_TAKE_PAIR ? 2 : number == CN_STEP_TAKE_TOP ? 0 : 1;
    unsigned wild = number == CN_STEP_TAKE_TWO     ? CN_KIND_TWO
                    : number == CN_STEP_TAKE_JOKER ? CN_KIND_JOKER
                                                   : CN_KIND_NONE;
    if (hand->kind[rank] < naturals) return cn_refuse(CN_REASON_NOT_HELD);
    if (wild != CN_KIND_NONE && hand->kind[wild] == 0) return cn_refuse(CN_REASON_NOT_HELD);
    if (rules->p.take_guard_single && hand->size == 1 && pub->pile_count == 1)
        return cn_refuse(CN_REASON_SINGLE); /* P47 */
    const cn_side *side = cn_public_acting(pub);
    if (side->meld_count == 0 && rules->p.initial_from_pile == CN_INITIAL_FROM_PILE_NO)
        return cn_refuse(CN_REASON_OPEN_BY_HAND); /* P109 */
    unsigned target = cn_step_target(rules, pub, number);
    if (number == CN_STEP_TAKE_TOP) {
        reason = refuse_take_top_alone(rules, pub, side, target);
        if (reason.code != CN_OK || side->meld[target].rank == CN_MELD_SEQUENCE) return reason;
    } else {
        reason = refuse_way(rules, pub, number);
        if (reason.code != CN_OK) return reason;
        if (target == CN_NO_MELD) return cn_refuse(CN_REASON_NO_MELD);
    }
    return refuse_group(rules, pub, hand, target, rank, naturals, wild);
}

typedef struct taking {
    const cn_rules *rules;
    const cn_public *pub;
    const cn_cards *hand;
    const cn_side *side;
    unsigned rank;   /* of the top card */
    bool pair;       /* the cards are there, and the way is open: two naturals, */
    bool two, joker; /* a natural and a wild, */
    bool alone;      /* the top card by itself */
} taking;

/* Cards and ways; false if nothing is left to look at. */
static inline bool look_at_ways(taking *t)
{
    const cn_params *p = &t->rules->p;
    const uint8_t *held = t->hand->kind;
    const unsigned rank = t->rank;
    t->pair = held[rank] >= 2 && p->take_pair;
    t->two = t->joker = t->alone = false;
    const bool adds = t->side->meld_count > 0 &&
                      (p->take_add_to_meld != CN_TAKE_ADD_TO_MELD_NEVER || p->take_add_to_sequence);
    const bool wild = held[rank] > 0 && p->take_natural_wild;
    if ((!adds && !wild) || cn_public_frozen_for(t->rules, t->pub, t->pub->seat)) return t->pair;
    t->two = wild && held[CN_KIND_TWO] > 0;
    t->joker = wild && held[CN_KIND_JOKER] > 0;
    t->alone = adds;
    return t->pair || t->two || t->joker || t->alone;
}

/* P39 to P41, P180: so many naturals, the top card with them, and a wild fit the meld. */
static bool group_fits(const taking *t, cn_shape shape, unsigned naturals, bool wild)
{
    const bool room = t->rules->p.take_needs_room || t->rules->p.meld_max == 0;
    for (; naturals > 0; naturals--) {
        if (room ? !cn_shape_takes(t->rules, &shape, false)
                 : cn_shape_refusal(t->rules, &shape, false, false).code != CN_OK)
            return false;
        cn_shape_add(&shape, false);
    }
    if (wild) {
        if (room ? !cn_shape_takes(t->rules, &shape, true)
                 : cn_shape_refusal(t->rules, &shape, true, false).code != CN_OK)
            return false;
        cn_shape_add(&shape, true);
    }
    return is_shown(t->rules, t->side, t->hand, &shape);
}

static bool is_free(const taking *t, unsigned wild)
{
    return t->rules->p.wild_meld_locks_wilds == CN_WILD_MELD_LOCKS_WILDS_NO ||
           !cn_is_locked(t->rules, t->side, wild, t->rank);
}

/* The groups that fit the meld; bits of the steps. */
static uint64_t groups(const taking *t, const cn_shape *shape)
{
    uint64_t takes = 0;
    if (t->pair && group_fits(t, *shape, 3, false)) takes |= UINT64_C(1) << CN_STEP_TAKE_PAIR;
    if ((!t->two && !t->joker) || !group_fits(t, *shape, 2, true)) return takes;
    if (t->two && is_free(t, CN_KIND_TWO)) takes |= UINT64_C(1) << CN_STEP_TAKE_TWO;
    if (t->joker && is_free(t, CN_KIND_JOKER)) takes |= UINT64_C(1) << CN_STEP_TAKE_JOKER;
    return takes;
}

/* P40: the top card alone onto a meld of its rank. */
static bool top_fits(const taking *t, const cn_shape *shape)
{
    const cn_params *p = &t->rules->p;
    if (!t->alone || p->take_add_to_meld == CN_TAKE_ADD_TO_MELD_NEVER) return false;
    const bool complete = cn_shape_size(shape) >= (unsigned)p->canasta_size;
    if (complete && p->take_add_to_meld == CN_TAKE_ADD_TO_MELD_BELOW_CANASTA) return false;
    return group_fits(t, *shape, 1, false);
}

/* P64: the top card alone onto a sequence. */
static bool top_extends(const taking *t, const cn_meld *meld)
{
    const cn_params *p = &t->rules->p;
    const cn_card top = cn_public_top(t->pub);
    if (!t->alone || !p->take_add_to_sequence || cn_meld_suit(meld) != cn_card_suit(top))
        return false;
    const int32_t size = (int32_t)cn_meld_size(meld);
    if (size >= p->sequence_max || size >= p->canasta_size) return false;
    return t->rank + 1 == cn_meld_low(meld) || t->rank == cn_meld_high(meld) + 1;
}

/* Takes that name no meld. */
static uint64_t bare_takes(const taking *t)
{
    const bool merged = t->rules->p.same_rank_melds == CN_SAME_RANK_MELDS_ONE_MERGED;
    const unsigned count = t->side->meld_count;
    uint64_t takes = 0;
    if (t->pair || t->two || t->joker) {
        const unsigned target = cn_step_target(t->rules, t->pub, CN_STEP_TAKE_PAIR);
        if (target < count) {
            const cn_shape shape = cn_shape_of(t->pub, t->side, target);
            takes = groups(t, &shape);
        } else if (target == count && count < CN_MELDS_MAX &&
                   (cn_waiting_ranks(t->rules, t->side) >> t->rank & 1) == 0) {
            const cn_shape shape = cn_shape_new(t->rank, count == 0);
            takes = groups(t, &shape);
        }
    }
    if (!merged || !t->alone) return takes;
    const unsigned latest = cn_side_find_meld(t->side, t->rank);
    if (latest == CN_NO_MELD) return takes;
    const cn_shape shape = cn_shape_of(t->pub, t->side, latest);
    return takes | (uint64_t)top_fits(t, &shape) << CN_STEP_TAKE_TOP;
}

/* Some take onto the meld of the top's rank is possible that would not go there without its name
 * (S3). */
static bool takes_by_name(const taking *t, unsigned meld_i)
{
    const cn_shape shape = cn_shape_of(t->pub, t->side, meld_i);
    if (t->rules->p.same_rank_melds != CN_SAME_RANK_MELDS_ONE_MERGED)
        return top_fits(t, &shape) || groups(t, &shape) != 0;
    if (cn_step_target(t->rules, t->pub, CN_STEP_TAKE_PAIR) != meld_i && groups(t, &shape) != 0)
        return true;
    return cn_side_find_meld(t->side, t->rank) != meld_i && top_fits(t, &shape);
}

/* The melds of the top's rank that can be named, the latest first: the others lie before it. */
static uint64_t names_of_rank(const taking *t)
{
    uint64_t found = 0;
    unsigned left = t->side->naturals[t->rank];
    for (unsigned i = t->side->latest[t->rank]; left > 0; i--) {
        const cn_meld *meld = &t->side->meld[i - 1];
        if (meld->rank != t->rank) continue;
        found |= (uint64_t)takes_by_name(t, i - 1) << (i - 1);
        left -= meld->naturals;
    }
    return found;
}

/* Melds that can be named. */
static uint64_t names(const taking *t, bool dead)
{
    const bool extends = t->alone && t->side->naturals[CN_MELD_SEQUENCE] > 0;
    uint64_t found = 0;
    if (!extends && (dead || t->side->naturals[t->rank] == 0)) return 0;
    if (!extends) return names_of_rank(t);
    for (unsigned i = 0; i < t->side->meld_count; i++) {
        const cn_meld *meld = &t->side->meld[i];
        if (meld->rank == t->rank ? !dead && takes_by_name(t, i)
                                  : meld->rank == CN_MELD_SEQUENCE && top_extends(t, meld))
            found |= UINT64_C(1) << i;
    }
    return found;
}

/* Takes onto a meld that TO_MELD has named (S3). */
static uint64_t named_takes(const taking *t, unsigned named, bool dead)
{
    const cn_meld *meld = &t->side->meld[named];
    if (meld->rank == CN_MELD_SEQUENCE) return (uint64_t)top_extends(t, meld) << CN_STEP_TAKE_TOP;
    if (meld->rank != t->rank || dead) return 0;
    const cn_shape shape = cn_shape_apart(t->pub, t->side, named);
    return groups(t, &shape) | (uint64_t)top_fits(t, &shape) << CN_STEP_TAKE_TOP;
}

/* False if cards, ways and counts rule out every take. */
static inline bool set_taking(taking *t, const cn_rules *rules, const cn_public *pub,
                              const cn_cards *hand)
{
    const cn_params *p = &rules->p;
    t->rules = rules;
    t->pub = pub;
    t->hand = hand;
    t->side = cn_public_acting(pub);
    t->rank = cn_card_kind(cn_public_top(pub));
    if (t->rank >= CN_RANKS || !look_at_ways(t) || !cn_may_meld(rules, pub)) return false;
    if (p->take_guard_single && hand->size == 1 && pub->pile_count == 1) return false; /* P47 */
    return t->side->meld_count > 0 || p->initial_from_pile != CN_INITIAL_FROM_PILE_NO;
}

/* P50, P51, of a natural. */
static inline bool top_is_barred(const cn_rules *rules, const cn_public *pub)
{
    const uint32_t ranks = CN_WORD_RANKS | CN_WORD_DEAD_RANK;
    const bool never = ((uint32_t)rules->p.take_top_blockers & ranks) == 0 &&
                       rules->p.take_canasta_rank == CN_TAKE_CANASTA_RANK_FREE;
    return !never && cn_top_refusal(rules, pub).code != CN_OK;
}

cn_mask cn_find_top_takes(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    cn_mask mask = {{0}};
    taking t;
    if (!set_taking(&t, rules, pub, hand)) {
        mask.word[0] = showing(rules, pub, hand);
        return mask;
    }
    const bool dead = cn_public_dead(rules, pub, t.rank);
    if (pub->turn.to_meld != CN_NO_MELD) {
        mask.word[0] = named_takes(&t, pub->turn.to_meld, dead);
    } else {
        if (!dead) mask.word[0] = bare_takes(&t);
        if (rules->many) cn_mask_add_many(&mask, CN_STEP_TO_MELD, names(&t, dead));
    }
    if (!cn_mask_is_empty(&mask) && top_is_barred(rules, pub)) return (cn_mask){{0}};
    return mask;
}

cn_mask cn_find_takes(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    if (rules->p.take_with != CN_TAKE_WITH_TOP) return (cn_mask){{0}}; /* P202 */
    return cn_find_top_takes(rules, pub, hand);
}

uint64_t cn_find_takes_onto(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                            unsigned meld_i)
{
    taking t;
    if (rules->p.take_with != CN_TAKE_WITH_TOP) return 0;
    if (!set_taking(&t, rules, pub, hand))
        return meld_i == CN_NO_MELD ? showing(rules, pub, hand) : 0;
    const bool dead = cn_public_dead(rules, pub, t.rank);
    uint64_t takes = 0;
    if (meld_i != CN_NO_MELD)
        takes = named_takes(&t, meld_i, dead);
    else if (!dead)
        takes = bare_takes(&t);
    return takes != 0 && !top_is_barred(rules, pub) ? takes : 0;
}
