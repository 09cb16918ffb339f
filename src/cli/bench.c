/* `canasta bench`: measures the engine's speed, checks engine and players, or prints signatures.
 * Not here: what is measured (lab/). Invariant: bad options get one line on stderr and status 2;
 * signatures are the same on every machine. */
#include <stdio.h>
#include <string.h>

#include "cli/bench_check.h"
#include "cli/bench_honest.h"
#include "cli/bench_house.h"
#include "cli/bench_signature.h"
#include "cli/bench_turns.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "lab/bench/bench.h"
#include "lab/bench/bench_clock.h"

enum { SECONDS_MAX = 3600 };
#define STEPS_MAX UINT64_C(1000000000000)

typedef struct options {
    cli_table table;
    cli_check how;
    uint64_t seconds;
    bool signature, signature_players, check, honest, house, turns, help;
} options;

static void print_help(void)
{
    puts(
        "usage: canasta bench [OPTIONS]\n"
        "\n"
        "Measures in processor time, each figure the median of five runs: random play with the\n"
        "legal set, on one core and on all, its parts, a copy of the game, views, worlds, and a\n"
        "table of racers.\n"
        "\n"
        "  --rules NAME          rule set (classic_pagat; for signatures and checks all)\n"
        "  --players N           people at the table (as the rule set is usually played; for\n"
        "                        signatures and checks every number it allows)\n"
        "  --set 'NAME = VALUE'  changes a rule; may be given more than once\n"
        "  --seconds N           seconds for each part (1)\n"
        "  --hands N             only plays N random hands and tells the steps: for tools that "
        "count\n"
        "                        instructions\n"
        "  --games               with --hands: of games that go on, not first hands only\n"
        "  --turns               plays --hands N random hands (5000) with a clock around every\n"
        "                        legal set and step, and tells where the time goes\n"
        "  --signature           prints one number that stands for all the engine does, and ends\n"
        "  --signature-players   one number for each player that stands for all it chooses\n"
        "  --check               plays at random, counts positions without a legal step, offered\n"
        "                        steps that were refused and broken invariants, and ends; status\n"
        "                        1 if there are any\n"
        "  --steps N             steps of --check for each table (100000),\n"
        "  --hands N             or hands\n"
        "  --honest              deals the cards that are hidden from a seat anew and counts the\n"
        "                        positions at which it is told, may do or chooses something else,\n"
        "                        and ends; status 1 if there are any\n"
        "  --positions N         positions of --honest, spread over the tables (10000)\n"
        "  --house               draws random house rules that the validator accepts, and by each\n"
        "                        plays --hands N hands (3) as --check does and as many of careful\n"
        "                        players, whose record is replayed\n"
        "  --sets N              how many of them (1000)\n"
        "  --first N             the number of the first (0)\n"
        "  --list                prints the house rules instead: rule set, players, changes\n"
        "  --state FILE          keeps what --check, --honest or --house has done, and the same\n"
        "                        command goes on from there\n"
        "  --seed N              seed of --check, --honest and --house (1)\n"
        "  --json                one JSON object instead of text");
}

static int read_options(int argc, char **argv, options *opts)
{
    cli_check *how = &opts->how;
    const cli_option own[] = {
        {.name = "--seconds", .number = &opts->seconds, .low = 1, .high = SECONDS_MAX},
        {.name = "--signature", .flag = &opts->signature},
        {.name = "--signature-players", .flag = &opts->signature_players},
        {.name = "--check", .flag = &opts->check},
        {.name = "--steps", .number = &how->steps, .low = 1, .high = STEPS_MAX},
        {.name = "--hands", .number = &how->hands, .low = 1, .high = STEPS_MAX},
        {.name = "--games", .flag = &how->games},
        {.name = "--turns", .flag = &opts->turns},
        {.name = "--honest", .flag = &opts->honest},
        {.name = "--positions", .number = &how->positions, .low = 1, .high = STEPS_MAX},
        {.name = "--house", .flag = &opts->house},
        {.name = "--sets", .number = &how->sets, .low = 1, .high = STEPS_MAX},
        {.name = "--first", .number = &how->first, .low = 0, .high = STEPS_MAX},
        {.name = "--list", .flag = &how->list},
        {.name = "--state", .text = &how->state},
        {.name = "--json", .flag = &how->json},
    };
    const cli_options all = {.command = "bench",
                             .table = &opts->table,
                             .option = own,
                             .count = sizeof own / sizeof own[0],
                             .help = &opts->help};
    return cli_options_read(&all, argc, argv);
}

/* docs/performance.md documents the fields. */
static void print_json(const cn_rules *rules, const cn_bench *bench)
{
    printf("{\"rules\":\"%s\",\"players\":%u,\"runs\":%d,", rules->name,
           (unsigned)rules->player_count, (int)CN_BENCH_RUNS);
    printf("\"steps_per_second\":%.0f,\"hands_per_second\":%.0f,\"steps_per_hand\":%.2f,"
           "\"foreseen_steps_per_second\":%.0f,\"games_steps_per_second\":%.0f,"
           "\"apply_ns\":%.1f,"
           "\"legal_ns\":%.1f,",
           bench->steps_per_second, bench->hands_per_second, bench->steps_per_hand,
           bench->foreseen_steps_per_second, bench->games_steps_per_second, bench->apply_ns,
           bench->legal_ns);
    printf("\"copy_ns\":%.1f,\"view_ns\":%.1f,\"view_start_ns\":%.1f,\"view_event_ns\":%.1f,",
           bench->copy_ns, bench->view_ns, bench->view_start_ns, bench->view_event_ns);
    printf("\"unseen_ns\":%.1f,\"world_ns\":%.1f,\"observation_ns\":%.1f,\"env_step_ns\":%.1f,",
           bench->unseen_ns, bench->world_ns, bench->observation_ns, bench->env_step_ns);
    printf("\"racer_steps_per_second\":%.0f,\"racer_hands_per_second\":%.0f,"
           "\"cores\":%u,\"all_cores_steps_per_second\":%.0f,\"all_cores_ratio\":%.2f}\n",
           bench->racer_steps_per_second, bench->racer_hands_per_second, bench->cores,
           bench->all_cores_steps_per_second, bench->all_cores_ratio);
}

static void print_text(const cn_rules *rules, const cn_bench *bench)
{
    printf("%s, one thread, medians of %d runs\n", rules->name, (int)CN_BENCH_RUNS);
    printf("  random play     %11.0f steps/s   %9.0f hands/s   %.1f steps a hand\n",
           bench->steps_per_second, bench->hands_per_second, bench->steps_per_hand);
    printf("  foreseen        %11.0f steps/s   few hands again and again\n",
           bench->foreseen_steps_per_second);
    printf("  whole games     %11.0f steps/s\n", bench->games_steps_per_second);
    printf("  on %-3u cores    %11.0f steps/s   %9.2f times one\n", bench->cores,
           bench->all_cores_steps_per_second, bench->all_cores_ratio);
    printf("  racer           %11.0f steps/s   %9.0f hands/s   with all views\n",
           bench->racer_steps_per_second, bench->racer_hands_per_second);
    printf("  a step made     %11.1f ns\n", bench->apply_ns);
    printf("  a legal set     %11.1f ns\n", bench->legal_ns);
    printf("  copy of a game  %11.1f ns\n", bench->copy_ns);
    printf("  copy of a view  %11.1f ns        %9.1f ns a start   %.1f ns an event\n",
           bench->view_ns, bench->view_start_ns, bench->view_event_ns);
    printf("  a world         %11.1f ns        %9.1f ns a list of the unseen\n", bench->world_ns,
           bench->unseen_ns);
    printf("  an observation  %11.1f ns        %9.1f ns a step of the environment\n",
           bench->observation_ns, bench->env_step_ns);
}

/* `--hands`: nothing is timed. */
static int play_hands(const cn_rules *rules, const cli_check *how)
{
    const unsigned long long steps = cn_bench_play_hands(rules, how->hands, how->games),
                             hands = how->hands;
    if (how->json)
        printf("{\"rules\":\"%s\",\"players\":%u,\"hands\":%llu,\"steps\":%llu}\n", rules->name,
               (unsigned)rules->player_count, hands, steps);
    else
        printf("%s: %llu hands, %llu steps\n", rules->name, hands, steps);
    return CLI_OK;
}

int cli_bench(int argc, char **argv)
{
    options opts = {.table = {.command = "bench", .seed = 1}, .seconds = 1};
    int status = read_options(argc, argv, &opts);
    if (status != CLI_OK) return status;
    if (opts.help) {
        print_help();
        return CLI_OK;
    }
    if (opts.signature) return cli_bench_signature(&opts.table);
    if (opts.signature_players) return cli_bench_signature_players(&opts.table);
    if (opts.check) return cli_bench_check(&opts.table, &opts.how);
    if (opts.honest) return cli_bench_honest(&opts.table, &opts.how);
    if (opts.house) return cli_bench_house(&opts.table, &opts.how);
    if (opts.turns) return cli_bench_turns(&opts.table, &opts.how);
    cn_rules rules;
    cn_bench bench;
    if ((status = cli_table_load(&opts.table, &rules)) != CLI_OK) return status;
    if (opts.how.hands > 0) return play_hands(&rules, &opts.how);
    if (!cn_bench_run(&rules, (double)opts.seconds, &bench)) {
        fprintf(stderr, "canasta bench: no memory, or the racer chose a step that is not legal\n");
        return CLI_FAILED;
    }
    (opts.how.json ? print_json : print_text)(&rules, &bench);
    return CLI_OK;
}
