/* The file in which long work keeps what it has done of each table, so that it can go on.
 * Not here: what is done. Invariant: a file is replaced whole or not at all; one that is
 * damaged, of another kind of work or of another seed is refused and kept. */
#ifndef CANASTA_CLI_KEPT_STATE_H
#define CANASTA_CLI_KEPT_STATE_H

#include "canasta/rules.h"

enum { CLI_DONE_COUNTS_MAX = 64, CLI_DONE_TABLES_MAX = 128 };

/* What is done of one table. */
typedef struct cli_done {
    char rules[CN_RULES_NAME_MAX];
    unsigned players;
    uint64_t count[CLI_DONE_COUNTS_MAX];
} cli_done;

typedef struct cli_kept_state {
    const char *path;    /* NULL: nothing is kept */
    const char *command; /* "bench", */
    const char *check;   /* "--check", whose file it is */
    unsigned counts;     /* numbers kept of each table */
    uint64_t seed;
    unsigned done_count;
    cli_done done[CLI_DONE_TABLES_MAX];
} cli_kept_state;

/* Reads the file, if there is one. Like the others: an exit status, with one line on stderr. */
int cli_kept_state_read(cli_kept_state *state);
int cli_kept_state_write(const cli_kept_state *state);

/* What is done of a table; NULL, with one line on stderr, if there are too many. */
cli_done *cli_kept_state_of(cli_kept_state *state, const cn_rules *rules);

#endif
