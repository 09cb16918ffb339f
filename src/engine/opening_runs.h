/* Openings with sequences: every choice of new ones, and of what staged ones take, from counts.
 * Not here: melds of wilds, sequences of a side that has opened (finish_open.c). Invariant: a yes
 * and a no are what a search would say. */
#ifndef CANASTA_OPENING_RUNS_H
#define CANASTA_OPENING_RUNS_H

#include "opening_reach.h"

/* The first cards of all openings of this hand, of which nothing is staged and whose wilds, if it
 * has any to lay, lie with naturals only: ranks of groups, and faces of sequences, one bit each.
 * Before the draw these are openings with a group of the top card, which the pile brings, and two
 * naturals of its rank. False if one is in doubt. */
bool cn_runs_that_open(const cn_reachable *reachable, const cn_cards *hand, uint32_t *ranks,
                       uint64_t *faces);

/* What the next cards of an opening can be. */
typedef struct cn_runs_found {
    uint32_t onto;       /* ranks of naturals for staged groups, */
    uint32_t begin;      /* and for new ones, also beside others of their rank */
    bool wild;           /* a wild for a staged group */
    uint64_t faces;      /* of new sequences, */
    uint64_t ends;       /* and those beside the staged sequence `target` */
    uint64_t lengthened; /* staged sequences that take some, one bit each */
} cn_runs_found;

/* The same of a side that has staged something, and not a meld of wilds, by rules whose melds lie
 * apart; its begun meld is finished. False if one is in doubt, or if none is found. */
bool cn_runs_that_open_staged(const cn_reachable *reachable, const cn_public *pub,
                              const cn_cards *hand, unsigned target, cn_runs_found *found);

#endif
