/* `canasta train`: makes what players are made of: winning chances by totals, weights of estimates.
 * Not here: how (lab/train). Invariant: stdout depends on the options alone. */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "cli/train_habits.h"
#include "lab/train/estimates.h"
#include "lab/train/habits.h"
#include "lab/train/scores.h"

typedef struct options {
    cli_table table;
    uint64_t hands, rounds;
    const char *what, *state, *against;
    bool help;
} options;

static void print_help(void)
{
    puts("usage: canasta train scores|estimates|habits [OPTIONS]\n"
         "\n"
         "Prints a C file that the program is built with.\n"
         "  scores      winning chances by totals (src/players/search/chance_tables.c): hands are\n"
         "              played for each two minimum counts, and followed to the end of the game\n"
         "  estimates   weights that foretell what a side scores (.../estimate_tables.c): hands\n"
         "              are played, and their ends explained by what lay on the way\n"
         "  habits      numbers of the policy of playouts (.../habit_tables.c): changed one by\n"
         "              one, and a change kept if it wins points against plain, hurried and the\n"
         "              same habits; a table begins with the best of those that the program\n"
         "              has, those of tables before it, and plain ones.\n"
         "              Their hands begin at the start of a game, in its middle, and near its end\n"
         "\n"
         "  --rules NAME          rule set (all of them)\n"
         "  --players N           people at the table (as the rule set is usually played)\n"
         "  --seed N              of all random numbers (1)\n"
         "  --hands N             of scores: for each two counts and dealing side (1000);\n"
         "                        of estimates: to learn from (20000);\n"
         "                        of habits: deals to judge a change by (4000)\n"
         "  --rounds N            changes that are tried, of habits (400)\n"
         "  --against PLAYER      habits are judged against that player alone\n"
         "  --state FILE          keeps how far habits got, and goes on from there");
}

static int take_what(void *context, const char *name, const char *value)
{
    options *opts = context;
    (void)name;
    const bool known = strcmp(value, "scores") == 0 || strcmp(value, "estimates") == 0 ||
                       strcmp(value, "habits") == 0;
    if (!known || opts->what != NULL) return cli_refuse("train", "cannot be made:", value);
    opts->what = value;
    return CLI_OK;
}

static int read_options(int argc, char **argv, options *opts)
{
    enum { HANDS_MAX = 1000000 };
    const cli_option own[] = {
        {.name = "--hands", .number = &opts->hands, .low = 1, .high = HANDS_MAX},
        {.name = "--rounds", .number = &opts->rounds, .low = 1, .high = HANDS_MAX},
        {.name = "--against", .text = &opts->against},
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

static int make_scores(const cn_rules *rules, void *context)
{
    const options *opts = context;
    const cn_scores_plan plan = {
        .rules = rules, .seed = opts->table.seed, .hands = (unsigned)opts->hands};
    cn_chances table;
    cn_scores_make(&plan, &table);
    print_table(&table);
    return CLI_OK;
}

static int make_estimates(const cn_rules *rules, void *context)
{
    const options *opts = context;
    const cn_estimates_plan plan = {
        .rules = rules, .seed = opts->table.seed, .hands = (unsigned)opts->hands};
    cn_estimate_weights weights;
    cn_estimates_error error;
    cn_estimates_make(&plan, &weights, &error);
    printf(
        "    /* what a side scores varies by %.0f, what is left when it is foretold by %.0f */\n",
        error.scored, error.left);
    printf("    {\"%s\",\n     %u,\n     {", weights.rules, weights.players);
    for (unsigned i = 0; i < CN_ESTIMATE_INPUTS; i++)
        printf("%s%d%s", i > 0 && i % 10 == 0 ? "\n      " : "", weights.weight[i],
               i + 1 < CN_ESTIMATE_INPUTS ? "," : "}},\n");
    return CLI_OK;
}

static void print_head(const char *of, const char *by, const char *header, const char *table)
{
    printf("/* %s, made by `canasta train %s`.\n"
           " * Not here: what they mean (%s.h). Invariant: the last one has no name. */\n"
           "#include \"players/search/%s.h\"\n"
           "\n"
           "/* clang-format off */\n"
           "const %s[] = {\n",
           of, by, header, header, table);
}

static int print_tables(const cli_table *table, cli_visit *make, void *context)
{
    const int made = cli_visit_tables(table, make, context);
    puts("    {0},\n};");
    return made;
}

static int print_habits(const options *opts)
{
    enum { ROUNDS = 400 };
    cli_train_habits habits = {
        .deals = (unsigned)opts->hands,
        .rounds = opts->rounds > 0 ? (unsigned)opts->rounds : ROUNDS,
    };
    if (opts->against != NULL && (habits.against = cn_player_find(opts->against)) == NULL)
        return cli_refuse("train", "unknown player", opts->against);
    if (opts->hands < CN_HABITS_DEALS_MIN)
        return cli_refuse("train", "habits need at least 16", "--hands");
    const int status = cli_train_habits_start(&habits, opts->table.seed, opts->state);
    if (status != CLI_OK) return status;
    print_head("Habits that were found", "habits", "habits", "cn_trained_habits cn_habit_tables");
    return print_tables(&opts->table, cli_train_habits_make, &habits);
}

int cli_train(int argc, char **argv)
{
    enum { SCORES_HANDS = 1000, ESTIMATES_HANDS = 20000, HABITS_DEALS = 4000 };
    options opts = {.table = {.command = "train", .seed = 1}};
    const int status = read_options(argc, argv, &opts);
    if (status != CLI_OK) return status;
    if (opts.help || opts.what == NULL) {
        print_help();
        return opts.help ? CLI_OK : CLI_USAGE;
    }
    cn_rules rules; /* a table that cannot be is refused before anything is printed */
    if (opts.table.rules_name != NULL && cli_table_load(&opts.table, &rules) != CLI_OK)
        return CLI_USAGE;
    if (opts.table.set[0] != '\0')
        return cli_refuse("train", "what is made is that of a rule set, without", "--set");
    const bool habits = strcmp(opts.what, "habits") == 0;
    if (!habits && (opts.rounds > 0 || opts.state != NULL || opts.against != NULL))
        return cli_refuse("train", "--rounds, --against and --state are of habits, not of",
                          opts.what);
    const bool scores = strcmp(opts.what, "scores") == 0;
    if (opts.hands == 0)
        opts.hands = habits ? HABITS_DEALS : scores ? SCORES_HANDS : ESTIMATES_HANDS;
    if (habits) return print_habits(&opts);
    if (scores)
        print_head("Winning chances by totals", "scores", "chances", "cn_chances cn_chance_tables");
    else
        print_head("Weights of estimates", "estimates", "estimate",
                   "cn_estimate_weights cn_estimate_tables");
    return print_tables(&opts.table, scores ? make_scores : make_estimates, &opts);
}
