/* `canasta trace`: prints hands step by step, every state with all its legal steps, for another
 * program to check. Not here: the lines (text/trace_text.h).
 * Invariant: stdout depends on the options and the players alone. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "cli/output.h"
#include "lab/tables/tracing.h"

enum { HANDS_MAX = 1000000 };

typedef struct options {
    cli_table table;
    cn_traced plan;
    bool help;
} options;

static void print_help(void)
{
    puts("usage: canasta trace [OPTIONS]\n"
         "\n"
         "Lets computer players play and prints each state, each legal step of it, the step made,\n"
         "and the scores (docs/formats.md, Traces).\n"
         "\n" CLI_TABLE_HELP "  --seed N              seed of all random numbers (1)\n"
         "  --player NAME         who plays at every seat (random)\n"
         "  --hands K             so many hands of one game, or all of it if it is shorter (1)");
    cli_print_players(true);
}

static int read_options(int argc, char **argv, options *opts)
{
    const cli_option own[] = {
        {.name = "--player", .entrant = &opts->plan.entrant},
        {.name = "--hands", .number = &opts->plan.hands, .low = 1, .high = HANDS_MAX},
    };
    const cli_options all = {.command = "trace",
                             .table = &opts->table,
                             .option = own,
                             .count = sizeof own / sizeof own[0],
                             .help = &opts->help};
    return cli_options_read(&all, argc, argv);
}

int cli_trace(int argc, char **argv)
{
    options opts = {.table = {.command = "trace", .seed = 1},
                    .plan = {.entrant = cn_entrant_of(&cn_player_random), .hands = 1}};
    cn_rules rules;
    int status = read_options(argc, argv, &opts);
    if (status != CLI_OK) return status;
    if (opts.help) {
        print_help();
        return CLI_OK;
    }
    if ((status = cli_table_load(&opts.table, &rules)) != CLI_OK) return status;
    opts.plan.bots = cli_bot_options();
    opts.plan.seed = opts.table.seed;
    const cn_lab_status played = cn_tracing_play(&rules, &opts.plan, cli_output());
    return cli_output_end("trace", played);
}
