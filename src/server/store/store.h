/* The durable log: one dense list of entries for each table.
 * Not here: what an entry means (core.h). Behind this interface: SQLite (store_sqlite.c).
 * Invariant: what is said to be saved, and what is read, a successful sync of the disk covers. */
#ifndef CANASTA_SERVER_STORE_H
#define CANASTA_SERVER_STORE_H

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

typedef struct cn_store cn_store;

const char *cn_entry_kind_name(cn_entry_kind kind);

/* Opens the data file, creating it if there is none. NULL with one line of `message` if it cannot
 * be used. */
cn_store *cn_store_open(const char *path, char *message, size_t message_size);
/* Moves everything into the main file and closes it. False if what was asked to be saved last may
 * not be: the disk failed. */
bool cn_store_close(cn_store *store);

typedef enum cn_saved {
    CN_SAVED,
    CN_NOT_SAVED, /* nothing has happened */
    CN_UNSURE     /* whether the entries are in the log is not known until it can be read again */
} cn_saved;

/* Appends all entries or none. After a failure the store opens the file anew; while the disk takes
 * no syncs nothing can be appended or read, and it tries again once a second. */
cn_saved cn_store_append(cn_store *store, const char *table, const cn_entry *entries,
                         unsigned count);
/* True if the log can be written. Tries it, at most once a second. */
bool cn_store_well(cn_store *store);

/* Calls `each` for the entries of a table in order, until it says no. Returns the number of entries
 * it said yes to, or one of the negative numbers. Pointers last during the call. */
enum { CN_REPLAY_UNREADABLE = -1 /* just now */, CN_REPLAY_REFUSED = -2 /* `each` said no */ };
typedef bool cn_entry_visit(void *user, const cn_entry *entry);
int64_t cn_store_replay(cn_store *store, const char *table, cn_entry_visit *each, void *user);

typedef enum cn_key_state {
    CN_KEY_NEW,   /* higher than every number this inst used */
    CN_KEY_USED,  /* this very key is in the log */
    CN_KEY_OLD,   /* lower than one in the log, and not itself there */
    CN_KEY_FAILED /* the log cannot be read now */
} cn_key_state;

/* Looks up a command's key; for CN_KEY_USED `*seq` and `*hash` tell of its entry. */
cn_key_state cn_store_key(cn_store *store, const char *table, unsigned seat, const char *inst,
                          uint32_t n, uint64_t *seq, cn_digest *hash);
/* The highest number in the log for a seat's inst, 0 if none. False if the log cannot be read now.
 */
bool cn_store_last_n(cn_store *store, const char *table, unsigned seat, const char *inst,
                     uint32_t *last_n);

#endif
