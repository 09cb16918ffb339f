/* Where a table's log ends: the number and the link of its last entry, kept beside the entries.
 * Not here: the entries. Invariant: a head is written in the transaction of its last entry. */
#ifndef CANASTA_SERVER_LOG_HEAD_H
#define CANASTA_SERVER_LOG_HEAD_H

#include "server/store/log_file.h"

typedef struct cn_head {
    uint64_t seq;      /* 0: the log has not begun */
    uint64_t base_seq; /* of the last entry with a base, 0 if there is none */
    cn_digest link;
} cn_head;

/* SQLITE_ROW, SQLITE_DONE if there is none, which is then all zero, or an error: SQLITE_CORRUPT if
 * it is no head. */
int cn_head_read(cn_log *log, const char *table, cn_head *head);
/* SQLITE_DONE or an error. */
int cn_head_write(cn_log *log, const char *table, const cn_head *head);
/* The link saved with an entry; SQLITE_ROW, SQLITE_DONE if there is no such entry, or an error. */
int cn_link_read(cn_log *log, const char *table, uint64_t seq, cn_digest *link);

#endif
