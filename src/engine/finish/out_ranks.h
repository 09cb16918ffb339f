/* Going out told from counts where melds take what they are given: the ranks of an arrangement
 * whose sequences and twos are settled.
 * Not here: rules that limit melds further, which are searched (arrange.c). Invariant: yes and no
 * are what the search would find; where counts do not tell, neither is said. */
#ifndef CANASTA_OUT_RANKS_H
#define CANASTA_OUT_RANKS_H

#include "engine/finish/arrangement.h"

/* True if counts may tell anything of arrangements by these rules. */
bool cn_ranks_are_free(const cn_rules *rules);

/* Whether the cards left in hand - naturals, wilds, black threes - can all be laid, but for one
 * that may be discarded, so that the table goes out; of an arrangement with `all` of a side that
 * has opened, by rules that are free. */
cn_told cn_ranks_go_out(const cn_arrangement *a);

/* True if they cannot, even if all cards of the ranks in `loose`, one bit each, could go into
 * sequences; sequences need not be settled, nor twos. */
bool cn_ranks_stay(const cn_arrangement *a, uint32_t loose);

#endif
