/* What a player that searches does: legal steps, the same ones again, no more work than it may, and
 * it sees what costs most.
 * Not here: how strong it is (docs/players.md). Invariant: every position and stream is fixed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "canasta/reason.h"
#include "lab/tables/table.h"
#include "players/search/chances.h"
#include "players/search/search.h"
#include "players/search/thinker.h"
#include "seat.h"
#include "text/rules/rules_text.h"

static cn_step think(const cn_view *view, const cn_rules *rules, cn_stream *stream)
{
    const cn_player hurried = cn_player_hurried(&cn_player_thinker);
    const cn_stream fresh = *stream;
    const cn_step step = cn_player_choose(&hurried, view, rules, stream);
    assert_true(cn_legal_step(rules, &view->pub, &view->hand, step));
    if (rules->p.decks > 2) return step; /* takes long, and the signature sees to it as well */
    cn_stream again = fresh;
    const cn_step same = cn_player_choose(&hurried, view, rules, &again);
    assert_memory_equal(&same, &step, sizeof step);
    return step;
}

/* The others are in the players' signature. */
static void plays_a_hand_by_rule_sets_that_differ_most(void **state)
{
    (void)state;
    static const cn_player thinking = {.name = "thinking", .choose = think};
    static const char *const names[] = {"classic_pagat", "samba",     "modern_american",
                                        "hand_and_foot", "brazilian", "cutthroat_3"};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        cn_rules rules;
        cn_text_error error = {0};
        cn_lab_table table;
        cn_card deck[CN_DECK_CARDS_MAX];
        cn_score scores[CN_SIDES_MAX];
        cn_stream decks = cn_stream_make(4, 1, i);
        assert_true(cn_rules_load(&rules, names[i], NULL, 0, &error));
        cn_lab_table_seat_all(&table, &rules, &thinking, i);
        cn_lab_table_start(&table, &rules, 0);
        cn_deck_sorted(&rules, deck);
        cn_shuffle(deck, rules.deck_size, &decks);
        assert_int_equal(cn_lab_table_play_hand(&table, &rules, deck, scores), CN_LAB_OK);
    }
}

static const seat_setup six_queens = {.hand = "Qs7h5c5dKc",
                                      .own_melds = "888 JJJ",
                                      .other_melds = "QQQQQQ 444",
                                      .pile = "6c9d",
                                      .stock = 53}; /* the whole pack lies somewhere */

static cn_search search_by(const seat_view *at, uint32_t playouts, uint16_t parts)
{
    const cn_thinking thinking = {.playouts = playouts, .parts = parts};
    const cn_step queen =
        cn_step_named(&at->rules, &at->view.pub, &at->view.hand,
                      cn_step_make(CN_STEP_DISCARD + CN_KIND_Q, CN_CARD_NONE, CN_CARD_NONE));
    const cn_question question = {
        .view = &at->view, .rules = &at->rules, .usual = queen, .thinking = &thinking};
    cn_stream stream = cn_stream_make(5, 5, 5);
    cn_search search;
    cn_search_steps(&search, &question, &stream);
    return search;
}

static void sees_that_a_queen_completes_their_canasta(void **state)
{
    (void)state;
    const seat_view at = seat_make(&six_queens);
    const cn_search search = search_by(&at, 2000, CN_THOUGHTS_ALL);
    const cn_tried *best = &search.tried[search.best];
    assert_int_not_equal(search.best, 0);
    assert_true(best->ahead.points / best->worlds > 100);
}

static void does_no_more_work_than_it_may(void **state)
{
    (void)state;
    enum { SPARE = 8 * CN_TRIED_MAX }; /* each round tries a few worlds at least */
    const seat_view at = seat_make(&six_queens);
    for (uint32_t playouts = 100; playouts < 5000; playouts *= 3)
        for (unsigned part = 0; part <= CN_THOUGHT_COUNT; part++) {
            const unsigned without = part < CN_THOUGHT_COUNT ? 1U << part : 0;
            const cn_search search =
                search_by(&at, playouts, (uint16_t)(CN_THOUGHTS_ALL & ~without));
            assert_in_range(search.playouts, playouts / 2, playouts + SPARE);
        }
}

/* A hand that is estimated to end the game may yet not end it. */
static void what_is_expected_is_not_over(void **state)
{
    (void)state;
    enum { SLACK = CN_CHANCE_SURE / 200 };
    cn_rules rules;
    cn_text_error error;
    assert_true(cn_rules_load(&rules, "classic_pagat", NULL, 0, &error));
    const cn_chances *table = cn_chances_of(&rules);
    const int32_t over[CN_SIDES_MAX] = {5100, 4000}, near[CN_SIDES_MAX] = {4900, 4000};
    assert_int_equal(cn_chance(table, &rules, over, 6, 0, 0), CN_CHANCE_SURE);
    const uint32_t chance = cn_chance_expected(table, &rules, over, 6, 0, 0);
    const uint32_t before = cn_chance_expected(table, &rules, near, 6, 0, 0);
    assert_in_range(chance, CN_CHANCE_SURE * 3 / 4, CN_CHANCE_SURE - SLACK);
    assert_in_range(chance - before, 1, CN_CHANCE_SURE / 8); /* no step where the game would end */
    const uint32_t others = cn_chance_expected(table, &rules, over, 6, 0, 1);
    assert_in_range(chance + others, CN_CHANCE_SURE - SLACK, CN_CHANCE_SURE + SLACK);
}

/* P164 */
static void the_least_total_is_ahead_where_it_wins(void **state)
{
    (void)state;
    static const int32_t totals[CN_SIDES_MAX] = {3000, 1000};
    cn_rules rules;
    cn_text_error error;
    for (unsigned lowest = 0; lowest < 2; lowest++) {
        const char *overrides = lowest == 1 ? "win_rule = lowest_total" : "";
        assert_true(cn_rules_load(&rules, "classic_pagat", overrides, 0, &error));
        const cn_chances *table = cn_chances_of(&rules);
        const uint32_t first = cn_chance(table, &rules, totals, 4, 0, 0);
        assert_int_equal(first > CN_CHANCE_SURE / 2, lowest == 0);
    }
}

static const seat_setup sevens_lie = {.rules_name = "hand_and_foot",
                                      .hand = "7c7d9s9hTdJcKsQs",
                                      .own_melds = "7777 99X",
                                      .other_melds = "QQQ",
                                      .pile = "6c9d7h",
                                      .stock = 120,
                                      .before_draw = true};

static bool tries(const seat_view *at, unsigned number)
{
    const cn_search search = search_by(at, 1, CN_THOUGHTS_ALL & ~CN_THOUGHT_TURNS);
    for (unsigned i = 1; i < search.count; i++)
        if (search.tried[i].step.number == number) return true;
    return false;
}

/* Deals 0 and 1 of the hands read (docs/players.md): with four sevens on the table it took the pile
 * with two more for a meld of its own. */
static void begins_no_meld_beside_naturals_of_its_rank(void **state)
{
    (void)state;
    seat_setup setup = sevens_lie;
    seat_view at = seat_make(&setup);
    assert_int_equal(seat_choose(&at, cn_player_find("hasty")).number, CN_STEP_TO_MELD);
    assert_true(tries(&at, CN_STEP_TO_MELD) && !tries(&at, CN_STEP_TAKE_PAIR));
    setup.own_melds = "777X 99X";
    at = seat_make(&setup);
    assert_true(tries(&at, CN_STEP_TO_MELD) && tries(&at, CN_STEP_TAKE_PAIR));
    setup.own_melds = "7777777 99X";
    at = seat_make(&setup);
    assert_true(tries(&at, CN_STEP_TAKE_PAIR));
    setup.own_melds = "7777 99X";
    setup.hand = "7c7d7h9s9h9dTdJcKs";
    setup.before_draw = false;
    at = seat_make(&setup);
    assert_true(tries(&at, CN_STEP_TO_MELD) && !tries(&at, CN_STEP_LAY + CN_KIND_7));
    assert_true(tries(&at, CN_STEP_TO_MELD + 1) && tries(&at, CN_STEP_LAY + CN_KIND_9));
}

/* Level by level (docs/players.md): what the next player's meld takes the pile with is not thrown
 * while an equal card is at hand. */
static void throws_nothing_that_is_wanted_while_an_equal_card_is_at_hand(void **state)
{
    (void)state;
    static const char *const piles[] = {"6c", "6c9d4h", "6c9d4hAs5h", "6c9d4hAs5h7c7d6h"};
    static const char *const hands[] = {"QsKd8hTs", "QsJdKcAsAd2c", "Qs9d5c5d7h7sAs",
                                        "QsQdKcKd5s6s"};
    enum { ELSEWHERE = 7 + 33 }; /* cards of melds and of other hands */
    seat_setup setup = {.other_melds = "QQQQ 444"};
    for (unsigned i = 0; i < sizeof piles / sizeof piles[0]; i++)
        for (unsigned j = 0; j < sizeof hands / sizeof hands[0]; j++) {
            setup.pile = piles[i];
            setup.hand = hands[j];
            setup.stock = 108 - ELSEWHERE - (unsigned)(strlen(piles[i]) + strlen(hands[j])) / 2;
            const seat_view at = seat_make(&setup);
            for (unsigned level = 0; cn_levels[level] != NULL; level++)
                assert_int_not_equal(seat_choose(&at, cn_levels[level]).number,
                                     CN_STEP_DISCARD + CN_KIND_Q);
        }
}

static bool tries_queen(const char *hand, const char *own, const char *others, bool frozen)
{
    const seat_setup setup = {.hand = hand,
                              .own_melds = own,
                              .other_melds = others,
                              .pile = "6c9d4h4d",
                              .frozen = frozen,
                              .stock = 40};
    const seat_view at = seat_make(&setup);
    const cn_thinking thinking = {.playouts = 1, .parts = CN_THOUGHTS_ALL};
    const cn_question question = {.view = &at.view,
                                  .rules = &at.rules,
                                  .usual = seat_choose(&at, cn_player_find("tuned")),
                                  .thinking = &thinking};
    cn_stream stream = cn_stream_make(5, 5, 5);
    cn_search search;
    cn_search_steps(&search, &question, &stream);
    for (unsigned i = 0; i < search.count; i++)
        if (search.tried[i].step.number == CN_STEP_DISCARD + CN_KIND_Q) return true;
    return false;
}

static void searches_what_is_wanted_only_if_no_card_is_equal(void **state)
{
    (void)state;
    assert_false(tries_queen("QsKd5c5d7h", "", "QQQQ", false));
    assert_true(tries_queen("QsKdKc5c7h", "", "QQQQ", false));
    assert_true(tries_queen("QsKd5c7h", "KKKK", "QQQQ", false));
    assert_true(tries_queen("QsKd5c7h", "", "QQQQ KKK", false));
    assert_true(tries_queen("QsKd5c7h", "", "444", false));
    assert_true(tries_queen("QsKd5c7h", "", "QQQQ", true));
}

static bool count_down(void *with)
{
    unsigned *left = with;
    return (*left)-- == 0;
}

static void stops_when_it_is_told_to(void **state)
{
    (void)state;
    const seat_view at = seat_make(&six_queens);
    uint32_t before = 0;
    for (unsigned questions = 0; questions < 4; questions++) {
        unsigned left = questions;
        const cn_stop stop = {.now = count_down, .with = &left};
        const cn_thinking thinking = {.playouts = 5000, .parts = CN_THOUGHTS_ALL};
        const cn_question question = {.view = &at.view,
                                      .rules = &at.rules,
                                      .usual = seat_choose(&at, &cn_player_book),
                                      .thinking = &thinking,
                                      .stop = &stop};
        cn_stream stream = cn_stream_make(5, 5, 5);
        cn_search search;
        cn_search_steps(&search, &question, &stream);
        assert_true(questions == 0 ? search.playouts == 0 : search.playouts > before);
        assert_true(search.playouts < 1000 && (questions > 0 || search.best == 0));
        before = search.playouts;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plays_a_hand_by_rule_sets_that_differ_most),
        cmocka_unit_test(sees_that_a_queen_completes_their_canasta),
        cmocka_unit_test(does_no_more_work_than_it_may),
        cmocka_unit_test(stops_when_it_is_told_to),
        cmocka_unit_test(what_is_expected_is_not_over),
        cmocka_unit_test(the_least_total_is_ahead_where_it_wins),
        cmocka_unit_test(begins_no_meld_beside_naturals_of_its_rank),
        cmocka_unit_test(throws_nothing_that_is_wanted_while_an_equal_card_is_at_hand),
        cmocka_unit_test(searches_what_is_wanted_only_if_no_card_is_equal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
