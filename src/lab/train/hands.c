/* Hands played by the policy of playouts.
 * Not here: what is learned from them. Invariant: as in the header. */
#include "lab/train/hands.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "lab/tables/purpose.h"

enum { STEPS_MAX = 100000 };

static void deal(const cn_train_hand *hand, cn_game *game, cn_stream *stream)
{
    const cn_rules *rules = hand->quick->rules;
    cn_card deck[CN_DECK_CARDS_MAX];
    cn_deck_sorted(rules, deck);
    cn_shuffle(deck, rules->deck_size, stream);
    cn_game_start(game, rules, hand->dealer);
    game->pub.hand_number = (uint16_t)hand->hands_before;
    for (unsigned side = 0; side < rules->side_count && hand->totals != NULL; side++)
        game->pub.side[side].total_points = hand->totals[side];
    cn_game_deal(game, rules, deck, NULL);
}

void cn_train_play(const cn_train_hand *hand, cn_score *scores)
{
    const cn_rules *rules = hand->quick->rules;
    cn_game game;
    cn_quick_mind mind;
    cn_stream stream = cn_stream_make(hand->seed, CN_PURPOSE_DECK, hand->number);
    deal(hand, &game, &stream);
    memset(&mind, 0, sizeof mind);
    for (unsigned i = 0; game.pub.phase != CN_PHASE_HAND_END; i++) {
        if (i == STEPS_MAX) abort(); /* the policy goes round in circles */
        if (game.pub.phase == CN_PHASE_DRAW && hand->look != NULL)
            hand->look(hand->context, &game, &stream);
        const cn_cards *cards = &game.hand[game.pub.seat];
        const cn_mask legal = cn_legal(rules, &game.pub, cards);
        const cn_step step = cn_quick_choose(hand->quick, &mind, &game.pub, cards, &legal);
        cn_quick_notice(&mind, &game.pub, step);
        cn_game_apply_legal(&game, rules, step, NULL);
    }
    cn_game_score(&game, rules, scores, NULL);
}
