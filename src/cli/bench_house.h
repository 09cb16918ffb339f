/* `canasta bench --house`: plays by random house rules, or lists them.
 * Not here: the play (lab/house/house_check.h). Invariant: sets that are done are counted once. */
#ifndef CANASTA_CLI_BENCH_HOUSE_H
#define CANASTA_CLI_BENCH_HOUSE_H

#include "cli/bench_check.h"

int cli_bench_house(const cli_table *table, const cli_check *how);

#endif
