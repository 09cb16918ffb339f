/* What surely goes out, told from counts, by rules whose melds may close.
 * Not here: rules whose melds never do (out_sure.h), all other ways (finish_out.c). Invariant: a
 * yes is what the search would say; a no says nothing. */
#ifndef CANASTA_OUT_CLOSED_H
#define CANASTA_OUT_CLOSED_H

#include "canasta/public.h"

/* Of a side that has opened, that may go out, by rules of which cn_rules.counted_ranks is true. */
bool cn_counts_go_out(const cn_rules *rules, const cn_public *pub, const cn_cards *hand);

#endif
