/* Whether a request comes from our own page, and was meant for this server.
 * Not here: keys to tables. Invariant: a page of another host can neither post nor connect, not
 * even where its name has been made to lead here (DNS rebinding). */
#ifndef CANASTA_SERVER_ORIGIN_H
#define CANASTA_SERVER_ORIGIN_H

#include <stdbool.h>

#include "server/net/options.h"
#include "server/net/request.h"

/* True if the Origin header names the host the request was sent to, or if there is none: then it
 * is no browser that asks. */
bool cn_origin_is_own(const cn_request *request);

/* True if a server may be known by this Host: an address, a name that leads nowhere else
 * (localhost, one without dots, one in .local), or the one it was told (options). */
bool cn_host_is_own(const cn_server_options *options, const char *host);

#endif
