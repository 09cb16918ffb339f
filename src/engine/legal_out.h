/* Turns that must go out after a binding yes or because black threes lie there (P65, P70), and
 * those of hands that are nearly empty, where no lay that fits stands in the way of going out.
 * Not here: those that are searched (legal_search.h). Invariant: the steps that legal.c finds. */
#ifndef CANASTA_LEGAL_OUT_H
#define CANASTA_LEGAL_OUT_H

#include "canasta/public.h"
#include "canasta/step.h"

/* Of a side that has opened, in PHASE_MELD; a yes was given, black threes lie there or are all of
 * the hand but a card, or it is one card with nothing named and nothing unfinished. False if counts
 * leave something in doubt, and then `mask` means nothing. ASK is never among the steps. */
bool cn_legal_to_go_out(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                        cn_mask *mask);

#endif
