/* The calls for the games that were played at a table: which there are, and their records.
 * Not here: writing records (games.h). Invariant: they are for who sits or sat there; of a hand
 * that is not over nothing is told; nobody waits for who reads them. */
#ifndef CANASTA_SERVER_RECORDS_H
#define CANASTA_SERVER_RECORDS_H

#include "server/talk/call.h"

void cn_records_call(cn_hall *hall, const cn_call *call, cn_caller *caller);

#endif
