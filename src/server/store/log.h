/* The durable log, waited for: one dense list of entries for each table.
 * Not here: what an entry means (core.h), the thread that waits (store.h). Behind this interface:
 * SQLite (log_sqlite.c).
 * Invariant: what is said to be saved, and what is read, a successful sync of the disk covers; what
 * is read is what was saved: a chain of digests runs through the entries of each table. */
#ifndef CANASTA_SERVER_LOG_H
#define CANASTA_SERVER_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/base/secret.h"

/* Each with what the log calls it. */
#define CN_ENTRY_ROWS(X)                                                                           \
    X(CREATE, "create") /* JSON: rules, overrides, house, players, dealer, invite, ... */          \
    X(SEAT, "seat")     /* JSON: name and token digest of who takes it, or `leave` */              \
    X(DEAL, "deal")     /* JSON: its number and root, and the seed is sealed; or, in old logs, the \
                           deck in clear. The key is that of the command `next` */                 \
    X(PLAY, "play")     /* the play as it was accepted */                                          \
    X(REMATCH, "rematch") /* the dealer of the new game */                                         \
    X(PACE, "pace")       /* milliseconds */                                                       \
    X(PAUSE, "pause")     /* 1, or 0: the game goes on */                                          \
    X(INVITE, "invite")   /* JSON: new invitations, to sit or to watch */                          \
    X(PERSON, "person")   /* JSON: of a person, and all that follows of one (person.h) */          \
    X(COMMIT, "commit") /* JSON: the commitment to the seed of a deal to come, which is sealed */  \
    X(SEED, "seed")     /* what a seat gives for that deal: hexadecimal digits */                  \
    X(REVEAL, "reveal") /* JSON: the seed of a deal whose hand is over */                          \
    X(ARCHIVED, "archived") /* the table is in the archive from now on (log_archive.h) */

typedef enum cn_entry_kind {
#define CN_ENTRY_ROW(name, word) CN_ENTRY_##name,
    CN_ENTRY_ROWS(CN_ENTRY_ROW)
#undef CN_ENTRY_ROW
        CN_ENTRY_KINDS
} cn_entry_kind;

enum { CN_NO_SEAT = 255, CN_SECRET_BYTES = 96 };

typedef struct cn_entry {
    uint64_t seq; /* 1, 2, 3 ... within its table */
    cn_entry_kind kind;
    unsigned seat;    /* who did it, CN_NO_SEAT for the server */
    const char *inst; /* the command's key is (table, seat, inst, n); NULL: it was no command */
    uint32_t n;
    cn_digest body_hash; /* of the whole command */
    const char *body;
    const char *person;    /* the person who did it, NULL if none or not known */
    const char *base;      /* of a deal: what its hand begins from (base.h); NULL: not told */
    const uint8_t *secret; /* of a commitment or deal: so many bytes, which the log keeps sealed
                              (seal.h); NULL: none, or nobody here can open it */
    const uint8_t *sealed; /* the same as it stands in a log, CN_SEALED_BYTES, of an entry that
                              was read there, and moves as it is; NULL: none */
    int64_t time;          /* seconds since 1970; 0: given by the log */
} cn_entry;

typedef struct cn_log cn_log;

const char *cn_entry_kind_name(cn_entry_kind kind);

/* Opens the data file, creating it if there is none, and brings an older one to this version. NULL
 * with one line of `message` if it cannot be used, another server has it, or it has lost
 * transactions and `accept_loss` is not set. */
cn_log *cn_log_open(const char *path, bool accept_loss, char *message, size_t message_size);
/* Gives a data file whose key file is missing a new one, and its archive with it. What was sealed
 * under the old key stays closed: hands that were being played are lost. False with a line of
 * `message` if it cannot be, or nothing needs to be done. */
bool cn_log_renew_key(const char *path, char *message, size_t message_size);
/* Opens it for reading alone, beside a server that may have it; nothing may be appended. Without
 * its key file it knows of a deal what has been revealed. */
cn_log *cn_log_open_reader(const char *path, char *message, size_t message_size);
/* Moves everything into the main file and closes it. False if what was asked to be saved last may
 * not be: the disk failed. */
bool cn_log_close(cn_log *log);

typedef enum cn_saved {
    CN_SAVED,
    CN_NOT_SAVED, /* nothing has happened */
    CN_UNSURE     /* whether the entries are in the log is not known until it has been read again */
} cn_saved;

/* Entries of one table, in order; the log must end with the number before the first one's. */
typedef struct cn_batch {
    const char *table;
    const cn_entry *entry;
    unsigned count;
    bool anew;               /* all that the table had is erased, and these are its first entries */
    const char *const *goes; /* tables that are erased with it, up to a NULL; NULL: none */
    cn_saved saved;          /* the answer ... */
    int64_t time;            /* ... and when that was, as the entries say */
    uint64_t sync_us; /* how long its transaction took to end: writing and syncing; 0: it did not */
} cn_batch;

/* Appends all batches in one transaction, each as a whole or not at all. One that does not follow
 * its table's last entry, whose key is taken, or whose table is damaged, is unsure: its table is
 * not as its owner believes, and must be read again. After a failure the file is opened anew; while
 * the disk takes no syncs nothing can be appended or read, which is tried again once a second.
 * What was erased stands in no file any more when nobody reads an older state of it. */
void cn_log_append(cn_log *log, cn_batch *const batches[], unsigned count);
/* True if the log can be written. Tries it, at most once a second. */
bool cn_log_well(cn_log *log);

/* Calls `each` for the entries of a table in order, until it says no: from the last one with a base
 * on, from the first one if there is none. Returns the number of entries it said yes to, or one of
 * the negative numbers. Pointers last during the call. What is visited counts for nothing before
 * the whole call has succeeded. */
enum {
    CN_REPLAY_UNREADABLE = -1, /* just now */
    CN_REPLAY_REFUSED = -2,    /* `each` said no */
    CN_REPLAY_DAMAGED = -3,    /* these are not the entries that were saved; stderr has heard it */
    CN_REPLAY_FAR = -4         /* these would be too many, or there is no such entry */
};
typedef bool cn_entry_visit(void *user, const cn_entry *entry);
int64_t cn_log_replay(cn_log *log, const char *table, cn_entry_visit *each, void *user);
/* The same from the first entry on. */
int64_t cn_log_replay_whole(cn_log *log, const char *table, cn_entry_visit *each, void *user);
/* The same from the last one with a base on that is not behind entry `seq`, from the first one if
 * there is none; `most` entries at the most. */
int64_t cn_log_replay_near(cn_log *log, const char *table, uint64_t seq, unsigned most,
                           cn_entry_visit *each, void *user);

/* The same, from the first entry to number `upto` and in pieces, so that nobody else has to wait
 * for it, however many there are. */
int64_t cn_log_replay_slowly(cn_log *log, const char *table, uint64_t upto, cn_entry_visit *each,
                             void *user);

/* The first table whose name is behind `after` ("" for the first of all), into `name`, which has
 * room for `size` bytes. 1, 0 if there is none, or CN_REPLAY_UNREADABLE. */
int cn_log_next_table(cn_log *log, const char *after, char *name, size_t size);

/* Whether pages and indexes of the file are whole, which takes as long as reading all of it; tells
 * of what is not, `table` being "-". */
typedef void cn_log_complaint(void *user, const char *table, const char *what);
bool cn_log_check_file(cn_log *log, cn_log_complaint *tell, void *user);

typedef enum cn_key_state {
    CN_KEY_NEW,   /* higher than every number this inst used */
    CN_KEY_USED,  /* this very key is in the log */
    CN_KEY_OLD,   /* lower than one in the log, and not itself there */
    CN_KEY_FAILED /* the log cannot be read now, or is damaged there */
} cn_key_state;

/* Looks up a command's key; for CN_KEY_USED `*seq` and `*hash` tell of its entry. */
cn_key_state cn_log_key(cn_log *log, const char *table, unsigned seat, const char *inst, uint32_t n,
                        uint64_t *seq, cn_digest *hash);
/* The highest number in the log for a seat's inst, 0 if none. False if the log cannot be read now,
 * or is damaged there. */
bool cn_log_last_n(cn_log *log, const char *table, unsigned seat, const char *inst,
                   uint32_t *last_n);

#endif
