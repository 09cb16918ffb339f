/* The program `canasta`: finds the subcommand and runs it.
 * Not here: what a subcommand does. Invariant: unknown words get one clear line and status 2. */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"

static const cli_command commands[] = {
    {"serve", "serve tables to browsers", cli_serve},
    {"match", "let computer players play many deals and compare them", cli_match},
    {"replay", "replay a record and check every step and score", cli_replay},
    {"referee", "judge positions: legal, or why not, or a score", cli_referee},
    {"bench", "measure the engine's speed", cli_bench},
};

enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static void print_help(FILE *out)
{
    fputs("usage: canasta COMMAND [OPTIONS]\n\n", out);
    for (unsigned i = 0; i < COMMAND_COUNT; i++)
        fprintf(out, "  %-9s %s\n", commands[i].name, commands[i].summary);
    fputs("\n`canasta COMMAND --help` tells more.\n", out);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        print_help(stderr);
        return CLI_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
        strcmp(argv[1], "help") == 0) {
        print_help(stdout);
        return CLI_OK;
    }
    for (unsigned i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(argv[1], commands[i].name) == 0) return commands[i].run(argc - 1, argv + 1);
    fprintf(stderr, "canasta: unknown command '%s'; `canasta --help` lists them\n", argv[1]);
    return CLI_USAGE;
}
