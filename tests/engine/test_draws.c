/* Draws, threes and taken piles: what reaches a hand and what ends it (P26 to P36, P45, P89 to
 * P93). Not here: the deal. Invariant: each test names the claim it proves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "decks.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static unsigned threes_in(const uint8_t three[4])
{
    return (unsigned)three[0] + three[1] + three[2] + three[3];
}

/* A last draw: which threes the first player is dealt, what the stock ends with, what happens. */
typedef struct last_draw {
    const char *rules, *overrides;
    unsigned players;
    const char *dealt, *end;
    unsigned reached, laid_out;
    cn_hand_end hand_end;
} last_draw;

static void try_last_draw(const last_draw *c)
{
    cn_rules rules = table_rules_for(c->rules, c->overrides, c->players);
    unsigned size = (unsigned)strlen(c->end) / 2;
    const deck_at at[] = {{0, rules.seat_count, c->dealt}, {rules.deck_size - size, 1, c->end}};
    table t;
    deck_play(&t, &rules, at, 2);
    deck_draw_down(&t, size);
    unsigned seat = t.game.pub.seat, before = t.game.pub.hand_count[seat];
    cn_event event = deck_event(&t, CN_STEP_DRAW, "");
    const cn_arrivals *drawn = &event.u.step.drawn;
    assert_int_equal(drawn->seat, seat);
    assert_int_equal(drawn->count, c->reached);
    assert_int_equal(threes_in(drawn->three), c->laid_out);
    assert_int_equal(t.game.pub.hand_count[seat], before + c->reached);
    assert_int_equal(t.game.pub.end, c->hand_end);
    assert_int_equal(event.u.step.last_threes, c->hand_end == CN_END_RED_THREE);
    cn_phase phase = c->hand_end == CN_END_NONE ? CN_PHASE_MELD : CN_PHASE_HAND_END;
    assert_int_equal(t.game.pub.phase, phase);
    assert_int_equal(t.game.pub.stock_count, size - drawn->stock_count);
}

/* C271, C272, C274, C188, C339: the rest of the stock is taken and the turn goes on. */
static void a_draw_that_brings_one_card_goes_on(void **state)
{
    (void)state;
    static const last_draw cases[] = {
        {"two_player", "", 2, "3d3h3h", "9c3d", 1, 1, CN_END_NONE},
        {"relaxed_2", "", 2, "3d3h3h", "9c3d", 1, 1, CN_END_NONE},
        {"samba", "", 4, "3d3d3h3h3h", "9c3d", 1, 1, CN_END_NONE},
        {"two_player", "", 2, "3d3h3h", "3d9c", 1, 1, CN_END_NONE},
        {"relaxed_2", "", 2, "3d3h3h", "3d9c", 1, 1, CN_END_NONE},
        {"samba", "", 4, "3d3d3h3h3h", "3d9c", 1, 1, CN_END_NONE},
        {"classic_pagat", "", 4, "3d3h3h", "3d9c", 1, 1, CN_END_NONE},
        {"classic_usp", "", 4, "3d3h3h", "3d9c", 1, 1, CN_END_NONE},
        {"wiki_play", "", 4, "3d3h3h", "3d9c", 1, 1, CN_END_NONE},
        {"forum", "", 4, "3d3h3h", "3d9c", 1, 1, CN_END_NONE},
        {"relaxed", "", 4, "3d3h3h", "3d9c", 1, 1, CN_END_NONE},
        {"two_player", "", 2, "3d3d3h3h", "9c", 1, 0, CN_END_NONE},
        {"relaxed_2", "", 2, "3d3d3h3h", "9c", 1, 0, CN_END_NONE},
        {"samba", "", 4, "3d3d3d3h3h3h", "9c", 1, 0, CN_END_NONE},
        {"online", "", 2, "3d3d3h3h", "9c", 1, 0, CN_END_NONE},
    };
    for (unsigned i = 0; i < COUNT(cases); i++) try_last_draw(&cases[i]);
}

/* C187, C189, P30, P31, P144. */
static void a_draw_that_brings_nothing_ends_the_hand(void **state)
{
    (void)state;
    static const char *const all_but_3d = "3c3c3s3s3h3h3d";
    const last_draw cases[] = {
        {"classic_pagat", "", 4, "3d3h3h", "3d", 0, 1, CN_END_RED_THREE},
        {"classic_usp", "", 4, "3d3h3h", "3d", 0, 1, CN_END_RED_THREE},
        {"wiki_play", "", 4, "3d3h3h", "3d", 0, 1, CN_END_RED_THREE},
        {"relaxed_3", "draw_count = 2; short_draw = take_rest", 3, "3d3h", "3d3h", 0, 2,
         CN_END_RED_THREE},
        {"modern_american", "", 4, all_but_3d, "3d", 1, 0, CN_END_RED_THREE},
        {"modern_american", "hold_one_three = no; special_hands = none", 4, all_but_3d, "3d", 1, 0,
         CN_END_RED_THREE},
        {"modern_american",
         "hold_one_three = no; special_hands = none; red3_last_card = end_hand_no_play", 4,
         all_but_3d, "3d", 0, 1, CN_END_RED_THREE},
        {"classic_pagat", "draw_count = 2", 4, "3d3d3h3h", "9c", 0, 0, CN_END_STOCK},
        {"classic_pagat", "draw_count = 2", 4, "3d3h3h", "9c3d", 1, 1, CN_END_STOCK},
    };
    for (unsigned i = 0; i < COUNT(cases); i++) try_last_draw(&cases[i]);
}

/* C185, P92, P93. */
static void an_empty_stock_ends_the_hand_when_the_rules_say(void **state)
{
    (void)state;
    table t;
    cn_rules forum = table_rules_for("forum", "", 4), online = table_rules_for("online", "", 4);
    cn_rules immediate = table_rules("classic_pagat", "stock_end = immediate");
    const deck_at natural_end[] = {{0, 4, "3d3d3h3h"}, {forum.deck_size - 1U, 1, "9c"}};
    deck_play(&t, &forum, natural_end, 2);
    deck_draw_down(&t, 0);
    assert_int_equal(t.game.pub.phase, CN_PHASE_DRAW);
    deck_step(&t, CN_STEP_DRAW, "");
    assert_int_equal(t.game.pub.end, CN_END_STOCK);
    assert_int_equal(t.game.pub.out_seat, CN_SEAT_NONE);

    deck_play(&t, &online, natural_end, 2);
    deck_draw_down(&t, 1);
    deck_step(&t, CN_STEP_DRAW, "");
    assert_int_equal(t.game.pub.phase, CN_PHASE_MELD); /* P32 */
    deck_step(&t, CN_STEP_DISCARD + CN_KIND_9, "");
    assert_int_equal(t.game.pub.end, CN_END_STOCK);

    const deck_at three_before[] = {{0, 4, "3d3h3h"}, {forum.deck_size - 2U, 1, "3d9c"}};
    for (unsigned left = 1; left <= 2; left++) {
        deck_play(&t, &immediate, left == 1 ? natural_end : three_before, 2);
        deck_draw_down(&t, left);
        deck_step(&t, CN_STEP_DRAW, "");
        assert_int_equal(t.game.pub.end, CN_END_STOCK);
    }
}

/* C278 for a three that is not held. */
static void a_lazy_three_is_replaced_before_the_turn(void **state)
{
    (void)state;
    cn_rules rules = table_rules("classic_usp", "");
    const deck_at at[] = {{1, 4, "3d"}, {45, 1, "9c9d"}};
    table t;
    deck_play(&t, &rules, at, 2);
    deck_step(&t, CN_STEP_DRAW, "");
    cn_event event = deck_event(&t, CN_STEP_DISCARD + CN_KIND_9, "9c");
    assert_int_equal(event.start.seat, 2);
    assert_int_equal(event.start.hand_three[CN_SUIT_DIAMONDS], 1);
    assert_int_equal(event.start.count, 1);
    assert_int_equal(deck_held(&t, 2, "9d"), 1);
    assert_int_equal(t.game.pub.phase, CN_PHASE_DRAW);
    assert_int_equal(t.game.hand[2].size, 11);
}

/* C351, S13: the first three that comes is the card drawn, every further one is laid out. */
static void one_drawn_three_may_be_held(void **state)
{
    (void)state;
    cn_rules rules = table_rules("modern_american", "");
    const deck_at at[] = {{0, 4, "AcKc"}, {52, 1, "3d9c9d9h3s3h8c"}};
    table t;
    deck_play(&t, &rules, at, 2);
    cn_event event = deck_event(&t, CN_STEP_DRAW, "");
    assert_int_equal(event.u.step.drawn.stock_count, 1);
    assert_int_equal(deck_held(&t, 1, "3d"), 1);
    assert_int_equal(t.game.hand[1].size, 14);
    deck_step(&t, CN_STEP_DISCARD + CN_KIND_K, "");
    for (unsigned seat = 2; seat < 5; seat++) { /* they draw the nines */
        deck_step(&t, CN_STEP_DRAW, "");
        deck_step(&t, CN_STEP_DISCARD + CN_KIND_9, "");
    }
    event = deck_event(&t, CN_STEP_DRAW, ""); /* 3s and 3h are laid out, 8c is the card drawn */
    assert_int_equal(event.u.step.drawn.stock_count, 3);
    assert_int_equal(threes_in(event.u.step.drawn.three), 2);
    assert_int_equal(deck_held(&t, 1, "3d") + deck_held(&t, 1, "8c"), 2);
    assert_int_equal(deck_held(&t, 1, "3s") + deck_held(&t, 1, "3h"), 0);
}

static void a_held_three_may_be_laid_out(void **state)
{
    (void)state;
    cn_rules rules = table_rules("modern_american", "");
    const deck_at at[] = {{0, 4, "3d"}, {52, 1, "9c3s"}};
    table t;
    deck_play(&t, &rules, at, 2);
    deck_step(&t, CN_STEP_DRAW, "");
    cn_event event = deck_event(&t, CN_STEP_LAY_OUT, "");
    assert_int_equal(event.u.step.drawn.hand_three[CN_SUIT_DIAMONDS], 1);
    assert_int_equal(deck_held(&t, 1, "3d"), 0);
    assert_int_equal(deck_held(&t, 1, "3s"), 1); /* none is held then, so it stays */
    assert_int_equal(t.game.pub.phase, CN_PHASE_MELD);
    assert_int_equal(t.game.hand[1].size, 14);
}

/* The first player opens by taking the pile under Kd, which counts 90. */
static const deck_at taker = {0, 4, "KcKhAcAdAh"};

static cn_event take_and_open(table *t)
{
    deck_step(t, CN_STEP_TAKE_PAIR, "");
    for (unsigned i = 0; i < 3; i++) deck_step(t, CN_STEP_LAY + CN_KIND_A, "");
    return deck_event(t, CN_STEP_OPEN, "");
}

/* C072, C073, C275. */
static void threes_of_a_taken_pile_are_replaced_where_the_rules_say(void **state)
{
    (void)state;
    static const struct {
        const char *rules, *overrides;
        bool replaced;
    } cases[] = {{"relaxed", "", true},
                 {"online",
                  "upcard_mode = cover_wild_red3; "
                  "play_direction = cw",
                  true},
                 {"classic_pagat", "", false},
                 {"forum", "", false},
                 {"wiki_play", "", false},
                 {"classic_usp", "", false}};
    const deck_at at[] = {taker, {44, 1, "3hKd3d5c6c"}};
    for (unsigned i = 0; i < COUNT(cases); i++) {
        cn_rules rules = table_rules_for(cases[i].rules, cases[i].overrides, 4);
        table t;
        deck_play(&t, &rules, at, 2);
        cn_event event = take_and_open(&t);
        bool replaced = cases[i].replaced;
        assert_int_equal(t.game.pub.three[1][CN_SUIT_HEARTS], 1);
        assert_int_equal(t.game.pub.three[1][CN_SUIT_DIAMONDS], replaced);
        assert_int_equal(event.u.step.drawn.seat, replaced ? 1 : CN_SEAT_NONE);
        assert_int_equal(t.game.hand[1].size, replaced ? 7 : 6);
        assert_int_equal(deck_held(&t, 1, "3h"), 0);
        assert_int_equal(t.game.deck[t.game.deck_next], deck_card(replaced ? "6c" : "3d"));
        assert_int_equal(t.game.pub.pile_count, 0);
        assert_false(t.game.pub.pile_frozen);
    }
}

/* P89. In the largest pack the stock ends where the room of the deck does. */
static void an_empty_stock_of_the_largest_pack_ends_the_hand(void **state)
{
    (void)state;
    const deck_at at[] = {{0, 4, "4c4d4h4s"}};
    cn_rules rules = table_rules("classic_pagat", "decks = 10; jokers_total = 20");
    table t;
    assert_int_equal(rules.deck_size, CN_DECK_CARDS_MAX);
    deck_play(&t, &rules, at, 1);
    cn_game *game = &t.game;
    deck_bury_stock(game, 0);
    const cn_mask legal = cn_legal(&rules, &game->pub, &game->hand[game->pub.seat]);
    assert_true(cn_mask_has(&legal, CN_STEP_DRAW));
    cn_game_make(game, &rules, CN_STEP_DRAW);
    assert_int_equal(game->pub.phase, CN_PHASE_HAND_END);
    assert_int_equal(game->pub.end, CN_END_STOCK);
}

/* P93: a lay, too, if one could be made then. */
static void a_lay_with_no_stock_left_ends_the_hand(void **state)
{
    (void)state;
    cn_rules rules = table_rules("classic_pagat", "hand_size = 5; min_table = any:15; "
                                                  "stock_end = immediate");
    const deck_at at[] = {{0, 4, "KcKdKhKs9d"}, {20, 1, "5c4c"}};
    table t;
    deck_play(&t, &rules, at, 2);
    deck_step(&t, CN_STEP_DRAW, "");
    for (unsigned i = 0; i < 3; i++) deck_step(&t, CN_STEP_LAY + CN_KIND_K, "");
    deck_step(&t, CN_STEP_OPEN, "");
    deck_bury_stock(&t.game, 0);
    cn_game_make(&t.game, &rules, CN_STEP_LAY + CN_KIND_K);
    assert_int_equal(t.game.pub.phase, CN_PHASE_HAND_END);
    assert_int_equal(t.game.pub.end, CN_END_STOCK);
}

/* C276. */
static void an_empty_stock_replaces_no_three_and_the_turn_goes_on(void **state)
{
    (void)state;
    const char *const names[] = {"relaxed", "classic_pagat", "classic_usp", "wiki_play"};
    const deck_at at[] = {taker, {44, 1, "3hKd"}};
    for (unsigned i = 0; i < COUNT(names); i++) {
        cn_rules rules = table_rules(names[i], "");
        table t;
        deck_play(&t, &rules, at, 2);
        cn_game *game = &t.game;
        deck_bury_stock(game, 0);
        const unsigned numbers[] = {CN_STEP_TAKE_PAIR, CN_STEP_LAY + CN_KIND_A,
                                    CN_STEP_LAY + CN_KIND_A, CN_STEP_LAY + CN_KIND_A, CN_STEP_OPEN};
        for (unsigned j = 0; j < COUNT(numbers); j++) {
            cn_step step = cn_step_make(numbers[j], CN_CARD_NONE, CN_CARD_NONE);
            assert_int_equal(cn_game_apply(game, &rules, step, NULL).code, CN_OK);
        }
        assert_int_equal(game->pub.three[1][CN_SUIT_HEARTS], 2);
        assert_int_equal(game->pub.three[1][CN_SUIT_DIAMONDS], 2);
        assert_int_equal(game->hand[1].kind[CN_KIND_RED3], 0);
        assert_int_equal(game->pub.phase, CN_PHASE_MELD);
    }
}

/* C368, P136: out is out, the three finds no replacement. */
static void who_takes_and_has_no_card_left_goes_out(void **state)
{
    (void)state;
    cn_rules rules = table_rules("relaxed", "hand_size = 5; out_canastas = 0");
    const deck_at at[] = {taker, {20, 1, "3hKd5c"}};
    table t;
    deck_play(&t, &rules, at, 2);
    cn_event event = take_and_open(&t);
    assert_int_equal(event.u.step.drawn.seat, CN_SEAT_NONE);
    assert_int_equal(t.game.pub.end, CN_END_OUT);
    assert_int_equal(t.game.pub.out_seat, 1);
    assert_int_equal(t.game.pub.three[1][CN_SUIT_HEARTS], 1);
}

/* The pile goes to the stock, of which these cards are the pile then. */
static void exchange_pile(cn_game *game, const cn_rules *rules, const cn_card *cards,
                          unsigned count)
{
    cn_public *pub = &game->pub;
    while (pub->pile_count > 0) game->deck[--game->deck_next] = pub->pile[--pub->pile_count];
    for (unsigned i = 0; i < count; i++) {
        unsigned at = game->deck_next;
        while (at < rules->deck_size && game->deck[at] != cards[i]) at++;
        assert_true(at < rules->deck_size);
        game->deck[at] = game->deck[game->deck_next++];
        pub->pile[pub->pile_count++] = cards[i];
    }
    pub->stock_count = (uint16_t)(rules->deck_size - game->deck_next);
    cn_public_count_pile(pub);
}

/* The same where the side has melded and the pile brings nothing but a three; with an event and
 * without one. */
static void a_take_that_brings_only_a_three_goes_out(void **state)
{
    (void)state;
    cn_rules rules = table_rules("classic_pagat", "hand_size = 5; out_canastas = 0; "
                                                  "min_table = any:15");
    const deck_at at[] = {{0, 4, "KcKdKh9c9d"}, {20, 1, "5c4c4d4h4s"}};
    table t;
    deck_play(&t, &rules, at, 2);
    deck_step(&t, CN_STEP_DRAW, "");
    for (unsigned i = 0; i < 3; i++) deck_step(&t, CN_STEP_LAY + CN_KIND_K, "");
    deck_step(&t, CN_STEP_OPEN, "");
    deck_step(&t, CN_STEP_DISCARD + CN_KIND_4, "");
    for (unsigned i = 0; i < 3; i++) {
        deck_step(&t, CN_STEP_DRAW, "");
        deck_step(&t, CN_STEP_DISCARD + CN_KIND_4, "");
    }
    cn_game *game = &t.game, heard;
    exchange_pile(game, &rules, (const cn_card[]){deck_card("3h"), deck_card("9h")}, 2);
    heard = *game;
    cn_event event;
    const cn_step step = cn_step_make(CN_STEP_TAKE_PAIR, CN_CARD_NONE, CN_CARD_NONE);
    assert_int_equal(cn_game_apply(&heard, &rules, step, &event).code, CN_OK);
    cn_game_make(game, &rules, CN_STEP_TAKE_PAIR);
    assert_int_equal(game->pub.end, CN_END_OUT);
    assert_int_equal(game->pub.out_seat, 1);
    assert_true(cn_game_hash(game, &rules) == cn_game_hash(&heard, &rules));
}

/* C074, P140. */
static void black_threes_of_a_pile_may_be_set_aside(void **state)
{
    (void)state;
    const deck_at at[] = {taker, {44, 1, "3s3cKd"}};
    const char *const covered = "upcard_mode = cover_wild_any3; black3_from_pile = set_aside:5:100";
    cn_rules aside = table_rules("classic_pagat", covered);
    cn_rules kept = table_rules("classic_pagat", "upcard_mode = cover_wild_any3");
    table t;
    deck_play(&t, &aside, at, 2);
    take_and_open(&t);
    assert_int_equal(t.game.pub.side[1].set_aside, 2);
    assert_int_equal(t.game.hand[1].size, 6);
    deck_play(&t, &kept, at, 2);
    take_and_open(&t);
    assert_int_equal(t.game.pub.side[1].set_aside, 0);
    assert_int_equal(deck_held(&t, 1, "3s") + deck_held(&t, 1, "3c"), 2);
}

/* P20, S17. */
static void buried_cards_come_with_the_pile_unseen(void **state)
{
    (void)state;
    static const struct {
        const char *overrides;
        unsigned reached, stays;
    } cases[] = {{"upcard_extra_pile = by_rank_value", 12, 0},
                 {"upcard_extra_pile = by_rank_value; take_amount = 5", 3, 9}};
    /* The thirteenth, which was moved last, is a red three and lies on top of the others. */
    const deck_at at[] = {taker, {44, 1, "Kd"}, {57, 1, "3h"}};
    for (unsigned i = 0; i < COUNT(cases); i++) {
        cn_rules rules = table_rules("classic_pagat", cases[i].overrides);
        table t;
        deck_play(&t, &rules, at, 3);
        assert_int_equal(t.game.pub.pile_count, 14);
        cn_event event = take_and_open(&t);
        const cn_arrivals *drawn = &event.u.step.drawn;
        assert_int_equal(drawn->count, cases[i].reached);
        assert_int_equal(drawn->three[CN_SUIT_HEARTS], 1);
        assert_int_equal(drawn->stock_count, 0);
        assert_int_equal(t.game.pub.pile_count, cases[i].stays);
        assert_int_equal(t.game.hand[1].size, 6 + cases[i].reached);
        cn_event seen = cn_event_for(&rules, &event, 2);
        assert_int_equal(seen.u.step.drawn.card[0], CN_CARD_HIDDEN);
    }
}

/* S17: the rest of the pile stays, unfrozen. */
static void a_part_of_the_pile_may_be_taken(void **state)
{
    (void)state;
    cn_rules rules = table_rules("classic_pagat", "take_amount = 2");
    const deck_at at[] = {taker, {44, 1, "2h2dXKd"}};
    table t;
    deck_play(&t, &rules, at, 2);
    assert_true(t.game.pub.pile_frozen);
    take_and_open(&t);
    assert_int_equal(t.game.pub.pile_count, 2);
    assert_int_equal(cn_public_top(&t.game.pub), deck_card("2d"));
    assert_false(t.game.pub.pile_frozen);
    assert_true(t.game.pub.pile_taken);
    assert_int_equal(deck_held(&t, 1, "X"), 1);
}

/* P110. */
static void the_opener_may_draw_at_once(void **state)
{
    (void)state;
    cn_rules rules = table_rules("classic_pagat", "draw_on_initial_meld = 13; decks = 3");
    const deck_at at[] = {{0, 4, "AcAdAhAs"}, {45, 1, "5c3d"}};
    table t;
    deck_play(&t, &rules, at, 2);
    deck_step(&t, CN_STEP_DRAW, "");
    for (unsigned i = 0; i < 3; i++) deck_step(&t, CN_STEP_LAY + CN_KIND_A, "");
    cn_event event = deck_event(&t, CN_STEP_OPEN, "");
    assert_int_equal(event.u.step.drawn.count, 13);
    assert_int_equal(event.u.step.drawn.three[CN_SUIT_DIAMONDS], 1);
    assert_int_equal(event.u.step.drawn.stock_count, 14);
    assert_int_equal(t.game.hand[1].size, 11 + 1 - 3 + 13);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_draw_that_brings_one_card_goes_on),
        cmocka_unit_test(a_draw_that_brings_nothing_ends_the_hand),
        cmocka_unit_test(an_empty_stock_ends_the_hand_when_the_rules_say),
        cmocka_unit_test(a_lazy_three_is_replaced_before_the_turn),
        cmocka_unit_test(one_drawn_three_may_be_held),
        cmocka_unit_test(a_held_three_may_be_laid_out),
        cmocka_unit_test(threes_of_a_taken_pile_are_replaced_where_the_rules_say),
        cmocka_unit_test(an_empty_stock_of_the_largest_pack_ends_the_hand),
        cmocka_unit_test(an_empty_stock_replaces_no_three_and_the_turn_goes_on),
        cmocka_unit_test(a_lay_with_no_stock_left_ends_the_hand),
        cmocka_unit_test(who_takes_and_has_no_card_left_goes_out),
        cmocka_unit_test(a_take_that_brings_only_a_three_goes_out),
        cmocka_unit_test(black_threes_of_a_pile_may_be_set_aside),
        cmocka_unit_test(buried_cards_come_with_the_pile_unseen),
        cmocka_unit_test(a_part_of_the_pile_may_be_taken),
        cmocka_unit_test(the_opener_may_draw_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
