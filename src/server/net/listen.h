/* A place where connections come in.
 * Not here: what becomes of them (conn.h). Invariant: while the system has no descriptor left, it
 * is asked again after a moment, and not at once. */
#ifndef CANASTA_SERVER_LISTEN_H
#define CANASTA_SERVER_LISTEN_H

#include <stdint.h>

#include "server/net/net.h"

typedef struct cn_door cn_door;

/* An address of IPv4 or IPv6, which may stand in brackets; `::` is IPv4, too. `keeper`: it is for
 * whoever keeps the server. NULL after a line on stderr. */
cn_door *cn_door_open(cn_net *net, const char *address, uint32_t port, bool keeper);
/* Where it listens. */
int cn_door_port(const cn_door *door);
/* Nobody comes in any more. */
void cn_door_close(cn_door *door);
void cn_door_free(cn_door *door); /* may be NULL */

#endif
