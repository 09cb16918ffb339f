/* Going out told from counts where every canasta asks for a red three (S27).
 * Not here: rules without that condition (out_ranks.h). Invariant: as there. */
#ifndef CANASTA_OUT_THREES_H
#define CANASTA_OUT_THREES_H

#include "arrange.h"

/* True if counts tell all: one meld of a rank, which takes what it is given, and no melds but those
 * of ranks and black threes. */
bool cn_threes_are_free(const cn_rules *rules);

/* As cn_ranks_go_out. */
cn_told cn_threes_go_out(const cn_arrangement *a);

/* The same by such rules, of a side that has opened, before an arrangement is made; asked only
 * where cn_may_go_out_at_all. */
cn_told cn_threes_tell(const cn_rules *rules, const cn_public *pub, const cn_cards *hand);

#endif
