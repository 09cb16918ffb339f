/* What a window is: whose, at which table, of which walk.
 * Not here: what is done in it (window.h). Invariant: it is not changed while it is run. */
#ifndef CANASTA_TESTS_AUDIT_SCENE_H
#define CANASTA_TESTS_AUDIT_SCENE_H

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

#endif
