/* What was sent under which key, and how it was refused.
 * Not here: the log. Invariant: a refusal that is final is never counted before its frame. */
#ifndef CANASTA_TESTS_SIM_INSTS_H
#define CANASTA_TESTS_SIM_INSTS_H

#include "server/store/log.h"
#include "sim.h"

enum { INST_NUMBERS_MAX = 512, INST_BODIES_MAX = 4 };

typedef struct deed {
    unsigned came, refused; /* frames that reached the server, and those of them refused for good */
    unsigned unsaved;       /* appends that were not saved and not yet answered */
    unsigned bodies;        /* different ones that were sent */
    cn_digest body[INST_BODIES_MAX];
} deed;

typedef struct inst_book {
    char text[CN_INST_MAX + 1];
    deed deed[INST_NUMBERS_MAX];
} inst_book;

typedef struct insts {
    inst_book **list;
    unsigned count, room;
} insts;

void insts_free(insts *all);
/* A new one; its text is the key to it. */
inst_book *insts_new(sim *s, unsigned client);
inst_book *insts_find(sim *s, const char *text);
void inst_note_sent(inst_book *i, uint32_t n, const char *frame, size_t length);
bool inst_sent(const inst_book *i, uint32_t n, const cn_digest *body);
/* The disk did not take it. */
void insts_note_unsaved(sim *s, const cn_entry *entry);
/* Fails the run if the entry's key was never sent so, or was refused each time. */
void insts_check_entry(sim *s, const cn_entry *entry);

#endif
