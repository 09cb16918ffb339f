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
