/* Writing answers to a connection.
 * Not here: which answer, and what becomes of the connection (conn_answer.c).
 * Invariant: nothing of a body is copied. */
#ifndef CANASTA_SERVER_ANSWER_H
#define CANASTA_SERVER_ANSWER_H

#include <event2/buffer.h>

#include "server/talk/reply.h"

/* How it is to be said. */
typedef struct cn_manner {
    bool keep;      /* the connection, for further requests */
    bool secure;    /* who asks does so by TLS */
    bool head_only; /* to HEAD */
} cn_manner;

/* Hands the reply over. True if a file is open now until all of `out` is gone. */
bool cn_answer_write(struct evbuffer *out, cn_reply *reply, cn_manner manner);

#endif
