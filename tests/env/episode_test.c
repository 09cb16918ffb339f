/* Episodes of the environment: how they end, what they pay, and what comes after.
 * Not here: single steps (env_test.c). Invariant: a failure names the test, and seeds are fixed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tables.h"

static void step_to_the_end(bench *b)
{
    do {
        cn_env_sample(b->env, b->action);
        assert_int_equal(cn_env_step(b->env, b->action), 0);
    } while (!b->out.terminated[0]);
}

static bool mask_is_empty(const bench *b)
{
    for (unsigned i = 0; i < b->actions; i++)
        if (b->out.action_mask[i]) return false;
    return true;
}

static void the_next_step_deals_anew_and_ignores_the_action(void **state)
{
    (void)state;
    const cn_rules rules = rules_of("classic_pagat", "", 0);
    const cn_env_config config = config_of(1);
    bench b = bench_open(&rules, &config);
    cn_env_reset(b.env, NULL, NULL);
    for (unsigned i = 0; i < 20; i++) {
        step_to_the_end(&b);
        assert_true(mask_is_empty(&b));
        assert_memory_equal(b.out.observation, b.out.final_observation, b.size * 2);
        b.action[0] = -7;
        assert_int_equal(cn_env_step(b.env, b.action), 0);
        assert_false(b.out.terminated[0] || b.out.truncated[0]);
        assert_true(b.out.reward[0] == 0 && !mask_is_empty(&b));
        assert_int_equal(cn_env_game(b.env, 0)->pub.turn_number, 1);
    }
    bench_close(&b);
}

static void the_same_step_keeps_the_final_row(void **state)
{
    (void)state;
    const cn_rules rules = rules_of("classic_pagat", "", 0);
    cn_env_config next = config_of(1), same = config_of(1);
    same.autoreset = CN_ENV_RESET_SAME_STEP;
    bench a = bench_open(&rules, &next), b = bench_open(&rules, &same);
    cn_env_reset(a.env, NULL, NULL);
    cn_env_reset(b.env, NULL, NULL);
    for (unsigned i = 0; i < 20; i++) {
        step_to_the_end(&a);
        step_to_the_end(&b);
        assert_memory_equal(a.out.final_observation, b.out.final_observation, b.size * 2);
        assert_memory_equal(a.out.reward, b.out.reward, b.seats * sizeof(float));
        assert_false(mask_is_empty(&b));
        a.action[0] = 0;
        cn_env_step(a.env, a.action);
        assert_memory_equal(a.out.observation, b.out.observation, b.size * 2);
    }
    bench_close(&a);
    bench_close(&b);
}

static void without_reset_a_table_stands(void **state)
{
    (void)state;
    const cn_rules rules = rules_of("two_player", "", 0);
    cn_env_config config = config_of(1);
    config.autoreset = CN_ENV_RESET_NEVER;
    bench b = bench_open(&rules, &config);
    cn_env_reset(b.env, NULL, NULL);
    step_to_the_end(&b);
    const uint64_t hash = cn_game_hash(cn_env_game(b.env, 0), &rules);
    b.action[0] = 0;
    assert_int_equal(cn_env_step(b.env, b.action), 1);
    assert_int_equal(b.out.error[0], CN_REASON_OVER);
    assert_true(cn_game_hash(cn_env_game(b.env, 0), &rules) == hash);
    cn_env_reset(b.env, NULL, NULL);
    assert_false(mask_is_empty(&b));
    bench_close(&b);
}

/* The sum of what the hands of a game pay is the lead in its totals, for two sides. */
static void pay_adds_up(const char *name, unsigned players)
{
    const cn_rules rules = rules_of(name, "target = 1500", players);
    cn_env_config config = config_of(1);
    config.episode = CN_ENV_EPISODE_GAME;
    config.reward_scale = 0.5F;
    bench b = bench_open(&rules, &config);
    cn_env_reset(b.env, NULL, NULL);
    float sum[CN_SEATS_MAX] = {0};
    do {
        cn_env_sample(b.env, b.action);
        cn_env_step(b.env, b.action);
        for (unsigned seat = 0; seat < b.seats; seat++) sum[seat] += b.out.reward[seat];
    } while (!b.out.terminated[0]);
    const cn_public *pub = &cn_env_game(b.env, 0)->pub;
    assert_int_equal(pub->phase, CN_PHASE_GAME_END);
    for (unsigned seat = 0; seat < b.seats; seat++) {
        const unsigned own = rules.side_of[seat];
        const float lead =
            (float)(pub->side[own].total_points - pub->side[1 - own].total_points) * 0.5F;
        assert_true(sum[seat] == lead);
    }
    bench_close(&b);
}

static void rewards_of_hands_add_up_to_the_lead(void **state)
{
    (void)state;
    pay_adds_up("classic_pagat", 4);
    pay_adds_up("two_player", 2);
}

static void a_game_is_won_by_one_side(void **state)
{
    (void)state;
    const cn_rules rules = rules_of("individual_3", "target = 1000", 0);
    cn_env_config config = config_of(1);
    config.episode = CN_ENV_EPISODE_GAME;
    config.pay = CN_ENV_PAY_EPISODE;
    config.reward = CN_ENV_REWARD_WIN;
    bench b = bench_open(&rules, &config);
    cn_env_reset(b.env, NULL, NULL);
    for (unsigned i = 0; i < 5; i++) {
        unsigned won = 0, lost = 0;
        step_to_the_end(&b);
        for (unsigned seat = 0; seat < 3; seat++) {
            won += b.out.reward[seat] == 1;
            lost += b.out.reward[seat] == -1;
        }
        assert_true((won == 1 && lost == 2) || (won == 0 && lost == 0));
        const unsigned winners = cn_public_winners(&cn_env_game(b.env, 0)->pub, &rules);
        for (unsigned seat = 0; seat < 3 && won == 1; seat++)
            assert_int_equal(b.out.reward[seat] == 1, winners >> rules.side_of[seat] & 1);
        cn_env_step(b.env, b.action);
    }
    bench_close(&b);
}

static void long_episodes_are_cut_short(void **state)
{
    (void)state;
    const cn_rules rules = rules_of("classic_pagat", "", 0);
    cn_env_config config = config_of(1);
    config.steps_max = 9;
    bench b = bench_open(&rules, &config);
    cn_env_reset(b.env, NULL, NULL);
    for (unsigned i = 1; i <= 9; i++) {
        assert_false(mask_is_empty(&b));
        cn_env_sample(b.env, b.action);
        cn_env_step(b.env, b.action);
        assert_int_equal(b.out.truncated[0], i == 9);
        assert_false(b.out.terminated[0]);
    }
    assert_true(mask_is_empty(&b));
    bench_close(&b);
}

/* Seats of built-in players are never shown, and the same players play the same. */
static void plays_with(const char *player)
{
    const cn_rules rules = rules_of("classic_pagat", "", 0);
    cn_env_config config = config_of(2);
    config.player[1] = config.player[3] = player;
    config.seed = 0;
    bench b = bench_open(&rules, &config);
    const uint64_t seeds[2] = {4, 4};
    cn_env_reset(b.env, seeds, NULL);
    for (unsigned i = 0; i < 600; i++) {
        assert_true(b.out.seat[0] == 0 || b.out.seat[0] == 2);
        assert_true(bench_hash(&b, 0) == bench_hash(&b, 1));
        cn_env_sample(b.env, b.action);
        assert_int_equal(cn_env_step(b.env, b.action), 0);
    }
    bench_close(&b);
}

static void built_in_players_play_their_seats(void **state)
{
    (void)state;
    plays_with("random");
    plays_with("racer");
    plays_with("book");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_next_step_deals_anew_and_ignores_the_action),
        cmocka_unit_test(the_same_step_keeps_the_final_row),
        cmocka_unit_test(without_reset_a_table_stands),
        cmocka_unit_test(rewards_of_hands_add_up_to_the_lead),
        cmocka_unit_test(a_game_is_won_by_one_side),
        cmocka_unit_test(long_episodes_are_cut_short),
        cmocka_unit_test(built_in_players_play_their_seats),
    };
    return cmocka_run_group_tests_name("env episodes", tests, NULL, NULL);
}
