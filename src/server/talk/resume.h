/* What a client has missed, read from the log: the events behind the last one it knows, as they
 * were told to those who stayed.
 * Not here: when they are sent (session_hello.c). This waits for the log: it is for the store's
 * thread. Invariant: all of them or none; a seat that has changed hands since gets none. */
#ifndef CANASTA_SERVER_RESUME_H
#define CANASTA_SERVER_RESUME_H

#include "server/store/log.h"

typedef struct cn_resume {
    uint64_t upto; /* the last entry that was read; 0: a snapshot is needed */
    unsigned count;
    char *text; /* so many messages, each with a zero behind it */
    size_t length;
} cn_resume;

/* For the audience `seat`, which knows all entries up to `after`; with proofs of the cards it is
 * shown, or without. */
void cn_resume_read(cn_log *log, const char *table, unsigned seat, uint64_t after, bool proofs,
                    cn_resume *resume);
void cn_resume_free(cn_resume *resume);

#endif
