/* The numbers of the policy of playouts: whose they are, and that each is one that can be.
 * Not here: how good they are (docs/players.md). Invariant: every table is looked at. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "lab/train/habits.h"
#include "players/search/quick.h"
#include "seat.h"
#include "text/rules/rules_text.h"

static cn_rules rules_of(const char *name, unsigned players)
{
    cn_rules rules;
    cn_text_error error = {0};
    assert_true(cn_rules_load(&rules, name, NULL, players, &error));
    return rules;
}

static bool are_same(const cn_habits *a, const cn_habits *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

static void all_numbers_are_within_their_bounds(void **state)
{
    (void)state;
    cn_habits bad = cn_habits_plain;
    assert_true(cn_habits_are_sound(&cn_habits_plain));
    for (const cn_trained_habits *one = cn_habit_tables; one->rules != NULL; one++) {
        const cn_rules rules = rules_of(one->rules, one->players);
        const cn_habits found = cn_habits_of(&rules);
        assert_true(cn_habits_are_sound(&found));
    }
    bad.wild_from = 1;
    assert_false(cn_habits_are_sound(&bad));
}

static void each_rule_set_has_its_own(void **state)
{
    (void)state;
    unsigned plain = 0;
    for (const cn_trained_habits *one = cn_habit_tables; one->rules != NULL; one++) {
        const cn_rules rules = rules_of(one->rules, one->players);
        const cn_habits found = cn_habits_of(&rules);
        assert_int_equal(found.keep_pair, cn_habits_plain.keep_pair + one->more.keep_pair);
        plain += are_same(&found, &cn_habits_plain);
    }
    assert_int_equal(plain, 0);
}

static void rules_without_a_table_have_plain_ones(void **state)
{
    (void)state;
    cn_rules rules = rules_of("classic_pagat", 4);
    memcpy(rules.name, "unheard_of", sizeof "unheard_of");
    const cn_habits found = cn_habits_of(&rules);
    assert_true(are_same(&found, &cn_habits_plain));
}

static void other_numbers_of_people_have_the_nearest(void **state)
{
    (void)state;
    cn_rules rules = rules_of("hand_and_foot", 6);
    const cn_habits six = cn_habits_of(&rules);
    const cn_rules four = rules_of("hand_and_foot", 4);
    const cn_habits fewer = cn_habits_of(&four);
    rules.player_count = 8;
    const cn_habits eight = cn_habits_of(&rules);
    assert_true(are_same(&eight, &six));
    assert_false(are_same(&eight, &fewer));
}

static void they_are_given_to_a_side_alone(void **state)
{
    (void)state;
    const cn_rules rules = rules_of("samba", 4);
    cn_quick quick;
    const cn_habits found = cn_habits_of(&rules);
    cn_quick_make(&quick, &rules);
    cn_quick_give_found(&quick, 1);
    for (unsigned seat = 0; seat < rules.seat_count; seat++)
        assert_true(
            are_same(&quick.habits[seat], rules.side_of[seat] == 1 ? &found : &cn_habits_plain));
}

/* The number of the next step of a seat with these habits. */
static unsigned step_with(const seat_view *at, const cn_habits *habits)
{
    cn_quick quick;
    cn_quick_mind mind;
    const cn_mask legal = cn_view_legal(&at->view, &at->rules);
    cn_quick_make(&quick, &at->rules);
    cn_quick_give(&quick, at->rules.side_of[at->view.seat], habits);
    cn_quick_begin(&mind, &at->view, &at->rules, CN_REMEMBERS_ALL);
    return cn_quick_choose(&quick, &mind, &at->view.pub, &at->view.hand, &legal).number;
}

/* Kings, a joker and a two are enough to open; the rivals have five melds, and five cards at least:
 * waiting lost 445 points (deal 10, turn 14 of the hands read, docs/players.md). */
static const seat_setup late_to_open = {.hand = "KcKdKh2cXQdQs9h9s7d5c",
                                        .other_melds = "44444 555 666 888 TTTJ",
                                        .pile = "6c9d",
                                        .hand_count = {0, 5, 8, 8},
                                        .stock = 40};

static void rivals_ahead_make_a_side_open(void **state)
{
    (void)state;
    const seat_view at = seat_make(&late_to_open);
    cn_habits habits = cn_habits_plain;
    assert_true(cn_step_is_discard(step_with(&at, &habits)));
    habits.open_at_melds = 6;
    assert_true(cn_step_is_discard(step_with(&at, &habits)));
    habits.open_at_melds = 5;
    assert_true(cn_step_is_lay(step_with(&at, &habits)));
}

/* One card of a rank that lies, in a small hand: it is kept while nothing is near. */
static const seat_setup keeps_an_eight = {.hand = "8c9d5hKs",
                                          .own_melds = "8888 4444444",
                                          .other_melds = "QQQQQQQ JJJ",
                                          .pile = "6c9d",
                                          .hand_count = {0, 3, 8, 8},
                                          .stock = 30};

static void the_end_makes_a_side_lay_all(void **state)
{
    (void)state;
    const seat_view at = seat_make(&keeps_an_eight);
    cn_habits habits = cn_habits_plain;
    assert_true(cn_step_is_discard(step_with(&at, &habits)));
    habits.lay_at_stock = 30;
    assert_true(cn_step_is_discard(step_with(&at, &habits)));
    habits.lay_at_stock = 31;
    assert_int_equal(step_with(&at, &habits), CN_STEP_LAY + CN_KIND_8);
    habits = cn_habits_plain;
    habits.lay_near_out = 2;
    assert_true(cn_step_is_discard(step_with(&at, &habits)));
    habits.lay_near_out = 3;
    assert_int_equal(step_with(&at, &habits), CN_STEP_LAY + CN_KIND_8);
}

/* Ten cards, three of them threes, which take_amount may leave below. */
static void only_what_a_take_brings_is_weighed(void **state)
{
    (void)state;
    seat_setup setup = {.rules_name = "hand_and_foot",
                        .overrides = "take_amount = 10",
                        .hand = "4c5c6c7c8c9cKs",
                        .own_melds = "KKK",
                        .pile = "3c3d3c5h7d8hTd9c6dKd",
                        .stock = 20,
                        .before_draw = true};
    seat_view at = seat_make(&setup);
    assert_int_equal(step_with(&at, &cn_habits_plain), CN_STEP_DRAW);
    setup.overrides = "take_amount = 7";
    at = seat_make(&setup);
    assert_int_not_equal(step_with(&at, &cn_habits_plain), CN_STEP_DRAW);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_numbers_are_within_their_bounds),
        cmocka_unit_test(each_rule_set_has_its_own),
        cmocka_unit_test(rules_without_a_table_have_plain_ones),
        cmocka_unit_test(other_numbers_of_people_have_the_nearest),
        cmocka_unit_test(they_are_given_to_a_side_alone),
        cmocka_unit_test(rivals_ahead_make_a_side_open),
        cmocka_unit_test(the_end_makes_a_side_lay_all),
        cmocka_unit_test(only_what_a_take_brings_is_weighed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
