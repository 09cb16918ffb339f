/* What the files of a table share: what it is made of.
 * Not here: what others may ask of it (table.h). Invariant: only table.c follows entries. */
#ifndef CANASTA_SERVER_TABLE_INNER_H
#define CANASTA_SERVER_TABLE_INNER_H

#include "server/table/core.h"
#include "server/table/doers.h"
#include "server/table/prover.h"
#include "server/table/table.h"

struct cn_table {
    char id[CN_ID_CHARACTERS + 1];
    uint64_t seq, moved_seq, dealt_seq;
    unsigned still_count;
    cn_core core;
    cn_hand_start start;
    cn_view *view[CN_AUDIENCES]; /* NULL: nobody can sit there */
    cn_lines lines[CN_AUDIENCES];
    unsigned event_count; /* of the running hand */
    cn_doers doers;
    uint16_t fresh[CN_DECK_CARDS_MAX]; /* as core.shown.to, by the last entry with events */
    cn_prover *prover; /* what it keeps is no part of the table: asking may make it */
    cn_hand_sheet *sheet;
    unsigned sheet_count, sheet_capacity;
    unsigned present[CN_AUDIENCES]; /* open connections */
    int64_t away_since[CN_AUDIENCES];
    int64_t quiet_since;
    int64_t last_time;   /* of its last entry, in seconds since 1970 */
    int64_t archived_at; /* 0: it is here */
    uint32_t keep_days[2];
    unsigned deserted; /* hands its maker has left elsewhere */
    cn_stream stream;
};

/* Takes an entry that was read from the log, of which the first may have a base. False if it cannot
 * follow, or a view cannot follow it. */
bool cn_table_read(cn_table *table, const cn_entry *entry, cn_change *change);

#endif
