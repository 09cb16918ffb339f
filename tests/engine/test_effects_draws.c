/* Effects of the parameters of drawing, talons and the end of the stock (P26 to P32, P89 to P97).
 * Not here: how rows are run (test_effects.c). Invariant: see test_effects.h. */
#include "test_effects.h"

#define DRAW "rules classic_pagat\nhand 4s6d8cJh\nplay draw\n"
#define OPEN                                                                                       \
    "rules classic_pagat\nhand KcKdKhAcAdAh4s6d8c\nbefore open KcKdKh AcAdAh\nplay discard 4s\n"
#define TALON "set talon_first = 4; talon_second = 3\n"

/* clang-format off */
static const effect rows[] = {
    EFFECT("draw_count", "a draw brings so many cards", DRAW "stock_cards 9c9d9h",
     {{"1", "legal\nthen hand 5\nthen stock 2"}, {"2", "legal\nthen hand 6\nthen stock 1"},
      {"2,1", "legal\nthen hand 6\nthen stock 1"}}),
    EFFECT("draw_count", "in the third hand", DRAW "hand_number 3\nstock_cards 9c9d9h",
     {{"1,2", "legal\nthen hand 6\nthen stock 1"}, {"2,2,1", "legal\nthen hand 5\nthen stock 2"}}),
    EFFECT("short_draw", "too few cards are left", DRAW "set draw_count = 2\nstock_cards 9c",
     {{"end_hand", "legal\nthen end stock\nthen hand 4"},
      {"take_rest", "legal\nthen end no\nthen hand 5"}}),
    EFFECT("talon_first", "the first to open gets bonus cards", OPEN "set talon_second = 1",
     {{"0", "legal\nthen talon 0"}, {"4", "legal\nthen talon 4"}}),
    EFFECT("talon_second", "the second to open gets bonus cards",
     OPEN "set talon_first = 1\ntheir_melds 9c9d9h",
     {{"0", "legal\nthen talon 0"}, {"3", "legal\nthen talon 3"}}),
    EFFECT("talon_min_stock", "the stock must hold so many", OPEN TALON "stock 8",
     {{"0", "legal\nthen talon 4"}, {"8", "legal\nthen talon 4"}, {"9", "legal\nthen talon 0"}}),
    EFFECT("talon_with_pile_take", "an opening that took the pile",
     "rules classic_pagat\n" TALON "hand KcKdAcAdAh4s6d8c\npile Kh\n"
     "before take KcKd; open AcAdAh\nplay discard 4s",
     {{"no", "legal\nthen talon 0"}, {"yes", "legal\nthen talon 4"}}),
    EFFECT("draw_on_initial_meld", "the opener draws at once",
     "rules classic_pagat\nhand KcKdKhAcAdAh4s6d8c\ngame yes\nplay open KcKdKh AcAdAh",
     {{"0", "legal\nthen hand 3"}, {"5", "legal\nthen hand 8"}}),
    EFFECT("stock_end", "the last card was drawn", DRAW "stock_cards 9c",
     {{"draw_impossible", "legal\nthen end no\nthen phase meld"},
      {"after_last_drawer", "legal\nthen end no\nthen phase meld"},
      {"immediate", "legal\nthen end stock"}}),
    EFFECT("stock_end", "a card is laid and no stock is left",
     "rules classic_pagat\nmelds QcQdQh\nhand Qs6d8cJh\nstock 0\nphase meld\nplay meld Qs",
     {{"draw_impossible", "legal\nthen end no"}, {"immediate", "legal\nthen end stock"}}),
    EFFECT("stock_end", "the drawer of the last card has discarded",
     "rules classic_pagat\nhand 4s6d8cJh\nstock 0\nplay discard 4s",
     {{"draw_impossible", "legal\nthen end no\nthen turn 1"},
      {"after_last_drawer", "legal\nthen end stock"}}),
    EFFECT("empty_stock_take", "the top fits an own meld",
     "rules classic_pagat\nmelds 9c9d9s\nhand 4s6d8cJh\npile 4h9h\nstock 0\nplay draw",
     {{"free", "legal\nthen end stock"},
      {"forced_if_matches_meld", "illegal FORCED_TAKE"},
      {"forced_if_legal", "illegal FORCED_TAKE"}}),
    EFFECT("empty_stock_take", "a pair takes the top",
     "rules classic_pagat\nmelds QcQdQh\nhand 9c9d4s6d\npile 4h9h\nstock 0\nplay draw",
     {{"free", "legal\nthen end stock"},
      {"forced_if_matches_meld", "legal\nthen end stock"},
      {"forced_if_legal", "illegal FORCED_TAKE"}}),
    EFFECT("stock_refill", "a draw finds no stock",
     DRAW "game yes\nstock 0\npile 4c5c6c7c8c9cTc",
     {{"none", "legal\nthen end stock"},
      {"turn_pile", "legal\nthen cards 4c4s6d8cJh\nthen next 5c6c7c8c9c\nthen pile Tc"},
      {"shuffle_pile", "legal\nthen cards 4s6d8c9cJh\nthen next 5c7c8c4c6c\nthen pile Tc"},
      {"add_pack", "legal\nthen stock 53\nthen pile 4c5c6c7c8c9cTc"}}),
    EFFECT("stock_refill", "a turn begins without a stock",
     "rules classic_pagat\nhand 4s6d8cJh\nstock 0\npile 4c5c\nplay discard 4s",
     {{"none", "legal\nthen stock 0\nthen pile 4c5c4s"},
      {"turn_pile", "legal\nthen stock 2\nthen pile 4s"}}),
    EFFECT("stock_refill_limit", "the stock has been refilled once",
     DRAW "set stock_refill = turn_pile\nstock 0\npile 4c5c6c\nrefills 1",
     {{"0", "legal\nthen end no\nthen stock 1"},
      {"1", "legal\nthen end stock"},
      {"2", "legal\nthen end no\nthen stock 1"}}),
    EFFECT("special_hands", "a hand of pairs ends the hand",
     "rules classic_pagat\nset hand_size = 13\nhand 4c4d5c5d6c6d7c7d8c8d9c9dTcTd\nplay declare",
     {{"none", "illegal SPECIAL"},
      {"pairs:2500=7x2 rank", "legal\nthen end special\nthen special pairs"},
      {"pairs:2500=1x2 A + 6x2 rank", "illegal SPECIAL"}}),
    EFFECT("draw_count", "one card left is enough or not", DRAW "stock_cards 9c",
     {{"1", "legal\nthen end no\nthen hand 5"}, {"2", "legal\nthen end stock\nthen hand 4"}}),
};
/* clang-format on */

const effect_topic effects_of_draws = {rows, sizeof rows / sizeof rows[0]};
