/* Moving tables. Not here: as in the header.
 * Invariant: as in the header; the chain goes on in the archive as it was here, because a link is
 * made of the one before it and of the entry. */
#include "server/store/log_archive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/notice.h"
#include "server/store/log_head.h"
#include "server/store/log_row.h"

enum { STEP_ENTRIES = 100, PATH_BYTES = 4096 };

cn_log *cn_log_archive(cn_log *log)
{
    char path[PATH_BYTES], message[CN_LOG_TEXT_MAX + PATH_BYTES];
    if (log->archive != NULL) return log->archive;
    if (snprintf(path, sizeof path, "%s-archive", log->path) >= (int)sizeof path) return NULL;
    log->archive = log->reader ? cn_log_open_reader(path, message, sizeof message)
                               : cn_log_open(path, false, message, sizeof message);
    if (log->archive == NULL && !log->reader)
        cn_notice(CN_ERROR, "archive_unusable", "{message}", CN_FACTS(CN_WORD("message", message)));
    if (log->archive != NULL) log->archive->given_up = log->given_up;
    return log->archive;
}

bool cn_log_read_end(cn_log *log, const char *table, cn_log_end *end)
{
    cn_head head;
    cn_entry entry;
    if (!cn_log_file_ready(log) || cn_head_read(log, table, &head) != SQLITE_ROW) return false;
    sqlite3_stmt *stmt = log->stmt[CN_SQL_ENTRIES];
    cn_sql_bind_text(stmt, 1, table);
    sqlite3_bind_int64(stmt, 2, (int64_t)head.seq);
    const bool read = sqlite3_step(stmt) == SQLITE_ROW && cn_row_entry(stmt, &entry);
    if (read) *end = (cn_log_end){.seq = head.seq, .kind = entry.kind, .time = entry.time};
    sqlite3_reset(stmt);
    return read;
}

/* Entries on their way, with what they point at. */
typedef struct piece {
    unsigned count;
    cn_entry entry[STEP_ENTRIES];
} piece;

static const char *copy(const char *text)
{
    char *copied = text != NULL ? strdup(text) : NULL;
    if (text != NULL && copied == NULL) abort();
    return copied;
}

/* What is sealed moves as it is, so that the link stays the same: the archive has the same key. */
static const uint8_t *copy_sealed(const uint8_t *sealed)
{
    uint8_t *copied = sealed != NULL ? malloc(CN_SEALED_BYTES) : NULL;
    if (sealed != NULL && copied == NULL) abort();
    return sealed != NULL ? memcpy(copied, sealed, CN_SEALED_BYTES) : NULL;
}

/* All that an entry points at. */
static bool take(void *user, const cn_entry *entry)
{
    piece *p = user;
    cn_entry *taken = &p->entry[p->count++];
    *taken = *entry;
    taken->inst = copy(entry->inst);
    taken->body = copy(entry->body);
    taken->person = copy(entry->person);
    taken->base = copy(entry->base);
    taken->sealed = copy_sealed(entry->sealed);
    taken->secret = NULL;
    return true;
}

static void free_piece(piece *p)
{
    for (unsigned i = 0; i < p->count; i++) {
        free((char *)p->entry[i].inst);
        free((char *)p->entry[i].body);
        free((char *)p->entry[i].person);
        free((char *)p->entry[i].base);
        free((uint8_t *)p->entry[i].sealed);
    }
    free(p);
}

static bool append(cn_log *log, cn_batch batch)
{
    cn_batch *const batches[] = {&batch};
    cn_log_append(log, batches, 1);
    return batch.saved == CN_SAVED;
}

/* Copies what comes behind the end of the archive's list. */
static bool copy_some(cn_log *log, cn_log *archive, const char *table, const cn_head *there,
                      uint64_t last)
{
    piece *p = calloc(1, sizeof *p);
    if (p == NULL) abort();
    if (last > there->seq + STEP_ENTRIES) last = there->seq + STEP_ENTRIES;
    bool good = cn_log_visit_some(log, table, &there->link, there->seq + 1, last, take, p);
    good =
        good && append(archive, (cn_batch){.table = table, .entry = p->entry, .count = p->count});
    free_piece(p);
    return good;
}

static cn_entry marker(uint64_t seq)
{
    return (cn_entry){.seq = seq,
                      .kind = CN_ENTRY_ARCHIVED,
                      .seat = CN_NO_SEAT,
                      .body = "{}",
                      .base = "archived"};
}

/* From this entry on the table is in the archive. */
static bool end_here(cn_log *log, const char *table, uint64_t last)
{
    const cn_entry entry = marker(last + 1);
    return append(log, (cn_batch){.table = table, .entry = &entry, .count = 1});
}

/* The list begins anew with what ended it; its date stays. */
static bool begin_anew(cn_log *log, const char *table, int64_t time)
{
    cn_entry entry = marker(1);
    entry.time = time;
    return append(log, (cn_batch){.table = table, .entry = &entry, .count = 1, .anew = true});
}

/* What is here of a table that has moved: some of it at a time, the last two entries at once. */
static cn_archive_step erase_some(cn_log *log, const char *table, const cn_log_end *end)
{
    uint64_t first = 0;
    if (end->seq == 1) return CN_ARCHIVE_DONE;
    if (!cn_log_first_entry(log, table, &first)) return CN_ARCHIVE_FAILED;
    if (first + STEP_ENTRIES >= end->seq)
        return begin_anew(log, table, end->time) ? CN_ARCHIVE_DONE : CN_ARCHIVE_FAILED;
    return cn_log_erase_below(log, table, first + STEP_ENTRIES) ? CN_ARCHIVE_MORE
                                                                : CN_ARCHIVE_FAILED;
}

cn_archive_step cn_log_archive_step(cn_log *log, const char *table)
{
    cn_log_end end;
    cn_head here, there;
    cn_log *archive = cn_log_archive(log);
    if (archive == NULL || !cn_log_file_ready(archive)) return CN_ARCHIVE_FAILED;
    if (!cn_log_read_end(log, table, &end)) return CN_ARCHIVE_FAILED;
    if (end.kind == CN_ENTRY_ARCHIVED) return erase_some(log, table, &end);
    if (cn_head_read(log, table, &here) != SQLITE_ROW) return CN_ARCHIVE_FAILED;
    const int status = cn_head_read(archive, table, &there);
    if (status != SQLITE_ROW && status != SQLITE_DONE) return CN_ARCHIVE_FAILED;
    if (there.seq < here.seq)
        return copy_some(log, archive, table, &there, here.seq) ? CN_ARCHIVE_MORE
                                                                : CN_ARCHIVE_FAILED;
    if (there.seq != here.seq || !cn_digest_equal(&there.link, &here.link))
        return CN_ARCHIVE_FAILED;
    return end_here(log, table, here.seq) ? CN_ARCHIVE_MORE : CN_ARCHIVE_FAILED;
}
