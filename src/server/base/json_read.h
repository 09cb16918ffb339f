/* Reading JSON that strangers sent.
 * Not here: what the members mean.
 * Invariant: a member is taken whole, of the right type and within its limits, or not at all. */
#ifndef CANASTA_SERVER_JSON_READ_H
#define CANASTA_SERVER_JSON_READ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <json-c/json.h>

/* The one object the text consists of, or NULL. The caller puts it away. */
json_object *cn_json_read(const char *text, size_t length);
/* `out` has room for high + 1 bytes; a text with a zero byte inside is none. */
bool cn_json_get_text(json_object *object, const char *key, char *out, size_t low, size_t high);
bool cn_json_get_number(json_object *object, const char *key, uint64_t low, uint64_t high,
                        uint64_t *out);
bool cn_json_get_flag(json_object *object, const char *key, bool *out);
bool cn_json_has_key(json_object *object, const char *key);

#endif
