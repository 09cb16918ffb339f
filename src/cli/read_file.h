/* Files that are read whole: `-` is standard input.
 * Not here: what they hold. Invariant: what cannot be read gets one line on stderr. */
#ifndef CANASTA_CLI_READ_FILE_H
#define CANASTA_CLI_READ_FILE_H

#include <stddef.h>

/* The whole text with a terminating zero, to be freed; NULL if it cannot be read or is larger than
 * 4 MiB. `*name` gets what messages call the file. */
char *cli_read_file(const char *path, const char **name, size_t *length);

#endif
