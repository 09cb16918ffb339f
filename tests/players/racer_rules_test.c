/* What the racer decides where rules differ from the classic game: sequences, many melds, melds of
 * wilds, penalties, packets, questions that must be put.
 * Not here: how strong it is (`canasta match`). Invariant: each test names one claim. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "players/discard_choice.h"
#include "players/goals.h"
#include "players/pick_cards.h"
#include "players/reckon.h"
#include "seat.h"

static const cn_side *own_side(const seat_view *at)
{
    return cn_own_side(&at->view);
}

/* The cards of the side's largest meld of that letter, 0 if it has none. */
static unsigned largest(const seat_view *at, unsigned rank)
{
    unsigned size = 0;
    for (unsigned i = 0; i < own_side(at)->meld_count; i++) {
        const cn_meld *meld = &own_side(at)->meld[i];
        if (meld->rank == rank && cn_meld_size(meld) > size) size = cn_meld_size(meld);
    }
    return size;
}

static unsigned count_of(const seat_view *at, unsigned rank)
{
    unsigned count = 0;
    for (unsigned i = 0; i < own_side(at)->meld_count; i++)
        count += own_side(at)->meld[i].rank == rank;
    return count;
}

static seat_view after_turn(const seat_setup *setup)
{
    seat_view at = seat_make(setup);
    seat_finish_turn(&at, &cn_player_racer);
    return at;
}

static void begins_and_lengthens_sequences(void **state)
{
    (void)state;
    const seat_setup begin = {.rules_name = "samba",
                              .hand = "5h6h7h8hKcKd9sTc",
                              .own_melds = "QQQ",
                              .pile = "4c",
                              .stock = 60};
    seat_view at = after_turn(&begin);
    assert_int_equal(largest(&at, CN_MELD_SEQUENCE), 4);
    const seat_setup grow = {.rules_name = "samba",
                             .hand = "8h4hKcTd9s",
                             .own_melds = "QQQ S:5h6h7h",
                             .pile = "4c",
                             .stock = 60};
    at = after_turn(&grow);
    assert_int_equal(largest(&at, CN_MELD_SEQUENCE), 5);
    assert_int_equal(count_of(&at, CN_MELD_SEQUENCE), 1);
}

static void gives_away_the_card_that_is_no_part_of_a_run(void **state)
{
    (void)state;
    const seat_setup setup = {
        .rules_name = "samba", .hand = "5c5h6h7hKd", .pile = "4c", .stock = 60};
    const seat_view at = seat_make(&setup);
    assert_int_equal(cn_pick_discard(&at.view, &at.rules, CN_KIND_5),
                     cn_card_make(CN_KIND_5, CN_SUIT_CLUBS));
    const seat_setup other = {
        .rules_name = "samba", .hand = "5h6h7h5sKd", .pile = "4c", .stock = 60};
    const seat_view spades = seat_make(&other);
    assert_int_equal(cn_pick_discard(&spades.view, &spades.rules, CN_KIND_5),
                     cn_card_make(CN_KIND_5, CN_SUIT_SPADES));
}

static void joins_two_unfinished_melds(void **state)
{
    (void)state;
    const seat_setup setup = {.rules_name = "samba",
                              .hand = "4h9sTd",
                              .own_melds = "KKK QQQ KKKK",
                              .pile = "4c",
                              .stock = 60};
    const seat_view at = after_turn(&setup);
    assert_int_equal(count_of(&at, CN_KIND_K), 1);
    assert_int_equal(largest(&at, CN_KIND_K), 7);
}

static void leaves_complete_canastas_apart(void **state)
{
    (void)state;
    const seat_setup setup = {.rules_name = "samba",
                              .hand = "4h9sTd5d",
                              .own_melds = "KKKKKKK KKKKKKK",
                              .pile = "4c",
                              .stock = 60};
    const seat_view at = after_turn(&setup);
    assert_int_equal(count_of(&at, CN_KIND_K), 2);
}

static void lays_onto_the_unfinished_meld_it_names(void **state)
{
    (void)state;
    const seat_setup setup = {.rules_name = "online",
                              .hand = "KcKdKhAc4d7s9h",
                              .own_melds = "KKKK QQQ",
                              .pile = "4c",
                              .stock = 40};
    const seat_view at = after_turn(&setup);
    assert_int_equal(count_of(&at, CN_KIND_K), 1);
    assert_int_equal(largest(&at, CN_KIND_K), 7);
}

static void begins_a_second_meld_beside_a_canasta(void **state)
{
    (void)state;
    const seat_setup setup = {.rules_name = "online",
                              .hand = "KcKdKhAc4d7s9h",
                              .own_melds = "KKKKKKK QQQ",
                              .pile = "4c",
                              .stock = 40};
    const seat_view at = after_turn(&setup);
    assert_int_equal(count_of(&at, CN_KIND_K), 2);
}

static void collects_wilds_where_they_make_a_canasta(void **state)
{
    (void)state;
    seat_setup setup = {.rules_name = "hand_and_foot",
                        .hand = "2c2dX4c9dJs",
                        .own_melds = "KKK",
                        .pile = "4c",
                        .stock = 100};
    seat_view at = after_turn(&setup);
    assert_int_equal(largest(&at, CN_MELD_WILD), 3);
    assert_int_equal(largest(&at, CN_KIND_K), 3);
    setup.rules_name = "online"; /* no wild canasta there */
    at = after_turn(&setup);
    assert_int_equal(largest(&at, CN_MELD_WILD), 0);
}

/* A natural canasta is still needed: the fives are kept pure, and wilds go to the nines. */
static void keeps_the_meld_pure_that_going_out_needs(void **state)
{
    (void)state;
    const seat_setup setup = {.rules_name = "hand_and_foot",
                              .hand = "2c4cJsTd",
                              .own_melds = "55555 W:2222XXX 9999",
                              .pile = "4c",
                              .stock = 100};
    const seat_view at = after_turn(&setup);
    assert_int_equal(largest(&at, CN_KIND_5), 5);
    assert_int_equal(largest(&at, CN_KIND_9), 5);
}

static void goals_match_canastas_one_to_one(void **state)
{
    (void)state;
    seat_setup setup = {
        .rules_name = "pennies", .hand = "4c", .own_melds = "7777777 KKKKKKK QQQQQ22", .stock = 60};
    seat_view at = seat_make(&setup);
    cn_goals goals = cn_goals_of(&at.view, &at.rules);
    assert_int_equal(goals.canastas, 3);
    assert_int_equal(goals.missing, 1);
    assert_false(goals.natural || goals.mixed || goals.ranks != 0);
    assert_true(goals.wild);
    setup.own_melds = "7777777 QQQQQ22"; /* the sevens are no natural canasta besides (P132) */
    at = seat_make(&setup);
    goals = cn_goals_of(&at.view, &at.rules);
    assert_true(goals.natural && goals.wild);
    assert_false(goals.mixed);
}

static void begins_no_meld_that_will_cost_more_than_it_brings(void **state)
{
    (void)state;
    seat_setup setup = {.rules_name = "modern_american",
                        .hand = "7c7d7h4c9dJs5d",
                        .own_melds = "KKK",
                        .pile = "4c",
                        .stock = 40};
    seat_view at = after_turn(&setup);
    assert_int_equal(largest(&at, CN_KIND_7), 0);
    setup.hand = "7c7d7h7s7c7d4c9dJs5d";
    at = after_turn(&setup);
    assert_int_equal(largest(&at, CN_KIND_7), 6);
}

static void opens_not_with_melds_that_cost(void **state)
{
    (void)state;
    seat_setup setup = {.rules_name = "modern_american",
                        .hand = "AcAdAhAs4c4d5c5h6d8s9dJsQc",
                        .pile = "6c",
                        .stock = 40};
    seat_view at = after_turn(&setup);
    assert_int_equal(own_side(&at)->meld_count, 0);
    setup.hand = "KcKdKhKsQcQdQhQsJcJdJhJs8c8d8hTc5d";
    at = after_turn(&setup);
    assert_true(own_side(&at)->meld_count >= 3);
}

static void throws_the_third_ace_where_three_cost_points(void **state)
{
    (void)state;
    const seat_setup setup = {.rules_name = "modern_american",
                              .hand = "AcAdAh4c",
                              .own_melds = "KKK",
                              .pile = "6c",
                              .stock = 40};
    seat_view at = seat_make(&setup);
    assert_int_equal(seat_finish_turn(&at, &cn_player_racer), CN_STEP_DISCARD + CN_KIND_A);
}

static void throws_red_threes_that_cost_points(void **state)
{
    (void)state;
    const seat_setup setup = {.rules_name = "hand_and_foot",
                              .hand = "3h4c9dKs",
                              .own_melds = "QQQ",
                              .pile = "6c",
                              .stock = 100};
    seat_view at = seat_make(&setup);
    assert_int_equal(seat_finish_turn(&at, &cn_player_racer), CN_STEP_DISCARD + CN_KIND_RED3);
}

static void declares_a_special_hand(void **state)
{
    (void)state;
    const seat_setup setup = {.rules_name = "modern_american",
                              .hand = "4c4d5c5d6c6d8c8d9c9dTcTdJcJd",
                              .pile = "6c",
                              .stock = 40};
    const seat_view at = seat_make(&setup);
    assert_int_equal(seat_choose(&at, &cn_player_racer).number, CN_STEP_DECLARE);
}

static void lays_out_its_three_unless_the_straight_is_near(void **state)
{
    (void)state;
    seat_setup setup = {.rules_name = "modern_american",
                        .hand = "3c4c4d5c5d6c6d8c8d9c9dTcTdJc",
                        .pile = "6c",
                        .stock = 40};
    seat_view at = seat_make(&setup);
    assert_int_equal(seat_choose(&at, &cn_player_racer).number, CN_STEP_LAY_OUT);
    setup.hand = "3c4c5c6c7d8c9cTcJcQcKd2dXKc";
    at = seat_make(&setup);
    assert_int_not_equal(seat_choose(&at, &cn_player_racer).number, CN_STEP_LAY_OUT);
}

/* Everything that going out needs lies there; the partner must be asked. */
static const seat_setup ready = {.rules_name = "hand_and_foot",
                                 .hand = "6c6d6h4c",
                                 .own_melds = "KKKKKKK QQQQQ22 W:2222XXX",
                                 .pile = "9c",
                                 .stock = 100,
                                 .hand_count = {0, 2, 2, 2}};

static void asks_where_it_must(void **state)
{
    (void)state;
    const seat_view at = seat_make(&ready);
    assert_int_equal(seat_choose(&at, &cn_player_racer).number, CN_STEP_ASK);
    seat_view agreed = at;
    agreed.view.pub.turn.asked = 1;
    agreed.view.pub.turn.answer = CN_ANSWER_YES;
    seat_finish_turn(&agreed, &cn_player_racer);
    assert_int_equal(agreed.view.pub.out_seat, 0);
}

static void stays_in_while_partners_have_packets_worth_more(void **state)
{
    (void)state;
    seat_view at = seat_make(&ready);
    at.view.pub.packets[2] = 1;
    assert_int_not_equal(seat_choose(&at, &cn_player_racer).number, CN_STEP_ASK);
    at.view.pub.packets[1] = at.view.pub.packets[3] = 1; /* the others lose more by it */
    assert_int_equal(seat_choose(&at, &cn_player_racer).number, CN_STEP_ASK);
}

static void follows_advice_that_does_not_bind(void **state)
{
    (void)state;
    const seat_setup setup = {.rules_name = "relaxed",
                              .hand = "6c6d6h4c",
                              .own_melds = "KKKKKKK",
                              .pile = "9c",
                              .stock = 40,
                              .hand_count = {0, 4, 11, 4}};
    seat_view at = seat_make(&setup);
    assert_int_equal(seat_choose(&at, &cn_player_racer).number, CN_STEP_ASK);
    seat_view no = at;
    no.view.pub.turn.asked = at.view.pub.turn.asked = 1;
    no.view.pub.turn.answer = CN_ANSWER_NO;
    at.view.pub.turn.answer = CN_ANSWER_YES;
    seat_finish_turn(&no, &cn_player_racer);
    seat_finish_turn(&at, &cn_player_racer);
    assert_int_equal(no.view.pub.out_seat, CN_SEAT_NONE);
    assert_int_equal(at.view.pub.out_seat, 0);
}

/* With three players the next one may be the partner who was found in this hand (P11). */
static void fears_no_take_by_a_partner(void **state)
{
    (void)state;
    const seat_setup setup = {.rules_name = "cutthroat_3",
                              .hand = "9cTd",
                              .own_melds = "KKK",
                              .other_melds = "999",
                              .pile = "4c5c",
                              .stock = 40};
    seat_view at = seat_make(&setup);
    assert_int_equal(cn_take_risk(&at.view, &at.rules, CN_KIND_9), CN_CERTAIN);
    at.view.pub.formed = 1;
    at.view.pub.side_of[1] = at.view.pub.side_of[0];
    assert_int_equal(cn_take_risk(&at.view, &at.rules, CN_KIND_9), 0);
}

static void knows_what_blocks_a_pile(void **state)
{
    (void)state;
    const seat_setup setup = {.rules_name = "online",
                              .hand = "9cTd5h",
                              .own_melds = "9999999",
                              .other_melds = "TTT",
                              .pile = "4c5c",
                              .stock = 40};
    seat_view at = seat_make(&setup);
    at.view.pub.pile_taken = 1;
    assert_int_equal(cn_take_risk(&at.view, &at.rules, CN_KIND_9), 0);
    assert_int_equal(cn_take_risk(&at.view, &at.rules, CN_KIND_T), CN_CERTAIN);
}

/* P164: by rules under which cards on the table count more than those left in hand, or less. */
static void melds_only_where_that_wins(void **state)
{
    (void)state;
    static const char *const players[] = {"racer", "book", "quick"};
    static const struct {
        const char *overrides;
        bool melds;
    } cases[] = {
        {"", true},
        {"win_rule = lowest_total", false},
        {"win_rule = lowest_total; hand_cards = plus_value; bonus_natural = 0; bonus_mixed = 0",
         true},
        {"win_rule = lowest_total; hand_cards = plus_value", false},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (unsigned p = 0; p < sizeof players / sizeof players[0]; p++) {
            const seat_setup setup = {.rules_name = "classic_pagat",
                                      .overrides = cases[i].overrides,
                                      .hand = "KcKdKhKs4c5d6h8sTc",
                                      .own_melds = "QQQ KKK",
                                      .pile = "4c",
                                      .stock = 60};
            seat_view at = seat_make(&setup);
            seat_finish_turn(&at, cn_player_find(players[p]));
            assert_int_equal(largest(&at, CN_KIND_K) == 7, cases[i].melds);
        }
}

/* Either three is safe to throw, but may count for who holds it (P166). */
static void careful_ones_keep_a_three_that_counts_in_the_hand(void **state)
{
    (void)state;
    static const char *const players[] = {"book", "quick"};
    static const struct {
        const char *hand, *overrides;
        bool throws;
    } cases[] = {
        {"3h9hJc", "red3_held = minus", true},
        {"3h9hJc", "red3_held = plus", false},
        {"3c9hJc", "black3_held = minus", true},
        {"3c9hJc", "black3_held = plus", false},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (unsigned p = 0; p < sizeof players / sizeof players[0]; p++) {
            const seat_setup setup = {.rules_name = "home_2x2",
                                      .overrides = cases[i].overrides,
                                      .hand = cases[i].hand,
                                      .own_melds = "KKK",
                                      .other_melds = "QQQ",
                                      .pile = "4h5h6hThTdAcAd8s",
                                      .stock = 40,
                                      .frozen = true};
            seat_view at = seat_make(&setup);
            seat_finish_turn(&at, cn_player_find(players[p]));
            const unsigned top = cn_card_kind(cn_public_top(&at.view.pub));
            assert_int_equal(top == CN_KIND_RED3 || top == CN_KIND_BLACK3, cases[i].throws);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(begins_and_lengthens_sequences),
        cmocka_unit_test(gives_away_the_card_that_is_no_part_of_a_run),
        cmocka_unit_test(joins_two_unfinished_melds),
        cmocka_unit_test(leaves_complete_canastas_apart),
        cmocka_unit_test(lays_onto_the_unfinished_meld_it_names),
        cmocka_unit_test(begins_a_second_meld_beside_a_canasta),
        cmocka_unit_test(collects_wilds_where_they_make_a_canasta),
        cmocka_unit_test(keeps_the_meld_pure_that_going_out_needs),
        cmocka_unit_test(goals_match_canastas_one_to_one),
        cmocka_unit_test(begins_no_meld_that_will_cost_more_than_it_brings),
        cmocka_unit_test(opens_not_with_melds_that_cost),
        cmocka_unit_test(throws_the_third_ace_where_three_cost_points),
        cmocka_unit_test(throws_red_threes_that_cost_points),
        cmocka_unit_test(declares_a_special_hand),
        cmocka_unit_test(lays_out_its_three_unless_the_straight_is_near),
        cmocka_unit_test(asks_where_it_must),
        cmocka_unit_test(stays_in_while_partners_have_packets_worth_more),
        cmocka_unit_test(follows_advice_that_does_not_bind),
        cmocka_unit_test(fears_no_take_by_a_partner),
        cmocka_unit_test(knows_what_blocks_a_pile),
        cmocka_unit_test(melds_only_where_that_wins),
        cmocka_unit_test(careful_ones_keep_a_three_that_counts_in_the_hand),
    };
    return cmocka_run_group_tests_name("racer_rules", tests, NULL, NULL);
}
