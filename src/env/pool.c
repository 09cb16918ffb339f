/* A fixed number of threads that share one piece of work after another.
 * Not here: the work. Invariant: a sleeping thread costs nothing, and a portion is taken once. */
#include "pool.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

/* A portion is large enough that taking it costs nothing beside doing it, and small enough that
 * threads on a busy machine end together. A thread looks so many times before it goes to sleep. */
enum { PORTION = 64, LOOKS = 200 };

struct cn_pool {
    pthread_mutex_t lock;
    pthread_cond_t begin, end;
    atomic_uint round;   /* counted up when there is work */
    atomic_uint working; /* threads that have not finished this round */
    atomic_uint next;    /* first part that nobody has taken */
    pid_t process;       /* a child process has no helpers: there the caller does everything */
    bool stop;
    cn_pool_work *work;
    void *context;
    uint32_t count;
    uint32_t helper_count;
    pthread_t helper[];
};

static inline void look_again(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
}

static void take_portions(cn_pool *pool)
{
    for (;;) {
        const uint32_t first = atomic_fetch_add(&pool->next, PORTION);
        if (first >= pool->count) return;
        const uint32_t left = pool->count - first;
        pool->work(pool->context, first, first + (left < PORTION ? left : PORTION));
    }
}

/* Waits for a round other than `seen`; returns it. */
static unsigned await_round(cn_pool *pool, unsigned seen)
{
    for (unsigned i = 0; i < LOOKS; i++) {
        const unsigned round = atomic_load(&pool->round);
        if (round != seen) return round;
        look_again();
    }
    pthread_mutex_lock(&pool->lock);
    while (atomic_load(&pool->round) == seen) pthread_cond_wait(&pool->begin, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
    return atomic_load(&pool->round);
}

static void *help(void *context)
{
    cn_pool *pool = context;
    unsigned seen = 0;
    for (;;) {
        seen = await_round(pool, seen);
        if (pool->stop) return NULL;
        take_portions(pool);
        if (atomic_fetch_sub(&pool->working, 1) != 1) continue;
        pthread_mutex_lock(&pool->lock);
        pthread_cond_signal(&pool->end);
        pthread_mutex_unlock(&pool->lock);
    }
}

static void announce(cn_pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    atomic_fetch_add(&pool->round, 1);
    pthread_cond_broadcast(&pool->begin);
    pthread_mutex_unlock(&pool->lock);
}

static void await_helpers(cn_pool *pool)
{
    for (unsigned i = 0; i < LOOKS; i++) {
        if (atomic_load(&pool->working) == 0) return;
        look_again();
    }
    pthread_mutex_lock(&pool->lock);
    while (atomic_load(&pool->working) > 0) pthread_cond_wait(&pool->end, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
}

void cn_pool_run(cn_pool *pool, cn_pool_work *work, void *context, uint32_t count)
{
    if (pool->helper_count == 0 || count <= PORTION || getpid() != pool->process) {
        work(context, 0, count);
        return;
    }
    pool->work = work;
    pool->context = context;
    pool->count = count;
    atomic_store(&pool->next, 0);
    atomic_store(&pool->working, pool->helper_count);
    announce(pool);
    take_portions(pool);
    await_helpers(pool);
}

cn_pool *cn_pool_start(uint32_t thread_count)
{
    cn_pool *pool = calloc(1, sizeof *pool + (thread_count - 1) * sizeof pool->helper[0]);
    if (pool == NULL) return NULL;
    pool->process = getpid();
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->begin, NULL);
    pthread_cond_init(&pool->end, NULL);
    for (; pool->helper_count < thread_count - 1; pool->helper_count++)
        if (pthread_create(&pool->helper[pool->helper_count], NULL, help, pool) != 0) {
            cn_pool_stop(pool);
            return NULL;
        }
    return pool;
}

void cn_pool_stop(cn_pool *pool)
{
    if (pool == NULL) return;
    if (getpid() != pool->process) { /* nobody is there who could be waited for */
        free(pool);
        return;
    }
    pool->stop = true;
    announce(pool);
    for (uint32_t i = 0; i < pool->helper_count; i++) pthread_join(pool->helper[i], NULL);
    pthread_cond_destroy(&pool->end);
    pthread_cond_destroy(&pool->begin);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}
