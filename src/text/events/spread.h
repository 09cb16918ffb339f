/* Cards that are to make a sequence, or to go to one, put at their places: wilds into the gaps, and
 * those that are left over at an end (P177).
 * Not here: whether they may lie there (targets.c). Invariant: what is written is read as a group.
 */
#ifndef CANASTA_SPREAD_H
#define CANASTA_SPREAD_H

#include "canasta/public.h"
#include "text/base/text.h"

typedef enum cn_end { CN_END_ANY, CN_END_LOW, CN_END_HIGH } cn_end;

/* Writes the cards in the order of their places, onto `meld` (NULL: a new sequence) with a dash for
 * what lies there. False if they have no wild, no places, or no room at that end; `*spare`: some
 * wilds fill no gap, so that the end matters. */
bool cn_write_spread(cn_writer *writer, const cn_meld *meld, const cn_card *cards, unsigned count,
                     cn_end end, bool *spare);

#endif
