/* Reads the words behind a command by a list of the options it has.
 * Not here: what a command does with them. Invariant: as in the header. */
#include "cli/options.h"

#include <string.h>

#include "cli/cli.h"

static const cli_option *find(const cli_options *options, const char *name)
{
    for (unsigned i = 0; i < options->count; i++)
        if (strcmp(options->option[i].name, name) == 0) return &options->option[i];
    return NULL;
}

static int read_value(const cli_options *options, const cli_option *option, const char *value)
{
    if (option->number != NULL)
        return cli_option_number(options->command, option->name, value, option->low, option->high,
                                 option->number);
    if (option->entrant != NULL) return cli_entrant_read(options->command, value, option->entrant);
    if (option->player != NULL) return cli_player_read(options->command, value, option->player);
    if (option->take != NULL) return option->take(options->context, option->name, value);
    *option->text = value;
    return CLI_OK;
}

/* `-` alone is a word: the standard input. */
static bool is_word(const char *text)
{
    return text[0] != '-' || text[1] == '\0';
}

/* Reads what begins at words[0], of which there are more than none, and says how many it took. */
static int read_one(const cli_options *options, int count, char **words, int *taken)
{
    const char *name = words[0];
    const cli_option *option = find(options, name);
    const bool of_table = options->table != NULL && cli_is_table_option(name);
    *taken = 1;
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
        *options->help = true;
        return CLI_OK;
    }
    if (options->word != NULL && is_word(name)) return options->word(options->context, NULL, name);
    if (option == NULL && !of_table) return cli_refuse(options->command, "unknown option", name);
    if (option != NULL && option->flag != NULL) {
        *option->flag = true;
        return CLI_OK;
    }
    if (count == 1) return cli_refuse(options->command, "no value after", name);
    *taken = 2;
    return of_table ? cli_table_option(options->table, name, words[1])
                    : read_value(options, option, words[1]);
}

int cli_options_read(const cli_options *options, int argc, char **argv)
{
    int taken = 0;
    for (int i = 1; i < argc; i += taken) {
        const int status = read_one(options, argc - i, argv + i, &taken);
        if (status != CLI_OK) return status;
    }
    return CLI_OK;
}
