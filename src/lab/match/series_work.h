/* What a state file says of the series it is of, in lines.
 * Not here: the file (state_file.h). Invariant: what has the same lines comes to the same sums. */
#ifndef CANASTA_SERIES_WORK_H
#define CANASTA_SERIES_WORK_H

#include "lab/match/series.h"

/* So many bytes are enough for the lines of any series. */
size_t cn_series_work_bytes(const cn_series *series);

/* Writes the lines of a part, or of the whole. `matches`: those of the players, from a file; NULL
 * plays the first deal of each match for them. False if a name is too long. */
bool cn_series_describe(const cn_series *series, cn_part part, const char *matches, char *work);

#endif
