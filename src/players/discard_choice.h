/* Which card to give away: the one the next player is least likely to take the pile with.
 * Not here: laying and going out. Invariant: the answer is one of the discards allowed. */
#ifndef CANASTA_DISCARD_CHOICE_H
#define CANASTA_DISCARD_CHOICE_H

#include "canasta/view.h"

/* The step number of the best discard among `allowed`, which contains at least one discard. */
unsigned cn_choose_discard(const cn_view *view, const cn_rules *rules, const cn_mask *allowed);

/* Chance, in parts of CN_CERTAIN, that the next player takes the pile if `kind` is discarded. */
uint32_t cn_take_risk(const cn_view *view, const cn_rules *rules, unsigned kind);

#endif
