/* Bounds that spare the search for a way to go out.
 * Not here: the search (finish_out.c). Invariant: as in out_bounds.c. */
#ifndef CANASTA_OUT_BOUNDS_H
#define CANASTA_OUT_BOUNDS_H

#include "arrange.h"
#include "finish.h"

/* Too few wilds for the new melds that the naturals in hand must become. */
bool cn_wilds_are_short(const cn_arrangement *a);

/* A canasta that going out asks for by its kind (P132) cannot be made. */
bool cn_needs_are_missing(const cn_arrangement *a);

/* Too few canastas even if every card from `rank` on went where it helps most; before the
 * sequences are settled with `rank` 0 and `sequences` true. */
bool cn_too_few_canastas(const cn_arrangement *a, unsigned rank, bool sequences);

/* Canastas that cards in hand can make of sequences that are none yet; told too many rather than
 * too few. */
unsigned cn_sequences_in_reach(const cn_arrangement *a);

#endif
