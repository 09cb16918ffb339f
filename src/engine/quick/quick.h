/* Steps made without an event: the commonest ones quickly, in their usual course.
 * Not here: what else they can lead to (give.c, settle.c).
 * Invariant: the state that the parts of cn_public_step leave. */
#ifndef CANASTA_QUICK_H
#define CANASTA_QUICK_H

#include "canasta/game.h"
#include "engine/turn/apply.h"

/* Makes a legal step that names no card. Quick are draws; a lay, a take or a discard that leaves
 * cards in hand, with the threes that the next seat lays out then, or a packet for a first canasta;
 * a question or an answer. What is seldom is made by cn_game_step. */
void cn_quick_step(cn_game *game, const cn_rules *rules, unsigned number);

/* The same with the cards that it names. */
void cn_quick_named(cn_game *game, const cn_rules *rules, cn_step step);

#endif
