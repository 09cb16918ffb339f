/* What `book` decides and why: for each habit a position in which it decides.
 * Not here: what the habits are worth (`canasta match`). Invariant: each test names one claim, and
 * the player without the habit does otherwise. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "lab/tables/table.h"
#include "players/book.h"
#include "seat.h"
#include "text/rules/rules_text.h"

static cn_book_advice advise(const seat_view *at, uint32_t habits)
{
    const cn_book_advice advice = cn_book_advise(&at->view, &at->rules, habits);
    assert_true(cn_legal_step(&at->rules, &at->view.pub, &at->view.hand, advice.step));
    assert_in_range(advice.count, 1, CN_BOOK_REASONS_MAX);
    for (unsigned i = 0; i < advice.count; i++)
        assert_in_range(advice.why[i].reason, 0, CN_BOOK_REASON_COUNT - 1);
    return advice;
}

static unsigned with_all(const seat_view *at)
{
    return advise(at, CN_BOOK_ALL_HABITS).step.number;
}

static unsigned without(const seat_view *at, uint32_t habit)
{
    return advise(at, CN_BOOK_ALL_HABITS & ~habit).step.number;
}

static bool says(const seat_view *at, cn_book_reason reason)
{
    const cn_book_advice advice = advise(at, CN_BOOK_ALL_HABITS);
    for (unsigned i = 0; i < advice.count; i++)
        if (advice.why[i].reason == reason) return true;
    return false;
}

/* Three aces and three kings are ninety points, and no rival is in a hurry. */
static seat_setup could_open(void)
{
    return (seat_setup){
        .hand = "KcKdKhAcAdAh4c5c6c7c9c9d", .other_melds = "QQQQ", .pile = "4d5d", .stock = 40};
}

static void waits_with_a_full_hand_for_the_pile(void **state)
{
    (void)state;
    const seat_setup setup = could_open();
    const seat_view at = seat_make(&setup);
    assert_true(cn_step_is_discard(with_all(&at)));
    assert_true(says(&at, CN_BOOK_WAITS_TO_OPEN));
    assert_true(cn_step_is_lay(without(&at, CN_BOOK_OPENING)));
}

static void opens_from_the_hand_when_a_rival_is_short_of_cards(void **state)
{
    (void)state;
    seat_setup setup = could_open();
    setup.hand_count[3] = 1;
    const seat_view at = seat_make(&setup);
    assert_true(cn_step_is_lay(with_all(&at)));
    assert_true(says(&at, CN_BOOK_OPENS_NOW));
    assert_true(says(&at, CN_BOOK_OTHERS_NEAR_OUT));
}

static void opens_at_once_where_sequences_are_played(void **state)
{
    (void)state;
    seat_setup setup = could_open();
    setup.rules_name = "samba";
    const seat_view at = seat_make(&setup);
    assert_true(cn_step_is_lay(with_all(&at)));
}

static void leaves_a_pile_that_is_too_small(void **state)
{
    (void)state;
    seat_setup setup = {.hand = "4c5c6c7c8c9c",
                        .own_melds = "KKK",
                        .other_melds = "QQQ",
                        .pile = "6dKd",
                        .stock = 40,
                        .before_draw = true};
    seat_view at = seat_make(&setup);
    assert_int_equal(with_all(&at), CN_STEP_DRAW);
    assert_true(says(&at, CN_BOOK_PILE_TOO_SMALL));
    assert_int_equal(without(&at, CN_BOOK_TAKING), CN_STEP_TAKE_TOP);
    setup.pile = "8d6dKd";
    at = seat_make(&setup);
    assert_int_equal(with_all(&at), CN_STEP_TAKE_TOP);
    assert_true(says(&at, CN_BOOK_TAKES_PILE));
}

/* The same hand and pile open for fifty and for ninety points. */
static void takes_any_pile_that_makes_a_dear_opening(void **state)
{
    (void)state;
    seat_setup setup = {.hand = "KcKdAcAdAh4c5c", .pile = "6dKh", .stock = 40, .before_draw = true};
    seat_view at = seat_make(&setup);
    assert_int_equal(with_all(&at), CN_STEP_DRAW);
    setup.own_total = 2000;
    at = seat_make(&setup);
    assert_int_equal(with_all(&at), CN_STEP_TAKE_PAIR);
    assert_true(says(&at, CN_BOOK_OPENS_WITH_PILE));
}

static void holds_wilds_until_a_meld_has_four_cards(void **state)
{
    (void)state;
    seat_setup setup = {.hand = "2c4c5d6h7s8c9cTd",
                        .own_melds = "KKK",
                        .other_melds = "QQQ",
                        .pile = "4d",
                        .stock = 40};
    seat_view at = seat_make(&setup);
    assert_true(cn_step_is_discard(with_all(&at)));
    assert_true(says(&at, CN_BOOK_HOLDS_WILDS));
    const cn_book_advice advice = advise(&at, CN_BOOK_ALL_HABITS); /* the step's own reason leads */
    assert_in_range(advice.why[0].reason, CN_BOOK_SAFE, CN_BOOK_USELESS);
    assert_int_equal(advice.why[0].a, cn_step_kind(advice.step.number));
    assert_int_equal(without(&at, CN_BOOK_WILDS), CN_STEP_LAY_TWO + CN_KIND_K);
    setup.own_melds = "KKKK";
    at = seat_make(&setup);
    assert_int_equal(with_all(&at), CN_STEP_LAY_TWO + CN_KIND_K);
}

static void keeps_naturals_in_a_small_hand_unless_they_complete_a_canasta(void **state)
{
    (void)state;
    seat_setup setup = {.hand = "Kc4d6h9c",
                        .own_melds = "KKKKK QQQ",
                        .other_melds = "JJJ",
                        .pile = "4h",
                        .stock = 40};
    seat_view at = seat_make(&setup);
    assert_true(cn_step_is_discard(with_all(&at)));
    assert_true(says(&at, CN_BOOK_KEEPS_CARDS));
    assert_int_equal(without(&at, CN_BOOK_KEEPING), CN_STEP_LAY + CN_KIND_K);
    setup.own_melds = "KKKKKK QQQ";
    at = seat_make(&setup);
    assert_int_equal(with_all(&at), CN_STEP_LAY + CN_KIND_K);
    assert_true(says(&at, CN_BOOK_COMPLETES));
}

static void freezes_the_pile_of_those_who_have_opened(void **state)
{
    (void)state;
    seat_setup setup = {
        .hand = "2c2d4c5d6h7s8c8h9c9dTdTh", .other_melds = "KKK QQQ", .pile = "4hJd", .stock = 40};
    seat_view at = seat_make(&setup);
    assert_int_equal(with_all(&at), CN_STEP_DISCARD + CN_KIND_TWO);
    assert_true(says(&at, CN_BOOK_FREEZES));
    const unsigned other = without(&at, CN_BOOK_FREEZING);
    assert_true(cn_step_is_discard(other) && other != CN_STEP_DISCARD + CN_KIND_TWO);
    setup.own_melds = "AAA"; /* its own easy takes would be gone, too */
    at = seat_make(&setup);
    assert_int_not_equal(seat_finish_turn(&at, &cn_player_book), CN_STEP_DISCARD + CN_KIND_TWO);
}

static void throws_a_single_card_rather_than_one_of_a_pair(void **state)
{
    (void)state;
    const seat_setup setup = {.hand = "8c8d9h",
                              .own_melds = "KKK",
                              .other_melds = "QQQ",
                              .pile = "4h",
                              .stock = 40,
                              .frozen = true};
    const seat_view at = seat_make(&setup);
    assert_int_equal(with_all(&at), CN_STEP_DISCARD + CN_KIND_9);
    assert_true(says(&at, CN_BOOK_KEEPS_PAIR));
    assert_int_equal(without(&at, CN_BOOK_PAIRS), CN_STEP_DISCARD + CN_KIND_8);
}

/* An ace and a four, both single and both thrown by the next seat, for fifty points or ninety. */
static void saves_high_cards_for_a_dear_opening(void **state)
{
    (void)state;
    seat_setup setup = {
        .hand = "Ac4cTdTh8d8h", .other_melds = "QQQ", .pile = "6h", .stock = 40, .frozen = true};
    seat_view at = seat_make(&setup);
    at.view.memory.seat[1].discarded[CN_KIND_4] = at.view.memory.seat[1].discarded[CN_KIND_A] = 8;
    assert_int_equal(with_all(&at), CN_STEP_DISCARD + CN_KIND_A);
    at.view.pub.side[0].total_points = 2000;
    assert_int_equal(with_all(&at), CN_STEP_DISCARD + CN_KIND_4);
    assert_true(says(&at, CN_BOOK_SAVES_FOR_OPENING));
    assert_int_equal(without(&at, CN_BOOK_SAVING), CN_STEP_DISCARD + CN_KIND_A);
}

/* The next seat has thrown fours, so that a four is safe without a black three. */
static void keeps_the_black_three_until_it_is_needed(void **state)
{
    (void)state;
    seat_setup setup = {.hand = "3c4cKh",
                        .own_melds = "KKK",
                        .other_melds = "QQQ TTT",
                        .pile = "6h",
                        .stock = 40,
                        .frozen = true};
    seat_view at = seat_make(&setup);
    at.view.memory.seat[1].discarded[CN_KIND_4] = 8;
    assert_int_equal(with_all(&at), CN_STEP_DISCARD + CN_KIND_4);
    assert_true(says(&at, CN_BOOK_KEEPS_BLACK3));
    assert_int_equal(without(&at, CN_BOOK_STOPPING), CN_STEP_DISCARD + CN_KIND_BLACK3);
    setup.pile = "6hJhJdAcAd8h7h9c9d9s";
    setup.other_melds = "QQQ TTT 444";
    setup.frozen = false;
    at = seat_make(&setup);
    assert_int_equal(with_all(&at), CN_STEP_DISCARD + CN_KIND_BLACK3);
    assert_true(says(&at, CN_BOOK_STOPS));
}

/* The next seat threw jacks: they are safe, but a pair. Who thinks of the turn alone throws the
 * single nine. */
static void gives_up_a_pair_to_save_the_pile(void **state)
{
    (void)state;
    const seat_setup setup = {.hand = "JcJd9h",
                              .own_melds = "KKK",
                              .other_melds = "QQQ",
                              .pile = "4h5h6hThTdAcAd8s",
                              .stock = 40,
                              .hand_count = {0, 5, 5, 5},
                              .frozen = true};
    seat_view at = seat_make(&setup);
    at.view.memory.seat[1].discarded[CN_KIND_J] = 4;
    assert_int_equal(with_all(&at), CN_STEP_DISCARD + CN_KIND_J);
    assert_true(says(&at, CN_BOOK_NEXT_WANTS));
    assert_int_equal(without(&at, CN_BOOK_GUARDING), CN_STEP_DISCARD + CN_KIND_9);
}

static void remembers_what_the_next_seat_took(void **state)
{
    (void)state;
    const seat_setup setup = {.hand = "5c9c",
                              .own_melds = "KKK",
                              .other_melds = "QQQ",
                              .pile = "4h",
                              .stock = 40,
                              .frozen = true};
    seat_view at = seat_make(&setup);
    at.view.memory.seat[1].known[CN_KIND_9] = 2;
    assert_int_equal(with_all(&at), CN_STEP_DISCARD + CN_KIND_5);
    assert_true(says(&at, CN_BOOK_NEXT_HOLDS));
    assert_int_equal(without(&at, CN_BOOK_READING), CN_STEP_DISCARD + CN_KIND_9);
}

/* Seven melds against one: each turn brings more than going out, and the partner holds cards. */
static seat_setup rules_the_table(void)
{
    return (seat_setup){.hand = "6c6d6h4c",
                        .own_melds = "KKKKKKK QQQ JJJ TTT 999 888 777",
                        .other_melds = "AAA",
                        .pile = "5c",
                        .stock = 40,
                        .hand_count = {0, 5, 4, 5}};
}

static void goes_on_while_its_side_rules_the_table(void **state)
{
    (void)state;
    seat_setup setup = rules_the_table();
    seat_view at = seat_make(&setup);
    assert_true(says(&at, CN_BOOK_STAYS_FOR_MORE));
    seat_finish_turn(&at, &cn_player_book);
    assert_int_equal(at.view.pub.out_seat, CN_SEAT_NONE);
    at = seat_make(&setup);
    seat_finish_turn(&at, cn_player_find("book-no-staying"));
    assert_int_equal(at.view.pub.out_seat, 0);
    setup.other_melds = "AAA 5555 22255 AAAA 4444 QQQ 666 888";
    at = seat_make(&setup);
    assert_true(says(&at, CN_BOOK_GOES_OUT));
    seat_finish_turn(&at, &cn_player_book);
    assert_int_equal(at.view.pub.out_seat, 0);
}

static void goes_out_at_once_when_that_wins_the_game(void **state)
{
    (void)state;
    seat_setup setup = rules_the_table();
    setup.own_total = 4500;
    seat_view at = seat_make(&setup);
    assert_true(says(&at, CN_BOOK_WINS_GAME));
    seat_finish_turn(&at, &cn_player_book);
    assert_int_equal(at.view.pub.out_seat, 0);
}

static void stays_in_when_the_score_would_lose_the_game(void **state)
{
    (void)state;
    seat_setup setup = rules_the_table();
    setup.own_melds = "KKKKKKK";
    setup.other_total = 4990;
    setup.other_melds = "QQQQQQQ";
    seat_view at = seat_make(&setup);
    assert_true(says(&at, CN_BOOK_WOULD_LOSE_GAME));
    seat_finish_turn(&at, &cn_player_book);
    assert_int_equal(at.view.pub.out_seat, CN_SEAT_NONE);
}

/* The partner in seat 2 asks. */
static seat_view asked(const seat_setup *setup)
{
    seat_view at = seat_make(setup);
    at.view.pub.phase = CN_PHASE_ANSWER;
    cn_public_act_for(&at.view.pub, 2);
    at.view.pub.turn.asked = 1;
    return at;
}

static void answers_by_table_and_score(void **state)
{
    (void)state;
    seat_setup setup = rules_the_table();
    seat_view at = asked(&setup);
    assert_int_equal(with_all(&at), CN_STEP_NO);
    assert_int_equal(without(&at, CN_BOOK_STAYING), CN_STEP_YES);
    setup.own_total = 4900;
    at = asked(&setup);
    assert_int_equal(with_all(&at), CN_STEP_YES);
    setup.own_total = 0;
    setup.own_melds = "KKKKKKK";
    setup.other_melds = "AAA QQQ JJJ TTT";
    at = asked(&setup);
    assert_int_equal(with_all(&at), CN_STEP_YES);
}

/* Six pairs and two single cards: the seventh pair is what is wanted; and a hand that could open
 * but lacks one card of a special one. */
static void collects_a_special_hand_that_is_near(void **state)
{
    (void)state;
    seat_setup setup = {.rules_name = "modern_american",
                        .hand = "KcKdAcAd4c4d5c5d6c6d8c8d9hTs",
                        .pile = "Jh",
                        .stock = 50};
    seat_view at = seat_make(&setup);
    const unsigned thrown = with_all(&at);
    assert_true(thrown == CN_STEP_DISCARD + CN_KIND_9 || thrown == CN_STEP_DISCARD + CN_KIND_T);
    assert_true(says(&at, CN_BOOK_SEEKS_SPECIAL));
    setup.hand = "KcKdKhKsQcQdQhQsTcTdTh9c9d4c"; /* 4-4-3-3 but for one nine */
    setup.overrides = "min_table = any:90";
    at = seat_make(&setup);
    assert_int_equal(with_all(&at), CN_STEP_DISCARD + CN_KIND_4);
    assert_true(says(&at, CN_BOOK_SEEKS_SPECIAL));
    assert_true(cn_step_is_lay(without(&at, CN_BOOK_SEEKING)));
}

/* Queens and jacks would both be taken, and of jacks there is a pair; but six queens lie there. */
static void feeds_no_canasta_to_the_next_player(void **state)
{
    (void)state;
    const seat_setup setup = {.hand = "QcJcJd",
                              .own_melds = "KKK",
                              .other_melds = "QQQQQQ JJJJ",
                              .pile = "4h",
                              .stock = 40};
    const seat_view at = seat_make(&setup);
    assert_int_equal(with_all(&at), CN_STEP_DISCARD + CN_KIND_J);
    assert_true(says(&at, CN_BOOK_WOULD_FEED));
    assert_int_equal(without(&at, CN_BOOK_FEEDING), CN_STEP_DISCARD + CN_KIND_Q);
}

static void takes_a_single_card_that_completes_its_canasta(void **state)
{
    (void)state;
    seat_setup setup = {.hand = "4c5c6c7c8c9c",
                        .own_melds = "KKKKKK",
                        .other_melds = "QQQ",
                        .pile = "Kd",
                        .stock = 40,
                        .before_draw = true};
    seat_view at = seat_make(&setup);
    assert_int_equal(with_all(&at), CN_STEP_TAKE_TOP);
    assert_int_equal(without(&at, CN_BOOK_FEEDING), CN_STEP_DRAW);
    setup.own_melds = "KKKKK";
    at = seat_make(&setup);
    assert_int_equal(with_all(&at), CN_STEP_DRAW);
}

/* A single nine that the next seat may want, or one of two jacks that it has thrown. */
static void risks_the_pile_while_no_side_has_melded(void **state)
{
    (void)state;
    seat_setup setup = {.hand = "JcJd9h", .pile = "4h5h6hThTdAcAd8s", .stock = 40};
    seat_view at = seat_make(&setup);
    at.view.memory.seat[1].discarded[CN_KIND_J] = 4;
    assert_int_equal(with_all(&at), CN_STEP_DISCARD + CN_KIND_9);
    assert_int_equal(without(&at, CN_BOOK_DARING), CN_STEP_DISCARD + CN_KIND_J);
    setup.other_melds = "QQQ";
    at = seat_make(&setup);
    at.view.memory.seat[1].discarded[CN_KIND_J] = 4;
    assert_int_equal(with_all(&at), CN_STEP_DISCARD + CN_KIND_J);
}

static void leaves_a_pile_of_threes_that_nobody_can_lay(void **state)
{
    (void)state;
    seat_setup setup = {.rules_name = "hand_and_foot",
                        .hand = "4c5c6c7c8c9c",
                        .own_melds = "KKK",
                        .other_melds = "QQQ",
                        .pile = "3c3d3c3h3s6dKd",
                        .stock = 160,
                        .before_draw = true};
    seat_view at = seat_make(&setup);
    assert_int_equal(with_all(&at), CN_STEP_DRAW);
    assert_true(says(&at, CN_BOOK_PILE_HAS_THREES));
    assert_true(cn_step_is_take(without(&at, CN_BOOK_THREES)) ||
                cn_step_is_to_meld(without(&at, CN_BOOK_THREES)));
    setup.pile = "3c5d7d7h6dKd"; /* enough besides, and time to throw it */
    at = seat_make(&setup);
    assert_int_not_equal(with_all(&at), CN_STEP_DRAW);
    setup.stock = 7;
    at = seat_make(&setup);
    assert_int_equal(with_all(&at), CN_STEP_DRAW);
}

/* Without the queen there are only wilds to throw; an eight beside it is thrown. */
static void takes_no_wild_out_of_a_meld_to_throw_one(void **state)
{
    (void)state;
    seat_setup setup = {.overrides = "swap_wild = others; swap_wild_canastas = yes",
                        .hand = "Qh2c",
                        .own_melds = "KKK AAA",
                        .other_melds = "QQQ22",
                        .pile = "4d",
                        .stock = 40,
                        .frozen = true};
    seat_view at = seat_make(&setup);
    assert_int_equal(with_all(&at), CN_STEP_DISCARD + CN_KIND_Q);
    assert_true(cn_step_is_swap(without(&at, CN_BOOK_SWAPPING)));
    setup.hand = "Qh2c8c";
    at = seat_make(&setup);
    assert_true(cn_step_is_swap(with_all(&at)));
}

/* Seven cards of ten come, and the threes lie below them. */
static void weighs_no_card_of_the_pile_that_a_take_leaves(void **state)
{
    (void)state;
    seat_setup setup = {.rules_name = "hand_and_foot",
                        .overrides = "take_amount = 7",
                        .hand = "4c5c6c7c8c9cKs",
                        .own_melds = "KKK",
                        .other_melds = "QQQ",
                        .pile = "3c3d3c5h7d8hTd9c6dKd",
                        .stock = 20,
                        .before_draw = true};
    seat_view at = seat_make(&setup);
    const cn_book_advice advice = advise(&at, CN_BOOK_ALL_HABITS);
    assert_int_equal(advice.why[0].reason, CN_BOOK_TAKES_PILE);
    assert_int_equal(advice.why[0].a, 7);
    assert_int_equal(advice.why[0].b, 55);
    setup.overrides = "take_amount = 10";
    at = seat_make(&setup);
    assert_int_equal(with_all(&at), CN_STEP_DRAW);
    assert_true(says(&at, CN_BOOK_PILE_HAS_THREES));
}

/* A pile is too small only beside one that brings more. */
static void takes_as_many_cards_as_any_pile_brings(void **state)
{
    (void)state;
    seat_setup setup = {.overrides = "take_amount = 2",
                        .hand = "4c5c6c7c8c9c",
                        .own_melds = "KKK",
                        .other_melds = "QQQ",
                        .pile = "6dKd",
                        .stock = 40,
                        .before_draw = true};
    seat_view at = seat_make(&setup);
    assert_int_equal(with_all(&at), CN_STEP_TAKE_TOP);
    setup.overrides = "take_amount = 3";
    at = seat_make(&setup);
    assert_int_equal(with_all(&at), CN_STEP_DRAW);
    assert_true(says(&at, CN_BOOK_PILE_TOO_SMALL));
}

/* The two and both sevens, or the two alone: the other packet comes with an empty hand. */
static void keeps_a_wild_for_a_pair_while_a_packet_waits(void **state)
{
    (void)state;
    const seat_setup setup = {.rules_name = "hand_and_foot",
                              .hand = "2c7c7d9h",
                              .own_melds = "KKKK2",
                              .other_melds = "QQQ",
                              .pile = "4d",
                              .stock = 100};
    seat_view at = seat_make(&setup);
    at.view.pub.packets[0] = 1;
    assert_int_equal(with_all(&at), CN_STEP_LAY + CN_KIND_7);
    assert_true(says(&at, CN_BOOK_SAVES_WILDS));
    assert_int_not_equal(without(&at, CN_BOOK_EMPTYING), CN_STEP_LAY + CN_KIND_7);
}

/* Three aces cost points in the hand, and so does a meld of them that is not completed. */
static void begins_and_holds_no_aces_that_it_will_not_finish(void **state)
{
    (void)state;
    seat_setup setup = {.rules_name = "modern_american",
                        .hand = "AcAdAh9cTdTh",
                        .own_melds = "KKK",
                        .other_melds = "QQQ",
                        .pile = "4d",
                        .stock = 40};
    seat_view at = seat_make(&setup);
    at.view.memory.seat[1].discarded[CN_KIND_9] = 8; /* safe */
    assert_int_equal(with_all(&at), CN_STEP_DISCARD + CN_KIND_A);
    assert_int_not_equal(without(&at, CN_BOOK_FINISHING), CN_STEP_DISCARD + CN_KIND_A);
    setup.hand = "AcAcAdAdAhAh9cTdTh"; /* one is missing */
    at = seat_make(&setup);
    assert_int_equal(with_all(&at), CN_STEP_LAY + CN_KIND_A);
    setup.stock = 8;
    at = seat_make(&setup);
    assert_true(cn_step_is_discard(with_all(&at)));
    assert_true(says(&at, CN_BOOK_WONT_FINISH));
    assert_int_equal(without(&at, CN_BOOK_FINISHING), CN_STEP_LAY + CN_KIND_A);
}

static void takes_no_ace_that_begins_such_a_meld(void **state)
{
    (void)state;
    const seat_setup setup = {.rules_name = "modern_american",
                              .hand = "AcAd4c5c6c8c",
                              .own_melds = "KKK",
                              .other_melds = "QQQ",
                              .pile = "4d5d6h8h9hThJhJd4h5hTsAh",
                              .stock = 40,
                              .before_draw = true};
    const seat_view at = seat_make(&setup);
    assert_int_equal(with_all(&at), CN_STEP_DRAW);
    assert_true(says(&at, CN_BOOK_TAKE_COSTS_MORE));
    assert_int_equal(without(&at, CN_BOOK_FINISHING), CN_STEP_TAKE_PAIR);
}

/* Four hearts out of five ranks in a row: the five of them is no third of a kind. */
static void keeps_cards_of_a_run_for_a_sequence(void **state)
{
    (void)state;
    seat_setup setup = {.rules_name = "samba",
                        .hand = "5c5d5h6h8h9hJcQd",
                        .own_melds = "KKK",
                        .other_melds = "QQQ",
                        .pile = "4d",
                        .stock = 80};
    seat_view at = seat_make(&setup);
    assert_true(cn_step_is_discard(with_all(&at)));
    assert_true(says(&at, CN_BOOK_KEEPS_RUN));
    assert_int_equal(without(&at, CN_BOOK_RUNS), CN_STEP_LAY + CN_KIND_5);
    setup.hand = "5c5d5s5h6h8h9hJcQd";
    at = seat_make(&setup);
    assert_int_equal(with_all(&at), CN_STEP_LAY + CN_KIND_5);
}

/* Every habit has a player without it. */
static void variants_are_found_by_name(void **state)
{
    (void)state;
    unsigned count = 0;
    for (; cn_book_variants[count] != NULL; count++) {
        assert_int_equal(strncmp(cn_book_variants[count]->name, "book-no-", 8), 0);
        assert_ptr_equal(cn_player_find(cn_book_variants[count]->name), cn_book_variants[count]);
    }
    assert_int_equal(count, CN_BOOK_HABIT_COUNT);
    assert_null(cn_player_find("book-no-"));
}

static bool same_advice(const cn_book_advice *a, const cn_book_advice *b)
{
    if (memcmp(&a->step, &b->step, sizeof a->step) != 0 || a->count != b->count) return false;
    for (unsigned i = 0; i < a->count; i++)
        if (a->why[i].reason != b->why[i].reason || a->why[i].a != b->why[i].a ||
            a->why[i].b != b->why[i].b)
            return false;
    return true;
}

/* Deals a hand and lets everybody play up to the given step. */
static void play_up_to(cn_lab_table *table, const cn_rules *rules, const cn_card *deck,
                       unsigned steps)
{
    cn_lab_table_start(table, rules, 0);
    cn_lab_table_seat_all(table, rules, &cn_player_book, 1);
    assert_int_equal(cn_lab_table_deal(table, rules, deck), CN_LAB_OK);
    for (unsigned i = 0; i < steps && table->game.pub.phase != CN_PHASE_HAND_END; i++)
        assert_int_equal(cn_lab_table_step(table, rules), CN_LAB_OK);
}

/* Two cards of the deck change places; where the seat to act cannot see that, it must not play
 * otherwise. */
static void the_same_view_gives_the_same_advice(void **state)
{
    (void)state;
    enum { DECKS = 12, SWAPS = 25, STEPS = 45 };
    cn_rules rules;
    cn_text_error error = {0};
    assert_true(cn_rules_load(&rules, "classic_pagat", NULL, 0, &error));
    cn_stream stream = cn_stream_make(17, CN_PURPOSE_DECK, 0);
    unsigned unseen_swaps = 0;
    for (unsigned i = 0; i < DECKS * SWAPS; i++) {
        cn_card deck[CN_DECK_CARDS_MAX];
        cn_lab_table first, second;
        cn_stream cards = cn_stream_make(17, CN_PURPOSE_DECK, 1 + i / SWAPS);
        cn_deck_sorted(&rules, deck);
        cn_shuffle(deck, rules.deck_size, &cards);
        const unsigned steps = cn_stream_below(&stream, STEPS);
        play_up_to(&first, &rules, deck, steps);
        const unsigned a = cn_stream_below(&stream, rules.deck_size);
        const unsigned b = cn_stream_below(&stream, rules.deck_size);
        const cn_card card = deck[a];
        deck[a] = deck[b];
        deck[b] = card;
        play_up_to(&second, &rules, deck, steps);
        const unsigned seat = first.game.pub.seat;
        const cn_view *one = &first.view[seat], *two = &second.view[seat];
        if (card == deck[a] || cn_view_hash(one, &rules) != cn_view_hash(two, &rules)) continue;
        if (first.game.pub.phase == CN_PHASE_HAND_END) continue;
        unseen_swaps++;
        const cn_book_advice told = cn_book_advise(one, &rules, CN_BOOK_ALL_HABITS);
        const cn_book_advice again = cn_book_advise(two, &rules, CN_BOOK_ALL_HABITS);
        if (!same_advice(&told, &again)) print_error("swap %u of seed 17\n", i);
        assert_true(same_advice(&told, &again));
    }
    assert_true(unseen_swaps >= 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(waits_with_a_full_hand_for_the_pile),
        cmocka_unit_test(opens_from_the_hand_when_a_rival_is_short_of_cards),
        cmocka_unit_test(opens_at_once_where_sequences_are_played),
        cmocka_unit_test(leaves_a_pile_that_is_too_small),
        cmocka_unit_test(takes_any_pile_that_makes_a_dear_opening),
        cmocka_unit_test(holds_wilds_until_a_meld_has_four_cards),
        cmocka_unit_test(keeps_naturals_in_a_small_hand_unless_they_complete_a_canasta),
        cmocka_unit_test(freezes_the_pile_of_those_who_have_opened),
        cmocka_unit_test(throws_a_single_card_rather_than_one_of_a_pair),
        cmocka_unit_test(saves_high_cards_for_a_dear_opening),
        cmocka_unit_test(keeps_the_black_three_until_it_is_needed),
        cmocka_unit_test(gives_up_a_pair_to_save_the_pile),
        cmocka_unit_test(remembers_what_the_next_seat_took),
        cmocka_unit_test(goes_on_while_its_side_rules_the_table),
        cmocka_unit_test(goes_out_at_once_when_that_wins_the_game),
        cmocka_unit_test(stays_in_when_the_score_would_lose_the_game),
        cmocka_unit_test(answers_by_table_and_score),
        cmocka_unit_test(collects_a_special_hand_that_is_near),
        cmocka_unit_test(feeds_no_canasta_to_the_next_player),
        cmocka_unit_test(takes_a_single_card_that_completes_its_canasta),
        cmocka_unit_test(risks_the_pile_while_no_side_has_melded),
        cmocka_unit_test(leaves_a_pile_of_threes_that_nobody_can_lay),
        cmocka_unit_test(takes_no_wild_out_of_a_meld_to_throw_one),
        cmocka_unit_test(weighs_no_card_of_the_pile_that_a_take_leaves),
        cmocka_unit_test(takes_as_many_cards_as_any_pile_brings),
        cmocka_unit_test(keeps_a_wild_for_a_pair_while_a_packet_waits),
        cmocka_unit_test(begins_and_holds_no_aces_that_it_will_not_finish),
        cmocka_unit_test(takes_no_ace_that_begins_such_a_meld),
        cmocka_unit_test(keeps_cards_of_a_run_for_a_sequence),
        cmocka_unit_test(variants_are_found_by_name),
        cmocka_unit_test(the_same_view_gives_the_same_advice),
    };
    return cmocka_run_group_tests_name("book", tests, NULL, NULL);
}
