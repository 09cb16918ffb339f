/* `canasta bench --signature` and `--signature-players`: numbers over one table or all of them.
 * Not here: what goes into them (lab/bench/signature.h). Invariant: the same in every build; both
 * are also a program of their own for WebAssembly (tests/wasm/signature.c). */
#ifndef CANASTA_CLI_BENCH_SIGNATURE_H
#define CANASTA_CLI_BENCH_SIGNATURE_H

#include "cli/table_options.h"

/* One number for the engine. */
int cli_bench_signature(const cli_table *table);

/* One line for each player: its name and its number. */
int cli_bench_signature_players(const cli_table *table);

#endif
