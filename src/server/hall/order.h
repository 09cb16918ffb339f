/* New tables and seats, as entries of the log.
 * Not here: reading what was asked for (api.c). Invariant: no name of a person is written. */
#ifndef CANASTA_SERVER_ORDER_H
#define CANASTA_SERVER_ORDER_H

#include "server/hall/hall.h"

/* Who a new table is for. Rules, seat and bot have been checked. */
typedef struct cn_table_order {
    const char *rules, *overrides;
    const char *house; /* name of the house rules, "" if they have none */
    const char *bot;   /* who plays where nobody sits */
    bool hints;        /* pages may show what `book` would play */
    uint32_t pace_ms;
    unsigned player_count;
    unsigned seat;       /* of the maker */
    const char *person;  /* the maker */
    bool joins_at_once;  /* who takes a bot's seat plays on with its cards */
    bool deals_at_once;  /* the first hand does not wait for `deal` */
    bool open;           /* anybody may find it and sit down */
    bool lesson;         /* all of this is the lesson's, and so is the deal */
    uint32_t clock_s;    /* for a turn; 0: as long as one likes */
    bool may_be_watched; /* there is an invitation to look on ... */
    bool watched_later;  /* ... at hands that are over */
} cn_table_order;

/* Makes the table, with bots in all other seats, and deals its first hand unless that is to wait.
 * As cn_hall_open. */
bool cn_order_table(cn_hall *hall, const cn_table_order *order, cn_proposed *done, void *user);

/* Seats a person, now or (`next`) with the next hand; NULL gives the seat to a bot. As
 * cn_place_propose. */
void cn_order_seat(cn_place *place, unsigned seat, const char *person, bool next, cn_proposed *done,
                   void *user);
/* A bot has the seat that a person has there, or is to have. False if there is none. */
bool cn_order_leave(cn_place *place, const char *person, cn_proposed *done, void *user);
/* Makes a new invitation to sit; the old one opens nothing any more. */
void cn_order_invite(cn_place *place, cn_proposed *done, void *user);
/* The same to look on: `live`, at hands that are over (`hand`), or (NULL) as it was before. */
void cn_order_watch(cn_place *place, const char *watching, cn_proposed *done, void *user);

#endif
