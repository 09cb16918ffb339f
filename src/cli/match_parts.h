/* A match or ladder in parts: what --part and --merge have to do with the command line.
 * Not here: playing parts (lab/match/part.h), putting them together (lab/match/merge.h).
 * Invariant: the command that a part names prints what the whole would have printed. */
#ifndef CANASTA_CLI_MATCH_PARTS_H
#define CANASTA_CLI_MATCH_PARTS_H

#include "cli/match_options.h"

/* Takes the value of --part. Returns CLI_OK or CLI_USAGE, like the others. */
int cli_part_take(void *context, const char *name, const char *value);

/* Says what does not go together with --part. */
int cli_part_check(const cli_match_options *opts);

/* The command of a part in lines, for its state: all that the result depends on. False if it does
 * not fit, or has a line break in it. */
bool cli_part_command(const cli_match_options *opts, char command[CLI_COMMAND_BYTES]);

/* Reads the words behind --merge, which stands in argv[1], and the command that the first of the
 * files names into opts->word. */
int cli_merge_read(int argc, char **argv, cli_match_options *opts);

#endif
