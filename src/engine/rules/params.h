/* What the check of parameters asks of single ones, and of the special hands.
 * Not here: how they go together (compile/rules_check.c). Invariant: reads nothing but them. */
#ifndef CANASTA_RULES_PARAMS_H
#define CANASTA_RULES_PARAMS_H

#include "canasta/rules.h"

/* Name of the first parameter out of its range, NULL if all are inside. */
const char *cn_param_out_of_range(const cn_params *params);

/* Cards of the special hand. */
unsigned cn_special_hand_size(const cn_special_hand *hand);

/* Fills special_hands, _mixed, _least and _most. */
void cn_special_derive(cn_rules *rules);

/* True if the pack and what becomes of the threes let somebody hold it. */
bool cn_special_hand_holdable(const cn_rules *rules, const cn_special_hand *hand);

#endif
