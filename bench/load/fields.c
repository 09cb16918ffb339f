/* A search for the name. Not here: as in the header. Invariant: as in the header. */
#include "load/fields.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *load_field(char *text, const char *key)
{
    char name[32];
    const int length = snprintf(name, sizeof name, "\"%s\":", key);
    char *at = strstr(text, name);
    return at != NULL ? at + length : NULL;
}

bool load_field_number(char *text, const char *key, uint64_t *out)
{
    char *at = load_field(text, key), *end = at;
    if (at != NULL) *out = strtoull(at, &end, 10);
    return end != at;
}

bool load_field_word(char *text, const char *key, char *out, size_t size)
{
    const char *at = load_field(text, key);
    if (at == NULL || *at++ != '"') return false;
    const size_t length = strcspn(at, "\"");
    if (at[length] != '"' || length >= size) return false;
    memcpy(out, at, length);
    out[length] = '\0';
    return true;
}

char *load_field_next(char **at)
{
    if (**at != '[' && **at != ',') return NULL;
    if ((*at)[1] != '"') return NULL;
    char *text = *at + 2, *end = strchr(text, '"');
    if (end == NULL) return NULL;
    *end = '\0';
    *at = end + 1;
    return text;
}
