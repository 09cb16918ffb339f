/* A match or ladder in parts: what --part and --merge have to do with the command line.
 * Not here: playing parts, putting them together. Invariant: as in the header. */
#include "cli/match_parts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/options.h"

/* Each line of a command: this, and a player, or an option with its value. */
static const char given[] = "given ";

int cli_part_take(void *context, const char *name, const char *value)
{
    cli_match_options *opts = context;
    (void)name;
    if (cn_part_read(value, strlen(value), &opts->part)) return CLI_OK;
    return cli_refuse(opts->table.command, "--part needs I/N, I of 1 to N, not", value);
}

int cli_part_check(const cli_match_options *opts)
{
    const char *why = opts->part.count == 0            ? NULL
                      : opts->has_sprt                 ? "--part and --sprt do not go together"
                      : opts->state_path == NULL       ? "--part needs --state FILE for its sums"
                      : opts->part.count > opts->deals ? "--part: more parts than deals"
                                                       : NULL;
    if (why == NULL) return CLI_OK;
    fprintf(stderr, "canasta %s: %s\n", opts->table.command, why);
    return CLI_USAGE;
}

static void give(cn_writer *writer, const char *name, const char *value)
{
    if (strchr(value, '\n') != NULL) writer->overflow = true;
    cn_write(writer, "%s%s%s\n", given, name, value);
}

static void give_number(cn_writer *writer, const char *name, uint64_t value)
{
    cn_write(writer, "%s%s%" PRIu64 "\n", given, name, value);
}

bool cli_part_command(const cli_match_options *opts, char command[CLI_COMMAND_BYTES])
{
    const cli_table *table = &opts->table;
    cn_writer writer = cn_writer_make(command, CLI_COMMAND_BYTES);
    for (unsigned i = 0; i < opts->player_count; i++) give(&writer, "", opts->player[i].name);
    give(&writer, "--rules ", cli_table_rules_name(table));
    if (table->players != 0) give_number(&writer, "--players ", table->players);
    if (table->overrides[0] != '\0') give(&writer, "--set ", table->overrides);
    give_number(&writer, "--seed ", table->seed);
    give_number(&writer, opts->whole_games ? "--games " : "--deals ", opts->deals);
    if (opts->seat_stock) give(&writer, "--stock ", "seat");
    if (opts->partner.name != NULL) give(&writer, "--partner ", opts->partner.name);
    return !writer.overflow;
}

static int take_file(void *context, const char *name, const char *value)
{
    cli_match_options *opts = context;
    (void)name;
    if (opts->file_count == CN_PARTS_MAX)
        return cli_refuse(opts->table.command, "too many files from", value);
    opts->file[opts->file_count++] = value;
    return CLI_OK;
}

static int read_merge_options(int argc, char **argv, cli_match_options *opts)
{
    /* The last one is of a ladder only. */
    const cli_option every[] = {{.name = "--json", .flag = &opts->json},
                                {.name = "--state", .text = &opts->state_path},
                                {.name = "--svg", .text = &opts->svg_path}};
    const unsigned count = sizeof every / sizeof every[0];
    const cli_options all = {.command = opts->table.command,
                             .option = every,
                             .count = strcmp(opts->table.command, "match") == 0 ? count - 1 : count,
                             .word = take_file,
                             .context = opts,
                             .help = &opts->help};
    return cli_options_read(&all, argc, argv);
}

/* Cuts the lines of a command into words; the others are left out. */
static bool split(cli_match_options *opts)
{
    char *rest = opts->words;
    opts->word[0] = opts->words + strlen(opts->words); /* stands for the command's name */
    opts->word_count = 1;
    for (char *line; (line = strtok_r(rest, "\n", &rest)) != NULL;) {
        if (strncmp(line, given, sizeof given - 1) != 0) continue;
        char *word = line + sizeof given - 1;
        char *value = strncmp(word, "--", 2) == 0 ? strchr(word, ' ') : NULL;
        if (opts->word_count + 2 > CLI_WORDS_MAX) return false;
        opts->word[opts->word_count++] = word;
        if (value == NULL) continue;
        *value = '\0';
        opts->word[opts->word_count++] = value + 1;
    }
    return opts->word_count > 1;
}

int cli_merge_read(int argc, char **argv, cli_match_options *opts)
{
    char message[CN_STATE_MESSAGE_BYTES];
    const int status = read_merge_options(argc - 1, argv + 1, opts);
    if (status != CLI_OK || opts->help) return status;
    if (opts->file_count == 0) return cli_refuse(opts->table.command, "no files after", argv[1]);
    char *lines = cn_state_work(opts->file[0], message);
    if (lines == NULL) {
        fprintf(stderr, "canasta %s: %s\n", opts->table.command, message);
        return CLI_USAGE;
    }
    const int length = snprintf(opts->words, sizeof opts->words, "%s", lines);
    free(lines);
    if (length < (int)sizeof opts->words && split(opts)) return CLI_OK;
    fprintf(stderr, "canasta %s: %s is the state of no part\n", opts->table.command, opts->file[0]);
    return CLI_USAGE;
}
