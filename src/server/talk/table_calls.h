/* The calls about tables: made, looked at, joined, left; their invitations and seats.
 * Not here: plays (session.h), persons (me.h). Invariant: without invitation or seat nobody learns
 * anything about a table. */
#ifndef CANASTA_SERVER_TABLE_CALLS_H
#define CANASTA_SERVER_TABLE_CALLS_H

#include "server/talk/call.h"

/* POST /v1/tables and what is below it. */
void cn_table_call(cn_hall *hall, const cn_call *call, json_object *body, cn_caller *caller);

#endif
