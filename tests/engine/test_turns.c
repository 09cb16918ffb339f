/* Turns played out card by card: drawing, taking, opening, asking, going out, an empty stock.
 * Not here: refusals of single plays (the golden cases). Invariant: each test names its claim. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "canasta/legal.h"
#include "table.h"
#include "text/cards/card_text.h"

/* Four hands, of five cards unless the overrides say otherwise; seat 1 is first. */
static void deal_short(table *t, const char *overrides, const char *const *hands, const char *rest)
{
    char text[200];
    cn_writer w = cn_writer_make(text, sizeof text);
    bool sized = strstr(overrides, "hand_size") != NULL;
    cn_write(&w, "%s%s", sized ? "" : "hand_size = 5; ", overrides);
    cn_rules rules = table_rules("classic_pagat", text);
    table_start(t, &rules, 0);
    cn_game_start(&t->game, &t->rules, 0);
    for (unsigned seat = 0; seat < 4; seat++)
        cn_view_start(&t->view[seat], &t->rules, seat, 0, 0, NULL);
    table_deal_cards(t, hands, rest);
    assert_int_equal(t->game.pub.seat, 1);
}

static unsigned code(const table *t, const char *play)
{
    return table_judge(t, play).code;
}

static void a_drawn_red_three_is_laid_out_and_replaced(void **state)
{
    (void)state;
    table t;
    const char *const hands[] = {"4c4d5c5d6c", "7c7d8c8d9c", "TcTdJcJdQc", "KcKdAcAd6d"};
    deal_short(&t, "", hands, "9d3d3h9h");
    table_play(&t, "draw");
    assert_int_equal(t.game.hand[1].size, 6);
    assert_int_equal(t.game.pub.three[1][CN_SUIT_DIAMONDS], 1);
    assert_int_equal(t.game.pub.three[1][CN_SUIT_HEARTS], 1);
    assert_int_equal(t.game.pub.phase, CN_PHASE_MELD);
    assert_int_equal(t.view[0].hand.size, 5);
    assert_int_equal(t.view[0].pub.hand_count[1], 6);
}

static void empty_the_stock(table *t, unsigned leave)
{
    while (t->game.pub.stock_count > leave) {
        table_play(t, "draw");
        cn_cards held = t->game.hand[t->game.pub.seat];
        char play[40];
        cn_writer w = cn_writer_make(play, sizeof play);
        cn_write(&w, "discard ");
        /* Throwing what was drawn last keeps the hands; the highest face stands for it. */
        cn_card cards[CN_DECK_CARDS_MAX];
        unsigned count = cn_cards_list(&held, cards);
        cn_write_card(&w, cards[count - 1]);
        table_play(t, play);
    }
}

/* C187: the last card is a red three: it is laid out, and the hand ends without meld or discard. */
static void a_red_three_as_last_card_ends_the_hand(void **state)
{
    (void)state;
    table t;
    const char *const hands[] = {"4c4d5c5d6c", "7c7d8c8d9c", "TcTdJcJdQc", "KcKdAcAd6d"};
    deal_short(&t, "", hands, "9d");
    cn_card *deck = t.game.deck;
    unsigned last = t.rules.deck_size - 1U, place = t.game.deck_next;
    while (cn_card_kind(deck[place]) != CN_KIND_RED3) place++;
    cn_card red3 = deck[place];
    deck[place] = deck[last];
    deck[last] = red3;
    empty_the_stock(&t, 1);
    unsigned seat = t.game.pub.seat, size = t.game.hand[seat].size;
    unsigned red3_count = cn_public_threes(&t.game.pub, seat, true);
    table_play(&t, "draw");
    assert_int_equal(t.game.pub.phase, CN_PHASE_HAND_END);
    assert_int_equal(t.game.pub.end, CN_END_RED_THREE);
    assert_int_equal(t.game.hand[seat].size, size);
    assert_int_equal(cn_public_threes(&t.game.pub, seat, true), red3_count + 1);
    table_score(&t);
}

/* P89: the hand ends when a needed draw is impossible, and nobody gets the going-out bonus. */
static void declining_with_an_empty_stock_ends_the_hand(void **state)
{
    (void)state;
    table t;
    const char *const hands[] = {"4c4d5c5d6c", "7c7d8c8d9c", "TcTdJcJdQc", "KcKdAcAd6d"};
    deal_short(&t, "", hands, "9d");
    empty_the_stock(&t, 0);
    assert_int_equal(t.game.pub.phase, CN_PHASE_DRAW);
    table_play(&t, "draw");
    assert_int_equal(t.game.pub.end, CN_END_STOCK);
    cn_score scores[CN_SIDES_MAX];
    cn_score_hand(&t.rules, &t.game.pub, t.game.hand, NULL, scores);
    assert_int_equal(scores[0].go_out + scores[1].go_out, 0);
}

/* C072: a red three in a taken pile is laid out for the taker and not replaced. */
static void a_red_three_in_the_pile_goes_to_the_taker_without_replacement(void **state)
{
    (void)state;
    table t;
    const char *const hands[] = {"4c4d5c5d6c6s4h", "AcAdAhKhKs8c8d", "TcTdJcJdQcQd9h",
                                 "7c7dQhQs6d7h7s"};
    deal_short(&t, "hand_size = 7", hands, "3hKd");
    assert_true(t.game.pub.pile_frozen);
    unsigned stock = t.game.pub.stock_count;
    assert_int_equal(code(&t, "take KhKs; open"), CN_REASON_MIN);
    table_play(&t, "take KhKs; open AcAdAh");
    assert_int_equal(t.game.pub.three[1][CN_SUIT_HEARTS], 1);
    assert_int_equal(t.game.pub.stock_count, stock);
    assert_int_equal(t.game.pub.pile_frozen, 0);
}

static void a_discarded_wild_freezes_until_the_pile_is_taken(void **state)
{
    (void)state;
    table t;
    const char *const hands[] = {"4c4d5c5d6c", "2c7d8c8d9c", "9h9sJcJdJh", "KcKdAcAd6d"};
    deal_short(&t, "min_table = any:15", hands, "Qd4h9d");
    table_play(&t, "draw");
    table_play(&t, "discard 2c");
    assert_true(t.game.pub.pile_frozen);
    assert_int_equal(code(&t, "take 9h9s; open"), CN_REASON_TOP_WILD);
    table_play(&t, "draw");
    table_play(&t, "discard Jc");
    assert_true(t.game.pub.pile_frozen);
    table_play(&t, "draw");
    table_play(&t, "discard 6d");
    table_play(&t, "draw");
    table_play(&t, "discard 6c");
    assert_int_equal(t.game.pub.pile_count, 5);
}

/* P84 to P87 and C156: seven cards laid at once from a stock draw need no count and score 200. */
static void going_out_at_once_is_concealed_and_needs_no_count(void **state)
{
    (void)state;
    table t;
    const char *const hands[] = {"QcQdJcJdAc", "5c5d5h5s2c", "TcTdThTs4c", "KcKdAcAd6d"};
    deal_short(&t, "canasta_size = 5; min_table = any:90", hands, "9d9h");
    table_play(&t, "draw");
    assert_int_equal(code(&t, "open 5c5d5h5s; discard 9h"), CN_REASON_MIN);
    assert_int_equal(code(&t, "open 5c5d5h5s2c; discard 9h"), CN_OK);
    table_play(&t, "open 5c5d5h5s2c; discard 9h");
    assert_int_equal(t.game.pub.end, CN_END_OUT);
    assert_int_equal(t.game.pub.out_seat, 1);
    assert_true(t.game.pub.out_concealed);
    cn_score scores[CN_SIDES_MAX];
    cn_score_hand(&t.rules, &t.game.pub, t.game.hand, NULL, scores);
    assert_int_equal(scores[1].go_out, 200);
    assert_int_equal(scores[1].canastas, 300);
    assert_int_equal(scores[1].melded, 40);
    assert_int_equal(scores[1].hand, -10 * 2 - 20 * 2 - 5);
    table_score(&t);
    assert_int_equal(t.view[2].pub.side[1].total_points, scores[1].total);
}

/* C161: a card added to the partner's meld costs the concealed bonus. */
static void a_card_for_the_partners_meld_is_not_concealed(void **state)
{
    (void)state;
    table t;
    const char *const hands[] = {"QcQdJcJdAc", "5c5d5h5s8c", "TcTdThTs4c", "8d8h8sKd6d"};
    deal_short(&t, "canasta_size = 4; min_table = any:15", hands, "9d9h4h6hJh9s");
    table_play(&t, "draw");
    table_play(&t, "discard 9h");
    table_play(&t, "draw");
    table_play(&t, "discard 4h");
    table_play(&t, "draw");
    table_play(&t, "open 8d8h8s");
    table_play(&t, "discard 6h");
    table_play(&t, "draw");
    table_play(&t, "discard Jh");
    table_play(&t, "draw");
    table_play(&t, "meld 5c5d5h5s 8:8c; discard 9s");
    assert_int_equal(t.game.pub.end, CN_END_OUT);
    assert_false(t.game.pub.out_concealed);
    cn_score scores[CN_SIDES_MAX];
    cn_score_hand(&t.rules, &t.game.pub, t.game.hand, NULL, scores);
    assert_int_equal(scores[1].go_out, 100);
}

/* P67 to P70: the question binds; a yes obliges to go out, a no forbids it for this turn. */
static void a_yes_obliges_and_a_no_forbids(void **state)
{
    (void)state;
    for (unsigned yes = 0; yes < 2; yes++) {
        const char *const hands[] = {"QcQdJcJdAc", "5c5d5h5sKh", "TcTdThTs4c", "6c6dKcKd6h"};
        table t;
        deal_short(&t, "canasta_size = 4; min_table = any:15", hands, "9d2c");
        table_play(&t, "draw"); /* 5555 Kh 2c: the king is the discard */
        table_play(&t, "ask");
        assert_int_equal(t.game.pub.seat, 3);
        assert_int_equal(t.game.pub.asker, 1);
        assert_int_equal(code(&t, "draw"), CN_REASON_PHASE);
        table_play(&t, yes ? "yes" : "no");
        assert_int_equal(t.game.pub.seat, 1);
        assert_int_equal(code(&t, "ask"), CN_REASON_ASK_AGAIN);
        const char *out = "open 5c5d5h5s2c; discard Kh";
        const char *stay = "open 5c5d5h5s; discard Kh";
        assert_int_equal(code(&t, out), yes ? CN_OK : CN_REASON_ASK_NO);
        assert_int_equal(code(&t, stay), yes ? CN_REASON_ASK_YES : CN_OK);
        assert_int_equal(code(&t, "discard Kh"), yes ? CN_REASON_ASK_YES : CN_OK);
        table_play(&t, yes ? out : stay);
        assert_int_equal(t.game.pub.phase, yes ? CN_PHASE_HAND_END : CN_PHASE_DRAW);
    }
}

/* C173: after a meld of this turn, other than that of a take, it is too late to ask. */
static void the_question_comes_before_the_melds(void **state)
{
    (void)state;
    const char *const hands[] = {"QcQdJcJdAc", "5c5d5h5sKh", "TcTdThTs4c", "6c6dKcKd6h"};
    table t;
    deal_short(&t, "canasta_size = 4; min_table = any:15", hands, "9d2c");
    table_play(&t, "draw");
    table_play(&t, "open 5c5d5h5s");
    assert_int_equal(code(&t, "ask"), CN_REASON_ASK_LATE);
}

/* P90: with an empty stock a top card that fits an own meld must be taken. */
static void a_matching_top_must_be_taken_when_the_stock_is_empty(void **state)
{
    (void)state;
    const char *const hands[] = {"4c4d5c5d6c", "KcKdKhAcAs", "TcTdJcJdQc", "7c7d8c8d6d"};
    table t;
    deal_short(&t, "min_table = any:15", hands, "9d");
    table_play(&t, "draw");
    table_play(&t, "open KcKdKh");
    t.game.pub.stock_count = 0; /* the rest of the stock is out of play */
    t.game.deck_next = t.rules.deck_size;
    cn_public pub = t.game.pub;
    cn_cards hand = t.game.hand[1];
    pub.phase = CN_PHASE_DRAW;
    pub.pile[0] = cn_card_make(CN_KIND_K, CN_SUIT_SPADES);
    pub.pile[1] = cn_card_make(CN_KIND_K, CN_SUIT_SPADES);
    pub.pile_count = 2;
    cn_public_count_pile(&pub);
    cn_step decline = cn_step_make(CN_STEP_DRAW, CN_CARD_NONE, CN_CARD_NONE);
    assert_int_equal(cn_judge(&t.rules, &pub, &hand, decline).code, CN_REASON_FORCED_TAKE);
    pub.pile_frozen = 1;
    assert_int_equal(cn_judge(&t.rules, &pub, &hand, decline).code, CN_OK);
    pub.pile_frozen = 0;
    pub.stock_count = 1;
    assert_int_equal(cn_judge(&t.rules, &pub, &hand, decline).code, CN_OK); /* P91 */
}

/* P65 and P123: black threes are laid in one action, which `open` ends: the fourth, still in the
 * pile that comes to the hand with the opening, can neither join them nor be kept. */
static void black_threes_of_an_opening_take_no_more_from_the_pile(void **state)
{
    (void)state;
    const char *const hands[] = {"4c4d5c5d6c6d", "5c5d5h3c3s3c", "9h9s9dAdQcTc", "7c7d8c8d6d6s"};
    table t;
    deal_short(&t, "hand_size = 6; min_table = any:15; canasta_size = 4", hands, "Qd");
    cn_card s3 = cn_card_make(CN_ROW_THREES, CN_SUIT_SPADES);
    t.game.pub.pile[0] = s3;
    t.game.pub.pile[1] = cn_card_make(CN_KIND_9, CN_SUIT_DIAMONDS);
    t.game.pub.pile[2] = cn_card_make(CN_KIND_5, CN_SUIT_SPADES);
    t.game.pub.pile_count = 3;
    cn_public_count_pile(&t.game.pub);
    assert_int_equal(code(&t, "take 5c5d5h; open 3c3s3c"), CN_REASON_BLACK3);
    assert_int_equal(code(&t, "take 5c5d5h; open"), CN_OK);
    t.game.pub.pile[0] = t.game.pub.pile[1]; /* without it the one card left is discarded */
    t.game.pub.pile[1] = t.game.pub.pile[2];
    t.game.pub.pile_count = 2;
    cn_public_count_pile(&t.game.pub);
    assert_int_equal(code(&t, "take 5c5d5h; open 3c3s3c"), CN_OK);
}

/* P65 with P138: black threes needed for the count are laid before the last pile card comes to the
 * hand, so that card can no longer complete the canasta: the take itself is the dead end. */
static void black_threes_for_the_count_bar_a_later_canasta(void **state)
{
    (void)state;
    const char *const hands[] = {"4c4d6c6d6h7c7d7h", "5c5d9c9d9h3c3s3c", "TcTdThJcJdJhQcQd",
                                 "KcKdKhAcAdAh8c8d"};
    const cn_step take = cn_step_make(CN_STEP_TAKE_PAIR, CN_CARD_NONE, CN_CARD_NONE);
    for (unsigned minimum = 45; minimum <= 50; minimum += 5) {
        char overrides[100];
        cn_writer w = cn_writer_make(overrides, sizeof overrides);
        cn_write(&w, "hand_size = 8; canasta_size = 4; min_table = any:%u", minimum);
        table t;
        deal_short(&t, overrides, hands, "Qs");
        cn_public *pub = &t.game.pub;
        pub->pile[0] = cn_card_make(CN_KIND_9, CN_SUIT_SPADES);
        pub->pile[1] = cn_card_make(CN_KIND_5, CN_SUIT_SPADES);
        pub->pile_count = 2;
        cn_public_count_pile(pub);
        assert_int_equal(cn_legal_step(&t.rules, pub, &t.game.hand[1], take), minimum == 45);
    }
}

/* A view remembers what it saw and nothing else. */
static void a_view_remembers_takes_discards_and_declined_tops(void **state)
{
    (void)state;
    const char *const hands[] = {"4c4d5c5d6c", "KcKdKhAcAs", "9h9s9dAdQc", "7c7d8c8d6d"};
    table t;
    deal_short(&t, "min_table = any:15", hands, "QdTh");
    table_play(&t, "draw");
    table_play(&t, "discard Th");
    table_play(&t, "draw");
    table_play(&t, "open 9h9s9d; discard Ad");
    table_play(&t, "draw");
    const cn_memory *memory = &t.view[0].memory;
    assert_int_equal(memory->seat[1].declined[CN_KIND_Q], 1);
    assert_int_equal(memory->seat[2].declined[CN_KIND_T], 1);
    assert_int_equal(memory->seat[3].declined[CN_KIND_A], 1);
    assert_int_equal(memory->seat[1].discarded[CN_KIND_T], 1);
    assert_int_equal(memory->discard_count, 2);
    assert_int_equal(memory->discard[1].seat, 2);
    assert_int_equal(t.view[0].hand.size, 5);
}

/* An event that cannot follow is refused, and the view stays as it was. */
static void a_view_refuses_events_that_cannot_follow(void **state)
{
    (void)state;
    const char *const hands[] = {"4c4d5c5d6c", "KcKdKhAcAs", "9h9s9dAdQc", "7c7d8c8d6d"};
    table t;
    deal_short(&t, "", hands, "QdTh");
    cn_view *view = &t.view[0];
    uint64_t before = cn_view_hash(view, &t.rules);
    cn_event event = {.kind = CN_EVENT_STEP, .seat = 2};
    event.u.step.step = cn_step_make(CN_STEP_DRAW, CN_CARD_NONE, CN_CARD_NONE);
    event.start.seat = CN_SEAT_NONE;
    cn_arrivals *drawn = &event.u.step.drawn;
    drawn->seat = 2;
    drawn->count = drawn->stock_count = 1;
    drawn->card[0] = CN_CARD_HIDDEN;
    assert_false(cn_view_apply(view, &t.rules, &event)); /* not that seat's turn */
    event.seat = drawn->seat = 1;
    drawn->card[0] = cn_card_make(CN_KIND_T, CN_SUIT_HEARTS);
    assert_false(cn_view_apply(view, &t.rules, &event)); /* a card this seat may not see */
    drawn->card[0] = drawn->card[1] = CN_CARD_HIDDEN;
    drawn->count = drawn->stock_count = 2;
    assert_false(cn_view_apply(view, &t.rules, &event)); /* two cards for a draw of one */
    event.u.step.step = cn_step_make(CN_STEP_DISCARD, 0, CN_CARD_NONE);
    drawn->seat = CN_SEAT_NONE;
    drawn->count = drawn->stock_count = 0;
    assert_false(cn_view_apply(view, &t.rules, &event)); /* no discard before the draw */
    event.kind = CN_EVENT_SCORE;
    assert_false(cn_view_apply(view, &t.rules, &event));
    assert_true(before == cn_view_hash(view, &t.rules));
}

/* P86: such an opening goes out with the card that is left, by discarding it, though it would fit a
 * meld. */
static void an_exempt_opening_ends_with_a_discard(void **state)
{
    (void)state;
    const char *const kinds[] = {"wild_meld = no", "wild_meld = yes"}; /* plain rules, and others */
    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        table t;
        char overrides[200];
        cn_writer w = cn_writer_make(overrides, sizeof overrides);
        cn_write(&w, "hand_size = 7; canasta_size = 4; min_table = any:500; %s", kinds[i]);
        const char *const hands[] = {"6c7d8h9sTcJdQh", "4c4d4h4s4c5c5d", "6d7h8s9cTdJhQs",
                                     "6h7s8c9dThJsQc"};
        deal_short(&t, overrides, hands, "Kc5h");
        table_play(&t, "draw; open 4c4d4h4s 5c5d5h");
        assert_true(t.game.pub.turn.opened_exempt);
        const cn_mask mask = cn_legal(&t.rules, &t.game.pub, &t.game.hand[1]);
        assert_int_equal(cn_mask_count(&mask), 1);
        assert_true(cn_mask_has(&mask, CN_STEP_DISCARD + CN_KIND_4));
    }
}

/* P125: melds have seven cards at most, and all that could be laid just makes the count: a third
 * two for the fours would take the place of a four. */
static void a_wild_of_an_opening_takes_no_place_that_a_natural_needs(void **state)
{
    (void)state;
    table t;
    const char *const hands[] = {"6c6d7d8h8s9sTcTdJdQhAsAh", "4c4d4h4s4s5d5h5s2c2d2h7h",
                                 "6d6h7c8s9cTdTsJhJsQsAcAd", "6h7s8c8d9d9hThJsJcQcQdAs"};
    deal_short(&t,
               "hand_size = 12; wild_meld = yes; meld_max = 7; add_natural_to_canasta = no; "
               "add_wild_to_canasta = no; min_table = any:100",
               hands, "9hKc");
    static const unsigned steps[] = {CN_STEP_DRAW,
                                     CN_STEP_LAY + CN_KIND_4,
                                     CN_STEP_LAY + CN_KIND_4,
                                     CN_STEP_LAY + CN_KIND_4,
                                     CN_STEP_LAY_TWO + CN_KIND_4,
                                     CN_STEP_LAY_TWO + CN_KIND_4};
    for (unsigned i = 0; i < sizeof steps / sizeof steps[0]; i++)
        table_step(&t, cn_step_make(steps[i], CN_CARD_NONE, CN_CARD_NONE));
    const cn_mask mask = cn_legal(&t.rules, &t.game.pub, &t.game.hand[1]);
    assert_true(cn_mask_has(&mask, CN_STEP_LAY + CN_KIND_4));
    assert_false(cn_mask_has(&mask, CN_STEP_LAY_TWO + CN_KIND_4));
}

/* P61: only an unfinished meld of wilds keeps them from the others. */
static void a_canasta_of_wilds_opens_beside_a_mixed_meld(void **state)
{
    (void)state;
    table t;
    const char *const hands[] = {"4c4d5c5d6c7c7d8c8dThJhAsKs", "QdQh2c2c2d2d2h2sXX6h6sKh",
                                 "TcTdJcJdQcQsAhAcKdKc9c9s7s", "KhKdAcAd6d8h8s9h9dTsJsQd4h"};
    const cn_rules rules = table_rules("modern_american", "min_table = any:200");
    table_start(&t, &rules, 0);
    cn_game_start(&t.game, &t.rules, 0);
    for (unsigned seat = 0; seat < 4; seat++)
        cn_view_start(&t.view[seat], &t.rules, seat, 0, 0, NULL);
    table_deal_cards(&t, hands, "4d");
    table_play(&t, "draw");
    const unsigned queen = CN_STEP_LAY + CN_KIND_Q, two = CN_STEP_LAY_TWO + CN_KIND_Q;
    const cn_card red[] = {cn_card_make(CN_KIND_Q, CN_SUIT_DIAMONDS),
                           cn_card_make(CN_KIND_Q, CN_SUIT_HEARTS)};
    for (unsigned i = 0; i < 2; i++) table_step(&t, cn_step_make(queen, red[i], CN_CARD_NONE));
    table_step(&t, cn_step_make(two, cn_card_make(CN_ROW_TWOS, CN_SUIT_CLUBS), CN_CARD_NONE));
    const cn_mask legal = cn_legal(&t.rules, &t.game.pub, &t.game.hand[1]);
    assert_true(cn_mask_has(&legal, CN_STEP_LAY_TWO_WILD));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_drawn_red_three_is_laid_out_and_replaced),
        cmocka_unit_test(a_red_three_as_last_card_ends_the_hand),
        cmocka_unit_test(declining_with_an_empty_stock_ends_the_hand),
        cmocka_unit_test(a_red_three_in_the_pile_goes_to_the_taker_without_replacement),
        cmocka_unit_test(a_discarded_wild_freezes_until_the_pile_is_taken),
        cmocka_unit_test(going_out_at_once_is_concealed_and_needs_no_count),
        cmocka_unit_test(a_card_for_the_partners_meld_is_not_concealed),
        cmocka_unit_test(a_yes_obliges_and_a_no_forbids),
        cmocka_unit_test(the_question_comes_before_the_melds),
        cmocka_unit_test(a_matching_top_must_be_taken_when_the_stock_is_empty),
        cmocka_unit_test(black_threes_of_an_opening_take_no_more_from_the_pile),
        cmocka_unit_test(black_threes_for_the_count_bar_a_later_canasta),
        cmocka_unit_test(a_view_remembers_takes_discards_and_declined_tops),
        cmocka_unit_test(a_view_refuses_events_that_cannot_follow),
        cmocka_unit_test(an_exempt_opening_ends_with_a_discard),
        cmocka_unit_test(a_wild_of_an_opening_takes_no_place_that_a_natural_needs),
        cmocka_unit_test(a_canasta_of_wilds_opens_beside_a_mixed_meld),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
