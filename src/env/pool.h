/* A fixed number of threads that share one piece of work after another.
 * Not here: what the work is. Invariant: after cn_pool_run every part was done exactly once, by
 * whichever thread came first - so parts must not touch each other. */
#ifndef CANASTA_ENV_POOL_H
#define CANASTA_ENV_POOL_H

#include <stdbool.h>
#include <stdint.h>

typedef struct cn_pool cn_pool;

/* Does the parts first .. last - 1. */
typedef void cn_pool_work(void *context, uint32_t first, uint32_t last);

/* Starts thread_count - 1 threads, the caller being one itself; NULL if that fails. */
cn_pool *cn_pool_start(uint32_t thread_count);
void cn_pool_stop(cn_pool *pool);

/* Does the parts 0 .. count - 1 in portions and waits until all are done. One call at a time. */
void cn_pool_run(cn_pool *pool, cn_pool_work *work, void *context, uint32_t count);

#endif
