/* The options of `canasta match` and `canasta ladder`, and what both do alike.
 * Not here: what each prints. Invariant: what is wrong gets one line on stderr. */
#include "cli/match_options.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/match_progress.h"

enum { DEALS_MAX = 100000000, DEALS_USUAL = 1000, DEALS_TESTED = 1000000, THREADS_MAX = 64 };

static const double bound_most = 1000000;

/* Whose option it is. */
enum { MATCH = 1, LADDER = 2 };

typedef int read_value(cli_match_options *opts, const char *name, const char *value);

void cli_match_print_common_help(void)
{
    puts("  --rules NAME        rule set (classic_pagat)\n"
         "  --players N         people at the table (as the rule set is usually played)\n"
         "  --set 'NAME = VALUE'  changes a rule; may be given more than once\n"
         "  --deals N           deals, one hand each, from zero totals (1000)\n"
         "  --games N           whole games instead of single hands\n"
         "  --seed N            seed of all random numbers (1)\n"
         "  --stock seat        each seat draws from its own share of the stock: less chance in\n"
         "                      the result, the same on average (--stock common)\n"
         "  --threads N         threads; the result does not depend on it (all processors)\n"
         "  --state FILE        keeps what was played; the same command goes on from there\n"
         "  --json              one JSON object instead of text");
}

void cli_match_print_players(void)
{
    puts("\nplayers:");
    for (unsigned i = 0; cn_players[i] != NULL; i++)
        printf("  %-9s %s\n", cn_players[i]->name, cn_players[i]->summary);
    puts("  exec:COMMAND  a program of yours (docs/bot-protocol.md)");
}

static int find_player(const cli_match_options *opts, const char *name, cn_entrant *entrant)
{
    if (cn_entrant_find(entrant, name)) return CLI_OK;
    return cli_refuse(opts->table.command, "no player is called", name);
}

static int add_player(cli_match_options *opts, const char *name, unsigned most)
{
    if (opts->player_count == most)
        return cli_refuse(opts->table.command, "too many players from", name);
    return find_player(opts, name, &opts->player[opts->player_count++]);
}

static int read_deals(cli_match_options *opts, const char *name, const char *value)
{
    opts->whole_games = strcmp(name, "--games") == 0;
    return cli_option_number(opts->table.command, name, value, 1, DEALS_MAX, &opts->deals);
}

static int read_threads(cli_match_options *opts, const char *name, const char *value)
{
    return cli_option_number(opts->table.command, name, value, 1, THREADS_MAX, &opts->threads);
}

static int read_stock(cli_match_options *opts, const char *name, const char *value)
{
    (void)name;
    opts->seat_stock = strcmp(value, "seat") == 0;
    if (opts->seat_stock || strcmp(value, "common") == 0) return CLI_OK;
    return cli_refuse(opts->table.command, "--stock is 'common' or 'seat', not", value);
}

static int read_path(cli_match_options *opts, const char *name, const char *value)
{
    if (*value == '\0') return cli_refuse(opts->table.command, "an empty name after", name);
    if (strcmp(name, "--record") == 0) opts->record_directory = value;
    if (strcmp(name, "--state") == 0) opts->state_path = value;
    if (strcmp(name, "--svg") == 0) opts->svg_path = value;
    return CLI_OK;
}

static int read_partner(cli_match_options *opts, const char *name, const char *value)
{
    (void)name;
    return find_player(opts, value, &opts->partner);
}

static int read_sprt(cli_match_options *opts, const char *name, const char *value)
{
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

static const struct {
    const char *name;
    unsigned commands;
    read_value *read;
} options[] = {
    {"--deals", MATCH | LADDER, read_deals},
    {"--games", MATCH | LADDER, read_deals},
    {"--stock", MATCH | LADDER, read_stock},
    {"--threads", MATCH | LADDER, read_threads},
    {"--state", MATCH | LADDER, read_path},
    {"--record", MATCH, read_path},
    {"--partner", MATCH, read_partner},
    {"--sprt", MATCH, read_sprt},
    {"--svg", LADDER, read_path},
};

enum { OPTIONS = sizeof options / sizeof options[0] };

static int read_option(cli_match_options *opts, unsigned command, const char *name,
                       const char *value)
{
    unsigned i = 0;
    const bool of_table = cli_is_table_option(name);
    while (i < OPTIONS &&
           (strcmp(options[i].name, name) != 0 || (options[i].commands & command) == 0))
        i++;
    if (!of_table && i == OPTIONS) return cli_refuse(opts->table.command, "unknown option", name);
    if (value == NULL) return cli_refuse(opts->table.command, "no value after", name);
    return of_table ? cli_table_option(&opts->table, name, value)
                    : options[i].read(opts, name, value);
}

int cli_match_read(int argc, char **argv, cli_match_options *opts)
{
    const unsigned command = strcmp(argv[0], "match") == 0 ? MATCH : LADDER;
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    opts->table.command = argv[0];
    opts->table.seed = 1;
    opts->threads = processors < 1             ? 1
                    : processors > THREADS_MAX ? THREADS_MAX
                                               : (uint64_t)processors;
    for (int i = 1; i < argc; i++) {
        int status = CLI_OK;
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            opts->help = true;
        else if (strcmp(argv[i], "--json") == 0)
            opts->json = true;
        else if (argv[i][0] != '-')
            status = add_player(opts, argv[i], command == MATCH ? CN_PLAYERS_MAX : CN_RATED_MAX);
        else {
            status = read_option(opts, command, argv[i], i + 1 < argc ? argv[i + 1] : NULL);
            i++;
        }
        if (status != CLI_OK) return status;
    }
    if (opts->deals == 0) opts->deals = opts->has_sprt ? DEALS_TESTED : DEALS_USUAL;
    return CLI_OK;
}

/* Faults of programs, from any thread; a line is written at once. */
static void report(void *context, const char *line)
{
    (void)context;
    fprintf(stderr, "%s\n", line);
}

static cn_bot_options bot_options(void)
{
    cn_bot_options found = cn_bot_options_usual();
    found.report = report;
    return found;
}

cn_match_plan cli_match_plan(const cli_match_options *opts, const cn_rules *rules)
{
    return (cn_match_plan){.rules = rules,
                           .partner = opts->partner.name != NULL ? &opts->partner : NULL,
                           .bots = bot_options(),
                           .seed = opts->table.seed,
                           .deal_count = opts->deals,
                           .thread_count = (unsigned)opts->threads,
                           .whole_games = opts->whole_games,
                           .seat_stock = opts->seat_stock,
                           .sprt = opts->has_sprt ? &opts->sprt : NULL,
                           .record_directory = opts->record_directory};
}

int cli_match_play(const cli_match_options *opts, cn_series *series)
{
    cli_progress progress;
    series->state_path = opts->state_path;
    cli_progress_start(&progress, series);
    const cn_series_status status = cn_series_play(series);
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
