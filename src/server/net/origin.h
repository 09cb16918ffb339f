/* Whether a request comes from our own page.
 * Not here: keys to tables. Invariant: a page of another host can neither post nor connect. */
#ifndef CANASTA_SERVER_ORIGIN_H
#define CANASTA_SERVER_ORIGIN_H

#include <libwebsockets.h>
#include <stdbool.h>

/* True if the Origin header names the host the request was sent to, or if there is none: then it
 * is no browser that asks. Works while the headers are there. */
bool cn_origin_is_own(struct lws *wsi);

#endif
