/* What a hand begins from, as text: the base that stands with its deal in the log. Whoever reads it
 * needs no entry before the deal.
 * Not here: what entries do (core.h), where bases stand (log.h).
 * Invariant: a base and the entries behind it make what all entries make. */
#ifndef CANASTA_SERVER_BASE_H
#define CANASTA_SERVER_BASE_H

#include "server/table/core.h"
#include "server/table/shared.h"

typedef struct cn_base {
    cn_core core; /* the next hand is to be dealt */
    unsigned sheet_count;
    cn_hand_sheet sheet[CN_SHEETS_SHOWN_MAX];
} cn_base;

/* The base of a hand that is to be dealt, for the caller to free. NULL if it would not be read as
 * what it was written from; then the hand has none. */
char *cn_base_write(const cn_core *core, const cn_hand_sheet *sheet, unsigned sheet_count);
/* Of the table of that name. False if this program does not know a base of this version, or the
 * text is none. */
bool cn_base_read(const char *text, const char *table, cn_base *base);
/* Whether a base says of a table what its entries have made of it, score sheets aside; true of one
 * of another version. */
bool cn_base_agrees(const char *text, const cn_core *core);

#endif
