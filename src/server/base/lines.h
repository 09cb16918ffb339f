/* A text that grows by lines: the events of a hand as one seat may see them.
 * Not here: what a line says. Invariant: always terminated; every line ends with a newline. */
#ifndef CANASTA_SERVER_LINES_H
#define CANASTA_SERVER_LINES_H

#include <stddef.h>

typedef struct cn_lines {
    char *text; /* NULL while empty */
    size_t length, capacity;
} cn_lines;

void cn_lines_add(cn_lines *lines, const char *line);
void cn_lines_clear(cn_lines *lines); /* keeps the memory */
void cn_lines_free(cn_lines *lines);

#endif
