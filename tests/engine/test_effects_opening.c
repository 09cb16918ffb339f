/* Effects of the parameters of the first meld of a side (P2, P42 to P44, P53, P86, P101, P143).
 * Not here: how rows are run (test_effects.c). Invariant: see test_effects.h. */
#include "test_effects.h"

#define BASE               "rules classic_pagat\n"
#define TWO_PACKS_OF_KINGS "KcKdKhKsKcKdKh"

/* clang-format off */
static const effect rows[] = {
    EFFECT("min_table", "the count by the total", BASE "score 1500\nhand KcKdKhQcQdQh4s6d8c\n"
     "play open KcKdKh QcQdQh",
     {{"any:15, 0:50, 1500:90, 3000:120", "illegal MIN 60<90"},
      {"any:15, 0:50, 1600:90", "legal (60>=50)"}}),
    EFFECT("min_by_round", "the count by the number of the hand",
     BASE "hand_number 2\nhand KcKdKhQcQdQh4s6d8c\nplay open KcKdKh QcQdQh",
     {{"none", "legal (60>=50)"}, {"50, 90", "illegal MIN 60<90"}, {"50, 60", "legal (60>=60)"}}),
    EFFECT("min_band_special", "a canasta instead of a count",
     BASE "score 7000\nhand AcAdAhKcKdKhKs4s6d8c\nplay open AcAdAh KcKdKhKs",
     {{"none", "illegal MIN 100<120"}, {"7000:any:0", "illegal MIN_CANASTA"},
      {"8000:any:0", "illegal MIN 100<120"}}),
    EFFECT("min_band_special", "a natural canasta, or any",
     BASE "score 7000\nhand KcKdKhKsKc2c2d4s6d8c\nplay open KcKdKhKsKc2c2d",
     {{"7000:any:0", "legal"}, {"7000:natural:0", "illegal MIN_CANASTA"},
      {"7000:any:100", "illegal MIN 90<100"}}),
    EFFECT("min_scope", "the own total or the best of the side",
     BASE "set players = 3; team_layout = lone_vs_two\nplayers 3\nside_of 0 1 0\ntaken yes\n"
     "totals 0 0 3000\nhand KcKdKhQcQdQh4s6d8c\nplay open KcKdKh QcQdQh",
     {{"player", "legal (60>=50)"}, {"side", "illegal MIN 60<120"}}),
    EFFECT("min_counts_top", "the card taken from the pile",
     BASE "hand KcKdQcQdQh4s6d8c\npile Kh\nplay take KcKd; open QcQdQh",
     {{"yes", "legal (60>=50)"}, {"no", "legal (50>=50)"}}),
    EFFECT("min_counts_top", "an opening that needs it",
     BASE "score 1500\nhand AcAdQcQdQh4s6d8c\npile Ah\nplay take AcAd; open QcQdQh",
     {{"yes; min_table = any:90", "legal (90>=90)"},
      {"no; min_table = any:90", "illegal MIN 70<90"}}),
    EFFECT("min_counts_bonuses", "bonuses of canastas count",
     BASE "score 1500\nhand " TWO_PACKS_OF_KINGS "4s6d8c\nplay open " TWO_PACKS_OF_KINGS,
     {{"no", "illegal MIN 70<90"}, {"yes", "legal (570>=90)"}}),
    EFFECT("min_counts_bonuses", "red threes count",
     BASE "red3 1\nhand 4c4d4h5s6d8c\nplay open 4c4d4h",
     {{"no", "illegal MIN 15<50"}, {"yes", "legal (115>=50)"}}),
    EFFECT("min_exempt_concealed", "all is laid at once after a draw",
     BASE "score 1500\nhand 5c5d5h5s5c5d5hQcQdQh4c\n"
     "play open 5c5d5h5s5c5d5h QcQdQh; discard 4c",
     {{"never", "illegal MIN 65<90"}, {"stock_draw", "legal (65<90)"},
      {"always", "legal (65<90)"}}),
    EFFECT("min_exempt_concealed", "all is laid at once after a take",
     BASE "score 1500\nhand 5c5d5h5s5c5dQcQdQh\npile 5h\n"
     "play take 5c5d5h5s5c5d; open QcQdQh",
     {{"never", "illegal MIN 65<90"}, {"stock_draw", "illegal MIN 65<90"},
      {"always", "legal (65<90)\nthen end out"}}),
    EFFECT("min_exempt_splash", "a complete canasta from the hand",
     BASE "hand 5c5d5h5s5c5d5h4s6d8cJh\nplay open 5c5d5h5s5c5d5h",
     {{"no", "illegal MIN 35<50"}, {"yes", "legal (35<50)"}}),
    EFFECT("initial_needs_pure", "only mixed melds",
     BASE "hand KcKd2cQcQd2d4s6d8c\nplay open KcKd2c QcQd2d",
     {{"no", "legal"}, {"pure_triple", "illegal NO_PURE"},
      {"pure_or_wild_triple", "illegal NO_PURE"}}),
    EFFECT("initial_needs_pure", "a meld of wilds, or one of a rank",
     BASE "set wild_meld = yes\nhand KcKd2c2d2hX4s6d8c\nplay open KcKd2c 2d2hX",
     {{"no", "legal"}, {"pure_triple", "illegal NO_PURE"}, {"pure_or_wild_triple", "legal"}}),
    EFFECT("initial_no_mixed_canasta", "a complete mixed canasta",
     BASE "hand KcKdKhKsKc2c2d4s6d8c\nplay open KcKdKhKsKc2c2d",
     {{"no", "legal (90>=50)"}, {"yes", "illegal MIXED_CANASTA"}}),
    EFFECT("initial_naturals_only", "a wild in the opening",
     BASE "hand AcAd2c4s6d8c\nplay open AcAd2c",
     {{"no", "legal (60>=50)"}, {"yes", "illegal NATURALS_ONLY"}}),
    EFFECT("min_exempt_hand_emptied", "a hand melded empty that floats",
     "rules classic_pagat\nset keep_cards = 0; float_by_meld = yes\nhand 4c4d4h5c5d5h\nphase meld\n"
     "play open 4c4d4h 5c5d5h",
     {{"no", "illegal MIN 30<50"}, {"yes", "legal\nthen end no\nthen hand 0"}}),
    EFFECT("meld_from_turn", "an opening in the second turn",
     "rules classic_pagat\nturn_number 5\nhand KcKdKhQcQdQh4c5c\nphase meld\n"
     "play open KcKdKh QcQdQh",
     {{"1", "legal (60>=50)"}, {"2", "legal (60>=50)"}, {"3", "illegal MELD_TURN 2<3"}}),
    EFFECT("initial_from_pile", "the count needs the group with the top card",
     BASE "hand AcAd4c4d4h5s6d8c\npile Ah\nplay take AcAd; open",
     {{"yes", "legal (60>=50)"}, {"no", "illegal OPEN_BY_HAND"},
      {"qualify_from_hand", "illegal MIN 0<50"}}),
    EFFECT("initial_from_pile", "the hand alone has the count",
     BASE "hand KcKdAcAdAh4s6d8c\npile Kh\nplay take KcKd; open AcAdAh",
     {{"yes", "legal (90>=50)"}, {"no", "illegal OPEN_BY_HAND"},
      {"qualify_from_hand", "legal (60>=50)"}}),
    EFFECT("initial_naturals_only", "a meld of wilds in the opening",
     BASE "set wild_meld = yes\nhand AcAdAh2c2dX4s6d8c\nplay open AcAdAh 2c2dX",
     {{"no", "legal"}, {"yes", "illegal NATURALS_ONLY"}}),
    EFFECT("bonus_sequence", "a complete sequence of an opening whose bonus counts",
     "rules samba\nset min_counts_bonuses = yes\nscore 1500\nhand 4h5h6h7h8h9hTh4s6dJc\n"
     "play open 4h5h6h7h8h9hTh",
     {{"0", "illegal MIN 50<90"}, {"1500", "legal (1550>=90)"}}),
    EFFECT("bonus_natural", "a canasta of an opening whose bonus counts",
     BASE "set min_counts_bonuses = yes\nscore 1500\nhand " TWO_PACKS_OF_KINGS "4s6d8c\n"
     "play open " TWO_PACKS_OF_KINGS,
     {{"500", "legal (570>=90)"}, {"0", "illegal MIN 70<90"}}),
};
/* clang-format on */

const effect_topic effects_of_opening = {rows, sizeof rows / sizeof rows[0]};
