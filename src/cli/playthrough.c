/* `canasta playthrough`: prints one whole game for people to read and for diffs to compare.
 * Not here: the text (lab/tables/playthrough.c). Invariant: stdout depends on the options and the
 * players alone. */
#include "lab/tables/playthrough.h"

#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "cli/output.h"

enum { HANDS_MAX = 1000 };

typedef struct options {
    cli_table table;
    cn_entrant entrant;
    uint64_t hands;
    bool help;
} options;

static void print_help(void)
{
    puts("usage: canasta playthrough [OPTIONS]\n"
         "\n"
         "Lets computer players play one game and prints it: each deal, each turn as a play with\n"
         "what it brought in brackets, and the scores by component.\n"
         "\n" CLI_TABLE_HELP "  --seed N              seed of all random numbers (1)\n"
         "  --player NAME         who plays at every seat (racer)\n"
         "  --hands N             leaves the game after so many hands (1000)");
    cli_print_players(true);
}

static int read_options(int argc, char **argv, options *opts)
{
    const cli_option own[] = {
        {.name = "--player", .entrant = &opts->entrant},
        {.name = "--hands", .number = &opts->hands, .low = 1, .high = HANDS_MAX},
    };
    const cli_options all = {.command = "playthrough",
                             .table = &opts->table,
                             .option = own,
                             .count = sizeof own / sizeof own[0],
                             .help = &opts->help};
    return cli_options_read(&all, argc, argv);
}

int cli_playthrough(int argc, char **argv)
{
    options opts = {.table = {.command = "playthrough", .seed = 1},
                    .entrant = cn_entrant_of(&cn_player_racer),
                    .hands = HANDS_MAX};
    cn_rules rules;
    int status = read_options(argc, argv, &opts);
    if (status != CLI_OK) return status;
    if (opts.help) {
        print_help();
        return CLI_OK;
    }
    if ((status = cli_table_load(&opts.table, &rules)) != CLI_OK) return status;
    char changes[CLI_RULES_CHANGES_BYTES];
    const cn_playthrough plan = {.rules = &rules,
                                 .overrides = cli_table_changes(&opts.table, &rules, changes),
                                 .entrant = opts.entrant,
                                 .bots = cli_bot_options(),
                                 .seed = opts.table.seed,
                                 .hands_max = (unsigned)opts.hands};
    const cn_lab_status played = cn_playthrough_write(&plan, cli_output());
    return cli_output_end("playthrough", played);
}
