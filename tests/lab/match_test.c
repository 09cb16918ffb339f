/* Matches: the same on any number of threads, fair to both sides, and the interval is the
 * textbook's. Not here: how strong a player is. Invariant: all matches come from fixed seeds. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "lab/bench.h"
#include "lab/match.h"
#include "text/rules_text.h"

static cn_rules load(const char *name, const char *overrides)
{
    cn_params params;
    cn_rules rules;
    cn_text_error error;
    assert_true(cn_ruleset_params(name, &params));
    assert_true(cn_rules_load(&rules, name, overrides, cn_params_seat_count(&params), &error));
    return rules;
}

static cn_match_plan pair_plan(const cn_rules *rules, const cn_player *a, const cn_player *b,
                               uint64_t deals)
{
    return (cn_match_plan){.rules = rules,
                           .player = {a, b},
                           .player_count = 2,
                           .seed = 7,
                           .deal_count = deals,
                           .thread_count = 1};
}

static cn_match_result play(const cn_match_plan *plan)
{
    cn_match_result result;
    assert_int_equal(cn_match_play(plan, &result), CN_LAB_OK);
    return result;
}

static void same_result_on_any_number_of_threads(void **state)
{
    (void)state;
    for (unsigned i = 0; cn_rulesets[i] != NULL; i++)
        for (unsigned whole = 0; whole < 2; whole++) {
            const cn_rules rules = load(cn_rulesets[i], "target = 1000");
            cn_match_plan plan =
                pair_plan(&rules, &cn_player_racer, &cn_player_random, whole ? 11 : 101);
            plan.whole_games = whole;
            const cn_match_result one = play(&plan);
            static const unsigned threads[] = {1, 2, 3, 7, 200};
            for (unsigned j = 0; j < sizeof threads / sizeof threads[0]; j++) {
                plan.thread_count = threads[j];
                const cn_match_result more = play(&plan);
                assert_memory_equal(&one.sums, &more.sums, sizeof one.sums);
                assert_true(one.points_ci95 == more.points_ci95);
                assert_true(one.games_won_ci95 == more.games_won_ci95);
            }
            plan.seed = 8;
            const cn_match_result other = play(&plan);
            assert_int_not_equal(one.sums.x, other.sums.x);
        }
}

/* Equal players who use no chance play the same game in every rotation. */
static void equal_players_are_exactly_equal(void **state)
{
    (void)state;
    for (unsigned i = 0; cn_rulesets[i] != NULL; i++)
        for (unsigned whole = 0; whole < 2; whole++) {
            const cn_rules rules = load(cn_rulesets[i], "target = 1000");
            cn_match_plan plan =
                pair_plan(&rules, &cn_player_racer, &cn_player_racer, whole ? 10 : 100);
            plan.whole_games = whole;
            const cn_match_result result = play(&plan);
            assert_int_equal(result.sums.x, 0);
            assert_int_equal(result.sums.xx, 0);
            assert_true(result.points_per_hand == 0 && result.points_ci95 == 0);
            assert_int_equal(result.sums.hands_won, result.sums.hands);
            assert_int_equal(result.sums.games_won, result.sums.games);
            assert_int_equal(result.sums.points[0], result.sums.points[1]);
            assert_int_equal(result.sums.games, 2 * plan.deal_count);
        }
}

static void four_players_have_four_rotations(void **state)
{
    (void)state;
    const cn_rules rules = load("classic_pagat", "");
    cn_match_plan plan = pair_plan(&rules, &cn_player_racer, &cn_player_random, 50);
    plan.player[2] = &cn_player_racer;
    plan.player[3] = &cn_player_random;
    plan.player_count = 4;
    const cn_match_result four = play(&plan);
    assert_int_equal(four.sums.hands, 200);
    assert_true(four.points_per_hand > 350);
    assert_true(four.sums.points[0] > four.sums.points[1]);
    assert_int_equal(four.sums.points[0], four.sums.points[2]);
    plan.player[2] = &cn_player_random;
    plan.player[3] = &cn_player_racer;
    const cn_match_result mixed = play(&plan);
    assert_true(fabs(mixed.points_per_hand) < four.points_per_hand / 2);
}

/* The sums of n + 1 deals less those of n deals are those of one deal: so the mean and the interval
 * can be worked out anew, from a list. */
static void interval_is_that_of_the_deals(void **state)
{
    (void)state;
    enum { DEALS = 40 };
    const cn_rules rules = load("classic_pagat", "");
    double value[DEALS], sum = 0, squares = 0;
    int64_t before = 0;
    cn_match_result result;
    for (unsigned i = 0; i < DEALS; i++) {
        const cn_match_plan plan = pair_plan(&rules, &cn_player_racer, &cn_player_random, i + 1);
        result = play(&plan);
        value[i] = (double)(result.sums.x - before) / 2;
        before = result.sums.x;
        sum += value[i];
    }
    const double n = DEALS, mean = sum / n;
    for (unsigned i = 0; i < DEALS; i++) squares += (value[i] - mean) * (value[i] - mean);
    const double half_width = 1.96 * sqrt(squares / (n - 1) / n);
    assert_true(fabs(result.points_per_hand - mean) < 1e-6);
    assert_true(fabs(result.points_ci95 / half_width - 1) < 1e-4);
}

static void racer_beats_random_clearly(void **state)
{
    (void)state;
    for (unsigned i = 0; cn_rulesets[i] != NULL; i++) {
        const cn_rules rules = load(cn_rulesets[i], "");
        const cn_match_plan plan = pair_plan(&rules, &cn_player_racer, &cn_player_random, 300);
        const cn_match_result result = play(&plan);
        assert_true(result.points_per_hand - result.points_ci95 > 350);
        assert_true(result.hands_won > 0.8);
    }
}

static void whole_games_end_with_a_winner(void **state)
{
    (void)state;
    const cn_rules rules = load("classic_pagat", "");
    cn_match_plan plan = pair_plan(&rules, &cn_player_racer, &cn_player_random, 20);
    plan.whole_games = true;
    const cn_match_result result = play(&plan);
    assert_int_equal(result.sums.games, 40);
    assert_true(result.sums.hands > 3 * result.sums.games);
    assert_true(result.games_won > 0.9 && result.games_won <= 1);
}

static cn_step draw_always(const cn_view *view, const cn_rules *rules, cn_stream *stream)
{
    (void)view;
    (void)rules;
    (void)stream;
    return cn_step_make(CN_STEP_DRAW, CN_CARD_NONE, CN_CARD_NONE);
}

static void an_illegal_step_is_noticed(void **state)
{
    (void)state;
    static const cn_player faulty = {"faulty", "draws twice", draw_always};
    const cn_rules rules = load("classic_pagat", "");
    cn_match_plan plan = pair_plan(&rules, &cn_player_racer, &faulty, 4);
    cn_match_result result;
    assert_int_equal(cn_match_play(&plan, &result), CN_LAB_ILLEGAL);
    plan.thread_count = 3;
    assert_int_equal(cn_match_play(&plan, &result), CN_LAB_ILLEGAL);
}

static void signature_stands_for_the_rules(void **state)
{
    (void)state;
    const cn_rules classic = load("classic_pagat", ""), two = load("two_player", "");
    const cn_rules changed = load("classic_pagat", "bonus_mixed = 301");
    const uint64_t signature = cn_bench_signature(&classic, 20);
    assert_int_equal(signature, cn_bench_signature(&classic, 20));
    assert_int_not_equal(signature, cn_bench_signature(&classic, 21));
    assert_int_not_equal(signature, cn_bench_signature(&two, 20));
    assert_int_not_equal(signature, cn_bench_signature(&changed, 20));
}

static void bench_measures_every_part(void **state)
{
    (void)state;
    const cn_rules rules = load("classic_pagat", "");
    cn_bench bench;
    assert_true(cn_bench_run(&rules, 0.01, &bench));
    assert_true(bench.steps_per_second > 0 && bench.hands_per_second > 0);
    assert_true(bench.steps_per_hand > 50 && bench.steps_per_hand < 400);
    assert_true(bench.copy_ns > 0 && bench.view_start_ns > 0 && bench.view_event_ns > 0);
    assert_true(bench.racer_steps_per_second > bench.racer_hands_per_second);
    assert_true(bench.racer_hands_per_second > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_result_on_any_number_of_threads),
        cmocka_unit_test(equal_players_are_exactly_equal),
        cmocka_unit_test(four_players_have_four_rotations),
        cmocka_unit_test(interval_is_that_of_the_deals),
        cmocka_unit_test(racer_beats_random_clearly),
        cmocka_unit_test(whole_games_end_with_a_winner),
        cmocka_unit_test(an_illegal_step_is_noticed),
        cmocka_unit_test(signature_stands_for_the_rules),
        cmocka_unit_test(bench_measures_every_part),
    };
    return cmocka_run_group_tests_name("match", tests, NULL, NULL);
}
