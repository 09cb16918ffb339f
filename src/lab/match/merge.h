/* Puts the parts of a series together.
 * Not here: what a part is (part.h), playing. Invariant: the sums are of every part once, each
 * whole, and all of the same work. */
#ifndef CANASTA_MERGE_H
#define CANASTA_MERGE_H

#include "lab/match/series.h"

/* Adds up the states of all parts, one file or more, to the results of the series, as if it had
 * been played; its state_path gets a state of the whole, and must not be there. */
cn_series_status cn_merge(cn_series *series, const char *const *file, unsigned file_count);

#endif
