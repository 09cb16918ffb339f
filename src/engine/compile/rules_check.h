/* Whether parameters go together, and whether melds, canastas and openings can be made by them.
 * Not here: the range of each (rules/params.c). Invariant: reads nothing but the parameters and the
 * derived tables. */
#ifndef CANASTA_RULES_CHECK_H
#define CANASTA_RULES_CHECK_H

#include "canasta/rules.h"

/* All derived tables are set. On a refusal `*param_name` and `*why` say what is wrong. */
cn_rules_error cn_rules_check(const cn_rules *rules, const char **param_name, const char **why);

typedef struct cn_makeable {
    int32_t meld;    /* CN_WORD_* bits of the ranks, and of the twos, that can be melded at all */
    int32_t natural; /* ... that can be a natural canasta */
    int32_t mixed;
    bool wild, sequence;
} cn_makeable;

cn_makeable cn_rules_makeable(const cn_rules *rules);

/* At most so many canastas but those of these cn_word bits could lie on one table. */
unsigned cn_makeable_most(const cn_rules *rules, const cn_makeable *makeable, int32_t ignored);

#endif
