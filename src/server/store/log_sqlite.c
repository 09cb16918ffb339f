/* The log in one SQLite file: WAL, synchronous=FULL, one writer.
 * Not here: what entries mean, and who may append.
 * Invariant: what is appended together is one transaction, and the answers are what is on disk:
 * after a failed sync the system shows in the file what the disk does not hold, so nothing is read
 * before it is settled. */
#include "server/store/log.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <sqlite3.h>

enum { RETRY_MS = 1000 };
enum { LOG_VERSION = 1, LOG_APPLICATION_ID = 0x434e5354 /* CNST */ };

typedef enum statement {
    APPEND,
    TAKE_BACK,
    REPLAY,
    FIND_KEY,
    LAST_N,
    LAST_SEQ,
    FIND_ENTRY,
    STATEMENTS
} statement;

struct cn_log {
    sqlite3 *db; /* NULL after a failure, until the file can be opened again */
    sqlite3_stmt *stmt[STATEMENTS];
    char *path;
    bool doubt;         /* the file may show what no sync has covered */
    bool well;          /* the last write succeeded */
    int64_t opened_ms;  /* when it was last tried to open the file ... */
    int64_t written_ms; /* ... and to write it */
};

static const char schema[] = "CREATE TABLE log ("
                             "  table_id TEXT NOT NULL,"
                             "  seq INTEGER NOT NULL,"
                             "  kind TEXT NOT NULL,"
                             "  seat INTEGER,"
                             "  inst TEXT,"
                             "  n INTEGER,"
                             "  body_hash BLOB,"
                             "  body TEXT NOT NULL,"
                             "  time INTEGER NOT NULL,"
                             "  PRIMARY KEY (table_id, seq),"
                             "  UNIQUE (table_id, seat, inst, n)"
                             ") STRICT;"
                             "PRAGMA application_id = 1129206612;"
                             "PRAGMA user_version = 1;";

static const char *const sql[STATEMENTS] = {
    [APPEND] = "INSERT INTO log (table_id, seq, kind, seat, inst, n, body_hash, body, time) "
               "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
    [TAKE_BACK] = "DELETE FROM log WHERE table_id = ?1 AND seq >= ?2",
    [REPLAY] = "SELECT seq, kind, seat, body FROM log WHERE table_id = ?1 ORDER BY seq",
    [FIND_KEY] = "SELECT seq, body_hash FROM log "
                 "WHERE table_id = ?1 AND seat = ?2 AND inst = ?3 AND n = ?4",
    [LAST_N] = "SELECT max(n) FROM log WHERE table_id = ?1 AND seat = ?2 AND inst = ?3",
    [LAST_SEQ] = "SELECT max(seq) FROM log WHERE table_id = ?1",
    [FIND_ENTRY] = "SELECT 1 FROM log WHERE table_id = ?1 AND seq = ?2 AND kind = ?3 "
                   "AND seat IS ?4 AND inst IS ?5 AND n IS ?6 AND body = ?8",
};

static const char *const kind_names[CN_ENTRY_KINDS] = {
    [CN_ENTRY_CREATE] = "create", [CN_ENTRY_SEAT] = "seat",       [CN_ENTRY_DEAL] = "deal",
    [CN_ENTRY_PLAY] = "play",     [CN_ENTRY_REMATCH] = "rematch", [CN_ENTRY_PACE] = "pace",
    [CN_ENTRY_PAUSE] = "pause",   [CN_ENTRY_INVITE] = "invite",   [CN_ENTRY_PERSON] = "person",
};

const char *cn_entry_kind_name(cn_entry_kind kind)
{
    return kind_names[kind];
}

static bool kind_from_name(const char *name, cn_entry_kind *kind)
{
    for (unsigned i = 0; name != NULL && i < CN_ENTRY_KINDS; i++) {
        if (strcmp(kind_names[i], name) != 0) continue;
        *kind = (cn_entry_kind)i;
        return true;
    }
    return false;
}

/* The single number a query gives, -1 if it gives none. */
static int64_t query_number(sqlite3 *db, const char *query)
{
    sqlite3_stmt *stmt = NULL;
    int64_t number = -1;
    if (sqlite3_prepare_v2(db, query, -1, &stmt, NULL) == SQLITE_OK &&
        sqlite3_step(stmt) == SQLITE_ROW)
        number = sqlite3_column_int64(stmt, 0);
    sqlite3_finalize(stmt);
    return number;
}

static bool is_wal(sqlite3 *db)
{
    sqlite3_stmt *stmt = NULL;
    bool wal = false;
    if (sqlite3_prepare_v2(db, "PRAGMA journal_mode = WAL", -1, &stmt, NULL) == SQLITE_OK &&
        sqlite3_step(stmt) == SQLITE_ROW)
        wal = strcmp((const char *)sqlite3_column_text(stmt, 0), "wal") == 0;
    sqlite3_finalize(stmt);
    return wal;
}

/* NULL if the file is ours and ready, otherwise what is wrong with it. */
static const char *prepare_file(sqlite3 *db)
{
    /* One owner for each table: nobody else may write the file while we serve it. */
    sqlite3_exec(db, "PRAGMA locking_mode = EXCLUSIVE", NULL, NULL, NULL);
    int64_t tables = query_number(db, "SELECT count(*) FROM sqlite_schema");
    int error = sqlite3_errcode(db);
    if (error == SQLITE_NOTADB) return "it is not a Canasta data file";
    if (error == SQLITE_BUSY) return "another program is using it";
    if (tables < 0) return sqlite3_errmsg(db);
    int64_t application = query_number(db, "PRAGMA application_id");
    if (tables > 0 && application != LOG_APPLICATION_ID) return "it is not a Canasta data file";
    if (query_number(db, "PRAGMA user_version") > LOG_VERSION)
        return "it was written by a newer version of Canasta";
    if (!is_wal(db))
        return sqlite3_errcode(db) == SQLITE_BUSY ? "another program is using it"
                                                  : sqlite3_errmsg(db);
    sqlite3_exec(db, "PRAGMA synchronous = FULL", NULL, NULL, NULL);
    if (query_number(db, "PRAGMA synchronous") != 2) return "synchronous=FULL cannot be set";
    if (sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL) != SQLITE_OK ||
        (tables == 0 && sqlite3_exec(db, schema, NULL, NULL, NULL) != SQLITE_OK) ||
        sqlite3_exec(db, "COMMIT", NULL, NULL, NULL) != SQLITE_OK)
        return sqlite3_errcode(db) == SQLITE_BUSY ? "another program is using it"
                                                  : sqlite3_errmsg(db);
    return NULL;
}

static void close_file(cn_log *log)
{
    for (unsigned i = 0; i < STATEMENTS; i++) {
        sqlite3_finalize(log->stmt[i]);
        log->stmt[i] = NULL;
    }
    sqlite3_close(log->db);
    log->db = NULL;
}

/* After a failure nothing on the old descriptor can be trusted. The log stays as it is: folding it
 * in would lose the proof of what it shows. */
static void drop_file(cn_log *log)
{
    if (log->db != NULL) sqlite3_db_config(log->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    close_file(log);
}

/* A write of nothing new, synced. */
static bool write_mark(sqlite3 *db)
{
    return sqlite3_exec(db, "PRAGMA user_version = 1", NULL, NULL, NULL) == SQLITE_OK;
}

/* Makes the disk hold what the file shows. What was written before a failed sync may be readable
 * and on no disk, and a second sync would not write it again: so the log is copied into the main
 * file, which is synced, and a write behind that covers that the log begins anew. */
static bool settle(sqlite3 *db)
{
    return sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL) ==
               SQLITE_OK &&
           write_mark(db);
}

/* NULL if the file is open, otherwise what is wrong; the text lasts until the next call of this
 * file. What is read may still have to be settled. */
static const char *open_file(cn_log *log, char *text, size_t size)
{
    const char *wrong = NULL;
    if (sqlite3_open_v2(log->path, &log->db, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK)
        wrong = log->db == NULL ? "out of memory" : sqlite3_errmsg(log->db);
    if (wrong == NULL) wrong = prepare_file(log->db);
    for (unsigned i = 0; wrong == NULL && i < STATEMENTS; i++)
        if (sqlite3_prepare_v3(log->db, sql[i], -1, SQLITE_PREPARE_PERSISTENT, &log->stmt[i],
                               NULL) != SQLITE_OK)
            wrong = sqlite3_errmsg(log->db);
    if (wrong == NULL) return NULL;
    snprintf(text, size, "%s", wrong);
    drop_file(log);
    return text;
}

/* The same with the doubt settled. */
static const char *open_settled(cn_log *log, char *text, size_t size)
{
    const char *wrong = open_file(log, text, size);
    if (wrong != NULL) return wrong;
    log->doubt = log->doubt && !settle(log->db);
    if (!log->doubt) return NULL;
    snprintf(text, size, "%s", sqlite3_errmsg(log->db));
    drop_file(log);
    return text;
}

/* SQLite says only "unable to open"; the system knows why. */
static const char *touch_file(const char *path)
{
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0) return strerror(errno);
    close(fd);
    return NULL;
}

cn_log *cn_log_open(const char *path, char *message, size_t message_size)
{
    char text[200];
    const char *wrong = touch_file(path);
    cn_log *log = calloc(1, sizeof *log);
    if (log != NULL) log->path = strdup(path);
    if (log == NULL || log->path == NULL) wrong = "out of memory";
    if (wrong == NULL) {
        log->doubt = true; /* who knows how it ended last time */
        log->well = true;
        wrong = open_settled(log, text, sizeof text);
    }
    if (wrong == NULL) return log;
    snprintf(message, message_size, "the data file %s cannot be used: %s", path, wrong);
    if (log != NULL) free(log->path);
    free(log);
    return NULL;
}

bool cn_log_close(cn_log *log)
{
    if (log == NULL) return true;
    const bool saved = !log->doubt;
    if (log->db != NULL)
        sqlite3_wal_checkpoint_v2(log->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    close_file(log);
    free(log->path);
    free(log);
    return saved;
}

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* A file that failed is opened anew, at most once a second. */
static bool ready(cn_log *log)
{
    char text[200];
    if (log->db != NULL) return true;
    if (now_ms() - log->opened_ms < RETRY_MS) return false;
    log->opened_ms = now_ms();
    return open_settled(log, text, sizeof text) == NULL;
}

/* Takes note of a failed write, before the file is dropped. A write that did not get as far as the
 * sync left nothing that could be read. */
static void note_failure(cn_log *log)
{
    const int error = sqlite3_extended_errcode(log->db);
    fprintf(stderr, "canasta: the data file could not be written: %s\n", sqlite3_errmsg(log->db));
    log->doubt = error != SQLITE_FULL && error != SQLITE_IOERR_WRITE;
    log->well = false;
}

bool cn_log_well(cn_log *log)
{
    if (now_ms() - log->written_ms < RETRY_MS) return log->well;
    log->written_ms = now_ms();
    log->well = ready(log) && write_mark(log->db);
    if (log->well || log->db == NULL) return log->well;
    note_failure(log);
    drop_file(log);
    return false;
}

static void bind_text(sqlite3_stmt *stmt, int place, const char *text)
{
    if (text == NULL)
        sqlite3_bind_null(stmt, place);
    else
        sqlite3_bind_text(stmt, place, text, -1, SQLITE_STATIC);
}

/* Binds places 1 to 6 and 8, which APPEND and FIND_ENTRY share. */
static void bind_entry(sqlite3_stmt *stmt, const char *table, const cn_entry *entry)
{
    bind_text(stmt, 1, table);
    sqlite3_bind_int64(stmt, 2, (int64_t)entry->seq);
    bind_text(stmt, 3, cn_entry_kind_name(entry->kind));
    if (entry->seat == CN_NO_SEAT)
        sqlite3_bind_null(stmt, 4);
    else
        sqlite3_bind_int(stmt, 4, (int)entry->seat);
    bind_text(stmt, 5, entry->inst);
    if (entry->inst == NULL)
        sqlite3_bind_null(stmt, 6);
    else
        sqlite3_bind_int64(stmt, 6, entry->n);
    bind_text(stmt, 8, entry->body);
}

/* SQLITE_DONE; SQLITE_CONSTRAINT if its number or its key is taken, and nothing was changed. */
static int insert(cn_log *log, const char *table, const cn_entry *entry)
{
    sqlite3_stmt *stmt = log->stmt[APPEND];
    bind_entry(stmt, table, entry);
    if (entry->inst == NULL)
        sqlite3_bind_null(stmt, 7);
    else
        sqlite3_bind_blob(stmt, 7, entry->body_hash.byte, CN_DIGEST_BYTES, SQLITE_STATIC);
    sqlite3_bind_int64(stmt, 9, (int64_t)time(NULL));
    const int status = sqlite3_step(stmt);
    sqlite3_reset(stmt);
    return status;
}

/* The number of the table's last entry, 0 if there is none. */
static bool read_last_seq(cn_log *log, const char *table, uint64_t *seq)
{
    sqlite3_stmt *stmt = log->stmt[LAST_SEQ];
    bind_text(stmt, 1, table);
    const bool read = sqlite3_step(stmt) == SQLITE_ROW;
    if (read) *seq = (uint64_t)sqlite3_column_int64(stmt, 0);
    sqlite3_reset(stmt);
    return read;
}

/* Undoes what was inserted of a batch: all of its table from its first number on. */
static bool take_back(cn_log *log, const cn_batch *batch)
{
    sqlite3_stmt *stmt = log->stmt[TAKE_BACK];
    bind_text(stmt, 1, batch->table);
    sqlite3_bind_int64(stmt, 2, (int64_t)batch->entry[0].seq);
    const bool done = sqlite3_step(stmt) == SQLITE_DONE;
    sqlite3_reset(stmt);
    return done;
}

/* Inserts a batch: saved, should the transaction succeed. One that does not fit its table is left
 * out: unsure. False if the transaction cannot go on. */
static bool insert_batch(cn_log *log, cn_batch *batch)
{
    assert(batch->count > 0);
    uint64_t last = 0;
    if (!read_last_seq(log, batch->table, &last)) return false;
    if (batch->entry[0].seq != last + 1) {
        batch->saved = CN_UNSURE;
        return true;
    }
    int status = SQLITE_DONE;
    for (unsigned i = 0; status == SQLITE_DONE && i < batch->count; i++) {
        assert(batch->entry[i].seq == batch->entry[0].seq + i);
        status = insert(log, batch->table, &batch->entry[i]);
    }
    if (status == SQLITE_DONE) batch->saved = CN_SAVED;
    if (status == SQLITE_CONSTRAINT) batch->saved = CN_UNSURE;
    return status == SQLITE_DONE || (status == SQLITE_CONSTRAINT && take_back(log, batch));
}

/* What has been inserted so far, NULL if nothing. */
static const cn_batch *first_inserted(cn_batch *const batches[], unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (batches[i]->saved == CN_SAVED) return batches[i];
    return NULL;
}

/* SQLITE_ROW if the file shows the entry, SQLITE_DONE if it does not. */
static int look_for(cn_log *log, const char *table, const cn_entry *entry)
{
    sqlite3_stmt *stmt = log->stmt[FIND_ENTRY];
    bind_entry(stmt, table, entry);
    const int status = sqlite3_step(stmt);
    sqlite3_reset(stmt);
    return status;
}

/* What became of a commit that failed: only the file can tell. */
static cn_saved find_out(cn_log *log, const char *table, const cn_entry *entry)
{
    char text[200];
    log->doubt = true;
    log->opened_ms = now_ms();
    if (open_file(log, text, sizeof text) != NULL) return CN_UNSURE;
    const int shown = look_for(log, table, entry);
    if (shown == SQLITE_DONE || (shown == SQLITE_ROW && settle(log->db))) {
        log->doubt = false;
        return shown == SQLITE_DONE ? CN_NOT_SAVED : CN_SAVED;
    }
    drop_file(log);
    return CN_UNSURE;
}

/* What a transaction that failed leaves behind. It is all there or not at all, so that one entry
 * tells for all of them; and if nothing was asked of the disk, nothing is there. */
static cn_saved give_up(cn_log *log, const cn_batch *inserted)
{
    note_failure(log);
    sqlite3_exec(log->db, "ROLLBACK", NULL, NULL, NULL);
    drop_file(log);
    return inserted == NULL ? CN_NOT_SAVED : find_out(log, inserted->table, &inserted->entry[0]);
}

static void answer(cn_batch *const batches[], unsigned count, cn_saved before, cn_saved saved)
{
    for (unsigned i = 0; i < count; i++)
        if (batches[i]->saved == before) batches[i]->saved = saved;
}

void cn_log_append(cn_log *log, cn_batch *const batches[], unsigned count)
{
    for (unsigned i = 0; i < count; i++) batches[i]->saved = CN_NOT_SAVED;
    if (!ready(log)) {
        answer(batches, count, CN_NOT_SAVED, log->doubt ? CN_UNSURE : CN_NOT_SAVED);
        return;
    }
    bool good = sqlite3_exec(log->db, "BEGIN IMMEDIATE", NULL, NULL, NULL) == SQLITE_OK;
    for (unsigned i = 0; good && i < count; i++) good = insert_batch(log, batches[i]);
    const cn_batch *inserted = good ? first_inserted(batches, count) : NULL;
    if (good && inserted == NULL) { /* all were left out: this says nothing about the disk */
        sqlite3_exec(log->db, "ROLLBACK", NULL, NULL, NULL);
        return;
    }
    log->well = good && sqlite3_exec(log->db, "COMMIT", NULL, NULL, NULL) == SQLITE_OK;
    log->written_ms = now_ms();
    if (!log->well) answer(batches, count, CN_SAVED, give_up(log, inserted));
}

static bool read_entry(sqlite3_stmt *stmt, cn_entry *entry)
{
    *entry = (cn_entry){.seq = (uint64_t)sqlite3_column_int64(stmt, 0), .seat = CN_NO_SEAT};
    if (sqlite3_column_type(stmt, 2) != SQLITE_NULL)
        entry->seat = (unsigned)sqlite3_column_int(stmt, 2);
    entry->body = (const char *)sqlite3_column_text(stmt, 3);
    return entry->body != NULL &&
           kind_from_name((const char *)sqlite3_column_text(stmt, 1), &entry->kind);
}

int64_t cn_log_replay(cn_log *log, const char *table, cn_entry_visit *each, void *user)
{
    if (!ready(log)) return CN_REPLAY_UNREADABLE;
    sqlite3_stmt *stmt = log->stmt[REPLAY];
    bind_text(stmt, 1, table);
    int64_t count = 0;
    int status;
    while ((status = sqlite3_step(stmt)) == SQLITE_ROW) {
        cn_entry entry;
        if (!read_entry(stmt, &entry) || !each(user, &entry)) break;
        count++;
    }
    sqlite3_reset(stmt);
    if (status == SQLITE_DONE) return count;
    return status == SQLITE_ROW ? CN_REPLAY_REFUSED : CN_REPLAY_UNREADABLE;
}

cn_key_state cn_log_key(cn_log *log, const char *table, unsigned seat, const char *inst, uint32_t n,
                        uint64_t *seq, cn_digest *hash)
{
    if (!ready(log)) return CN_KEY_FAILED;
    sqlite3_stmt *stmt = log->stmt[FIND_KEY];
    bind_text(stmt, 1, table);
    sqlite3_bind_int(stmt, 2, (int)seat);
    bind_text(stmt, 3, inst);
    sqlite3_bind_int64(stmt, 4, n);
    int status = sqlite3_step(stmt);
    if (status == SQLITE_ROW && sqlite3_column_bytes(stmt, 1) == CN_DIGEST_BYTES) {
        *seq = (uint64_t)sqlite3_column_int64(stmt, 0);
        memcpy(hash->byte, sqlite3_column_blob(stmt, 1), CN_DIGEST_BYTES);
        sqlite3_reset(stmt);
        return CN_KEY_USED;
    }
    sqlite3_reset(stmt);
    uint32_t last_n = 0;
    if (status != SQLITE_DONE || !cn_log_last_n(log, table, seat, inst, &last_n))
        return CN_KEY_FAILED;
    return n < last_n ? CN_KEY_OLD : CN_KEY_NEW;
}

bool cn_log_last_n(cn_log *log, const char *table, unsigned seat, const char *inst,
                   uint32_t *last_n)
{
    if (!ready(log)) return false;
    sqlite3_stmt *stmt = log->stmt[LAST_N];
    bind_text(stmt, 1, table);
    sqlite3_bind_int(stmt, 2, (int)seat);
    bind_text(stmt, 3, inst);
    const bool read = sqlite3_step(stmt) == SQLITE_ROW;
    if (read) *last_n = (uint32_t)sqlite3_column_int64(stmt, 0);
    sqlite3_reset(stmt);
    return read;
}
