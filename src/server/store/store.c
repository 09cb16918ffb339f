/* The store's thread: it takes jobs from a queue, runs them and puts them aside to be finished.
 * Not here: how entries are saved (log_sqlite.c), and what an answer means to a table.
 * Invariant: the lock guards both lists, and a job stands in one at a time; the log belongs to the
 * thread; the descriptor is readable exactly while something waits to be finished. */
#include "server/store/store.h"

#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "server/base/bounds.h"

typedef struct job_list {
    cn_job *first, *last;
} job_list;

/* The jobs at the head of the queue that are run together: appends, or a single other job. */
typedef struct job_group {
    job_list jobs;
    unsigned batches, entries; /* of appends */
    bool full;                 /* whatever comes behind it runs later */
} job_group;

struct cn_store {
    cn_log *log;
    pthread_t thread;
    int descriptor;
    pthread_mutex_t lock; /* of all that follows */
    pthread_cond_t given;
    job_list to_run, long_ones, to_finish;
    bool long_last;        /* what ran last was long */
    struct timespec since; /* no job that waits was given earlier */
    struct timespec began; /* what is being run */
    bool running;
    bool busy; /* the last transaction held more than one append */
    bool closing;
    cn_store_counts counts;
};

static_assert(offsetof(cn_append, job) == 0, "a job without `run` is the head of an append");

static cn_batch *batch_of(cn_job *job)
{
    return job->run == NULL ? &((cn_append *)job)->batch : NULL;
}

static void join_lists(job_list *list, job_list behind)
{
    if (list->first == NULL)
        list->first = behind.first;
    else
        list->last->next = behind.first;
    list->last = behind.last;
}

static struct timespec now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time;
}

static struct timespec later(struct timespec time, unsigned ms)
{
    time.tv_nsec += (long)ms * 1000000;
    time.tv_sec += time.tv_nsec / 1000000000;
    time.tv_nsec %= 1000000000;
    return time;
}

static uint64_t since_us(struct timespec began)
{
    const struct timespec end = now();
    return (uint64_t)((end.tv_sec - began.tv_sec) * 1000000 + (end.tv_nsec - began.tv_nsec) / 1000);
}

/* Whether a job runs together with those in front of it. Room in a transaction is counted in
 * entries; a batch that is larger than all of it has one of its own. */
static bool joins(const job_group *group, cn_job *job)
{
    if (group->jobs.last == NULL) return true;
    return group->jobs.last->run == NULL && job->run == NULL &&
           group->entries + batch_of(job)->count <= CN_COMMIT_ENTRIES_MAX;
}

static job_group group_at_head(const job_list *waiting)
{
    job_group group = {.jobs.first = waiting->first};
    cn_job *job = waiting->first;
    for (; job != NULL && joins(&group, job); job = job->next) {
        group.jobs.last = job;
        if (job->run != NULL) continue;
        group.batches++;
        group.entries += batch_of(job)->count;
    }
    group.full = job != NULL || group.batches == 0 || group.entries >= CN_COMMIT_ENTRIES_MAX;
    return group;
}

static bool is_idle(const cn_store *store)
{
    return store->to_run.first == NULL && store->long_ones.first == NULL;
}

/* Waits for jobs and takes the first of them out of the queue. A sync takes as long for many
 * appends as for one: where others have just come, more are waited for. A long one runs where
 * nothing else waits, or something else ran last. False if nothing will come any more. */
static bool take_group(cn_store *store, job_group *group)
{
    while (is_idle(store) && !store->closing) pthread_cond_wait(&store->given, &store->lock);
    if (is_idle(store)) return false;
    store->long_last =
        store->long_ones.first != NULL && (store->to_run.first == NULL || !store->long_last);
    if (store->long_last) {
        cn_job *job = store->long_ones.first;
        *group = (job_group){.jobs = {job, job}};
        store->long_ones.first = job->next;
        job->next = NULL;
        return true;
    }
    const struct timespec end = later(store->since, CN_COMMIT_WAIT_MS);
    bool wait = store->busy;
    *group = group_at_head(&store->to_run);
    while (wait && !group->full && !store->closing) {
        wait = pthread_cond_timedwait(&store->given, &store->lock, &end) == 0;
        *group = group_at_head(&store->to_run);
    }
    store->to_run.first = group->jobs.last->next;
    group->jobs.last->next = NULL;
    return true;
}

/* What became of a transaction that began then. */
static void count_commit(cn_store_counts *counts, cn_batch *const batch[], unsigned count,
                         struct timespec began)
{
    cn_measure(&counts->commit_us, cn_steps_us, since_us(began));
    if (batch[0]->sync_us > 0) cn_measure(&counts->sync_us, cn_steps_us, batch[0]->sync_us);
    for (unsigned i = 0; i < count; i++) {
        if (batch[i]->saved == CN_SAVED)
            counts->entries += batch[i]->count;
        else
            counts->failures++;
    }
    counts->commits = counts->entries > 0;
    if (counts->entries > 0) cn_measure(&counts->batch, cn_steps_entries, counts->entries);
}

/* All appends of a group, in one transaction. */
static cn_store_counts append(cn_log *log, const job_group *group)
{
    cn_batch *batch[CN_COMMIT_ENTRIES_MAX];
    unsigned count = 0;
    cn_store_counts counts = {0};
    for (cn_job *job = group->jobs.first; job != NULL; job = job->next) {
        batch[count++] = batch_of(job);
        cn_measure(&counts.queue_us, cn_steps_us, since_us(job->given));
    }
    const struct timespec began = now();
    cn_log_append(log, batch, count);
    count_commit(&counts, batch, count, began);
    return counts;
}

static cn_store_counts run_alone(cn_log *log, cn_job *job)
{
    cn_store_counts counts = {0};
    cn_batch *const batch = job->appends ? &((cn_append *)job)->batch : NULL;
    if (batch != NULL) cn_measure(&counts.queue_us, cn_steps_us, since_us(job->given));
    const struct timespec began = now();
    job->run(job, log);
    if (batch != NULL) count_commit(&counts, &batch, 1, began);
    return counts;
}

static void add_histogram(cn_histogram *to, const cn_histogram *more)
{
    for (unsigned i = 0; i < CN_STEPS_MAX; i++) to->in[i] += more->in[i];
    to->sum += more->sum;
}

/* Puts jobs aside that have been run. */
static void hand_over(cn_store *store, const job_group *group, const cn_store_counts *more)
{
    if (store->to_finish.first == NULL) eventfd_write(store->descriptor, 1);
    join_lists(&store->to_finish, group->jobs);
    if (group->batches > 0) store->busy = group->batches > 1;
    store->counts.entries += more->entries;
    store->counts.commits += more->commits;
    store->counts.failures += more->failures;
    add_histogram(&store->counts.batch, &more->batch);
    add_histogram(&store->counts.commit_us, &more->commit_us);
    add_histogram(&store->counts.sync_us, &more->sync_us);
    add_histogram(&store->counts.queue_us, &more->queue_us);
}

static void *run_jobs(void *arg)
{
    cn_store *store = arg;
    job_group group;
    pthread_mutex_lock(&store->lock);
    while (take_group(store, &group)) {
        store->running = true;
        store->began = now();
        pthread_mutex_unlock(&store->lock);
        const cn_store_counts counts = group.batches > 0 ? append(store->log, &group)
                                                         : run_alone(store->log, group.jobs.first);
        pthread_mutex_lock(&store->lock);
        store->running = false;
        hand_over(store, &group, &counts);
    }
    pthread_mutex_unlock(&store->lock);
    return NULL;
}

/* Signals are for the thread of the server: this one gets none, but those of its own faults. */
static bool start_thread(cn_store *store)
{
    sigset_t signals, before;
    sigfillset(&signals);
    sigdelset(&signals, SIGSEGV);
    sigdelset(&signals, SIGBUS);
    sigdelset(&signals, SIGFPE);
    sigdelset(&signals, SIGILL);
    pthread_sigmask(SIG_SETMASK, &signals, &before);
    const int error = pthread_create(&store->thread, NULL, run_jobs, store);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error == 0;
}

/* Waits are measured by the clock that nobody sets. */
static bool make_condition(pthread_cond_t *condition)
{
    pthread_condattr_t clock;
    if (pthread_condattr_init(&clock) != 0) return false;
    const bool made = pthread_condattr_setclock(&clock, CLOCK_MONOTONIC) == 0 &&
                      pthread_cond_init(condition, &clock) == 0;
    pthread_condattr_destroy(&clock);
    return made;
}

static bool free_store(cn_store *store)
{
    const bool saved = cn_log_close(store->log);
    if (store->descriptor >= 0) close(store->descriptor);
    pthread_cond_destroy(&store->given);
    pthread_mutex_destroy(&store->lock);
    free(store);
    return saved;
}

cn_store *cn_store_open(const char *path, bool accept_loss, char *message, size_t message_size)
{
    cn_log *log = cn_log_open(path, accept_loss, message, message_size);
    if (log == NULL) return NULL;
    cn_store *store = calloc(1, sizeof *store);
    if (store == NULL || pthread_mutex_init(&store->lock, NULL) != 0 ||
        !make_condition(&store->given))
        abort(); /* there is no memory */
    store->log = log;
    store->descriptor = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (store->descriptor >= 0 && start_thread(store)) return store;
    snprintf(message, message_size, "the data file %s cannot be used: no thread for it", path);
    free_store(store);
    return NULL;
}

bool cn_store_close(cn_store *store)
{
    if (store == NULL) return true;
    pthread_mutex_lock(&store->lock);
    store->closing = true;
    pthread_mutex_unlock(&store->lock);
    pthread_cond_signal(&store->given);
    pthread_join(store->thread, NULL);
    cn_store_finish(store);
    assert(is_idle(store));
    return free_store(store);
}

void cn_store_give(cn_store *store, cn_job *job)
{
    assert(job->done != NULL && (job->run != NULL || batch_of(job)->count > 0));
    job->next = NULL;
    pthread_mutex_lock(&store->lock);
    assert(!store->closing);
    const bool idle = store->to_run.first == NULL;
    job->given = now();
    if (idle && !job->is_long) store->since = job->given;
    join_lists(job->is_long ? &store->long_ones : &store->to_run, (job_list){job, job});
    const bool wake = idle || job->is_long || group_at_head(&store->to_run).full;
    pthread_mutex_unlock(&store->lock);
    if (wake) pthread_cond_signal(&store->given);
}

bool cn_store_idle(cn_store *store)
{
    pthread_mutex_lock(&store->lock);
    const bool idle = is_idle(store);
    pthread_mutex_unlock(&store->lock);
    return idle;
}

int cn_store_descriptor(const cn_store *store)
{
    return store->descriptor;
}

void cn_store_finish(cn_store *store)
{
    pthread_mutex_lock(&store->lock);
    eventfd_t seen;
    eventfd_read(store->descriptor, &seen);
    cn_job *job = store->to_finish.first;
    store->to_finish = (job_list){NULL, NULL};
    pthread_mutex_unlock(&store->lock);
    while (job != NULL) {
        cn_job *next = job->next; /* `done` may free the job */
        job->done(job);
        job = next;
    }
}

cn_store_counts cn_store_count(cn_store *store)
{
    pthread_mutex_lock(&store->lock);
    cn_store_counts counts = store->counts;
    if (store->running) counts.busy_ms = (int64_t)(since_us(store->began) / 1000);
    pthread_mutex_unlock(&store->lock);
    return counts;
}
