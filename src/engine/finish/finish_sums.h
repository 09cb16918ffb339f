/* What the searches for openings share: what an arrangement comes to, and their beginning.
 * Not here: what is searched for. Invariant: as in finish_sums.c. */
#ifndef CANASTA_FINISH_SUMS_H
#define CANASTA_FINISH_SUMS_H

#include "engine/finish/arrangement.h"
#include "engine/finish/finish.h"
#include "engine/step/opening.h"
#include "engine/step/opening_goal.h"

/* A search with that goal, of which `fitting` is filled in. */
void cn_begin_opening(cn_arrangement *a, const cn_rules *rules, const cn_public *pub,
                      const cn_cards *hand, cn_goal *goal, cn_effort *effort);

/* What the pieces are worth; false if locks forbid them. */
bool cn_arrangement_opens(const cn_arrangement *a, cn_opening *sum);

/* Hand cards that are laid. */
unsigned cn_arrangement_added(const cn_arrangement *a);

/* What the settled pieces come to for the opening, and for going out with it. */
uint64_t cn_digest_opening(const cn_arrangement *a, unsigned rank, uint64_t key);

/* Too few points even if every card of the higher ranks and every wild were laid. */
bool cn_count_is_hopeless(const cn_arrangement *a, unsigned rank);

/* The same while sequences are being settled, into which all cards of the ranks in `loose` could
 * go. */
bool cn_count_is_vain(const cn_arrangement *a, uint32_t loose);

#endif
