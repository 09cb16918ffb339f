/* Passwords made into what may be kept, and compared with it: argon2id, which takes time and memory
 * on purpose, in a thread of its own. Not here: whose they are (account.c). Invariant: one is
 * worked on at a time and few wait, of one address very few, so that nobody slows the tables by
 * signing in, or keeps others from it. */
#ifndef CANASTA_SERVER_PASSWORDS_H
#define CANASTA_SERVER_PASSWORDS_H

#include <stdbool.h>

#include "server/base/bounds.h"
#include "server/base/worker.h"

typedef struct cn_passwords cn_passwords;

/* Whoever gives it keeps it in place until `done` is called. */
typedef struct cn_password_job {
    cn_work work; /* `who` is the address that asks; all else is set by cn_passwords_give */
    cn_passwords *passwords;
    char password[CN_PASSWORD_BYTES_MAX + 1];
    char kept[CN_PASSWORD_KEPT_BYTES]; /* empty: to be made of the password; or compared with it */
    bool good;                         /* it was made, or is the same */
    void (*done)(struct cn_password_job *job);
} cn_password_job;

cn_passwords *cn_passwords_open(void);
/* Waits for what is being worked on; what has not begun is done, and not good. */
void cn_passwords_close(cn_passwords *passwords);
/* False if too many are not done, or too many of its address. */
bool cn_passwords_give(cn_passwords *passwords, cn_password_job *job);
/* Readable while some wait to be finished, by the next. */
int cn_passwords_descriptor(const cn_passwords *passwords);
void cn_passwords_finish(cn_passwords *passwords);

#endif
