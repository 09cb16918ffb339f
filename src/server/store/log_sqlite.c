/* The log in one SQLite file: WAL, synchronous=FULL, one writer.
 * Not here: what entries mean, and who may append; the file (log_file.c), reading (log_read.c).
 * Invariant: what is appended together is one transaction, with the heads of its tables and the
 * count of transactions; and the answers are what is on disk. */
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <sys/statvfs.h>
#include <time.h>

#include "server/base/bounds.h"
#include "server/base/notice.h"
#include "server/store/log_head.h"
#include "server/store/log_row.h"

enum { RETRY_MS = 1000 };

/* Says that a write failed. True if more than that is in doubt: a write that did not get as far as
 * the sync left nothing that could be read, then or later, because the mark of a commit is written
 * last; it is rolled back, and the file goes on. */
static bool note_failure(cn_log *log)
{
    const int error = sqlite3_extended_errcode(log->db);
    cn_notice(CN_ERROR, "write_failed", "the data file could not be written: {error}",
              CN_FACTS(CN_WORD("error", sqlite3_errmsg(log->db))));
    sqlite3_exec(log->db, "ROLLBACK", NULL, NULL, NULL);
    log->well = false;
    log->doubt = error != SQLITE_FULL && error != SQLITE_IOERR_WRITE && error != SQLITE_BUSY;
    return log->doubt;
}

/* Less than a transaction needs may still be enough for a mark. */
static bool has_room(const cn_log *log)
{
    struct statvfs disk;
    return statvfs(log->path, &disk) != 0 ||
           (uint64_t)disk.f_bavail * disk.f_frsize >= CN_STORE_ROOM_BYTES;
}

bool cn_log_well(cn_log *log)
{
    if (!has_room(log)) return false;
    if (cn_log_now_ms() - log->written_ms < RETRY_MS) return log->well;
    log->written_ms = cn_log_now_ms();
    log->well = cn_log_file_ready(log) && cn_log_file_mark(log->db, CN_LOG_VERSION);
    cn_log_file_fold(log);
    if (!log->well && log->db != NULL && note_failure(log)) cn_log_file_drop(log);
    return log->well;
}

/* Binds places 1 to 6 and 8, which APPEND and FIND_ENTRY share. */
static void bind_entry(sqlite3_stmt *stmt, const char *table, const cn_entry *entry)
{
    cn_sql_bind_text(stmt, CN_ROW_TABLE + 1, table);
    sqlite3_bind_int64(stmt, CN_ROW_SEQ + 1, (int64_t)entry->seq);
    cn_sql_bind_text(stmt, CN_ROW_KIND + 1, cn_entry_kind_name(entry->kind));
    if (entry->seat == CN_NO_SEAT)
        sqlite3_bind_null(stmt, CN_ROW_SEAT + 1);
    else
        sqlite3_bind_int(stmt, CN_ROW_SEAT + 1, (int)entry->seat);
    cn_sql_bind_text(stmt, CN_ROW_INST + 1, entry->inst);
    if (entry->inst == NULL)
        sqlite3_bind_null(stmt, CN_ROW_N + 1);
    else
        sqlite3_bind_int64(stmt, CN_ROW_N + 1, entry->n);
    cn_sql_bind_text(stmt, CN_ROW_BODY + 1, entry->body);
}

/* SQLITE_DONE; SQLITE_CONSTRAINT if its number or its key is taken, and nothing was changed. */
static int insert(cn_log *log, const char *table, const cn_entry *entry, const uint8_t *sealed,
                  const cn_digest *link)
{
    sqlite3_stmt *stmt = log->stmt[CN_SQL_APPEND];
    bind_entry(stmt, table, entry);
    if (entry->inst == NULL)
        sqlite3_bind_null(stmt, CN_ROW_BODY_HASH + 1);
    else
        sqlite3_bind_blob(stmt, CN_ROW_BODY_HASH + 1, entry->body_hash.byte, CN_DIGEST_BYTES,
                          SQLITE_STATIC);
    sqlite3_bind_int64(stmt, CN_ROW_TIME + 1, entry->time);
    cn_sql_bind_text(stmt, CN_ROW_PERSON + 1, entry->person);
    cn_sql_bind_text(stmt, CN_ROW_BASE + 1, entry->base);
    if (sealed == NULL)
        sqlite3_bind_null(stmt, CN_ROW_SEALED + 1);
    else
        sqlite3_bind_blob(stmt, CN_ROW_SEALED + 1, sealed, CN_SEALED_BYTES, SQLITE_STATIC);
    sqlite3_bind_blob(stmt, CN_ROW_CHAIN + 1, link->byte, CN_DIGEST_BYTES, SQLITE_STATIC);
    const int status = sqlite3_step(stmt);
    sqlite3_reset(stmt);
    return status;
}

/* Where the table's log ends: all is zero where it has not begun. The same link must stand with the
 * last entry. SQLITE_DONE, SQLITE_CONSTRAINT where the table is damaged, or an error. */
static int read_end(cn_log *log, const char *table, cn_head *head)
{
    cn_digest link;
    int status = cn_head_read(log, table, head);
    if (status != SQLITE_ROW) return status;
    status = cn_link_read(log, table, head->seq, &link);
    if (status == SQLITE_ROW && cn_digest_equal(&link, &head->link)) return SQLITE_DONE;
    return status == SQLITE_ROW || status == SQLITE_DONE ? SQLITE_CONSTRAINT : status;
}

/* Undoes what was inserted of a batch: all of its table from its first number on. */
static int take_back(cn_log *log, const cn_batch *batch)
{
    sqlite3_stmt *stmt = log->stmt[CN_SQL_TAKE_BACK];
    cn_sql_bind_text(stmt, 1, batch->table);
    sqlite3_bind_int64(stmt, 2, (int64_t)batch->entry[0].seq);
    const int status = sqlite3_step(stmt);
    sqlite3_reset(stmt);
    return status;
}

/* All that a table has, head and entries. */
static int erase(cn_log *log, const char *table)
{
    static const cn_statement all[] = {CN_SQL_TAKE_BACK, CN_SQL_NO_HEAD};
    int status = SQLITE_DONE;
    for (unsigned i = 0; status == SQLITE_DONE && i < sizeof all / sizeof all[0]; i++) {
        sqlite3_stmt *stmt = log->stmt[all[i]];
        cn_sql_bind_text(stmt, 1, table);
        if (all[i] == CN_SQL_TAKE_BACK) sqlite3_bind_int64(stmt, 2, 0);
        status = sqlite3_step(stmt);
        sqlite3_reset(stmt);
        log->erased = log->erased || sqlite3_changes(log->db) > 0;
    }
    return status;
}

/* What goes with a batch, once its entries are there. */
static int erase_others(cn_log *log, const cn_batch *batch)
{
    int status = SQLITE_DONE;
    for (const char *const *at = batch->goes; at != NULL && *at != NULL; at++)
        if (status == SQLITE_DONE) status = erase(log, *at);
    return status;
}

/* The entries of a batch, and the head behind them. */
static int insert_entries(cn_log *log, cn_batch *batch, cn_head *head)
{
    int status = SQLITE_DONE;
    uint8_t bytes[CN_SEALED_BYTES];
    for (unsigned i = 0; status == SQLITE_DONE && i < batch->count; i++) {
        cn_entry entry = batch->entry[i];
        assert(entry.seq == batch->entry[0].seq + i);
        if (entry.time == 0) entry.time = (int64_t)time(NULL);
        batch->time = entry.time;
        const bool seals = entry.secret != NULL && entry.sealed == NULL;
        if (seals) cn_seal_close(&log->seal, batch->table, &entry, bytes);
        const uint8_t *sealed = seals ? bytes : entry.sealed;
        head->link = cn_row_link(log->chain, &head->link, batch->table, &entry, sealed);
        head->seq = entry.seq;
        if (entry.base != NULL) head->base_seq = entry.seq;
        status = insert(log, batch->table, &entry, sealed, &head->link);
    }
    if (status == SQLITE_DONE) return cn_head_write(log, batch->table, head);
    if (status != SQLITE_CONSTRAINT) return status;
    status = take_back(log, batch);
    return status == SQLITE_DONE ? SQLITE_CONSTRAINT : status;
}

/* Inserts a batch: saved, should the transaction succeed. One that does not fit its table is left
 * out: unsure. An error if the transaction cannot go on. */
static int insert_batch(cn_log *log, cn_batch *batch)
{
    cn_head head;
    assert(batch->count > 0);
    int status = batch->anew ? erase(log, batch->table) : read_end(log, batch->table, &head);
    if (batch->anew) head = (cn_head){0};
    if (status == SQLITE_DONE && batch->entry[0].seq != head.seq + 1) status = SQLITE_CONSTRAINT;
    if (status == SQLITE_DONE) status = insert_entries(log, batch, &head);
    if (status == SQLITE_DONE) status = erase_others(log, batch);
    if (status == SQLITE_DONE) batch->saved = CN_SAVED;
    if (status == SQLITE_CONSTRAINT || cn_log_file_damaged(log, status)) batch->saved = CN_UNSURE;
    return status == SQLITE_DONE || status == SQLITE_CONSTRAINT ? SQLITE_OK : status;
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
    sqlite3_stmt *stmt = log->stmt[CN_SQL_FIND_ENTRY];
    bind_entry(stmt, table, entry);
    const int status = sqlite3_step(stmt);
    sqlite3_reset(stmt);
    return status;
}

/* What became of a commit whose sync failed: only the file can tell. What it does not show may come
 * forth later: the index of the write-ahead log, which others may have kept, does not know of it,
 * and whoever reads that log anew does. So it is settled in either case. */
static cn_saved find_out(cn_log *log, const char *table, const cn_entry *entry)
{
    char text[CN_LOG_TEXT_MAX];
    log->opened_ms = cn_log_now_ms();
    if (cn_log_file_open(log, text, sizeof text) != NULL) return CN_UNSURE;
    const int shown = look_for(log, table, entry);
    if ((shown == SQLITE_DONE || shown == SQLITE_ROW) &&
        cn_log_file_settle(log->db, CN_LOG_VERSION)) {
        log->doubt = false;
        return shown == SQLITE_DONE ? CN_NOT_SAVED : CN_SAVED;
    }
    cn_log_file_drop(log);
    return CN_UNSURE;
}

/* What a transaction that failed leaves behind. It is all there or not at all, so that one entry
 * tells for all of them; and if nothing was asked of the disk, nothing is there. */
static cn_saved give_up(cn_log *log, const cn_batch *inserted)
{
    if (!note_failure(log)) return CN_NOT_SAVED;
    cn_log_file_drop(log);
    return inserted == NULL ? CN_NOT_SAVED : find_out(log, inserted->table, &inserted->entry[0]);
}

static void answer(cn_batch *const batches[], unsigned count, cn_saved before, cn_saved saved)
{
    for (unsigned i = 0; i < count; i++)
        if (batches[i]->saved == before) batches[i]->saved = saved;
}

static int count_commit(cn_log *log)
{
    sqlite3_stmt *stmt = log->stmt[CN_SQL_SET_COMMITS];
    sqlite3_bind_int64(stmt, 1, (int64_t)log->commits + 1);
    const int status = sqlite3_step(stmt);
    sqlite3_reset(stmt);
    return status == SQLITE_DONE ? SQLITE_OK : status;
}

/* Begins a transaction of all batches that are not left out. SQLITE_OK or an error. */
static int insert_all(cn_log *log, cn_batch *const batches[], unsigned count)
{
    int status = sqlite3_exec(log->db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
    for (unsigned i = 0; status == SQLITE_OK && i < count; i++)
        if (batches[i]->saved != CN_UNSURE) status = insert_batch(log, batches[i]);
    return status;
}

/* The same; who meets a damaged place of the file is left out, and the others begin again. */
static int insert_sound(cn_log *log, cn_batch *const batches[], unsigned count)
{
    int status = insert_all(log, batches, count);
    for (unsigned i = 0; cn_log_file_damaged(log, status) && i < count; i++) {
        sqlite3_exec(log->db, "ROLLBACK", NULL, NULL, NULL);
        answer(batches, count, CN_SAVED, CN_NOT_SAVED);
        status = insert_all(log, batches, count);
    }
    return status;
}

bool cn_log_erase_below(cn_log *log, const char *table, uint64_t seq)
{
    if (!cn_log_file_ready(log)) return false;
    int status = sqlite3_exec(log->db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
    if (status == SQLITE_OK) {
        sqlite3_stmt *stmt = log->stmt[CN_SQL_ERASE_BELOW];
        cn_sql_bind_text(stmt, 1, table);
        sqlite3_bind_int64(stmt, 2, (int64_t)seq);
        status = sqlite3_step(stmt) == SQLITE_DONE ? SQLITE_OK : SQLITE_ERROR;
        sqlite3_reset(stmt);
    }
    if (status == SQLITE_OK) status = count_commit(log);
    if (status == SQLITE_OK) status = sqlite3_exec(log->db, "COMMIT", NULL, NULL, NULL);
    log->well = status == SQLITE_OK;
    if (log->well)
        cn_witness_write(log->witness, log->identity, ++log->commits);
    else
        give_up(log, NULL);
    return log->well;
}

static int commit(cn_log *log, cn_batch *const batches[], unsigned count)
{
    struct timespec began, end;
    clock_gettime(CLOCK_MONOTONIC, &began);
    const int status = sqlite3_exec(log->db, "COMMIT", NULL, NULL, NULL);
    clock_gettime(CLOCK_MONOTONIC, &end);
    for (unsigned i = 0; i < count; i++)
        batches[i]->sync_us = (uint64_t)((end.tv_sec - began.tv_sec) * 1000000 +
                                         (end.tv_nsec - began.tv_nsec) / 1000);
    return status;
}

void cn_log_append(cn_log *log, cn_batch *const batches[], unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        batches[i]->saved = CN_NOT_SAVED;
        batches[i]->sync_us = 0;
    }
    assert(!log->reader);
    if (!cn_log_file_ready(log)) {
        answer(batches, count, CN_NOT_SAVED, log->doubt ? CN_UNSURE : CN_NOT_SAVED);
        return;
    }
    int status = insert_sound(log, batches, count);
    const cn_batch *inserted = first_inserted(batches, count);
    if (status == SQLITE_OK && inserted == NULL) { /* this says nothing about the disk */
        sqlite3_exec(log->db, "ROLLBACK", NULL, NULL, NULL);
        return;
    }
    if (status == SQLITE_OK) status = count_commit(log);
    if (status == SQLITE_OK) status = commit(log, batches, count);
    log->well = status == SQLITE_OK;
    log->written_ms = cn_log_now_ms();
    if (log->well)
        cn_witness_write(log->witness, log->identity, ++log->commits);
    else
        answer(batches, count, CN_SAVED, give_up(log, inserted));
    cn_log_file_fold(log);
}
