/* `random`: every legal step is as likely as any other.
 * Not here: any idea of the game. Invariant: its stream is all it decides by. */
#include "canasta/reason.h"
#include "players/player.h"

static cn_step choose(const cn_view *view, const cn_rules *rules, cn_stream *stream)
{
    const cn_mask legal = cn_view_legal(view, rules);
    const unsigned number = cn_mask_nth(&legal, cn_stream_below(stream, cn_mask_count(&legal)));
    return cn_step_named(rules, &view->pub, &view->hand,
                         cn_step_make(number, CN_CARD_NONE, CN_CARD_NONE));
}

const cn_player cn_player_random = {
    .name = "random",
    .summary = "any legal step, all equally likely",
    .choose = choose,
};
