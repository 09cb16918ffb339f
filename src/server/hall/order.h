/* New tables and seats, as entries of the log.
 * Not here: reading what was asked for (api.c). Invariant: a token is written as its digest. */
#ifndef CANASTA_SERVER_ORDER_H
#define CANASTA_SERVER_ORDER_H

#include "server/hall/hall.h"

/* Who a new table is for. Names, rules, seat and bot have been checked. */
typedef struct cn_table_order {
    const char *rules, *overrides, *name;
    const char *house; /* name of the house rules, "" if they have none */
    const char *bot;   /* who plays where nobody sits */
    bool hints;        /* pages may show what `book` would play */
    uint32_t pace_ms;
    unsigned player_count;
    unsigned seat;          /* of the maker */
    const cn_digest *token; /* the maker's */
} cn_table_order;

/* Makes the table and deals its first hand, so that nobody waits: bots sit in all other seats. As
 * cn_hall_open. */
bool cn_order_table(cn_hall *hall, const cn_table_order *order, cn_proposed *done, void *user);

/* Seats a human, or (token NULL) gives the seat to a bot. As cn_place_propose. */
void cn_order_seat(cn_place *place, unsigned seat, const char *name, const cn_digest *token,
                   cn_proposed *done, void *user);

#endif
