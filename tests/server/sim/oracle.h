/* What every seat may have seen of a table, worked out from the log that is on the disk.
 * Not here: the server's tables. Invariant: a function of the entries alone. */
#ifndef CANASTA_TESTS_SIM_ORACLE_H
#define CANASTA_TESTS_SIM_ORACLE_H

#include "canasta/view.h"
#include "fair.h"
#include "server/base/lines.h"
#include "server/table/core.h"
#include "sim.h"

/* After an entry. */
typedef struct oracle_moment {
    cn_entry_kind kind;
    cn_hand_start start;
    size_t hand[CN_PLAYERS_MAX]; /* where the lines of the running hand begin ... */
    size_t from[CN_PLAYERS_MAX]; /* ... those of this entry ... */
    size_t to[CN_PLAYERS_MAX];   /* ... and end */
    uint64_t hash[CN_PLAYERS_MAX];
    uint8_t hand_seat[CN_PLAYERS_MAX];
    cn_fair_hash root; /* of the deck of this hand ... */
    cn_shown shown;    /* ... and who has been shown what of it */
} oracle_moment;

typedef struct oracle {
    sim *s;
    cn_core core;
    cn_view view[CN_PLAYERS_MAX];
    cn_lines lines[CN_PLAYERS_MAX];
    oracle_moment *moment; /* by number of the entry, from 1 */
    uint64_t seq;
    size_t room;
    fair_story fair;
} oracle;

oracle *oracle_make(sim *s, const char *table);
void oracle_free(oracle *o);
void oracle_follow(oracle *o, const cn_entry *entry);
/* The seat whose token this is, CN_NO_SEAT if nobody's. */
unsigned oracle_seat_of(const oracle *o, const char *token);

#endif
