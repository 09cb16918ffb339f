/* The log of a rig, and jobs that wait for it. Not here: disks (tests/server/sim/disk.h).
 * Invariant: as in server/store/log.h and store.h, and all that is appended is saved. */
#ifndef CANASTA_TESTS_RIG_LOG_H
#define CANASTA_TESTS_RIG_LOG_H

#include "server/store/reader.h"
#include "server/store/store.h"

typedef struct memory_table {
    char name[CN_PERSON_CHARACTERS + 1];
    cn_entry *entry; /* strings are owned */
    unsigned count, room;
} memory_table;

struct cn_log {
    memory_table *table;
    unsigned count, room;
};

struct cn_store {
    cn_log log;
    cn_job *first, **end;
};

memory_table *memory_find(cn_log *log, const char *name);
void memory_put(cn_log *log, const char *name, const cn_entry *entry);
void memory_drop(cn_log *log, const char *name);
/* Runs and finishes all jobs, also those that finishing gives. */
void memory_settle(cn_store *store);

#endif
