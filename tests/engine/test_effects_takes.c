/* Effects of the parameters of taking the pile (P19, P37 to P51, P64, P107).
 * Not here: how rows are run (test_effects.c). Invariant: see test_effects.h. */
#include "test_effects.h"

#define TAKE  "rules classic_pagat\nmelds QcQdQh\n"
#define ONTO  "rules classic_pagat\nmelds KcKhKs\nhand 4s6d8cJh\n"
#define KINGS "KcKdKhKsKcKhKs"

/* clang-format off */
static const effect rows[] = {
    EFFECT("freeze_wild", "a wild that is discarded",
     "rules classic_pagat\nhand 2c4s6d\npile 9h\nplay discard 2c",
     {{"yes", "legal\nthen frozen yes"}, {"no", "legal\nthen frozen no"}}),
    EFFECT("freeze_wild", "a wild that is turned",
     "rules classic_pagat\nset hand_size = 3\ndeck ???????????? 2c9s",
     {{"yes", "dealt\nthen frozen yes"}, {"no", "dealt\nthen frozen no"}}),
    EFFECT("freeze_red3_upcard", "a red three that is turned",
     "rules classic_pagat\nset hand_size = 3\ndeck ???????????? 3h9s",
     {{"yes", "dealt\nthen pile 3h9s\nthen frozen yes"},
      {"no", "dealt\nthen pile 3h9s\nthen frozen no"}}),
    EFFECT("wild_freeze_until", "a discarded wild, in the next turn of its player",
     "rules two_player\nhand 2c4s6d8c\nheld 1:9c\nmelds 9s9h9d\nstock_cards 8d8h\nstock 20\n"
     "before discard 2c\nbefore 1: draw\nplay 1: discard 9c",
     {{"take", "legal\nthen frozen yes"}, {"next_turn", "legal\nthen frozen no"}}),
    EFFECT("wild_freeze_until", "before it", "rules two_player\nhand 2c4s6d8c\nplay discard 2c",
     {{"take", "legal\nthen frozen yes"}, {"next_turn", "legal\nthen frozen yes"}}),
    EFFECT("freeze_until_melded", "a natural and a wild open with the top card",
     "rules classic_pagat\nhand Ac2cQcQdQh4s6d8c\npile Ah\nplay take Ac2c; open QcQdQh",
     {{"yes", "illegal FROZEN"}, {"no", "legal (90>=50)"}}),
    EFFECT("freeze_until_own_take", "before the player has taken it", ONTO "pile 9sKd\ntaken yes\n"
     "play take", {{"no", "legal"}, {"yes", "illegal FROZEN"}}),
    EFFECT("freeze_until_own_take", "afterwards", ONTO "pile 9sKd\ntaken_before yes\nplay take",
     {{"no", "legal"}, {"yes", "legal"}}),
    EFFECT("freeze_red3", "a red three that is discarded",
     "rules classic_pagat\nset discard_threes = all; red3_drawn = keep\nhand 3h4s6d\npile 9s\n"
     "play discard 3h",
     {{"no", "legal\nthen frozen no"}, {"yes", "legal\nthen frozen yes"}}),
    EFFECT("freeze_initial_pile", "the first pile", ONTO "pile 9sKd\ntaken no\nplay take",
     {{"no", "legal"}, {"yes", "illegal FROZEN"}}),
    EFFECT("freeze_initial_pile", "every later pile", ONTO "pile 9sKd\ntaken yes\nplay take",
     {{"no", "legal\nthen hand 5"}, {"yes", "legal\nthen hand 5"}}),
    EFFECT("always_frozen", "a later pile", ONTO "pile 9sKd\ntaken yes\nplay take",
     {{"no", "legal"}, {"yes", "illegal FROZEN"}}),
    EFFECT("take_pair", "two naturals", TAKE "hand KhKc4s6d8cJh\npile 9sKd\nplay take KhKc",
     {{"yes", "legal"}, {"no", "illegal PAIR_NOT_ALLOWED"}}),
    EFFECT("take_natural_wild", "a natural and a wild",
     TAKE "hand Kh2c4s6d8cJh\npile 9sKd\nplay take Kh2c",
     {{"yes", "legal"}, {"no", "illegal PAIR_ONLY"}}),
    EFFECT("take_add_to_meld", "the top alone onto a meld", ONTO "pile 9sKd\nplay take",
     {{"any", "legal"}, {"below_canasta", "legal"}, {"never", "illegal ADD_NOT_ALLOWED"}}),
    EFFECT("take_add_to_meld", "the top alone onto a canasta",
     "rules classic_pagat\nmelds " KINGS "\nhand 4s6d8cJh\npile 9sKd\nplay take",
     {{"any", "legal"}, {"below_canasta", "illegal ADD_NOT_ALLOWED"},
      {"never", "illegal ADD_NOT_ALLOWED"}}),
    EFFECT("take_add_to_sequence", "the top alone onto a sequence",
     "rules samba\nmelds 5h6h7h\nhand 4s6d8cJh\npile 9s8h\nplay take #1",
     {{"no", "illegal ADD_NOT_ALLOWED"}, {"yes", "legal\nthen melds 5h6h7h8h"}}),
    EFFECT("take_needs_room", "a take for a full meld",
     "rules classic_pagat\nset meld_max = 5; canasta_size = 5\nmelds KcKhKsKcKs\nhand 4s6d8cJh\n"
     "pile 9sKd\nplay take",
     {{"yes", "illegal SIZE 6>5"}, {"no", "legal"}}),
    EFFECT("take_top_blockers", "a rank on top",
     TAKE "hand 7h7c4s6d8cJh\npile 9s7d\nplay take 7h7c",
     {{"wild, red3", "legal"}, {"7, wild, red3", "illegal TOP_RANK"}}),
    EFFECT("take_top_blockers", "the reason why a wild on top is not taken",
     TAKE "hand 2h2d4s6d8cJh\npile 9s2c\nplay take 2h2d",
     {{"wild, red3", "illegal TOP_WILD"}, {"red3", "illegal TAKE_CARDS"}}),
    EFFECT("take_canasta_rank", "a canasta of the own side",
     "rules classic_pagat\nmelds " KINGS "\nhand 4s6d8cJh\npile 9sKd\nplay take",
     {{"free", "legal"}, {"blocked_own", "illegal BLOCKED"}, {"blocked_any", "illegal BLOCKED"}}),
    EFFECT("take_canasta_rank", "a canasta of the other side",
     TAKE "set decks = 3\ntheir_melds " KINGS "\nhand KcKd4s6d8c\npile 9sKd\nplay take KcKd",
     {{"free", "legal"}, {"blocked_own", "legal"}, {"blocked_any", "illegal BLOCKED"}}),
    EFFECT("take_amount", "a part of the pile stays",
     TAKE "hand KhKc4s6d8cJh\npile 9s8hKd\nplay take KhKc",
     {{"all", "legal\nthen pile -\nthen hand 6"}, {"2", "legal\nthen pile 9s\nthen hand 5"}}),
    EFFECT("take_amount", "another part in the second hand",
     TAKE "hand_number 2\nhand KhKc4s6d8cJh\npile 9s8hKd\nplay take KhKc",
     {{"3,2", "legal\nthen pile 9s\nthen hand 5"}, {"2,all", "legal\nthen pile -\nthen hand 6"}}),
    EFFECT("take_guard_single", "one card in hand and one in the pile",
     "rules classic_pagat\nmelds " KINGS " / 5c5d5s\nhand 6h\npile 5h\nplay take",
     {{"yes", "illegal SINGLE"}, {"no", "legal\nthen hand 1"}}),
    EFFECT("canasta_size", "the meld to which no top alone goes",
     "rules classic_pagat\nset take_add_to_meld = below_canasta\nmelds KcKhKsKc\nhand 4s6d8cJh\n"
     "pile 9sKd\nplay take",
     {{"7", "legal"}, {"4", "illegal ADD_NOT_ALLOWED"}}),
    EFFECT("take_top_blockers", "the reason why a red three on top is not taken",
     TAKE "hand 7h7c4s6d8cJh\npile 9s3h\nplay take 7h7c",
     {{"wild, red3", "illegal TOP_RED3"}, {"wild", "illegal TAKE_CARDS"}}),
    EFFECT("take_top_blockers",
     "a dead rank on top is refused as such before the hand is looked at",
     TAKE "set dead_rank = both_sides\ntheir_melds " KINGS "\nhand 4s6d8cJh\npile 9sKd\nplay take",
     {{"wild, red3", "illegal TAKE_CARDS"}, {"dead_rank, wild, red3", "illegal DEAD"}}),
};
/* clang-format on */

const effect_topic effects_of_takes = {rows, sizeof rows / sizeof rows[0]};
