/* The log without waiting: jobs for a thread that owns it, and their answers.
 * Not here: what is asked of the log (log.h). Nobody else touches the log while the store is open.
 * Invariant: jobs run in the order in which they were given, long ones among themselves; what has
 * run is finished in the same order, exactly once, on the thread that calls cn_store_finish;
 * appends that wait together share a transaction. */
#ifndef CANASTA_SERVER_STORE_H
#define CANASTA_SERVER_STORE_H

#include <time.h>

#include "server/base/measures.h"
#include "server/store/log.h"

typedef struct cn_store cn_store;

/* Something to be done with the log. Whoever gives it keeps it, and what it points at, in place
 * until `done` is called. */
typedef struct cn_job {
    struct cn_job *next;                          /* the store's ... */
    struct timespec given;                        /* ... and since when it has it */
    void (*run)(struct cn_job *job, cn_log *log); /* on the store's thread; NULL: an append */
    void (*done)(struct cn_job *job);             /* on the thread that finishes */
    bool appends; /* `run` does it by itself, and it is counted all the same */
    bool is_long; /* it reads much: one at a time, others run in between */
} cn_job;

typedef struct cn_append {
    cn_job job; /* `done` is set by the giver, `run` is NULL unless it appends */
    cn_batch batch;
} cn_append;

/* As cn_log_open; starts the thread. */
cn_store *cn_store_open(const char *path, bool accept_loss, char *message, size_t message_size);
/* Waits until all jobs are run, finishes them, ends the thread and closes the log (cn_log_close).
 * `done` may give no further jobs by then: nobody would run them. */
bool cn_store_close(cn_store *store);

void cn_store_give(cn_store *store, cn_job *job);
/* Nothing waits to be run. */
bool cn_store_idle(cn_store *store);

/* Readable while jobs wait to be finished. */
int cn_store_descriptor(const cn_store *store);
/* Calls `done` for all that have been run, in order. */
void cn_store_finish(cn_store *store);

/* How much has been appended since the start, for measures: entries that were saved, transactions
 * that saved them, and appends that were not saved or are unsure. */
typedef struct cn_store_counts {
    uint64_t entries, commits, failures;
    cn_histogram batch;     /* entries of a transaction that was saved */
    int64_t busy_ms;        /* how long it has been at work on the same thing; 0: at rest */
    cn_histogram commit_us; /* from a transaction's beginning until its sync, or its failure ... */
    cn_histogram sync_us;   /* ... of which its end took so long: it was written and synced */
    cn_histogram queue_us;  /* from when an append was given until its transaction began */
} cn_store_counts;
cn_store_counts cn_store_count(cn_store *store);

#endif
