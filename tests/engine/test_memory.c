/* What a seat keeps in mind: cards of a taken pile by face, and what threes that are laid out tell
 * of one that is held. Not here: discards and declined tops (test_turns.c), worlds.
 * Invariant: each test names the claim it proves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "decks.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static unsigned known(const table *t, unsigned seat, const char *card)
{
    const cn_card face = deck_card(card);
    const unsigned suits = t->view[0].memory.seat[seat].known_suits[cn_card_row(face)];
    return suits >> 4 * cn_card_suit(face) & 15U;
}

/* Five cards each; seat 1 begins, seat 0 deals and is told of the others. */
static void deal(table *t, const char *overrides, const deck_at *at, unsigned count)
{
    const cn_rules rules = table_rules("classic_pagat", overrides);
    deck_play(t, &rules, at, count);
    assert_int_equal(t->game.pub.seat, 1);
}

static void a_taken_card_stays_known_until_its_face_leaves(void **state)
{
    (void)state;
    static const deck_at at[] = {{0, 4, "4c4d5c5dQh"},
                                 {1, 4, "6c6d7c7d9c"},
                                 {2, 4, "9s9dQsJcJd"},
                                 {3, 4, "8c8dTcTdAc"},
                                 {20, 1, "Kc4h5hTs8h7hJs"}};
    table t;
    deal(&t, "hand_size = 5; min_table = any:15", at, COUNT(at));
    table_play(&t, "draw; discard Qh");
    table_play(&t, "draw; discard 9c");
    table_play(&t, "take 9s9d; open");
    assert_int_equal(known(&t, 3, "Kc"), 1);
    assert_int_equal(known(&t, 3, "Qh"), 1);
    table_play(&t, "discard Qs");
    assert_int_equal(t.view[0].memory.seat[3].known[CN_KIND_Q], 0);
    assert_int_equal(known(&t, 3, "Qh"), 1);
    table_play(&t, "draw; discard Ac");
    table_play(&t, "draw; discard 4c");
    table_play(&t, "draw; discard 6c");
    table_play(&t, "draw; discard Qh");
    assert_int_equal(known(&t, 3, "Qh"), 0);
    assert_int_equal(known(&t, 3, "Kc"), 1);
}

/* P153. */
static void a_card_picked_up_is_known_to_all(void **state)
{
    (void)state;
    static const deck_at at[] = {{0, 4, "4c4d5c5dQh"}, {20, 1, "Kc9d9c7h"}};
    table t;
    deal(&t, "hand_size = 5; pick_top = always; draw_count = 2", at, COUNT(at));
    table_play(&t, "pick");
    assert_int_equal(known(&t, 1, "Kc"), 1);
    assert_int_equal(known(&t, 1, "9d"), 0);
    assert_int_equal(t.game.pub.hand_count[1], 7);
    table_play(&t, "discard Kc");
    assert_int_equal(known(&t, 1, "Kc"), 0);
}

static const char *const held_rules = "hand_size = 5; min_table = any:15; hold_one_three = yes";

static void a_three_that_is_laid_out_tells_of_one_that_is_held(void **state)
{
    (void)state;
    static const deck_at at[] = {{0, 4, "KcKdKh4c5c"},
                                 {1, 4, "6c6d7c7d8c"},
                                 {2, 4, "3d3h9c9dTc"},
                                 {3, 4, "8d8hJcJdQc"},
                                 {20, 1, "4dQd3d5d6h7h3hAs"}};
    table t;
    deal(&t, held_rules, at, COUNT(at));
    const cn_seat_memory *of = t.view[0].memory.seat;
    assert_int_equal(of[1].held_three, CN_HELD_THREE_PERHAPS);
    assert_int_equal(of[3].held_three,
                     CN_SUIT_HEARTS + 1); /* the one laid out was a three of hearts */
    table_play(&t, "draw; discard 4c");
    assert_int_equal(deck_held(&t, 1, "3d"), 1);
    assert_int_equal(of[1].held_three, CN_HELD_THREE_PERHAPS);
    table_play(&t, "draw; discard 5d");
    table_play(&t, "draw; discard 6h");
    table_play(&t, "draw; discard 7h");
    table_play(&t, "draw");
    assert_int_equal(t.game.pub.three[1][CN_SUIT_HEARTS], 1);
    assert_int_equal(of[1].held_three, CN_HELD_THREE_ANY);
    table_play(&t, "open KcKdKh; discard 5c");
    assert_int_equal(of[1].held_three, CN_HELD_THREE_NONE);
    assert_int_equal(of[3].held_three, CN_SUIT_HEARTS + 1);
    table_play(&t, "draw; discard 6c");
    assert_int_equal(t.game.pub.seat, 3); /* its side has opened: it had to lay out its three */
    assert_int_equal(deck_held(&t, 3, "3d"), 0);
    assert_int_equal(of[3].held_three, CN_HELD_THREE_NONE);
}

static void the_held_three_is_no_higher_than_those_that_left_the_hand_with_it(void **state)
{
    (void)state;
    static const struct {
        const char *dealt;
        unsigned told;
    } cases[] = {{"3d3d4c4d5c", CN_SUIT_DIAMONDS + 1},
                 {"3d3h4c4d5c", CN_SUIT_HEARTS + 1},
                 {"3d3d3h3h4c", CN_SUIT_DIAMONDS + 1},
                 {"3h4c4d5c5d", CN_HELD_THREE_PERHAPS}};
    for (unsigned i = 0; i < COUNT(cases); i++) {
        const deck_at at[] = {{0, 4, cases[i].dealt}};
        table t;
        char overrides[200];
        strcpy(overrides, held_rules);
        deal(&t, strcat(overrides, "; deal_red3_timing = first_turn"), at, 1);
        assert_int_equal(t.view[0].memory.seat[1].held_three, cases[i].told);
    }
}

static void who_lays_out_the_held_three_may_draw_another(void **state)
{
    (void)state;
    static const deck_at at[] = {{0, 4, "3d3h4c4d5c"}, {20, 1, "5dQd9c9d"}};
    table t;
    deal(&t, held_rules, at, COUNT(at));
    assert_int_equal(t.view[0].memory.seat[1].held_three, CN_SUIT_HEARTS + 1);
    assert_int_equal(t.view[0].memory.seat[1].open, 5);
    table_play(&t, "lay-out");
    assert_int_equal(t.view[0].memory.seat[1].held_three, CN_HELD_THREE_PERHAPS);
    assert_int_equal(t.view[0].memory.seat[1].came, 5);
    assert_int_equal(t.view[0].memory.seat[1].open, 1); /* only the new card may be one */
}

static void after_a_discarded_three_only_new_cards_may_be_one(void **state)
{
    (void)state;
    static const deck_at at[] = {{0, 4, "3c4c4d5c5d"}, {20, 1, "Qd8c9c9dTc9h"}};
    table t;
    char overrides[200];
    strcpy(overrides, held_rules);
    deal(&t, strcat(overrides, "; threes_mode = both_colours_bonus"), at, COUNT(at));
    const cn_memory *memory = &t.view[0].memory;
    assert_int_equal(memory->seat[1].open, 5);
    table_play(&t, "draw");
    assert_int_equal(memory->seat[1].open, 6);
    table_play(&t, "discard 3c");
    assert_int_equal(memory->seat[1].came, 5);
    assert_int_equal(memory->seat[1].open, 0);
    deck_draw_down(&t, t.game.pub.stock_count - 4U);
    assert_int_equal(memory->seat[1].came, 6);
    assert_int_equal(memory->seat[1].open, 1);
}

/* S17: a red three that lay buried is a card of the hand like any other. */
static void buried_cards_that_came_to_a_hand_are_counted(void **state)
{
    (void)state;
    static const deck_at at[] = {{0, 4, "4c4d5c5d6c"}, {20, 1, "4h3d5h6h7h8h"}};
    table t;
    deal(&t,
         "hand_size = 5; min_table = any:15; upcard_mode = turn_one; discard_threes = all; "
         "upcard_extra_pile = by_rank_value; red3_in_pile = impossible",
         at, COUNT(at));
    table_play(&t, "take 4c4d; open");
    assert_int_equal(deck_held(&t, 1, "3d"), 1);
    assert_int_equal(t.view[0].memory.seat[1].open, 4);
    table_play(&t, "discard 5c");
    assert_int_equal(t.view[0].memory.seat[1].open, 4);
    deck_draw_down(&t, t.game.pub.stock_count - 3U);
    table_play(&t, "draw; discard 3d");
    assert_int_equal(t.view[0].memory.seat[1].open, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_taken_card_stays_known_until_its_face_leaves),
        cmocka_unit_test(a_card_picked_up_is_known_to_all),
        cmocka_unit_test(a_three_that_is_laid_out_tells_of_one_that_is_held),
        cmocka_unit_test(the_held_three_is_no_higher_than_those_that_left_the_hand_with_it),
        cmocka_unit_test(who_lays_out_the_held_three_may_draw_another),
        cmocka_unit_test(after_a_discarded_three_only_new_cards_may_be_one),
        cmocka_unit_test(buried_cards_that_came_to_a_hand_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
