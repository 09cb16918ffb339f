/* Records that are named on a command line: `-` is standard input.
 * Not here: what a record says (text/records/replay_text.c).
 * Invariant: what cannot be read, and the first error of each record, gets one line on stderr. */
#include "cli/replay_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* Reads the whole file through the replay; false with the error, or after a failure of the disk. */
static bool feed(FILE *file, cn_replay *replay, cn_text_error *error, int *read_error)
{
    char chunk[16384];
    size_t length = 0;
    while ((length = fread(chunk, 1, sizeof chunk, file)) > 0)
        if (!cn_replay_feed(replay, chunk, length, error)) return false;
    *read_error = ferror(file) ? errno : 0;
    return *read_error == 0 && cn_replay_finish(replay, error);
}

bool cli_replay_file(const char *command, const char *name, cn_replay *replay,
                     const cn_replay_listener *listener)
{
    const bool standard = strcmp(name, "-") == 0;
    FILE *file = standard ? stdin : fopen(name, "rb");
    if (file == NULL) {
        fprintf(stderr, "canasta %s: cannot open %s: %s\n", command, name, strerror(errno));
        return false;
    }
    cn_text_error error;
    int read_error = 0;
    cn_replay_start(replay, listener);
    const bool right = feed(file, replay, &error, &read_error);
    if (!standard) fclose(file);
    if (read_error != 0)
        fprintf(stderr, "canasta %s: cannot read %s: %s\n", command, name, strerror(read_error));
    else if (!right)
        fprintf(stderr, "%s:%u:%u: %s\n", name, error.line, error.column, error.message);
    return right;
}

bool cli_is_option(const char *word)
{
    return word[0] == '-' && word[1] != '\0';
}
