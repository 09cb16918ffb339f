/* `canasta bench`: measures the engine's speed, checks engine and players, or prints signatures.
 * Not here: what is measured (lab/). Invariant: bad options get one line on stderr and status 2;
 * signatures are the same on every machine. */
#include <stdio.h>
#include <string.h>

#include "cli/bench_check.h"
#include "cli/bench_honest.h"
#include "cli/bench_house.h"
#include "cli/bench_signature.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "lab/bench.h"

enum { SECONDS_MAX = 3600 };
#define STEPS_MAX UINT64_C(1000000000000)

typedef struct options {
    cli_table table;
    cli_check how;
    uint64_t seconds;
    bool signature, signature_players, check, honest, house, help;
} options;

static void print_help(void)
{
    puts(
        "usage: canasta bench [OPTIONS]\n"
        "\n"
        "Measures, on one thread and in processor time: random play with the legal set, a copy of\n"
        "the game, views, and a table of racers.\n"
        "\n"
        "  --rules NAME          rule set (classic_pagat; for signatures and checks all)\n"
        "  --players N           people at the table (as the rule set is usually played; for\n"
        "                        signatures and checks every number it allows)\n"
        "  --set 'NAME = VALUE'  changes a rule; may be given more than once\n"
        "  --seconds N           seconds for each part (1)\n"
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

static void print_json(const char *rules_name, const cn_bench *bench)
{
    printf("{\"rules\":\"%s\",\"steps_per_second\":%.0f,\"hands_per_second\":%.0f,"
           "\"steps_per_hand\":%.2f,\"copy_ns\":%.1f,\"view_start_ns\":%.1f,\"view_event_ns\":%.1f,"
           "\"racer_steps_per_second\":%.0f,\"racer_hands_per_second\":%.0f}\n",
           rules_name, bench->steps_per_second, bench->hands_per_second, bench->steps_per_hand,
           bench->copy_ns, bench->view_start_ns, bench->view_event_ns,
           bench->racer_steps_per_second, bench->racer_hands_per_second);
}

static void print_text(const char *rules_name, const cn_bench *bench)
{
    printf("%s, one thread\n", rules_name);
    printf("  random play     %11.0f steps/s   %9.0f hands/s   %.1f steps a hand\n",
           bench->steps_per_second, bench->hands_per_second, bench->steps_per_hand);
    printf("  racer           %11.0f steps/s   %9.0f hands/s   with all views\n",
           bench->racer_steps_per_second, bench->racer_hands_per_second);
    printf("  copy of a game  %11.1f ns\n", bench->copy_ns);
    printf("  view            %11.1f ns a start   %6.1f ns an event\n", bench->view_start_ns,
           bench->view_event_ns);
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
    cn_rules rules;
    cn_bench bench;
    if ((status = cli_table_load(&opts.table, &rules)) != CLI_OK) return status;
    if (!cn_bench_run(&rules, (double)opts.seconds, &bench)) {
        fprintf(stderr, "canasta bench: the racer chose a step that is not legal\n");
        return CLI_FAILED;
    }
    (opts.how.json ? print_json : print_text)(rules.name, &bench);
    return CLI_OK;
}
