/* Reading the log: a table's entries, keys of commands, names of tables.
 * Not here: opening the file, appending. Invariant: nothing is given as read whose link in the
 * chain is not the one that was saved with it. */
#include <stdio.h>
#include <string.h>

#include "server/base/notice.h"
#include "server/store/log_archive.h"
#include "server/store/log_head.h"
#include "server/store/log_row.h"

enum { PIECE_ENTRIES = 500 }; /* read at a moment, of what is long */

/* Says it once, as long as not too many others are damaged. */
static void say_damage(cn_log *log, const char *table, uint64_t seq)
{
    for (unsigned i = 0; i < CN_DAMAGES_SAID; i++)
        if (strcmp(log->said[i], table) == 0) return;
    snprintf(log->said[log->said_next], CN_TABLE_NAME_MAX, "%s", table);
    log->said_next = (log->said_next + 1) % CN_DAMAGES_SAID;
    cn_notice(CN_ERROR, "table_damaged", "table {table}: its log is damaged at entry {entry}",
              CN_FACTS(CN_WORD("table", table), CN_NUMBER("entry", seq)));
}

/* The link that entry `seq` follows: zeros for the first one. Statuses of SQLite. */
static int link_before(cn_log *log, const char *table, uint64_t seq, cn_digest *link)
{
    *link = (cn_digest){{0}};
    return seq <= 1 ? SQLITE_ROW : cn_link_read(log, table, seq - 1, link);
}

/* Whether the row a statement stands at is entry `seq`, whose link follows `*link`; moves on. */
static bool follows(cn_log *log, sqlite3_stmt *stmt, uint64_t seq, cn_digest *link)
{
    cn_digest saved;
    *link = cn_row_link_read(log->chain, link, stmt, CN_ROW_LINKED);
    return (uint64_t)sqlite3_column_int64(stmt, CN_ROW_SEQ) == seq &&
           cn_row_digest(stmt, CN_ROW_CHAIN, &saved) && cn_digest_equal(&saved, link);
}

/* The secret of a deal without the key: it was told when the hand was over. False if it was not. */
static bool read_revealed(cn_log *log, const char *table, const cn_entry *entry,
                          uint8_t secret[CN_SECRET_BYTES])
{
    char hex[2 * CN_SECRET_BYTES + 1];
    unsigned deal = 0, revealed = 0;
    sqlite3_stmt *stmt = log->stmt[CN_SQL_REVEAL];
    cn_sql_bind_text(stmt, 1, table);
    sqlite3_bind_int64(stmt, 2, (int64_t)entry->seq);
    bool told = sqlite3_step(stmt) == SQLITE_ROW &&
                sscanf(entry->body, "{\"deal\":%u,", &deal) == 1 &&
                sscanf((const char *)sqlite3_column_text(stmt, 0),
                       "{\"deal\":%u,\"seed\":\"%192[0-9a-f]\"}", &revealed, hex) == 2 &&
                revealed == deal && strlen(hex) == 2 * CN_SECRET_BYTES;
    for (unsigned i = 0; told && i < CN_SECRET_BYTES; i++)
        told = sscanf(hex + 2 * i, "%2hhx", &secret[i]) == 1;
    sqlite3_reset(stmt);
    return told;
}

/* Gives the entry its secret, if it has one and somebody here can open it: the right key, or what
 * was revealed. SQLITE_ROW, or SQLITE_CORRUPT if what is sealed is not of this entry. */
static int unseal(cn_log *log, const char *table, sqlite3_stmt *stmt, cn_entry *entry,
                  uint8_t secret[CN_SECRET_BYTES])
{
    bool whole;
    const uint8_t *sealed = cn_row_sealed(stmt, &whole);
    if (!whole) return SQLITE_CORRUPT;
    entry->sealed = sealed;
    if (sealed == NULL) return SQLITE_ROW;
    const bool older = !log->has_seal || log->renewed;
    const bool open = (log->has_seal && cn_seal_open(&log->seal, table, entry, sealed, secret)) ||
                      (older && read_revealed(log, table, entry, secret));
    if (open) entry->secret = secret;
    return open || older ? SQLITE_ROW : SQLITE_CORRUPT;
}

/* Where reading begins: at the last base of all, at the first entry, or near one. */
typedef enum place { AT_BASE, AT_FIRST, NEAR } place;

typedef struct replaying {
    const char *table;
    place begin;
    uint64_t near; /* which one, and how many may be read then */
    unsigned most;
    uint64_t seq;  /* of the next entry */
    uint64_t upto; /* the last one to be visited now, 0: of all */
    cn_digest link;
    cn_entry_visit *each;
    void *user;
    int64_t count;
} replaying;

/* Visits the entries from r->seq on. SQLITE_DONE at their end, SQLITE_CORRUPT at one that is not
 * as it was saved, SQLITE_ABORT if it was refused. */
static int visit(cn_log *log, replaying *r)
{
    sqlite3_stmt *stmt = log->stmt[CN_SQL_ENTRIES];
    cn_sql_bind_text(stmt, 1, r->table);
    sqlite3_bind_int64(stmt, 2, (int64_t)r->seq);
    int status;
    uint8_t secret[CN_SECRET_BYTES];
    while ((status = sqlite3_step(stmt)) == SQLITE_ROW) {
        cn_entry entry;
        if (r->upto != 0 && r->seq > r->upto) {
            status = SQLITE_DONE;
            break;
        }
        if (!follows(log, stmt, r->seq, &r->link)) status = SQLITE_CORRUPT;
        if (status == SQLITE_ROW && !cn_row_entry(stmt, &entry)) status = SQLITE_ABORT;
        if (status == SQLITE_ROW) status = unseal(log, r->table, stmt, &entry, secret);
        if (status == SQLITE_ROW && !r->each(r->user, &entry)) status = SQLITE_ABORT;
        if (status != SQLITE_ROW) break;
        r->seq++;
        r->count++;
    }
    sqlite3_reset(stmt);
    return status;
}

/* The entry to begin with near another: SQLITE_ROW, or SQLITE_DONE where that is too far. */
static int find_near(cn_log *log, replaying *r, const cn_head *head)
{
    sqlite3_stmt *stmt = log->stmt[CN_SQL_BASE];
    const uint64_t behind = head->seq > r->most ? head->seq - r->most : 0;
    if (r->near > head->seq || r->near <= behind) return SQLITE_DONE;
    cn_sql_bind_text(stmt, 1, r->table);
    sqlite3_bind_int64(stmt, 2, (int64_t)r->near);
    sqlite3_bind_int64(stmt, 3, (int64_t)behind);
    int status = sqlite3_step(stmt);
    r->seq = status == SQLITE_ROW ? (uint64_t)sqlite3_column_int64(stmt, 0) : 1;
    if (status == SQLITE_DONE && behind == 0) status = SQLITE_ROW;
    sqlite3_reset(stmt);
    return status;
}

/* The entries of a table that has a head. SQLITE_EMPTY if they are too many. */
static int visit_all(cn_log *log, replaying *r, const cn_head *head)
{
    const bool whole = r->begin == AT_FIRST || head->base_seq == 0 || head->base_seq > head->seq;
    r->seq = whole ? 1 : head->base_seq;
    int status = r->begin == NEAR ? find_near(log, r, head) : SQLITE_ROW;
    if (status == SQLITE_DONE) return SQLITE_EMPTY;
    if (status == SQLITE_ROW) status = link_before(log, r->table, r->seq, &r->link);
    if (status == SQLITE_DONE) status = SQLITE_CORRUPT; /* it is missing */
    if (status != SQLITE_ROW) return status;
    status = visit(log, r);
    const bool at_head = r->seq == head->seq + 1 && cn_digest_equal(&r->link, &head->link);
    return status == SQLITE_DONE && !at_head ? SQLITE_CORRUPT : status;
}

/* A table without a head has no entries: SQLITE_DONE. */
static int visit_none(cn_log *log, const char *table)
{
    sqlite3_stmt *stmt = log->stmt[CN_SQL_ENTRIES];
    cn_sql_bind_text(stmt, 1, table);
    sqlite3_bind_int64(stmt, 2, 0);
    const int status = sqlite3_step(stmt);
    sqlite3_reset(stmt);
    return status == SQLITE_ROW ? SQLITE_CORRUPT : status;
}

static int64_t result_of(cn_log *log, const replaying *r, int status)
{
    if (status == SQLITE_DONE) return r->count;
    if (status == SQLITE_ABORT) return CN_REPLAY_REFUSED;
    if (status == SQLITE_EMPTY) return CN_REPLAY_FAR;
    if (!cn_log_file_damaged(log, status)) return CN_REPLAY_UNREADABLE;
    say_damage(log, r->table, r->seq);
    return CN_REPLAY_DAMAGED;
}

static int64_t replay(cn_log *log, replaying *r)
{
    cn_head head;
    int status = cn_head_read(log, r->table, &head);
    if (status == SQLITE_ROW)
        status = visit_all(log, r, &head);
    else if (status == SQLITE_DONE)
        status = visit_none(log, r->table);
    return result_of(log, r, status);
}

/* All that is read is of one moment: others may read while the server writes. */
static int64_t replay_at_once(cn_log *log, replaying r)
{
    if (!cn_log_file_ready(log)) return CN_REPLAY_UNREADABLE;
    if (sqlite3_exec(log->db, "BEGIN", NULL, NULL, NULL) != SQLITE_OK) return CN_REPLAY_UNREADABLE;
    const int64_t result = replay(log, &r);
    sqlite3_exec(log->db, "COMMIT", NULL, NULL, NULL);
    if (result == CN_REPLAY_UNREADABLE && cn_log_file_unreadable(log)) cn_log_file_drop(log);
    return result;
}

int64_t cn_log_replay(cn_log *log, const char *table, cn_entry_visit *each, void *user)
{
    return replay_at_once(log, (replaying){.table = table, .seq = 1, .each = each, .user = user});
}

int64_t cn_log_replay_whole(cn_log *log, const char *table, cn_entry_visit *each, void *user)
{
    return replay_at_once(
        log, (replaying){.table = table, .begin = AT_FIRST, .seq = 1, .each = each, .user = user});
}

int64_t cn_log_replay_near(cn_log *log, const char *table, uint64_t seq, unsigned most,
                           cn_entry_visit *each, void *user)
{
    return replay_at_once(log, (replaying){.table = table,
                                           .begin = NEAR,
                                           .near = seq,
                                           .most = most,
                                           .seq = 1,
                                           .each = each,
                                           .user = user});
}

bool cn_log_visit_some(cn_log *log, const char *table, const cn_digest *before, uint64_t first,
                       uint64_t last, cn_entry_visit *each, void *user)
{
    replaying r = {
        .table = table, .link = *before, .seq = first, .upto = last, .each = each, .user = user};
    return cn_log_file_ready(log) && visit(log, &r) == SQLITE_DONE && r.seq == last + 1;
}

bool cn_log_first_entry(cn_log *log, const char *table, uint64_t *seq)
{
    if (!cn_log_file_ready(log)) return false;
    sqlite3_stmt *stmt = log->stmt[CN_SQL_FIRST];
    cn_sql_bind_text(stmt, 1, table);
    const bool found = sqlite3_step(stmt) == SQLITE_ROW;
    if (found) *seq = (uint64_t)sqlite3_column_int64(stmt, 0);
    sqlite3_reset(stmt);
    return found;
}

/* A table that moves to the archive meanwhile is not damaged. */
static bool moves(cn_log *log, const char *table)
{
    cn_log_end end;
    return cn_log_read_end(log, table, &end) && end.kind == CN_ENTRY_ARCHIVED;
}

/* The next piece of a long log: SQLITE_DONE, or an error. */
static int visit_piece(cn_log *log, replaying *r, uint64_t last)
{
    cn_head head;
    if (sqlite3_exec(log->db, "BEGIN", NULL, NULL, NULL) != SQLITE_OK) return SQLITE_BUSY;
    int status = cn_head_read(log, r->table, &head);
    if (status == SQLITE_ROW) status = head.seq < last ? SQLITE_CORRUPT : visit(log, r);
    const bool at_head = r->seq == head.seq + 1;
    if (status == SQLITE_DONE &&
        (r->seq != r->upto + 1 || (at_head && !cn_digest_equal(&r->link, &head.link))))
        status = SQLITE_CORRUPT;
    sqlite3_exec(log->db, "COMMIT", NULL, NULL, NULL);
    return status;
}

int64_t cn_log_replay_slowly(cn_log *log, const char *table, uint64_t upto, cn_entry_visit *each,
                             void *user)
{
    int status = SQLITE_DONE;
    replaying r = {.table = table, .seq = 1, .each = each, .user = user};
    if (!cn_log_file_ready(log)) return CN_REPLAY_UNREADABLE;
    while (status == SQLITE_DONE && r.seq <= upto) {
        r.upto = r.seq + PIECE_ENTRIES - 1 < upto ? r.seq + PIECE_ENTRIES - 1 : upto;
        status = visit_piece(log, &r, upto);
        if (log->given_up != NULL && *log->given_up) return CN_REPLAY_UNREADABLE;
    }
    if (status == SQLITE_CORRUPT && moves(log, table)) status = SQLITE_BUSY;
    return result_of(log, &r, status);
}

/* What an index says of an entry is believed when the entry itself says so. */
typedef struct key {
    unsigned seat;
    const char *inst;
    uint32_t n;
    cn_digest hash;
} key;

static bool read_key(cn_log *log, const char *table, uint64_t seq, key *out)
{
    cn_digest link;
    cn_entry entry = {0};
    bool good = false;
    if (link_before(log, table, seq, &link) == SQLITE_ROW) {
        sqlite3_stmt *stmt = log->stmt[CN_SQL_ENTRIES];
        cn_sql_bind_text(stmt, 1, table);
        sqlite3_bind_int64(stmt, 2, (int64_t)seq);
        good = sqlite3_step(stmt) == SQLITE_ROW && follows(log, stmt, seq, &link) &&
               cn_row_entry(stmt, &entry) && entry.seat == out->seat && entry.n == out->n &&
               entry.inst != NULL && strcmp(entry.inst, out->inst) == 0;
        out->hash = entry.body_hash;
        sqlite3_reset(stmt);
    }
    if (!good) say_damage(log, table, seq);
    return good;
}

cn_key_state cn_log_key(cn_log *log, const char *table, unsigned seat, const char *inst, uint32_t n,
                        uint64_t *seq, cn_digest *hash)
{
    if (!cn_log_file_ready(log)) return CN_KEY_FAILED;
    sqlite3_stmt *stmt = log->stmt[CN_SQL_FIND_KEY];
    cn_sql_bind_text(stmt, 1, table);
    sqlite3_bind_int(stmt, 2, (int)seat);
    cn_sql_bind_text(stmt, 3, inst);
    sqlite3_bind_int64(stmt, 4, n);
    const int status = sqlite3_step(stmt);
    if (status == SQLITE_ROW) *seq = (uint64_t)sqlite3_column_int64(stmt, 0);
    sqlite3_reset(stmt);
    if (status == SQLITE_ROW) {
        key found = {.seat = seat, .inst = inst, .n = n};
        if (!read_key(log, table, *seq, &found)) return CN_KEY_FAILED;
        *hash = found.hash;
        return CN_KEY_USED;
    }
    uint32_t last_n = 0;
    if (status != SQLITE_DONE || !cn_log_last_n(log, table, seat, inst, &last_n))
        return CN_KEY_FAILED;
    return n < last_n ? CN_KEY_OLD : CN_KEY_NEW;
}

bool cn_log_last_n(cn_log *log, const char *table, unsigned seat, const char *inst,
                   uint32_t *last_n)
{
    if (!cn_log_file_ready(log)) return false;
    sqlite3_stmt *stmt = log->stmt[CN_SQL_LAST_N];
    uint64_t seq = 0;
    cn_sql_bind_text(stmt, 1, table);
    sqlite3_bind_int(stmt, 2, (int)seat);
    cn_sql_bind_text(stmt, 3, inst);
    const int status = sqlite3_step(stmt);
    key found = {.seat = seat, .inst = inst};
    if (status == SQLITE_ROW) {
        seq = (uint64_t)sqlite3_column_int64(stmt, 0);
        found.n = (uint32_t)sqlite3_column_int64(stmt, 1);
    }
    sqlite3_reset(stmt);
    *last_n = found.n;
    return status == SQLITE_DONE || (status == SQLITE_ROW && read_key(log, table, seq, &found));
}

/* The name behind `after` by one of the two lists. */
static int read_name(cn_log *log, cn_statement which, const char *after, char *name, size_t size)
{
    sqlite3_stmt *stmt = log->stmt[which];
    cn_sql_bind_text(stmt, 1, after);
    const int status = sqlite3_step(stmt);
    const char *text = status == SQLITE_ROW ? (const char *)sqlite3_column_text(stmt, 0) : NULL;
    snprintf(name, size, "%s", text != NULL ? text : "");
    sqlite3_reset(stmt);
    return status == SQLITE_ROW ? 1 : status == SQLITE_DONE ? 0 : CN_REPLAY_UNREADABLE;
}

int cn_log_next_table(cn_log *log, const char *after, char *name, size_t size)
{
    char other[CN_LOG_TEXT_MAX];
    if (!cn_log_file_ready(log)) return CN_REPLAY_UNREADABLE;
    const int by_head = read_name(log, CN_SQL_NEXT_HEAD, after, name, size);
    const int by_entry = read_name(log, CN_SQL_NEXT_ENTRY, after, other, sizeof other);
    if (by_head < 0 || by_entry < 0) return CN_REPLAY_UNREADABLE;
    if (by_entry == 1 && (by_head == 0 || strcmp(other, name) < 0))
        snprintf(name, size, "%s", other);
    return by_head | by_entry;
}

bool cn_log_check_file(cn_log *log, cn_log_complaint *tell, void *user)
{
    bool sound = false;
    sqlite3_stmt *stmt = NULL;
    if (!cn_log_file_ready(log)) return false;
    int status = sqlite3_prepare_v2(log->db, "PRAGMA integrity_check(20)", -1, &stmt, NULL);
    while (status == SQLITE_OK && (status = sqlite3_step(stmt)) == SQLITE_ROW) {
        const char *line = (const char *)sqlite3_column_text(stmt, 0);
        sound = line != NULL && strcmp(line, "ok") == 0;
        if (!sound) tell(user, "-", line != NULL ? line : "");
        status = SQLITE_OK;
    }
    sqlite3_finalize(stmt);
    if (status != SQLITE_DONE) tell(user, "-", sqlite3_errmsg(log->db));
    return sound && status == SQLITE_DONE;
}
