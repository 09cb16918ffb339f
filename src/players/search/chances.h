/* The chance to win the game by the totals, from tables made by `canasta train scores`.
 * Not here: how they are made (lab/train/scores.h). Invariant: whole numbers. */
#ifndef CANASTA_CHANCES_H
#define CANASTA_CHANCES_H

#include "canasta/rules.h"

enum {
    CN_CHANCE_SURE = 1 << 16, /* chances are parts of this */
    CN_CHANCE_TOTALS = 26     /* totals that a table has lines and columns for */
};

/* One table. Its totals are low, low + step, ...; chance[i][j] is that of a side with total i
 * against others of which the best has total j, if it deals the next hand. */
typedef struct cn_chances {
    const char *rules; /* a rule set of ours, */
    uint8_t players;   /* for so many people */
    int32_t target, low, step;
    int32_t per_hand; /* what a side scores in a hand on average */
    uint16_t chance[CN_CHANCE_TOTALS][CN_CHANCE_TOTALS]; /* in parts of CN_CHANCE_SURE - 1 */
} cn_chances;

/* All tables; the last one has no name. */
extern const cn_chances cn_chance_tables[];

/* The table for these rules and so many people, or nearly as many (made_for.h), NULL if there is
 * none of that name. Rules that were changed in one or another way have the table of those that
 * they were made from. */
const cn_chances *cn_chances_of(const cn_rules *rules);

/* The chance of a side to win, after so many hands, the last of which has just been scored.
 * `dealer`: of the next one. Without a table it grows evenly with what the side is ahead. */
uint32_t cn_chance(const cn_chances *table, const cn_rules *rules, const int32_t *totals,
                   unsigned hands_played, unsigned dealer, unsigned side);

/* The same if the totals are what is expected of a hand that still goes on: it ends with more or
 * less, so that nothing is over yet that is over by these totals. */
uint32_t cn_chance_expected(const cn_chances *table, const cn_rules *rules, const int32_t *totals,
                            unsigned hands_played, unsigned dealer, unsigned side);

#endif
