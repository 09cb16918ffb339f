/* What the commands for data files share.
 * Not here: the commands (data.c, data_export.c). Invariant: one line on stderr for wrong words. */
#ifndef CANASTA_CLI_DATA_H
#define CANASTA_CLI_DATA_H

#include <stdbool.h>

enum { CLI_DATA_TEXT_MAX = 5000 };

/* True if there are low..high words behind the command, and none is an option; otherwise `status`
 * is what to end with, and help or a complaint has been printed. */
bool cli_data_words(const char *command, const char *help, int argc, char **argv, int low, int high,
                    int *status);

#endif
