/* The data file of the log: opened, locked, settled after failures, watched for losses.
 * Not here: what stands in it (log_schema.c), appending and reading (log_sqlite.c, log_read.c).
 * Invariant: after a failed sync the system shows in the file what the disk does not hold, so
 * nothing is read before it is settled. */
#include "server/store/log_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "server/base/notice.h"
#include "server/store/log_place.h"
#include "server/store/log_row.h"

enum { RETRY_MS = 1000, BUSY_MS = 250, BUSY_AT_OPEN_MS = 5000 };
enum { PIECE_BYTES = 16384 };
enum { LOG_APPLICATION_ID = 0x434e5354 /* CNST */ };

#define ANOTHER "another program is using it"

static const char *const sql[CN_STATEMENTS] = {
    [CN_SQL_APPEND] = "INSERT INTO log (" CN_ROW_COLUMNS ") VALUES "
                      "(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
    [CN_SQL_TAKE_BACK] = "DELETE FROM log WHERE table_id = ?1 AND seq >= ?2",
    [CN_SQL_SET_HEAD] = "INSERT INTO head VALUES (?1, ?2, ?3, ?4) ON CONFLICT (table_id) "
                        "DO UPDATE SET seq = ?2, chain = ?3, base_seq = ?4",
    [CN_SQL_ERASE_BELOW] = "DELETE FROM log WHERE table_id = ?1 AND seq < ?2",
    [CN_SQL_FIRST] = "SELECT seq FROM log WHERE table_id = ?1 ORDER BY seq LIMIT 1",
    [CN_SQL_NO_HEAD] = "DELETE FROM head WHERE table_id = ?1",
    [CN_SQL_SET_COMMITS] = "UPDATE meta SET value = ?1 WHERE name = 'commits'",
    [CN_SQL_HEAD] = "SELECT seq, chain, base_seq FROM head WHERE table_id = ?1",
    [CN_SQL_ENTRIES] = "SELECT " CN_ROW_COLUMNS " FROM log WHERE table_id = ?1 AND seq >= ?2 "
                       "ORDER BY seq",
    [CN_SQL_BASE] = "SELECT seq FROM log WHERE table_id = ?1 AND seq <= ?2 AND seq > ?3 "
                    "AND base IS NOT NULL ORDER BY seq DESC LIMIT 1",
    [CN_SQL_LINK] = "SELECT chain FROM log WHERE table_id = ?1 AND seq = ?2",
    [CN_SQL_FIND_KEY] = "SELECT seq FROM log "
                        "WHERE table_id = ?1 AND seat = ?2 AND inst = ?3 AND n = ?4",
    [CN_SQL_LAST_N] = "SELECT seq, n FROM log WHERE table_id = ?1 AND seat = ?2 AND inst = ?3 "
                      "ORDER BY n DESC LIMIT 1",
    [CN_SQL_FIND_ENTRY] = "SELECT 1 FROM log WHERE table_id = ?1 AND seq = ?2 AND kind = ?3 "
                          "AND seat IS ?4 AND inst IS ?5 AND n IS ?6 AND body = ?8",
    [CN_SQL_REVEAL] = "SELECT body FROM log WHERE table_id = ?1 AND seq > ?2 AND kind = 'reveal' "
                      "ORDER BY seq LIMIT 1",
    [CN_SQL_NEXT_HEAD] = "SELECT table_id FROM head WHERE table_id > ?1 ORDER BY table_id LIMIT 1",
    [CN_SQL_NEXT_ENTRY] = "SELECT table_id FROM log WHERE table_id > ?1 ORDER BY table_id LIMIT 1",
};

int64_t cn_log_now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t cn_sql_number(sqlite3 *db, const char *query)
{
    sqlite3_stmt *stmt = NULL;
    int64_t number = -1;
    if (sqlite3_prepare_v2(db, query, -1, &stmt, NULL) == SQLITE_OK &&
        sqlite3_step(stmt) == SQLITE_ROW)
        number = sqlite3_column_int64(stmt, 0);
    sqlite3_finalize(stmt);
    return number;
}

void cn_sql_bind_text(sqlite3_stmt *stmt, int place, const char *text)
{
    if (text == NULL)
        sqlite3_bind_null(stmt, place);
    else
        sqlite3_bind_text(stmt, place, text, -1, SQLITE_STATIC);
}

/* The last error that the system gave for the file, or the write-ahead log; 0 if none. */
static int system_error(const cn_log *log, int which)
{
    int error = 0;
    sqlite3_file *file = NULL;
    if (sqlite3_file_control(log->db, "main", which, &file) == SQLITE_OK && file != NULL &&
        file->pMethods != NULL)
        file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &error);
    return error;
}

bool cn_log_file_unreadable(const cn_log *log)
{
    return system_error(log, SQLITE_FCNTL_FILE_POINTER) != 0 ||
           system_error(log, SQLITE_FCNTL_JOURNAL_POINTER) != 0;
}

bool cn_log_file_damaged(const cn_log *log, int status)
{
    const int kind = status & 0xff;
    return (kind == SQLITE_CORRUPT || kind == SQLITE_NOTADB || kind == SQLITE_FORMAT) &&
           !cn_log_file_unreadable(log);
}

/* It says so before it is so: only the end of the statement tells. */
static bool make_wal(sqlite3 *db)
{
    sqlite3_stmt *stmt = NULL;
    bool wal = false;
    if (sqlite3_prepare_v2(db, "PRAGMA journal_mode = WAL", -1, &stmt, NULL) == SQLITE_OK &&
        sqlite3_step(stmt) == SQLITE_ROW)
        wal = strcmp((const char *)sqlite3_column_text(stmt, 0), "wal") == 0 &&
              sqlite3_step(stmt) == SQLITE_DONE;
    sqlite3_finalize(stmt);
    return wal;
}

bool cn_log_file_mark(sqlite3 *db, int version)
{
    char text[40];
    snprintf(text, sizeof text, "PRAGMA user_version = %d", version);
    return sqlite3_exec(db, text, NULL, NULL, NULL) == SQLITE_OK;
}

/* Puts the bytes of the write-ahead log where they are once more: after a failed sync the system
 * shows them and would not write them. */
static bool write_again(sqlite3_file *file)
{
    unsigned char bytes[PIECE_BYTES];
    sqlite3_int64 size = 0;
    bool good = file->pMethods->xFileSize(file, &size) == SQLITE_OK;
    for (sqlite3_int64 at = 0; good && at < size; at += PIECE_BYTES) {
        const int piece = size - at < PIECE_BYTES ? (int)(size - at) : PIECE_BYTES;
        good = file->pMethods->xRead(file, bytes, piece, at) == SQLITE_OK &&
               file->pMethods->xWrite(file, bytes, piece, at) == SQLITE_OK;
    }
    return good && file->pMethods->xSync(file, SQLITE_SYNC_NORMAL) == SQLITE_OK;
}

/* While nobody else may write it. */
static bool write_log_again(sqlite3 *db)
{
    sqlite3_file *file = NULL;
    if (sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL) != SQLITE_OK) return false;
    const int status = sqlite3_file_control(db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file);
    const bool there = status == SQLITE_OK && file != NULL && file->pMethods != NULL;
    const bool good = !there || write_again(file);
    return sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL) == SQLITE_OK && good;
}

bool cn_log_file_settle(sqlite3 *db, int version)
{
    return write_log_again(db) &&
           sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL) ==
               SQLITE_OK &&
           cn_log_file_mark(db, version);
}

void cn_log_file_fold(cn_log *log)
{
    const bool soon = log->folded_ms != 0 && cn_log_now_ms() - log->folded_ms < RETRY_MS;
    if (!log->erased || log->db == NULL || soon) return;
    sqlite3_busy_timeout(log->db, 0);
    log->erased = sqlite3_wal_checkpoint_v2(log->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL,
                                            NULL) != SQLITE_OK;
    sqlite3_busy_timeout(log->db, BUSY_MS);
    log->folded_ms = log->erased ? cn_log_now_ms() : 0;
}

static const char *why(sqlite3 *db)
{
    return sqlite3_errcode(db) == SQLITE_BUSY ? ANOTHER : sqlite3_errmsg(db);
}

/* NULL if it is a data file of ours, with its version: 0 for one that is still empty. */
static const char *recognise(sqlite3 *db, int64_t *version)
{
    const int64_t tables = cn_sql_number(db, "SELECT count(*) FROM sqlite_schema");
    if (sqlite3_errcode(db) == SQLITE_NOTADB) return "it is not a Canasta data file";
    if (tables < 0) return why(db);
    *version = cn_sql_number(db, "PRAGMA user_version");
    const int64_t application = cn_sql_number(db, "PRAGMA application_id");
    if (tables == 0 && application == 0 && *version == 0) return NULL;
    if (application != LOG_APPLICATION_ID) return "it is not a Canasta data file";
    if (*version > CN_LOG_VERSION) return "it was written by a newer version of Canasta";
    return *version < 1 || tables == 0 ? "it is damaged (its first page)" : NULL;
}

/* An empty file gets its tables, in one transaction. */
static const char *fill(sqlite3 *db, const cn_seal *seal)
{
    const char *wrong = NULL;
    if (sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL) != SQLITE_OK) return why(db);
    wrong = cn_log_file_create(db, seal);
    if (wrong == NULL && sqlite3_exec(db, "COMMIT", NULL, NULL, NULL) != SQLITE_OK) wrong = why(db);
    return wrong;
}

/* A file that has none yet gets a key: what has been sealed could be opened by no other. */
static const char *make_seal(cn_log *log, char *text, size_t size)
{
    char key[CN_SEAL_PATH_BYTES];
    if (log->has_seal || cn_seal_make(log->path, &log->seal)) {
        log->has_seal = true;
        return NULL;
    }
    const int error = errno;
    cn_seal_path(log->path, key);
    snprintf(text, size, "its key file %.200s cannot be made: %s", key, strerror(error));
    return text;
}

/* NULL if the file is ours and ready, otherwise what is wrong with it. */
static const char *prepare_file(cn_log *log, char *text, size_t size)
{
    int64_t version = 0;
    const char *wrong = recognise(log->db, &version);
    if (wrong != NULL) return wrong;
    if (log->reader) {
        if (version < CN_LOG_VERSION)
            return "it is of an older version: start the server once, which changes it";
        return cn_log_file_look(log->db, text, size);
    }
    /* The journal of before the first write-ahead log must not come back when power fails. */
    sqlite3_exec(log->db, "PRAGMA synchronous = EXTRA", NULL, NULL, NULL);
    if (!make_wal(log->db)) return why(log->db);
    sqlite3_exec(log->db, "PRAGMA synchronous = FULL", NULL, NULL, NULL);
    if (cn_sql_number(log->db, "PRAGMA synchronous") != 2) return "synchronous=FULL cannot be set";
    if (cn_sql_number(log->db, "PRAGMA secure_delete = ON") != 1)
        return "secure_delete cannot be set";
    if (version < CN_LOG_VERSION) wrong = make_seal(log, text, size);
    if (wrong != NULL) return wrong;
    if (version == 0) wrong = fill(log->db, &log->seal);
    if (version == 1 && !cn_log_file_settle(log->db, 1)) return why(log->db);
    if (version == 1) wrong = cn_log_file_migrate(log->db, &log->seal, text, size);
    return wrong != NULL ? wrong : cn_log_file_look(log->db, text, size);
}

static void close_file(cn_log *log)
{
    for (unsigned i = 0; i < CN_STATEMENTS; i++) {
        sqlite3_finalize(log->stmt[i]);
        log->stmt[i] = NULL;
    }
    sqlite3_close(log->db);
    log->db = NULL;
}

void cn_log_file_drop(cn_log *log)
{
    if (log->db != NULL) sqlite3_db_config(log->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    close_file(log);
}

/* A file that knows of fewer transactions than it should has lost some: what lies behind a damaged
 * place of the write-ahead log is dropped without a word when that is read. */
static const char *read_counts(cn_log *log)
{
    const int64_t identity =
        cn_sql_number(log->db, "SELECT value FROM meta WHERE name = 'identity'");
    const int64_t commits = cn_sql_number(log->db, "SELECT value FROM meta WHERE name = 'commits'");
    if (identity < 0 || commits < 0) return "it is damaged (meta)";
    if ((uint64_t)commits < log->commits) return "it has lost transactions while it was in use";
    log->identity = (uint64_t)identity;
    log->commits = (uint64_t)commits;
    return NULL;
}

/* The key is on the disk before the file says that it is its own. */
static const char *renew_seal(cn_log *log, char *text, size_t size)
{
    char sql_text[300];
    const char *wrong = make_seal(log, text, size);
    if (wrong != NULL) return wrong;
    snprintf(sql_text, sizeof sql_text,
             "BEGIN IMMEDIATE; UPDATE meta SET value = %lld WHERE name = 'seal'; "
             "INSERT OR REPLACE INTO meta VALUES ('renewed', 1); COMMIT",
             (long long)cn_seal_mark(&log->seal));
    if (sqlite3_exec(log->db, sql_text, NULL, NULL, NULL) != SQLITE_OK) return why(log->db);
    log->renewed = true;
    return NULL;
}

/* A reader goes on without the key. */
static const char *match_seal(cn_log *log, char *text, size_t size)
{
    const int64_t mark = cn_sql_number(log->db, "SELECT value FROM meta WHERE name = 'seal'");
    const bool own = log->has_seal && mark == cn_seal_mark(&log->seal);
    log->renewed = cn_sql_number(log->db, "SELECT value FROM meta WHERE name = 'renewed'") == 1;
    if (mark < 0) return "it is damaged (meta)";
    if (!own && log->renews) return renew_seal(log, text, size);
    if (!own && !log->reader) {
        char key[CN_SEAL_PATH_BYTES];
        cn_seal_path(log->path, key);
        snprintf(text, size,
                 "its key file %.200s %s, and without the right one nobody can open the hands that "
                 "are being played: put it there, from where the backups are, or give them up "
                 "with `canasta new-key`",
                 key, log->has_seal ? "is that of another data file" : "is missing");
        return text;
    }
    log->has_seal = own;
    return NULL;
}

const char *cn_log_file_open(cn_log *log, char *text, size_t size)
{
    const char *wrong = NULL;
    if (cn_log_place_open(log->path, log->reader, &log->db) != SQLITE_OK)
        wrong = log->db == NULL ? "out of memory" : sqlite3_errmsg(log->db);
    sqlite3_busy_timeout(log->db, BUSY_MS);
    if (wrong == NULL) wrong = prepare_file(log, text, size);
    for (unsigned i = 0; wrong == NULL && i < CN_STATEMENTS; i++)
        if (sqlite3_prepare_v3(log->db, sql[i], -1, SQLITE_PREPARE_PERSISTENT, &log->stmt[i],
                               NULL) != SQLITE_OK)
            wrong = sqlite3_errmsg(log->db);
    if (wrong == NULL) wrong = read_counts(log);
    if (wrong == NULL) wrong = match_seal(log, text, size);
    if (wrong == NULL) return NULL;
    const bool damaged = sqlite3_errcode(log->db) == SQLITE_CORRUPT && wrong != text;
    if (wrong != text) snprintf(text, size, damaged ? "it is damaged (%s)" : "%s", wrong);
    cn_log_file_drop(log);
    return text;
}

const char *cn_log_file_open_settled(cn_log *log, char *text, size_t size)
{
    const char *wrong = cn_log_file_open(log, text, size);
    if (wrong != NULL) return wrong;
    log->doubt = log->doubt && !cn_log_file_settle(log->db, CN_LOG_VERSION);
    if (!log->doubt) return NULL;
    snprintf(text, size, "%s", why(log->db));
    cn_log_file_drop(log);
    return text;
}

bool cn_log_file_ready(cn_log *log)
{
    char text[CN_LOG_TEXT_MAX];
    if (log->db != NULL) return true;
    if (log->reader || cn_log_now_ms() - log->opened_ms < RETRY_MS) return false;
    log->opened_ms = cn_log_now_ms();
    return cn_log_file_open_settled(log, text, sizeof text) == NULL;
}

/* The key beside the data file, if there is one. */
static const char *read_seal(cn_log *log, char *text, size_t size)
{
    const cn_seal_status status = cn_seal_read(log->path, &log->seal);
    log->has_seal = status == CN_SEAL_READ;
    if (status != CN_SEAL_WRONG || log->reader) return NULL;
    char key[CN_SEAL_PATH_BYTES];
    cn_seal_path(log->path, key);
    snprintf(text, size, "its key file %.200s cannot be read, or holds no key of %d bytes", key,
             CN_SEAL_KEY_BYTES);
    return text;
}

/* Makes the file if there is none, and keeps other servers off it: one owner for each table. What
 * SQLite locks is of another kind, which it would lose if we closed this descriptor before it. */
static const char *lock_file(cn_log *log)
{
    log->lock = open(log->path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (log->lock < 0) return strerror(errno); /* SQLite says only "unable to open" */
    if (flock(log->lock, LOCK_EX | LOCK_NB) == 0) return NULL;
    return errno == EWOULDBLOCK ? ANOTHER : strerror(errno);
}

static const char *ask_witness(cn_log *log, bool accept_loss, char *text, size_t size)
{
    log->witness = cn_witness_open(log->path);
    const uint64_t seen = cn_witness_read(log->witness, log->identity);
    if (seen > log->commits) {
        snprintf(text, size,
                 "the last %llu transactions that were saved are not in it any more; to go on "
                 "without them, start once with --accept-loss",
                 (unsigned long long)(seen - log->commits));
        if (!accept_loss) return text;
        cn_notice(CN_WARNING, "transactions_lost",
                  "the data file {file} has lost its last {count} transactions",
                  CN_FACTS(CN_WORD("file", log->path), CN_NUMBER("count", (seen - log->commits))));
    }
    cn_witness_write(log->witness, log->identity, log->commits);
    return NULL;
}

static void free_log(cn_log *log)
{
    cn_log_close(log->archive);
    close_file(log);
    cn_witness_close(log->witness);
    cn_chain_free(log->chain);
    if (log->lock >= 0) close(log->lock);
    free(log->path);
    free(log);
}

static cn_log *make_log(const char *path, bool reader)
{
    cn_log *log = calloc(1, sizeof *log);
    if (log == NULL || (log->path = strdup(path)) == NULL) abort(); /* there is no memory */
    log->chain = cn_chain_make();
    log->reader = reader;
    log->lock = -1;
    log->well = true;
    return log;
}

static cn_log *give_out(cn_log *log, const char *wrong, char *message, size_t size)
{
    if (wrong == NULL) return log;
    snprintf(message, size, "the data file %s cannot be used: %s", log->path, wrong);
    free_log(log);
    return NULL;
}

static cn_log *open_writer(const char *path, bool accept_loss, bool renews, char *message,
                           size_t message_size)
{
    char text[CN_LOG_TEXT_MAX];
    cn_log *log = make_log(path, false);
    log->renews = renews;
    const char *wrong = lock_file(log);
    const int64_t end_ms = cn_log_now_ms() + BUSY_AT_OPEN_MS;
    log->doubt = true; /* who knows how it ended last time */
    if (wrong == NULL) wrong = cn_log_place_wrong(path);
    if (wrong == NULL) wrong = read_seal(log, text, sizeof text);
    if (wrong == NULL) {
        do wrong = cn_log_file_open_settled(log, text, sizeof text);
        while (wrong != NULL && strcmp(wrong, ANOTHER) == 0 && cn_log_now_ms() < end_ms);
    }
    if (wrong == NULL) wrong = ask_witness(log, accept_loss, text, sizeof text);
    if (wrong == NULL) cn_log_place_warn(path);
    return give_out(log, wrong, message, message_size);
}

cn_log *cn_log_open(const char *path, bool accept_loss, char *message, size_t message_size)
{
    return open_writer(path, accept_loss, false, message, message_size);
}

/* A key that is there is left alone: it may be the only one of another data file. */
static bool may_renew(const char *path, char *message, size_t size)
{
    cn_seal seal;
    const cn_seal_status status = cn_seal_read(path, &seal);
    if (access(path, F_OK) != 0)
        snprintf(message, size, "there is no data file %s", path);
    else if (status != CN_SEAL_NONE)
        snprintf(message, size,
                 "%s has a key file: where it is not the right one, move it away first", path);
    return access(path, F_OK) == 0 && status == CN_SEAL_NONE;
}

/* The archive first, so that whoever is interrupted can begin again. */
bool cn_log_renew_key(const char *path, char *message, size_t message_size)
{
    char archive[CN_SEAL_PATH_BYTES];
    if (!may_renew(path, message, message_size)) return false;
    const char *const paths[] = {archive, path};
    snprintf(message, message_size, "the data file %s cannot be written", path);
    snprintf(archive, sizeof archive, "%s-archive", path);
    for (unsigned i = 0; i < 2; i++) {
        if (i == 0 && access(archive, F_OK) != 0) continue;
        cn_log *log = open_writer(paths[i], false, true, message, message_size);
        if (log == NULL || !cn_log_close(log)) return false;
    }
    return true;
}

cn_log *cn_log_open_reader(const char *path, char *message, size_t message_size)
{
    char text[CN_LOG_TEXT_MAX];
    cn_log *log = make_log(path, true);
    const char *wrong = cn_log_place_wrong(path);
    if (wrong == NULL) wrong = read_seal(log, text, sizeof text);
    if (wrong == NULL) wrong = cn_log_file_open(log, text, sizeof text);
    return give_out(log, wrong, message, message_size);
}

bool cn_log_close(cn_log *log)
{
    if (log == NULL) return true;
    const bool saved = !log->doubt;
    if (log->db != NULL && !log->reader)
        sqlite3_wal_checkpoint_v2(log->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    free_log(log);
    return saved;
}
