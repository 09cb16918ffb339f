/* Which tables go to the archive, and when: those where nothing has happened for so many days, one
 * small step at a time and only while the log has nothing else to do.
 * Not here: how a table moves (log_archive.h). Invariant: a table that somebody has open stays. */
#ifndef CANASTA_SERVER_HALL_ARCHIVE_H
#define CANASTA_SERVER_HALL_ARCHIVE_H

#include "server/hall/hall.h"

typedef struct cn_archiving cn_archiving;

/* Goes by keep_finished_days and keep_deserted_days of the hall's options. */
cn_archiving *cn_archiving_make(cn_hall *hall, cn_store *store);
/* After the store was closed. */
void cn_archiving_free(cn_archiving *archiving);
/* Does what is due. Returns in how many milliseconds it is to be called again. */
int64_t cn_archiving_tick(cn_archiving *archiving);

#endif
