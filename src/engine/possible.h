/* The shape of each step: may it be made where the turn stands, dead ends aside?
 * Not here: whether the turn can be finished after it (plan.c).
 * Invariant: agrees with the masks of legal.c; the brute-force test compares them. */
#ifndef CANASTA_POSSIBLE_H
#define CANASTA_POSSIBLE_H

#include "canasta/reason.h"

/* Why the step's shape is refused, CN_OK if it is possible. */
cn_reason cn_refusal(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                     unsigned number);

static inline cn_reason cn_reason_make(unsigned code, int32_t have, int32_t need)
{
    return (cn_reason){(uint8_t)code, have, need};
}

#endif
