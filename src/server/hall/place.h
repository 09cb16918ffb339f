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
    cn_wait *waiting;
    cn_listener *listeners;
    uint8_t free_votes[CN_PLAYERS_MAX], pause_votes; /* a bit for each seat that wants it */
    unsigned clock_seat; /* whose turn a bot plays because he took too long; CN_NO_SEAT */
    cn_place *open_next, **open_self; /* of the open ones */
    int64_t retry_ms;                 /* an unsure table is not read again before */
    cn_due due;
};

/* Has the heap know when something is due at this place (bots.c). */
void cn_place_schedule(cn_place *place);
/* Reads an unsure table again (hall.c). */
void cn_place_reload(cn_place *place);
cn_dues *cn_hall_dues(cn_hall *hall);

#endif
