/* Going out told from counts where every canasta asks for a red three (S27).
 * Not here: rules without that condition (out_ranks.h). Invariant: yes and no are what a search
 * would find. */
#ifndef CANASTA_OUT_THREES_H
#define CANASTA_OUT_THREES_H

#include "arrange.h"

/* True if counts tell all: one meld of a rank, which takes what it is given, and no melds but those
 * of ranks and black threes. */
bool cn_threes_are_free(const cn_rules *rules);

/* Whether the hand of a side that has opened can go out, by such rules, where
 * cn_may_go_out_at_all; nothing is told while black threes lie there. */
cn_told cn_threes_tell(const cn_rules *rules, const cn_public *pub, const cn_cards *hand);

/* The same after a lay that is possible. */
cn_told cn_threes_tell_after(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                             unsigned number);

/* By such rules: it surely cannot. */
bool cn_threes_forbid_out(const cn_rules *rules, const cn_public *pub, const cn_cards *hand);

#endif
