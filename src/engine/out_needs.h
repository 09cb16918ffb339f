/* The kinds of canastas that going out asks for, told from counts before any search.
 * Not here: how many it asks for (out_counts.h). Invariant: told too seldom rather than too often.
 */
#ifndef CANASTA_OUT_NEEDS_H
#define CANASTA_OUT_NEEDS_H

#include "canasta/public.h"

/* P132: by rules with `out_needs`, some kind is missing whatever is laid of these cards. */
bool cn_needs_are_beyond(const cn_rules *rules, const cn_public *pub, const cn_cards *hand);

#endif
