/* Openings told from counts alone, before any search is made ready.
 * Not here: which openings there are. Invariant: as in opening_counts.c. */
#ifndef CANASTA_OPENING_COUNTS_H
#define CANASTA_OPENING_COUNTS_H

#include "canasta/public.h"

/* True if no cards of the hand, with those staged, make an opening; `out`: one that goes out, by
 * which the count may not be needed. False proves nothing. */
bool cn_counts_forbid_opening(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                              bool out);

#endif
