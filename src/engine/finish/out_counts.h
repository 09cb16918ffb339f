/* Going out told from counts alone, before any search is made ready.
 * Not here: bounds for a search that runs (out_ranks.h). Invariant: as in out_counts.c. */
#ifndef CANASTA_OUT_COUNTS_H
#define CANASTA_OUT_COUNTS_H

#include "canasta/public.h"

/* True if two cards of the hand find no meld in this turn, which says so at once; false proves
 * nothing. */
bool cn_two_cards_stay(const cn_rules *rules, const cn_public *pub, const cn_cards *hand);

/* True if no arrangement of these cards lays all of them, or all but one, with the canastas that
 * going out needs. False proves nothing. */
bool cn_counts_forbid_out(const cn_rules *rules, const cn_public *pub, const cn_cards *hand);

#endif
