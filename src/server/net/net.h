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

enum { CN_STATUSES = 600 };

typedef struct cn_net_counts {
    uint64_t answered[CN_STATUSES]; /* requests, by status */
    uint64_t accepted, too_many_of_one, too_many;
    unsigned sockets, keepers; /* of the connections: WebSockets; those to the keeper's port */
    cn_histogram late_us;      /* how late the loop does what is due */
} cn_net_counts;

typedef struct cn_net {
    const cn_server_options *options;
    struct event_base *base;
    cn_hall *hall;
    cn_store *store;
    cn_addresses *addresses;
    cn_conn *conns; /* all of them */
    unsigned conn_count, conns_max;
    cn_net_counts counts;
    int64_t began; /* seconds since 1970 */
    bool draining; /* people are sent away, and asked to come back */
    bool stopping;
    int stop_looks; /* whether everybody has gone */
} cn_net;

#endif
