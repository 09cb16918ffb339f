/* The lobby: open tables, for whoever looks for company.
 * Not here: what a table is (table/), sitting down (table_calls.h). Invariant: whoever opens many
 * tables hides none of others for long, from however many addresses he comes. */
#ifndef CANASTA_SERVER_LOBBY_H
#define CANASTA_SERVER_LOBBY_H

#include "server/hall/hall.h"
#include "server/talk/reply.h"

/* GET /v1/tables: open tables where somebody is, the newest first. No more of one address than
 * CN_OPEN_TABLES_OF_ONE as long as there are others; the rest of its own comes behind all. Where
 * there are too many tables it is drawn anew each time whose are shown. */
cn_reply cn_lobby(cn_hall *hall);

#endif
