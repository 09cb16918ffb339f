/* Players made of numbers: `thinker`, what it would be without one of its parts, and the levels.
 * Not here: the search (search.h), the policy (quick.h). Invariant: names are unique. */
#ifndef CANASTA_THINKER_H
#define CANASTA_THINKER_H

#include "players/player.h"

extern const cn_player cn_player_thinker;
/* `quick`, the policy of its playouts as a player, `tuned`, the same by the habits that were found,
 * and `hasty`, without a thought of later; thinker:N, N playouts for a decision; and
 * thinker-no-NAME, without a part (thinking.h). NULL-terminated. */
extern const cn_player *const cn_thinker_variants[];

cn_step cn_think(const cn_player *player, const cn_view *view, const cn_rules *rules,
                 cn_stream *stream);

#endif
