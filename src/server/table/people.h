/* Some who have sat at a table, and what they are called.
 * Not here: what else is known of them (person.h). Invariant: each is noted once. */
#ifndef CANASTA_SERVER_PEOPLE_H
#define CANASTA_SERVER_PEOPLE_H

#include "server/store/log.h"

typedef struct cn_people {
    unsigned count;
    struct cn_named {
        char id[CN_PERSON_CHARACTERS + 1], name[CN_NAME_BYTES_MAX + 1];
    } * person;
} cn_people;

/* Notes somebody; "" is nobody. */
void cn_people_note(cn_people *people, const char *id);
/* Reads the names of all who were noted. */
void cn_people_read(cn_people *people, cn_log *log);
/* NULL if he was not noted. */
const char *cn_people_name(const cn_people *people, const char *id);
void cn_people_free(cn_people *people);

#endif
