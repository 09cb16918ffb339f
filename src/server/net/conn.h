/* A connection: requests in, replies out, one after the other, and the door to the WebSocket.
 * Not here: reading a request (request.h), what the calls do (api.h), frames (ws.h).
 * Invariant: every whole request is answered, in order, or the connection ends; each state of a
 * connection ends by itself after a time. */
#ifndef CANASTA_SERVER_CONN_H
#define CANASTA_SERVER_CONN_H

#include "server/net/net.h"

/* Takes over an accepted socket; one to the keeper's port may ask for measures and nothing else. */
void cn_conn_accept(cn_net *net, evutil_socket_t socket, const struct sockaddr *from, bool keeper);
/* Everybody is told that he will be sent away, and is within so many milliseconds: each at a moment
 * of his own, so that they do not all come back at the same. */
void cn_conns_drain(cn_net *net, uint32_t ms);
/* Says farewell to everybody; what is idle ends at once. */
void cn_conns_farewell(cn_net *net);
/* Ends all connections. */
void cn_conns_end(cn_net *net);

#endif
