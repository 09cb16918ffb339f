/* A natural of the hand for a wild of a meld (P175, P176, S30): which meld gives it, and why not.
 * Not here: what a swap changes (turn/apply.c). Invariant: of the hand nothing is asked but whether
 * it holds the natural. */
#ifndef CANASTA_SWAP_H
#define CANASTA_SWAP_H

#include "canasta/public.h"
#include "canasta/reason.h"

/* Why a swap is not possible in PHASE_MELD. */
cn_reason cn_swap_refusal(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                          unsigned number);

#endif
