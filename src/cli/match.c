/* `canasta match`: lets computer players play many deals and compares them.
 * Not here: how a match is played (lab/match.c). Invariant: stdout depends on the options alone,
 * but for the speed; bad options get one line on stderr and status 2. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/number.h"
#include "lab/match.h"
#include "text/rules_text.h"

enum { DEALS_MAX = 100000000, THREADS_MAX = 64, OVERRIDES_MAX = 2048 };

typedef struct options {
    const char *rules_name;
    const char *record_directory;
    char overrides[OVERRIDES_MAX];
    const cn_player *player[CN_SEATS_MAX];
    unsigned player_count;
    uint64_t deals, seed, threads;
    bool whole_games, json, help;
} options;

static void print_help(void)
{
    puts("usage: canasta match PLAYER PLAYER... [OPTIONS]\n"
         "\n"
         "Plays every deal once for each rotation of the players over the seats and compares the\n"
         "sides of the first player with the others.\n"
         "\n"
         "  --rules NAME        rule set (classic_pagat)\n"
         "  --set 'NAME = VALUE'  changes a rule; may be given more than once\n"
         "  --deals N           deals, one hand each, from zero totals (1000)\n"
         "  --games N           whole games instead of single hands\n"
         "  --seed N            seed of all random numbers (1)\n"
         "  --threads N         threads; the result does not depend on it (all processors)\n"
         "  --record DIRECTORY  writes the record of every game there, DEAL-ROTATION.record\n"
         "  --json              one JSON object instead of text\n"
         "\n"
         "players:");
    for (unsigned i = 0; cn_players[i] != NULL; i++)
        printf("  %-9s %s\n", cn_players[i]->name, cn_players[i]->summary);
}

static int refuse(const char *what, const char *word)
{
    fprintf(stderr, "canasta match: %s '%s'; `canasta match --help` tells more\n", what, word);
    return CLI_USAGE;
}

static int add_override(options *opts, const char *text)
{
    const size_t used = strlen(opts->overrides), more = strlen(text);
    if (used + more + 2 > sizeof opts->overrides) return refuse("too many rules in --set", text);
    if (used > 0) strcat(opts->overrides, ";");
    strcat(opts->overrides, text);
    return CLI_OK;
}

static int add_player(options *opts, const char *name)
{
    const cn_player *player = cn_player_find(name);
    if (player == NULL) return refuse("no player is called", name);
    if (opts->player_count == CN_SEATS_MAX) return refuse("too many players from", name);
    opts->player[opts->player_count++] = player;
    return CLI_OK;
}

static int read_number(const char *name, const char *value, uint64_t low, uint64_t high,
                       uint64_t *number)
{
    if (cli_number(value, low, high, number)) return CLI_OK;
    fprintf(stderr, "canasta match: %s needs a number from %" PRIu64 " to %" PRIu64 ", not '%s'\n",
            name, low, high, value);
    return CLI_USAGE;
}

static int read_option(options *opts, const char *name, const char *value)
{
    if (strcmp(name, "--rules") == 0) {
        opts->rules_name = value;
        return CLI_OK;
    }
    if (strcmp(name, "--record") == 0) {
        opts->record_directory = value;
        return CLI_OK;
    }
    if (strcmp(name, "--set") == 0) return add_override(opts, value);
    if (strcmp(name, "--seed") == 0) return read_number(name, value, 0, UINT64_MAX, &opts->seed);
    if (strcmp(name, "--threads") == 0)
        return read_number(name, value, 1, THREADS_MAX, &opts->threads);
    opts->whole_games = strcmp(name, "--games") == 0;
    return read_number(name, value, 1, DEALS_MAX, &opts->deals);
}

static bool takes_value(const char *name)
{
    static const char *const names[] = {"--rules", "--set",     "--deals", "--games",
                                        "--seed",  "--threads", "--record"};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name, names[i]) == 0) return true;
    return false;
}

static int read_options(int argc, char **argv, options *opts)
{
    for (int i = 1; i < argc; i++) {
        int status = CLI_OK;
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            opts->help = true;
        } else if (strcmp(argv[i], "--json") == 0) {
            opts->json = true;
        } else if (takes_value(argv[i])) {
            if (i + 1 == argc) return refuse("no value after", argv[i]);
            status = read_option(opts, argv[i], argv[i + 1]);
            i++;
        } else if (argv[i][0] == '-') {
            return refuse("unknown option", argv[i]);
        } else {
            status = add_player(opts, argv[i]);
        }
        if (status != CLI_OK) return status;
    }
    return CLI_OK;
}

static int load_rules(const options *opts, cn_rules *rules)
{
    cn_params params;
    cn_text_error error;
    if (!cn_ruleset_params(opts->rules_name, &params))
        return refuse("no rule set is called", opts->rules_name);
    if (!cn_params_set_all(&params, opts->overrides, &error) ||
        !cn_rules_load(rules, opts->rules_name, opts->overrides, cn_params_seat_count(&params),
                       &error)) {
        fprintf(stderr, "canasta match: --set: %s\n", error.message);
        return CLI_USAGE;
    }
    return CLI_OK;
}

static int check_players(const options *opts, const cn_rules *rules)
{
    const unsigned count = opts->player_count;
    if (count >= 2 && rules->seat_count % count == 0) return CLI_OK;
    fprintf(stderr, "canasta match: %s needs ", opts->rules_name);
    if (rules->seat_count == 4) fprintf(stderr, "2 or 4 players, not %u\n", count);
    if (rules->seat_count != 4) fprintf(stderr, "%u players, not %u\n", rules->seat_count, count);
    return CLI_USAGE;
}

static void print_json_text(const char *text)
{
    putchar('"');
    for (; *text != '\0'; text++) {
        const unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            printf("\\%c", c);
        else if (c < 0x20)
            printf("\\u%04x", c);
        else
            putchar(c);
    }
    putchar('"');
}

static void print_json(const options *opts, const cn_match_result *result)
{
    const cn_match_sums *sums = &result->sums;
    const double hands = (double)sums->hands;
    printf("{\"rules\":");
    print_json_text(opts->rules_name);
    printf(",\"overrides\":");
    print_json_text(opts->overrides);
    printf(",\"seed\":%" PRIu64 ",\"deals\":%" PRIu64 ",\"games\":%" PRIu64 ",\"hands\":%" PRIu64
           ",\"whole_games\":%s,\"players\":[",
           opts->seed, sums->deals, sums->games, sums->hands, opts->whole_games ? "true" : "false");
    for (unsigned i = 0; i < opts->player_count; i++)
        printf("%s\"%s\"", i > 0 ? "," : "", opts->player[i]->name);
    printf("],\"points_per_hand\":%.3f,\"ci95\":%.3f,\"hands_won\":%.5f,\"games_won\":%.5f,"
           "\"games_won_ci95\":%.5f,",
           result->points_per_hand, result->points_ci95, result->hands_won, result->games_won,
           result->games_won_ci95);
    printf("\"hands_out\":%.5f,\"steps_per_hand\":%.3f,\"turns_per_hand\":%.3f,"
           "\"hands_per_second\":%.0f}\n",
           (double)sums->hands_out / hands, (double)sums->steps / hands,
           (double)sums->turns / hands, hands / result->seconds);
}

static void print_text(const options *opts, const cn_match_result *result)
{
    const cn_match_sums *sums = &result->sums;
    const double hands = (double)sums->hands;
    printf("%s against", opts->player[0]->name);
    for (unsigned i = 1; i < opts->player_count; i++) printf(" %s", opts->player[i]->name);
    printf(", %s, seed %" PRIu64 "\n", opts->rules_name, opts->seed);
    printf("  points a hand   %+.1f +- %.1f\n", result->points_per_hand, result->points_ci95);
    printf("  hands won       %.1f %%\n", 100 * result->hands_won);
    if (opts->whole_games)
        printf("  games won       %.1f %% +- %.1f\n", 100 * result->games_won,
               100 * result->games_won_ci95);
    printf("  played          %" PRIu64
           " hands, %.1f steps and %.1f turns each, %.1f %% gone out\n",
           sums->hands, (double)sums->steps / hands, (double)sums->turns / hands,
           100 * (double)sums->hands_out / hands);
    fprintf(stderr, "%.0f hands a second\n", hands / result->seconds);
}

static const char *fault(cn_lab_status status)
{
    switch (status) {
    case CN_LAB_OK: return "none";
    case CN_LAB_ILLEGAL: return "a player chose a step that is not legal";
    case CN_LAB_VIEW: return "a view refused an event of its own game";
    case CN_LAB_ENDLESS: return "a hand or a game did not end";
    case CN_LAB_RECORD: return "a record could not be written";
    }
    return "unknown";
}

int cli_match(int argc, char **argv)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    options opts = {.rules_name = "classic_pagat", .deals = 1000, .seed = 1};
    opts.threads = processors < 1             ? 1
                   : processors > THREADS_MAX ? THREADS_MAX
                                              : (uint64_t)processors;
    cn_rules rules;
    int status = read_options(argc, argv, &opts);
    if (status != CLI_OK) return status;
    if (opts.help) {
        print_help();
        return CLI_OK;
    }
    if ((status = load_rules(&opts, &rules)) != CLI_OK) return status;
    if ((status = check_players(&opts, &rules)) != CLI_OK) return status;

    cn_match_plan plan = {.rules = &rules,
                          .player_count = opts.player_count,
                          .seed = opts.seed,
                          .deal_count = opts.deals,
                          .thread_count = (unsigned)opts.threads,
                          .whole_games = opts.whole_games,
                          .record_directory = opts.record_directory};
    memcpy(plan.player, opts.player, sizeof plan.player);
    cn_match_result result;
    const cn_lab_status played = cn_match_play(&plan, &result);
    if (played != CN_LAB_OK) {
        fprintf(stderr, "canasta match: %s (seed %" PRIu64 ")\n", fault(played), opts.seed);
        return CLI_FAILED;
    }
    (opts.json ? print_json : print_text)(&opts, &result);
    return CLI_OK;
}
