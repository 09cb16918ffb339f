/* The truth of one table and how an entry of its log changes it.
 * Not here: memory of events, connections, storage. Only the owner of a table (table.c) sees this.
 * Invariant: the core is a function of the entries; live play and replay run the same code. */
#ifndef CANASTA_SERVER_CORE_H
#define CANASTA_SERVER_CORE_H

#include "canasta/game.h"
#include "server/store/log.h"
#include "server/table/seat.h"
#include "server/table/shown.h"
#include "text/cards/play_text.h"
#include "text/house/house_text.h"
#include "text/records/fair_text.h"

typedef struct cn_core {
    cn_rules rules;
    cn_game game;
    cn_seat seat[CN_PLAYERS_MAX]; /* by person; five persons share four seats of a hand (P10) */
    uint32_t pace_ms;
    bool hints;                           /* pages may show what `book` would play */
    char invite[CN_KEY_CHARACTERS + 1];   /* to sit down */
    char watch[CN_KEY_CHARACTERS + 1];    /* to look on; empty: nobody may */
    bool watch_later;                     /* who looks on sees a hand once it is over */
    char maker[CN_PERSON_CHARACTERS + 1]; /* who made the table; empty in old logs */
    bool open;                            /* anybody may find it and sit down */
    bool paused;                          /* nobody plays */
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

/* A core that no entry has been applied to, of a table of that name. */
void cn_core_start(cn_core *core, const char *table);

/* Where the hand began: what a view starts from. */
typedef struct cn_hand_start {
    unsigned dealer;
    unsigned hands_played; /* before this hand */
    int32_t totals[CN_SIDES_MAX];
} cn_hand_start;

/* What an entry brought about. */
typedef struct cn_outcome {
    unsigned event_count;
    cn_event event[CN_PLAY_STEPS_MAX + 1]; /* the whole truth; to be projected for each seat */
    bool scored;
    cn_score score[CN_SIDES_MAX];
    cn_hand_start start; /* of DEAL entries */
} cn_outcome;

/* Applies an entry. False if it cannot follow; then the core is spoilt: work on a copy. */
bool cn_core_apply(cn_core *core, const cn_entry *entry, cn_outcome *outcome);

#endif
