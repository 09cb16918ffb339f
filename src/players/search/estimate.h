/* What each side can expect to score in a hand that is not over, from counts of its table and its
 * hands: where a playout is broken off.
 * Not here: how the weights are found (lab/train/estimates.h). Invariant: whole numbers. */
#ifndef CANASTA_ESTIMATE_H
#define CANASTA_ESTIMATE_H

#include "canasta/world.h"

enum {
    CN_ESTIMATE_SIGHTS = 40, /* counts of a side */
    CN_ESTIMATE_COMMON = 4,  /* and of the table */
    CN_ESTIMATE_INPUTS = 4 * CN_ESTIMATE_SIGHTS + CN_ESTIMATE_COMMON,
    CN_ESTIMATE_STOCK = 64, /* a full stock, as a part of itself */
    CN_ESTIMATE_UNIT = 256  /* weights are points in parts of this */
};

/* Weights for the counts of the own side, for them times the stock, and the same for the other
 * sides on average; then for the table. */
typedef struct cn_estimate_weights {
    const char *rules; /* a rule set of ours, */
    uint8_t players;   /* for so many people */
    int32_t weight[CN_ESTIMATE_INPUTS];
} cn_estimate_weights;

/* All of them; the last one has no name. */
extern const cn_estimate_weights cn_estimate_tables[];

/* Those for these rules and so many people, or nearly as many (made_for.h), NULL if there are none
 * of that name. */
const cn_estimate_weights *cn_estimate_of(const cn_rules *rules);

/* A table with all its hands, as a world or a game has it. */
typedef struct cn_estimated {
    const cn_rules *rules;
    const cn_public *pub;
    const cn_cards *hand[CN_SEATS_MAX];
} cn_estimated;

/* The counts that are weighed for a side, in the order of the weights. */
void cn_estimate_inputs(const cn_estimated *table, unsigned side, int32_t *inputs);

/* Points of each side at the end of the hand, side_count entries. */
void cn_estimate_scores(const cn_estimate_weights *weights, const cn_estimated *table,
                        int32_t *points);

#endif
