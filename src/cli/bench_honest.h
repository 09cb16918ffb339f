/* `canasta bench --honest`: hidden cards dealt anew at one table or all of them.
 * Not here: the play (lab/honest/honest.h). Invariant: what a state file holds is counted once. */
#ifndef CANASTA_CLI_BENCH_HONEST_H
#define CANASTA_CLI_BENCH_HONEST_H

#include "cli/bench_check.h"

/* Spreads how->positions over the tables. */
int cli_bench_honest(const cli_table *table, const cli_check *how);

#endif
