/* Growing texts. Not here: events.
 * Invariant: running out of memory ends the process; the log has everything that was promised. */
#include "server/base/lines.h"

#include <stdlib.h>
#include <string.h>

void cn_lines_add(cn_lines *lines, const char *line)
{
    size_t added = strlen(line);
    if (lines->length + added + 2 > lines->capacity) {
        lines->capacity = 2 * (lines->length + added + 2);
        lines->text = realloc(lines->text, lines->capacity);
        if (lines->text == NULL) abort();
    }
    memcpy(lines->text + lines->length, line, added);
    lines->length += added;
    lines->text[lines->length++] = '\n';
    lines->text[lines->length] = '\0';
}

void cn_lines_clear(cn_lines *lines)
{
    lines->length = 0;
    if (lines->text != NULL) lines->text[0] = '\0';
}

void cn_lines_free(cn_lines *lines)
{
    free(lines->text);
    *lines = (cn_lines){0};
}
