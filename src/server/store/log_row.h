/* A row of the log: its columns, and its link in the chain.
 * Not here: statements. Invariant: the link of what is bound is the link of what is read. */
#ifndef CANASTA_SERVER_LOG_ROW_H
#define CANASTA_SERVER_LOG_ROW_H

#include <sqlite3.h>

#include "server/store/chain.h"
#include "server/store/log.h"

/* The columns that the link covers, in this order, and behind them the link. */
#define CN_ROW_COLUMNS                                                                             \
    "table_id, seq, kind, seat, inst, n, body_hash, body, time, person, base, sealed, chain"
enum {
    CN_ROW_TABLE,
    CN_ROW_SEQ,
    CN_ROW_KIND,
    CN_ROW_SEAT,
    CN_ROW_INST,
    CN_ROW_N,
    CN_ROW_BODY_HASH,
    CN_ROW_BODY,
    CN_ROW_TIME,
    CN_ROW_PERSON,
    CN_ROW_BASE,
    CN_ROW_SEALED,
    CN_ROW_CHAIN,
    CN_ROW_LINKED = CN_ROW_CHAIN
};

/* The link of an entry that is to be appended, with its secret as it was sealed (NULL: it has
 * none).
 */
cn_digest cn_row_link(cn_chain *chain, const cn_digest *before, const char *table,
                      const cn_entry *entry, const uint8_t *sealed);
/* The link of the row a statement stands at, whose first columns are those above; those from
 * `count` on are taken for NULL. */
cn_digest cn_row_link_read(cn_chain *chain, const cn_digest *before, sqlite3_stmt *stmt,
                           unsigned count);
/* False if the column holds no digest. */
bool cn_row_digest(sqlite3_stmt *stmt, int column, cn_digest *digest);
/* False if it is no entry. What it points at lasts until the statement goes on; its secret is left
 * out. */
bool cn_row_entry(sqlite3_stmt *stmt, cn_entry *entry);
/* What is sealed of it: NULL with `*whole` if there is nothing. */
const uint8_t *cn_row_sealed(sqlite3_stmt *stmt, bool *whole);

#endif
