/* The truth of one table: rules, game, who sits where, what is committed to.
 * Not here: what changes it (core.h, deals.h). Only the owner of a table (table.c) sees this.
 * Invariant: it is a function of the table's entries. */
#ifndef CANASTA_SERVER_STATE_H
#define CANASTA_SERVER_STATE_H

#include "canasta/game.h"
#include "server/store/log.h"
#include "server/table/seat.h"
#include "server/table/shown.h"
#include "text/house/house_text.h"
#include "text/records/fair_text.h"

typedef struct cn_core {
    cn_rules rules;
    cn_game game;
    cn_seat seat[CN_PLAYERS_MAX]; /* by person; five persons share four seats of a hand (P10) */
    uint32_t pace_ms;
    bool hints;                           /* pages may show what `book` would play */
    bool lesson;                          /* its deal is that of the lesson, in clear */
    char invite[CN_KEY_CHARACTERS + 1];   /* to sit down */
    char watch[CN_KEY_CHARACTERS + 1];    /* to look on; empty: nobody may */
    bool watch_later;                     /* who looks on sees a hand once it is over */
    char maker[CN_PERSON_CHARACTERS + 1]; /* who made the table; empty in old logs */
    bool quit;                            /* he left a hand to others, once: gave up his seat ... */
    int by_others;                        /* ... or has more plays there made for him than by him */
    bool open;                            /* anybody may find it and sit down */
    bool paused;                          /* nobody plays */
    /* Of a game with a limit of time: when its first hand was dealt, in seconds since 1970, later
     * by every pause; 0: not yet. */
    int64_t began;
    int64_t stood;      /* since when it pauses, 0: it does not */
    uint32_t clock_s;   /* so long a person may take for a turn; 0: as long as he likes */
    bool joins_at_once; /* who takes a bot's seat plays on with its cards */
    char bot[CN_BOT_WORD_MAX + 1]; /* who plays where nobody sits */
    char overrides[CN_OVERRIDES_BYTES_MAX + 1];
    char house[CN_HOUSE_NAME_BYTES + 1]; /* what these rules are called, "" if nothing */
    char table[CN_FAIR_TABLE_BYTES + 1]; /* its name: given, and in none of its entries */
    uint32_t deals;                      /* so far, those of earlier games too */
    cn_fair_deal next;  /* what was committed to for the next deal; number 0: nothing was */
    bool next_known;    /* its seed is known here */
    cn_fair_deal dealt; /* the last deal; number 0: none, or it stands in the log in clear */
    bool revealed;      /* its seed has been told */
    bool lost;          /* a hand was dealt whose seal nobody here can open: it counts for nothing,
                           and the table stands as it did before; not so at any base's deal */
    cn_shown shown;     /* of the last deal */
} cn_core;

#endif
