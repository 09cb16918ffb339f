/* What the files of this room share: a place in the hall.
 * Not here: what others may do with it (hall.h).
 * Invariant: a place is in the list of idle ones if and only if nobody needs it. */
#ifndef CANASTA_SERVER_PLACE_H
#define CANASTA_SERVER_PLACE_H

#include "server/hall/due.h"
#include "server/hall/hall.h"

enum { CN_STORE_RETRY_MS = 1000 };

typedef struct cn_proposal cn_proposal;
typedef struct cn_loading cn_loading;
typedef struct cn_thought cn_thought;

struct cn_place {
    cn_hall *hall;
    char id[CN_ID_CHARACTERS + 1];
    cn_table *table;            /* NULL until it has been read */
    cn_program_table *programs; /* NULL: its bots are players of ours */
    cn_place *next, **self;     /* of those with the same hash; self NULL: not known by name yet */
    cn_place *newer, *older;    /* of the idle ones */
    bool idle, unsure;
    bool paused;           /* the same, and the disk is to blame: it is counted */
    int64_t archived_at;   /* of one that cannot be opened any more */
    bool held;             /* somebody is being served by it */
    cn_loading *loading;   /* it is being read */
    cn_proposal *proposal; /* a change that is on its way to the log */
    size_t grown_bytes;    /* of its log, that nobody was charged for */
    cn_wait *waiting, **waiting_end;
    cn_listener *listeners;
    uint8_t free_votes[CN_PLAYERS_MAX], pause_votes; /* a bit for each seat that wants it */
    unsigned clock_seat; /* whose turn a bot plays because he took too long; CN_NO_SEAT */
    bool going;          /* somebody is there, and the game is not paused ... */
    int64_t going_ms;    /* ... since then */
    uint64_t lent_seq;   /* who came back to his turn behind this entry ... */
    int64_t lent_ms;     /* ... has until then, if his clock has run out */
    cn_place *open_next, **open_self; /* of the open ones */
    unsigned tree;       /* its place in the ring of those with a tree, if it is there */
    cn_thought *thought; /* what a bot is to play, where that is thought out beside the loop */
    bool takes_long;     /* what is done beside the loop has taken long here */
    int64_t retry_ms;    /* an unsure table is not read again before */
    cn_due due;
};

/* The tables in memory (hall.c). NULL if that one is not. */
cn_place *cn_hall_known(cn_hall *hall, const char *id);
/* One more, if need be in the room of the table longest idle. NULL if all are needed. */
cn_place *cn_place_make(cn_hall *hall, const char *id);
/* From now on it is found by its name. */
void cn_place_enter(cn_place *place);
/* Puts the place into the row of idle ones, or takes it out and, if it is open, into the list of
 * those that may be found: by whether anybody needs it. */
void cn_place_settle(cn_place *place);
void cn_place_put_away(cn_place *place);
void cn_hall_wake(const cn_hall *hall);
bool cn_hall_is_closed(const cn_hall *hall);
cn_store *cn_hall_store(const cn_hall *hall);
cn_hall_state *cn_hall_counts(cn_hall *hall);
cn_dues *cn_hall_dues(cn_hall *hall);

/* Whether the table may be judged by (waiting.c). */
bool cn_place_is_free(const cn_place *place);
/* Serves who waits, up to one that changes something. */
void cn_place_serve(cn_place *place);
/* Nobody waits any more: the table cannot be judged by. */
void cn_place_send_off(cn_place *place, const char *code);

/* Reads an unsure table again (loading.c). */
void cn_place_reload(cn_place *place);
/* The table may be behind its log from now on. */
void cn_place_set_unsure(cn_place *place);
/* From now on this is its table. */
void cn_place_set_table(cn_place *place, cn_table *table);

/* Writes what the bot of a seat plays, which is to act; false if that is still thought about: the
 * place is scheduled when it is known (thinking.c). */
bool cn_place_think(cn_place *place, unsigned seat, char *text, size_t size);
/* Whether that would take a thought that has not been begun; and begins it, before it is needed. */
bool cn_place_wants_thought(const cn_place *place, unsigned seat);
void cn_place_think_ahead(cn_place *place, unsigned seat);
bool cn_place_thinks(const cn_place *place);
/* What the game has moved on from is thought about no longer. */
void cn_place_check_thought(cn_place *place);
void cn_place_forget_thought(cn_place *place);

/* Has the heap know when something is due at this place (bots.c). */
void cn_place_schedule(cn_place *place);
/* Since when the play that is due might have been made (bots.c). */
int64_t cn_place_due_since(const cn_place *place);
/* Somebody has come to a seat whose turn it may be (bots.c). */
void cn_place_lend_time(cn_place *place, unsigned seat);
/* Who sat there has gone: his votes count no more (votes.c). */
void cn_place_forget_voter(cn_place *place, unsigned voter);

#endif
