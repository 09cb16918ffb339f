/* `canasta train`: makes what players are made of - as yet the tables of winning chances.
 * Not here: how (lab/train). Invariant: stdout depends on the options alone, --threads and --state
 * apart. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "lab/train/scores.h"

typedef struct options {
    cli_table table;
    const cn_player *player;
    uint64_t hands, threads;
    const char *state;
    const char *what;
    bool help;
} options;

static void print_help(void)
{
    puts("usage: canasta train scores [OPTIONS]\n"
         "\n"
         "Makes tables of winning chances by totals: plays hands for each two minimum counts and\n"
         "follows what they score to the end of the game. Prints the C file that the program is\n"
         "built with (src/players/search/chance_tables.c); without --rules for all rule sets.\n"
         "\n" CLI_TABLE_HELP "  --seed N              of all random numbers (1)\n"
         "  --hands N             for each two counts and each side that may deal (1000)\n"
         "  --player P            who plays them (quick:0)\n"
         "  --threads N           all processors\n"
         "  --state FOLDER        keeps what was played, and goes on from it");
}

static int take_what(void *context, const char *name, const char *value)
{
    options *opts = context;
    (void)name;
    if (strcmp(value, "scores") != 0 || opts->what != NULL)
        return cli_refuse("train", "cannot be made:", value);
    opts->what = value;
    return CLI_OK;
}

static int read_options(int argc, char **argv, options *opts)
{
    enum { HANDS_MAX = 100000, THREADS_MAX = 64 };
    const cli_option own[] = {
        {.name = "--hands", .number = &opts->hands, .low = 1, .high = HANDS_MAX},
        {.name = "--threads", .number = &opts->threads, .low = 1, .high = THREADS_MAX},
        {.name = "--player", .player = &opts->player},
        {.name = "--state", .text = &opts->state},
    };
    const cli_options all = {.command = "train",
                             .table = &opts->table,
                             .option = own,
                             .count = sizeof own / sizeof own[0],
                             .word = take_what,
                             .context = opts,
                             .help = &opts->help};
    return cli_options_read(&all, argc, argv);
}

static void hear(uint64_t done, uint64_t all)
{
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r%llu of %llu hands ", (unsigned long long)done, (unsigned long long)all);
}

static void print_table(const cn_chances *table)
{
    printf("    {\"%s\",\n     %u,\n     %d,\n     %d,\n     %d,\n     %d,\n     {", table->rules,
           table->players, table->target, table->low, table->step, table->per_hand);
    for (unsigned i = 0; i < CN_CHANCE_TOTALS; i++) {
        printf("%s{", i == 0 ? "" : ",\n      ");
        for (unsigned j = 0; j < CN_CHANCE_TOTALS; j++)
            printf("%s%u%s", j == CN_CHANCE_TOTALS / 2 ? "\n       " : "", table->chance[i][j],
                   j + 1 < CN_CHANCE_TOTALS ? "," : "}");
    }
    puts("}},");
}

static int tell_fault(const cn_rules *rules, cn_scores_status status, const char *state)
{
    switch (status) {
    case CN_SCORES_OK: return CLI_OK;
    case CN_SCORES_STATE_OTHER:
        fprintf(stderr, "canasta train: %s is of other options, or damaged\n", state);
        return CLI_USAGE;
    case CN_SCORES_STATE_IO:
        fprintf(stderr, "canasta train: %s cannot be read or written\n", state);
        return CLI_FAILED;
    case CN_SCORES_PLAY: break;
    }
    fprintf(stderr, "canasta train: a hand of %s could not be played\n", rules->name);
    return CLI_FAILED;
}

static int make_scores(const cn_rules *rules, void *context)
{
    const options *opts = context;
    char state[4096] = "";
    if (opts->state != NULL)
        snprintf(state, sizeof state, "%s/%s-%u.scores", opts->state, rules->name,
                 rules->player_count);
    const cn_scores_plan plan = {.rules = rules,
                                 .player = opts->player,
                                 .seed = opts->table.seed,
                                 .hands = (unsigned)opts->hands,
                                 .threads = (unsigned)opts->threads,
                                 .state = opts->state != NULL ? state : NULL,
                                 .hear = hear};
    cn_chances table;
    const cn_scores_status status = cn_scores_make(&plan, &table);
    if (status == CN_SCORES_OK) print_table(&table);
    return tell_fault(rules, status, state);
}

int cli_train(int argc, char **argv)
{
    options opts = {.table = {.command = "train", .seed = 1},
                    .player = cn_player_find("quick:0"),
                    .hands = 1000,
                    .threads = (uint64_t)sysconf(_SC_NPROCESSORS_ONLN)};
    const int status = read_options(argc, argv, &opts);
    if (status != CLI_OK) return status;
    if (opts.help || opts.what == NULL) {
        print_help();
        return opts.help ? CLI_OK : CLI_USAGE;
    }
    puts("/* Winning chances by totals, made by `canasta train scores`.\n"
         " * Not here: what they mean (chances.h). Invariant: the last one has no name. */\n"
         "#include \"players/search/chances.h\"\n"
         "\n"
         "/* clang-format off */\n"
         "const cn_chances cn_chance_tables[] = {");
    const int made = cli_visit_tables(&opts.table, make_scores, &opts);
    puts("    {0},\n};");
    return made;
}
