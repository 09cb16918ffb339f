/* Effects of the parameters of card values, scoring and the end of the game (P113 to P121, P139 to
 * P141). Not here: how rows are run (test_effects.c). Invariant: see test_effects.h. */
#include "test_effects.h"

#include "canasta/score.h"

#define SHEET  "rules classic_pagat\nleft -\nmelds "
#define LEFT   "rules classic_pagat\nleft "
#define KINGS  "KcKdKhKsKcKdKh"
#define QUEENS "QcQdQhQsQcQdQh"
#define MIXED  "KcKdKhKsKc2c2d"
#define WILDS  "rules classic_pagat\nset wild_meld = yes; wild_canasta = yes\nleft -\nmelds "

/* Seat 1 has declared the first special hand. */
static int32_t winners_by_special_hand(const cn_rules *rules)
{
    static const int32_t totals[CN_SIDES_MAX] = {500, 9};
    unsigned winners;
    cn_public pub = {.end = CN_END_SPECIAL, .out_seat = 1, .special = 1, .side_of = {0, 1, 0, 1}};
    (void)cn_public_is_over(rules, &pub, totals, &winners);
    return (int32_t)winners;
}

/* clang-format off */
static const effect rows[] = {
    EFFECT("value_joker", "melded", SHEET "KcKdX", {{"50", "total 70"}, {"40", "total 60"}}),
    EFFECT("value_joker", "in the hand", LEFT "X", {{"50", "total -50"}, {"40", "total -40"}}),
    EFFECT("value_two", "melded", SHEET "KcKd2c", {{"20", "total 40"}, {"25", "total 45"}}),
    EFFECT("value_ace", "in the hand", LEFT "Ac", {{"20", "total -20"}, {"15", "total -15"}}),
    EFFECT("value_ace", "in the opening",
     "rules classic_pagat\nhand AcAdAh4s6d8c\nplay open AcAdAh",
     {{"20", "legal (60>=50)"}, {"15", "illegal MIN 45<50"}}),
    EFFECT("value_8_to_K", "melded", SHEET "8c8d8h / KcKdKh", {{"10", "total 60"}, {"9",
     "total 54"}}),
    EFFECT("value_4_to_7", "melded", SHEET "4c4d4h / 7c7d7h", {{"5", "total 30"}, {"6",
     "total 36"}}),
    EFFECT("value_cards", "melded", SHEET "8c8d8h / 9c9d2h",
     {{"none", "total 70"}, {"8=5, 9=5", "total 45"}, {"8=5, 2=25", "total 60"}}),
    EFFECT("value_cards", "in the hand", LEFT "XXAc9c",
     {{"none", "total -130"}, {"X=50:100", "total -230"}, {"9=5", "total -125"},
      {"A=20:0", "total -110"}}),
    EFFECT("value_cards", "in the opening",
     "rules classic_pagat\nscore 1500\nhand 8c8d8h9c9d9hKcKdKh4s5s\n"
     "play open 8c8d8h 9c9d9h KcKdKh",
     {{"none", "legal (90>=90)"}, {"8=5, 9=5", "illegal MIN 60<90"},
      {"8=10:5, 9=10:5", "legal (90>=90)"}}),
    EFFECT("value_black3", "melded", SHEET "3c3s3c", {{"5", "total 15"}, {"7", "total 21"}}),
    EFFECT("black3_left_in_hand", "in the hand", LEFT "3s", {{"5", "total -5"}, {"100",
     "total -100"}}),
    EFFECT("red3_left_in_hand", "in the hand", LEFT "3h", {{"0", "total 0"}, {"500",
     "total -500"}}),
    EFFECT("black3_held", "a side that has melded", LEFT "3s\nmelds KcKdKh",
     {{"minus", "total 25 (melded+30 hand-5)"}, {"by_sign", "total 35 (melded+30 hand+5)"},
      {"plus", "total 35 (melded+30 hand+5)"}}),
    EFFECT("black3_held", "a side that has not", LEFT "3s",
     {{"minus", "total -5"}, {"by_sign", "total -5"}, {"plus", "total 5"}}),
    EFFECT("red3_held", "a side that has melded",
     LEFT "3h\nset red3_left_in_hand = 100\nmelds KcKdKh",
     {{"minus", "total -70 (melded+30 hand-100)"}, {"by_sign", "total 130 (melded+30 hand+100)"},
      {"plus", "total 130 (melded+30 hand+100)"}}),
    EFFECT("red3_held", "a side that has not", LEFT "3h\nset red3_left_in_hand = 100",
     {{"minus", "total -100"}, {"by_sign", "total -100"}, {"plus", "total 100"}}),
    EFFECT("bonus_natural", "a canasta without wilds", SHEET KINGS,
     {{"500", "total 570 (canastas+500 melded+70)"}, {"600", "total 670"}}),
    EFFECT("bonus_natural", "in the second hand", SHEET KINGS "\nhand_number 2",
     {{"500", "total 570"}, {"500,700", "total 770"}}),
    EFFECT("bonus_mixed", "in the third hand", SHEET MIXED "\nhand_number 3",
     {{"300", "total 390"}, {"300,200", "total 290"}}),
    EFFECT("bonus_mixed", "a canasta with wilds", SHEET MIXED,
     {{"300", "total 390 (canastas+300 melded+90)"}, {"200", "total 290"}}),
    EFFECT("bonus_mixed_beside_natural", "beside a natural canasta of the rank",
     "rules samba\nleft -\nmelds " KINGS " / KcKdKhKsKs2c2d",
     {{"0", "total 960 (canastas+800 melded+160)"}, {"500", "total 1160"}}),
    EFFECT("bonus_mixed_beside_natural", "beside one of another rank",
     "rules samba\nleft -\nmelds " KINGS " / QcQdQhQsQc2c2d",
     {{"0", "total 960"}, {"500", "total 960"}}),
    EFFECT("bonus_sequence", "a complete sequence", "rules samba\nleft -\nmelds 7h8h9hThJhQhKh",
     {{"1500", "total 1565 (canastas+1500 melded+65)"}, {"1000", "total 1065"}}),
    EFFECT("bonus_sequence_mixed", "a complete sequence with a wild",
     "rules samba\nset sequence_wilds = 1\nleft -\nmelds S:7h8hXThJhQhKh",
     {{"0", "total 1605 (canastas+1500 melded+105)"}, {"300", "total 405"}}),
    EFFECT("bonus_sequence_mixed", "one without",
     "rules samba\nset sequence_wilds = 1\nleft -\nmelds 7h8h9hThJhQhKh",
     {{"0", "total 1565"}, {"300", "total 1565"}}),
    EFFECT("bonus_wild", "twos only", WILDS "2c2d2h2s2c2d2h",
     {{"0:0:0", "total 140"}, {"1:2:3", "total 141"}}),
    EFFECT("bonus_wild", "four jokers", WILDS "XXXX2c2d2h",
     {{"0:0:0", "total 260"}, {"1:2:3", "total 262"}}),
    EFFECT("bonus_wild", "any other", WILDS "XXX2c2d2h2s",
     {{"0:0:0", "total 230"}, {"1:2:3", "total 233"}}),
    EFFECT("bonus_rank", "a natural canasta of the rank", SHEET KINGS,
     {{"none", "total 570"}, {"K=1000:-", "total 1070"}, {"Q=1000:-", "total 570"},
      {"K=1000:-:only_if_out", "total 570"}}),
    EFFECT("bonus_rank", "a mixed canasta of the rank", SHEET MIXED,
     {{"none", "total 390"}, {"K=1000:-", "total 390"}, {"K=-:700", "total 790"}}),
    EFFECT("bonus_rank", "the side went out", SHEET KINGS "\nout yes",
     {{"none", "total 670"}, {"K=1000:-:only_if_out", "total 1170"}}),
    EFFECT("bonus_collections", "a set of canastas", SHEET KINGS " / " QUEENS,
     {{"none", "total 1140"}, {"2000=2xnatural", "total 3140"},
      {"2000=2xnatural, 1000=1xnatural+1xany", "total 4140"}, {"2000=3xnatural", "total 1140"}}),
    EFFECT("bonus_whole_rank", "eight kings of two packs", SHEET KINGS "Ks",
     {{"0", "total 580"}, {"1000", "total 1580 (canastas+500 special+1000 melded+80)"}}),
    EFFECT("bonus_whole_rank", "seven of them", SHEET KINGS, {{"0", "total 570"},
     {"1000", "total 570"}}),
    EFFECT("penalty_incomplete", "a meld of too few cards", SHEET "AcAdAh",
     {{"none", "total 60"}, {"A<7=100", "total -40 (melded+60 penalties-100)"},
      {"A<4=100, 7<7=100", "total -40"}, {"7<7=100", "total 60"}}),
    EFFECT("penalty_incomplete", "natural melds only", SHEET "AcAd2c",
     {{"A<7=100", "total -40"}, {"A:natural_only<7=100", "total 60"}}),
    EFFECT("penalty_incomplete", "wilds with four jokers",
     "rules classic_pagat\nset wild_meld = yes\nleft -\nmelds XXXX2c",
     {{"wild<7=100:900", "total -680"}, {"wild<7=100:500", "total -280"}}),
    EFFECT("penalty_held", "three of a rank in a hand", LEFT "AcAdAh",
     {{"none", "total -60"}, {"A=1500", "total -1560 (hand-60 penalties-1500)"},
      {"7=1500", "total -60"}}),
    EFFECT("melded_value_sign", "a side without a canasta", SHEET "KcKdKh",
     {{"plus", "total 30"}, {"minus_if_no_canasta", "total -30"}}),
    EFFECT("melded_value_sign", "a side with one", SHEET KINGS " / AcAdAh",
     {{"plus", "total 630"}, {"minus_if_no_canasta", "total 630"}}),
    EFFECT("special_hands", "their points replace the score",
     "rules classic_pagat\nset hand_size = 13\n"
     "left 4c\nspecial pairs\nout yes",
     {{"pairs:2000=7x2 rank", "total 2000 (special+2000)"},
      {"pairs:2500=7x2 rank", "total 2500 (special+2500)"}}),
    EFFECT("special_hands", "one that wins the game", "hand_size = 13",
     {{"pairs:9=7x2 rank", "0"},
      {"pairs:9:wins=7x2 rank", "2"}}, .measure = winners_by_special_hand),
    EFFECT("canasta_size", "scored as a canasta", SHEET KINGS, {{"7", "total 570"}, {"8",
     "total 70"}}),
    EFFECT("target", "the game is over", "rules classic_pagat\nafter 5200 4000\nhand_number 6",
     {{"5000", "over 0"}, {"5500", "goes_on"}}),
    EFFECT("lead_target", "more than the others together",
     "rules individual_3\nafter 3500 1800 1600\nhand_number 6",
     {{"0", "goes_on"}, {"3000", "over 0"}, {"4000", "goes_on"}}),
    EFFECT("lead_target", "no more than they", "rules individual_3\nafter 3500 1800 1700\n"
     "hand_number 6", {{"0", "goes_on"}, {"3000", "goes_on"}}),
    EFFECT("rounds", "the game is over after so many hands",
     "rules classic_pagat\nafter 1000 2000\nhand_number 4",
     {{"0", "goes_on"}, {"4", "over 1"}, {"5", "goes_on"}}),
    EFFECT("hands_limit", "the game is over after so many hands at the latest",
     "rules classic_pagat\nafter 1000 2000\nhand_number 4",
     {{"0", "goes_on"}, {"4", "over 1"}, {"5", "goes_on"}}),
    EFFECT("hands_limit", "it may be over before",
     "rules classic_pagat\nafter 1000 5200\nhand_number 4", {{"0", "over 1"}, {"5", "over 1"}}),
    EFFECT("time_limit", "the game is over with the hand in which its minutes are",
     "rules classic_pagat\nafter 1000 2000\nhand_number 2\nminutes 50",
     {{"0", "goes_on"}, {"50", "over 1"}, {"51", "goes_on"}}),
    EFFECT("hand_cards", "of both members", LEFT "XAc / 9c",
     {{"minus_value", "total -80 (hand-80)"}, {"plus_value", "total 80 (hand+80)"}}),
    EFFECT("win_rule", "the leader of either end",
     "rules classic_pagat\nafter 5200 4000\nhand_number 6",
     {{"highest_total", "over 0"}, {"lowest_total", "over 1"}}),
    EFFECT("win_rule", "a tie at one end", "rules individual_3\nafter 5200 5200 900\nhand_number 6",
     {{"highest_total", "goes_on"}, {"lowest_total", "over 2"}}),
    EFFECT("tie_rule", "both lead", "rules classic_pagat\nafter 5200 5200\nhand_number 6",
     {{"extra_hand", "goes_on"}, {"shared", "over 0 1"}}),
};
/* clang-format on */

const effect_topic effects_of_scores = {rows, sizeof rows / sizeof rows[0]};
