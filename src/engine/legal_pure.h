/* Turns of a side that has not opened, by rules with conditions for the groups of an opening.
 * Not here: what an opening can come to (opening_pure.h). Invariant: the steps that legal.c finds.
 */
#ifndef CANASTA_LEGAL_PURE_H
#define CANASTA_LEGAL_PURE_H

#include "canasta/public.h"
#include "canasta/step.h"

/* By rules with such openings, in PHASE_MELD: false if counts leave something in doubt, and then
 * `mask` means nothing. ASK is never among the steps. */
bool cn_legal_pure(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                   cn_mask *mask);

#endif
