/* What the parts of the transport share: one server, its connections.
 * Not here: tables (hall.h). Invariant: one thread; everything happens inside the loop's callbacks.
 */
#ifndef CANASTA_SERVER_STATE_H
#define CANASTA_SERVER_STATE_H

#include <libwebsockets.h>

#include "server/hall/hall.h"
#include "server/net/options.h"
#include "server/net/outgoing.h"

typedef struct cn_conn cn_conn;

typedef struct cn_server {
    const cn_server_options *options;
    cn_store *store;
    cn_hall *hall;
    cn_programs *programs;
    cn_outgoing *outgoing;
    struct lws_context *context;
    cn_conn *conns; /* all WebSockets */
    unsigned conn_count;
    bool stopping;
    int64_t stop_by_ms;
    lws_sorted_usec_list_t bots, sweep; /* timers */
} cn_server;

static inline cn_server *cn_server_of(struct lws *wsi)
{
    return lws_context_user(lws_get_context(wsi));
}

/* Milliseconds of a clock that never goes back. */
static inline int64_t cn_now_ms(void)
{
    return lws_now_usecs() / 1000;
}

/* Something may have become due for the bots: look at once. */
void cn_server_wake_bots(cn_server *server);

#endif
