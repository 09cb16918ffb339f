/* Openings with sequences: every choice of new ones, told from counts.
 * Not here: melds of wilds, sequences that lie there (finish_open.c). Invariant: a yes and a no are
 * what a search would say. */
#ifndef CANASTA_OPENING_RUNS_H
#define CANASTA_OPENING_RUNS_H

#include "opening_reach.h"

/* The first cards of all openings of this hand, of which nothing is staged and whose wilds, if it
 * has any to lay, lie with naturals only: ranks of groups, and faces of sequences, one bit each.
 * Before the draw these are openings with a group of the top card, which the pile brings, and two
 * naturals of its rank. False if one is in doubt. */
bool cn_runs_that_open(const cn_reachable *reachable, const cn_cards *hand, uint32_t *ranks,
                       uint64_t *faces);

#endif
