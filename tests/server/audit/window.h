/* A stretch of a game at a live table, and all that one audience hears of it.
 * Not here: which games (walk.h), comparing (main.c). Invariant: what is done depends on the
 * window, and on what the audience itself is shown. */
#ifndef CANASTA_TESTS_AUDIT_WINDOW_H
#define CANASTA_TESTS_AUDIT_WINDOW_H

#include "scene.h"

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
