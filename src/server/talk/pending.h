/* A call that waits: for who asks, for its table, for the log.
 * Not here: what is asked. Invariant: its answer is given exactly once, and ends it. */
#ifndef CANASTA_SERVER_PENDING_H
#define CANASTA_SERVER_PENDING_H

#include "server/hall/passwords.h"
#include "server/table/games.h"
#include "server/table/person.h"
#include "server/talk/call.h"

enum { CN_REST_BYTES = 32 };

typedef struct cn_pending cn_pending;
struct cn_pending {
    cn_job job; /* first: what the log is asked */
    cn_wait wait;
    cn_hall *hall;
    cn_caller *caller;
    cn_who from;
    json_object *body, *answer;
    char rest[CN_REST_BYTES]; /* of the path, behind what it is about */
    char table[CN_ID_CHARACTERS + 1];
    cn_place *place;
    unsigned seat;
    bool next;  /* with the next hand */
    bool makes; /* the table */
    /* Who asks. */
    char token[CN_TOKEN_CHARACTERS + 1]; /* "" if none was shown */
    bool in_body;                        /* it stands there, and not in the head */
    char label[CN_LABEL_BYTES_MAX + 1];  /* what the device says it is */
    char name[CN_NAME_BYTES_MAX + 1];    /* of a guest, and new names */
    cn_person_status status;
    cn_person person;
    unsigned device;
    char dropped[CN_DEVICE_CHARACTERS + 1]; /* the device that has no key any more */
    char maker[CN_DEVICE_CHARACTERS + 1];   /* of the code that is used; "": he signs in */
    bool renames;                           /* `name` is what he wants to be called */
    bool changes;     /* something of him is changed by this: name, device, seat */
    bool makes_guest; /* where nobody has shown a token */
    bool made;        /* then the token is new, and said this once */
    char login[CN_LOGIN_CHARACTERS_MAX + 1];
    cn_password_job secret;
    bool taken; /* somebody else has this login */
    cn_games games;
    int64_t read;    /* what came of reading them */
    bool seated;     /* he sits there */
    bool archived;   /* the table */
    unsigned number; /* the game that is asked for; 0: which there are; or how many of `tables` */
    json_object *tables; /* that are to be left */
    bool again;          /* they are not all any more */
    uint64_t upto;       /* entries of the table's log, or the person's, are known */
    cn_saved saved;
    void (*known)(cn_pending *call); /* the log has answered */
    void (*then)(cn_pending *call);  /* it is known who asks */
    void (*change)(cn_pending *call, cn_log *log);
};

/* The token is that of the body, or of the head of the request. */
cn_pending *cn_pending_make(cn_hall *hall, const cn_call *call, json_object *body,
                            cn_caller *caller);
void cn_pending_give(cn_pending *call, cn_reply reply);
/* The same where a key was wrong, or the name of a table. */
void cn_pending_give_wrong(cn_pending *call, cn_reply reply);
/* The same with a person's new token: in the answer, and for the browser to keep. */
void cn_pending_give_person(cn_pending *call, unsigned status, json_object *object);
/* For who finds no table, with the code that says why. */
void cn_pending_give_no_table(cn_pending *call, const char *code);
/* By what became of an entry; 200 if it is saved. Puts `object` away where it is not. */
void cn_pending_give_saved(cn_pending *call, json_object *object);

/* Asks the log who asks, and calls `known`; answers by itself where nobody is known by the token.
 */
void cn_pending_ask_who(cn_pending *call, void (*known)(cn_pending *call));
/* Changes something of who asks on the store's thread, where he and his key are read again, and
 * calls `known`. Answers by itself where the key is nobody's any more. */
void cn_pending_change(cn_pending *call, void (*change)(cn_pending *call, cn_log *log),
                       void (*known)(cn_pending *call));
/* Takes one of the person's allowance and one of his address: 0, or when there is one again. */
int64_t cn_pending_take(const cn_pending *call, cn_limit limit);
/* Tables in memory hear what the person is called. */
void cn_pending_tell_name(const cn_pending *call);
/* Reads for the person on the reader's thread, then calls `known`; `run` may get no log. Answers by
 * itself where too many wait, or the person or his address has asked too often. */
void cn_pending_ask_reader(cn_pending *call, void (*run)(cn_job *job, cn_log *log),
                           void (*known)(cn_pending *call));
/* The same, without an allowance. */
void cn_pending_read(cn_pending *call, void (*run)(cn_job *job, cn_log *log),
                     void (*known)(cn_pending *call));
/* Does something for the person on the store's thread, then calls `known`. */
void cn_pending_ask_log(cn_pending *call, void (*run)(cn_job *job, cn_log *log),
                        void (*known)(cn_pending *call));

/* Which of two words a member is; the first one if it is missing. False if it is neither. */
bool cn_read_choice(json_object *body, const char *key, const char *first, const char *second,
                    bool *is_second);
/* Gives the device that asks a key of its own, then calls `known`; with the status that nobody is
 * there if the password or the device that made the code is his no more. The connections of one
 * that loses its key for it end. */
void cn_pending_add_device(cn_pending *call, void (*known)(cn_pending *call));

/* Reads `name` if there is one, "Guest" otherwise. NULL, or why nobody can be called so, which is
 * BAD_NAME. */
const char *cn_read_name(const cn_hall *hall, json_object *body, char out[CN_NAME_BYTES_MAX + 1]);
/* Reads it into the call's `name`; false with the answer if it is none. */
bool cn_pending_read_name(cn_pending *call);

#endif
