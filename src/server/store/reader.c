/* A thread with a short queue. Not here: as in the header.
 * Invariant: the lock guards the lists, and a job stands in one at a time. */
#include "server/store/reader.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "server/base/bounds.h"
#include "server/store/log_file.h"

struct cn_reader {
    char *path;
    pthread_t thread;
    int descriptor;
    atomic_bool closing;
    pthread_mutex_t lock; /* of all that follows */
    pthread_cond_t given;
    cn_job *first, **end, *finished;
    unsigned waiting;
};

/* The next one; NULL when it is to end and nothing waits. */
static cn_job *take(cn_reader *reader)
{
    pthread_mutex_lock(&reader->lock);
    while (reader->first == NULL && !reader->closing)
        pthread_cond_wait(&reader->given, &reader->lock);
    cn_job *job = reader->first;
    if (job != NULL) {
        reader->first = job->next;
        if (reader->first == NULL) reader->end = &reader->first;
        reader->waiting--;
    }
    pthread_mutex_unlock(&reader->lock);
    return job;
}

static void work_on(cn_reader *reader, cn_job *job)
{
    char message[CN_LOG_TEXT_MAX];
    cn_log *log = NULL;
    if (!reader->closing) log = cn_log_open_reader(reader->path, message, sizeof message);
    if (log != NULL) log->given_up = &reader->closing;
    job->run(job, log);
    cn_log_close(log);
}

static void *run(void *user)
{
    cn_reader *reader = user;
    for (cn_job *job; (job = take(reader)) != NULL;) {
        work_on(reader, job);
        pthread_mutex_lock(&reader->lock);
        job->next = reader->finished;
        reader->finished = job;
        pthread_mutex_unlock(&reader->lock);
        eventfd_write(reader->descriptor, 1);
    }
    return NULL;
}

static void free_reader(cn_reader *reader)
{
    if (reader->descriptor >= 0) close(reader->descriptor);
    pthread_mutex_destroy(&reader->lock);
    pthread_cond_destroy(&reader->given);
    free(reader->path);
    free(reader);
}

cn_reader *cn_reader_open(const char *path)
{
    sigset_t all, before;
    cn_reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL || (reader->path = strdup(path)) == NULL) abort();
    reader->descriptor = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    reader->end = &reader->first;
    pthread_mutex_init(&reader->lock, NULL);
    pthread_cond_init(&reader->given, NULL);
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    const bool made =
        reader->descriptor >= 0 && pthread_create(&reader->thread, NULL, run, reader) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (made) return reader;
    free_reader(reader);
    return NULL;
}

bool cn_reader_give(cn_reader *reader, cn_job *job)
{
    pthread_mutex_lock(&reader->lock);
    const bool room = reader->waiting < CN_READS_WAITING_MAX && !reader->closing;
    if (room) {
        job->next = NULL;
        *reader->end = job;
        reader->end = &job->next;
        reader->waiting++;
        pthread_cond_signal(&reader->given);
    }
    pthread_mutex_unlock(&reader->lock);
    return room;
}

int cn_reader_descriptor(const cn_reader *reader)
{
    return reader->descriptor;
}

void cn_reader_finish(cn_reader *reader)
{
    eventfd_t count;
    if (eventfd_read(reader->descriptor, &count) < 0) return; /* nothing waits */
    pthread_mutex_lock(&reader->lock);
    cn_job *job = reader->finished;
    reader->finished = NULL;
    pthread_mutex_unlock(&reader->lock);
    for (cn_job *next; job != NULL; job = next) {
        next = job->next;
        job->done(job);
    }
}

void cn_reader_close(cn_reader *reader)
{
    pthread_mutex_lock(&reader->lock);
    reader->closing = true;
    pthread_cond_signal(&reader->given);
    pthread_mutex_unlock(&reader->lock);
    pthread_join(reader->thread, NULL);
    cn_reader_finish(reader);
    free_reader(reader);
}
