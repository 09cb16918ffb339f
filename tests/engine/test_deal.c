/* The canonical deal and what each seat is told of it (P14 to P25), with the golden cases about it.
 * Not here: the shuffle, draws. Invariant: each test names the claim it proves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "decks.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* C259. */
static void cards_go_round_from_the_seat_after_the_dealer(void **state)
{
    (void)state;
    static const char *const clockwise[] = {"classic_pagat",   "classic_usp", "samba",
                                            "modern_american", "forum",       "wiki_play",
                                            "relaxed"};
    const deck_at at[] = {{0, 1, "AcKcQcJc"}}; /* faces that no other card of a hand has */
    const char *const first[] = {"Ac", "Kc", "Qc", "Jc"};
    for (unsigned r = 0; r <= COUNT(clockwise); r++) {
        bool to_the_left = r < COUNT(clockwise);
        cn_rules rules = table_rules_for(to_the_left ? clockwise[r] : "online", "", 4);
        table t;
        deck_play(&t, &rules, at, 1);
        assert_int_equal(t.game.pub.seat, to_the_left ? 1 : 3);
        for (unsigned i = 0; i < 4; i++) {
            unsigned seat = to_the_left ? (i + 1) % 4 : 3 - i;
            assert_true(deck_held(&t, seat, first[i]) > 0);
        }
    }
}

/* C254 to C258, P25. */
static void the_stock_is_what_the_deal_leaves(void **state)
{
    (void)state;
    static const struct {
        const char *rules;
        unsigned players, stock, pile;
    } cases[] = {
        {"two_player", 2, 77, 1},     {"samba", 4, 101, 1},         {"modern_american", 4, 56, 0},
        {"classic_pagat", 4, 63, 1},  {"online", 2, 81, 1},         {"online", 4, 63, 1},
        {"hand_and_foot", 4, 165, 1}, {"hand_and_foot", 6, 221, 1}, {"pennies", 6, 71, 1},
        {"relaxed_3", 3, 74, 1},      {"five_hand", 5, 63, 1},      {"six_hand", 6, 83, 1}};
    for (unsigned i = 0; i < COUNT(cases); i++) {
        cn_rules rules = table_rules_for(cases[i].rules, "", cases[i].players);
        table t;
        deck_play(&t, &rules, NULL, 0);
        assert_int_equal(t.game.pub.stock_count, cases[i].stock);
        assert_int_equal(t.game.pub.pile_count, cases[i].pile);
        for (unsigned seat = 0; seat < rules.seat_count; seat++)
            assert_int_equal(t.game.hand[seat].size, cn_hand_size(&rules, 1));
    }
}

/* The example of P24, and C260. */
static void dealt_red_threes_are_replaced_seat_by_seat(void **state)
{
    (void)state;
    const deck_at at[] = {{0, 1, "3h"}, {2, 1, "3h"}, {44, 1, "3d9cKdQs8h"}};
    const char *const names[] = {"classic_pagat", "wiki_play"};
    for (unsigned i = 0; i < COUNT(names); i++) {
        cn_rules rules = table_rules(names[i], "");
        cn_card deck[CN_DECK_CARDS_MAX];
        table t;
        cn_event event;
        deck_make(&rules, deck, at, COUNT(at));
        deck_start(&t, &rules, 0);
        deck_deal(&t, deck, &event);
        assert_int_equal(event.u.deal.three[1][CN_SUIT_DIAMONDS], 1);
        assert_int_equal(event.u.deal.three[1][CN_SUIT_HEARTS], 1);
        assert_int_equal(event.u.deal.three[3][CN_SUIT_HEARTS], 1);
        assert_int_equal(event.start.seat, CN_SEAT_NONE);
        assert_true(deck_held(&t, 1, "9c") > 0 && deck_held(&t, 3, "Kd") > 0);
        assert_int_equal(cn_public_top(&t.game.pub), deck_card("Qs"));
        assert_false(t.game.pub.pile_frozen);
        assert_int_equal(t.game.deck[t.game.deck_next], deck_card("8h"));
        assert_int_equal(cn_public_threes(&t.game.pub, 1, true), 2);
    }
}

/* C260 for the lazy deal (P21). */
static void a_lazy_deal_turns_the_upcard_first(void **state)
{
    (void)state;
    const deck_at at[] = {{0, 1, "3h"}, {2, 1, "3h"}, {44, 1, "3d9cKdQs8h"}};
    cn_rules rules = table_rules("classic_usp", "");
    cn_card deck[CN_DECK_CARDS_MAX];
    table t;
    cn_event event;
    deck_make(&rules, deck, at, COUNT(at));
    deck_start(&t, &rules, 0);
    deck_deal(&t, deck, &event);
    assert_int_equal(t.game.pub.pile_count, 2);
    assert_int_equal(t.game.pub.pile[0], deck_card("3d"));
    assert_int_equal(cn_public_top(&t.game.pub), deck_card("9c"));
    assert_true(t.game.pub.pile_frozen);
    assert_int_equal(event.start.seat, 1); /* at the start of its first turn, before it draws */
    assert_int_equal(event.start.hand_three[CN_SUIT_HEARTS], 1);
    assert_true(deck_held(&t, 1, "Kd") > 0);
    assert_int_equal(deck_held(&t, 1, "3h"), 0);
    assert_int_equal(deck_held(&t, 3, "3h"), 1); /* an ordinary card until its turn */
    assert_int_equal(t.game.pub.phase, CN_PHASE_DRAW);
    cn_event seen = cn_event_for(&rules, &event, 0);
    assert_int_equal(seen.start.card[0], CN_CARD_HIDDEN);
    assert_int_equal(seen.start.hand_three[CN_SUIT_HEARTS], 1);
}

/* C124, C125. */
static void turned_wilds_and_red_threes_are_covered_and_freeze(void **state)
{
    (void)state;
    const char *const turned[] = {"2d9c", "3h9c", "X9c"};
    const char *const names[] = {"classic_pagat", "wiki_play", "forum"};
    for (unsigned i = 0; i < COUNT(turned); i++) {
        const deck_at at[] = {{44, 1, turned[i]}};
        cn_rules rules = table_rules(names[i], "");
        table t;
        deck_play(&t, &rules, at, 1);
        assert_int_equal(t.game.pub.pile_count, 2);
        assert_int_equal(cn_public_top(&t.game.pub), deck_card("9c"));
        assert_true(t.game.pub.pile_frozen);
    }
}

/* Where a card of the deck that was dealt from lies now. */
static unsigned place_of(const table *t, unsigned dealt_at)
{
    unsigned at = 0;
    while (cn_game_dealt_at(&t->game, &t->rules, at) != dealt_at) at++;
    return at;
}

/* P155. Decks that differ in two cards of the stock have other places for the first of them. */
static void turned_cards_that_may_not_lie_open_go_back_anywhere(void **state)
{
    (void)state;
    enum { DECKS = 58, LAST = 108, DIFFERENT = 16 };
    const deck_at at[] = {{44, 1, "2d3h3sXKd4c"}};
    cn_rules rules = table_rules("classic_pagat", "upcard_mode = return_to_stock");
    bool lay_at[LAST] = {false};
    unsigned different = 0;
    for (unsigned i = 0; i < DECKS; i++) {
        cn_card deck[CN_DECK_CARDS_MAX], dealt[CN_DECK_CARDS_MAX];
        table t;
        cn_event event;
        deck_make(&rules, deck, at, COUNT(at));
        const cn_card swap = deck[49];
        deck[49] = deck[LAST - 1 - i];
        deck[LAST - 1 - i] = swap;
        deck_start(&t, &rules, i % 2);
        deck_deal(&t, deck, &event);
        assert_int_equal(event.u.deal.returned_count, 4);
        assert_memory_equal(event.u.deal.turned, deck + 44, 5);
        assert_int_equal(t.game.pub.pile_count, 1);
        assert_int_equal(cn_public_top(&t.game.pub), deck_card("Kd"));
        assert_false(t.game.pub.pile_frozen);
        assert_int_equal(t.game.deck_next, 45);
        cn_game_dealt_deck(&t.game, &rules, dealt);
        assert_memory_equal(dealt, deck, LAST);
        const unsigned place = place_of(&t, 44);
        assert_true(place >= 45 && t.game.deck[place] == deck_card("2d"));
        different += !lay_at[place];
        lay_at[place] = true;
    }
    assert_true(different >= DIFFERENT);
}

/* C127, and P19 for a black three that freezes nothing. */
static void a_turned_black_three_is_covered_only_where_any_three_is(void **state)
{
    (void)state;
    static const struct {
        const char *rules;
        unsigned pile;
        bool frozen;
    } cases[] = {{"classic_pagat", 1, false}, {"classic_usp", 2, true}, {"relaxed", 2, false}};
    const deck_at at[] = {{44, 1, "3s9c"}};
    for (unsigned i = 0; i < COUNT(cases); i++) {
        cn_rules rules = table_rules(cases[i].rules, "");
        table t;
        deck_play(&t, &rules, at, 1);
        assert_int_equal(t.game.pub.pile_count, cases[i].pile);
        assert_int_equal(t.game.pub.pile_frozen, cases[i].frozen);
    }
}

/* C263, C264: one card is turned, whatever it is. */
static void a_single_upcard_that_cannot_be_taken_stays(void **state)
{
    (void)state;
    static const struct {
        const char *card;
        unsigned code;
    } cases[] = {{"2d", CN_REASON_TOP_WILD}, {"3h", CN_REASON_TOP_RED3}};
    for (unsigned i = 0; i < COUNT(cases); i++) {
        const deck_at at[] = {{44, 1, cases[i].card}};
        cn_rules rules = table_rules_for("online", "", 4);
        table t;
        deck_play(&t, &rules, at, 1);
        const cn_public *pub = &t.game.pub;
        assert_int_equal(pub->pile_count, 1);
        assert_true(pub->pile_frozen);
        cn_step take = cn_step_make(CN_STEP_TAKE_PAIR, CN_CARD_NONE, CN_CARD_NONE);
        assert_int_equal(cn_judge(&rules, pub, &t.game.hand[pub->seat], take).code, cases[i].code);
        cn_mask legal = cn_legal(&rules, pub, &t.game.hand[pub->seat]);
        assert_int_equal(cn_mask_count(&legal), 1);
        assert_true(cn_mask_has(&legal, CN_STEP_DRAW));
    }
}

/* C262, P25. */
static void two_players_get_fifteen_cards_by_turns(void **state)
{
    (void)state;
    const char *const names[] = {"two_player", "relaxed_2"};
    const deck_at at[] = {{0, 1, "4d"}, {29, 1, "5d"}, {30, 1, "Td"}};
    for (unsigned i = 0; i < COUNT(names); i++) {
        cn_rules rules = table_rules_for(names[i], "", 2);
        table t;
        deck_play(&t, &rules, at, COUNT(at));
        assert_true(deck_held(&t, 1, "4d") > 0 && deck_held(&t, 0, "5d") > 0);
        assert_int_equal(cn_public_top(&t.game.pub), deck_card("Td"));
    }
}

/* C123, C270, S20: the first turned card says how many are buried, covering comes after that. */
static void cards_are_buried_under_the_upcard_by_its_rank(void **state)
{
    (void)state;
    static const struct {
        const char *turned;
        unsigned buried, open;
    } cases[] = {{"Jh", 11, 1}, {"9c", 9, 1}, {"Kd", 13, 1}, {"As", 1, 1},
                 {"4d", 4, 1},  {"3h", 3, 2}, {"2c", 2, 2},  {"X", 0, 2}};
    cn_rules rules = table_rules("samba", "upcard_extra_pile = by_rank_value");
    for (unsigned i = 0; i < COUNT(cases); i++) {
        const unsigned at_covering = 61 + cases[i].buried;
        const deck_at at[] = {{60, 1, cases[i].turned}, {at_covering, 1, "8s7s"}};
        table t;
        deck_play(&t, &rules, at, COUNT(at));
        const cn_public *pub = &t.game.pub;
        assert_int_equal(pub->pile_count, cases[i].buried + cases[i].open);
        for (unsigned place = 0; place < cases[i].buried; place++)
            assert_int_equal(pub->pile[place], CN_CARD_HIDDEN);
        assert_int_equal(pub->pile[cases[i].buried], deck_card(cases[i].turned));
        if (cases[i].open == 2) assert_int_equal(cn_public_top(pub), deck_card("8s"));
        assert_int_equal(t.game.deck[t.game.deck_next],
                         deck_card(cases[i].open == 2 ? "7s" : "8s"));
        assert_int_equal(pub->stock_count, 101 + 1 - cases[i].buried - cases[i].open);
    }
}

/* P16: each packet one card at a time, behind the hands; nobody sees its threes. */
static void packets_are_dealt_after_the_hands(void **state)
{
    (void)state;
    cn_rules rules = table_rules("classic_pagat", "reserve_packets = 4, 3; decks = 3; "
                                                  "reserve_trigger = hand_empty");
    const deck_at at[] = {
        {44, 4, "3h9c9d9s"}, {47, 4, "KcKdKhKs"}, {60, 4, "4c4d4h"}, {61, 4, "5c5d3d"}};
    table t;
    deck_play(&t, &rules, at, COUNT(at));
    cn_cards first = cn_game_waiting(&t.game, &rules, 1),
             dealer = cn_game_waiting(&t.game, &rules, 0);
    assert_int_equal(first.size, 7);
    assert_int_equal(cn_cards_count(&first, deck_card("3h")), 1);
    assert_int_equal(first.kind[CN_KIND_9], 3);
    assert_int_equal(dealer.kind[CN_KIND_K], 4);
    cn_cards second = cn_game_waiting(&t.game, &rules, 2);
    assert_int_equal(cn_cards_count(&second, deck_card("3d")), 1);
    for (unsigned seat = 0; seat < 4; seat++) {
        assert_int_equal(t.game.pub.packets[seat], 2);
        assert_int_equal(cn_public_threes(&t.game.pub, seat, true), 0);
    }
    assert_int_equal(t.game.pub.stock_count, rules.deck_size - 4 * 18 - 1);
}

/* P21: the dealer holds a three that counts, and lays it out when the third discard ends the first
 * turn of the seat before. */
static void threes_of_the_deal_are_laid_out_in_the_first_turn(void **state)
{
    (void)state;
    static const struct {
        const char *three, *overrides;
    } deals[] = {{"3d", "deal_red3_timing = first_turn"},
                 {"3s", "deal_red3_timing = first_turn; threes_mode = both_colours_bonus"}};
    for (unsigned i = 0; i < COUNT(deals); i++) {
        cn_rules rules = table_rules("classic_pagat", deals[i].overrides);
        const deck_at at[] = {{2, 4, "9c"}, {3, 4, deals[i].three}};
        table t;
        deck_play(&t, &rules, at, COUNT(at));
        deck_draw_down(&t, t.game.pub.stock_count - 2);
        deck_step(&t, CN_STEP_DRAW, "");
        assert_int_equal(deck_held(&t, 0, deals[i].three), 1);
        deck_step(&t, CN_STEP_DISCARD + CN_KIND_9, "");
        assert_int_equal(t.game.pub.seat, 0);
        assert_int_equal(deck_held(&t, 0, deals[i].three), 0);
        assert_int_equal(cn_public_threes(&t.game.pub, 0, i == 0), 1);
    }
}

/* S13: of several threes dealt at once the lowest face is held. */
static void one_dealt_three_may_be_held(void **state)
{
    (void)state;
    const char *const timings[] = {"deal_red3_timing = at_deal", "deal_red3_timing = first_turn"};
    const deck_at at[] = {{0, 4, "3s3h3c"}};
    for (unsigned i = 0; i < COUNT(timings); i++) {
        cn_rules rules = table_rules("modern_american", timings[i]);
        table t;
        deck_play(&t, &rules, at, 1);
        assert_int_equal(t.game.hand[1].size, 13);
        assert_int_equal(deck_held(&t, 1, "3c"), 1);
        assert_int_equal(deck_held(&t, 1, "3h") + deck_held(&t, 1, "3s"), 0);
        assert_int_equal(cn_public_threes(&t.game.pub, 1, true), 1);
        assert_int_equal(cn_public_threes(&t.game.pub, 1, false), 1);
    }
}

/* C266. */
static void sides_sit_alternately(void **state)
{
    (void)state;
    static const struct {
        const char *rules;
        unsigned players;
        uint8_t side_of[6];
    } cases[] = {{"six_hand", 6, {0, 1, 0, 1, 0, 1}}, {"relaxed_6", 6, {0, 1, 0, 1, 0, 1}},
                 {"pennies", 6, {0, 1, 0, 1, 0, 1}},  {"six_hand_3sides", 6, {0, 1, 2, 0, 1, 2}},
                 {"classic_pagat", 4, {0, 1, 0, 1}},  {"relaxed_3", 3, {0, 1, 2}},
                 {"cutthroat_3", 3, {0, 1, 2}},       {"relaxed_5", 5, {0, 1, 0, 1}}};
    for (unsigned i = 0; i < COUNT(cases); i++) {
        cn_rules rules = table_rules_for(cases[i].rules, "", cases[i].players);
        table t;
        deck_play(&t, &rules, NULL, 0);
        for (unsigned seat = 0; seat < rules.seat_count; seat++)
            assert_int_equal(t.game.pub.side_of[seat], cases[i].side_of[seat]);
    }
}

/* P69: the question goes round the side in playing order. */
static void the_partner_is_the_next_member_of_the_side(void **state)
{
    (void)state;
    cn_rules triples = table_rules_for("six_hand", "", 6),
             alone = table_rules_for("relaxed_3", "", 3);
    table t;
    deck_play(&t, &triples, NULL, 0);
    assert_int_equal(cn_partner(&triples, &t.game.pub, 1), 3);
    assert_int_equal(cn_partner(&triples, &t.game.pub, 5), 1);
    deck_play(&t, &alone, NULL, 0);
    assert_int_equal(cn_partner(&alone, &t.game.pub, 1), CN_SEAT_NONE);
}

/* C268, and what each seat is told of the deal. */
static void the_deal_passes_on_and_a_seat_is_told_its_own_hand_only(void **state)
{
    (void)state;
    static const struct {
        const char *rules;
        unsigned dealer, next;
    } cases[] = {{"classic_pagat", 1, 2}, {"classic_usp", 1, 2}, {"forum", 1, 2},
                 {"relaxed", 1, 2},       {"online", 1, 0},      {"classic_pagat", 3, 0}};
    for (unsigned i = 0; i < COUNT(cases); i++) {
        cn_rules rules = table_rules_for(cases[i].rules, "", 4);
        cn_card deck[CN_DECK_CARDS_MAX];
        cn_game game;
        cn_event event;
        deck_make(&rules, deck, NULL, 0);
        cn_game_start(&game, &rules, cases[i].dealer);
        cn_game_deal(&game, &rules, deck, &event);
        assert_int_equal(game.pub.seat, cases[i].next);
        for (unsigned seat = 0; seat < 5; seat++) {
            cn_event seen = cn_event_for(&rules, &event, seat);
            for (unsigned other = 0; other < 4; other++) {
                assert_int_equal(seen.u.deal.known[other], other == seat);
                assert_int_equal(seen.u.deal.hand[other].size, other == seat ? 11 : 0);
            }
        }
        game.pub.phase = CN_PHASE_SCORED;
        cn_game_deal(&game, &rules, deck, &event);
        assert_int_equal(event.seat, cases[i].next);
        assert_int_equal(event.u.deal.hand_number, 2);
    }
}

/* C179, P22. */
static void the_turn_card_is_a_mark_in_the_stock(void **state)
{
    (void)state;
    cn_rules rules = table_rules("modern_american", "");
    table t;
    deck_play(&t, &rules, NULL, 0);
    cn_public pub = t.game.pub;
    pub.stock_count = 9;
    assert_true(cn_public_turn_card_in_stock(&rules, &pub));
    pub.stock_count = 8;
    assert_false(cn_public_turn_card_in_stock(&rules, &pub));
    cn_rules classic = table_rules("classic_pagat", "");
    deck_play(&t, &classic, NULL, 0);
    assert_false(cn_public_turn_card_in_stock(&classic, &t.game.pub));
}

static void a_deck_with_a_card_twice_is_not_valid(void **state)
{
    (void)state;
    cn_rules rules = table_rules("classic_pagat", "");
    cn_card deck[CN_DECK_CARDS_MAX];
    cn_deck_sorted(&rules, deck);
    assert_true(cn_deck_valid(&rules, deck));
    deck[0] = deck[5];
    assert_false(cn_deck_valid(&rules, deck));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cards_go_round_from_the_seat_after_the_dealer),
        cmocka_unit_test(the_stock_is_what_the_deal_leaves),
        cmocka_unit_test(dealt_red_threes_are_replaced_seat_by_seat),
        cmocka_unit_test(a_lazy_deal_turns_the_upcard_first),
        cmocka_unit_test(turned_wilds_and_red_threes_are_covered_and_freeze),
        cmocka_unit_test(turned_cards_that_may_not_lie_open_go_back_anywhere),
        cmocka_unit_test(a_turned_black_three_is_covered_only_where_any_three_is),
        cmocka_unit_test(a_single_upcard_that_cannot_be_taken_stays),
        cmocka_unit_test(two_players_get_fifteen_cards_by_turns),
        cmocka_unit_test(cards_are_buried_under_the_upcard_by_its_rank),
        cmocka_unit_test(packets_are_dealt_after_the_hands),
        cmocka_unit_test(threes_of_the_deal_are_laid_out_in_the_first_turn),
        cmocka_unit_test(one_dealt_three_may_be_held),
        cmocka_unit_test(sides_sit_alternately),
        cmocka_unit_test(the_partner_is_the_next_member_of_the_side),
        cmocka_unit_test(the_deal_passes_on_and_a_seat_is_told_its_own_hand_only),
        cmocka_unit_test(the_turn_card_is_a_mark_in_the_stock),
        cmocka_unit_test(a_deck_with_a_card_twice_is_not_valid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
