/* A worker with few at a time. Not here: as in the header.
 * Invariant: a password is wiped when it has been worked on. */
#include "server/hall/passwords.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <argon2.h>
#include <openssl/crypto.h>

#include "server/base/secret.h"

/* What OWASP asks for at least. */
enum { MEMORY_KIB = 19456, PASSES = 2, LANES = 1, SALT_BYTES = 16, HASH_BYTES = 32 };

struct cn_passwords {
    cn_worker *worker;
    unsigned count;
    cn_password_job *job[CN_PASSWORDS_WAITING_MAX]; /* that were given and are not done */
};

static void run(cn_work *work)
{
    cn_password_job *job = (cn_password_job *)work;
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
}

static void done(cn_work *work)
{
    cn_password_job *job = (cn_password_job *)work;
    cn_passwords *p = job->passwords;
    unsigned i = 0;
    while (p->job[i] != job) i++;
    p->job[i] = p->job[--p->count];
    OPENSSL_cleanse(job->password, sizeof job->password);
    job->done(job);
}

cn_passwords *cn_passwords_open(void)
{
    cn_passwords *p = calloc(1, sizeof *p);
    if (p == NULL) abort();
    p->worker = cn_worker_open(1);
    return p;
}

bool cn_passwords_give(cn_passwords *p, cn_password_job *job)
{
    unsigned own = 0;
    for (unsigned i = 0; i < p->count; i++)
        own += memcmp(&p->job[i]->work.who, &job->work.who, sizeof(cn_who)) == 0;
    if (p->count == CN_PASSWORDS_WAITING_MAX || own >= CN_PASSWORDS_OF_ADDRESS_MAX) return false;
    job->work.run = run;
    job->work.done = done;
    job->passwords = p;
    job->good = false;
    p->job[p->count++] = job;
    cn_worker_give(p->worker, &job->work);
    return true;
}

int cn_passwords_descriptor(const cn_passwords *p)
{
    return cn_worker_descriptor(p->worker);
}

void cn_passwords_finish(cn_passwords *p)
{
    cn_worker_finish(p->worker);
}

void cn_passwords_close(cn_passwords *p)
{
    if (!cn_worker_close(p->worker)) return; /* its thread still has one, until the process ends */
    free(p);
}
