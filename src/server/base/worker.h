/* Threads that do one thing after the other, beside the loop that gives them.
 * Not here: what is done. Invariant: what is done for one is begun in the order in which it was
 * given, what is done for different ones in turn, however much one has given (they have 64 lanes,
 * by hash); it is finished in the order in which it was done, exactly once, on the thread that
 * calls cn_worker_finish. The threads give way to whatever else the system has to do. */
#ifndef CANASTA_SERVER_WORKER_H
#define CANASTA_SERVER_WORKER_H

#include <stdbool.h>
#include <stdint.h>

#include "server/base/limits.h"

enum { CN_WORKER_THREADS_MAX = 16 };

typedef struct cn_worker cn_worker;

/* Whoever gives it keeps it in place until `done` is called. */
typedef struct cn_work {
    struct cn_work *next; /* the worker's, as is `worker` */
    cn_worker *worker;
    cn_who who;                        /* for whom it is done */
    void (*run)(struct cn_work *work); /* on a thread of the worker */
    void (*done)(struct cn_work *work);
} cn_work;

/* With so many threads, CN_WORKER_THREADS_MAX at most. */
cn_worker *cn_worker_open(unsigned threads);
/* What is being done is awaited for a moment. True if all that has begun is finished then; what has
 * not is not, and `done` is called for all but what still runs. */
bool cn_worker_close(cn_worker *worker);
void cn_worker_give(cn_worker *worker, cn_work *work);
/* How much of `whole` work that can be cut short may take, as things are: it asks as it goes on.
 * Where n are in a row for a thread, the n-th part of the n-th part: then a row of any length is
 * done in twice the whole (1 + 1/4 + 1/9 + ... < 2), and what comes faster than it could be done is
 * done faster before many wait. Nothing when the worker is to end. */
int64_t cn_work_share(const cn_work *work, int64_t whole);
/* Readable while something waits to be finished. */
int cn_worker_descriptor(const cn_worker *worker);
void cn_worker_finish(cn_worker *worker);

#endif
