/* Reads the words behind a command by a list of the options it has.
 * Not here: which these are, but for those of a table (table_options.h).
 * Invariant: what is wrong gets one line on stderr that begins with the command's name. */
#ifndef CANASTA_CLI_OPTIONS_H
#define CANASTA_CLI_OPTIONS_H

#include "cli/entrants.h"
#include "cli/table_options.h"

/* Something to do with a value, or with a word that is no option; returns CLI_OK or CLI_USAGE. */
typedef int cli_take(void *context, const char *name, const char *value);

/* An option, and the one place that its value goes to. */
typedef struct cli_option {
    const char *name; /* "--hands" */
    bool *flag;       /* becomes true; all others have a value */
    uint64_t *number; /* of low..high */
    uint64_t low, high;
    const char **text;
    cn_entrant *entrant;
    const cn_player **player; /* one of ours, no program */
    cli_take *take;
} cli_option;

typedef struct cli_options {
    const char *command; /* "match": for messages */
    cli_table *table;    /* gets the options of a table; NULL: there is none */
    const cli_option *option;
    unsigned count;
    cli_take *word; /* a word that is no option, as value; NULL: there is none */
    void *context;  /* of those who take */
    bool *help;     /* `--help` or `-h` was among them */
} cli_options;

/* Reads the words after argv[0]. Returns CLI_OK or CLI_USAGE. */
int cli_options_read(const cli_options *options, int argc, char **argv);

#endif
