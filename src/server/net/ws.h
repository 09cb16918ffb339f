/* A WebSocket (RFC 6455) on a connection that has been upgraded.
 * Not here: the upgrade (conn_answer.c), what frames say (session.h).
 * Invariant: nothing here frees the connection; it is asked to end (`ended`), and ends later. */
#ifndef CANASTA_SERVER_WS_H
#define CANASTA_SERVER_WS_H

#include <event2/bufferevent.h>

#include "server/talk/session.h"

typedef struct cn_ws cn_ws;

/* The connection is of no use any more: free it, and this, from the loop. */
typedef void cn_ws_ended(void *owner);

/* Takes over the events of the connection. */
cn_ws *cn_ws_open(cn_hall *hall, struct bufferevent *events, const cn_visitor *visitor,
                  cn_ws_ended *ended, void *owner);
void cn_ws_free(cn_ws *ws);
void cn_ws_drain(cn_ws *ws, uint32_t in_ms);
void cn_ws_farewell(cn_ws *ws);
/* The time for a hello is over. False: one may be on its way through the log; ask again later. */
bool cn_ws_demand_hello(cn_ws *ws);

/* The answer to a Sec-WebSocket-Key; false if it is none. */
enum { CN_WS_ACCEPT_BYTES = 29 };
bool cn_ws_accept_key(const char *key, char out[CN_WS_ACCEPT_BYTES]);

#endif
