/* What is worked out from matches: sequential tests, ratings, times.
 * Not here: playing, but for the two clear cases of a test. Invariant: everything comes from fixed
 * seeds. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "lab/match/match.h"
#include "lab/match/rating.h"
#include "text/rules/rules_text.h"

/* Nearly normal, mean 0, deviation 1. */
static double noise(cn_stream *stream)
{
    double sum = -6;
    for (unsigned i = 0; i < 12; i++) sum += (double)(cn_stream_next(stream) >> 11) / 0x1p53;
    return sum;
}

/* The answer to values of that mean and deviation; `*used` grows by how many were looked at. */
static cn_sprt_answer ask(const cn_sprt *sprt, double mean, double deviation, cn_stream *stream,
                          int64_t *used)
{
    double sum = 0, squares = 0;
    for (int64_t count = 1; count <= 1000000; count++) {
        const double value = mean + deviation * noise(stream), n = (double)count;
        sum += value;
        squares += value * value;
        if (count % 8 != 0) continue;
        const double variance = (squares - sum * sum / n) / (n - 1);
        const cn_sprt_answer answer = cn_sprt_ask(sprt, count, sum / n, sqrt(variance / n));
        *used += count;
        if (answer != CN_SPRT_GO_ON) return answer;
        *used -= count;
    }
    return CN_SPRT_GO_ON;
}

static void sprt_errs_at_most_once_in_twenty(void **state)
{
    (void)state;
    enum { RUNS = 600 };
    const cn_sprt sprt = {.low = -5, .high = 25};
    cn_stream stream = cn_stream_make(1, 1, 1);
    unsigned wrong_low = 0, wrong_high = 0;
    int64_t used = 0;
    for (unsigned i = 0; i < RUNS; i++) {
        wrong_low += ask(&sprt, -5, 200, &stream, &used) != CN_SPRT_LOW;
        wrong_high += ask(&sprt, 25, 200, &stream, &used) != CN_SPRT_HIGH;
    }
    /* 30 of 600 are expected at most; 5.3 more is one deviation. */
    if (wrong_low > 46 || wrong_high > 46) print_error("wrong: %u, %u\n", wrong_low, wrong_high);
    assert_true(wrong_low <= 46 && wrong_high <= 46);
    assert_true(wrong_low + wrong_high > 0);
    /* Wald: 5.3 (200 / 30)^2 = 236 values on average; a test of fixed size needs 481. */
    assert_true(used / (2 * RUNS) < 300);
}

static void sprt_waits_for_enough_and_knows_no_error(void **state)
{
    (void)state;
    const cn_sprt sprt = {.low = 0, .high = 10};
    assert_int_equal(cn_sprt_ask(&sprt, CN_SPRT_FEWEST - 1, 50, 1), CN_SPRT_GO_ON);
    assert_int_equal(cn_sprt_ask(&sprt, CN_SPRT_FEWEST, 50, 1), CN_SPRT_HIGH);
    assert_int_equal(cn_sprt_ask(&sprt, CN_SPRT_FEWEST, 0, 0), CN_SPRT_LOW);
    assert_int_equal(cn_sprt_ask(&sprt, CN_SPRT_FEWEST, 6, 0), CN_SPRT_HIGH);
    assert_int_equal(cn_sprt_ask(&sprt, 1000000, 5, 0), CN_SPRT_GO_ON);
    assert_true(fabs(cn_sprt_evidence(&sprt, 8, 2) - 10 * 3 / 4.0) < 1e-12);
}

static void sprt_stops_rightly_with_any_number_of_threads(void **state)
{
    (void)state;
    cn_rules rules;
    cn_text_error error;
    assert_true(cn_rules_load(&rules, "classic_pagat", "", 0, &error));
    static const struct {
        const cn_player *b;
        cn_sprt sprt;
        cn_sprt_answer answer;
        int64_t fewest, most;
    } cases[] = {{&cn_player_random, {0, 50}, CN_SPRT_HIGH, 64, 64},
                 {&cn_player_racer, {0, 10}, CN_SPRT_LOW, 64, 64},
                 {&cn_player_random, {900, 1300}, CN_SPRT_LOW, 64, 200},
                 {&cn_player_random, {840, 930}, CN_SPRT_HIGH, 72, 900},
                 {&cn_player_racer, {-5, 5}, CN_SPRT_GO_ON, 1000, 1000}};
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cn_match_plan plan = {
            .rules = &rules,
            .player = {cn_entrant_of(&cn_player_racer), cn_entrant_of(cases[i].b)},
            .player_count = 2,
            .seed = 2,
            .deal_count = 1000,
            .thread_count = 1,
            .sprt = &cases[i].sprt};
        cn_match_result one, two;
        assert_int_equal(cn_match_play(&plan, &one), CN_LAB_OK);
        plan.thread_count = 2;
        assert_int_equal(cn_match_play(&plan, &two), CN_LAB_OK);
        assert_memory_equal(&one.sums, &two.sums, sizeof one.sums);
        assert_int_equal(one.answer, cases[i].answer);
        assert_int_equal(two.answer, cases[i].answer);
        assert_in_range(one.sums.deals, cases[i].fewest, cases[i].most);
        plan.done = &one; /* gone on with, it is over at once */
        assert_int_equal(cn_match_play(&plan, &two), CN_LAB_OK);
        assert_int_equal(two.hands_now, 0);
        assert_int_equal(two.answer, cases[i].answer);
    }
}

/* Ten games of eleven are 400 points; the interval of two players is the textbook's. */
static void ratings_are_those_of_the_wins(void **state)
{
    (void)state;
    double rating[CN_RATED_MAX], ci95[CN_RATED_MAX];
    const double games = 1.1e6, p = 10.0 / 11;
    const cn_rated_pair two = {.games = games, .won = 1e6, .variance = games * p * (1 - p)};
    const cn_rated_pair pair[] = {
        {.a = 0, .b = 1, .games = two.games, .won = two.won, .variance = two.variance}};
    cn_rate(pair, 1, 2, rating, ci95);
    assert_true(fabs(rating[0] - 200) < 0.01 && fabs(rating[1] + 200) < 0.01);
    const double error = 400 / log(10) / sqrt(games * p * (1 - p)) / 2;
    assert_true(fabs(ci95[0] / (1.959964 * error) - 1) < 0.001);
    assert_true(fabs(ci95[0] - ci95[1]) < 1e-9);
}

static void ratings_find_strengths_again(void **state)
{
    (void)state;
    enum { PLAYERS = 5 };
    static const double strength[PLAYERS] = {-260, -40, 0, 100, 200};
    cn_rated_pair pair[CN_RATED_PAIRS_MAX];
    double rating[CN_RATED_MAX], ci95[CN_RATED_MAX];
    unsigned count = 0;
    for (unsigned a = 0; a < PLAYERS; a++)
        for (unsigned b = a + 1; b < PLAYERS; b++) {
            const double games = 1e7 * (1 + b); /* so that the drawn game of each is not felt */
            const double p = 1 / (1 + pow(10, (strength[b] - strength[a]) / 400));
            pair[count++] = (cn_rated_pair){
                .a = a, .b = b, .games = games, .won = games * p, .variance = games * p * (1 - p)};
        }
    cn_rate(pair, count, PLAYERS, rating, ci95);
    for (unsigned i = 0; i < PLAYERS; i++) assert_true(fabs(rating[i] - strength[i]) < 0.01);
    /* Half the games, half the information. */
    double wider[CN_RATED_MAX];
    for (unsigned i = 0; i < count; i++) {
        pair[i].games /= 4;
        pair[i].won /= 4;
        pair[i].variance /= 4;
    }
    cn_rate(pair, count, PLAYERS, rating, wider);
    for (unsigned i = 0; i < PLAYERS; i++) assert_true(fabs(wider[i] / ci95[i] - 2) < 0.001);
}

static void ratings_stay_finite(void **state)
{
    (void)state;
    double rating[CN_RATED_MAX], ci95[CN_RATED_MAX];
    const cn_rated_pair pair[] = {{.a = 0, .b = 1, .games = 100, .won = 100},
                                  {.a = 0, .b = 2, .games = 100, .won = 100},
                                  {.a = 1, .b = 2, .games = 100, .won = 50}};
    cn_rate(pair, 3, 3, rating, ci95);
    assert_true(rating[0] > 400 && rating[0] < 2000);
    assert_true(fabs(rating[1] - rating[2]) < 1e-6);
    assert_true(fabs(rating[0] + rating[1] + rating[2]) < 1e-6);
    assert_true(ci95[0] > 100 && ci95[0] < 2000);
}

static void times_are_right_to_a_sixteenth(void **state)
{
    (void)state;
    static cn_turn_times times, more;
    assert_true(cn_turn_times_ms(&times, 0.5) == 0);
    for (uint64_t power = 0; power < 60; power++)
        for (uint64_t step = 0; step < 8; step++) {
            static cn_turn_times one;
            const uint64_t ns = ((uint64_t)1 << power) + ((uint64_t)1 << power) * step / 8;
            memset(&one, 0, sizeof one);
            cn_turn_times_add(&one, ns);
            const double found = cn_turn_times_ms(&one, 0.5) * 1e6;
            assert_true(fabs(found / (double)ns - 1) <= 1 / 15.9);
        }
    for (unsigned i = 0; i < 97; i++) cn_turn_times_add(&times, 1000 + i);
    for (unsigned i = 0; i < 3; i++) cn_turn_times_add(&more, 50000000);
    cn_turn_times_join(&times, &more);
    assert_int_equal(times.turns, 100);
    assert_true(fabs(cn_turn_times_ms(&times, 0.5) / 0.001 - 1) < 0.15);
    assert_true(fabs(cn_turn_times_ms(&times, 0.97) / 0.001 - 1) < 0.15);
    assert_true(fabs(cn_turn_times_ms(&times, 0.99) / 50 - 1) < 0.07);
}

/* Steps of one turn are one time; the next turn of the seat, and the end of the hand, count it. */
static void a_clock_adds_up_turns(void **state)
{
    (void)state;
    static cn_turn_times first, second;
    cn_turn_clock clock = {.times = {&first, &second}};
    const uint64_t now = cn_turn_clock_now();
    cn_turn_clock_step(&clock, 0, 1, now - 1000000000);
    cn_turn_clock_step(&clock, 1, 1, now - 5000000000); /* answers while seat 0 is on turn */
    cn_turn_clock_step(&clock, 0, 1, now - 2000000000);
    assert_int_equal(first.turns, 0);
    cn_turn_clock_step(&clock, 0, 3, now - 1000000000);
    assert_int_equal(first.turns, 1);
    assert_true(fabs(cn_turn_times_ms(&first, 1) / 3000 - 1) < 0.07);
    cn_turn_clock_stop(&clock);
    assert_int_equal(first.turns, 2);
    assert_int_equal(second.turns, 1);
    assert_true(fabs(cn_turn_times_ms(&second, 1) / 5000 - 1) < 0.07);
    cn_turn_clock_stop(&clock);
    assert_int_equal(first.turns + second.turns, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sprt_errs_at_most_once_in_twenty),
        cmocka_unit_test(sprt_waits_for_enough_and_knows_no_error),
        cmocka_unit_test(sprt_stops_rightly_with_any_number_of_threads),
        cmocka_unit_test(ratings_are_those_of_the_wins),
        cmocka_unit_test(ratings_find_strengths_again),
        cmocka_unit_test(ratings_stay_finite),
        cmocka_unit_test(times_are_right_to_a_sixteenth),
        cmocka_unit_test(a_clock_adds_up_turns),
    };
    return cmocka_run_group_tests_name("rating", tests, NULL, NULL);
}
