/* A bounded list of messages. Not here: what to do when it is full (ws.c).
 * Invariant: count and bytes are those of the list. */
#include "server/net/queue.h"

#include <stdlib.h>
#include <string.h>

#include <libwebsockets.h>

#include "server/base/bounds.h"

unsigned char *cn_message_text(cn_message *message)
{
    return message->memory + LWS_PRE;
}

bool cn_queue_add(cn_queue *queue, json_object *object)
{
    size_t length;
    int style = JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE;
    const char *text = json_object_to_json_string_length(object, style, &length);
    bool room = queue->count < CN_QUEUE_MESSAGES_MAX && length <= CN_QUEUE_BYTES_MAX - queue->bytes;
    if (room) {
        cn_message *message = malloc(sizeof *message + LWS_PRE + length);
        if (message == NULL) abort();
        *message = (cn_message){.length = length};
        memcpy(cn_message_text(message), text, length);
        if (queue->last != NULL)
            queue->last->next = message;
        else
            queue->first = message;
        queue->last = message;
        queue->count++;
        queue->bytes += length;
    }
    json_object_put(object);
    return room;
}

cn_message *cn_queue_take(cn_queue *queue)
{
    cn_message *message = queue->first;
    if (message == NULL) return NULL;
    queue->first = message->next;
    if (queue->first == NULL) queue->last = NULL;
    queue->count--;
    queue->bytes -= message->length;
    return message;
}

void cn_queue_clear(cn_queue *queue)
{
    for (cn_message *message; (message = cn_queue_take(queue)) != NULL;) free(message);
}
