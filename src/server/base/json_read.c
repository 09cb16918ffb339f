/* JSON through json-c, held to its strictest.
 * Not here: writing JSON (encode.c). Invariant: depth and size are bounded before parsing. */
#include "server/base/json_read.h"

#include <assert.h>
#include <string.h>

#include "server/base/bounds.h"

enum { JSON_DEPTH_MAX = 4 };

/* What json-c lets pass and RFC 8259 does not: control characters in a string, `NaN`, `Infinity`, a
 * number like -01 or `1.`. */
static bool is_lenient(const char *text, size_t length)
{
    bool in_string = false;
    for (size_t i = 0; i < length; i++) {
        const char c = text[i], next = i + 1 < length ? text[i + 1] : '\0';
        const char third = i + 2 < length ? text[i + 2] : '\0';
        const bool digit_next = next >= '0' && next <= '9';
        if (c == '"') in_string = !in_string;
        if (in_string) {
            if ((unsigned char)c < ' ') return true;
            if (c == '\\') i++;
        } else if (c == 'N' || c == 'I' || (c == '.' && !digit_next) ||
                   (c == '-' && next == '0' && third >= '0' && third <= '9')) {
            return true;
        }
    }
    return false;
}

json_object *cn_json_read(const char *text, size_t length)
{
    assert(length <= CN_FRAME_BYTES_MAX);
    if (is_lenient(text, length)) return NULL;
    json_tokener *tokener = json_tokener_new_ex(JSON_DEPTH_MAX);
    if (tokener == NULL) return NULL;
    json_tokener_set_flags(tokener, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8);
    json_object *object = json_tokener_parse_ex(tokener, text, (int)length);
    bool whole = json_tokener_get_error(tokener) == json_tokener_success &&
                 json_tokener_get_parse_end(tokener) == length;
    json_tokener_free(tokener);
    if (whole && json_object_is_type(object, json_type_object)) return object;
    json_object_put(object);
    return NULL;
}

bool cn_json_get_text(json_object *object, const char *key, char *out, size_t low, size_t high)
{
    json_object *value = NULL;
    if (!json_object_object_get_ex(object, key, &value)) return false;
    if (!json_object_is_type(value, json_type_string)) return false;
    size_t length = (size_t)json_object_get_string_len(value);
    const char *text = json_object_get_string(value);
    if (length < low || length > high || strlen(text) != length) return false;
    memcpy(out, text, length + 1);
    return true;
}

bool cn_json_get_number(json_object *object, const char *key, uint64_t low, uint64_t high,
                        uint64_t *out)
{
    json_object *value = NULL;
    if (!json_object_object_get_ex(object, key, &value)) return false;
    if (!json_object_is_type(value, json_type_int)) return false;
    int64_t number = json_object_get_int64(value);
    if (number < 0 || (uint64_t)number < low || (uint64_t)number > high) return false;
    *out = (uint64_t)number;
    return true;
}

bool cn_json_get_flag(json_object *object, const char *key, bool *out)
{
    json_object *value = NULL;
    if (!json_object_object_get_ex(object, key, &value)) return false;
    if (!json_object_is_type(value, json_type_boolean)) return false;
    *out = json_object_get_boolean(value);
    return true;
}

bool cn_json_has_key(json_object *object, const char *key)
{
    return json_object_object_get_ex(object, key, NULL);
}
