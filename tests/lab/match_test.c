/* Matches: the same on any number of threads, fair to both sides, and the interval is the
 * textbook's. Not here: how strong a player is. Invariant: all matches come from fixed seeds. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "lab/bench/bench.h"
#include "lab/bench/bench_check.h"
#include "lab/bench/perft.h"
#include "lab/bench/signature.h"
#include "lab/match/match.h"
#include "lab/tables/seating.h"
#include "text/rules/rules_text.h"

static cn_rules load_for(const char *name, unsigned player_count, const char *overrides)
{
    cn_rules rules;
    cn_text_error error;
    assert_true(cn_rules_load(&rules, name, overrides, player_count, &error));
    return rules;
}

static cn_rules load(const char *name, const char *overrides)
{
    return load_for(name, 0, overrides);
}

static cn_match_plan pair_plan(const cn_rules *rules, const cn_player *a, const cn_player *b,
                               uint64_t deals)
{
    return (cn_match_plan){.rules = rules,
                           .player = {cn_entrant_of(a), cn_entrant_of(b)},
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

static cn_estimate points_of(const cn_match_plan *plan, const cn_match_result *result)
{
    return cn_match_points(&result->sums, cn_match_scale(plan));
}

/* The lower end of the interval of points in a hand. */
static double lowest(const cn_match_plan *plan, const cn_match_result *result)
{
    const cn_estimate points = points_of(plan, result);
    return points.mean - cn_estimate_ci95(points);
}

/* Each way in which sides and persons can sit: pairs, two alone, three alone, sides that form, five
 * in turn, three sides. */
static const struct {
    const char *rules;
    unsigned players;
} layouts[] = {{"classic_pagat", 4}, {"two_player", 2}, {"individual_3", 3},
               {"cutthroat_3", 3},   {"five_hand", 5},  {"six_hand_3sides", 6}};

enum { LAYOUTS = sizeof layouts / sizeof layouts[0] };

static void same_result_on_any_number_of_threads(void **state)
{
    (void)state;
    for (unsigned i = 0; i < LAYOUTS; i++)
        for (unsigned whole = 0; whole < 2; whole++) {
            const cn_rules rules = load_for(layouts[i].rules, layouts[i].players, "target = 800");
            cn_match_plan plan =
                pair_plan(&rules, &cn_player_racer, &cn_player_random, whole ? 5 : 31);
            plan.whole_games = whole;
            const cn_match_result one = play(&plan);
            static const unsigned threads[] = {2, 3, 200};
            for (unsigned j = 0; j < sizeof threads / sizeof threads[0]; j++) {
                plan.thread_count = threads[j];
                const cn_match_result more = play(&plan);
                assert_memory_equal(&one.sums, &more.sums, sizeof one.sums);
            }
            plan.seed = 8;
            const cn_match_result other = play(&plan);
            assert_int_not_equal(one.sums.x, other.sums.x);
        }
}

/* Equal players who use no chance play the same game in every rotation, whatever the stock. */
static void equal_players_are_exactly_equal(void **state)
{
    (void)state;
    for (unsigned i = 0; i < LAYOUTS; i++)
        for (unsigned way = 0; way < 4; way++) {
            const bool whole = (way & 1) != 0;
            const cn_rules rules = load_for(layouts[i].rules, layouts[i].players, "target = 800");
            cn_match_plan plan =
                pair_plan(&rules, &cn_player_racer, &cn_player_racer, whole ? 5 : 30);
            plan.whole_games = whole;
            plan.seat_stock = way >= 2;
            const cn_match_result result = play(&plan);
            assert_int_equal(result.sums.x, 0);
            assert_true(points_of(&plan, &result).mean == 0);
            assert_int_equal(result.sums.hands_won, result.sums.hands);
            assert_int_equal(result.sums.games_won, result.sums.games);
            assert_int_equal(result.sums.points[0], result.sums.points[1]);
            assert_int_equal(result.sums.games, cn_seating_rotations(&rules, 2) * plan.deal_count);
        }
}

/* Over all rotations every player plays every person equally often, never against nobody, and
 * persons of one side go to one player unless everybody has a player of his own. */
static void seating_is_fair(void **state)
{
    (void)state;
    for (unsigned i = 0; i < LAYOUTS; i++) {
        const cn_rules rules = load_for(layouts[i].rules, layouts[i].players, "");
        for (unsigned count = 2; count <= CN_PLAYERS_MAX; count++) {
            const bool one_each = count == layouts[i].players;
            const bool expected = one_each || count <= rules.side_count;
            assert_int_equal(cn_seating_allows(&rules, count), expected);
            if (!expected) continue;
            unsigned times[CN_PLAYERS_MAX][CN_PLAYERS_MAX] = {{0}};
            const unsigned rotations = cn_seating_rotations(&rules, count);
            for (unsigned rotation = 0; rotation < rotations; rotation++) {
                unsigned sides = 0;
                for (unsigned person = 0; person < rules.player_count; person++) {
                    const unsigned player = cn_seating_player(&rules, count, rotation, person);
                    assert_true(player < count);
                    times[person][player]++;
                    if (player == 0) sides |= 1U << cn_seating_side(&rules, person);
                }
                assert_int_not_equal(sides, 0);
                assert_int_not_equal(sides, (1U << rules.side_count) - 1);
            }
            for (unsigned person = 0; person < rules.player_count; person++)
                for (unsigned player = 0; player < count; player++)
                    assert_int_equal(times[person][player] * count, rotations);
        }
    }
}

/* The two of the side of two, and all of the three, who play two at a time. */
static void five_persons_rest_in_turn(void **state)
{
    (void)state;
    const cn_rules rules = load_for("five_hand", 5, "");
    unsigned sides[2] = {0};
    for (unsigned person = 0; person < 5; person++) sides[cn_seating_side(&rules, person)]++;
    assert_int_equal(sides[0], 3);
    assert_int_equal(sides[1], 2);
    cn_match_plan plan = pair_plan(&rules, &cn_player_racer, &cn_player_random, 4);
    for (unsigned i = 2; i < 5; i++) plan.player[i] = cn_entrant_of(&cn_player_random);
    plan.player_count = 5;
    const cn_match_result result = play(&plan);
    assert_int_equal(result.sums.games, 20);
}

static void four_players_have_four_rotations(void **state)
{
    (void)state;
    const cn_rules rules = load("classic_pagat", "");
    cn_match_plan plan = pair_plan(&rules, &cn_player_racer, &cn_player_random, 50);
    plan.player[2] = cn_entrant_of(&cn_player_racer);
    plan.player[3] = cn_entrant_of(&cn_player_random);
    plan.player_count = 4;
    const cn_match_result four = play(&plan);
    assert_int_equal(four.sums.hands, 200);
    assert_true(points_of(&plan, &four).mean > 350);
    assert_true(four.sums.points[0] > four.sums.points[1]);
    assert_int_equal(four.sums.points[0], four.sums.points[2]);
    plan.player[2] = cn_entrant_of(&cn_player_random);
    plan.player[3] = cn_entrant_of(&cn_player_racer);
    const cn_match_result mixed = play(&plan);
    assert_true(fabs(points_of(&plan, &mixed).mean) < points_of(&plan, &four).mean / 2);
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
    cn_match_plan plan;
    for (unsigned i = 0; i < DEALS; i++) {
        plan = pair_plan(&rules, &cn_player_racer, &cn_player_random, i + 1);
        result = play(&plan);
        value[i] = (double)(result.sums.x - before) / 2;
        before = result.sums.x;
        sum += value[i];
    }
    const double n = DEALS, mean = sum / n;
    for (unsigned i = 0; i < DEALS; i++) squares += (value[i] - mean) * (value[i] - mean);
    const double half_width = 1.96 * sqrt(squares / (n - 1) / n);
    const cn_estimate points = points_of(&plan, &result);
    assert_true(fabs(points.mean - mean) < 1e-6);
    assert_true(fabs(cn_estimate_ci95(points) / half_width - 1) < 1e-4);
}

static void racer_beats_random_clearly(void **state)
{
    (void)state;
    for (unsigned i = 0; cn_rulesets[i] != NULL; i++) {
        cn_ruleset_about about;
        assert_true(cn_ruleset_describe(cn_rulesets[i], &about));
        for (unsigned count = 2; count <= CN_PLAYERS_MAX; count++) {
            if ((about.player_counts >> count & 1) == 0 || about.form[count][0] != '\0') continue;
            const cn_rules rules = load_for(about.name, count, "");
            const cn_match_plan plan = pair_plan(&rules, &cn_player_racer, &cn_player_random, 24);
            const cn_match_result result = play(&plan);
            if (lowest(&plan, &result) < 100)
                print_error("%s, %u players: less than %+.0f\n", about.name, count,
                            lowest(&plan, &result));
            assert_true(lowest(&plan, &result) > 100);
            assert_true(result.sums.hands_won * 10 > 6 * 2 * result.sums.hands);
        }
    }
    const cn_rules classic = load("classic_pagat", "");
    const cn_match_plan plan = pair_plan(&classic, &cn_player_racer, &cn_player_random, 200);
    const cn_match_result result = play(&plan);
    assert_true(lowest(&plan, &result) > 750);
}

/* Four rule sets of different kinds; the interval's lower end, so that luck does not decide. */
static void book_beats_racer_and_random(void **state)
{
    (void)state;
    static const struct {
        const char *rules;
        uint64_t deals;
    } match[] = {
        {"classic_pagat", 300}, {"two_player", 100}, {"individual_3", 150}, {"relaxed", 150}};
    for (unsigned i = 0; i < sizeof match / sizeof match[0]; i++) {
        const cn_rules rules = load(match[i].rules, "");
        const cn_match_plan plan =
            pair_plan(&rules, &cn_player_book, &cn_player_racer, match[i].deals);
        const cn_match_result result = play(&plan);
        if (lowest(&plan, &result) <= 0)
            print_error("%s: %+.0f\n", match[i].rules, lowest(&plan, &result));
        assert_true(lowest(&plan, &result) > 0);
    }
    const cn_rules classic = load("classic_pagat", "");
    const cn_match_plan plan = pair_plan(&classic, &cn_player_book, &cn_player_random, 60);
    const cn_match_result result = play(&plan);
    assert_true(lowest(&plan, &result) > 550);
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
    assert_true(result.sums.games_won > 72 && result.sums.games_won <= 80);
}

/* The components add up to the points. */
static void components_add_up(void **state)
{
    (void)state;
    for (unsigned i = 0; i < LAYOUTS; i++) {
        const cn_rules rules = load_for(layouts[i].rules, layouts[i].players, "");
        const cn_match_plan plan = pair_plan(&rules, &cn_player_racer, &cn_player_random, 20);
        const cn_match_result result = play(&plan);
        int64_t sum = 0;
        for (unsigned part = 0; part < CN_MATCH_PARTS; part++) sum += result.sums.part[part];
        assert_int_equal(sum, result.sums.x);
        assert_int_not_equal(result.sums.part[0], 0);
    }
}

/* Sums of some deals, gone on with: the same as all of them at once. */
static void deals_played_before_are_not_played_again(void **state)
{
    (void)state;
    const cn_rules rules = load("classic_pagat", "");
    cn_match_plan plan = pair_plan(&rules, &cn_player_racer, &cn_player_random, 50);
    const cn_match_result all = play(&plan);
    static const unsigned stops[] = {1, 8, 13, 50};
    for (unsigned i = 0; i < sizeof stops / sizeof stops[0]; i++) {
        plan.deal_count = stops[i];
        plan.done = NULL;
        const cn_match_result some = play(&plan);
        plan.deal_count = 50;
        plan.done = &some;
        plan.thread_count = 1 + i;
        const cn_match_result rest = play(&plan);
        assert_memory_equal(&rest.sums, &all.sums, sizeof all.sums);
        assert_int_equal(rest.hands_now, 2 * (50 - stops[i]));
    }
}

/* A partner who plays like the player itself costs nothing; another one costs what plain seating of
 * four players says. */
static void a_partner_costs_what_he_is_worth(void **state)
{
    (void)state;
    const cn_rules rules = load("classic_pagat", "");
    cn_match_plan plan = pair_plan(&rules, &cn_player_racer, &cn_player_random, 200);
    const cn_match_result alone = play(&plan);
    cn_entrant partner = cn_entrant_of(&cn_player_racer);
    plan.partner = &partner;
    plan.player[1] = cn_entrant_of(&cn_player_racer);
    const cn_match_result same = play(&plan);
    assert_int_equal(same.sums.strange_hands, 4 * 200);
    assert_int_equal(same.sums.z, 0);
    assert_int_equal(same.sums.zz, 0);
    plan.player[1] = partner = cn_entrant_of(&cn_player_random);
    const cn_match_result strange = play(&plan);
    const cn_estimate loss = cn_match_loss(&strange.sums, 1);
    const double with = cn_match_strange(&strange.sums, 1).mean;
    assert_true(fabs(points_of(&plan, &strange).mean - loss.mean - with) < 1e-6);
    assert_true(loss.mean - cn_estimate_ci95(loss) > 100);
    assert_true(with > 200);
    assert_int_equal(strange.sums.x, alone.sums.x);
    const cn_rules none[] = {load("two_player", ""), load("cutthroat_3", ""), load("five_hand", ""),
                             load_for("six_hand_3sides", 6, "")};
    assert_true(cn_seating_has_partners(&rules));
    for (unsigned i = 0; i < sizeof none / sizeof none[0]; i++)
        assert_false(cn_seating_has_partners(&none[i]));
}

static bool hear_twice(void *context, const cn_match_result *result)
{
    unsigned *calls = context;
    return result->sums.deals == 8 * (int64_t)++ * calls && *calls < 2;
}

static void a_listener_can_stop_a_match(void **state)
{
    (void)state;
    const cn_rules rules = load("classic_pagat", "");
    cn_match_plan plan = pair_plan(&rules, &cn_player_racer, &cn_player_random, 100);
    unsigned calls = 0;
    plan.thread_count = 2;
    plan.hear = hear_twice;
    plan.hear_context = &calls;
    const cn_match_result result = play(&plan);
    assert_true(result.stopped);
    assert_int_equal(calls, 2);
    assert_int_equal(result.sums.deals, 16);
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
    static const cn_player faulty = {.name = "faulty", .choose = draw_always};
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
    const uint64_t signature = cn_signature_engine(&classic, 20);
    assert_int_equal(signature, cn_signature_engine(&classic, 20));
    assert_int_not_equal(signature, cn_signature_engine(&classic, 21));
    assert_int_not_equal(signature, cn_signature_engine(&two, 20));
    assert_int_not_equal(signature, cn_signature_engine(&changed, 20));
}

/* The racer, but for one thing: it never lays twos. */
static cn_step choose_without_twos(const cn_view *view, const cn_rules *rules, cn_stream *stream)
{
    const cn_step step = cn_player_racer.choose(view, rules, stream);
    const bool lays_two = step.number >= CN_STEP_LAY_TWO && step.number < CN_STEP_LAY_JOKER;
    return lays_two ? cn_player_random.choose(view, rules, stream) : step;
}

static void signature_stands_for_the_player(void **state)
{
    (void)state;
    static const cn_player altered = {.name = "altered", .choose = choose_without_twos};
    const cn_rules classic = load("classic_pagat", ""), samba = load("samba", "");
    const uint64_t racer = cn_signature_player(&classic, &cn_player_racer, 2);
    assert_int_equal(racer, cn_signature_player(&classic, &cn_player_racer, 2));
    assert_int_not_equal(racer, cn_signature_player(&classic, &cn_player_racer, 1));
    assert_int_not_equal(racer, cn_signature_player(&samba, &cn_player_racer, 2));
    assert_int_not_equal(racer, cn_signature_player(&classic, &cn_player_book, 2));
    assert_int_not_equal(racer, cn_signature_player(&classic, &altered, 2));
}

/* A few steps under every rule set; `canasta bench --check` walks as far as one likes. */
static void random_play_is_never_stuck_or_refused(void **state)
{
    (void)state;
    for (unsigned i = 0; cn_rulesets[i] != NULL; i++) {
        cn_ruleset_about about;
        assert_true(cn_ruleset_describe(cn_rulesets[i], &about));
        for (unsigned count = 2; count <= CN_PLAYERS_MAX; count++) {
            if ((about.player_counts >> count & 1) == 0 || about.form[count][0] != '\0') continue;
            const cn_rules rules = load_for(about.name, count, "");
            const cn_bench_check found = cn_bench_check_run(&rules, 4, 3000);
            if (found.stuck + found.refused + found.unlike + found.endless > 0)
                print_error("%s, %u players, seed 4, game %u\n", about.name, count,
                            (unsigned)found.bad_game);
            assert_int_equal(found.stuck, 0);
            assert_int_equal(found.refused, 0);
            assert_int_equal(found.unlike, 0);
            assert_int_equal(found.endless, 0);
            assert_true(found.steps >= 3000 && found.hands > 0);
        }
    }
}

/* Counts to depth 2 are the legal steps, and the legal steps after each of them. */
static void perft_counts_what_is_legal(void **state)
{
    (void)state;
    const cn_rules rules = load("samba", "");
    cn_card deck[CN_DECK_CARDS_MAX];
    cn_stream decks = cn_stream_make(3, 1, 0);
    cn_deck_sorted(&rules, deck);
    cn_shuffle(deck, rules.deck_size, &decks);
    cn_game game;
    cn_game_start(&game, &rules, 0);
    cn_game_deal(&game, &rules, deck, NULL);
    const cn_mask first = cn_legal(&rules, &game.pub, &game.hand[game.pub.seat]);
    uint64_t second = 0;
    for (unsigned i = 0; i < cn_mask_count(&first); i++) {
        cn_game next = game;
        const cn_step step = cn_step_make(cn_mask_nth(&first, i), CN_CARD_NONE, CN_CARD_NONE);
        assert_int_equal(cn_game_apply(&next, &rules, step, NULL).code, CN_OK);
        const cn_mask legal = cn_legal(&rules, &next.pub, &next.hand[next.pub.seat]);
        second += cn_mask_count(&legal);
    }
    uint64_t counts[CN_PERFT_DEPTH_MAX + 1];
    cn_perft_count(&game, &rules, 3, counts);
    assert_int_equal(counts[0], 1);
    assert_int_equal(counts[1], cn_mask_count(&first));
    assert_int_equal(counts[2], second);
    assert_true(counts[3] > second);
}

static void bench_measures_every_part(void **state)
{
    (void)state;
    const cn_rules rules = load("classic_pagat", "");
    cn_bench bench;
    assert_true(cn_bench_run(&rules, 0.01, &bench));
    assert_true(bench.steps_per_second > 0 && bench.hands_per_second > 0);
    assert_true(bench.foreseen_steps_per_second > 0 && bench.games_steps_per_second > 0);
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
        cmocka_unit_test(seating_is_fair),
        cmocka_unit_test(five_persons_rest_in_turn),
        cmocka_unit_test(four_players_have_four_rotations),
        cmocka_unit_test(interval_is_that_of_the_deals),
        cmocka_unit_test(racer_beats_random_clearly),
        cmocka_unit_test(book_beats_racer_and_random),
        cmocka_unit_test(whole_games_end_with_a_winner),
        cmocka_unit_test(components_add_up),
        cmocka_unit_test(deals_played_before_are_not_played_again),
        cmocka_unit_test(a_partner_costs_what_he_is_worth),
        cmocka_unit_test(a_listener_can_stop_a_match),
        cmocka_unit_test(an_illegal_step_is_noticed),
        cmocka_unit_test(signature_stands_for_the_rules),
        cmocka_unit_test(signature_stands_for_the_player),
        cmocka_unit_test(random_play_is_never_stuck_or_refused),
        cmocka_unit_test(perft_counts_what_is_legal),
        cmocka_unit_test(bench_measures_every_part),
    };
    return cmocka_run_group_tests_name("match", tests, NULL, NULL);
}
