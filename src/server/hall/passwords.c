/* A thread with a short queue. Not here: as in the header.
 * Invariant: the lock guards the lists; a password is wiped when it has been worked on. */
#include "server/hall/passwords.h"

#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <argon2.h>
#include <openssl/crypto.h>

#include "server/base/secret.h"

/* What OWASP asks for at least. */
enum { MEMORY_KIB = 19456, PASSES = 2, LANES = 1, SALT_BYTES = 16, HASH_BYTES = 32 };

struct cn_passwords {
    pthread_t thread;
    int descriptor;
    pthread_mutex_t lock; /* of all that follows */
    pthread_cond_t given;
    cn_password_job *first, *last, *finished;
    unsigned waiting;
    bool closing;
};

static void work_on(cn_password_job *job)
{
    uint8_t salt[SALT_BYTES];
    const size_t length = strlen(job->password);
    if (job->kept[0] != '\0') {
        job->good = argon2id_verify(job->kept, job->password, length) == ARGON2_OK;
    } else {
        cn_secret_bytes(salt, sizeof salt);
        job->good = argon2id_hash_encoded(PASSES, MEMORY_KIB, LANES, job->password, length, salt,
                                          sizeof salt, HASH_BYTES, job->kept,
                                          sizeof job->kept) == ARGON2_OK;
    }
    OPENSSL_cleanse(job->password, sizeof job->password);
}

/* The next one; NULL when it is to end and nothing waits. */
static cn_password_job *take(cn_passwords *p)
{
    pthread_mutex_lock(&p->lock);
    while (p->first == NULL && !p->closing) pthread_cond_wait(&p->given, &p->lock);
    cn_password_job *job = p->first;
    if (job != NULL) {
        p->first = job->next;
        p->waiting--;
    }
    pthread_mutex_unlock(&p->lock);
    return job;
}

static void *run(void *user)
{
    const uint64_t one = 1;
    cn_passwords *p = user;
    for (cn_password_job *job; (job = take(p)) != NULL;) {
        work_on(job);
        pthread_mutex_lock(&p->lock);
        job->next = p->finished;
        p->finished = job;
        pthread_mutex_unlock(&p->lock);
        if (write(p->descriptor, &one, sizeof one) < 0) abort();
    }
    return NULL;
}

cn_passwords *cn_passwords_open(void)
{
    sigset_t all, before;
    cn_passwords *p = calloc(1, sizeof *p);
    if (p == NULL) abort();
    p->descriptor = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->given, NULL);
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    if (p->descriptor < 0 || pthread_create(&p->thread, NULL, run, p) != 0) abort();
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return p;
}

static bool has_room(const cn_passwords *p, const cn_who *from)
{
    unsigned own = 0;
    for (const cn_password_job *at = p->first; at != NULL; at = at->next)
        own += memcmp(&at->from, from, sizeof *from) == 0;
    return p->waiting < CN_PASSWORDS_WAITING_MAX && own < CN_PASSWORDS_OF_ADDRESS_MAX &&
           !p->closing;
}

bool cn_passwords_give(cn_passwords *p, cn_password_job *job)
{
    pthread_mutex_lock(&p->lock);
    const bool room = has_room(p, &job->from);
    if (room) {
        job->next = NULL;
        if (p->first == NULL)
            p->first = job;
        else
            p->last->next = job;
        p->last = job;
        p->waiting++;
        pthread_cond_signal(&p->given);
    }
    pthread_mutex_unlock(&p->lock);
    return room;
}

int cn_passwords_descriptor(const cn_passwords *p)
{
    return p->descriptor;
}

void cn_passwords_finish(cn_passwords *p)
{
    uint64_t count;
    if (read(p->descriptor, &count, sizeof count) < 0) return; /* nothing waits */
    pthread_mutex_lock(&p->lock);
    cn_password_job *job = p->finished;
    p->finished = NULL;
    pthread_mutex_unlock(&p->lock);
    for (cn_password_job *next; job != NULL; job = next) {
        next = job->next;
        job->done(job);
    }
}

void cn_passwords_close(cn_passwords *p)
{
    pthread_mutex_lock(&p->lock);
    p->closing = true;
    pthread_cond_signal(&p->given);
    pthread_mutex_unlock(&p->lock);
    pthread_join(p->thread, NULL);
    cn_passwords_finish(p);
    close(p->descriptor);
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->given);
    free(p);
}
