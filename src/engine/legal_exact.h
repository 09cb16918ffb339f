/* All steps of a turn near the end, or that must go out, by rules of which counts tell exactly who
 * can go out.
 * Not here: turns far from the end (legal_merged.c), whether the hand goes out (out_exact.c).
 * Invariant: the steps that legal_search.c finds. */
#ifndef CANASTA_LEGAL_EXACT_H
#define CANASTA_LEGAL_EXACT_H

#include "canasta/public.h"
#include "canasta/step.h"

/* In PHASE_MELD; false, and the mask means nothing, if the turn is none that is told so: by rules
 * without cn_rules.merged none is. */
bool cn_legal_exact(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                    cn_mask *mask);

#endif
