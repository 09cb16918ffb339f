/* The options of `canasta match` and `canasta ladder`, and what both do alike.
 * Not here: what each prints. Invariant: what is wrong gets one line on stderr. */
#include "cli/match_options.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/match_parts.h"
#include "cli/match_progress.h"
#include "cli/options.h"
#include "lab/match/merge.h"

enum { DEALS_MAX = 100000000, DEALS_USUAL = 1000, DEALS_TESTED = 1000000, THREADS_MAX = 64 };

static const double bound_most = 1000000;

void cli_match_print_common_help(void)
{
    puts(
        CLI_TABLE_HELP
        "  --deals N             deals, one hand each, from zero totals (1000)\n"
        "  --games N             whole games instead of single hands\n"
        "  --seed N              seed of all random numbers (1)\n"
        "  --stock seat          each seat draws from its own share of the stock: less chance\n"
        "                        in the result, the same on average (--stock common)\n"
        "  --threads N           threads; the result does not depend on it (all processors)\n"
        "  --state FILE          keeps what was played; the same command goes on from there\n"
        "  --part I/N            plays the I-th of N parts of the deals, for --merge; its sums go\n"
        "                        to --state, its result is not printed\n"
        "  --merge FILE...       goes first: the result, from the states of all parts; with "
        "--state\n"
        "                        a state of the whole, too\n"
        "  --json                one JSON object instead of text");
}

static int take_player(void *context, const char *name, const char *value)
{
    cli_match_options *opts = context;
    const bool is_match = strcmp(opts->table.command, "match") == 0;
    (void)name;
    if (opts->player_count == (is_match ? CN_PLAYERS_MAX : CN_RATED_MAX))
        return cli_refuse(opts->table.command, "too many players from", value);
    return cli_entrant_read(opts->table.command, value, &opts->player[opts->player_count++]);
}

static int take_deals(void *context, const char *name, const char *value)
{
    cli_match_options *opts = context;
    opts->whole_games = strcmp(name, "--games") == 0;
    return cli_option_number(opts->table.command, name, value, 1, DEALS_MAX, &opts->deals);
}

static int take_stock(void *context, const char *name, const char *value)
{
    cli_match_options *opts = context;
    (void)name;
    opts->seat_stock = strcmp(value, "seat") == 0;
    if (opts->seat_stock || strcmp(value, "common") == 0) return CLI_OK;
    return cli_refuse(opts->table.command, "--stock is 'common' or 'seat', not", value);
}

static int take_path(void *context, const char *name, const char *value)
{
    cli_match_options *opts = context;
    if (*value == '\0') return cli_refuse(opts->table.command, "an empty name after", name);
    if (strcmp(name, "--record") == 0) opts->record_directory = value;
    if (strcmp(name, "--state") == 0) opts->state_path = value;
    if (strcmp(name, "--svg") == 0) opts->svg_path = value;
    return CLI_OK;
}

static int take_sprt(void *context, const char *name, const char *value)
{
    cli_match_options *opts = context;
    char *at, *end;
    (void)name;
    opts->sprt.low = strtod(value, &at);
    bool good = at != value && *at == ',';
    if (good) {
        opts->sprt.high = strtod(at + 1, &end);
        good = end != at + 1 && *end == '\0' && opts->sprt.low < opts->sprt.high &&
               fabs(opts->sprt.low) <= bound_most && fabs(opts->sprt.high) <= bound_most;
    }
    opts->has_sprt = good;
    return good ? CLI_OK
                : cli_refuse(opts->table.command,
                             "--sprt needs LOW,HIGH in points, LOW below HIGH, not", value);
}

/* First what only a ladder has, then what both have, last what only a match has. */
enum { LADDER_OPTIONS = 1, COMMON_OPTIONS = 7, MATCH_OPTIONS = 3 };

static int read_options(int argc, char **argv, cli_match_options *opts)
{
    const bool is_match = strcmp(opts->table.command, "match") == 0;
    const cli_option every[LADDER_OPTIONS + COMMON_OPTIONS + MATCH_OPTIONS] = {
        {.name = "--svg", .take = take_path},
        {.name = "--deals", .take = take_deals},
        {.name = "--games", .take = take_deals},
        {.name = "--stock", .take = take_stock},
        {.name = "--threads", .number = &opts->threads, .low = 1, .high = THREADS_MAX},
        {.name = "--state", .take = take_path},
        {.name = "--part", .take = cli_part_take},
        {.name = "--json", .flag = &opts->json},
        {.name = "--record", .take = take_path},
        {.name = "--partner", .entrant = &opts->partner},
        {.name = "--sprt", .take = take_sprt},
    };
    const cli_options all = {.command = opts->table.command,
                             .table = &opts->table,
                             .option = is_match ? every + LADDER_OPTIONS : every,
                             .count = COMMON_OPTIONS + (is_match ? MATCH_OPTIONS : LADDER_OPTIONS),
                             .word = take_player,
                             .context = opts,
                             .help = &opts->help};
    return cli_options_read(&all, argc, argv);
}

static bool is_folder(const char *path)
{
    struct stat about;
    if (stat(path, &about) != 0) return false;
    errno = ENOTDIR;
    return S_ISDIR(about.st_mode);
}

/* Makes the folder of the records, if there is none. */
static int begin_records(const cli_match_options *opts)
{
    enum { ALL = 0777 };
    const char *const path = opts->record_directory;
    if (path == NULL) return CLI_OK;
    if ((mkdir(path, ALL) == 0 || errno == EEXIST) && access(path, W_OK | X_OK) == 0 &&
        is_folder(path))
        return CLI_OK;
    fprintf(stderr, "canasta %s: no records can be written to '%s': %s\n", opts->table.command,
            path, strerror(errno));
    return CLI_FAILED;
}

int cli_match_read(int argc, char **argv, cli_match_options *opts)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    opts->table.command = argv[0];
    opts->table.seed = 1;
    opts->threads = processors < 1             ? 1
                    : processors > THREADS_MAX ? THREADS_MAX
                                               : (uint64_t)processors;
    int status = CLI_OK;
    if (argc > 1 && strcmp(argv[1], "--merge") == 0) {
        status = cli_merge_read(argc, argv, opts);
        argc = opts->word_count;
        argv = opts->word;
    }
    if (status == CLI_OK) status = read_options(argc, argv, opts);
    if (opts->deals == 0) opts->deals = opts->has_sprt ? DEALS_TESTED : DEALS_USUAL;
    if (status == CLI_OK) status = cli_part_check(opts);
    return status == CLI_OK && !opts->help ? begin_records(opts) : status;
}

cn_match_plan cli_match_plan(const cli_match_options *opts, const cn_rules *rules)
{
    const uint64_t first = cn_part_begin(opts->part, opts->deals);
    return (cn_match_plan){.rules = rules,
                           .partner = opts->partner.name != NULL ? &opts->partner : NULL,
                           .bots = cli_bot_options(),
                           .seed = opts->table.seed,
                           .deal_first = first,
                           .deal_count = cn_part_end(opts->part, opts->deals) - first,
                           .thread_count = (unsigned)opts->threads,
                           .whole_games = opts->whole_games,
                           .seat_stock = opts->seat_stock,
                           .sprt = opts->has_sprt ? &opts->sprt : NULL,
                           .record_directory = opts->record_directory};
}

int cli_match_play(const cli_match_options *opts, cn_series *series)
{
    cli_progress progress;
    char command[CLI_COMMAND_BYTES];
    series->state_path = opts->state_path;
    series->part = opts->part;
    series->command = command;
    if (!cli_part_command(opts, command) && opts->part.count > 0)
        return cli_refuse(opts->table.command, "too long, or a line break in what is given to",
                          "--part");
    cli_progress_start(&progress, series);
    const cn_series_status status = opts->file_count > 0
                                        ? cn_merge(series, opts->file, opts->file_count)
                                        : cn_series_play(series);
    cli_progress_stop(&progress);
    switch (status) {
    case CN_SERIES_OK: return CLI_OK;
    case CN_SERIES_FAULT:
        fprintf(stderr, "canasta %s: %s (seed %" PRIu64 ")\n", opts->table.command,
                cli_fault((int)series->fault), opts->table.seed);
        return CLI_FAILED;
    case CN_SERIES_REFUSED:
        fprintf(stderr, "canasta %s: %s\n", opts->table.command, series->message);
        return CLI_USAGE;
    case CN_SERIES_UNKEPT: break;
    }
    fprintf(stderr, "canasta %s: the state could not be written: %s\n", opts->table.command,
            series->message);
    return CLI_FAILED;
}

void cli_match_print_table(const cli_match_options *opts)
{
    printf("%s", cli_table_rules_name(&opts->table));
    if (opts->table.overrides[0] != '\0') printf(" with %s", opts->table.overrides);
    if (opts->seat_stock) printf(", a stock for each seat");
    printf(", seed %" PRIu64, opts->table.seed);
}

void cli_match_print_json_table(const cli_match_options *opts)
{
    printf("\"rules\":");
    cli_print_json_text(cli_table_rules_name(&opts->table));
    printf(",\"overrides\":");
    cli_print_json_text(opts->table.overrides);
    printf(",\"stock\":\"%s\",\"seed\":%" PRIu64 ",\"whole_games\":%s",
           opts->seat_stock ? "seat" : "common", opts->table.seed,
           opts->whole_games ? "true" : "false");
}
