/* `canasta bench --check`: random play of one table or all of them.
 * Not here: the play (lab/bench/bench_check.h). Invariant: what a state file holds is counted once.
 */
#ifndef CANASTA_CLI_BENCH_CHECK_H
#define CANASTA_CLI_BENCH_CHECK_H

#include "cli/table_options.h"

typedef struct cli_check {
    uint64_t steps, hands; /* for each table; 0: not asked for */
    uint64_t positions;    /* of --honest, for all tables together; 0: not asked for */
    uint64_t sets;         /* of --house; 0: not asked for */
    uint64_t first;        /* the number of the first of them */
    const char *state;     /* file of what is done, or NULL */
    bool json, list, games;
} cli_check;

int cli_bench_check(const cli_table *table, const cli_check *how);

#endif
