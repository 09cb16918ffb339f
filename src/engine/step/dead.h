/* Ranks that are closed to everybody (P100), all at once.
 * Not here: one rank alone (cn_public_dead). Invariant: agrees with it. */
#ifndef CANASTA_DEAD_H
#define CANASTA_DEAD_H

#include "canasta/public.h"
#include "engine/cards/counts.h"
#include "engine/cards/rare.h"

/* The closed ranks below CN_RANKS, one bit each. */
uint32_t cn_dead_ranks(const cn_rules *rules, const cn_public *pub);

#endif
