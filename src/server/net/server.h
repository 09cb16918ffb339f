/* The server: tables for browsers and programs, over HTTP and WebSocket.
 * Not here: the command line (cli/serve.c).
 * Invariant: a play is in the log before anybody hears of it. */
#ifndef CANASTA_SERVER_H
#define CANASTA_SERVER_H

#include "server/net/options.h"

/* Serves until SIGTERM or SIGINT. Returns 0 after a graceful stop; 1 after one line on stderr. */
int cn_server_run(const cn_server_options *options);

#endif
