/* Reading a whole file. Not here: what it holds. Invariant: as in the header. */
#include "cli/read_file.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_MAX_BYTES = 4 << 20 };

static char *read_all(FILE *file, size_t *length)
{
    char *text = malloc(FILE_MAX_BYTES + 1);
    if (text == NULL) return NULL;
    *length = fread(text, 1, FILE_MAX_BYTES, file);
    const bool too_large = *length == FILE_MAX_BYTES && fgetc(file) != EOF;
    if (too_large) errno = EFBIG;
    if (ferror(file) || too_large) {
        free(text);
        return NULL;
    }
    text[*length] = '\0';
    return text;
}

char *cli_read_file(const char *path, const char **name, size_t *length)
{
    const int is_stdin = strcmp(path, "-") == 0;
    *name = is_stdin ? "standard input" : path;
    FILE *file = is_stdin ? stdin : fopen(path, "rb");
    char *text = file == NULL ? NULL : read_all(file, length);
    if (file != NULL && !is_stdin) fclose(file);
    if (text == NULL && errno == EFBIG) fprintf(stderr, "%s: is larger than 4 MiB\n", *name);
    if (text == NULL && errno != EFBIG) fprintf(stderr, "%s: %s\n", *name, strerror(errno));
    return text;
}
