/* Making HTTP answers. Not here: which answer. Invariant: answers of the program are never cached.
 */
#include "server/talk/reply.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

cn_reply cn_reply_make(unsigned status, const char *type, const char *cache, size_t length)
{
    cn_reply reply = {.status = status, .type = type, .cache = cache, .length = length, .file = -1};
    reply.memory = malloc(length + 1);
    if (reply.memory == NULL) abort();
    return reply;
}

void cn_reply_free(cn_reply *reply)
{
    free(reply->memory);
    if (reply->file >= 0) close(reply->file);
    *reply = (cn_reply){.file = -1};
}

cn_reply cn_reply_json(unsigned status, json_object *object)
{
    size_t length;
    int style = JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE;
    const char *text = json_object_to_json_string_length(object, style, &length);
    cn_reply reply = cn_reply_make(status, "application/json", "no-store", length);
    memcpy(reply.memory, text, length);
    json_object_put(object);
    return reply;
}

cn_reply cn_reply_passing(unsigned status, const char *code, const char *message, int64_t ms)
{
    json_object *object = json_object_new_object();
    json_object_object_add(object, "error", json_object_new_string(code));
    json_object_object_add(object, "message", json_object_new_string(message));
    if (ms > 0) json_object_object_add(object, "retry_ms", json_object_new_int64(ms));
    cn_reply reply = cn_reply_json(status, object);
    reply.retry_ms = ms;
    return reply;
}

cn_reply cn_reply_error(unsigned status, const char *code, const char *message)
{
    return cn_reply_passing(status, code, message, 0);
}

cn_reply cn_reply_later(int64_t ms, const char *message)
{
    return cn_reply_passing(429, "RATE", message, ms);
}

cn_reply cn_reply_full(const char *message)
{
    return cn_reply_passing(503, "FULL", message, CN_FULL_RETRY_MS);
}
