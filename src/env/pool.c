/* A fixed number of threads that share one piece of work after another.
 * Not here: the work. Invariant: a portion is taken once; nobody waits for a thread that is still
 * asleep, and no thread touches a piece of work that is closed. */
#include "pool.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

/* A portion is large enough that taking it costs nothing beside doing it, and small enough that
 * threads on a busy machine end together. A thread looks so many times before it goes to sleep,
 * some fifty microseconds: to be woken takes as long as a few hundred tables. */
enum { PORTION = 16, LOOKS = 2000, LINE = 64 };

/* What a thread does first, so that its parts stay in its own cache from one piece of work to the
 * next; what is left of it others take. */
typedef struct share {
    atomic_uint next; /* first part that nobody has taken */
    uint32_t end;
    char apart[LINE - sizeof(atomic_uint) - sizeof(uint32_t)];
} share;

typedef struct helper {
    struct cn_pool *pool;
    uint32_t number; /* of its share; the caller's is 0 */
    pthread_t thread;
} helper;

struct cn_pool {
    pthread_mutex_t lock;
    pthread_cond_t begin, end;
    atomic_uint round;  /* counted up when there is work */
    atomic_uint inside; /* helpers that look at the work */
    atomic_bool open;   /* they may: the fields below stand */
    atomic_bool stop;
    pid_t process; /* a child process has no helpers: there the caller does everything */
    cn_pool_work *work;
    void *context;
    uint32_t thread_count;
    share *share;
    helper helper[];
};

static inline void look_again(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
}

static void take_portions(cn_pool *pool, uint32_t number)
{
    for (uint32_t i = 0; i < pool->thread_count; i++) {
        share *from = &pool->share[(number + i) % pool->thread_count];
        for (;;) {
            const uint32_t first = atomic_fetch_add(&from->next, PORTION);
            if (first >= from->end) break;
            const uint32_t left = from->end - first;
            pool->work(pool->context, first, first + (left < PORTION ? left : PORTION));
        }
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
    const helper *self = context;
    cn_pool *pool = self->pool;
    unsigned seen = 0;
    for (;;) {
        seen = await_round(pool, seen);
        if (atomic_load(&pool->stop)) return NULL;
        /* Either it sees that the work is closed, or the caller sees that it is inside. */
        atomic_fetch_add(&pool->inside, 1);
        if (atomic_load(&pool->open)) take_portions(pool, self->number);
        if (atomic_fetch_sub(&pool->inside, 1) != 1) continue;
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
        if (atomic_load(&pool->inside) == 0) return;
        look_again();
    }
    pthread_mutex_lock(&pool->lock);
    while (atomic_load(&pool->inside) > 0) pthread_cond_wait(&pool->end, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
}

/* Shares of whole portions, as equal as they can be. */
static void share_out(cn_pool *pool, uint32_t count)
{
    const uint32_t portions = (count + PORTION - 1) / PORTION;
    uint32_t first = 0;
    for (uint32_t i = 0; i < pool->thread_count; i++) {
        const uint32_t behind =
            (uint32_t)((uint64_t)portions * (i + 1) / pool->thread_count) * PORTION;
        pool->share[i].end = behind < count ? behind : count;
        atomic_store(&pool->share[i].next, first);
        first = pool->share[i].end;
    }
}

void cn_pool_run(cn_pool *pool, cn_pool_work *work, void *context, uint32_t count)
{
    if (pool->thread_count == 1 || count <= PORTION || getpid() != pool->process) {
        work(context, 0, count);
        return;
    }
    pool->work = work;
    pool->context = context;
    share_out(pool, count);
    atomic_store(&pool->open, true);
    announce(pool);
    take_portions(pool, 0);
    atomic_store(&pool->open, false);
    await_helpers(pool);
}

static bool start_helpers(cn_pool *pool, uint32_t thread_count)
{
    for (pool->thread_count = 1; pool->thread_count < thread_count; pool->thread_count++) {
        helper *next = &pool->helper[pool->thread_count - 1];
        *next = (helper){.pool = pool, .number = pool->thread_count};
        if (pthread_create(&next->thread, NULL, help, next) != 0) return false;
    }
    return true;
}

cn_pool *cn_pool_start(uint32_t thread_count)
{
    cn_pool *pool = calloc(1, sizeof *pool + (thread_count - 1) * sizeof pool->helper[0]);
    share *shares = calloc(thread_count, sizeof *shares);
    if (pool == NULL || shares == NULL) {
        free(pool);
        free(shares);
        return NULL;
    }
    pool->share = shares;
    pool->process = getpid();
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->begin, NULL);
    pthread_cond_init(&pool->end, NULL);
    if (start_helpers(pool, thread_count)) return pool;
    cn_pool_stop(pool);
    return NULL;
}

static void join_helpers(cn_pool *pool)
{
    atomic_store(&pool->stop, true);
    announce(pool);
    for (uint32_t i = 0; i + 1 < pool->thread_count; i++)
        pthread_join(pool->helper[i].thread, NULL);
    pthread_cond_destroy(&pool->end);
    pthread_cond_destroy(&pool->begin);
    pthread_mutex_destroy(&pool->lock);
}

void cn_pool_stop(cn_pool *pool)
{
    if (pool == NULL) return;
    if (getpid() == pool->process) join_helpers(pool); /* in a child nobody can be waited for */
    free(pool->share);
    free(pool);
}
