/* How far a series of matches has come, in one line of a terminal.
 * Not here: results. Invariant: nothing is written unless stderr is a terminal. */
#ifndef CANASTA_CLI_MATCH_PROGRESS_H
#define CANASTA_CLI_MATCH_PROGRESS_H

#include "lab/match/series.h"

typedef struct cli_progress {
    const cn_series *series;
    uint64_t start_ns, shown_ns;
    int64_t before; /* deals that were there when it began; -1 before the first was heard of */
    bool shows;
} cli_progress;

/* Lets the series tell `progress`, which stays where it is until it is stopped. */
void cli_progress_start(cli_progress *progress, cn_series *series);
/* Wipes the line. */
void cli_progress_stop(cli_progress *progress);

#endif
