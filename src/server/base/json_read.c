/* JSON through json-c, held to its strictest.
 * Not here: writing JSON (encode.c). Invariant: depth and size are bounded before parsing. */
#include "server/base/json_read.h"

#include <assert.h>
#include <string.h>

#include "server/base/bounds.h"

enum { JSON_DEPTH_MAX = 4 };

json_object *cn_json_read(const char *text, size_t length)
{
    assert(length <= CN_FRAME_BYTES_MAX);
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
