/* Rows of the log (store/log_row.c): any values in any column, as a damaged file may hold them.
 * Not here: what entries do (entries.c). Invariant: what is read as an entry has the link of its
 * row, unless a value is of another type than we write. */
#include <sqlite3.h>

#include "fuzz.h"
#include "server/store/log_row.h"
#include "server/store/seal.h"

enum { TYPES = 5 };

typedef struct input {
    const uint8_t *at, *end;
} input;

static uint8_t byte_of(input *in)
{
    return in->at < in->end ? *in->at++ : 0;
}

/* Types are rarely others than ours, so that what is behind them is reached. */
static void bind(input *in, sqlite3_stmt *stmt, int column)
{
    static const char own[CN_ROW_LINKED + 1] = "tititibtittbb";
    static const char *const kinds[] = {"create", "seat",  "deal",   "play",  "rematch",
                                        "pace",   "pause", "invite", "person"};
    const uint8_t how = byte_of(in);
    char type = own[column];
    if (how >= 200) type = "nitbf"[how % TYPES];
    if (column == CN_ROW_SEALED && how < 100) type = 'n'; /* most have no secret */
    if (type == 'n') return;                              /* NULL */
    if (type == 'i' || type == 'f') {
        uint64_t bits = 0;
        for (unsigned i = how % 9; i > 0; i--) bits = bits << 8 | byte_of(in);
        const int64_t number = (int64_t)bits;
        if (type == 'i')
            sqlite3_bind_int64(stmt, column + 1, number);
        else
            sqlite3_bind_double(stmt, column + 1, (double)number / 7);
        return;
    }
    if (column == CN_ROW_KIND && how < 150) {
        sqlite3_bind_text(stmt, column + 1, kinds[how % 9], -1, SQLITE_STATIC);
        return;
    }
    const size_t own_length = column == CN_ROW_SEALED ? CN_SEALED_BYTES : CN_DIGEST_BYTES;
    size_t length = type == 'b' && how < 200 ? own_length : byte_of(in);
    if (length > (size_t)(in->end - in->at)) length = (size_t)(in->end - in->at);
    if (type == 't')
        sqlite3_bind_text(stmt, column + 1, (const char *)in->at, (int)length, SQLITE_TRANSIENT);
    else
        sqlite3_bind_blob(stmt, column + 1, in->at, (int)length, SQLITE_TRANSIENT);
    in->at += length;
}

static bool is_type(sqlite3_stmt *stmt, int column, int type)
{
    return sqlite3_column_type(stmt, column) == type;
}

/* A column of text as a program of ours writes it: without a zero byte. */
static bool is_text(sqlite3_stmt *stmt, int column, bool may_be_null)
{
    if (may_be_null && is_type(stmt, column, SQLITE_NULL)) return true;
    return is_type(stmt, column, SQLITE_TEXT) &&
           strlen((const char *)sqlite3_column_text(stmt, column)) ==
               (size_t)sqlite3_column_bytes(stmt, column);
}

static bool is_ours(sqlite3_stmt *stmt)
{
    const bool command = !is_type(stmt, CN_ROW_INST, SQLITE_NULL);
    const int64_t seat = sqlite3_column_int64(stmt, CN_ROW_SEAT);
    const int64_t n = sqlite3_column_int64(stmt, CN_ROW_N);
    return is_text(stmt, CN_ROW_TABLE, false) && is_type(stmt, CN_ROW_SEQ, SQLITE_INTEGER) &&
           is_text(stmt, CN_ROW_KIND, false) && is_text(stmt, CN_ROW_INST, true) &&
           (is_type(stmt, CN_ROW_SEAT, SQLITE_NULL) ||
            (is_type(stmt, CN_ROW_SEAT, SQLITE_INTEGER) && seat >= 0 && seat < CN_NO_SEAT)) &&
           is_type(stmt, CN_ROW_N, command ? SQLITE_INTEGER : SQLITE_NULL) && n >= 0 &&
           n <= UINT32_MAX &&
           is_type(stmt, CN_ROW_BODY_HASH, command ? SQLITE_BLOB : SQLITE_NULL) &&
           (!command || sqlite3_column_bytes(stmt, CN_ROW_BODY_HASH) == CN_DIGEST_BYTES) &&
           is_text(stmt, CN_ROW_BODY, false) && is_type(stmt, CN_ROW_TIME, SQLITE_INTEGER) &&
           is_text(stmt, CN_ROW_PERSON, true) && is_text(stmt, CN_ROW_BASE, true) &&
           (is_type(stmt, CN_ROW_SEALED, SQLITE_NULL) ||
            (is_type(stmt, CN_ROW_SEALED, SQLITE_BLOB) &&
             sqlite3_column_bytes(stmt, CN_ROW_SEALED) == CN_SEALED_BYTES));
}

static void check_row(sqlite3_stmt *stmt, cn_chain *chain)
{
    cn_entry entry;
    cn_digest zeros = {{0}}, stored;
    const bool ours = is_ours(stmt); /* reading may change what a column is taken for */
    const cn_digest link = cn_row_link_read(chain, &zeros, stmt, CN_ROW_LINKED);
    cn_row_digest(stmt, CN_ROW_CHAIN, &stored);
    if (!cn_row_entry(stmt, &entry)) return;
    MUST(entry.body != NULL && entry.kind < CN_ENTRY_KINDS);
    bool whole;
    const uint8_t *sealed = cn_row_sealed(stmt, &whole);
    if (!ours) return;
    MUST(whole);
    const char *table = (const char *)sqlite3_column_text(stmt, CN_ROW_TABLE);
    const cn_digest own = cn_row_link(chain, &zeros, table, &entry, sealed);
    MUST(cn_digest_equal(&own, &link));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static sqlite3 *db;
    static sqlite3_stmt *stmt;
    static cn_chain *chain;
    input in = {bytes, bytes + size};
    if (db == NULL) {
        MUST(sqlite3_open(":memory:", &db) == SQLITE_OK);
        MUST(sqlite3_prepare_v2(db, "SELECT ?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13", -1, &stmt,
                                NULL) == SQLITE_OK);
        chain = cn_chain_make();
    }
    for (int i = 0; i <= CN_ROW_LINKED; i++) bind(&in, stmt, i);
    MUST(sqlite3_step(stmt) == SQLITE_ROW);
    check_row(stmt, chain);
    sqlite3_reset(stmt);
    sqlite3_clear_bindings(stmt);
    return 0;
}
