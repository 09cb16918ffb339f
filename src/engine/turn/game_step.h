/* A step of a game with its event, and a look at all invariants behind it.
 * Not here: legality, and steps without an event (quick/make.c).
 * Invariant: the state that the parts of cn_public_step leave. */
#ifndef CANASTA_GAME_STEP_H
#define CANASTA_GAME_STEP_H

#include <assert.h>
#include <stddef.h>

#include "canasta/game.h"
#include "canasta/invariant.h"
#include "engine/turn/apply.h"

/* Makes any legal step, and its event if `event` is not NULL. */
void cn_game_step(cn_game *game, const cn_rules *rules, cn_step step, cn_event *event);

/* Checked after every call in debug builds that ask for it: too slow for ordinary ones. */
static inline void cn_game_audit(const cn_game *game, const cn_rules *rules)
{
#ifdef CANASTA_AUDIT
    assert(cn_game_check(game, rules) == NULL);
#else
    (void)game;
    (void)rules;
#endif
}

#endif
