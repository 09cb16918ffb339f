/* Effects of the parameters of table, pack and deal (P5 to P25).
 * Not here: how rows are run (test_effects.c). Invariant: see test_effects.h. */
#include "test_effects.h"

#include "canasta/public.h"

/* Three cards each for four players, then what is turned and the stock. */
#define PACKET     "; reserve_packets = 4"
#define SHORT_DEAL "rules classic_pagat\nset hand_size = 3\ndeck ????????????"

static int32_t accepts(const cn_params *params, unsigned players)
{
    cn_rules compiled;
    return cn_rules_compile(&compiled, "", params, players, NULL, NULL) == CN_RULES_OK;
}

static int32_t accepts_three(const cn_rules *rules)
{
    return accepts(&rules->p, 3);
}

static int32_t accepts_six(const cn_rules *rules)
{
    cn_params params = rules->p;
    params.players = 1 << 6;
    return accepts(&params, 6);
}

static int32_t accepts_a_packet(const cn_rules *rules)
{
    cn_params params = rules->p;
    params.reserve_packets = (cn_list){1, {4}};
    return accepts(&params, 4);
}

/* What the first player may look at in a pile of five, in his first turn and in a later one. */
static int32_t looked_at(const cn_rules *rules)
{
    cn_public pub = {.seat = 1, .asker = 1, .turn_number = 1, .pile_count = 5};
    int32_t first = (int32_t)cn_public_inspectable(rules, &pub, 1);
    pub.turn_number = 9;
    return 10 * first + (int32_t)cn_public_inspectable(rules, &pub, 1);
}

/* clang-format off */
static const effect rows[] = {
    EFFECT("players", "other numbers are refused", "team_layout = individual",
     {{"4", "0"}, {"3,4", "1"}}, .measure = accepts_three),
    EFFECT("team_layout", "partners alternate with opponents",
     "rules classic_pagat\nset players = 3,4,6,7,8\ndeck ?",
     {{"individual", "dealt\nplayers 4\nthen sides 0 1 2 3"},
      {"pairs", "dealt\nplayers 4\nthen sides 0 1 0 1"},
      {"triples", "dealt\nplayers 6\nset decks = 3\nthen sides 0 1 0 1 0 1"},
      {"three_pairs", "dealt\nplayers 6\nset decks = 3\nthen sides 0 1 2 0 1 2"},
      {"four_pairs", "dealt\nplayers 8\nset decks = 4\nthen sides 0 1 2 3 0 1 2 3"}}),
    EFFECT("team_layout", "one side has three persons on two seats",
     "rules classic_pagat\nset players = 4,5\nhand_number 2\ndeck ?",
     {{"pairs", "dealt\nplayers 4\nthen persons 0 1 2 3"},
      {"three_vs_two_rotating", "dealt\nplayers 5\nthen persons 0 3 2 4"}}),
    EFFECT("team_layout", "the first taker plays alone",
     "rules classic_pagat\nset players = 3\nplayers 3\nmelds QcQdQh\nhand KcKd4s6d8cJh\n"
     "pile 9sKh\nplay take KcKd",
     {{"individual", "legal\nthen sides 0 1 2"}, {"lone_vs_two", "legal\nthen sides 0 1 1"}}),
    EFFECT("team_layout", "pairs are four and triples six", "decks = 3",
     {{"pairs", "0"}, {"triples; players = 6", "1"}}, .measure = accepts_six),
    EFFECT("play_direction", "the seat after the dealer is first",
     "rules classic_pagat\ndeck 4c5c6c7c",
     {{"cw", "dealt\nthen turn 1\nthen hand_of 1 has 4c"},
      {"ccw", "dealt\nthen turn 3\nthen hand_of 3 has 4c"}}),
    EFFECT("play_direction", "the turn passes on that way",
     "rules classic_pagat\nhand 4s6d8cJh\nplay discard 4s",
     {{"cw", "legal\nthen turn 1"}, {"ccw", "legal\nthen turn 3"}}),
    EFFECT("decks", "the pack has so many times 52 cards", "rules classic_pagat\ndeck ?",
     {{"2", "dealt\nthen deck 108"}, {"3", "dealt\nthen deck 160"}}),
    EFFECT("jokers_total", "so many jokers are in the deck", "rules classic_pagat\ndeck ?",
     {{"4", "dealt\nthen deck 108"}, {"6", "dealt\nthen deck 110"}}),
    EFFECT("hand_size", "each player is dealt so many cards", "rules classic_pagat\ndeck ?",
     {{"11", "dealt\nthen hand_of 2 11\nthen stock 63"},
      {"13", "dealt\nthen hand_of 2 13\nthen stock 55"},
      {"13,11", "dealt\nthen hand_of 2 13\nthen stock 55"}}),
    EFFECT("reserve_packets", "packets lie before each player",
     "rules classic_pagat\nset decks = 3\ndeck ?",
     {{"none", "dealt\nthen packets 0\nthen stock 115"},
      {"4; reserve_trigger = hand_empty", "dealt\nthen packets 1\nthen stock 99"},
      {"4, 3; reserve_trigger = hand_empty", "dealt\nthen packets 2\nthen stock 87"}}),
    EFFECT("reserve_left_out", "the first packet is dealt in later hands only",
     "rules hand_and_foot\nset reserve_packets = 12, 11\nhand_number 2\ndeck ?",
     {{"0", "dealt\nthen packets 2\nthen stock 125"},
      {"1,1,0", "dealt\nthen packets 1\nthen stock 173"},
      {"0,2", "dealt\nthen packets 0\nthen stock 217"}}),
    EFFECT("reserve_trigger", "the opening of the side",
     "rules classic_pagat\nset decks = 3\nhand KcKdKhAcAdAh4s6d8cJh\ngame yes\n"
     "play open KcKdKh AcAdAh",
     {{"side_initial_meld" PACKET, "legal\nthen packets 0\nthen hand 8"},
      {"hand_empty" PACKET, "legal\nthen packets 1\nthen hand 4"},
      {"player_first_canasta" PACKET, "legal\nthen packets 1\nthen hand 4"},
      {"none", "legal\nthen packets 0\nthen hand 4"}}),
    EFFECT("reserve_trigger", "the first canasta of the player",
     "rules classic_pagat\nset decks = 3\nmelds KcKdKhKsKcKd\nhand Kh4s6d8cJh\ngame yes\n"
     "play meld Kh",
     {{"player_first_canasta" PACKET, "legal\nthen packets 0\nthen hand 8"},
      {"hand_empty" PACKET, "legal\nthen packets 1\nthen hand 4"},
      {"side_initial_meld" PACKET, "legal\nthen packets 1\nthen hand 4\npackets 1"},
      {"none", "legal\nthen packets 0\nthen hand 4"}}),
    EFFECT("reserve_trigger", "the empty hand",
     "rules classic_pagat\nset decks = 3; out_canastas = 0\nmelds KcKdKh\nhand AcAdAh4c\n"
     "game yes\nplay meld AcAdAh; discard 4c",
     {{"hand_empty" PACKET, "legal\nthen packets 1\nthen hand 0\nthen end no"},
      {"player_first_canasta" PACKET, "illegal KEEP_CARD"},
      {"side_initial_meld" PACKET, "illegal KEEP_CARD\npackets 1"},
      {"none", "legal\nthen end out"}}),
    EFFECT("reserve_trigger", "no other meld empties the hand while a packet waits",
     "rules classic_pagat\nset decks = 3\nmelds KcKdKhKsKcKd\nhand AcAdAh\ngame yes\n"
     "play meld AcAdAh",
     {{"player_first_canasta" PACKET, "illegal KEEP_CARD\npackets 1"},
      {"side_initial_meld" PACKET, "illegal KEEP_CARD\npackets 1"},
      {"hand_empty" PACKET, "legal\nthen packets 0\nthen hand 4"},
      {"none", "illegal NO_CANASTA"}}),
    EFFECT("reserve_trigger", "the canasta itself may empty it",
     "rules classic_pagat\nset decks = 3\nmelds KcKdKhKsKcKd\nhand Kh\ngame yes\nplay meld Kh",
     {{"player_first_canasta" PACKET, "legal\nthen packets 0\nthen hand 4\nthen end no\npackets 1"},
      {"none", "legal\nthen end out"}}),
    EFFECT("reserve_trigger", "a packet that nobody could pick up is refused", "decks = 3",
     {{"none", "0"}, {"hand_empty" PACKET, "1"}}, .measure = accepts_a_packet),
    EFFECT("reserve_entry", "the turn goes on with the packet or ends",
     "rules classic_pagat\nset decks = 3; reserve_packets = 4; reserve_trigger = hand_empty\n"
     "melds KcKdKh\nhand AcAdAh\ngame yes\nplay meld AcAdAh",
     {{"same_turn_if_melded_out", "legal\nthen packets 0\nthen hand 4\nthen turn 0"},
      {"next_turn", "legal\nthen packets 1\nthen hand 0\nthen turn 1"}}),
    EFFECT("upcard_mode", "cards are turned until one may lie there", SHORT_DEAL " 2c3s9c",
     {{"none", "dealt\nthen pile -\nthen frozen no"},
      {"turn_one", "dealt\nthen pile 2c"},
      {"cover_wild_red3", "dealt\nthen pile 2c3s"},
      {"cover_wild_any3", "dealt\nthen pile 2c3s9c"},
      {"return_to_stock", "dealt\nthen pile 9c"}}),
    EFFECT("upcard_extra_pile", "cards are buried under the upcard", SHORT_DEAL " 5c",
     {{"none", "dealt\nthen buried 0\nthen stock 95"},
      {"by_rank_value", "dealt\nthen buried 5\nthen stock 90"}}),
    EFFECT("deal_red3_timing", "dealt threes are laid out at once, or in the first turn",
     "rules classic_pagat\nset hand_size = 3\ndeck ?3h?? ???? ???? 9c9d9h",
     {{"at_deal", "dealt\nthen threes_of 2 3h\nthen hand_of 2 has 9c\nthen pile 9d"},
      {"first_turn", "dealt\nthen threes_of 2 -\nthen hand_of 2 has 3h\nthen pile 9c"}}),
    EFFECT("turn_card_from_bottom", "a card of the stock is marked",
     "rules classic_pagat\nhand 4s6d8cJh\nstock 5\nplay discard 4s",
     {{"0", "legal\nthen turn_card none"}, {"4", "legal\nthen turn_card in_stock"},
      {"9", "legal\nthen turn_card drawn"}}),
    EFFECT("pile_inspection", "players may look through the pile", "take_amount = 3",
     {{"never", "0"}, {"first_turn", "40"}, {"top_n", "22"},
      {"always", "44"}}, .measure = looked_at),
    EFFECT("pile_inspection_cards", "how many cards players may look at", "pile_inspection = top_n",
     {{"all", "44"}, {"1", "00"}, {"3", "22"}, {"50", "44"}}, .measure = looked_at),
    EFFECT("pile_inspection_cards", "more or fewer than a take would bring",
     "pile_inspection = top_n; take_amount = 2",
     {{"all", "11"}, {"1", "00"}, {"4", "33"}}, .measure = looked_at),
    EFFECT("deal_red3_timing", "a three of the first player",
     "rules classic_pagat\nset hand_size = 3\ndeck 3h??? ???? ???? 9c9d9h",
     {{"at_deal", "dealt\nthen threes_of 1 3h\nthen hand_of 1 has 9c\nthen pile 9d"},
      {"first_turn", "dealt\nthen threes_of 1 3h\nthen hand_of 1 has 9d\nthen pile 9c"}}),
    EFFECT("hold_one_three", "a three that is dealt",
     "rules classic_pagat\nset hand_size = 3\ndeck 3h??? ???? ???? 9c9d9h",
     {{"no", "dealt\nthen threes_of 1 3h\nthen hand_of 1 has 9c"},
      {"yes", "dealt\nthen threes_of 1 -\nthen hand_of 1 has 3h"}}),
    EFFECT("take_amount", "how far down players may look", "pile_inspection = top_n",
     {{"all", "44"}, {"3", "22"}}, .measure = looked_at),
};
/* clang-format on */

const effect_topic effects_of_deal = {rows, sizeof rows / sizeof rows[0]};
