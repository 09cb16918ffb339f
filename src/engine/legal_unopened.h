/* Turns of a side that has not opened, by rules whose openings are told from counts.
 * Not here: what an opening can come to (opening_reach.h). Invariant: the steps that legal.c finds.
 */
#ifndef CANASTA_LEGAL_UNOPENED_H
#define CANASTA_LEGAL_UNOPENED_H

#include "canasta/public.h"
#include "canasta/step.h"

/* By rules with such openings, in PHASE_MELD: false if counts leave something in doubt, and then
 * `mask` means nothing. ASK is never among the steps. */
bool cn_legal_unopened(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                       cn_mask *mask);

/* A side that has not opened opens by groups alone after a legal lay of a natural onto a meld of
 * its rank, or a legal take, so that the cards may be of any suits. */
bool cn_groups_open_after(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                          unsigned number);

#endif
