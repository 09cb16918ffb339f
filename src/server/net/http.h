/* HTTP on libwebsockets: requests in, replies out, and the door to the WebSocket.
 * Not here: what the calls do (api.h). Invariant: every request is answered or its connection ends.
 */
#ifndef CANASTA_SERVER_HTTP_H
#define CANASTA_SERVER_HTTP_H

#include <libwebsockets.h>

#define CN_SUBPROTOCOL "canasta.v1.json"

/* What is kept for a request while it is read and answered. */
size_t cn_http_session_bytes(void);
int cn_http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                     size_t length);

#endif
