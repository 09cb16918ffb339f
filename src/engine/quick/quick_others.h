/* Steps of rules that are not plain made without an event, in their usual course.
 * Not here: plain rules (quick_melds.h), all other steps (apply.c). Invariant: as quick.h; `false`
 * means that nothing has changed: the step is not an ordinary one. */
#ifndef CANASTA_QUICK_OTHERS_H
#define CANASTA_QUICK_OTHERS_H

#include "canasta/game.h"

/* Any lay of a natural onto a meld of its rank, and any other lay, with the card that is named, if
 * one is. */
void cn_quick_natural_others(cn_game *game, const cn_rules *rules, unsigned number, cn_card named);
void cn_quick_lay_others(cn_game *game, const cn_rules *rules, unsigned number, cn_card card);

/* A take that names no card, and the step that makes an opening. */
bool cn_quick_take_others(cn_game *game, const cn_rules *rules, unsigned number);
bool cn_quick_open_others(cn_game *game, const cn_rules *rules);

/* The name of a meld (TO_MELD), or the end of a run (NEW). */
bool cn_quick_name(cn_game *game, const cn_rules *rules, unsigned number);

/* A meld becomes part of the one that was named (JOIN), and no packet comes by it. */
bool cn_quick_join(cn_game *game, const cn_rules *rules, unsigned number);

#endif
