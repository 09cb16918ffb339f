/* The faces of a hand as a set: one bit each, four to a rank, so that neighbours of a suit are four
 * bits apart.
 * Not here: how many of each. Invariant: bit = the card's number. */
#ifndef CANASTA_FACES_H
#define CANASTA_FACES_H

#include "canasta/public.h"

/* The natural faces in hand. */
uint64_t cn_faces_held(const cn_cards *hand);

/* Those of the set that lie in a run of `least` or more of them. */
uint64_t cn_faces_in_runs(uint64_t faces, unsigned least);

/* The faces that would lengthen a sequence. */
uint64_t cn_faces_beside(const cn_meld *sequence);

/* Ranks, one bit each, of which a card in hand could be laid into a sequence, old or new; told too
 * often rather than too seldom. */
uint32_t cn_ranks_in_sequences(const cn_rules *rules, const cn_side *side, const cn_cards *hand);

#endif
