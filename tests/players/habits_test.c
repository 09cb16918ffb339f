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
#include "text/rules/rules_text.h"

static cn_rules rules_of(const char *name, unsigned players)
{
    cn_rules rules;
    cn_text_error error = {0};
    assert_true(cn_rules_load(&rules, name, NULL, players, &error));
    return rules;
}

static void all_numbers_are_within_their_bounds(void **state)
{
    (void)state;
    cn_habits bad = cn_habits_plain;
    assert_true(cn_habits_are_sound(&cn_habits_plain));
    for (const cn_trained_habits *one = cn_habit_tables; one->rules != NULL; one++)
        assert_true(cn_habits_are_sound(&one->habits));
    bad.wild_from = 1;
    assert_false(cn_habits_are_sound(&bad));
}

static void each_rule_set_has_its_own(void **state)
{
    (void)state;
    unsigned plain = 0;
    for (const cn_trained_habits *one = cn_habit_tables; one->rules != NULL; one++) {
        const cn_rules rules = rules_of(one->rules, one->players);
        assert_ptr_equal(cn_habits_of(&rules), &one->habits);
        plain += memcmp(&one->habits, &cn_habits_plain, sizeof cn_habits_plain) == 0;
    }
    assert_int_equal(plain, 0);
}

static void rules_without_a_table_have_plain_ones(void **state)
{
    (void)state;
    cn_rules rules = rules_of("classic_pagat", 4);
    memcpy(rules.name, "unheard_of", sizeof "unheard_of");
    assert_ptr_equal(cn_habits_of(&rules), &cn_habits_plain);
}

static void they_are_given_to_a_side_alone(void **state)
{
    (void)state;
    const cn_rules rules = rules_of("samba", 4);
    cn_quick quick;
    cn_quick_make(&quick, &rules);
    cn_quick_give(&quick, 1, cn_habits_of(&rules));
    for (unsigned seat = 0; seat < rules.seat_count; seat++)
        assert_ptr_equal(quick.habits[seat],
                         rules.side_of[seat] == 1 ? cn_habits_of(&rules) : &cn_habits_plain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_numbers_are_within_their_bounds),
        cmocka_unit_test(each_rule_set_has_its_own),
        cmocka_unit_test(rules_without_a_table_have_plain_ones),
        cmocka_unit_test(they_are_given_to_a_side_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
