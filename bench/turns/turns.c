/* How long a player thinks, in any build: it plays every seat of some hands with a clock around
 * each of its steps. `canasta match` tells the same of the native program.
 * Not here: how strong it is. Invariant: the hands depend on the arguments alone.
 * usage: turns PLAYER RULES HANDS */
#include <stdio.h>
#include <stdlib.h>

#include "canasta/game.h"
#include "lab/tables/purpose.h"
#include "lab/tables/turn_times.h"
#include "players/player.h"
#include "text/rules/rules_text.h"

enum { SEED = 1 };

typedef struct table {
    cn_rules rules;
    cn_game game;
    cn_view view[CN_SEATS_MAX];
    cn_turn_clock clock;
} table;

static void tell(table *t, const cn_event *event)
{
    for (unsigned seat = 0; seat < t->rules.seat_count; seat++) {
        const cn_event own = cn_event_for(&t->rules, event, seat);
        cn_view_apply(&t->view[seat], &t->rules, &own);
    }
}

static void deal(table *t, unsigned hand)
{
    cn_card deck[CN_DECK_CARDS_MAX];
    cn_event dealt;
    cn_stream stream = cn_stream_make(SEED, CN_PURPOSE_DECK, hand);
    const unsigned dealer = hand % t->rules.seat_count;
    cn_deck_sorted(&t->rules, deck);
    cn_shuffle(deck, t->rules.deck_size, &stream);
    cn_game_start(&t->game, &t->rules, dealer);
    for (unsigned seat = 0; seat < t->rules.seat_count; seat++)
        cn_view_start(&t->view[seat], &t->rules, seat, dealer, 0, NULL);
    cn_game_deal(&t->game, &t->rules, deck, &dealt);
    tell(t, &dealt);
}

static void play_hand(table *t, const cn_player *player, unsigned hand)
{
    cn_stream stream = cn_stream_make(SEED, CN_PURPOSE_PLAYER, hand);
    deal(t, hand);
    while (t->game.pub.phase != CN_PHASE_HAND_END) {
        cn_event made;
        const unsigned seat = t->game.pub.seat, turn = t->game.pub.turn_number;
        const uint64_t since = cn_turn_clock_now();
        const cn_step step = cn_player_choose(player, &t->view[seat], &t->rules, &stream);
        cn_turn_clock_step(&t->clock, seat, turn, since);
        cn_game_apply(&t->game, &t->rules, step, &made);
        tell(t, &made);
    }
    cn_turn_clock_stop(&t->clock);
}

int main(int argc, char **argv)
{
    static table t;
    cn_turn_times times = {0};
    cn_text_error error;
    const cn_player *player = argc == 4 ? cn_player_find(argv[1]) : NULL;
    const int hands = argc == 4 ? atoi(argv[3]) : 0;
    if (player == NULL || hands < 1 || !cn_rules_load(&t.rules, argv[2], NULL, 0, &error)) {
        fputs("usage: turns PLAYER RULES HANDS\n", stderr);
        return 2;
    }
    for (unsigned seat = 0; seat < t.rules.seat_count; seat++) t.clock.times[seat] = &times;
    for (unsigned hand = 0; hand < (unsigned)hands; hand++) play_hand(&t, player, hand);
    printf("%s, %s: %llu turns, median %.3g ms, one in a hundred more than %.3g ms\n", argv[1],
           argv[2], (unsigned long long)times.turns, cn_turn_times_ms(&times, 0.5),
           cn_turn_times_ms(&times, 0.99));
    return 0;
}
