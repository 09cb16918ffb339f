/* The shape of one meld of a rank, of twos or of wilds, card by card (S7).
 * Not here: where a card goes (target.h), locks between melds, sequences' order.
 * Invariant: a step and a plan of many steps ask the same function. */
#ifndef CANASTA_SHAPE_H
#define CANASTA_SHAPE_H

#include <assert.h>

#include "canasta/public.h"
#include "canasta/reason.h"
#include "engine/cards/counts.h"

/* P199: black threes are melded as cards of a rank are. */
static inline bool cn_black3_is_rank(const cn_rules *rules)
{
    return rules->p.black3_meld == CN_BLACK3_MELD_AS_RANK;
}

/* A meld as counts, with what the current run has put into it (P57). */
typedef struct cn_shape {
    uint8_t rank;       /* 0..10, CN_MELD_TWOS, CN_MELD_WILD, CN_MELD_BLACK3 */
    uint8_t naturals;   /* of a meld of wilds only: 0 */
    uint8_t wilds;      /* of a meld of wilds only: all its cards */
    uint8_t run_before; /* cards when the run began; 0 in an opening */
    uint8_t run_wilds;
    uint8_t turn_wilds; /* wilds that it has got in this turn, where they are limited (P157) */
    bool opening;       /* rules of the opening hold (P53) */
    bool old_canasta;   /* it was a canasta as the turn began, where that matters (P200) */
} cn_shape;

static inline unsigned cn_shape_size(const cn_shape *shape)
{
    return (unsigned)shape->naturals + shape->wilds;
}

/* No rank has a second meld beside its first. */
static inline bool cn_melds_are_single(const cn_side *side)
{
    return (unsigned)__builtin_popcount(cn_counts_from(side->latest, 1)) == side->meld_count;
}

/* A shape of no cards, in which a meld of that rank begins. */
static inline cn_shape cn_shape_new(unsigned rank, bool opening)
{
    return (cn_shape){.rank = (uint8_t)rank, .opening = opening};
}

/* The side's meld `meld_i` as one that a new run would reach. */
static inline cn_shape cn_shape_apart(const cn_public *pub, const cn_side *side, unsigned meld_i)
{
    const cn_meld *meld = &side->meld[meld_i];
    const uint8_t wilds = (uint8_t)cn_meld_wilds(meld);
    const bool staging = pub->turn.staging; /* the whole opening is one action (S2) */
    return (cn_shape){.rank = meld->rank,
                      .naturals = meld->naturals,
                      .wilds = wilds,
                      .run_before = (uint8_t)(staging ? 0 : meld->naturals + wilds),
                      .run_wilds = staging ? wilds : 0,
                      .turn_wilds = pub->turn_wilds[meld_i],
                      .opening = staging,
                      .old_canasta = pub->old_canastas >> meld_i & 1};
}

/* The same as the turn stands: in its run, if the meld has one. */
static inline cn_shape cn_shape_of(const cn_public *pub, const cn_side *side, unsigned meld_i)
{
    const cn_turn *turn = &pub->turn;
    cn_shape shape = cn_shape_apart(pub, side, meld_i);
    if (turn->run_meld != meld_i || turn->staging || turn->to_meld != CN_NO_MELD) return shape;
    shape.run_before = turn->run_before;
    shape.run_wilds = turn->run_wilds;
    return shape;
}

/* Why a natural (or a wild) may not be laid onto it; `with_room` = false leaves meld_max out, for
 * takes where it does not matter. Dead ranks, locks and cards held are the caller's. */
cn_reason cn_shape_refusal(const cn_rules *rules, const cn_shape *shape, bool wild, bool with_room);

/* P59: so many wilds may lie beside so many naturals, as wild_ratio and its exceptions say. */
bool cn_wilds_in_ratio(const cn_params *p, unsigned naturals, unsigned wilds);

/* Fills the tables of `rules` that cn_shape_takes reads. */
void cn_shape_derive(cn_rules *rules);

/* Groups of black threes: see cn_shape_takes. */
bool cn_shape_black3_takes(const cn_rules *rules, const cn_shape *shape, bool wild);

/* P196: whether a canasta, natural or mixed, takes a natural or a wild. */
static inline bool cn_canasta_takes(const cn_params *p, bool mixed, bool wild)
{
    const int32_t takes = mixed ? p->mixed_canasta_takes : p->natural_canasta_takes;
    if (wild ? !p->add_wild_to_canasta : !p->add_natural_to_canasta) return false;
    return takes == CN_CANASTA_TAKES_ANY ||
           takes == (wild ? CN_CANASTA_TAKES_WILDS : CN_CANASTA_TAKES_NATURALS);
}

/* Every canasta takes wilds: no run of lays need be looked at (P57). */
static inline bool cn_canastas_take_wilds(const cn_params *p)
{
    return p->add_wild_to_canasta && p->natural_canasta_takes == CN_CANASTA_TAKES_ANY &&
           p->mixed_canasta_takes == CN_CANASTA_TAKES_ANY;
}

/* P40, P57: 1 where the top card that takes the pile alone lies in its meld before the run begins,
 * because no wild of the run could have been laid before it; other rules never ask. */
static inline bool cn_shape_top_alone_before(const cn_rules *rules)
{
    return !cn_canastas_take_wilds(&rules->p) && cn_canasta_takes(&rules->p, true, false);
}

/* P57, of melds of wilds only. */
static inline bool cn_shape_wilds_fit_canasta(const cn_rules *rules, const cn_shape *shape)
{
    return rules->p.add_wild_to_canasta ||
           shape->run_before + shape->run_wilds + 1 <= rules->p.canasta_size;
}

/* P57, of a meld of a rank or of twos: every wild could have been laid before it was complete. */
static inline bool cn_shape_wild_fits_canasta(const cn_rules *rules, const cn_shape *shape)
{
    const unsigned full = (unsigned)rules->p.canasta_size;
    if (cn_shape_size(shape) < full || cn_canastas_take_wilds(&rules->p)) return true;
    if (cn_canasta_takes(&rules->p, shape->wilds > 0, true)) return true;
    if (shape->run_before + shape->run_wilds + 1U > full) return false;
    return cn_canasta_takes(&rules->p, true, false);
}

/* P157: in this turn the meld, which is not one of wilds, gets no further wild. */
static inline bool cn_shape_has_turn_wilds(const cn_params *p, const cn_shape *shape)
{
    return p->wilds_per_turn > 0 && shape->turn_wilds >= p->wilds_per_turn;
}

static inline cn_canasta cn_shape_canasta(const cn_rules *rules, const cn_shape *shape)
{
    if (cn_shape_size(shape) < (unsigned)rules->p.canasta_size) return CN_CANASTA_NONE;
    if (shape->rank == CN_MELD_BLACK3 && !cn_black3_is_rank(rules)) return CN_CANASTA_NONE;
    if (shape->rank == CN_MELD_WILD) return CN_CANASTA_WILD;
    return shape->wilds == 0 ? CN_CANASTA_NATURAL : CN_CANASTA_MIXED;
}

/* P200: it has become a canasta in this turn, and gets no further card in it. */
static inline bool cn_shape_is_closed_now(const cn_rules *rules, const cn_shape *shape)
{
    return rules->p.add_after_closing != CN_ADD_AFTER_CLOSING_AT_ONCE && !shape->old_canasta &&
           cn_shape_canasta(rules, shape) != CN_CANASTA_NONE;
}

/* The same without the reason: true if it may be laid, room included. */
static inline bool cn_shape_takes(const cn_rules *rules, const cn_shape *shape, bool wild)
{
    const unsigned rank = shape->rank, naturals = shape->naturals;
    if (cn_shape_is_closed_now(rules, shape)) return false;
    if (rank == CN_MELD_WILD)
        return shape->wilds < rules->wild_most && cn_shape_wilds_fit_canasta(rules, shape);
    if (rank == CN_MELD_BLACK3 && (wild || !cn_black3_is_rank(rules)))
        return cn_shape_black3_takes(rules, shape, wild);
    assert(naturals <= CN_NATURALS_MAX && shape->wilds < 64);
    if (!wild) return (rules->shapes.takes_natural[naturals] >> shape->wilds & 1) != 0;
    if ((rules->shapes.takes_wild[shape->opening][naturals] >> shape->wilds & 1) == 0) return false;
    if (cn_shape_has_turn_wilds(&rules->p, shape)) return false;
    int32_t barred = rules->p.no_wild_ranks;
    if (!shape->opening && shape->wilds == 0) barred |= rules->p.initial_only_wild_ranks;
    return (barred >> rank & 1) == 0 && cn_shape_wild_fits_canasta(rules, shape);
}

/* Ranks, one bit each, of which so many naturals of the hand and as many wilds as are needed make a
 * new meld; ranks that take none apart. */
static inline uint32_t cn_ranks_to_begin(const cn_rules *rules, const uint8_t *kinds,
                                         unsigned wilds, bool opening)
{
    uint8_t needed[CN_COUNTS];
    cn_counts_look_up(needed, rules->shapes.wilds_to_begin[opening], kinds);
    return CN_ALL_RANKS & ~cn_counts_from(needed, wilds + 1);
}

static inline void cn_shape_add(cn_shape *shape, bool wild)
{
    if (wild) {
        shape->wilds++;
        shape->run_wilds++;
        shape->turn_wilds++;
    } else {
        shape->naturals++;
    }
}

static inline void cn_shape_take_back_wild(cn_shape *shape)
{
    shape->wilds--;
    shape->run_wilds--;
    shape->turn_wilds--;
}

/* Naturals that a meld of the rank cannot do without; of twos they are always two (P62). */
static inline int32_t cn_shape_least_naturals(const cn_rules *rules, unsigned rank)
{
    enum { TWOS_LEAST = 2 };
    const int32_t least = rules->p.min_naturals;
    return rank == CN_MELD_TWOS && least < TWOS_LEAST ? TWOS_LEAST : least;
}

/* A group of black threes: see cn_shape_is_finished. */
bool cn_shape_black3_is_finished(const cn_rules *rules, const cn_shape *shape);

/* True if the meld may be left as it is (P122). */
static inline bool cn_shape_is_finished(const cn_rules *rules, const cn_shape *shape)
{
    if (shape->rank == CN_MELD_BLACK3 && !cn_black3_is_rank(rules))
        return cn_shape_black3_is_finished(rules, shape);
    if (cn_shape_size(shape) < (unsigned)rules->p.meld_min) return false;
    return shape->rank == CN_MELD_WILD ||
           shape->naturals >= cn_shape_least_naturals(rules, shape->rank);
}

/* True if it is a canasta, and takes no further natural (wild for a meld of wilds), so that another
 * of its rank may begin beside it (P56, P60). */
static inline bool cn_shape_is_closed(const cn_rules *rules, const cn_shape *shape)
{
    if (cn_shape_size(shape) < (unsigned)rules->p.canasta_size) return false;
    if (shape->rank != CN_MELD_WILD) return !cn_canasta_takes(&rules->p, shape->wilds > 0, false);
    return !rules->p.add_wild_to_canasta || shape->wilds >= rules->wild_most;
}

/* P100: a canasta takes no more where it closes its rank. */
static inline bool cn_shape_closes_rank(const cn_rules *rules, const cn_shape *shape)
{
    return rules->p.dead_rank != CN_DEAD_RANK_NONE && shape->rank != CN_MELD_WILD &&
           shape->rank != CN_MELD_BLACK3 && cn_shape_canasta(rules, shape) != CN_CANASTA_NONE;
}

/* True if two melds of one rank make a lawful one together (P56, S5). */
bool cn_shape_union_fits(const cn_rules *rules, const cn_shape *a, const cn_shape *b);

/* A later meld of its rank can be joined to the meld, once the run has ended (P56). */
bool cn_shape_joins_later(const cn_rules *rules, const cn_public *pub, const cn_side *side,
                          unsigned meld_i);

#endif
