/* Threads and some lists. Not here: as in the header. Invariant: the lock guards the lists. */
#define _GNU_SOURCE /* a join that does not wait for ever; the priority of a thread */
#include "server/base/worker.h"

#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { NICE = 5, MOMENT_S = 1, LANE_BITS = 6, LANES = 1 << LANE_BITS };

typedef struct list {
    cn_work *first, **end;
} list;

struct cn_worker {
    pthread_t thread[CN_WORKER_THREADS_MAX];
    unsigned threads;
    int descriptor;
    pthread_mutex_t lock; /* of all that follows */
    pthread_cond_t given;
    list waiting[LANES], over; /* those of one wait in one lane */
    unsigned waiting_count;
    unsigned lane; /* whose turn it is */
    bool closing;
};

static void append(list *to, cn_work *work)
{
    work->next = NULL;
    *to->end = work;
    to->end = &work->next;
}

static cn_work *take_first(list *from)
{
    cn_work *work = from->first;
    if (work == NULL) return NULL;
    from->first = work->next;
    if (from->first == NULL) from->end = &from->first;
    return work;
}

static unsigned lane_of(cn_who who)
{
    return (unsigned)((who.part[0] ^ who.part[1]) * 0x9e3779b97f4a7c15 >> (64 - LANE_BITS));
}

/* Of the next lane in turn where something waits; NULL if nothing does. */
static cn_work *take_in_turn(cn_worker *w)
{
    cn_work *work = NULL;
    for (unsigned i = 0; i < LANES && work == NULL; i++) {
        w->lane = (w->lane + 1) % LANES;
        work = take_first(&w->waiting[w->lane]);
    }
    if (work != NULL) w->waiting_count--;
    return work;
}

/* The next one; NULL when it is to end. */
static cn_work *next(cn_worker *w)
{
    cn_work *work = NULL;
    pthread_mutex_lock(&w->lock);
    while (!w->closing && (work = take_in_turn(w)) == NULL) pthread_cond_wait(&w->given, &w->lock);
    pthread_mutex_unlock(&w->lock);
    return work;
}

static void *run(void *user)
{
    const uint64_t one = 1;
    cn_worker *w = user;
    (void)setpriority(PRIO_PROCESS, (id_t)gettid(), NICE);
    for (cn_work *work; (work = next(w)) != NULL;) {
        work->run(work);
        pthread_mutex_lock(&w->lock);
        append(&w->over, work);
        pthread_mutex_unlock(&w->lock);
        if (write(w->descriptor, &one, sizeof one) < 0) abort();
    }
    return NULL;
}

cn_worker *cn_worker_open(unsigned threads)
{
    sigset_t all, before;
    cn_worker *w = calloc(1, sizeof *w);
    if (w == NULL) abort();
    for (unsigned i = 0; i < LANES; i++) w->waiting[i].end = &w->waiting[i].first;
    w->over.end = &w->over.first;
    w->descriptor = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->given, NULL);
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    if (w->descriptor < 0) abort();
    for (w->threads = 0; w->threads < threads; w->threads++)
        if (pthread_create(&w->thread[w->threads], NULL, run, w) != 0) abort();
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return w;
}

void cn_worker_give(cn_worker *w, cn_work *work)
{
    work->worker = w;
    pthread_mutex_lock(&w->lock);
    append(&w->waiting[lane_of(work->who)], work);
    w->waiting_count++;
    pthread_cond_signal(&w->given);
    pthread_mutex_unlock(&w->lock);
}

int64_t cn_work_share(const cn_work *work, int64_t whole)
{
    cn_worker *w = work->worker;
    pthread_mutex_lock(&w->lock);
    const int64_t row = w->waiting_count / w->threads + 1;
    const bool closing = w->closing;
    pthread_mutex_unlock(&w->lock);
    return closing ? 0 : whole / (row * row);
}

int cn_worker_descriptor(const cn_worker *w)
{
    return w->descriptor;
}

static void finish_all(cn_worker *w, list *of)
{
    for (;;) {
        pthread_mutex_lock(&w->lock);
        cn_work *work = take_first(of);
        pthread_mutex_unlock(&w->lock);
        if (work == NULL) return;
        work->done(work);
    }
}

void cn_worker_finish(cn_worker *w)
{
    uint64_t count;
    if (read(w->descriptor, &count, sizeof count) < 0) return; /* nothing waits */
    finish_all(w, &w->over);
}

bool cn_worker_close(cn_worker *w)
{
    struct timespec until;
    pthread_mutex_lock(&w->lock);
    w->closing = true;
    pthread_cond_broadcast(&w->given);
    pthread_mutex_unlock(&w->lock);
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += MOMENT_S;
    bool ended = true;
    for (unsigned i = 0; i < w->threads; i++)
        ended = pthread_timedjoin_np(w->thread[i], NULL, &until) == 0 && ended;
    finish_all(w, &w->over);
    for (unsigned i = 0; i < LANES; i++) finish_all(w, &w->waiting[i]);
    if (!ended) return false; /* its thread still has it, until the process ends */
    close(w->descriptor);
    pthread_mutex_destroy(&w->lock);
    pthread_cond_destroy(&w->given);
    free(w);
    return true;
}
