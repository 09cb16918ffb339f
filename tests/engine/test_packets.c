/* What waits before a seat, and how sides form: packets, talons, one against two (P11, P95 to P97,
 * P105, P111 to P113). Not here: the deal. Invariant: each test names the claim it proves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "decks.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* The discard of the lowest card. */
static unsigned lowest_discard(const table *t)
{
    const cn_cards *hand = &t->game.hand[t->game.pub.seat];
    unsigned kind = 0;
    while (hand->kind[kind] == 0) kind++;
    return CN_STEP_DISCARD + kind;
}

/* Draws, and throws the lowest card. */
static cn_event draw_and_discard(table *t)
{
    deck_step(t, CN_STEP_DRAW, "");
    return deck_event(t, lowest_discard(t), "");
}

static void lay(table *t, unsigned kind, unsigned times)
{
    for (unsigned i = 0; i < times; i++) deck_step(t, cn_step_lay(kind, kind), "");
}

/* Three kings in a hand of three; the first card drawn and the packet follow. */
#define PACKETS "hand_size = 3; decks = 3; min_table = any:15; reserve_packets = 4; "
static const deck_at kings = {0, 4, "KcKdKh"};

/* C152, P111. */
static void a_hand_melded_out_goes_on_with_its_packet(void **state)
{
    (void)state;
    cn_rules rules = table_rules("classic_pagat", PACKETS "reserve_trigger = hand_empty");
    const deck_at at[] = {kings, {12, 4, "5c3d6c7c"}, {29, 1, "Ks9c"}};
    table t;
    deck_play(&t, &rules, at, COUNT(at));
    deck_step(&t, CN_STEP_DRAW, "");
    lay(&t, CN_KIND_K, 4);
    cn_event event = deck_event(&t, CN_STEP_OPEN, "");
    assert_int_equal(event.u.step.drawn.picked, CN_PICKED_PACKET);
    assert_int_equal(event.u.step.drawn.three[CN_SUIT_DIAMONDS], 1);
    assert_int_equal(event.u.step.drawn.stock_count, 1); /* replaces the three */
    assert_int_equal(t.game.hand[1].size, 4);
    assert_int_equal(deck_held(&t, 1, "9c"), 1);
    assert_int_equal(t.game.pub.packets[1], 0);
    assert_int_equal(t.game.pub.phase, CN_PHASE_MELD);
    assert_int_equal(t.game.pub.seat, 1);
    cn_event seen = cn_event_for(&rules, &event, 3);
    assert_int_equal(seen.u.step.drawn.card[0], CN_CARD_HIDDEN);
}

/* S12. */
static void a_packet_for_the_next_turn_ends_this_one(void **state)
{
    (void)state;
    cn_rules rules = table_rules("classic_pagat", PACKETS "reserve_trigger = hand_empty; "
                                                          "reserve_entry = next_turn");
    const deck_at at[] = {kings, {12, 4, "5c3d6c7c"}, {29, 1, "Ks"}};
    table t;
    deck_play(&t, &rules, at, COUNT(at));
    deck_step(&t, CN_STEP_DRAW, "");
    lay(&t, CN_KIND_K, 4);
    deck_step(&t, CN_STEP_OPEN, "");
    assert_int_equal(t.game.pub.seat, 2);
    assert_int_equal(t.game.hand[1].size, 0);
    assert_int_equal(t.game.pub.packets[1], 1);
    cn_event event = {0};
    for (unsigned i = 0; i < 3; i++) event = draw_and_discard(&t);
    assert_int_equal(event.start.seat, 1);
    assert_int_equal(event.start.picked, CN_PICKED_PACKET);
    assert_int_equal(t.game.hand[1].size, 4);
    assert_int_equal(t.game.pub.three[1][CN_SUIT_DIAMONDS], 1);
}

/* C153. */
static void a_hand_emptied_by_the_discard_picks_up_at_the_next_turn(void **state)
{
    (void)state;
    cn_rules rules = table_rules("classic_pagat", PACKETS "reserve_trigger = hand_empty");
    const deck_at at[] = {kings, {12, 4, "5c5d6c7c"}, {29, 1, "9c"}};
    table t;
    deck_play(&t, &rules, at, COUNT(at));
    deck_step(&t, CN_STEP_DRAW, "");
    lay(&t, CN_KIND_K, 3);
    deck_step(&t, CN_STEP_OPEN, "");
    deck_step(&t, CN_STEP_DISCARD + CN_KIND_9, "");
    assert_int_equal(t.game.pub.end, CN_END_NONE);
    assert_int_equal(t.game.hand[1].size, 0);
    for (unsigned i = 0; i < 3; i++) draw_and_discard(&t);
    assert_int_equal(t.game.hand[1].size, 4);
    assert_int_equal(deck_held(&t, 1, "5c") + deck_held(&t, 1, "5d"), 2);
    assert_int_equal(t.game.pub.phase, CN_PHASE_DRAW);
}

/* P112: by the one who completes his first canasta, and at once. */
static void the_first_own_canasta_brings_the_packet(void **state)
{
    (void)state;
    cn_rules rules = table_rules("classic_pagat", PACKETS
                                 "reserve_trigger = player_first_canasta; canasta_size = 4");
    const deck_at at[] = {kings, {12, 4, "5c5d6c7c"}, {29, 1, "Ks9c"}};
    table t;
    deck_play(&t, &rules, at, COUNT(at));
    deck_step(&t, CN_STEP_DRAW, "");
    lay(&t, CN_KIND_K, 4);
    deck_step(&t, CN_STEP_OPEN, "");
    assert_int_equal(t.game.pub.own_canasta[1], 1);
    assert_int_equal(t.game.pub.own_canasta[3], 0);
    assert_int_equal(t.game.pub.packets[1], 0);
    assert_int_equal(t.game.hand[1].size, 4);
    assert_int_equal(t.game.pub.side[1].concealed_canastas, 1); /* P87 */
}

/* P112: by a lay, too; its three is laid out and replaced (P26). */
static void a_canasta_completed_after_the_opening_brings_the_packet(void **state)
{
    (void)state;
    cn_rules rules = table_rules("classic_pagat", PACKETS
                                 "reserve_trigger = player_first_canasta; canasta_size = 4; "
                                 "draw_count = 2");
    const deck_at at[] = {kings, {12, 4, "5c3d6c7c"}, {29, 1, "Ks9c8c"}};
    table t;
    deck_play(&t, &rules, at, COUNT(at));
    deck_step(&t, CN_STEP_DRAW, "");
    lay(&t, CN_KIND_K, 3);
    deck_step(&t, CN_STEP_OPEN, "");
    assert_int_equal(t.game.pub.packets[1], 1);
    lay(&t, CN_KIND_K, 1);
    assert_int_equal(t.game.pub.packets[1], 0);
    assert_int_equal(t.game.pub.three[1][CN_SUIT_DIAMONDS], 1);
    assert_int_equal(t.game.hand[1].size, 5);
    assert_int_equal(deck_held(&t, 1, "8c"), 1);
}

/* P26, P93: its three takes the last card of the stock, and the hand is over; one card more, and it
 * is not. With an event and without one. */
static void a_packet_may_use_the_stock_up(void **state)
{
    (void)state;
    cn_rules rules = table_rules("classic_pagat", PACKETS
                                 "reserve_trigger = player_first_canasta; canasta_size = 4; "
                                 "draw_count = 2; stock_end = immediate");
    const deck_at at[] = {
        kings, {12, 4, "5c3d6c7c"}, {29, 1, "Ks9c"}, {rules.deck_size - 2U, 1, "8c8d"}};
    const cn_step king = cn_step_make(CN_STEP_LAY + CN_KIND_K, CN_CARD_NONE, CN_CARD_NONE);
    for (unsigned left = 1; left <= 2; left++) {
        table t;
        deck_play(&t, &rules, at, COUNT(at));
        deck_step(&t, CN_STEP_DRAW, "");
        lay(&t, CN_KIND_K, 3);
        deck_step(&t, CN_STEP_OPEN, "");
        deck_bury_stock(&t.game, left);
        cn_game heard = t.game;
        cn_event event;
        assert_int_equal(cn_game_apply(&heard, &rules, king, &event).code, CN_OK);
        cn_game_make(&t.game, &rules, king.number);
        assert_int_equal(t.game.pub.end, left == 1 ? CN_END_STOCK : CN_END_NONE);
        assert_int_equal(t.game.hand[1].size, 5);
        assert_true(cn_game_hash(&t.game, &rules) == cn_game_hash(&heard, &rules));
    }
}

/* S12: the opener at once, the other members of the side at their next turn. */
static void the_opening_brings_each_member_a_packet(void **state)
{
    (void)state;
    cn_rules rules = table_rules("classic_pagat", PACKETS "reserve_trigger = side_initial_meld");
    const deck_at at[] = {kings, {12, 4, "5c5d6c7c"}, {29, 1, "9c"}};
    table t;
    deck_play(&t, &rules, at, COUNT(at));
    deck_step(&t, CN_STEP_DRAW, "");
    lay(&t, CN_KIND_K, 3);
    deck_step(&t, CN_STEP_OPEN, "");
    assert_int_equal(t.game.pub.packets[1], 0);
    assert_int_equal(t.game.hand[1].size, 5);
    deck_step(&t, CN_STEP_DISCARD + CN_KIND_9, "");
    assert_int_equal(t.game.pub.packets[2], 1); /* another side */
    cn_event event = draw_and_discard(&t);
    assert_int_equal(event.start.seat, 3);
    assert_int_equal(event.start.picked, CN_PICKED_PACKET);
    assert_int_equal(t.game.hand[3].size, 7);
}

/* P113. */
static void packets_not_picked_up_are_shown_with_the_score(void **state)
{
    (void)state;
    cn_rules rules = table_rules("hand_and_foot", "");
    const deck_at at[] = {{52, 4, "XX3d"}};
    table t;
    deck_play(&t, &rules, at, 1);
    while (t.game.pub.stock_count > 0) draw_and_discard(&t);
    deck_step(&t, CN_STEP_DRAW, "");
    assert_int_equal(t.game.pub.end, CN_END_STOCK);
    cn_event event;
    cn_game_score(&t.game, &rules, NULL, &event);
    assert_int_equal(event.u.score.waiting[1].size, 13);
    assert_int_equal(event.u.score.waiting[1].kind[CN_KIND_JOKER], 2);
    assert_true(cn_view_apply(&t.view[2], &rules, &event));
    assert_int_equal(t.view[2].waiting[1].kind[CN_KIND_RED3], 1);
}

/* 130 points with a pure triple; two cards and a held three are left. */
static const deck_at opener = {0, 4, "3cAcAdAhKcKdKhQcQdQh9c9d8s"};

static void open_from_hand(table *t)
{
    deck_step(t, CN_STEP_DRAW, "");
    lay(t, CN_KIND_A, 3);
    lay(t, CN_KIND_K, 3);
    lay(t, CN_KIND_Q, 3);
    lay(t, CN_KIND_9, 3);
}

/* C191, C340, P95, P96; P97 for the opener and his partner. */
static void the_opener_gets_a_talon_and_held_threes_are_laid_out(void **state)
{
    (void)state;
    cn_rules rules = table_rules("modern_american", "min_table = any:100");
    /* seat 1 draws 9h; 7c replaces his three; the talon is 3s 4c 4d 4h */
    const deck_at at[] = {opener, {2, 4, "3d"}, {52, 1, "9h7c3s4c4d4h6c"}};
    table t;
    deck_play(&t, &rules, at, COUNT(at));
    open_from_hand(&t);
    cn_event event = deck_event(&t, CN_STEP_OPEN, "");
    assert_int_equal(event.u.step.drawn.hand_three[CN_SUIT_CLUBS], 1);
    assert_int_equal(deck_held(&t, 1, "7c"), 1);
    assert_int_equal(cn_public_talon_due(&rules, &t.game.pub), 4);
    cn_public low = t.game.pub;
    low.stock_count = 9;
    assert_int_equal(cn_public_talon_due(&rules, &low), 4);
    low.stock_count = 8;
    assert_int_equal(cn_public_talon_due(&rules, &low), 0);
    unsigned stock = t.game.pub.stock_count;
    deck_step(&t, CN_STEP_DISCARD + CN_KIND_8, "");
    assert_int_equal(t.game.pub.talon[1], 4);
    assert_int_equal(t.game.pub.stock_count, stock - 4);
    assert_int_equal(cn_game_waiting(&t.game, &rules, 1).size, 4);
    event = draw_and_discard(&t); /* seat 2; then the partner lays out his three */
    assert_int_equal(event.start.seat, 3);
    assert_int_equal(event.start.hand_three[CN_SUIT_DIAMONDS], 1);
    assert_int_equal(deck_held(&t, 3, "3d"), 0);
    draw_and_discard(&t);
    event = draw_and_discard(&t);
    assert_int_equal(event.start.seat, 1);
    assert_int_equal(event.start.picked, CN_PICKED_TALON);
    assert_int_equal(event.start.three[CN_SUIT_SPADES], 1);
    assert_int_equal(t.game.pub.talon[1], 0);
    assert_int_equal(t.game.hand[1].size, 1 + 4);
}

/* P96, P93: the stock replaces the threes of a talon as far as it lasts, which may end the hand.
 * With an event and without one. */
static void threes_of_a_talon_are_replaced(const char *overrides)
{
    cn_rules rules = table_rules("modern_american", overrides);
    const deck_at at[] = {
        opener, {2, 4, "3d"}, {52, 1, "9h7c3s4c4d3h"}, {rules.deck_size - 4U, 1, "8c8d8h8s"}};
    table t;
    deck_play(&t, &rules, at, COUNT(at));
    open_from_hand(&t);
    deck_step(&t, CN_STEP_OPEN, "");
    deck_step(&t, CN_STEP_DISCARD + CN_KIND_8, "");
    (void)draw_and_discard(&t);
    (void)draw_and_discard(&t);
    deck_step(&t, CN_STEP_DRAW, "");
    const cn_step discard = cn_step_make(lowest_discard(&t), CN_CARD_NONE, CN_CARD_NONE);
    for (unsigned left = 1; left <= 4; left++) {
        cn_game heard = t.game;
        deck_bury_stock(&heard, left);
        cn_game made = heard;
        cn_event event;
        assert_int_equal(cn_game_apply(&heard, &rules, discard, &event).code, CN_OK);
        cn_game_make(&made, &rules, discard.number);
        assert_int_equal(made.hand[1].size, 1 + 2 + (left < 2 ? left : 2));
        assert_int_equal(made.pub.three[1][CN_SUIT_SPADES], 1);
        assert_int_equal(made.pub.three[1][CN_SUIT_HEARTS], 1);
        assert_true(cn_game_hash(&made, &rules) == cn_game_hash(&heard, &rules));
    }
}

static void the_threes_of_a_talon_are_replaced(void **state)
{
    (void)state;
    threes_of_a_talon_are_replaced("min_table = any:100");
    threes_of_a_talon_are_replaced("min_table = any:100; stock_end = immediate");
}

/* C341, P80: the last card may go when a talon comes. */
static void who_gets_a_talon_may_keep_no_card(void **state)
{
    (void)state;
    cn_rules rules = table_rules("modern_american", "min_table = any:100");
    const deck_at at[] = {{0, 4, "AcAdAhKcKdKhQcQdQh9c9d9s8s"}, {52, 1, "9h4c4d4h5c"}};
    table t;
    deck_play(&t, &rules, at, COUNT(at));
    deck_step(&t, CN_STEP_DRAW, "");
    lay(&t, CN_KIND_A, 3);
    lay(&t, CN_KIND_K, 3);
    lay(&t, CN_KIND_Q, 3);
    lay(&t, CN_KIND_9, 4);
    deck_step(&t, CN_STEP_OPEN, "");
    deck_step(&t, CN_STEP_DISCARD + CN_KIND_8, "");
    assert_int_equal(t.game.pub.end, CN_END_NONE);
    assert_int_equal(t.game.hand[1].size, 0);
    assert_int_equal(t.game.pub.talon[1], 4);
}

/* C165, P105. */
static void a_special_hand_ends_the_hand(void **state)
{
    (void)state;
    cn_rules rules = table_rules("modern_american", "");
    const deck_at at[] = {{0, 4, "2c3c4c5c6c7c8c9cTcJcQcKcX"}, {52, 1, "Ac"}};
    table t;
    deck_play(&t, &rules, at, COUNT(at));
    deck_step(&t, CN_STEP_DRAW, "");
    cn_event event = deck_event(&t, CN_STEP_DECLARE, "");
    assert_int_equal(event.u.step.special, 1);
    assert_int_equal(t.game.pub.end, CN_END_SPECIAL);
    assert_int_equal(t.game.pub.special, 1);
    assert_int_equal(t.game.pub.out_seat, 1);
    assert_int_equal(t.view[0].pub.special, 1);
    event.u.step.special = 2; /* the own seat knows better */
    cn_view view;
    cn_view_start(&view, &rules, 1, 0, 0, NULL);
    view.pub = t.view[1].pub;
    assert_false(cn_view_apply(&view, &rules, &event));
}

/* Three players: seats 1 and 2 open with kings and queens, then seat 0 takes the pile. */
static void open_with_three(table *t, unsigned kind, unsigned discard)
{
    deck_step(t, CN_STEP_DRAW, "");
    lay(t, kind, 3);
    deck_step(t, CN_STEP_OPEN, "");
    deck_step(t, CN_STEP_DISCARD + discard, "");
}

/* C239, P11, S18. */
static void the_first_taker_plays_alone(void **state)
{
    (void)state;
    cn_rules rules = table_rules_for("cutthroat_3", "min_table = any:15", 3);
    const deck_at at[] = {{0, 3, "KcKdKhJc"}, {1, 3, "KsKcKdJd"}, {2, 3, "JhJsAcAd"}};
    table t;
    deck_play(&t, &rules, at, COUNT(at));
    open_with_three(&t, CN_KIND_K, CN_KIND_J);
    open_with_three(&t, CN_KIND_K, CN_KIND_J);
    assert_false(t.game.pub.formed);
    assert_int_equal(cn_partner(&rules, &t.game.pub, 1), CN_SEAT_NONE);
    deck_step(&t, CN_STEP_TAKE_PAIR, "");
    assert_false(t.game.pub.formed); /* only staged */
    deck_step(&t, CN_STEP_OPEN, "");
    const cn_public *pub = &t.game.pub;
    assert_true(pub->formed);
    assert_int_equal(pub->side_of[0], 0);
    assert_int_equal(pub->side_of[1], 1);
    assert_int_equal(pub->side_of[2], 1);
    assert_int_equal(cn_partner(&rules, pub, 2), 1);
    assert_int_equal(pub->side[1].meld_count, 1);
    assert_int_equal(pub->side[1].meld[0].naturals, 6);
    assert_int_equal(pub->side[2].meld_count, 0);
    assert_int_equal(pub->side[0].meld_count, 1);
}

/* S18: melds whose union would break the meld check stay apart. */
static void partners_melds_that_do_not_fit_stay_apart(void **state)
{
    (void)state;
    cn_rules rules = table_rules_for("cutthroat_3",
                                     "min_table = any:15; meld_max = 5; "
                                     "canasta_size = 5",
                                     3);
    const deck_at at[] = {{0, 3, "KcKdKhJc"}, {1, 3, "KsKcKdJd"}, {2, 3, "JhJsAcAd"}};
    table t;
    deck_play(&t, &rules, at, COUNT(at));
    open_with_three(&t, CN_KIND_K, CN_KIND_J);
    open_with_three(&t, CN_KIND_K, CN_KIND_J);
    deck_step(&t, CN_STEP_TAKE_PAIR, "");
    deck_step(&t, CN_STEP_OPEN, "");
    assert_int_equal(t.game.pub.side[1].meld_count, 2);
    assert_int_equal(t.game.pub.side[1].meld[1].naturals, 3);
}

/* C240, P146: the other two are partners at once, and their melds are joined before scoring. */
static void who_goes_out_before_any_take_is_the_lone_hand(void **state)
{
    (void)state;
    cn_rules rules = table_rules_for("cutthroat_3",
                                     "min_table = any:15; hand_size = 5; "
                                     "out_canastas = 0; draw_count = 1",
                                     3);
    const deck_at at[] = {
        {0, 3, "KcKdKh4cJc"}, {1, 3, "KsKcKd4dJd"}, {2, 3, "QcQdQhQs9d"}, {16, 1, "8s5cQc"}};
    table t;
    deck_play(&t, &rules, at, COUNT(at));
    open_with_three(&t, CN_KIND_K, CN_KIND_J);
    open_with_three(&t, CN_KIND_K, CN_KIND_J);
    deck_step(&t, CN_STEP_DRAW, "");
    lay(&t, CN_KIND_Q, 5);
    deck_step(&t, CN_STEP_OPEN, "");
    deck_step(&t, CN_STEP_DISCARD + CN_KIND_9, "");
    const cn_public *pub = &t.game.pub;
    assert_int_equal(pub->end, CN_END_OUT);
    assert_int_equal(pub->out_seat, 0);
    assert_true(pub->formed);
    assert_int_equal(pub->side_of[2], 1);
    assert_int_equal(pub->side[1].meld[0].naturals, 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hand_melded_out_goes_on_with_its_packet),
        cmocka_unit_test(a_packet_for_the_next_turn_ends_this_one),
        cmocka_unit_test(a_hand_emptied_by_the_discard_picks_up_at_the_next_turn),
        cmocka_unit_test(the_first_own_canasta_brings_the_packet),
        cmocka_unit_test(a_canasta_completed_after_the_opening_brings_the_packet),
        cmocka_unit_test(a_packet_may_use_the_stock_up),
        cmocka_unit_test(the_opening_brings_each_member_a_packet),
        cmocka_unit_test(packets_not_picked_up_are_shown_with_the_score),
        cmocka_unit_test(the_opener_gets_a_talon_and_held_threes_are_laid_out),
        cmocka_unit_test(the_threes_of_a_talon_are_replaced),
        cmocka_unit_test(who_gets_a_talon_may_keep_no_card),
        cmocka_unit_test(a_special_hand_ends_the_hand),
        cmocka_unit_test(the_first_taker_plays_alone),
        cmocka_unit_test(partners_melds_that_do_not_fit_stay_apart),
        cmocka_unit_test(who_goes_out_before_any_take_is_the_lone_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
