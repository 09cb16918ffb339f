/* Records that are named on a command line: `-` is standard input.
 * Not here: what a record says (text/records/replay_text.h).
 * Invariant: what cannot be read, and the first error of each record, gets one line on stderr. */
#ifndef CANASTA_CLI_REPLAY_FILE_H
#define CANASTA_CLI_REPLAY_FILE_H

#include "text/records/replay_text.h"

/* Plays the record again; true if it is complete and without an error. */
bool cli_replay_file(const char *command, const char *name, cn_replay *replay,
                     const cn_replay_listener *listener);

/* `-` alone is standard input, everything else with a dash in front is an option. */
bool cli_is_option(const char *word);

#endif
