/* A person: a name, the devices that hold a key, the tables he sits at. A list of entries in the
 * log, as a table is, under a name that no table can have; some entries carry all that was known
 * before, so that reading is bounded. Not here: seats (core.h), accounts. All
 * of this waits for the log: it is for the store's thread. Invariant: of a key only the digest is
 * kept; what is told to be so is in the log. */
#ifndef CANASTA_SERVER_PERSON_H
#define CANASTA_SERVER_PERSON_H

#include "server/store/log.h"

enum { CN_DEVICE_CHARACTERS = 6 };

typedef struct cn_device {
    char id[CN_DEVICE_CHARACTERS + 1];
    char label[CN_LABEL_BYTES_MAX + 1]; /* what it says it is */
    cn_digest key;
} cn_device;

typedef struct cn_person {
    char id[CN_PERSON_CHARACTERS + 1];
    char name[CN_NAME_BYTES_MAX + 1];
    char login[CN_LOGIN_CHARACTERS_MAX + 1]; /* empty: a guest */
    char password[CN_PASSWORD_KEPT_BYTES];   /* as argon2id keeps it */
    uint64_t seq;                            /* of the last entry */
    bool erased;                             /* nothing is known of him any more */
    unsigned device_count, table_count;
    cn_device device[CN_DEVICES_MAX];
    char table[CN_PERSON_TABLES_MAX][CN_ID_CHARACTERS + 1]; /* where he sat down last, in order */
    unsigned deserted; /* hands dealt at tables he made, and left before they were over ... */
    unsigned gone;     /* ... of which so many at tables before these */
    unsigned made_count;
    char made[CN_PERSON_MADE_MAX][CN_ID_CHARACTERS + 1]; /* the last ones he made */
} cn_person;

typedef enum cn_person_status {
    CN_PERSON_THERE,
    CN_PERSON_NONE, /* nobody has this name or key */
    CN_PERSON_UNREADABLE
} cn_person_status;

cn_person_status cn_person_load(cn_log *log, const char *id, cn_person *person);
/* The person a token belongs to, and which of his devices has it. */
cn_person_status cn_person_of_token(cn_log *log, const char *token, cn_person *person,
                                    unsigned *device);

/* Which of his devices has this number; `device_count` if none. */
unsigned cn_person_device(const cn_person *person, const char *id);

/* Whether he has ever sat down at a table, by all of his entries. */
cn_person_status cn_person_sat(cn_log *log, const char *id, const char *table);

/* The person who signs in by that name. */
cn_person_status cn_person_of_login(cn_log *log, const char *login, cn_person *person);

/* Each writes one entry, and `person` follows if it is saved; with `seat`, in one transaction, what
 * seats him at its table. */
cn_saved cn_person_make(cn_log *log, const char *name, cn_person *person);
cn_saved cn_person_rename(cn_log *log, cn_person *person, const char *name);
/* Gives a device a key. The one that has had its key longest loses it where there are too many. */
cn_saved cn_person_add_device(cn_log *log, cn_person *person, const char *label,
                              char token[CN_TOKEN_CHARACTERS + 1]);
/* The login that he had before is free. `*taken` if this one is somebody else's, and nothing was
 * written. */
cn_saved cn_person_set_account(cn_log *log, cn_person *person, const char *login,
                               const char *password, bool *taken);
cn_saved cn_person_end_device(cn_log *log, cn_person *person, unsigned device);
/* The same of one he has made, with what is to be said of those before (deserted.h). */
cn_saved cn_person_made(cn_log *log, cn_person *person, cn_batch *seat, unsigned deserted,
                        unsigned gone);
/* Erases all that is known of him, and every login he ever had that is not another's now; the
 * number remains, and belongs to nobody. */
cn_saved cn_person_erase(cn_log *log, cn_person *person);
/* He sits down at a table, or has left it. */
cn_saved cn_person_sit(cn_log *log, cn_person *person, cn_batch *seat);
cn_saved cn_person_leave(cn_log *log, cn_person *person, const char *table);

#endif
