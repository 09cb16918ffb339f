/* Which card to give away: the one the next player is least likely to take the pile with.
 * Not here: laying and going out. Invariant: the answer is one of the discards allowed. */
#ifndef CANASTA_DISCARD_CHOICE_H
#define CANASTA_DISCARD_CHOICE_H

#include "players/reckon.h"

/* The step number of the best discard among `allowed`, CN_STEPS if it has none. */
unsigned cn_choose_discard(const cn_view *view, const cn_rules *rules, const cn_mask *allowed);

/* Chance, in parts of CN_CERTAIN, that the next player takes the pile if `kind` is discarded. */
uint32_t cn_take_risk(const cn_view *view, const cn_rules *rules, unsigned kind);

/* What is left of a seat's chance of holding a pair, in parts of a hundred, after each such card it
 * threw and each pile with such a top that it left. */
typedef struct cn_reading {
    uint8_t thrown, declined;
} cn_reading;

/* The same for a player that has counted the unseen cards already and reads in its own way. */
uint32_t cn_take_risk_of(const cn_view *view, const cn_rules *rules, const cn_unseen_kinds *unseen,
                         cn_reading reading, unsigned kind);

#endif
