/* What the racer decides, one position after another.
 * Not here: how strong it is (`canasta match`). Invariant: each test names one claim. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "players/discard_choice.h"
#include "players/reckon.h"
#include "seat.h"

/* Three sixes and a four beside a natural canasta: the seat can go out for 500 + 70 + 15 + 100. */
static seat_setup can_go_out(int32_t own_total, int32_t other_total)
{
    return (seat_setup){
        .own_total = own_total,
        .other_total = other_total,
        .hand = "6c6d6h4c",
        .own_melds = "KKKKKKK",
        .other_melds = "QQQQQ22",
        .pile = "5c",
        .stock = 30,
        .hand_count = {0, 4, 4, 4},
    };
}

static void goes_out_while_the_game_goes_on(void **state)
{
    (void)state;
    const seat_setup setup = can_go_out(0, 0);
    seat_view at = seat_make(&setup);
    seat_finish_turn(&at, &cn_player_racer);
    assert_int_equal(at.view.pub.phase, CN_PHASE_HAND_END);
    assert_int_equal(at.view.pub.out_seat, 0);
}

static void goes_out_to_win_the_game(void **state)
{
    (void)state;
    const seat_setup setup = can_go_out(4400, 4000);
    seat_view at = seat_make(&setup);
    seat_finish_turn(&at, &cn_player_racer);
    assert_int_equal(at.view.pub.out_seat, 0);
}

/* The others have 4900 and 390 on the table; their eight cards cost far less. */
static void stays_in_when_the_score_would_lose_the_game(void **state)
{
    (void)state;
    const seat_setup setup = can_go_out(4000, 4900);
    seat_view at = seat_make(&setup);
    assert_true(cn_can_go_out(&at.rules, &at.view.pub, &at.view.hand));
    const unsigned last = seat_finish_turn(&at, &cn_player_racer);
    assert_true(cn_step_is_discard(last));
    assert_int_equal(at.view.pub.out_seat, 255);
    assert_true(at.view.hand.size >= 1);
    assert_int_equal(at.view.pub.phase, CN_PHASE_DRAW);
}

/* Of two kings that would both fit, one is discarded and one kept. */
static void stays_in_with_its_last_two_cards(void **state)
{
    (void)state;
    seat_setup setup = can_go_out(4000, 4900);
    setup.hand = "KhKs";
    seat_view at = seat_make(&setup);
    assert_true(cn_can_go_out(&at.rules, &at.view.pub, &at.view.hand));
    seat_finish_turn(&at, &cn_player_racer);
    assert_int_equal(at.view.pub.out_seat, 255);
    assert_int_equal(at.view.hand.size, 1);
}

static void stays_in_when_behind_in_the_last_round(void **state)
{
    (void)state;
    seat_setup setup = can_go_out(0, 1000);
    setup.overrides = "rounds = 4";
    seat_view at = seat_make(&setup);
    seat_finish_turn(&at, &cn_player_racer);
    assert_int_equal(at.view.pub.out_seat, 255);
    setup.overrides = "rounds = 5";
    at = seat_make(&setup);
    seat_finish_turn(&at, &cn_player_racer);
    assert_int_equal(at.view.pub.out_seat, 0);
}

/* The others have 5130 before their cards are counted: eight cards of average value leave them
 * above the target, four known jokers among them do not. */
static void counts_the_known_cards_of_the_others(void **state)
{
    (void)state;
    seat_setup setup = can_go_out(4300, 4740);
    seat_view at = seat_make(&setup);
    seat_finish_turn(&at, &cn_player_racer);
    assert_int_equal(at.view.pub.out_seat, 255);
    at = seat_make(&setup);
    at.view.memory.seat[1].known[CN_KIND_JOKER] = 2;
    at.view.memory.seat[3].known[CN_KIND_JOKER] = 2;
    seat_finish_turn(&at, &cn_player_racer);
    assert_int_equal(at.view.pub.out_seat, 0);
}

static void asks_a_partner_with_many_cards(void **state)
{
    (void)state;
    seat_setup setup = can_go_out(0, 0);
    setup.hand_count[2] = 11;
    const seat_view at = seat_make(&setup);
    assert_int_equal(seat_choose(&at, &cn_player_racer).number, CN_STEP_ASK);
}

static void never_asks_when_it_would_not_go_out(void **state)
{
    (void)state;
    seat_setup setup = can_go_out(4000, 4900);
    setup.hand_count[2] = 11;
    seat_view at = seat_make(&setup);
    while (at.view.pub.phase == CN_PHASE_MELD) {
        const cn_step step = seat_choose(&at, &cn_player_racer);
        assert_int_not_equal(step.number, CN_STEP_ASK);
        assert_true(cn_view_try(&at.view, &at.rules, step));
    }
}

static void keeps_to_the_answer(void **state)
{
    (void)state;
    const seat_setup setup = can_go_out(0, 0), losing = can_go_out(4000, 4900);
    seat_view no = seat_make(&setup), yes = seat_make(&losing);
    no.view.pub.turn.asked = yes.view.pub.turn.asked = 1;
    no.view.pub.turn.answer = CN_ANSWER_NO;
    yes.view.pub.turn.answer = CN_ANSWER_YES;
    seat_finish_turn(&no, &cn_player_racer);
    assert_int_equal(no.view.pub.out_seat, 255);
    seat_finish_turn(&yes, &cn_player_racer);
    assert_int_equal(yes.view.pub.out_seat, 0);
}

/* The partner in seat 2 asks seat 0. */
static unsigned answer_to(const seat_setup *setup)
{
    seat_view at = seat_make(setup);
    at.view.pub.phase = CN_PHASE_ANSWER;
    cn_public_act_for(&at.view.pub, 2);
    at.view.pub.turn.asked = 1;
    return seat_choose(&at, &cn_player_racer).number;
}

static void says_yes_unless_there_is_a_reason(void **state)
{
    (void)state;
    const seat_setup setup = can_go_out(0, 0);
    assert_int_equal(answer_to(&setup), CN_STEP_YES);
}

static void says_no_when_the_game_would_be_lost(void **state)
{
    (void)state;
    const seat_setup setup = can_go_out(4000, 4900);
    assert_int_equal(answer_to(&setup), CN_STEP_NO);
}

/* Two canastas to lay next turn, and others who hold little. */
static void says_no_with_a_hand_worth_waiting_for(void **state)
{
    (void)state;
    seat_setup setup = can_go_out(0, 0);
    setup.hand = "AcAdAhAsAcAdAhQcQdQhQsQcQdQh";
    setup.other_melds = "99999";
    setup.hand_count[1] = setup.hand_count[3] = 2;
    assert_int_equal(answer_to(&setup), CN_STEP_NO);
}

static void says_yes_with_the_same_hand_when_it_wins_the_game(void **state)
{
    (void)state;
    seat_setup setup = can_go_out(4900, 0);
    setup.hand = "AcAdAhAsAcAdAhQcQdQhQsQcQdQh";
    setup.other_melds = "99999";
    setup.hand_count[1] = setup.hand_count[3] = 2;
    assert_int_equal(answer_to(&setup), CN_STEP_YES);
}

static void takes_the_pile_whenever_it_may(void **state)
{
    (void)state;
    static const struct {
        const char *hand, *melds;
        bool frozen;
        unsigned expected;
    } cases[] = {
        {"4c5c6c7c", "KKK", false, CN_STEP_TAKE_TOP},
        {"KcKd6c7c8c", "QQQ", true, CN_STEP_TAKE_PAIR},
        {"Kc2d6c7c8c", "QQQ", false, CN_STEP_TAKE_TWO},
        {"KcX6c7c8c", "QQQ", false, CN_STEP_TAKE_JOKER},
        {"Kc2d6c7c8c", "QQQ", true, CN_STEP_DRAW},
        {"KcKdAcAdAh", NULL, false, CN_STEP_TAKE_PAIR},
        {"KcKd4c5c6c", NULL, false, CN_STEP_DRAW},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const seat_setup setup = {.hand = cases[i].hand,
                                  .own_melds = cases[i].melds,
                                  .pile = "4d4h5d6h7hKs",
                                  .stock = 40,
                                  .frozen = cases[i].frozen,
                                  .before_draw = true};
        const seat_view at = seat_make(&setup);
        assert_int_equal(seat_choose(&at, &cn_player_racer).number, cases[i].expected);
    }
}

static void lays_everything_it_can(void **state)
{
    (void)state;
    const seat_setup setup = {
        .hand = "6c6d6hKc2d4c5c9d", .own_melds = "KKK", .pile = "8c", .stock = 40};
    seat_view at = seat_make(&setup);
    seat_finish_turn(&at, &cn_player_racer);
    assert_int_equal(at.view.hand.size, 2); /* 4c 5c 9d less the discard */
    const cn_side *side = &at.view.pub.side[0];
    assert_int_equal(side->meld_count, 2);
    assert_int_equal(cn_meld_size(&side->meld[0]) + cn_meld_size(&side->meld[1]), 8);
}

static void opens_without_wilds_when_naturals_do(void **state)
{
    (void)state;
    const seat_setup setup = {.hand = "KcKdKhQcQdQh2d4c5c", .pile = "8c", .stock = 40};
    seat_view at = seat_make(&setup);
    for (unsigned i = 0; i < 6; i++) {
        const cn_step step = seat_choose(&at, &cn_player_racer);
        assert_true(step.number >= CN_STEP_LAY && step.number < CN_STEP_LAY_BLACK3);
        assert_true(cn_view_try(&at.view, &at.rules, step));
    }
    assert_int_equal(seat_choose(&at, &cn_player_racer).number, CN_STEP_OPEN);
}

static void opens_with_the_cheaper_wild_when_it_is_enough(void **state)
{
    (void)state;
    const seat_setup setup = {.hand = "KcKdKh2dX4c5c7d9h", .pile = "8c", .stock = 40};
    seat_view at = seat_make(&setup);
    unsigned number = CN_STEPS;
    while (number != CN_STEP_OPEN) {
        const cn_step step = seat_choose(&at, &cn_player_racer);
        number = step.number;
        assert_true(number == CN_STEP_OPEN || cn_step_kind(number) != CN_KIND_JOKER);
        assert_true(cn_view_try(&at.view, &at.rules, step));
    }
}

static void spoils_no_natural_canasta_with_a_wild(void **state)
{
    (void)state;
    const seat_setup setup = {
        .hand = "2d4c5c7d", .own_melds = "KKKKKKK", .pile = "8c", .stock = 40};
    seat_view at = seat_make(&setup);
    seat_finish_turn(&at, &cn_player_racer);
    assert_int_equal(cn_meld_wilds(&at.view.pub.side[0].meld[0]), 0);
}

static unsigned discard_of(const seat_setup *setup, void (*prepare)(cn_view *))
{
    seat_view at = seat_make(setup);
    if (prepare != NULL) prepare(&at.view);
    return seat_finish_turn(&at, &cn_player_racer);
}

static void has_thrown_a_nine(cn_view *view)
{
    view->memory.seat[1].discarded[CN_KIND_9] = 2;
}

static void holds_two_nines(cn_view *view)
{
    view->memory.seat[1].known[CN_KIND_9] = 2;
}

static void discards_what_the_next_player_will_not_take(void **state)
{
    (void)state;
    seat_setup setup = {.hand = "9cTc",
                        .own_melds = "KKK",
                        .other_melds = "999",
                        .pile = "4c5c6c7c4d5d6d",
                        .stock = 40};
    assert_int_equal(discard_of(&setup, NULL), CN_STEP_DISCARD + CN_KIND_T);
    setup.frozen = true;
    assert_int_equal(discard_of(&setup, holds_two_nines), CN_STEP_DISCARD + CN_KIND_T);
    setup.other_melds = "QQQ";
    assert_int_equal(discard_of(&setup, has_thrown_a_nine), CN_STEP_DISCARD + CN_KIND_9);
}

static void stops_a_large_pile_with_a_black_three(void **state)
{
    (void)state;
    const seat_setup setup = {.hand = "3c9cTd",
                              .own_melds = "KKK",
                              .other_melds = "999 TTT",
                              .pile = "4c5c6c7c4d5d6d7d4h5h6h",
                              .stock = 40};
    assert_int_equal(discard_of(&setup, NULL), CN_STEP_DISCARD + CN_KIND_BLACK3);
}

static void throws_no_wild_away(void **state)
{
    (void)state;
    const seat_setup setup = {.hand = "2dX9cTd", .other_melds = "444", .pile = "8c", .stock = 40};
    const unsigned number = discard_of(&setup, NULL);
    assert_false(cn_kind_is_wild(cn_step_kind(number)));
}

static void take_risk_follows_the_state_of_the_pile(void **state)
{
    (void)state;
    seat_setup setup = {
        .hand = "3c9cTd2c", .own_melds = "KKK", .other_melds = "999", .pile = "4c5c", .stock = 40};
    seat_view at = seat_make(&setup);
    assert_int_equal(cn_take_risk(&at.view, &at.rules, CN_KIND_9), CN_CERTAIN);
    assert_int_equal(cn_take_risk(&at.view, &at.rules, CN_KIND_BLACK3), 0);
    assert_int_equal(cn_take_risk(&at.view, &at.rules, CN_KIND_TWO), 0);
    const uint32_t open = cn_take_risk(&at.view, &at.rules, CN_KIND_T);
    setup.frozen = true;
    at = seat_make(&setup);
    assert_true(cn_take_risk(&at.view, &at.rules, CN_KIND_T) < open);
    assert_true(cn_take_risk(&at.view, &at.rules, CN_KIND_9) < CN_CERTAIN);
    assert_int_not_equal(cn_take_risk(&at.view, &at.rules, CN_KIND_T), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(goes_out_while_the_game_goes_on),
        cmocka_unit_test(goes_out_to_win_the_game),
        cmocka_unit_test(stays_in_when_the_score_would_lose_the_game),
        cmocka_unit_test(stays_in_with_its_last_two_cards),
        cmocka_unit_test(stays_in_when_behind_in_the_last_round),
        cmocka_unit_test(counts_the_known_cards_of_the_others),
        cmocka_unit_test(asks_a_partner_with_many_cards),
        cmocka_unit_test(never_asks_when_it_would_not_go_out),
        cmocka_unit_test(keeps_to_the_answer),
        cmocka_unit_test(says_yes_unless_there_is_a_reason),
        cmocka_unit_test(says_no_when_the_game_would_be_lost),
        cmocka_unit_test(says_no_with_a_hand_worth_waiting_for),
        cmocka_unit_test(says_yes_with_the_same_hand_when_it_wins_the_game),
        cmocka_unit_test(takes_the_pile_whenever_it_may),
        cmocka_unit_test(lays_everything_it_can),
        cmocka_unit_test(opens_without_wilds_when_naturals_do),
        cmocka_unit_test(opens_with_the_cheaper_wild_when_it_is_enough),
        cmocka_unit_test(spoils_no_natural_canasta_with_a_wild),
        cmocka_unit_test(discards_what_the_next_player_will_not_take),
        cmocka_unit_test(stops_a_large_pile_with_a_black_three),
        cmocka_unit_test(throws_no_wild_away),
        cmocka_unit_test(take_risk_follows_the_state_of_the_pile),
    };
    return cmocka_run_group_tests_name("racer", tests, NULL, NULL);
}
