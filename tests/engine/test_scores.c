/* The end of the game and the minimum counts (P2, P119 to P121).
 * Not here: scores of hands (the golden cases). Invariant: tables where there is a table. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "table.h"

typedef struct ending {
    const char *overrides;
    int32_t totals[2];
    unsigned hands;
    unsigned winners; /* 0: the game goes on */
} ending;

static void the_game_ends_at_the_target_for_one_leader(void **state)
{
    (void)state;
    static const ending endings[] = {
        {"", {5010, 5200}, 6, 2},              /* C231 */
        {"", {4995, 4990}, 6, 0},              /* C232 */
        {"", {5000, 5000}, 6, 0},              /* C234 */
        {"", {4900, 4850}, 7, 0},              /* C361 */
        {"", {5000, 4995}, 6, 1},              /* exactly the target */
        {"", {-200, -900}, 3, 0},              /* P121 */
        {"target = 3000", {2990, 3000}, 4, 2}, /* the short game */
        {"rounds = 1", {-25, -300}, 1, 1},     /* one hand */
        {"rounds = 1", {70, 70}, 1, 0},        /* a tie asks for another */
        {"rounds = 1", {70, 75}, 2, 2},        /* and that one decides */
        {"rounds = 3", {9000, 0}, 2, 0},       /* the target does not matter then */
        {"tie_rule = shared", {5000, 5000}, 6, 3},
    };
    for (unsigned i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        cn_rules rules = table_rules("classic_pagat", endings[i].overrides);
        unsigned winners;
        bool over = cn_game_is_over(&rules, endings[i].totals, endings[i].hands, &winners);
        if (over != (endings[i].winners != 0) || winners != endings[i].winners)
            fail_msg("ending %u: over %d winners %u", i, over, winners);
    }
}

static void the_minimum_follows_the_total_before_the_hand(void **state)
{
    (void)state;
    static const int32_t bands[][2] = {{-1495, 15}, {-5, 15},   {0, 50},     {1495, 50},
                                       {1500, 90},  {2995, 90}, {3000, 120}, {7000, 120}};
    cn_rules rules = table_rules("classic_pagat", "");
    for (unsigned i = 0; i < sizeof bands / sizeof bands[0]; i++)
        assert_int_equal(cn_rules_minimum(&rules, bands[i][0]), bands[i][1]);
}

static void rules_that_make_no_table_are_refused(void **state)
{
    (void)state;
    cn_params params = cn_params_default();
    const char *blamed;
    cn_rules rules;
    assert_int_equal(cn_rules_compile(&rules, "x", &params, 3, &blamed), CN_RULES_PLAYERS);
    params.black3_meld_min = 5;
    assert_int_equal(cn_rules_compile(&rules, "x", &params, 4, &blamed), CN_RULES_BLACK3);
    params = cn_params_default();
    params.max_wilds = 0;
    assert_int_equal(cn_rules_compile(&rules, "x", &params, 4, &blamed), CN_RULES_RANGE);
    assert_string_equal(blamed, "max_wilds");
    params = cn_params_default();
    params.min_table.band[2].floor_points = 0;
    assert_int_equal(cn_rules_compile(&rules, "x", &params, 4, &blamed), CN_RULES_BANDS);
    params = cn_params_default();
    params.team_layout = CN_TEAM_LAYOUT_INDIVIDUAL;
    assert_int_equal(cn_rules_compile(&rules, "x", &params, 4, &blamed), CN_RULES_ASK);
    params = cn_params_default();
    params.decks = 1;
    params.hand_size = 15;
    assert_int_equal(cn_rules_compile(&rules, "x", &params, 4, &blamed), CN_RULES_DEAL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_game_ends_at_the_target_for_one_leader),
        cmocka_unit_test(the_minimum_follows_the_total_before_the_hand),
        cmocka_unit_test(rules_that_make_no_table_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
