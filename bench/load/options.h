/* What the load generator is told on its command line.
 * Not here: how the server is started (bench/load/run).
 * Invariant: nothing of this changes once it has been read. */
#ifndef CANASTA_LOAD_OPTIONS_H
#define CANASTA_LOAD_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "players/player.h"

enum { LOAD_SEATS = 4 }; /* of a table */

typedef struct load_options {
    unsigned port;
    unsigned tables;
    unsigned people;  /* at a table; bots of the server in the other seats */
    unsigned rate;    /* commands a second of all tables; 0: each as soon as it may */
    unsigned pace;    /* milliseconds before each play of a bot */
    unsigned seconds; /* for which commands are sent */
    unsigned sources; /* addresses 127.0.0.1 and following that connections come from */
    unsigned check;   /* every so many events a hash is compared */
    unsigned makers;  /* connections that make tables */
    const char *rules;
    const char *bot; /* of the server */
    const cn_player *player;
    const char *sync_file; /* NULL, or no load: syncs of this file are measured */
    bool idle;             /* connections only */
    bool ping;             /* one more client, which pings */
    bool steps;            /* waits for a line of input after each phase */
} load_options;

/* False after a line on stderr. */
bool load_options_read(load_options *options, int argc, char **argv);

#endif
