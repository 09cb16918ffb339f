/* A stretch of a game at a live table, and all that one audience hears of it.
 * Not here: which games (walk.h), comparing (main.c). Invariant: what is done depends on the
 * window, and on what the audience itself is shown. */
#ifndef CANASTA_TESTS_AUDIT_WINDOW_H
#define CANASTA_TESTS_AUDIT_WINDOW_H

#include "../rig/rig.h"
#include "walk.h"

/* People at a table. */
typedef struct company {
    char invite[CN_KEY_CHARACTERS + 1], watch[CN_KEY_CHARACTERS + 1];
    char token[CN_PLAYERS_MAX][CN_TOKEN_CHARACTERS + 1]; /* empty: a bot sits there */
    unsigned clock_s;
} company;

typedef struct window {
    const walk *w;
    const company *people;
    const char *table; /* a name that no other window has had */
    unsigned audience;
    unsigned first;   /* so many entries are in the log when it begins */
    const char *deck; /* of the running hand; NULL: as it was */
    bool fair;        /* deals are such that can be proven, and the audience asks for proofs */
    uint64_t seed;
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

#endif
