/* The archive: a second data file beside the first, `-archive` behind its name, for tables that are
 * finished or deserted. A table moves in small steps: its entries are copied and synced there, then
 * one entry that says so ends it here, then what was copied is erased here.
 * Not here: which tables move, and when (hall/archive.h). Invariant: an entry that is not in the
 * data file any more is in the archive, synced, with the same link in the chain; whenever a step is
 * the last one, the next begins where it ended. */
#ifndef CANASTA_SERVER_LOG_ARCHIVE_H
#define CANASTA_SERVER_LOG_ARCHIVE_H

#include "server/store/log.h"

/* The archive of a log, opened with it; of a reader NULL if there is none, otherwise NULL if it
 * cannot be used, of which stderr has heard. */
cn_log *cn_log_archive(cn_log *log);

typedef enum cn_archive_step {
    CN_ARCHIVE_MORE, /* the next step is due */
    CN_ARCHIVE_DONE, /* the table has moved, or there is none */
    CN_ARCHIVE_FAILED
} cn_archive_step;

/* The next step for a table that nobody has in memory. */
cn_archive_step cn_log_archive_step(cn_log *log, const char *table);

/* What a table's log ends with. False if that cannot be read, or there is none. */
typedef struct cn_log_end {
    uint64_t seq;
    cn_entry_kind kind;
    int64_t time;
} cn_log_end;
bool cn_log_read_end(cn_log *log, const char *table, cn_log_end *end);

#endif
