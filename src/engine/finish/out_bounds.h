/* Bounds that spare the search for a way to go out.
 * Not here: the search (finish_out.c). Invariant: as in out_bounds.c. */
#ifndef CANASTA_OUT_BOUNDS_H
#define CANASTA_OUT_BOUNDS_H

#include "engine/finish/arrangement.h"
#include "engine/finish/finish.h"

/* Canastas that cards in hand can make of sequences that are none yet; told too many rather than
 * too few. */
unsigned cn_sequences_in_reach(const cn_arrangement *a);

#endif
