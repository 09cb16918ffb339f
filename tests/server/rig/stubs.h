/* What all logs of tests have in common: they are read from a base on, and have neither an archive
 * nor a reader of their own.
 * Not here: where entries stand (log.h, sim/disk.h). Invariant: as in server/store/log.h. */
#ifndef CANASTA_TESTS_RIG_STUBS_H
#define CANASTA_TESTS_RIG_STUBS_H

#include "server/store/log.h"

/* Each of them says how: from the last base that is not behind entry `near`. */
int64_t replay_from(cn_log *log, const char *table, uint64_t near, cn_entry_visit *each,
                    void *user);

#endif
