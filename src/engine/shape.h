/* The shape of one meld of a rank, of twos or of wilds, card by card (S7).
 * Not here: where a card goes (apply.h), locks between melds, sequences' order.
 * Invariant: a step and a plan of many steps ask the same function. */
#ifndef CANASTA_SHAPE_H
#define CANASTA_SHAPE_H

#include "canasta/public.h"
#include "canasta/reason.h"

/* A meld as counts, with what the current run has put into it (P57). */
typedef struct cn_shape {
    uint8_t rank;       /* 0..10, CN_MELD_TWOS, CN_MELD_WILD, CN_MELD_BLACK3 */
    uint8_t naturals;   /* of a meld of wilds only: 0 */
    uint8_t wilds;      /* of a meld of wilds only: all its cards */
    uint8_t run_before; /* cards when the run began; 0 in an opening */
    uint8_t run_wilds;
    bool opening; /* rules of the opening hold (P53) */
} cn_shape;

static inline unsigned cn_shape_size(const cn_shape *shape)
{
    return (unsigned)shape->naturals + shape->wilds;
}

/* A shape of no cards, in which a meld of that rank begins. */
static inline cn_shape cn_shape_new(unsigned rank, bool opening)
{
    return (cn_shape){.rank = (uint8_t)rank, .opening = opening};
}

/* The side's meld `meld_i` as the turn stands: in its run, or as one that a new run would reach. */
cn_shape cn_shape_of(const cn_public *pub, const cn_side *side, unsigned meld_i);

/* Why a natural (or a wild) may not be laid onto it; `with_room` = false leaves meld_max out, for
 * takes where it does not matter. Dead ranks, locks and cards held are the caller's. */
cn_reason cn_shape_refusal(const cn_rules *rules, const cn_shape *shape, bool wild, bool with_room);

/* The same without the reason: true if it may be laid, room included. */
bool cn_shape_takes(const cn_rules *rules, const cn_shape *shape, bool wild);

static inline void cn_shape_add(cn_shape *shape, bool wild)
{
    if (wild) {
        shape->wilds++;
        shape->run_wilds++;
    } else {
        shape->naturals++;
    }
}

/* Naturals that a meld of the rank cannot do without; of twos they are always two (P62). */
int32_t cn_shape_least_naturals(const cn_rules *rules, unsigned rank);

/* True if the meld may be left as it is (P122). */
bool cn_shape_is_finished(const cn_rules *rules, const cn_shape *shape);

/* True if it is a canasta, and takes no further natural (wild for a meld of wilds), so that another
 * of its rank may begin beside it (P56, P60). */
bool cn_shape_is_closed(const cn_rules *rules, const cn_shape *shape);

cn_canasta cn_shape_canasta(const cn_rules *rules, const cn_shape *shape);

/* True if two melds of one rank make a lawful one together (P56, S5). */
bool cn_shape_union_fits(const cn_rules *rules, const cn_shape *a, const cn_shape *b);

#endif
