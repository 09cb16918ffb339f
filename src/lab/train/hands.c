/* Hands played by the policy of playouts.
 * Not here: what is learned from them. Invariant: as in the header. */
#include "lab/train/hands.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "lab/tables/purpose.h"

enum { STEPS_MAX = 100000 };

/* What a hand is played with: the policy's mind, and what a player sees and draws from. */
typedef struct table {
    cn_game game;
    cn_quick_mind mind;
    cn_view view[CN_SEATS_MAX];
    cn_stream stream[CN_SEATS_MAX];
} table;

static void tell(const cn_train_hand *hand, table *t, const cn_event *event)
{
    const cn_rules *rules = hand->quick->rules;
    for (unsigned seat = 0; seat < rules->seat_count && hand->others != NULL; seat++) {
        const cn_event seen = cn_event_for(rules, event, seat);
        if (!cn_view_apply(&t->view[seat], rules, &seen)) abort(); /* of its own game */
    }
}

static void deal(const cn_train_hand *hand, table *t, cn_stream *stream)
{
    cn_game *game = &t->game;
    const cn_rules *rules = hand->quick->rules;
    cn_card deck[CN_DECK_CARDS_MAX];
    cn_event event;
    cn_deck_sorted(rules, deck);
    cn_shuffle(deck, rules->deck_size, stream);
    cn_game_start(game, rules, hand->dealer);
    game->pub.hand_number = (uint16_t)hand->hands_before;
    for (unsigned side = 0; side < rules->side_count && hand->totals != NULL; side++)
        game->pub.side[side].total_points = hand->totals[side];
    cn_game_deal(game, rules, deck, &event);
    for (unsigned seat = 0; seat < rules->seat_count && hand->others != NULL; seat++) {
        cn_view_start(&t->view[seat], rules, seat, hand->dealer, hand->hands_before, hand->totals);
        t->stream[seat] =
            cn_stream_make(hand->seed, CN_PURPOSE_PLAYER, cn_stream_number(hand->number, seat));
    }
    tell(hand, t, &event);
}

static cn_step choose(const cn_train_hand *hand, table *t)
{
    const cn_rules *rules = hand->quick->rules;
    const cn_public *pub = &t->game.pub;
    if (hand->others != NULL && rules->side_of[pub->seat] != hand->own)
        return cn_player_choose(hand->others, &t->view[pub->seat], rules, &t->stream[pub->seat]);
    const cn_cards *cards = &t->game.hand[pub->seat];
    const cn_mask legal = cn_legal(rules, pub, cards);
    return cn_quick_choose(hand->quick, &t->mind, pub, cards, &legal);
}

void cn_train_play(const cn_train_hand *hand, cn_score *scores)
{
    const cn_rules *rules = hand->quick->rules;
    table t;
    cn_event event;
    cn_stream stream = cn_stream_make(hand->seed, CN_PURPOSE_DECK, hand->number);
    memset(&t.mind, 0, sizeof t.mind);
    deal(hand, &t, &stream);
    for (unsigned i = 0; t.game.pub.phase != CN_PHASE_HAND_END; i++) {
        if (i == STEPS_MAX) abort(); /* the policy goes round in circles */
        if (t.game.pub.phase == CN_PHASE_DRAW && hand->look != NULL)
            hand->look(hand->context, &t.game, &stream);
        const cn_step step = choose(hand, &t);
        cn_quick_notice(&t.mind, &t.game.pub, step);
        cn_game_apply_legal(&t.game, rules, step, &event);
        tell(hand, &t, &event);
    }
    cn_game_score(&t.game, rules, scores, NULL);
}
