/* What the parts of the transport share: one server, its connections.
 * Not here: tables (hall.h). Invariant: one thread; everything happens inside the loop's callbacks.
 */
#ifndef CANASTA_SERVER_NET_H
#define CANASTA_SERVER_NET_H

#include <event2/event.h>

#include "server/hall/hall.h"
#include "server/net/address.h"
#include "server/net/options.h"

typedef struct cn_conn cn_conn;

typedef struct cn_net {
    const cn_server_options *options;
    struct event_base *base;
    cn_hall *hall;
    cn_addresses *addresses;
    cn_conn *conns; /* all of them */
    unsigned conn_count, conns_max;
    bool stopping;
    int stop_looks; /* whether everybody has gone */
} cn_net;

#endif
