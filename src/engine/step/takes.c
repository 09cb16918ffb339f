/* All takes of a position at once (P37 to P51, P64).
 * Not here: one take with its reason (possible_take.c). Invariant: as in the header; what a meld
 * takes is asked of shape.c. */
#include "engine/step/takes.h"

#include <assert.h>

#include "engine/step/limits.h"
#include "engine/step/possible.h"
#include "engine/step/shape.h"
#include "engine/step/target.h"

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

/* P39 to P41: so many naturals, the top card with them, and a wild fit the meld. */
static bool group_fits(const taking *t, cn_shape shape, unsigned naturals, bool wild)
{
    const bool room = t->rules->p.take_needs_room || t->rules->p.meld_max == 0;
    for (; naturals > 0; naturals--) {
        if (room ? !cn_shape_takes(t->rules, &shape, false)
                 : cn_shape_refusal(t->rules, &shape, false, false).code != CN_OK)
            return false;
        cn_shape_add(&shape, false);
    }
    if (!wild) return true;
    return room ? cn_shape_takes(t->rules, &shape, true)
                : cn_shape_refusal(t->rules, &shape, true, false).code == CN_OK;
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
    if (meld->naturals >= p->sequence_max || meld->naturals >= p->canasta_size) return false;
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
        } else if (target == count && count < CN_MELDS_MAX) {
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
    if (t->rank >= CN_RANKS || !look_at_ways(t)) return false;
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

cn_mask cn_find_takes(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    cn_mask mask = {{0}};
    taking t;
    if (!set_taking(&t, rules, pub, hand)) return mask;
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

uint64_t cn_find_takes_onto(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                            unsigned meld_i)
{
    taking t;
    if (!set_taking(&t, rules, pub, hand)) return 0;
    const bool dead = cn_public_dead(rules, pub, t.rank);
    uint64_t takes = 0;
    if (meld_i != CN_NO_MELD)
        takes = named_takes(&t, meld_i, dead);
    else if (!dead)
        takes = bare_takes(&t);
    return takes != 0 && !top_is_barred(rules, pub) ? takes : 0;
}
