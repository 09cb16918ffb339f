/* Whether the values of a rule set make sense together, and can be played at this table.
 * Not here: ranges of single values (params.c). Invariant: accepts nothing of which it can prove
 * that nobody could play it to the end; what merely has no effect is accepted. */
#ifndef CANASTA_RULES_CHECK_H
#define CANASTA_RULES_CHECK_H

#include "canasta/rules.h"

/* All derived tables are set. On a refusal `*param_name` and `*why` say what is wrong. */
cn_rules_error cn_rules_check(const cn_rules *rules, const char **param_name, const char **why);

#endif
