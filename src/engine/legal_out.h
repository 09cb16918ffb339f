/* Turns that must go out after a binding yes, where nothing that fits stands in the way.
 * Not here: those that are searched (legal_search.h). Invariant: the steps that legal.c finds. */
#ifndef CANASTA_LEGAL_OUT_H
#define CANASTA_LEGAL_OUT_H

#include "canasta/public.h"
#include "canasta/step.h"

/* Of a side that has opened, in PHASE_MELD: false if this is no such turn, or if counts leave
 * something in doubt, and then `mask` means nothing. */
bool cn_legal_to_go_out(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                        cn_mask *mask);

#endif
