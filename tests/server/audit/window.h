/* A stretch of a game at a live table, and all that one audience hears of it.
 * Not here: which games (walk.h), comparing (main.c). Invariant: what is done depends on the
 * window, and on what the audience itself is shown. */
#ifndef CANASTA_TESTS_AUDIT_WINDOW_H
#define CANASTA_TESTS_AUDIT_WINDOW_H

#include "../rig/rig.h"
#include "server/table/command.h"
#include "server/talk/routes.h"
#include "walk.h"

/* Who hears it. */
typedef enum hearer {
    HEARER_SEAT,
    HEARER_LIVE,    /* looks on */
    HEARER_LATER,   /* looks on at hands that are over */
    HEARER_INVITED, /* has a key of his own and an invitation, and nothing else */
    HEARER_COMING,  /* has taken a seat from the next hand on */
    HEARER_NOBODY,  /* has neither */
    HEARERS
} hearer;

/* How often something was asked for. */
enum { FRAME_KINDS = CN_FRAME_PING + 1 };
typedef struct visits {
    unsigned call[HEARERS][CN_ROUTES], good[CN_ROUTES], frame[HEARERS][FRAME_KINDS];
} visits;

/* People at a table, where they were made. */
typedef struct company {
    rig *home;
    char table[CN_ID_CHARACTERS + 1];
    char invite[CN_KEY_CHARACTERS + 1], watch[CN_KEY_CHARACTERS + 1];
    char token[CN_PLAYERS_MAX][CN_TOKEN_CHARACTERS + 1]; /* empty: a bot sits there */
    char guest[CN_TOKEN_CHARACTERS + 1];                 /* of somebody who has no seat */
    unsigned clock_s;
    bool later; /* who looks on does so at hands that are over */
    bool next;  /* a seat is had from the next hand on */
} company;

typedef struct window {
    const walk *w;
    const company *people;
    const char *table; /* a name that no other window has had */
    hearer hearer;
    unsigned audience; /* his seat; CN_WATCHER for all who have none */
    unsigned first;    /* so many entries are in the log when it begins */
    const char *deck;  /* of the running hand; NULL: as it was */
    bool fair;         /* deals are such that can be proven, and the audience asks for proofs */
    uint64_t seed;
    visits *visits; /* may be NULL */
    /* Told how long each answer to the audience took, in microseconds; may be NULL. */
    void (*timed)(void *user, double us);
    void *user;
} window;

/* Puts what the audience hears, and what else of it may depend on cards, behind `heard`. False if
 * the table did not take what the walk has played. */
bool window_run(rig *r, const window *w, rig_text *heard);

/* Blanks what proofs of fair deals have to show of a secret that differs between two decks: values
 * of the same length stand in their places. */
void window_mask(rig_text *heard);

/* The first call of the server that has no row in calls.c; NULL if all have. */
const char *window_unknown(void);
/* A call or kind of frame that some hearer has not met, or a call that was granted to nobody
 * (HEARERS). False if there is none. */
bool window_missed(const visits *v, char *out, size_t size);

#endif
