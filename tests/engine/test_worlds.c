/* Worlds at positions of random games, by every rule set and every number of players: the true
 * cards are among them, and each is a lawful game that its seat could not tell from the true one.
 * Not here: how likely each is (test_worlds_exact.c). Invariant: a failure names its seed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/view/world.h"
#include "imagine_check.h"
#include "lab/house/house_rules.h"
#include "random/imagine.h"
#include "table.h"
#include "text/rules/rules_text.h"

enum {
    MIND = 9, /* purpose of the streams that worlds are drawn from */
    HOUSE_STEPS_MOST = 600
};

static void tell_counts(const imagine_counts *c)
{
    print_message("%u worlds, %u played out, %u of limited threes, %u doubtful, %u with known "
                  "cards; %u not found\n",
                  c->worlds, c->played_out, c->limited, c->doubtful, c->with_known, c->not_found);
    assert_true(c->not_found * 20 <= c->doubtful);
}

static void play_and_look(const char *name, unsigned players, const char *overrides,
                          unsigned worlds, imagine_counts *c)
{
    const cn_rules rules = table_rules_for(name, overrides, players);
    cn_stream mind = cn_stream_make(table_seed(), MIND, players);
    const unsigned until = c->worlds + worlds;
    for (unsigned i = 0; c->worlds < until; i++) {
        table t;
        table_start(&t, &rules, i);
        table_deal(&t);
        while (t.game.pub.phase != CN_PHASE_HAND_END) {
            imagine_check(&t, cn_stream_below(&mind, rules.seat_count), &mind, c);
            table_step(&t, table_random_step(&t));
        }
    }
}

static void worlds_are_lawful_in_every_rule_set(void **state)
{
    (void)state;
    const char *only = getenv("CANASTA_RULES"); /* one rule set, when a fault is looked for */
    imagine_counts c = {0};
    for (unsigned i = 0; cn_rulesets[i] != NULL; i++) {
        cn_ruleset_about about;
        assert_true(cn_ruleset_describe(cn_rulesets[i], &about));
        if (only != NULL && strcmp(only, about.name) != 0) continue;
        for (unsigned players = 2; players <= CN_PLAYERS_MAX; players++)
            if (about.own_counts >> players & 1)
                play_and_look(about.name, players, "", table_effort(150), &c);
    }
    tell_counts(&c);
}

static void worlds_are_lawful_under_house_rules(void **state)
{
    (void)state;
    const char *const overrides[] = {
        "hold_one_three = yes; threes_mode = both_colours_bonus",
        "hold_one_three = yes; deal_red3_timing = first_turn; play_direction = ccw",
        "upcard_extra_pile = by_rank_value; red3_in_pile = impossible; upcard_mode = turn_one",
        "upcard_extra_pile = by_rank_value; black3_from_pile = set_aside:5:100",
        "upcard_extra_pile = by_rank_value; deal_red3_timing = first_turn; take_amount = 3",
        "talon_first = 5; talon_second = 3; decks = 3; upcard_extra_pile = by_rank_value",
        "short_draw = end_hand; decks = 1; jokers_total = 2; hand_size = 9",
        "stock_refill = shuffle_pile; hold_one_three = yes; talon_first = 5; canasta_size = 10",
        "stock_refill = add_pack; decks = 1; jokers_total = 2; hand_size = 5; talon_first = 3",
        ("stock_refill = turn_pile; red3_in_pile = impossible; upcard_mode = turn_one; "
         "upcard_extra_pile = by_rank_value; take_amount = 3; canasta_size = 10"),
    };
    imagine_counts c = {0};
    for (unsigned i = 0; i < sizeof overrides / sizeof overrides[0]; i++)
        play_and_look("classic_pagat", 4, overrides[i], table_effort(150), &c);
    tell_counts(&c);
}

/* A hand in play, at some step. */
static void play_to(table *t, const char *name, unsigned steps)
{
    const cn_rules rules = table_rules(name, "");
    table_start(t, &rules, 3);
    table_deal(t);
    while (steps-- > 0 && t->game.pub.phase != CN_PHASE_HAND_END)
        table_step(t, table_random_step(t));
}

/* A hand by each of many random house rules. */
static void worlds_are_lawful_under_random_house_rules(void **state)
{
    (void)state;
    imagine_counts c = {0};
    for (uint64_t number = 0; number < table_effort(200); number++) {
        cn_drawn_house house;
        char fault[CN_HOUSE_FAULT_BYTES];
        table t;
        cn_stream mind = cn_stream_make(table_seed(), MIND, number);
        if (!cn_draw_house(table_seed(), number, &house, fault)) fail_msg("%s", fault);
        snprintf(house.rules.name, sizeof house.rules.name, "house rules %u", (unsigned)number);
        table_start(&t, &house.rules, number);
        table_deal(&t);
        for (unsigned i = 0; t.game.pub.phase != CN_PHASE_HAND_END && i < HOUSE_STEPS_MOST; i++) {
            imagine_check(&t, cn_stream_below(&mind, t.rules.seat_count), &mind, &c);
            table_step(&t, table_random_step(&t));
        }
    }
    tell_counts(&c);
}

static void the_same_stream_draws_the_same_worlds(void **state)
{
    (void)state;
    table t;
    play_to(&t, "classic_pagat", 40);
    cn_unseen unseen;
    cn_world world[3];
    assert_true(cn_unseen_list(&unseen, &t.view[1], &t.rules));
    for (unsigned i = 0; i < 3; i++) {
        cn_stream stream = cn_stream_make(5, MIND, i / 2);
        for (unsigned drawn = 0; drawn < 4; drawn++)
            assert_true(cn_imagine(&world[i], &t.view[1], &t.rules, &unseen, &stream));
    }
    const uint64_t first = cn_game_hash(cn_world_game(&world[0]), &t.rules);
    assert_true(first == cn_game_hash(cn_world_game(&world[1]), &t.rules));
    assert_true(first != cn_game_hash(cn_world_game(&world[2]), &t.rules));
}

static void a_seat_imagines_only_a_hand_in_play_and_fully_seen(void **state)
{
    (void)state;
    const cn_rules rules = table_rules("classic_pagat", "");
    cn_unseen unseen;
    table t;
    table_start(&t, &rules, 3);
    assert_false(cn_unseen_list(&unseen, &t.view[0], &rules));
    table_deal(&t);
    const unsigned seat = t.game.pub.seat;
    assert_true(cn_unseen_list(&unseen, &t.view[seat], &rules));
    cn_view tried = t.view[seat];
    assert_true(
        cn_view_try(&tried, &rules, cn_step_make(CN_STEP_DRAW, CN_CARD_NONE, CN_CARD_NONE)));
    assert_false(cn_unseen_list(&unseen, &tried, &rules));
    table_play_hand(&t);
    assert_false(cn_unseen_list(&unseen, &t.view[0], &rules));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worlds_are_lawful_in_every_rule_set),
        cmocka_unit_test(worlds_are_lawful_under_house_rules),
        cmocka_unit_test(worlds_are_lawful_under_random_house_rules),
        cmocka_unit_test(the_same_stream_draws_the_same_worlds),
        cmocka_unit_test(a_seat_imagines_only_a_hand_in_play_and_fully_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
