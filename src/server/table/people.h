/* Who has sat at a table, and what they are called.
 * Not here: what else is known of them (person.h). Invariant: each is noted once. */
#ifndef CANASTA_SERVER_PEOPLE_H
#define CANASTA_SERVER_PEOPLE_H

#include "server/store/log.h"

enum { CN_PEOPLE_MAX = 64 };

typedef struct cn_people {
    unsigned count;
    struct {
        char id[CN_PERSON_CHARACTERS + 1], name[CN_NAME_BYTES_MAX + 1];
    } person[CN_PEOPLE_MAX];
} cn_people;

/* Notes somebody; "" is nobody, and whoever comes when all places are taken has no name. */
void cn_people_note(cn_people *people, const char *id);
/* Reads the names of all who were noted. */
void cn_people_read(cn_people *people, cn_log *log);
/* NULL if he was not noted. */
const char *cn_people_name(const cn_people *people, const char *id);

#endif
