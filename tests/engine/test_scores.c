/* Scores of finished hands: the golden cases, and the effect of every scoring parameter.
 * Not here: when a hand ends, the end of the game (test_game_end.c).
 * Invariant: expected points are typed from the cases, never copied from the engine's output. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "melds.h"
#include "table.h"

/* A finished table of one side. `rules`: names with blanks between, each is a claim of its own;
 * `melds` and `left` have " / " between groups, `left` one group for each member. A meld that
 * begins with `2:` is one of twos. The threes are the first member's, `partner_red3` the second's.
 */
typedef struct sheet_case {
    const char *name, *rules, *overrides;
    const char *melds, *left;
    uint8_t red3, black3, partner_red3, concealed_canastas, set_aside, special;
    bool out, concealed;
    cn_score score;
} sheet_case;

#define ALL_CLASSIC  "classic_pagat classic_usp two_player wiki_play forum relaxed"
#define CANASTA_K    "KcKdKhKsKcKdKh"
#define WILDS(bonus) "wild_meld = yes; wild_canasta = yes; bonus_wild = " bonus

/* clang-format off */
static const sheet_case golden[] = {
    {"C076", ALL_CLASSIC " samba online", .red3 = 3, .score = {.threes = -300, .total = -300}},
    {"C077", ALL_CLASSIC, .red3 = 4, .score = {.threes = -800, .total = -800}},
    {"C078", ALL_CLASSIC, .melds = "KcKdKh", .red3 = 4,
     .score = {.threes = 800, .melded = 30, .total = 830}},
    {"C078", "online", .melds = "KcKdKh", .red3 = 4,
     .score = {.threes = -800, .melded = 30, .total = -770}},
    {"C080", "online classic_pagat classic_usp two_player wiki_play", .melds = "KcKdKhKsKc2h2d",
     .red3 = 3, .score = {.canastas = 300, .threes = 300, .melded = 90, .total = 690}},
    {"C081", "samba", .red3 = 6, .score = {.threes = -1000, .total = -1000}},
    {"C082", "samba", "red3_schedule = 0,100,200,300,400,1000,1200; red3_sign = if_canastas:1",
     .red3 = 6, .score = {.threes = -1200, .total = -1200}},
    {"C192", ALL_CLASSIC " online samba", .melds = CANASTA_K,
     .score = {.canastas = 500, .melded = 70, .total = 570}},
    {"C193", "classic_pagat classic_usp wiki_play forum relaxed online", .left = "4c4d / 5cKd",
     .score = {.hand = -25, .total = -25}},
    {"C195", "samba", .left = "3c", .score = {.hand = -5, .total = -5}},
    {"C195", "samba", "black3_left_in_hand = 100", .left = "3c",
     .score = {.hand = -100, .total = -100}},
    {"C196", "hand_and_foot", .left = "3d3c", .score = {.hand = -505, .total = -505}},
    {"C197", "classic_pagat classic_usp wiki_play relaxed forum online", .melds = "QcQdQhQs2c2d2h",
     .left = "- / AcAd4c5d", .out = true,
     .score = {.canastas = 300, .go_out = 100, .melded = 100, .hand = -50, .total = 450}},
    {"C199", "forum", .melds = CANASTA_K, .concealed_canastas = 1,
     .score = {.canastas = 500, .special = 100, .melded = 70, .total = 670}},
    {"C200", "forum", .melds = "QcQdQhQs2c2d2h", .concealed_canastas = 1,
     .score = {.canastas = 300, .special = 100, .melded = 100, .total = 500}},
    {"C201", "classic_pagat classic_usp two_player wiki_play forum online",
     .melds = CANASTA_K "2h", .score = {.canastas = 300, .melded = 90, .total = 390}},
    {"C203", ALL_CLASSIC, .melds = "7c7d7h7s7c7d7h / QcQdQhQs2c2dX / AcAdAh", .left = "9c9d",
     .red3 = 1,
     .score = {.canastas = 800, .threes = 100, .melded = 225, .hand = -20, .total = 1105}},
    {"C204", "classic_pagat", .melds = "3c3s3c", .left = "Kd", .out = true,
     .score = {.go_out = 100, .melded = 15, .hand = -10, .total = 105}},
    {"C205", "samba", .melds = "8h9hThJhQhKhAh",
     .score = {.canastas = 1500, .melded = 80, .total = 1580}},
    {"C207", "samba", WILDS("2500:2500:2500"), .melds = "2c2d2h2s2cXX",
     .score = {.canastas = 2500, .melded = 200, .total = 2700}},
    {"C207", "modern_american", .melds = "2c2d2h2s2cXX",
     .score = {.canastas = 2000, .melded = 200, .total = 2200}},
    {"C207", "classic_pagat", WILDS("4000:3000:2000"), .melds = "2c2d2h2s2cXX",
     .score = {.canastas = 2000, .melded = 200, .total = 2200}},
    {"C207", "hand_and_foot", .melds = "2c2d2h2s2cXX",
     .score = {.canastas = 1500, .melded = 200, .total = 1700}},
    {"C207", "pennies", .melds = "2c2d2h2s2cXX",
     .score = {.canastas = 1000, .melded = 200, .total = 1200}},
    {"C208", "classic_pagat", WILDS("4000:3000:2000"), .melds = "2c2d2h2s2c2d2h",
     .score = {.canastas = 4000, .melded = 140, .total = 4140}},
    {"C208", "modern_american", .melds = "2c2d2h2s2c2d2h",
     .score = {.canastas = 3000, .melded = 140, .total = 3140}},
    {"C209", "classic_pagat", WILDS("4000:3000:2000"), .melds = "XXXX2c2d2h",
     .score = {.canastas = 3000, .melded = 260, .total = 3260}},
    {"C209", "modern_american", .melds = "XXXX2c2d2h",
     .score = {.canastas = 2500, .melded = 260, .total = 2760}},
    {"C211", "modern_american", .melds = "7c7d7h7s7c7d7h",
     .score = {.canastas = 2500, .melded = 35, .total = 2535}},
    {"C212", "modern_american", .melds = "AcAdAhAsAcAdAh",
     .score = {.canastas = 2500, .melded = 140, .total = 2640}},
    {"C213", "modern_american", .melds = "AcAdAhAsAc2d2h",
     .score = {.canastas = 300, .melded = 140, .total = 440}},
    {"C215", "modern_american", .left = "AcAdAh / AsAcAd",
     .score = {.hand = -120, .penalties = -3000, .total = -3120}},
    {"C216", "modern_american", .red3 = 2, .black3 = 1, .score = {.threes = -400, .total = -400}},
    {"C217", "modern_american", .melds = CANASTA_K, .red3 = 3, .black3 = 2,
     .score = {.canastas = 500, .melded = 70, .total = 570}},
    {"C219", "modern_american", .melds = "KcKdKhKsKcKd", .left = "QcQd",
     .score = {.melded = -60, .hand = -20, .total = -80}},
    {"C220", "modern_american", .melds = "2c2dX",
     .score = {.melded = -90, .penalties = -2000, .total = -2090}},
    {"C221", "modern_american", .melds = "XXXX2c2d",
     .score = {.melded = -240, .penalties = -2500, .total = -2740}},
    {"C223", "samba", "penalty_incomplete = sequence<5=1000", .melds = "4c5c6c7c8c",
     .score = {.melded = 30, .total = 30}},
    {"C224", "pennies", .melds = "7c7d7h7s7c7d7h",
     .score = {.canastas = 1500, .melded = 35, .total = 1535}},
    {"C225", "pennies", .melds = CANASTA_K, .red3 = 8,
     .score = {.canastas = 500, .threes = -1000, .melded = 70, .total = -430}},
    {"C247", "six_hand", .melds = "KcKdKh", .red3 = 5,
     .score = {.threes = 1000, .melded = 30, .total = 1030}},
    {"C247", "samba", .melds = "KcKdKh", .red3 = 5,
     .score = {.threes = -500, .melded = 30, .total = -470}},
    {"C248", "six_hand", .melds = "KcKdKh", .red3 = 6,
     .score = {.threes = 1200, .melded = 30, .total = 1230}},
    {"C251", "modern_american_cla", .melds = "XXXX2c2d",
     .score = {.melded = -240, .penalties = -2000, .total = -2240}},
    {"C251", "modern_american", .melds = "XXXX2c2d",
     .score = {.melded = -240, .penalties = -2500, .total = -2740}},
    {"C343", "modern_american", .left = "AcAdKh3d", .score = {.hand = -55, .total = -55}},
    {"C347", "modern_american", .melds = "7c7d7h", .left = "7s7c7d",
     .score = {.melded = -15, .hand = -15, .penalties = -4000, .total = -4030}},
    {"C348", "modern_american", .melds = "AcAd2h", .score = {.melded = -60, .total = -60}},
    {"C353", ALL_CLASSIC " online samba", .left = "AcAdAh", .score = {.hand = -60, .total = -60}},
    {"C354", "classic_pagat classic_usp wiki_play relaxed forum online",
     .melds = "QcQdQhQsQcQdQh / 3c3s3c3s", .out = true,
     .score = {.canastas = 500, .go_out = 100, .melded = 90, .total = 690}},
    {"C356", "classic_pagat classic_usp wiki_play relaxed forum online",
     .melds = "9c9d9h9s9c9d2c / AcAdAh", .left = "4c / Kd", .red3 = 4,
     .score = {.canastas = 300, .threes = 800, .melded = 140, .hand = -15, .total = 1225}},
    {"C357", "classic_pagat classic_usp forum wiki_play relaxed_3", .melds = "KcKdKh",
     .left = "4c", .red3 = 1, .score = {.threes = 100, .melded = 30, .hand = -5, .total = 125}},
    {"C357", "online", .melds = "KcKdKh", .left = "4c", .red3 = 1,
     .score = {.threes = -100, .melded = 30, .hand = -5, .total = -75}},
    {"C358", "samba", .melds = "KcKdKhKsKc2c2d", .red3 = 2,
     .score = {.canastas = 300, .threes = -200, .melded = 90, .total = 190}},
    {"C374", "classic_pagat", "black3_from_pile = set_aside:5:100", .set_aside = 3,
     .score = {.special = 15, .total = 15}},
    {"C374", "classic_pagat", "black3_from_pile = set_aside:5:100", .set_aside = 4,
     .score = {.special = 100, .total = 100}},
};
/* clang-format on */

static cn_score score_of(const cn_rules *rules, const sheet_case *row)
{
    cn_side side = {.concealed_canastas = row->concealed_canastas, .set_aside = row->set_aside};
    cn_sheet sheet = {.side = &side, .member_count = 2};
    char group[120];
    const char *left = row->left;
    add_melds(&side, row->melds);
    for (unsigned i = 0; next_group(&left, group); i++) sheet.hand[i] = cards_of(group);
    sheet.red3[0] = row->red3;
    sheet.red3[1] = row->partner_red3;
    sheet.black3[0] = row->black3;
    sheet.went_out = row->out;
    sheet.concealed = row->concealed;
    sheet.special = row->special;
    return cn_score_sheet(rules, &sheet);
}

static void check_score(const char *name, const char *rule_set, const cn_score *got,
                        const cn_score *want)
{
    if (memcmp(got, want, sizeof *got) == 0) return;
    fail_msg("%s %s: total %d canastas %d go_out %d special %d threes %d melded %d hand %d "
             "penalties %d",
             name, rule_set, got->total, got->canastas, got->go_out, got->special, got->threes,
             got->melded, got->hand, got->penalties);
}

static void golden_scores_come_out_in_every_rule_set_named(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof golden / sizeof golden[0]; i++) {
        char names[200];
        snprintf(names, sizeof names, "%s", golden[i].rules);
        for (char *name = strtok(names, " "); name != NULL; name = strtok(NULL, " ")) {
            const char *overrides = golden[i].overrides != NULL ? golden[i].overrides : "";
            cn_rules rules = table_rules(name, overrides);
            cn_score score = score_of(&rules, &golden[i]);
            check_score(golden[i].name, name, &score, &golden[i].score);
        }
    }
}

/* One table under two values of one parameter. */
typedef struct effect {
    const char *parameter, *rules;
    const char *one, *other; /* overrides */
    int32_t one_total, other_total;
    sheet_case sheet;
} effect;

#define HANDS_OF(points) "hand_size = 13; special_hands = pairs:" points "=7x2 rank"

/* clang-format off */
static const effect effects[] = {
    {"value_joker", "classic_pagat", "value_joker = 40", "value_joker = 60", 60, 80,
     {.melds = "KcKdX"}},
    {"value_two", "classic_pagat", "value_two = 15", "value_two = 25", 35, 45,
     {.melds = "KcKd2h"}},
    {"value_ace", "classic_pagat", "value_ace = 15", "value_ace = 25", -15, -25, {.left = "Ac"}},
    {"value_8_to_K", "classic_pagat", "value_8_to_K = 9", "value_8_to_K = 11", 54, 66,
     {.melds = "8c8d8h / KcKdKh"}},
    {"value_4_to_7", "classic_pagat", "value_4_to_7 = 4", "value_4_to_7 = 6", 24, 36,
     {.melds = "4c4d4h / 7c7d7h"}},
    {"value_black3", "classic_pagat", "value_black3 = 5", "value_black3 = 7", 15, 21,
     {.melds = "3c3s3c"}},
    {"black3_left_in_hand", "classic_pagat", "black3_left_in_hand = 5", "black3_left_in_hand = 100",
     -5, -100, {.left = "3s"}},
    {"red3_left_in_hand", "classic_pagat", "red3_left_in_hand = 0", "red3_left_in_hand = 500", 0,
     -500, {.left = "3h"}},
    {"threes_mode", "classic_pagat", "threes_mode = classic; black3_schedule = 0,100",
     "threes_mode = both_colours_bonus; black3_schedule = 0,100", -100, -200,
     {.red3 = 1, .black3 = 1}},
    {"red3_schedule", "classic_pagat", "red3_schedule = 0,100,200", "red3_schedule = 0,100,300",
     -200, -300, {.red3 = 4}},
    {"black3_schedule", "modern_american", "black3_schedule = 0,100", "black3_schedule = 0,100,300",
     -100, -300, {.black3 = 2}},
    {"red3_sign", "classic_pagat", "red3_sign = if_melded", "red3_sign = if_canastas:1", 130, -70,
     {.melds = "KcKdKh", .red3 = 1}},
    {"red3_sign", "classic_pagat", "red3_sign = if_canastas:1", "red3_sign = if_canastas:2", 670,
     470, {.melds = CANASTA_K, .red3 = 1}},
    {"red3_sign", "classic_pagat", "red3_sign = if_sevens_canasta", "red3_sign = if_canastas:1",
     470, 670, {.melds = CANASTA_K, .red3 = 1}},
    {"red3_sign", "classic_pagat", "red3_sign = always_plus", "red3_sign = if_melded", 100, -100,
     {.red3 = 1}},
    {"red3_sign", "classic_pagat", "red3_sign = by_canasta_count", "red3_sign = if_canastas:1",
     570, 670, {.melds = CANASTA_K, .red3 = 1}},
    {"red3_scope", "classic_pagat", "red3_scope = side", "red3_scope = player", -800, -400,
     {.red3 = 2, .partner_red3 = 2}},
    {"black3_from_pile", "classic_pagat", "", "black3_from_pile = set_aside:5:100", 0, 10,
     {.set_aside = 2}},
    {"out_bonus", "classic_pagat", "out_bonus = 100", "out_bonus = 200", 100, 200, {.out = true}},
    {"concealed_bonus", "classic_pagat", "concealed_bonus = 0", "concealed_bonus = 100", 100, 200,
     {.out = true, .concealed = true}},
    {"concealed_canasta_bonus", "classic_pagat", "", "concealed_canasta_bonus = 100", 570, 770,
     {.melds = CANASTA_K, .concealed_canastas = 2}},
    {"special_hands", "classic_pagat", HANDS_OF("2000"), HANDS_OF("2500"), 2000, 2500,
     {.special = 1, .melds = "KcKdKh", .left = "4c", .red3 = 1, .out = true}},
    {"bonus_natural", "classic_pagat", "bonus_natural = 500", "bonus_natural = 600", 570, 670,
     {.melds = CANASTA_K}},
    {"bonus_mixed", "classic_pagat", "bonus_mixed = 300", "bonus_mixed = 200", 380, 280,
     {.melds = "KcKdKhKsKcKd2c"}},
    {"bonus_mixed_beside_natural", "samba", "", "bonus_mixed_beside_natural = 500", 960, 1160,
     {.melds = CANASTA_K " / KcKdKhKsKs2c2d"}},
    {"bonus_sequence", "samba", "bonus_sequence = 1500", "bonus_sequence = 1000", 1565, 1065,
     {.melds = "7h8h9hThJhQhKh"}},
    {"bonus_sequence_mixed", "samba", "sequence_wilds = 1; bonus_sequence_mixed = 300",
     "sequence_wilds = 1; bonus_sequence_mixed = 400", 405, 505, {.melds = "S:7h8hXThJhQhKh"}},
    {"bonus_wild", "hand_and_foot", "bonus_wild = 1:2:3", "bonus_wild = 4:2:3", 141, 144,
     {.melds = "2c2d2h2s2c2d2h"}},
    {"bonus_wild", "hand_and_foot", "bonus_wild = 1:2:3", "bonus_wild = 1:4:3", 262, 264,
     {.melds = "XXXX2c2d2h"}},
    {"bonus_wild", "hand_and_foot", "bonus_wild = 1:2:3", "bonus_wild = 1:2:4", 233, 234,
     {.melds = "XXX2c2d2h2s"}},
    {"bonus_rank", "classic_pagat", "", "bonus_rank = K=1000:-", 570, 1070, {.melds = CANASTA_K}},
    {"bonus_rank", "classic_pagat", "", "bonus_rank = K=1000:-", 390, 390,
     {.melds = CANASTA_K "2c"}},
    {"bonus_rank", "classic_pagat", "", "bonus_rank = K=-:700", 390, 790,
     {.melds = CANASTA_K "2c"}},
    {"bonus_rank", "classic_pagat", "bonus_rank = K=1000:-:only_if_out", "bonus_rank = K=1000:-",
     570, 1070, {.melds = CANASTA_K}},
    {"bonus_rank", "classic_pagat", "bonus_rank = K=1000:-:only_if_out", "", 1170, 670,
     {.melds = CANASTA_K, .out = true}},
    {"bonus_rank", "samba", "twos_as_rank = yes", "twos_as_rank = yes; bonus_rank = 2=3000:2000",
     520, 2220, {.melds = "2:2c2d2h2s2c2dXX"}},
    {"bonus_collections", "classic_pagat", "bonus_collections = 2000=2xnatural",
     "bonus_collections = 2000=2xnatural, 1000=1xnatural+1xany", 3140, 4140,
     {.melds = CANASTA_K " / QcQdQhQsQcQdQh"}},
    {"bonus_collections", "classic_pagat", "bonus_collections = 2000=2xnatural",
     "bonus_collections = 2000=1xnatural+1xmixed", 950, 2950,
     {.melds = CANASTA_K " / QcQdQhQsQcQd2h"}},
    {"bonus_collections", "samba", "bonus_collections = 2000=1xwild",
     "bonus_collections = 2000=1xsequence", 1565, 3565, {.melds = "7h8h9hThJhQhKh"}},
    {"penalty_incomplete", "samba", "", "penalty_incomplete = sequence<5=1000", 20, -980,
     {.melds = "4c5c6c7c"}},
    {"penalty_incomplete", "classic_pagat", "penalty_incomplete = A<7=100",
     "penalty_incomplete = A:natural_only<7=100", -40, 60, {.melds = "AcAd2c"}},
    {"penalty_held", "classic_pagat", "", "penalty_held = A=1500", -60, -1560, {.left = "AcAdAh"}},
    {"melded_value_sign", "classic_pagat", "", "melded_value_sign = minus_if_no_canasta", 30, -30,
     {.melds = "KcKdKh"}},
    {"canasta_size", "classic_pagat", "canasta_size = 7", "canasta_size = 8", 570, 70,
     {.melds = CANASTA_K}},
    {"wild_canasta", "classic_pagat", WILDS("1:2:3"), "wild_meld = yes; bonus_wild = 1:2:3", 141,
     140, {.melds = "2c2d2h2s2c2d2h"}},
};
/* clang-format on */

static void every_scoring_parameter_has_its_effect(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof effects / sizeof effects[0]; i++) {
        cn_rules one = table_rules(effects[i].rules, effects[i].one);
        cn_rules other = table_rules(effects[i].rules, effects[i].other);
        int32_t one_total = score_of(&one, &effects[i].sheet).total;
        int32_t other_total = score_of(&other, &effects[i].sheet).total;
        if (one_total != effects[i].one_total || other_total != effects[i].other_total)
            fail_msg("%s, row %zu: %d and %d", effects[i].parameter, i, one_total, other_total);
    }
}

static cn_public finished_hand(const cn_rules *rules)
{
    cn_public pub = {.phase = CN_PHASE_HAND_END, .hand_number = 1, .out_seat = CN_SEAT_NONE};
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        pub.side_of[seat] = rules->side_of[seat];
    pub.end = CN_END_STOCK;
    return pub;
}

/* C243, P118: A (seat 0) and C (seat 2) became partners; B (seat 1) is alone. */
static void partners_formed_in_play_share_melds_but_not_threes(void **state)
{
    (void)state;
    cn_rules rules = table_rules("cutthroat_3", "");
    cn_public pub = finished_hand(&rules);
    cn_cards hands[CN_SEATS_MAX] = {{{0}, 0, {0}}};
    cn_score scores[CN_SIDES_MAX];
    pub.side_of[2] = 0;
    pub.formed = 1;
    add_melds(&pub.side[0], "AcAdAhAsAcAd2h2s2c"); /* 300 and 180 */
    pub.three[0][CN_SUIT_DIAMONDS] = 2;
    pub.three[1][CN_SUIT_HEARTS] = 1;
    cn_score_hand(&rules, &pub, hands, NULL, scores);
    assert_int_equal(scores[0].total, 680);
    assert_int_equal(scores[2].total, 480);
    assert_int_equal(scores[1].total, -100);

    hands[2] = cards_of("KcKd"); /* the partner's hand counts against both */
    cn_score_hand(&rules, &pub, hands, NULL, scores);
    assert_int_equal(scores[0].total, 660);
    assert_int_equal(scores[2].total, 460);

    rules = table_rules("cutthroat_3", "red3_scope = side");
    cn_score_hand(&rules, &pub, hands, NULL, scores);
    assert_int_equal(scores[2].total, 660);
}

/* P96, P113, P116: what waits for a player is his, and his side pays for it. */
static void cards_not_picked_up_count_as_hand_cards(void **state)
{
    (void)state;
    cn_rules rules = table_rules("modern_american", "");
    cn_public pub = finished_hand(&rules);
    cn_cards hands[CN_SEATS_MAX] = {{{0}, 0, {0}}};
    cn_cards waiting[CN_SEATS_MAX] = {{{0}, 0, {0}}};
    cn_score scores[CN_SIDES_MAX];
    waiting[2] = cards_of("AcAdKh3d"); /* C343 */
    cn_score_hand(&rules, &pub, hands, waiting, scores);
    assert_int_equal(scores[0].total, -55);
    assert_int_equal(scores[1].total, 0);
    hands[2] = cards_of("Ah"); /* the third ace: penalty_held looks at both */
    cn_score_hand(&rules, &pub, hands, waiting, scores);
    assert_int_equal(scores[0].penalties, -1500);
    assert_int_equal(scores[0].total, -1575);
}

static void only_the_side_that_goes_out_gets_the_bonus(void **state)
{
    (void)state;
    cn_rules rules = table_rules("classic_pagat", "");
    cn_public pub = finished_hand(&rules);
    cn_cards hands[CN_SEATS_MAX] = {{{0}, 0, {0}}};
    cn_score scores[CN_SIDES_MAX];
    pub.end = CN_END_OUT;
    pub.out_seat = 3;
    pub.out_concealed = 1;
    cn_score_hand(&rules, &pub, hands, NULL, scores);
    assert_int_equal(scores[0].total, 0);
    assert_int_equal(scores[1].go_out, 200);
    pub.out_concealed = 0;
    cn_score_hand(&rules, &pub, hands, NULL, scores);
    assert_int_equal(scores[1].go_out, 100);
}

/* S25: the side's own table counts nothing, the other side's counts as ever. */
static void a_special_hand_replaces_the_score_of_its_side(void **state)
{
    (void)state;
    cn_rules rules = table_rules("modern_american", "");
    cn_public pub = finished_hand(&rules);
    cn_cards hands[CN_SEATS_MAX] = {{{0}, 0, {0}}};
    cn_score scores[CN_SIDES_MAX];
    pub.end = CN_END_SPECIAL;
    pub.out_seat = 1;
    pub.special = 2; /* pairs */
    pub.three[3][CN_SUIT_DIAMONDS] = 1;
    hands[0] = cards_of("4c");
    hands[1] = cards_of("4c4d5c5d6c6d7c7d8c8d9c9dTcTd");
    cn_score_hand(&rules, &pub, hands, NULL, scores);
    assert_int_equal(scores[1].special, 2500);
    assert_int_equal(scores[1].total, 2500);
    assert_int_equal(scores[0].total, -5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_scores_come_out_in_every_rule_set_named),
        cmocka_unit_test(every_scoring_parameter_has_its_effect),
        cmocka_unit_test(partners_formed_in_play_share_melds_but_not_threes),
        cmocka_unit_test(cards_not_picked_up_count_as_hand_cards),
        cmocka_unit_test(only_the_side_that_goes_out_gets_the_bonus),
        cmocka_unit_test(a_special_hand_replaces_the_score_of_its_side),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
