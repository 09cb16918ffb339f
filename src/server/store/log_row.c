/* Rows of the log. Not here: as in the header.
 * Invariant: as in the header; a column of a type that none of ours has gives a link of its own. */
#include "server/store/log_row.h"

#include <string.h>

#include "server/store/seal.h"

static bool kind_from_name(const char *name, cn_entry_kind *kind)
{
    for (unsigned i = 0; name != NULL && i < CN_ENTRY_KINDS; i++) {
        if (strcmp(cn_entry_kind_name((cn_entry_kind)i), name) != 0) continue;
        *kind = (cn_entry_kind)i;
        return true;
    }
    return false;
}

static void link_text(cn_chain *chain, const char *text)
{
    if (text == NULL)
        cn_chain_null(chain);
    else
        cn_chain_text(chain, text, strlen(text));
}

cn_digest cn_row_link(cn_chain *chain, const cn_digest *before, const char *table,
                      const cn_entry *entry, const uint8_t *sealed)
{
    const bool keyed = entry->inst != NULL;
    cn_chain_begin(chain, before);
    link_text(chain, table);
    cn_chain_number(chain, (int64_t)entry->seq);
    link_text(chain, cn_entry_kind_name(entry->kind));
    if (entry->seat == CN_NO_SEAT)
        cn_chain_null(chain);
    else
        cn_chain_number(chain, (int64_t)entry->seat);
    link_text(chain, entry->inst);
    if (keyed)
        cn_chain_number(chain, (int64_t)entry->n);
    else
        cn_chain_null(chain);
    if (keyed)
        cn_chain_blob(chain, entry->body_hash.byte, CN_DIGEST_BYTES);
    else
        cn_chain_null(chain);
    link_text(chain, entry->body);
    cn_chain_number(chain, entry->time);
    link_text(chain, entry->person);
    link_text(chain, entry->base);
    if (sealed != NULL)
        cn_chain_blob(chain, sealed, CN_SEALED_BYTES);
    else
        cn_chain_null(chain);
    return cn_chain_end(chain);
}

static void link_column(cn_chain *chain, sqlite3_stmt *stmt, int column)
{
    switch (sqlite3_column_type(stmt, column)) {
    case SQLITE_INTEGER: cn_chain_number(chain, sqlite3_column_int64(stmt, column)); break;
    case SQLITE_NULL: cn_chain_null(chain); break;
    case SQLITE_TEXT: {
        const void *text = sqlite3_column_text(stmt, column);
        cn_chain_text(chain, text, (size_t)sqlite3_column_bytes(stmt, column));
        break;
    }
    default: { /* no column holds a number with a fraction */
        const void *bytes = sqlite3_column_blob(stmt, column);
        cn_chain_blob(chain, bytes, (size_t)sqlite3_column_bytes(stmt, column));
    }
    }
}

cn_digest cn_row_link_read(cn_chain *chain, const cn_digest *before, sqlite3_stmt *stmt,
                           unsigned count)
{
    cn_chain_begin(chain, before);
    for (unsigned i = 0; i < CN_ROW_LINKED; i++) {
        if (i < count)
            link_column(chain, stmt, (int)i);
        else
            cn_chain_null(chain);
    }
    return cn_chain_end(chain);
}

bool cn_row_digest(sqlite3_stmt *stmt, int column, cn_digest *digest)
{
    const void *bytes = sqlite3_column_blob(stmt, column);
    if (bytes == NULL || sqlite3_column_bytes(stmt, column) != CN_DIGEST_BYTES) return false;
    memcpy(digest->byte, bytes, CN_DIGEST_BYTES);
    return true;
}

static const char *text_of(sqlite3_stmt *stmt, int column)
{
    return (const char *)sqlite3_column_text(stmt, column);
}

bool cn_row_entry(sqlite3_stmt *stmt, cn_entry *entry)
{
    *entry = (cn_entry){.seq = (uint64_t)sqlite3_column_int64(stmt, CN_ROW_SEQ),
                        .seat = CN_NO_SEAT,
                        .inst = text_of(stmt, CN_ROW_INST),
                        .n = (uint32_t)sqlite3_column_int64(stmt, CN_ROW_N),
                        .body = text_of(stmt, CN_ROW_BODY),
                        .time = sqlite3_column_int64(stmt, CN_ROW_TIME),
                        .person = text_of(stmt, CN_ROW_PERSON),
                        .base = text_of(stmt, CN_ROW_BASE)};
    if (sqlite3_column_type(stmt, CN_ROW_SEAT) != SQLITE_NULL)
        entry->seat = (unsigned)sqlite3_column_int(stmt, CN_ROW_SEAT);
    if (entry->inst != NULL) cn_row_digest(stmt, CN_ROW_BODY_HASH, &entry->body_hash);
    return entry->body != NULL && kind_from_name(text_of(stmt, CN_ROW_KIND), &entry->kind);
}

const uint8_t *cn_row_sealed(sqlite3_stmt *stmt, bool *whole)
{
    const uint8_t *sealed = sqlite3_column_blob(stmt, CN_ROW_SEALED);
    *whole = sealed == NULL || sqlite3_column_bytes(stmt, CN_ROW_SEALED) == CN_SEALED_BYTES;
    return *whole ? sealed : NULL;
}
