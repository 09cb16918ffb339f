/* What the files of the log share: the open data file.
 * Not here: what others may do with it (log.h).
 * Invariant: `db` is open only while what it shows may be believed, but within open and find_out.
 */
#ifndef CANASTA_SERVER_LOG_FILE_H
#define CANASTA_SERVER_LOG_FILE_H

#include <sqlite3.h>
#include <stdatomic.h>

#include "server/store/chain.h"
#include "server/store/log.h"
#include "server/store/seal.h"
#include "server/store/witness.h"

enum { CN_LOG_VERSION = 2, CN_LOG_TEXT_MAX = 400 };

typedef enum cn_statement {
    CN_SQL_APPEND,
    CN_SQL_TAKE_BACK,
    CN_SQL_ERASE_BELOW,
    CN_SQL_FIRST,
    CN_SQL_SET_HEAD,
    CN_SQL_NO_HEAD,
    CN_SQL_SET_COMMITS,
    CN_SQL_HEAD,
    CN_SQL_ENTRIES,
    CN_SQL_BASE,
    CN_SQL_LINK,
    CN_SQL_FIND_KEY,
    CN_SQL_LAST_N,
    CN_SQL_FIND_ENTRY,
    CN_SQL_REVEAL,
    CN_SQL_NEXT_HEAD,
    CN_SQL_NEXT_ENTRY,
    CN_STATEMENTS
} cn_statement;

enum { CN_DAMAGES_SAID = 16, CN_TABLE_NAME_MAX = 64 };

struct cn_log {
    sqlite3 *db; /* NULL after a failure, until the file can be opened again */
    sqlite3_stmt *stmt[CN_STATEMENTS];
    char *path;
    int lock; /* the descriptor that keeps other servers off; of a reader -1 */
    cn_witness *witness;
    cn_chain *chain;
    cn_log *archive; /* NULL until it is wanted */
    bool reader;
    bool has_seal; /* `seal` is the file's; always so where something is appended */
    bool renewed;  /* the file had another key before: some seals nobody can open */
    bool renews;   /* it gets a new key if it has none */
    cn_seal seal;
    const atomic_bool *given_up; /* where it is read for somebody who may not wait; or NULL */
    bool doubt;                  /* the file may show what no sync has covered */
    bool well;                   /* the last write succeeded */
    bool erased;                 /* the write-ahead log may still have what was erased */
    uint64_t identity;           /* of the file, for its witness */
    uint64_t commits;            /* transactions that are known to be saved */
    int64_t opened_ms;           /* when it was last tried to open the file ... */
    int64_t written_ms;          /* ... and to write it */
    int64_t folded_ms;           /* ... and, in vain, to fold in what was erased */
    unsigned said_next;          /* which tables' damages were said last */
    char said[CN_DAMAGES_SAID][CN_TABLE_NAME_MAX];
};

/* NULL if the file is open, otherwise what is wrong; that may stand in `text`. What is read may
 * still have to be settled. */
const char *cn_log_file_open(cn_log *log, char *text, size_t size);
/* The same with the doubt settled. */
const char *cn_log_file_open_settled(cn_log *log, char *text, size_t size);
/* After a failure nothing on the old descriptor can be trusted. The write-ahead log stays as it is:
 * folding it in would lose the proof of what it shows. */
void cn_log_file_drop(cn_log *log);
/* A file that failed is opened anew, at most once a second. */
bool cn_log_file_ready(cn_log *log);

/* Empties the write-ahead log after something was erased, if nobody reads; tries it once a second.
 */
void cn_log_file_fold(cn_log *log);

/* A write of nothing new, synced. `version` is the file's. */
bool cn_log_file_mark(sqlite3 *db, int version);
/* Makes the disk hold what the file shows. What was written before a failed sync may be readable
 * and on no disk, and a second sync would not write it again; and what a failed sync left behind
 * the end of the write-ahead log may come forth as its end when it is read again. So the log is
 * written once more and synced, because power may fail while only its beginning is on the disk,
 * copied into the main file, which is synced, and a write behind that covers that the log begins
 * anew, with another salt. False while somebody else reads what is to be copied, too. */
bool cn_log_file_settle(sqlite3 *db, int version);

/* Creates what a new file holds, for secrets under this seal; and brings one of version 1 to
 * version 2, in one transaction. NULL or what is wrong, as above. */
const char *cn_log_file_create(sqlite3 *db, const cn_seal *seal);
const char *cn_log_file_migrate(sqlite3 *db, const cn_seal *seal, char *text, size_t size);
/* Whether tables and indexes are made as we make them, and their roots can be read. NULL or what is
 * wrong. */
const char *cn_log_file_look(sqlite3 *db, char *text, size_t size);
bool cn_log_file_set_identity(sqlite3 *db);

/* The single number a query gives, -1 if it gives none. */
int64_t cn_sql_number(sqlite3 *db, const char *query);
void cn_sql_bind_text(sqlite3_stmt *stmt, int place, const char *text);
/* Whether a status of SQLite says that the file does not hold what it should. It says so, too, of a
 * disk that cannot be read just now, which is no damage, and of which the system knows. */
bool cn_log_file_damaged(const cn_log *log, int status);
bool cn_log_file_unreadable(const cn_log *log);
int64_t cn_log_now_ms(void);

/* For moving tables. Visits entries `first` to `last`, which stand behind that link. */
bool cn_log_visit_some(cn_log *log, const char *table, const cn_digest *before, uint64_t first,
                       uint64_t last, cn_entry_visit *each, void *user);
/* The number of the first entry there is. */
bool cn_log_first_entry(cn_log *log, const char *table, uint64_t *seq);
/* Erases entries that a later one with a base makes needless, synced. */
bool cn_log_erase_below(cn_log *log, const char *table, uint64_t seq);

#endif
