/* Everything that must hold in every state, in one place; for tests, fuzzers and debug builds.
 * Not here: rules. Invariant: checking changes nothing. */
#ifndef CANASTA_INVARIANT_H
#define CANASTA_INVARIANT_H

#include "canasta/game.h"
#include "canasta/view.h"

/* NULL if all is well, otherwise what does not hold. */
const char *cn_game_check(const cn_game *game, const cn_rules *rules);

/* NULL if the view agrees with the game it was told about, otherwise what differs. */
const char *cn_view_check(const cn_view *view, const cn_game *game, const cn_rules *rules);

#endif
