/* As in the header. Not here: as there. Invariant: as there. */
#include "message.h"

bool has_key(json_object *object, const char *key)
{
    return json_object_object_get_ex(object, key, NULL);
}

const char *text_of(sim *s, json_object *object, const char *key)
{
    json_object *value = NULL;
    if (!json_object_object_get_ex(object, key, &value) ||
        !json_object_is_type(value, json_type_string))
        sim_fail(s, "no text %s in %s", key, json_object_to_json_string(object));
    return json_object_get_string(value);
}

uint64_t number_of(sim *s, json_object *object, const char *key)
{
    json_object *value = NULL;
    if (!json_object_object_get_ex(object, key, &value) ||
        !json_object_is_type(value, json_type_int))
        sim_fail(s, "no number %s in %s", key, json_object_to_json_string(object));
    return (uint64_t)json_object_get_int64(value);
}
