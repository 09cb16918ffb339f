/* A chain of SHA-256 through rows: each link is made of the one before it and of all columns of its
 * row.
 * Not here: which columns a row has (log_row.h). Invariant: different rows are different bytes: a
 * value tells its type and its length before it comes, and NULL is not the empty text. */
#ifndef CANASTA_SERVER_CHAIN_H
#define CANASTA_SERVER_CHAIN_H

#include "server/base/secret.h"

typedef struct cn_chain cn_chain;

cn_chain *cn_chain_make(void);
void cn_chain_free(cn_chain *chain);

/* Begins the link behind `before`; a table's first one stands behind 32 zeros. */
void cn_chain_begin(cn_chain *chain, const cn_digest *before);
void cn_chain_null(cn_chain *chain);
void cn_chain_number(cn_chain *chain, int64_t number);
void cn_chain_text(cn_chain *chain, const void *text, size_t length);
void cn_chain_blob(cn_chain *chain, const void *bytes, size_t size);
cn_digest cn_chain_end(cn_chain *chain);

#endif
