/* Random games: every invariant after every step, and legal(game) = legal(view) for every seat.
 * Not here: single rules. Invariant: a failure names its seed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "table.h"

static void play_games(const char *name, const char *overrides, unsigned games)
{
    cn_rules rules = table_rules(name, overrides);
    table t;
    for (unsigned i = 0; i < games; i++) {
        table_start(&t, &rules, i);
        for (unsigned hand = 0; hand < 40 && t.game.pub.phase != CN_PHASE_GAME_END; hand++) {
            table_deal(&t);
            table_play_hand(&t);
            table_score(&t);
        }
    }
}

static void invariants_hold_in_classic_pagat(void **state)
{
    (void)state;
    play_games("classic_pagat", "target = 1500", table_effort(60));
}

static void invariants_hold_in_two_player(void **state)
{
    (void)state;
    play_games("two_player", "target = 1500", table_effort(60));
}

static void invariants_hold_under_house_rules(void **state)
{
    (void)state;
    const char *const overrides[] = {
        "freeze_until_melded = no; target = 1000",
        "min_exempt_concealed = never; out_canastas = 2; target = 1000",
        "max_wilds = 2; take_add_to_meld = below_canasta; target = 1000",
        "always_frozen = yes; upcard_mode = turn_one; black3_freezes = yes; target = 1000",
        "empty_stock_take = forced_if_legal; hand_size = 15; play_direction = ccw; target = 1000",
        "black3_meld = never; draw_count = 2; short_draw = end_hand; canasta_size = 5; rounds = 3",
        "black3_meld_min = 2; take_natural_wild = no; upcard_mode = none; rounds = 3",
    };
    for (unsigned i = 0; i < sizeof overrides / sizeof overrides[0]; i++)
        play_games("classic_pagat", overrides[i], table_effort(12));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(invariants_hold_in_classic_pagat),
        cmocka_unit_test(invariants_hold_in_two_player),
        cmocka_unit_test(invariants_hold_under_house_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
