/* `canasta replay`: plays records again and says whether everything in them is right.
 * Not here: reading a record (text/replay_text.c).
 * Invariant: status 0 exactly if every file is a complete record without an error. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/output.h"
#include "cli/replay_file.h"
#include "lab/tables/tracing.h"

static void print_help(void)
{
    puts("usage: canasta replay FILE... [--quiet] [--trace]\n"
         "\n"
         "Plays each record again; `-` is the standard input. Status 0 means that every step was\n"
         "legal and every stated score, end, hash and winner is right; otherwise the first error\n"
         "of each file is printed as FILE:LINE:COLUMN: reason, and the status is 1.\n"
         "\n"
         "  --quiet   say nothing of files that are right\n"
         "  --trace   print instead each state with its legal steps, as `canasta trace` does");
}

static int refuse(const char *what, const char *word)
{
    fprintf(stderr, "canasta replay: %s%s; `canasta replay --help` tells more\n", what, word);
    return CLI_USAGE;
}

static void print_summary(const char *name, const cn_replay *replay)
{
    char rules[CN_RECORD_LINE_BYTES_MAX];
    cn_writer writer = cn_writer_make(rules, sizeof rules);
    cn_write_rules_played(&writer, &replay->rules);
    printf("%s: right: %s, %u hand%s, %u turns, %u steps%s\n", name, rules, replay->hands,
           replay->hands == 1 ? "" : "s", replay->turns, replay->steps,
           replay->unfinished ? ", unfinished" : "");
}

typedef struct manner {
    bool quiet, trace;
} manner;

static int replay_named(const char *name, const manner *how)
{
    cn_replay replay;
    cn_tracing tracing = cn_tracing_start(cli_output());
    const cn_replay_listener listener = {.hear = cn_tracing_hear, .context = &tracing};
    const bool right = cli_replay_file("replay", name, &replay, how->trace ? &listener : NULL);
    cn_tracing_end(&tracing);
    if (right && !how->quiet && !how->trace) print_summary(name, &replay);
    return right ? CLI_OK : CLI_FAILED;
}

int cli_replay(int argc, char **argv)
{
    manner how = {false, false};
    int files = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            print_help();
            return CLI_OK;
        }
        if (!cli_is_option(argv[i]))
            files++;
        else if (strcmp(argv[i], "--quiet") == 0 || strcmp(argv[i], "-q") == 0)
            how.quiet = true;
        else if (strcmp(argv[i], "--trace") == 0)
            how.trace = true;
        else
            return refuse("unknown option ", argv[i]);
    }
    if (files == 0) return refuse("no file is named", "");
    int status = CLI_OK;
    for (int i = 1; i < argc; i++)
        if (!cli_is_option(argv[i]) && replay_named(argv[i], &how) != CLI_OK) status = CLI_FAILED;
    return status;
}
