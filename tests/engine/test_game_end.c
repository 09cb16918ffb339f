/* The end of the game and the minimum counts (P2, P105, P119 to P121).
 * Not here: scores of hands (test_scores.c). Invariant: tables where there is a table. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "table.h"

typedef struct ending {
    const char *rules, *overrides;
    int32_t totals[3];
    unsigned hands;
    unsigned winners; /* 0: the game goes on */
} ending;

enum { MINUTES = 50 }; /* that each has lasted */

static void the_game_ends_at_the_target_for_one_leader(void **state)
{
    (void)state;
    static const ending endings[] = {
        {"classic_pagat", "", {5010, 5200}, 6, 2},              /* C231 */
        {"forum", "", {5010, 5200}, 6, 2},                      /* C231 */
        {"two_player", "", {4995, 4990}, 6, 0},                 /* C232 */
        {"classic_pagat", "", {5000, 5000}, 6, 0},              /* C234 */
        {"modern_american", "", {8500, 8500}, 6, 0},            /* C234 */
        {"modern_american", "", {8490, 8505}, 6, 2},            /* C235 */
        {"samba", "", {9990, 10000}, 6, 2},                     /* C236 */
        {"hand_and_foot", "rounds = 4", {9000, 19000}, 4, 2},   /* C238 */
        {"hand_and_foot", "rounds = 4", {9000, 29000}, 3, 0},   /* C238 */
        {"six_hand_3sides", "", {7500, 7000, 7499}, 6, 1},      /* C252 */
        {"relaxed_3", "", {5200, 5000, 5000}, 6, 1},            /* C360 */
        {"individual_3", "", {5000, 5200, 5200}, 6, 0},         /* a tie at the top */
        {"classic_pagat", "", {4900, 4850}, 7, 0},              /* C361 */
        {"classic_pagat", "", {5000, 4995}, 6, 1},              /* exactly the target */
        {"classic_pagat", "", {-200, -900}, 3, 0},              /* P121 */
        {"classic_pagat", "target = 3000", {2990, 3000}, 4, 2}, /* the short game */
        {"classic_pagat", "rounds = 1", {-25, -300}, 1, 1},     /* one hand */
        {"classic_pagat", "rounds = 1", {70, 70}, 1, 0},        /* a tie asks for another */
        {"classic_pagat", "rounds = 1", {70, 75}, 2, 2},        /* and that one decides */
        {"classic_pagat", "rounds = 3", {9000, 0}, 2, 0},       /* the target does not matter */
        {"classic_pagat", "win_rule = lowest_total", {5010, 5200}, 6, 1}, /* P164 */
        {"classic_pagat", "win_rule = lowest_total", {-900, 4995}, 6, 0},
        {"classic_pagat", "win_rule = lowest_total", {-900, 5000}, 6, 1},
        {"classic_pagat", "win_rule = lowest_total; rounds = 2", {70, -20}, 2, 2},
        {"individual_3", "win_rule = lowest_total", {5200, 900, 900}, 6, 0},
        {"individual_3", "win_rule = lowest_total; tie_rule = shared", {5200, 900, 900}, 6, 6},
        {"classic_pagat", "hands_limit = 3", {900, 100}, 2, 0}, /* P163 */
        {"classic_pagat", "hands_limit = 3", {900, 100}, 3, 1},
        {"classic_pagat", "hands_limit = 3", {900, 5100}, 2, 2}, /* the target comes first */
        {"classic_pagat", "hands_limit = 3", {900, 900}, 3, 0},  /* another hand decides */
        {"classic_pagat", "hands_limit = 3", {900, 905}, 4, 2},
        {"classic_pagat", "hands_limit = 3; tie_rule = shared", {900, 900}, 3, 3},
        {"classic_pagat", "hands_limit = 3; rounds = 2", {900, 100}, 2, 1},
        {"classic_pagat", "time_limit = 51", {900, 100}, 2, 0}, /* P169 */
        {"classic_pagat", "time_limit = 50", {900, 100}, 2, 1},
        {"classic_pagat", "time_limit = 50", {900, 900}, 2, 0}, /* another hand decides */
        {"classic_pagat", "time_limit = 50; tie_rule = shared", {900, 900}, 2, 3},
        {"classic_pagat", "time_limit = 50; rounds = 3", {100, 900}, 2, 2},
        {"classic_pagat", "tie_rule = shared", {5000, 5000}, 6, 3},
        {"relaxed_3", "tie_rule = shared", {5200, 5000, 5200}, 6, 5},
    };
    for (unsigned i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        cn_rules rules = table_rules(endings[i].rules, endings[i].overrides);
        unsigned winners;
        bool over = cn_game_is_over(&rules, endings[i].totals, endings[i].hands, MINUTES, &winners);
        if (over != (endings[i].winners != 0) || winners != endings[i].winners)
            fail_msg("ending %u: over %d winners %u", i, over, winners);
    }
}

/* P105: whatever the totals are. */
static void a_special_hand_may_win_the_game(void **state)
{
    (void)state;
    static const int32_t totals[2] = {-500, 8400};
    unsigned winners;
    cn_rules rules = table_rules("modern_american_cla", "");
    cn_public pub = {.phase = CN_PHASE_GAME_END, .end = CN_END_SPECIAL, .out_seat = 2};
    for (unsigned seat = 0; seat < 4; seat++) pub.side_of[seat] = rules.side_of[seat];
    for (unsigned side = 0; side < 2; side++) pub.side[side].total_points = totals[side];
    unsigned dream = 0;
    for (int32_t i = 0; i < rules.p.special_hands.count; i++)
        if (rules.p.special_hands.hand[i].wins_game) dream = (unsigned)i + 1;
    pub.special = (uint8_t)dream;
    assert_true(cn_public_is_over(&rules, &pub, totals, &winners));
    assert_int_equal(winners, 1);
    assert_int_equal(cn_public_winners(&pub, &rules), 1);
    pub.special = 1; /* a straight wins points only */
    assert_false(cn_public_is_over(&rules, &pub, totals, &winners));
    assert_int_equal(winners, 0);
    pub.phase = CN_PHASE_SCORED;
    assert_int_equal(cn_public_winners(&pub, &rules), 0);
}

/* Seats 0 and 2 have become partners; each keeps a total of its own (P11). */
static void both_partners_win_by_a_special_hand(void **state)
{
    (void)state;
    static const int32_t totals[3] = {0, 900, 0};
    unsigned winners;
    cn_rules rules = table_rules("cutthroat_3", "special_hands = fives:0:wins=3x5 rank");
    cn_public pub = {.end = CN_END_SPECIAL, .out_seat = 2, .special = 1, .side_of = {0, 1, 0}};
    assert_true(cn_public_is_over(&rules, &pub, totals, &winners));
    assert_int_equal(winners, 5);
}

typedef struct minimum {
    const char *rules, *overrides;
    int32_t total;
    unsigned hand;
    int32_t points;
    unsigned canasta;
} minimum;

static void the_minimum_follows_the_total_before_the_hand(void **state)
{
    (void)state;
    static const char brazil[] = "min_band_special = 7000:any:0, 8000:any:200, 9000:natural:0";
    static const minimum minimums[] = {
        {"classic_pagat", "", -1495, 1, 15, 0}, /* C362 */
        {"classic_pagat", "", -5, 1, 15, 0},    /* C008 */
        {"classic_pagat", "", 0, 1, 50, 0},     {"classic_pagat", "", 1495, 1, 50, 0},
        {"classic_pagat", "", 1500, 1, 90, 0},  {"classic_pagat", "", 2995, 1, 90, 0},
        {"classic_pagat", "", 3000, 1, 120, 0}, {"classic_pagat", "", 7000, 1, 120, 0},
        {"samba", "", 7000, 1, 150, 0},                                            /* C018 */
        {"online", "", -1495, 1, 50, 0},                                           /* C362 */
        {"modern_american", "", -5, 1, 125, 0}, {"six_hand", "", 7500, 1, 150, 0}, /* C246 */
        {"hand_and_foot", "", 15000, 1, 50, 0},                                    /* C228 */
        {"hand_and_foot", "", -500, 3, 120, 0},                                    /* C229 */
        {"hand_and_foot", "", 0, 9, 150, 0}, /* the last entry for all later hands */
        {"samba", brazil, 6995, 1, 120, 0},     {"samba", brazil, 7000, 1, 0, 1}, /* P143 */
        {"samba", brazil, 8500, 1, 200, 1},     {"samba", brazil, 9000, 1, 0, 2},
    };
    for (unsigned i = 0; i < sizeof minimums / sizeof minimums[0]; i++) {
        const minimum *row = &minimums[i];
        cn_rules rules = table_rules(row->rules, row->overrides);
        cn_public pub = {.hand_number = (uint16_t)row->hand};
        for (unsigned seat = 0; seat < rules.seat_count; seat++)
            pub.side_of[seat] = rules.side_of[seat];
        pub.side[1].total_points = row->total;
        cn_need need = cn_public_need(&rules, &pub, 1);
        if (need.points != row->points || need.canasta != row->canasta)
            fail_msg("row %u: %d points, canasta %u", i, need.points, need.canasta);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_game_ends_at_the_target_for_one_leader),
        cmocka_unit_test(a_special_hand_may_win_the_game),
        cmocka_unit_test(both_partners_win_by_a_special_hand),
        cmocka_unit_test(the_minimum_follows_the_total_before_the_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
