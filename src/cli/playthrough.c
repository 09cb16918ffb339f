/* `canasta playthrough`: prints one whole game for people to read and for diffs to compare.
 * Not here: the text (lab/playthrough.c). Invariant: stdout depends on the options alone. */
#include "lab/playthrough.h"

#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/table_options.h"

enum { HANDS_MAX = 1000 };

typedef struct options {
    cli_table table;
    const cn_player *player;
    uint64_t hands;
    bool help;
} options;

static void print_help(void)
{
    puts("usage: canasta playthrough [OPTIONS]\n"
         "\n"
         "Lets computer players play one game and prints it: each deal, each turn as a play with\n"
         "what it brought in brackets, and the scores by component.\n"
         "\n"
         "  --rules NAME          rule set (classic_pagat)\n"
         "  --players N           people at the table (as the rule set is usually played)\n"
         "  --set 'NAME = VALUE'  changes a rule; may be given more than once\n"
         "  --seed N              seed of all random numbers (1)\n"
         "  --player NAME         who plays at every seat (racer)\n"
         "  --hands N             leaves the game after so many hands (1000)");
}

static int read_option(options *opts, const char *name, const char *value)
{
    if (cli_is_table_option(name)) return cli_table_option(&opts->table, name, value);
    if (strcmp(name, "--hands") == 0)
        return cli_option_number("playthrough", name, value, 1, HANDS_MAX, &opts->hands);
    opts->player = cn_player_find(value);
    return opts->player != NULL ? CLI_OK : cli_refuse("playthrough", "no player is called", value);
}

static int read_options(int argc, char **argv, options *opts)
{
    for (int i = 1; i < argc; i++) {
        const char *name = argv[i];
        const bool valued = cli_is_table_option(name) || strcmp(name, "--player") == 0 ||
                            strcmp(name, "--hands") == 0;
        if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
            opts->help = true;
        else if (!valued)
            return cli_refuse("playthrough", "unknown option", name);
        else if (++i == argc)
            return cli_refuse("playthrough", "no value after", name);
        else if (read_option(opts, name, argv[i]) != CLI_OK)
            return CLI_USAGE;
    }
    return CLI_OK;
}

static void put(void *context, const char *text, size_t length)
{
    fwrite(text, 1, length, context);
}

int cli_playthrough(int argc, char **argv)
{
    options opts = {.table = {.command = "playthrough", .seed = 1},
                    .player = &cn_player_racer,
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
                                 .player = opts.player,
                                 .seed = opts.table.seed,
                                 .hands_max = (unsigned)opts.hands};
    const cn_lab_status played = cn_playthrough_write(&plan, (cn_sink){put, stdout});
    if (fflush(stdout) != 0) {
        fputs("canasta playthrough: the text cannot be written\n", stderr);
        return CLI_FAILED;
    }
    if (played == CN_LAB_OK) return CLI_OK;
    fprintf(stderr, "canasta playthrough: %s\n", cli_fault((int)played));
    return CLI_FAILED;
}
