/* Members of the server's messages, found as they are written.
 * Not here: JSON at large; our server writes no blanks, and quotes within texts with a backslash.
 * Invariant: a member that is not there is not found; texts are taken whole or not at all. */
#ifndef CANASTA_LOAD_FIELDS_H
#define CANASTA_LOAD_FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What stands behind the first `"key":`, NULL if there is none. */
char *load_field(char *text, const char *key);
bool load_field_number(char *text, const char *key, uint64_t *out);
bool load_field_word(char *text, const char *key, char *out, size_t size);
/* Cuts the next text out of a list whose bracket or comma `*at` stands on, and moves on; NULL at
 * the end. */
char *load_field_next(char **at);

#endif
