/* Hands that were dealt at somebody's tables and left before they were over: who deals until the
 * cards please is seen to.
 * Not here: what is written of it (person.h). This waits for the log: it is for the store's thread.
 * Invariant: the last few tables are looked at, and those before them were counted when they were.
 */
#ifndef CANASTA_SERVER_DESERTED_H
#define CANASTA_SERVER_DESERTED_H

#include "server/table/person.h"

/* He makes a table and sits down there by `seat`: notes with it how many hands of those he made
 * before he has left: they wait for an end, or he gave up his seat there before it. */
cn_saved cn_deserted_note(cn_log *log, cn_person *person, cn_batch *seat);

#endif
