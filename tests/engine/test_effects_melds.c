/* Effects of the parameters of the shape of melds (P52 to P65, P98 to P100, P106, P109).
 * Not here: how rows are run (test_effects.c). Invariant: see test_effects.h. */
#include "test_effects.h"

#define MELD  "rules classic_pagat\nmelds QcQdQhQs\n"
#define KINGS "KcKdKhKsKcKdKh"
#define MIXED "JcJdJhJsJc2c2d"
#define WILDS "set wild_meld = yes\n"

/* clang-format off */
static const effect rows[] = {
    EFFECT("meld_min", "fewer cards are no meld", MELD "hand KcKdKh4s6d\nplay meld KcKdKh",
     {{"3", "legal"}, {"4", "illegal SIZE 3<4"}}),
    EFFECT("meld_max", "a meld takes no more cards",
     "rules classic_pagat\nset canasta_size = 5\nmelds KcKdKhKsKc\nhand Kd4s6d\nplay meld Kd",
     {{"0", "legal"}, {"5", "illegal SIZE 6>5"}, {"6", "legal"}}),
    EFFECT("canasta_size", "so many cards make a canasta",
     "rules classic_pagat\nmelds QcQdQh\nhand KcKdKhKs4s6d\nplay meld KcKdKhKs",
     {{"7", "legal\nthen count 0"}, {"4", "legal\nthen count 1"}}),
    EFFECT("min_naturals", "a meld needs so many naturals",
     MELD "hand KcKd2c4s6d\nplay meld KcKd2c",
     {{"2", "legal"}, {"3", "illegal NATURALS 2<3"}}),
    EFFECT("max_wilds", "a meld takes so many wilds",
     MELD "hand KcKdKh2c2dX4s6d\nplay meld KcKdKh2c2dX",
     {{"3", "legal"}, {"2", "illegal MAX_WILDS 3>2"}}),
    EFFECT("wilds_per_turn", "two wilds for one meld",
     "rules classic_pagat\nmelds KcKdKhKs / QcQdQh\nhand 2c2d4s6d8c\nplay meld K:2c K:2d",
     {{"0", "legal"}, {"1", "illegal TURN_WILDS 2>1"}, {"2", "legal"}}),
    EFFECT("wilds_per_turn", "one each for two melds", "rules classic_pagat\n"
     "melds KcKdKhKs / QcQdQh\nhand 2c2d4s6d8c\nplay meld K:2c Q:2d",
     {{"0", "legal"}, {"1", "legal"}}),
    EFFECT("wilds_per_turn", "another meld between them", "rules classic_pagat\nmelds KcKdKhKs / "
     "QcQdQh\nhand 2c2dQs4s6d8c\nplay meld K:2c Qs K:2d",
     {{"0", "legal"}, {"1", "illegal TURN_WILDS"}}),
    EFFECT("wilds_per_turn", "wilds that lay there before", "rules classic_pagat\nmelds KcKdKhKs2cX"
     "\nhand 2d4s6d8c\nplay meld K:2d", {{"1", "legal"}, {"2", "legal"}}),
    EFFECT("wild_ratio", "as many wilds as naturals", MELD "hand KcKd2c2d4s6d\nplay meld KcKd2c2d",
     {{"free", "legal"}, {"wild_le_natural", "legal"}, {"wild_lt_natural", "illegal RATIO 2>2"}}),
    EFFECT("wild_ratio", "more wilds than naturals", MELD "hand KcKd2c2dX4s6d\nplay meld KcKd2c2dX",
     {{"free", "legal"}, {"wild_le_natural", "illegal RATIO 3>2"},
      {"wild_lt_natural", "illegal RATIO"}}),
    EFFECT("wild_ratio_exceptions", "a shape is allowed all the same",
     MELD "set wild_ratio = wild_lt_natural\nhand KcKd2c2d4s6d\nplay meld KcKd2c2d",
     {{"none", "illegal RATIO"}, {"2+2", "legal"}, {"3+3", "illegal RATIO"}}),
    EFFECT("wild_add_min_naturals", "a wild joins only a meld with so many naturals",
     "rules classic_pagat\nmelds KcKdKhKs\nhand 2c4s6d\nplay meld K:2c",
     {{"0", "legal"}, {"4", "legal"}, {"5", "illegal RULE_OF_FIVE 4<5"}}),
    EFFECT("no_wild_ranks", "a rank takes no wild", MELD "hand 7c7d2c4s6d\nplay meld 7c7d2c",
     {{"none", "legal"}, {"7", "illegal NO_WILD_RANK"}, {"A", "legal"}}),
    EFFECT("initial_only_wild_ranks", "a rank takes no wild after the opening",
     MELD "hand AcAd2c4s6d\nplay meld AcAd2c",
     {{"none", "legal"}, {"A", "illegal NO_WILD_RANK"}}),
    EFFECT("initial_only_wild_ranks", "it takes wilds in the opening, any other rank never",
     "rules classic_pagat\nhand AcAd2c4s6d\nplay open AcAd2c",
     {{"A; no_wild_ranks = 7", "legal"}, {"7; no_wild_ranks = A", "illegal NO_WILD_RANK"}}),
    EFFECT("wild_meld", "wilds alone are a meld", MELD "hand 2c2dX4s6d\nplay meld 2c2dX",
     {{"no", "illegal WILD_ONLY"}, {"yes", "legal"}}),
    EFFECT("wild_meld_max", "the largest meld of wilds",
     "rules classic_pagat\n" WILDS "melds QcQdQh / 2c2d2hX\nhand 2s4s6d\nplay meld W:2s",
     {{"7", "legal"}, {"4", "illegal WILD_CANASTA 5>4"}}),
    EFFECT("wild_canasta", "a meld of wilds may become a canasta",
     "rules classic_pagat\n" WILDS "melds QcQdQh / 2c2d2hX2sX\nhand X4s6d\nplay meld W:X",
     {{"no", "illegal WILD_CANASTA 7>6"}, {"yes", "legal\nthen count 1"}}),
    EFFECT("wild_meld_locks_wilds", "an unfinished meld of wilds bars wilds elsewhere",
     "rules classic_pagat\n" WILDS "melds KcKdKh / 2c2dX\nhand 2h4s6d\nplay meld K:2h",
     {{"no", "legal"}, {"wild_meld", "illegal WILD_LOCK"}, {"twos_meld", "legal"}}),
    EFFECT("wild_meld_locks_wilds", "an unfinished meld of twos bars twos elsewhere",
     "rules classic_pagat\nset twos_as_rank = yes\nmelds KcKdKh / 2:2c2d2h\nhand 2s4s6d\n"
     "play meld K:2s",
     {{"no", "legal"}, {"wild_meld", "legal"}, {"twos_meld", "illegal WILD_LOCK"}}),
    EFFECT("wild_meld_locks_wilds", "a meld of twos bars no jokers",
     "rules classic_pagat\n" WILDS "set twos_as_rank = yes\nmelds KcKdKh / 2:2c2d2h / 2s2cX\n"
     "hand X4s6d\nplay meld K:X",
     {{"wild_meld", "illegal WILD_LOCK"}, {"twos_meld", "legal"}}),
    EFFECT("twos_as_rank", "twos are a rank of their own",
     MELD "hand 2c2d2h4s6d\nplay meld 2:2c2d2h",
     {{"no", "illegal WILD_ONLY"}, {"yes", "legal\nthen melds QcQdQhQs / 2:2c2d2h"}}),
    EFFECT("sequences", "neighbours of one suit are a meld",
     MELD "hand 5h6h7h4s6d\nplay meld 5h6h7h",
     {{"no", "illegal RANK"}, {"yes", "legal\nthen melds QcQdQhQs / 5h6h7h"}}),
    EFFECT("sequence_max", "a sequence takes no more cards",
     "rules samba\nmelds 4h5h6h7h8h\nhand 9h4s6dJc\nplay meld S#1:9h",
     {{"7", "legal"}, {"5", "illegal SIZE 6>5"}}),
    EFFECT("sequence_extend_going_out", "a full sequence grows on the way out",
     "rules samba\nset out_canastas = 1\nmelds 4h5h6h7h8h9hTh\nhand Jh4s\n"
     "play meld S#1:Jh; discard 4s",
     {{"no", "illegal SIZE 8>7"}, {"yes", "legal\nthen end out"}}),
    EFFECT("same_rank_melds", "a group of an own rank joins its meld or lies beside it",
     "rules classic_pagat\nmelds KcKdKh\nhand KsKcKd4s6d\nplay meld KsKcKd",
     {{"one_merged", "legal\nthen melds KcKcKdKdKhKs"},
      {"many_may_merge", "legal\nthen melds KcKdKh / KcKdKs"},
      {"many_never_merge", "legal\nthen melds KcKdKh / KcKdKs"}}),
    EFFECT("same_rank_melds", "two melds of a rank are joined",
     "rules samba\nmelds KcKdKh / KsKcKd\nhand 4s6d8c\nphase meld\nplay to #1; join #2",
     {{"many_may_merge", "legal\nthen melds KcKcKdKdKhKs"},
      {"many_never_merge", "illegal NO_MERGE"}}),
    EFFECT("meld_again_after_canasta", "a second meld of a rank", "rules classic_pagat\n"
     "set same_rank_melds = many_never_merge; decks = 3\nmelds KcKdKh\nhand KsKcKd4s6d8c\n"
     "play meld KsKcKd", {{"no", "legal"}, {"yes", "illegal MELD_AGAIN"}}),
    EFFECT("meld_again_after_canasta", "beside a canasta", "rules classic_pagat\n"
     "set same_rank_melds = many_never_merge; decks = 3\nmelds " KINGS "\nhand KsKcKd4s6d8c\n"
     "play meld KsKcKd", {{"no", "legal"}, {"yes", "legal"}}),
    EFFECT("meld_again_after_canasta", "a pair takes the pile", "rules classic_pagat\n"
     "set same_rank_melds = many_never_merge; decks = 3\nmelds KcKdKh\nhand KsKc4s6d8c\n"
     "pile 9sKd\nplay take KsKc", {{"no", "legal"}, {"yes", "illegal MELD_AGAIN"}}),
    EFFECT("add_natural_to_canasta", "naturals join a complete canasta",
     "rules samba\nmelds " KINGS "\nhand Ks4s6d8c\nplay meld K#1:Ks",
     {{"yes", "legal"}, {"no", "illegal CLOSED"}}),
    EFFECT("add_natural_to_canasta", "where they do not, another meld may begin",
     "rules classic_pagat\nset decks = 3\nmelds " KINGS "\nhand KsKcKd4s6d\nplay meld KsKcKd",
     {{"yes", "legal\nthen melds KcKcKcKdKdKdKhKhKsKs"},
      {"no", "legal\nthen melds KcKcKdKdKhKhKs / KcKdKs"}}),
    EFFECT("add_wild_to_canasta", "wilds join a complete canasta",
     "rules classic_pagat\nmelds " KINGS "\nhand 2d4s6d8c\nplay meld K:2d",
     {{"yes", "legal\nthen canastas 300"}, {"no", "illegal CLOSED"}}),
    EFFECT("add_wild_to_canasta", "two wilds of one action for a meld of six",
     "rules classic_pagat\nmelds 9c9d9h9s9c9d\nhand 2c2d4s6d8c\nplay meld 9:2c2d",
     {{"yes", "legal\nthen canastas 300"}, {"no", "illegal CLOSED"}}),
    EFFECT("natural_canasta_takes", "a natural", "rules classic_pagat\nset decks = 3\nmelds " KINGS
     "\nhand Kc4s6d8c\nplay meld Kc",
     {{"any", "legal"}, {"naturals", "legal"}, {"wilds", "illegal"}, {"nothing", "illegal"}}),
    EFFECT("natural_canasta_takes", "a wild", "rules classic_pagat\nmelds " KINGS
     "\nhand 2d4s6d8c\nplay meld K:2d",
     {{"any", "legal\nthen canastas 300"}, {"naturals", "illegal CLOSED"}, {"wilds", "legal"},
      {"nothing", "illegal CLOSED"}}),
    EFFECT("natural_canasta_takes", "a wild laid with the seventh natural",
     "rules classic_pagat\nmelds 9c9d9h9s9c9d\nhand 9h2d4s6d8c\nplay meld 9h2d",
     {{"any", "legal\nthen canastas 300"}, {"nothing", "legal\nthen canastas 300"}}),
    EFFECT("mixed_canasta_takes", "a natural", "rules classic_pagat\nset decks = 3\nmelds " MIXED
     "\nhand Jc4s6d8c\nplay meld Jc",
     {{"any", "legal"}, {"naturals", "legal"}, {"wilds", "illegal"}, {"nothing", "illegal"}}),
    EFFECT("mixed_canasta_takes", "a wild", "rules classic_pagat\nmelds " MIXED
     "\nhand 2s4s6d8c\nplay meld J:2s",
     {{"any", "legal"}, {"naturals", "illegal CLOSED"}, {"wilds", "legal"},
      {"nothing", "illegal CLOSED"}}),
    EFFECT("mixed_canasta_takes", "a natural onto a natural one",
     "rules classic_pagat\nset decks = 3\nmelds " KINGS "\nhand Kc4s6d8c\nplay meld Kc",
     {{"any", "legal"}, {"nothing", "legal"}}),
    EFFECT("swap_wild", "out of an own meld",
     "rules classic_pagat\nmelds QcQdQhQs / KcKdKh2c\nhand Ks4s6d8c\nplay swap Ks 2",
     {{"never", "illegal NO_SWAP"}, {"own", "legal\nthen melds QcQdQhQs / KcKdKhKs"},
      {"any", "legal\nthen cards 4s6d8c2c"}}),
    EFFECT("swap_wild", "out of a meld of the others",
     MELD "their_melds KcKdKhX\nhand Ks4s6d8c\nplay steal Ks X",
     {{"never", "illegal NO_SWAP"}, {"own", "illegal NO_SWAP"},
      {"any", "legal\nthen melds_of 1 KcKdKhKs"}}),
    EFFECT("swap_wild_canastas", "out of a complete canasta",
     "rules classic_pagat\nset swap_wild = own\nmelds KcKdKhKsKcKd2c\nhand Kh4s6d8c\n"
     "play swap Kh 2",
     {{"no", "illegal NO_SWAP"}, {"yes", "legal\nthen canastas 500"}}),
    EFFECT("dead_rank", "a canasta of the others closes the rank",
     MELD "their_melds " KINGS "\nhand KsKcKd4s6d\nset decks = 3\nplay meld KsKcKd",
     {{"none", "legal"}, {"both_sides", "illegal DEAD"}}),
    EFFECT("meld_min", "a short sequence",
     "rules samba\nmelds QcQdQhQs\nhand 5h6h7h4s6d\nplay meld 5h6h7h",
     {{"3", "legal"}, {"4", "illegal SIZE 3<4"}}),
    EFFECT("meld_max", "two melds are not joined to a larger one",
     "rules samba\nset canasta_size = 5\nmelds KcKdKh / KsKcKd\nhand 4s6d8c\nphase meld\n"
     "play to #1; join #2",
     {{"0", "legal"}, {"6", "legal"}, {"5", "illegal"}}),
    EFFECT("max_wilds", "two melds are not joined to one with more",
     "rules samba\nmelds KcKd2c2d / KhKs2h2s\nhand 4s6d8c\nphase meld\nplay to #1; join #2",
     {{"3", "illegal"}, {"4", "legal"}}),
    EFFECT("canasta_size", "the meld that takes no more naturals",
     "rules samba\nset add_natural_to_canasta = no\nmelds KcKdKhKs\nhand Kc4s6d8c\n"
     "play meld K#1:Kc",
     {{"7", "legal"}, {"4", "illegal CLOSED"}}),
    EFFECT("canasta_size", "the meld that takes no more wilds",
     "rules classic_pagat\nset add_wild_to_canasta = no\nmelds KcKdKhKs\nhand 2c4s6d8c\n"
     "play meld K:2c",
     {{"7", "legal"}, {"4", "illegal CLOSED"}}),
    EFFECT("canasta_size", "the meld beside which another may begin",
     "rules classic_pagat\nset add_natural_to_canasta = no\nmelds KcKdKhKs\nhand KcKdKh4s6d\n"
     "play meld KcKdKh",
     {{"7", "legal\nthen melds KcKcKdKdKhKhKs"}, {"4", "legal\nthen melds KcKdKhKs / KcKdKh"}}),
    EFFECT("canasta_size", "the meld of wilds that bars no more",
     "rules classic_pagat\nset wild_meld = yes; wild_canasta = yes\n"
     "set wild_meld_locks_wilds = wild_meld\nmelds KcKdKh / 2c2d2hX\nhand 2s4s6d\nplay meld K:2s",
     {{"7", "illegal WILD_LOCK"}, {"4", "legal"}}),
    EFFECT("wild_meld_locks_wilds", "in the opening, whatever the order",
     "rules classic_pagat\n" WILDS "hand KcKd2c2d2hX4s6d\nplay open KcKd2c 2d2hX",
     {{"no", "legal"}, {"wild_meld", "illegal WILD_LOCK"}}),
    EFFECT("sequence_max", "a full sequence grows only on the way out",
     "rules samba\nset sequence_extend_going_out = yes\nmelds 4h5h6h7h8h\nhand 9h4s6dJc\n"
     "play meld S#1:9h; discard 4s",
     {{"7", "legal"}, {"5", "illegal SIZE"}}),
    EFFECT("sequence_max", "the top alone onto a full sequence",
     "rules samba\nmelds 4h5h6h7h8h\nhand 4s6dJc\npile 9s9h\nplay take #1",
     {{"7", "legal"}, {"5", "illegal ADD_NOT_ALLOWED"}}),
    EFFECT("same_rank_melds", "a new meld beside the one just laid",
     "rules classic_pagat\nmelds QcQdQh\nhand KcKdKhKsKcKd4s6d\n"
     "play meld KcKdKh; new; meld KsKcKd",
     {{"one_merged", "illegal PHASE"},
      {"many_may_merge", "legal\nthen melds QcQdQh / KcKdKh / KcKdKs"}}),
    EFFECT("same_rank_melds", "what becomes of the melds of new partners",
     "rules classic_pagat\nset players = 3; team_layout = lone_vs_two\nplayers 3\nmelds QcQdQh\n"
     "side_melds 1 KcKdKh\nside_melds 2 KsKcKd\nhand 9c9d4s6d8cJh\npile 5s9h\nplay take 9c9d",
     {{"one_merged", "legal\nthen melds_of 1 KcKcKdKdKhKs"},
      {"many_never_merge", "legal\nthen melds_of 1 KcKdKh / KcKdKs"}}),
};
/* clang-format on */

const effect_topic effects_of_melds = {rows, sizeof rows / sizeof rows[0]};
