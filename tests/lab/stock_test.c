/* The stock shared out by seats: every seat draws its own cards, and no result is shifted by it.
 * Not here: what else a match does. Invariant: all games come from fixed seeds. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "canasta/invariant.h"
#include "lab/match/match.h"
#include "text/rules/rules_text.h"

static cn_rules load(const char *name, unsigned player_count)
{
    cn_rules rules;
    cn_text_error error;
    assert_true(cn_rules_load(&rules, name, "", player_count, &error));
    return rules;
}

static void deal(cn_game *game, const cn_rules *rules)
{
    cn_card deck[CN_DECK_CARDS_MAX];
    cn_stream stream = cn_stream_make(5, CN_PURPOSE_DECK, 0);
    cn_deck_sorted(rules, deck);
    cn_shuffle(deck, rules->deck_size, &stream);
    cn_game_start(game, rules, 0);
    cn_game_deal(game, rules, deck, NULL);
}

static void only_the_same_cards_are_a_stock(void **state)
{
    (void)state;
    const cn_rules rules = load("classic_pagat", 4);
    cn_game game;
    cn_card stock[CN_DECK_CARDS_MAX];
    deal(&game, &rules);
    const cn_game before = game;
    const unsigned count = game.pub.stock_count;
    memcpy(stock, game.deck + game.deck_next, count);
    stock[0] = (cn_card)(stock[0] == 0);
    assert_false(cn_game_order_stock(&game, &rules, stock));
    stock[0] = CN_FACES;
    assert_false(cn_game_order_stock(&game, &rules, stock));
    stock[0] = CN_CARD_HIDDEN;
    assert_false(cn_game_order_stock(&game, &rules, stock));
    assert_memory_equal(&game, &before, sizeof game);

    for (unsigned i = 0; i < count; i++) stock[i] = before.deck[before.deck_next + count - 1 - i];
    assert_true(cn_game_order_stock(&game, &rules, stock));
    assert_memory_equal(game.deck + game.deck_next, stock, count);
    assert_memory_equal(game.deck, before.deck, before.deck_next);
    assert_null(cn_game_check(&game, &rules));
    const cn_step draw = cn_step_make(CN_STEP_DRAW, CN_CARD_NONE, CN_CARD_NONE);
    cn_event event;
    assert_int_equal(cn_game_apply(&game, &rules, draw, &event).code, CN_OK);
    assert_int_equal(event.u.step.drawn.stock_count, 1);
    assert_int_equal(event.u.step.drawn.card[0], stock[0]);
}

/* The shares once more, as one list of cards for each seat. */
typedef struct shares {
    cn_card card[CN_SEATS_MAX][CN_DECK_CARDS_MAX];
    unsigned next[CN_SEATS_MAX], end[CN_SEATS_MAX];
    unsigned borrowed; /* cards drawn from a share of another */
} shares;

static void share_out(shares *s, const cn_rules *rules, const cn_game *game)
{
    memset(s, 0, sizeof *s);
    for (unsigned i = 0; i < game->pub.stock_count; i++) {
        const unsigned seat = i % rules->seat_count;
        s->card[seat][s->end[seat]++] = game->deck[game->deck_next + i];
    }
}

static cn_card draw_one(shares *s, const cn_rules *rules, unsigned seat)
{
    if (s->next[seat] < s->end[seat]) return s->card[seat][s->next[seat]++];
    s->borrowed++;
    for (unsigned i = 1; i < rules->seat_count; i++) {
        const unsigned other = (seat + i) % rules->seat_count;
        if (s->next[other] < s->end[other]) return s->card[other][--s->end[other]];
    }
    return CN_CARD_NONE;
}

/* Plays a step, and compares what left the stock with what the lists say. */
static void check_step(cn_lab_table *table, const cn_rules *rules, shares *s, cn_event *heard)
{
    const unsigned seat = table->game.pub.seat, from = table->game.deck_next;
    const unsigned left = table->game.pub.stock_count;
    assert_int_equal(cn_lab_table_step(table, rules), CN_LAB_OK);
    const unsigned used = left - table->game.pub.stock_count;
    const unsigned next = heard->start.seat;
    const unsigned of_next = next == CN_SEAT_NONE ? 0 : heard->start.stock_count;
    assert_int_equal(table->game.deck_next - from, used);
    for (unsigned i = 0; i < used; i++) {
        const cn_card expected = draw_one(s, rules, i < used - of_next ? seat : next);
        assert_int_equal(table->game.deck[from + i], expected);
    }
    assert_null(cn_game_check(&table->game, rules));
}

static void keep_event(void *context, const cn_rules *rules, const cn_game *game,
                       const cn_event *event)
{
    (void)rules;
    (void)game;
    *(cn_event *)context = *event;
}

/* Returns how many cards were drawn from shares of others. */
static unsigned check_hand(const cn_rules *rules, const cn_player *player, unsigned number)
{
    cn_lab_table table;
    cn_stock_shares own;
    cn_event heard = {0};
    shares s;
    cn_card deck[CN_DECK_CARDS_MAX];
    cn_stream decks = cn_stream_make(11, CN_PURPOSE_DECK, number);
    cn_deck_sorted(rules, deck);
    cn_shuffle(deck, rules->deck_size, &decks);
    cn_lab_table_start(&table, rules, number % rules->seat_count);
    cn_lab_table_seat_all(&table, rules, player, number);
    table.shares = &own;
    table.hear = keep_event;
    table.hear_context = &heard;
    assert_int_equal(cn_lab_table_deal(&table, rules, deck), CN_LAB_OK);
    share_out(&s, rules, &table.game);
    while (table.game.pub.phase != CN_PHASE_HAND_END) check_step(&table, rules, &s, &heard);
    /* A deal of the deck as it lies now is the same hand: so it can be recorded. */
    assert_true(cn_deck_valid(rules, table.game.deck));
    assert_memory_equal(table.game.deck, deck, cn_dealt_count(rules, 1));
    return s.borrowed;
}

static void every_seat_draws_its_own_cards(void **state)
{
    (void)state;
    unsigned borrowed = 0;
    for (unsigned i = 0; cn_rulesets[i] != NULL; i++) {
        cn_ruleset_about about;
        assert_true(cn_ruleset_describe(cn_rulesets[i], &about));
        for (unsigned count = 2; count <= CN_PLAYERS_MAX; count++) {
            if ((about.player_counts >> count & 1) == 0 || about.form[count][0] != '\0') continue;
            const cn_rules rules = load(about.name, count);
            for (unsigned hand = 0; hand < 3; hand++) {
                borrowed += check_hand(&rules, &cn_player_racer, hand);
                borrowed += check_hand(&rules, &cn_player_random, hand);
            }
        }
    }
    assert_true(borrowed > 0);
}

/* Both ways of dealing are fair samples of the same game. */
static void both_stocks_agree_within_their_intervals(void **state)
{
    (void)state;
    const cn_rules rules = load("classic_pagat", 4);
    cn_match_plan plan = {
        .rules = &rules,
        .player = {cn_entrant_of(&cn_player_racer), cn_entrant_of(&cn_player_random)},
        .player_count = 2,
        .seed = 3,
        .deal_count = 400,
        .thread_count = 2};
    cn_match_result common, seat;
    assert_int_equal(cn_match_play(&plan, &common), CN_LAB_OK);
    plan.seat_stock = true;
    assert_int_equal(cn_match_play(&plan, &seat), CN_LAB_OK);
    assert_int_not_equal(common.sums.x, seat.sums.x);
    const cn_estimate one = cn_match_points(&common.sums, 1);
    const cn_estimate two = cn_match_points(&seat.sums, 1);
    const double both = sqrt(one.error * one.error + two.error * two.error);
    assert_true(fabs(one.mean - two.mean) < 2.5 * both);
    const double turns = (double)common.sums.turns / (double)common.sums.hands;
    assert_true(fabs((double)seat.sums.turns / (double)seat.sums.hands - turns) < 1.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_the_same_cards_are_a_stock),
        cmocka_unit_test(every_seat_draws_its_own_cards),
        cmocka_unit_test(both_stocks_agree_within_their_intervals),
    };
    return cmocka_run_group_tests_name("stock", tests, NULL, NULL);
}
