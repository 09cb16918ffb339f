/* Whether a whole data file is what was saved: every link, every entry replayed, every base.
 * Not here: mending. Invariant: nothing is written; a server may go on beside it. */
#ifndef CANASTA_SERVER_LOG_CHECK_H
#define CANASTA_SERVER_LOG_CHECK_H

#include "server/store/log.h"

typedef struct cn_log_checked {
    uint64_t tables, entries, damaged;
    uint64_t sealed; /* in the midst of a hand, and sound as far as can be told without its key */
    bool unreadable; /* some could not be read just now */
} cn_log_checked;

/* Tells of each table that is damaged, in words. */
cn_log_checked cn_log_check(cn_log *log, cn_log_complaint *tell, void *user);

#endif
