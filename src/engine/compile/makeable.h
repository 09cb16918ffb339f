/* Which canastas a rule set and its pack can bring forth at all.
 * Not here: what a player may do now (legal.h). Invariant: nothing that can be made is missing. */
#ifndef CANASTA_MAKEABLE_H
#define CANASTA_MAKEABLE_H

#include "canasta/rules.h"

typedef struct cn_makeable {
    int32_t meld;    /* CN_WORD_* bits of the ranks, and of the twos, that can be melded at all */
    int32_t natural; /* ... that can be a natural canasta */
    int32_t mixed;
    bool wild, sequence;
} cn_makeable;

cn_makeable cn_rules_makeable(const cn_rules *rules);

/* At most so many canastas of those that `out_not_counted` leaves could lie on one table. */
unsigned cn_makeable_most(const cn_rules *rules, const cn_makeable *makeable);

#endif
