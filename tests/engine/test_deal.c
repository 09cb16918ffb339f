/* The canonical deal and what each seat is told of it (P14 to P25).
 * Not here: the shuffle. Invariant: each test names the claim it proves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "table.h"
#include "text/card_text.h"

static cn_card card(const char *text)
{
    cn_card found;
    assert_true(cn_card_parse(text, &found) > 0);
    return found;
}

static void put(cn_card *deck, unsigned place, const char *text)
{
    cn_card wanted = card(text);
    unsigned from = CN_DECK_CARDS_MAX - 1; /* from the far end, away from the places put before */
    while (deck[from] != wanted) {
        assert_true(from > 0);
        from--;
    }
    deck[from] = deck[place];
    deck[place] = wanted;
}

/* A deck whose red threes and wilds lie at the bottom, for tests that place a few of them. */
static void quiet_deck(const cn_rules *rules, cn_card *deck)
{
    cn_card sorted[CN_DECK_CARDS_MAX];
    unsigned front = 0, back = rules->deck_size;
    cn_deck_sorted(rules, sorted);
    for (unsigned i = 0; i < rules->deck_size; i++) {
        if (cn_card_kind(sorted[i]) < CN_RANKS) {
            deck[front++] = sorted[i];
        } else {
            deck[--back] = sorted[i];
        }
    }
}

static void cards_go_round_from_the_seat_after_the_dealer(void **state)
{
    (void)state;
    cn_rules rules = table_rules("classic_pagat", "");
    cn_card deck[CN_DECK_CARDS_MAX];
    cn_game game;
    quiet_deck(&rules, deck);
    const char *const first[] = {"4c", "5c", "6c", "7c"};
    for (unsigned i = 0; i < 4; i++) put(deck, i, first[i]);
    cn_game_start(&game, &rules, 0);
    cn_game_deal(&game, &rules, deck, NULL);
    for (unsigned i = 0; i < 4; i++)
        assert_true(cn_cards_count(&game.hand[(i + 1) % 4], card(first[i])) > 0);
    assert_int_equal(game.pub.seat, 1);
    assert_int_equal(game.pub.stock_count, 108 - 44 - 1);
}

/* The example of P24. */
static void dealt_red_threes_are_replaced_seat_by_seat(void **state)
{
    (void)state;
    cn_rules rules = table_rules("classic_pagat", "");
    cn_card deck[CN_DECK_CARDS_MAX];
    cn_game game;
    cn_event event;
    quiet_deck(&rules, deck);
    const char *const after[] = {"3d", "9c", "Kd", "Qs", "8h"};
    for (unsigned i = 0; i < 5; i++) put(deck, 44 + i, after[i]);
    put(deck, 0, "3h"); /* seat 1 */
    put(deck, 2, "3h"); /* seat 3 */
    cn_game_start(&game, &rules, 0);
    cn_game_deal(&game, &rules, deck, &event);
    assert_int_equal(event.u.deal.red3[1][0] + event.u.deal.red3[1][1], 2);
    assert_int_equal(event.u.deal.red3[3][1], 1);
    assert_true(cn_cards_count(&game.hand[1], card("9c")) > 0);
    assert_true(cn_cards_count(&game.hand[3], card("Kd")) > 0);
    assert_int_equal(cn_public_top(&game.pub), card("Qs"));
    assert_false(game.pub.pile_frozen);
    assert_int_equal(game.deck[game.deck_next], card("8h"));
    assert_int_equal(game.pub.side[1].red3_suits[0] + game.pub.side[1].red3_suits[1], 3);
}

static void turned_wilds_and_red_threes_are_covered_and_freeze(void **state)
{
    (void)state;
    const char *const turned[] = {"2d", "3h", "X"};
    cn_rules rules = table_rules("classic_pagat", "");
    for (unsigned i = 0; i < 3; i++) {
        cn_card deck[CN_DECK_CARDS_MAX];
        cn_game game;
        quiet_deck(&rules, deck);
        put(deck, 44, turned[i]);
        put(deck, 45, "9c");
        cn_game_start(&game, &rules, 0);
        cn_game_deal(&game, &rules, deck, NULL);
        assert_int_equal(game.pub.pile_count, 2);
        assert_int_equal(cn_public_top(&game.pub), card("9c"));
        assert_true(game.pub.pile_frozen);
    }
}

static void a_turned_black_three_stays_and_freezes_nothing(void **state)
{
    (void)state;
    cn_rules rules = table_rules("classic_pagat", "");
    cn_card deck[CN_DECK_CARDS_MAX];
    cn_game game;
    quiet_deck(&rules, deck);
    put(deck, 44, "3s");
    cn_game_start(&game, &rules, 0);
    cn_game_deal(&game, &rules, deck, NULL);
    assert_int_equal(cn_public_top(&game.pub), card("3s"));
    assert_false(game.pub.pile_frozen);
}

/* P25. */
static void two_players_get_fifteen_cards_and_77_stay(void **state)
{
    (void)state;
    cn_rules rules = table_rules("two_player", "");
    cn_card deck[CN_DECK_CARDS_MAX];
    cn_game game;
    quiet_deck(&rules, deck);
    put(deck, 0, "4d");
    put(deck, 29, "5d");
    put(deck, 30, "Td");
    cn_game_start(&game, &rules, 0);
    cn_game_deal(&game, &rules, deck, NULL);
    assert_true(cn_cards_count(&game.hand[1], card("4d")) > 0);
    assert_true(cn_cards_count(&game.hand[0], card("5d")) > 0);
    assert_int_equal(cn_public_top(&game.pub), card("Td"));
    assert_int_equal(game.pub.stock_count, 77);
}

static void the_deal_passes_on_and_a_seat_is_told_its_own_hand_only(void **state)
{
    (void)state;
    cn_rules rules = table_rules("classic_pagat", "");
    cn_card deck[CN_DECK_CARDS_MAX];
    cn_game game;
    cn_event event;
    quiet_deck(&rules, deck);
    cn_game_start(&game, &rules, 2);
    cn_game_deal(&game, &rules, deck, &event);
    assert_int_equal(game.pub.seat, 3);
    for (unsigned seat = 0; seat < 5; seat++) {
        cn_event seen = cn_event_for(&rules, &event, seat);
        for (unsigned other = 0; other < 4; other++) {
            assert_int_equal(seen.u.deal.known[other], other == seat);
            assert_int_equal(seen.u.deal.hand[other].size, other == seat ? 11 : 0);
        }
    }
    game.pub.phase = CN_PHASE_SCORED;
    cn_game_deal(&game, &rules, deck, &event);
    assert_int_equal(event.seat, 3);
    assert_int_equal(game.pub.seat, 0);
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
        cmocka_unit_test(dealt_red_threes_are_replaced_seat_by_seat),
        cmocka_unit_test(turned_wilds_and_red_threes_are_covered_and_freeze),
        cmocka_unit_test(a_turned_black_three_stays_and_freezes_nothing),
        cmocka_unit_test(two_players_get_fifteen_cards_and_77_stay),
        cmocka_unit_test(the_deal_passes_on_and_a_seat_is_told_its_own_hand_only),
        cmocka_unit_test(a_deck_with_a_card_twice_is_not_valid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
