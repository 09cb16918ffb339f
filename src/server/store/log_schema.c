/* What stands in a data file of version 2, and how one of version 1 becomes one.
 * Not here: opening files, statements on rows. Invariant: a file is of one version or the other,
 * whenever and however the change ends. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "server/store/log_file.h"
#include "server/store/log_row.h"

/* Rows stand in the order of their tables, so that a hand is read in one piece. */
static const struct {
    const char *name, *sql;
} schema[] = {
    {"log", "CREATE TABLE log ("
            "table_id TEXT NOT NULL, seq INTEGER NOT NULL, kind TEXT NOT NULL, seat INTEGER, "
            "inst TEXT, n INTEGER, body_hash BLOB, body TEXT NOT NULL, time INTEGER NOT NULL, "
            "person TEXT, base TEXT, sealed BLOB, chain BLOB NOT NULL, "
            "PRIMARY KEY (table_id, seq)) STRICT, WITHOUT ROWID"},
    {"log_key", "CREATE UNIQUE INDEX log_key ON log (table_id, seat, inst, n) "
                "WHERE inst IS NOT NULL"},
    {"log_person", "CREATE INDEX log_person ON log (person, table_id) WHERE person IS NOT NULL"},
    {"head", "CREATE TABLE head (table_id TEXT NOT NULL PRIMARY KEY, seq INTEGER NOT NULL, "
             "chain BLOB NOT NULL, base_seq INTEGER NOT NULL) STRICT, WITHOUT ROWID"},
    {"meta", "CREATE TABLE meta (name TEXT NOT NULL PRIMARY KEY, value INTEGER NOT NULL) "
             "STRICT, WITHOUT ROWID"},
};
enum { SCHEMA = sizeof schema / sizeof schema[0] };

static bool run(sqlite3 *db, const char *text)
{
    return sqlite3_exec(db, text, NULL, NULL, NULL) == SQLITE_OK;
}

/* So that a witness of one file tells nothing of another. */
bool cn_log_file_set_identity(sqlite3 *db)
{
    char text[100];
    uint64_t identity;
    cn_secret_bytes(&identity, sizeof identity);
    snprintf(text, sizeof text, "INSERT OR REPLACE INTO meta VALUES ('identity', %" PRIu64 ")",
             identity >> 1);
    return run(db, text);
}

const char *cn_log_file_create(sqlite3 *db, const cn_seal *seal)
{
    char mark[100];
    snprintf(mark, sizeof mark, "INSERT INTO meta VALUES ('seal', %" PRId64 ")",
             cn_seal_mark(seal));
    for (unsigned i = 0; i < SCHEMA; i++)
        if (!run(db, schema[i].sql)) return sqlite3_errmsg(db);
    if (!run(db, "INSERT INTO meta VALUES ('commits', 0)") || !run(db, mark) ||
        !cn_log_file_set_identity(db) ||
        !run(db, "PRAGMA application_id = 1129206612; PRAGMA user_version = 2"))
        return sqlite3_errmsg(db);
    return NULL;
}

static bool is_made_so(sqlite3 *db, unsigned i)
{
    sqlite3_stmt *stmt = NULL;
    bool same = false;
    if (sqlite3_prepare_v2(db, "SELECT 1 FROM sqlite_schema WHERE name = ?1 AND sql = ?2", -1,
                           &stmt, NULL) == SQLITE_OK) {
        cn_sql_bind_text(stmt, 1, schema[i].name);
        cn_sql_bind_text(stmt, 2, schema[i].sql);
        same = sqlite3_step(stmt) == SQLITE_ROW;
    }
    sqlite3_finalize(stmt);
    return same;
}

/* From both ends, that is: the roots, and one way down from them. */
static const char *const looks[] = {
    "SELECT 1 FROM log ORDER BY table_id, seq LIMIT 1",
    "SELECT 1 FROM log ORDER BY table_id DESC, seq DESC LIMIT 1",
    "SELECT 1 FROM log INDEXED BY log_key WHERE inst IS NOT NULL ORDER BY table_id LIMIT 1",
    "SELECT 1 FROM log INDEXED BY log_key WHERE inst IS NOT NULL ORDER BY table_id DESC LIMIT 1",
    "SELECT 1 FROM log INDEXED BY log_person WHERE person IS NOT NULL ORDER BY person LIMIT 1",
    "SELECT 1 FROM log INDEXED BY log_person WHERE person IS NOT NULL ORDER BY person DESC LIMIT 1",
    "SELECT 1 FROM head ORDER BY table_id LIMIT 1",
    "SELECT 1 FROM head ORDER BY table_id DESC LIMIT 1",
    "SELECT 1 FROM meta ORDER BY name LIMIT 1",
};

static bool has_word(sqlite3 *db, const char *query, const char *word)
{
    sqlite3_stmt *stmt = NULL;
    bool same = false;
    if (sqlite3_prepare_v2(db, query, -1, &stmt, NULL) == SQLITE_OK &&
        sqlite3_step(stmt) == SQLITE_ROW)
        same = strcmp((const char *)sqlite3_column_text(stmt, 0), word) == 0;
    sqlite3_finalize(stmt);
    return same;
}

const char *cn_log_file_look(sqlite3 *db, char *text, size_t size)
{
    static const char damaged[] = "it is damaged (%s); `canasta check` tells what can be read";
    for (unsigned i = 0; i < SCHEMA; i++) {
        if (is_made_so(db, i)) continue;
        snprintf(text, size, damaged, schema[i].name);
        return text;
    }
    if (!has_word(db, "PRAGMA encoding", "UTF-8") || cn_sql_number(db, "PRAGMA auto_vacuum") != 0) {
        snprintf(text, size, damaged, "its first page");
        return text;
    }
    for (unsigned i = 0; i < sizeof looks / sizeof looks[0]; i++) {
        if (run(db, looks[i])) continue;
        snprintf(text, size, damaged, sqlite3_errmsg(db));
        return text;
    }
    return NULL;
}

/* What goes on while rows are carried over. */
typedef struct carrying {
    cn_chain *chain;
    sqlite3_stmt *from, *row, *head;
    char table[CN_LOG_TEXT_MAX];
    int64_t seq; /* 0: no table has begun */
    cn_digest link;
} carrying;

static bool put_head(carrying *c)
{
    if (c->seq == 0) return true;
    cn_sql_bind_text(c->head, 1, c->table);
    sqlite3_bind_int64(c->head, 2, c->seq);
    sqlite3_bind_blob(c->head, 3, c->link.byte, CN_DIGEST_BYTES, SQLITE_STATIC);
    const bool done = sqlite3_step(c->head) == SQLITE_DONE;
    return sqlite3_reset(c->head) == SQLITE_OK && done;
}

static bool put_row(carrying *c)
{
    const char *table = (const char *)sqlite3_column_text(c->from, CN_ROW_TABLE);
    if (table == NULL || strlen(table) >= sizeof c->table) return false;
    if (c->seq == 0 || strcmp(table, c->table) != 0) {
        if (!put_head(c)) return false;
        strcpy(c->table, table);
        c->link = (cn_digest){{0}};
    }
    c->link = cn_row_link_read(c->chain, &c->link, c->from, CN_ROW_PERSON);
    c->seq = sqlite3_column_int64(c->from, CN_ROW_SEQ);
    for (int i = 0; i < CN_ROW_PERSON; i++)
        sqlite3_bind_value(c->row, i + 1, sqlite3_column_value(c->from, i));
    sqlite3_bind_blob(c->row, CN_ROW_CHAIN + 1, c->link.byte, CN_DIGEST_BYTES, SQLITE_STATIC);
    const bool done = sqlite3_step(c->row) == SQLITE_DONE;
    return sqlite3_reset(c->row) == SQLITE_OK && done;
}

/* Table by table, with one row in memory at a time. */
static bool carry_rows(sqlite3 *db)
{
    carrying c = {.chain = cn_chain_make()};
    int status = SQLITE_ERROR;
    bool good =
        sqlite3_prepare_v2(db,
                           "SELECT table_id, seq, kind, seat, inst, n, body_hash, body, time "
                           "FROM log_1 ORDER BY table_id, seq",
                           -1, &c.from, NULL) == SQLITE_OK &&
        sqlite3_prepare_v2(db,
                           "INSERT INTO log (" CN_ROW_COLUMNS ") VALUES "
                           "(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, NULL, NULL, NULL, ?13)",
                           -1, &c.row, NULL) == SQLITE_OK &&
        sqlite3_prepare_v2(db, "INSERT INTO head VALUES (?1, ?2, ?3, 0)", -1, &c.head, NULL) ==
            SQLITE_OK;
    while (good && (status = sqlite3_step(c.from)) == SQLITE_ROW) good = put_row(&c);
    good = good && status == SQLITE_DONE && put_head(&c);
    sqlite3_finalize(c.from);
    sqlite3_finalize(c.row);
    sqlite3_finalize(c.head);
    cn_chain_free(c.chain);
    return good;
}

const char *cn_log_file_migrate(sqlite3 *db, const cn_seal *seal, char *text, size_t size)
{
    const bool done = run(db, "BEGIN IMMEDIATE") && run(db, "ALTER TABLE log RENAME TO log_1") &&
                      cn_log_file_create(db, seal) == NULL && carry_rows(db) &&
                      run(db, "DROP TABLE log_1; COMMIT");
    if (done) return NULL;
    const bool full =
        sqlite3_errcode(db) == SQLITE_FULL || sqlite3_extended_errcode(db) == SQLITE_IOERR_WRITE;
    snprintf(text, size,
             "it is of version 1 and cannot be brought to version 2: %s%s; nothing has changed",
             sqlite3_errmsg(db), full ? " (as much room is needed as the file has, twice)" : "");
    run(db, "ROLLBACK");
    return text;
}
