/* Special hands for the validator. Not here: declaring them (score.h).
 * Invariant: a hand of which this says no can be held by nobody. */
#ifndef CANASTA_SPECIAL_H
#define CANASTA_SPECIAL_H

#include "canasta/rules.h"

/* Cards of the special hand. */
unsigned cn_special_hand_size(const cn_special_hand *hand);

/* Fills special_hands, _mixed, _least and _most. */
void cn_special_derive(cn_rules *rules);

/* True if the pack and what becomes of the threes let somebody hold it. */
bool cn_special_hand_holdable(const cn_rules *rules, const cn_special_hand *hand);

#endif
