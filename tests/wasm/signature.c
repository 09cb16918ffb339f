/* The signatures of `canasta bench` as a program of their own, small enough for WebAssembly.
 * Not here: what goes into them (src/lab/bench/signature.c), the numbers expected
 * (tests/signature*.txt).
 * Invariant: prints what the program itself prints. usage: signature [players] */
#include <string.h>

#include "cli/bench_signature.h"

int main(int argc, char **argv)
{
    const cli_table all = {.command = "bench"};
    if (argc > 1 && strcmp(argv[1], "players") == 0) return cli_bench_signature_players(&all);
    return cli_bench_signature(&all);
}
