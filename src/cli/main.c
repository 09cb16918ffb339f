/* The program `canasta`: finds the subcommand and runs it.
 * Not here: what a subcommand does. Invariant: unknown words get one clear line and status 2. */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"

static const cli_command commands[] = {
    {"serve", "serve tables to browsers", cli_serve},
    {"backup", "copy a server's data file while it serves", cli_backup},
    {"restore", "make a data file of a backup", cli_restore},
    {"check", "verify everything in a data file", cli_check_data},
    {"new-key", "go on with a data file whose key is lost", cli_new_key},
    {"export", "write the games of a data file as records", cli_export},
    {"match", "let computer players play many deals and compare them", cli_match},
    {"ladder", "rate players from matches of each against each", cli_ladder},
    {"train", "make what players are made of: winning chances by totals", cli_train},
    {"bot", "play as a bot in a process of its own", cli_bot},
    {"replay", "replay a record and check every step and score", cli_replay},
    {"verify", "check that the deals of a record were fair", cli_verify},
    {"referee", "judge positions: legal, or why not, or a score", cli_referee},
    {"hint", "what a careful player would do in a position, and why", cli_hint},
    {"analyse", "what each play of a record was worth", cli_analyse},
    {"rules", "list, show, compare, check and explain rule sets", cli_rules},
    {"bench", "measure the engine's speed, or check it by random play", cli_bench},
    {"env", "show what the research environment tells a seat", cli_env},
    {"trace", "print a game step by step, with every legal step", cli_trace},
    {"perft", "count step sequences from a dealt position", cli_perft},
    {"playthrough", "print one whole game for people to read", cli_playthrough},
};

enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static void print_help(FILE *out)
{
    fputs("usage: canasta COMMAND [OPTIONS]\n\n", out);
    for (unsigned i = 0; i < COMMAND_COUNT; i++)
        fprintf(out, "  %-11s %s\n", commands[i].name, commands[i].summary);
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
