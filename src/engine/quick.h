/* The commonest steps - drawing, laying, discarding, questions - made without an event.
 * Not here: what else they can lead to (give.c, settle.c).
 * Invariant: the state that the parts of cn_public_step leave, or nothing done. */
#ifndef CANASTA_QUICK_H
#define CANASTA_QUICK_H

#include "canasta/game.h"

/* Makes a legal draw that brings no three and leaves a stock, a legal lay or discard that leaves a
 * card and after which nobody is due anything, a question or an answer. False, and nothing changes,
 * for every other step. */
bool cn_quick_step(cn_game *game, const cn_rules *rules, cn_step step);

#endif
