/* Going out told exactly from counts where a rank has one meld at a time.
 * Not here: melds that lie beside each other, and other conditions (out_ranks.h, finish_out.c).
 * Invariant: yes and no are what a search would find. */
#ifndef CANASTA_OUT_EXACT_H
#define CANASTA_OUT_EXACT_H

#include "arrange.h"

/* True if counts tell all: melds take what they are given, at any time (S27) or until they close as
 * canastas, and there are none but those of ranks, wilds and black threes. */
bool cn_is_exact(const cn_rules *rules);

/* Whether the hand of a side that has opened can go out, by such rules, where
 * cn_may_go_out_at_all; nothing is told while black threes lie there. */
cn_told cn_exact_out(const cn_rules *rules, const cn_public *pub, const cn_cards *hand);

/* The same after a lay that is possible. */
cn_told cn_exact_out_after(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                           unsigned number);

#endif
