/* Which cards may be discarded (P74 to P80, S14).
 * Not here: whether the turn may end (possible.c). Invariant: reads the table and the own hand. */
#ifndef CANASTA_DISCARD_H
#define CANASTA_DISCARD_H

#include "canasta/public.h"
#include "canasta/reason.h"

/* The kinds in hand that no ban keeps back after the lifting of P77, one bit each. */
uint32_t cn_discardable(const cn_rules *rules, const cn_public *pub, const cn_cards *hand);

/* Why a kind that is held may not be discarded: the ban that keeps it back, CN_OK if none does. */
cn_reason cn_discard_ban(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                         unsigned kind);

/* Kinds that are never discarded, whatever else is held (discard_threes). */
static inline uint32_t cn_never_discarded(const cn_rules *rules)
{
    const int32_t threes = rules->p.discard_threes;
    const uint32_t red = threes != CN_DISCARD_THREES_ALL ? UINT32_C(1) << CN_KIND_RED3 : 0;
    return red | (threes == CN_DISCARD_THREES_NONE ? UINT32_C(1) << CN_KIND_BLACK3 : 0);
}

/* Kinds that may not be the discard that goes out (never_last). */
uint32_t cn_never_last(const cn_rules *rules);

#endif
