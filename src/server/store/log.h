/* The durable log, waited for: one dense list of entries for each table.
 * Not here: what an entry means (core.h), the thread that waits (store.h). Behind this interface:
 * SQLite (log_sqlite.c).
 * Invariant: what is said to be saved, and what is read, a successful sync of the disk covers. */
#ifndef CANASTA_SERVER_LOG_H
#define CANASTA_SERVER_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/base/secret.h"

typedef enum cn_entry_kind {
    CN_ENTRY_CREATE,  /* JSON: rules, overrides, house, players, dealer, invite, ... */
    CN_ENTRY_SEAT,    /* JSON: name and token digest of who takes it, or `leave` */
    CN_ENTRY_DEAL,    /* the deck in canonical order; the key is that of the command `next` */
    CN_ENTRY_PLAY,    /* the play as it was accepted */
    CN_ENTRY_REMATCH, /* the dealer of the new game */
    CN_ENTRY_PACE,    /* milliseconds */
    CN_ENTRY_PAUSE,   /* 1, or 0: the game goes on */
    CN_ENTRY_INVITE,  /* JSON: new invitations, to sit or to watch */
    CN_ENTRY_PERSON,  /* JSON: of a person, and all that follows of one (person.h) */
    CN_ENTRY_KINDS
} cn_entry_kind;

enum { CN_NO_SEAT = 255 };

typedef struct cn_entry {
    uint64_t seq; /* 1, 2, 3 ... within its table */
    cn_entry_kind kind;
    unsigned seat;    /* who did it, CN_NO_SEAT for the server */
    const char *inst; /* the command's key is (table, seat, inst, n); NULL: it was no command */
    uint32_t n;
    cn_digest body_hash; /* of the whole command */
    const char *body;
} cn_entry;

typedef struct cn_log cn_log;

const char *cn_entry_kind_name(cn_entry_kind kind);

/* Opens the data file, creating it if there is none. NULL with one line of `message` if it cannot
 * be used. */
cn_log *cn_log_open(const char *path, char *message, size_t message_size);
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
    cn_saved saved; /* the answer */
} cn_batch;

/* Appends all batches in one transaction, each as a whole or not at all. One that does not follow
 * its table's last entry, or whose key is taken, is unsure: its table is not as its owner believes,
 * and must be read again. After a failure the file is opened anew; while the disk takes no syncs
 * nothing can be appended or read, which is tried again once a second. */
void cn_log_append(cn_log *log, cn_batch *const batches[], unsigned count);
/* True if the log can be written. Tries it, at most once a second. */
bool cn_log_well(cn_log *log);

/* Calls `each` for the entries of a table in order, until it says no. Returns the number of entries
 * it said yes to, or one of the negative numbers. Pointers last during the call. */
enum { CN_REPLAY_UNREADABLE = -1 /* just now */, CN_REPLAY_REFUSED = -2 /* `each` said no */ };
typedef bool cn_entry_visit(void *user, const cn_entry *entry);
int64_t cn_log_replay(cn_log *log, const char *table, cn_entry_visit *each, void *user);

typedef enum cn_key_state {
    CN_KEY_NEW,   /* higher than every number this inst used */
    CN_KEY_USED,  /* this very key is in the log */
    CN_KEY_OLD,   /* lower than one in the log, and not itself there */
    CN_KEY_FAILED /* the log cannot be read now */
} cn_key_state;

/* Looks up a command's key; for CN_KEY_USED `*seq` and `*hash` tell of its entry. */
cn_key_state cn_log_key(cn_log *log, const char *table, unsigned seat, const char *inst, uint32_t n,
                        uint64_t *seq, cn_digest *hash);
/* The highest number in the log for a seat's inst, 0 if none. False if the log cannot be read now.
 */
bool cn_log_last_n(cn_log *log, const char *table, unsigned seat, const char *inst,
                   uint32_t *last_n);

#endif
