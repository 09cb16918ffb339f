/* Heads of tables. Not here: as in the header. Invariant: as in the header. */
#include "server/store/log_head.h"

#include "server/store/log_row.h"

int cn_head_read(cn_log *log, const char *table, cn_head *head)
{
    sqlite3_stmt *stmt = log->stmt[CN_SQL_HEAD];
    *head = (cn_head){0};
    cn_sql_bind_text(stmt, 1, table);
    int status = sqlite3_step(stmt);
    if (status == SQLITE_ROW) {
        head->seq = (uint64_t)sqlite3_column_int64(stmt, 0);
        head->base_seq = (uint64_t)sqlite3_column_int64(stmt, 2);
        if (!cn_row_digest(stmt, 1, &head->link) || head->seq == 0) status = SQLITE_CORRUPT;
    }
    sqlite3_reset(stmt);
    return status;
}

int cn_head_write(cn_log *log, const char *table, const cn_head *head)
{
    sqlite3_stmt *stmt = log->stmt[CN_SQL_SET_HEAD];
    cn_sql_bind_text(stmt, 1, table);
    sqlite3_bind_int64(stmt, 2, (int64_t)head->seq);
    sqlite3_bind_blob(stmt, 3, head->link.byte, CN_DIGEST_BYTES, SQLITE_STATIC);
    sqlite3_bind_int64(stmt, 4, (int64_t)head->base_seq);
    const int status = sqlite3_step(stmt);
    sqlite3_reset(stmt);
    return status;
}

int cn_link_read(cn_log *log, const char *table, uint64_t seq, cn_digest *link)
{
    sqlite3_stmt *stmt = log->stmt[CN_SQL_LINK];
    cn_sql_bind_text(stmt, 1, table);
    sqlite3_bind_int64(stmt, 2, (int64_t)seq);
    int status = sqlite3_step(stmt);
    if (status == SQLITE_ROW && !cn_row_digest(stmt, 0, link)) status = SQLITE_CORRUPT;
    sqlite3_reset(stmt);
    return status;
}
