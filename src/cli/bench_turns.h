/* `canasta bench --turns`: where the time of random play goes.
 * Not here: what is measured (lab/bench/bench_turns.h). Invariant: shares are of all that was
 * timed. */
#ifndef CANASTA_CLI_BENCH_TURNS_H
#define CANASTA_CLI_BENCH_TURNS_H

#include "cli/bench_check.h"

int cli_bench_turns(const cli_table *table, const cli_check *how);

#endif
