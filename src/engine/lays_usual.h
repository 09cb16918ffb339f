/* The lays of a side that has melded, each with what makes it sure.
 * Not here: whether the turn is a usual one (legal_usual.c). Invariant: told too seldom rather than
 * too often. */
#ifndef CANASTA_LAYS_USUAL_H
#define CANASTA_LAYS_USUAL_H

#include "lays_table.h"
#include "shape.h"

/* What was found: whether all of it can surely be finished depends on the cards that are left. */
typedef struct cn_found {
    bool onto, begin; /* lays onto finished melds; those that begin new ones */
    bool no_lay;      /* joins, names of melds for them, the end of the run */
    bool other;       /* what only a hand far from the end is sure of */
} cn_found;

/* Whether all of it can be finished near the end too. */
bool cn_is_sure(const cn_lay_table *t, cn_found f);

/* The wilds of the hand, for a step each from `two` and `joker` on. */
static inline uint64_t cn_with_wilds(const cn_lay_table *t, uint64_t bits, unsigned two,
                                     unsigned joker)
{
    return (t->two ? bits << two : 0) | (t->joker ? bits << joker : 0);
}

/* The wilds in hand, for a meld of wilds: it does not keep them from itself. */
void cn_add_wilds_held(const cn_lay_table *t, cn_mask *mask);

/* P61: another meld of wilds, an unfinished one, keeps them from `target`. */
bool cn_usual_wilds_locked(const cn_lay_table *t, unsigned target);

/* Lays, names and discards where nothing is unfinished and nothing is named; `far`: the hand is far
 * from the end. False if one is in doubt: then `mask` means nothing, as below. */
bool cn_usual_lays(const cn_lay_table *t, bool far, cn_mask *mask);

/* Later melds of its rank that can be joined to the one that was named (P56). */
uint64_t cn_joins_onto(const cn_rules *rules, const cn_public *pub, const cn_side *side,
                       const cn_shape *named);

/* Cards for the meld that was named. */
bool cn_usual_lays_onto(const cn_lay_table *t, unsigned named, bool far, cn_mask *mask);

/* Cards for the meld that is unfinished. */
bool cn_usual_lays_onto_open(const cn_lay_table *t, unsigned open, bool far, cn_mask *mask);

#endif
