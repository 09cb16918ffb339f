/* What /metrics tells, in Prometheus' text format 0.0.4.
 * Not here: counting (measures.h), who may ask (conn_answer.c).
 * Invariant: nothing in it names a table, a person, an address or a card; it costs the same however
 * many connections and tables there are. */
#ifndef CANASTA_SERVER_METRICS_H
#define CANASTA_SERVER_METRICS_H

#include "server/net/net.h"
#include "server/talk/reply.h"

cn_reply cn_metrics_reply(const cn_net *net);

#endif
