/* What a server is told when it begins.
 * Not here: the command line (cli/serve.c), bounds that nobody chooses (bounds.h).
 * Invariant: nothing of this changes while it serves. */
#ifndef CANASTA_SERVER_OPTIONS_H
#define CANASTA_SERVER_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "server/hall/programs.h"
#include "server/table/own_rules.h"

typedef struct cn_server_options {
    const char *listen;    /* address; "127.0.0.1" is this machine only, "0.0.0.0" everybody */
    int port;              /* 0: any free one */
    const char *data_file; /* created if there is none */
    const char *web_dir;   /* the page's files */
    const char *port_file; /* NULL, or where to write the port once connections are accepted */
    uint32_t pace_ms;      /* of bots at new tables that name none */
    uint32_t grace_ms;     /* how long the seat of an absent human waits for a bot */
    uint32_t rate;         /* frames a second from one connection, three times as many at once */
    uint32_t tables_max;   /* in memory */
    uint32_t address_connections; /* at a time, from one address */
    const char *proxy;            /* NULL, or the address that says for whom it asks */
    const char *host; /* NULL, or the name under which people know the server, besides addresses */
    const cn_program_offer *offer; /* programs that bots may play with */
    unsigned offer_count;
    const cn_own_rules *own_rules; /* rule sets of rule files, offered beside the built-in ones */
    uint32_t bot_deadline_ms;      /* how long a program may take for an answer */
    bool quiet;                    /* print nothing but errors */
} cn_server_options;

#endif
