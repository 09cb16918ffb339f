/* Messages that wait for a connection.
 * Not here: sending. Invariant: never more than the limits allow (bounds.h). */
#ifndef CANASTA_SERVER_QUEUE_H
#define CANASTA_SERVER_QUEUE_H

#include <stdbool.h>
#include <stddef.h>

#include <json-c/json.h>

typedef struct cn_message {
    struct cn_message *next;
    size_t length;
    unsigned char memory[]; /* LWS_PRE bytes of room, then the text */
} cn_message;

typedef struct cn_queue {
    cn_message *first, *last;
    unsigned count;
    size_t bytes;
} cn_queue;

unsigned char *cn_message_text(cn_message *message);
/* Appends the object's text and puts the object away. False if there is no room. */
bool cn_queue_add(cn_queue *queue, json_object *object);
/* The oldest message, which the caller frees; NULL if none waits. */
cn_message *cn_queue_take(cn_queue *queue);
void cn_queue_clear(cn_queue *queue);

#endif
