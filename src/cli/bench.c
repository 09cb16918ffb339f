/* `canasta bench`: measures the engine's speed, or prints its signature.
 * Not here: what is measured (lab/bench.c). Invariant: bad options get one line on stderr and
 * status 2; the signature is the same on every machine. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/number.h"
#include "lab/bench.h"
#include "text/rules_text.h"

enum { SECONDS_MAX = 3600, SIGNATURE_GAMES = 200 };

typedef struct options {
    const char *rules_name; /* NULL: classic_pagat; for the signature all of them */
    uint64_t seconds;
    bool json, signature, help;
} options;

static void print_help(void)
{
    puts(
        "usage: canasta bench [OPTIONS]\n"
        "\n"
        "Measures, on one thread and in processor time: random play with the legal set, a copy of\n"
        "the game, views, and a table of racers.\n"
        "\n"
        "  --rules NAME   rule set (classic_pagat; with --signature all of them)\n"
        "  --seconds N    seconds for each part (1)\n"
        "  --signature    prints one number that stands for all the engine does, and ends\n"
        "  --json         one JSON object instead of text");
}

static int refuse(const char *what, const char *word)
{
    fprintf(stderr, "canasta bench: %s '%s'; `canasta bench --help` tells more\n", what, word);
    return CLI_USAGE;
}

static int read_options(int argc, char **argv, options *opts)
{
    for (int i = 1; i < argc; i++) {
        const char *name = argv[i];
        const bool valued = strcmp(name, "--rules") == 0 || strcmp(name, "--seconds") == 0;
        if (valued && i + 1 == argc) return refuse("no value after", name);
        if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
            opts->help = true;
        else if (strcmp(name, "--json") == 0)
            opts->json = true;
        else if (strcmp(name, "--signature") == 0)
            opts->signature = true;
        else if (strcmp(name, "--rules") == 0)
            opts->rules_name = argv[++i];
        else if (strcmp(name, "--seconds") != 0)
            return refuse("unknown option", name);
        else if (!cli_number(argv[++i], 1, SECONDS_MAX, &opts->seconds))
            return refuse("--seconds needs a number from 1 to 3600, not", argv[i]);
    }
    return CLI_OK;
}

static int load_rules(const char *name, cn_rules *rules)
{
    cn_params params;
    cn_text_error error;
    if (!cn_ruleset_params(name, &params)) return refuse("no rule set is called", name);
    if (cn_rules_load(rules, name, "", cn_params_seat_count(&params), &error)) return CLI_OK;
    fprintf(stderr, "canasta bench: %s: %s\n", name, error.message);
    return CLI_FAILED;
}

static int print_signature(const options *opts)
{
    uint64_t signature = 0;
    for (unsigned i = 0; cn_rulesets[i] != NULL; i++) {
        if (opts->rules_name != NULL && strcmp(opts->rules_name, cn_rulesets[i]) != 0) continue;
        cn_rules rules;
        const int status = load_rules(cn_rulesets[i], &rules);
        if (status != CLI_OK) return status;
        signature = signature * 31 + cn_bench_signature(&rules, SIGNATURE_GAMES);
    }
    printf("%016" PRIx64 "\n", signature);
    return CLI_OK;
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
    options opts = {.seconds = 1};
    int status = read_options(argc, argv, &opts);
    if (status != CLI_OK) return status;
    if (opts.help) {
        print_help();
        return CLI_OK;
    }
    const char *name = opts.rules_name != NULL ? opts.rules_name : "classic_pagat";
    cn_rules rules;
    if ((status = load_rules(name, &rules)) != CLI_OK) return status;
    if (opts.signature) return print_signature(&opts);
    cn_bench bench;
    if (!cn_bench_run(&rules, (double)opts.seconds, &bench)) {
        fprintf(stderr, "canasta bench: the racer chose a step that is not legal\n");
        return CLI_FAILED;
    }
    (opts.json ? print_json : print_text)(name, &bench);
    return CLI_OK;
}
