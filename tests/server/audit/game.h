/* A table with some persons and some bots, and a walk at it.
 * Not here: windows. Invariant: seed and number decide everything. */
#ifndef CANASTA_TESTS_AUDIT_GAME_H
#define CANASTA_TESTS_AUDIT_GAME_H

#include "window.h"

enum { TWINS = 2 };

typedef struct game {
    const char *rules;
    unsigned players;
    company people;
    walk *w;
    cn_stream chance;
} game;

/* Rule sets take turns with the number, with every number of players; `only` NULL: all of them. */
void game_make(game *g, uint64_t seed, uint64_t number, const char *only);
void game_free(game *g);
/* A window before the walk's end, for somebody who is there. */
window game_window(game *g);

#endif
