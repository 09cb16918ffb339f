/* Making steps of a game: judged or not, with an event or without.
 * Not here: what a step changes (turn/apply.c), what comes with it (turn/game.c).
 * Invariant: a refused step changes nothing; with and without an event it is the same game. */
#include <assert.h>

#include "canasta/game.h"
#include "canasta/legal.h"
#include "engine/cards/marks.h"
#include "engine/turn/apply.h"
#include "engine/turn/game_step.h"
#include "engine/turn/turn.h"

/* Not put into its callers: bench/instructions tells its cost apart. */
CN_RARE void cn_game_make(cn_game *game, const cn_rules *rules, unsigned number)
{
    assert(cn_possible(rules, &game->pub, &game->hand[game->pub.seat], number));
    cn_game_step_at_once(game, rules, number);
    cn_game_audit(game, rules);
}

void cn_game_apply_legal(cn_game *game, const cn_rules *rules, cn_step step, cn_event *event)
{
    assert(cn_possible(rules, &game->pub, &game->hand[game->pub.seat], step.number));
    if (event == NULL && (step.card[0] & step.card[1]) == CN_CARD_NONE) {
        cn_game_make(game, rules, step.number);
        return;
    }
    cn_game_step(game, rules, step, event);
    cn_game_audit(game, rules);
}

bool cn_game_apply_possible(cn_game *game, const cn_rules *rules, cn_step step, cn_event *event)
{
    if (!cn_possible_step(rules, &game->pub, &game->hand[game->pub.seat], step)) return false;
    cn_game_step(game, rules, step, event); /* into a dead end, where it was not judged before */
    return true;
}

cn_reason cn_game_apply(cn_game *game, const cn_rules *rules, cn_step step, cn_event *event)
{
    cn_reason reason = cn_judge(rules, &game->pub, &game->hand[game->pub.seat], step);
    if (reason.code == CN_OK) cn_game_apply_legal(game, rules, step, event);
    return reason;
}
