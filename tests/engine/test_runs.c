/* Which meld a card goes to, runs of lays, joined melds, and what a turn notes of them (S1 to S5,
 * S22, P56, P67, P84). Not here: whether melds are lawful.
 * Invariant: each test names the claim it proves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "decks.h"
#include "engine/step/target.h"
#include "engine/turn/apply.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static void lay(table *t, unsigned kind, unsigned times)
{
    for (unsigned i = 0; i < times; i++) deck_step(t, cn_step_lay(kind, kind), "");
}

static void sequence(table *t, const char *const *cards, unsigned count)
{
    for (unsigned i = 0; i < count; i++) deck_step(t, cn_step_sequence(deck_card(cards[i])), "");
}

static const cn_side *own_side(const table *t)
{
    return cn_public_acting(&t->game.pub);
}

static unsigned size_of(const table *t, unsigned meld_i)
{
    assert_true(meld_i < own_side(t)->meld_count);
    return cn_meld_size(&own_side(t)->meld[meld_i]);
}

/* The first player has drawn 9c and opened with three queens. */
static void open_with_queens(table *t, const char *name, const char *overrides, const char *more)
{
    cn_rules rules = table_rules(name, overrides);
    const deck_at at[] = {
        {0, 4, "QcQdQh"}, {12, 4, more}, {4 * cn_hand_size(&rules, 1) + 1, 1, "9c9d"}};
    deck_play(t, &rules, at, COUNT(at));
    deck_step(t, CN_STEP_DRAW, "");
    lay(t, CN_KIND_Q, 3);
    deck_step(t, CN_STEP_OPEN, "");
}

/* S1 c, d, S2, S4: a run goes on with its meld until another lay, NEW or TO_MELD ends it. */
static void a_card_goes_to_the_meld_of_the_run(void **state)
{
    (void)state;
    table t;
    open_with_queens(&t, "samba", "min_table = any:15", "KcKdKhKsKcKdKhAcAdAh");
    assert_int_equal(t.game.pub.turn.run_meld, CN_NO_MELD); /* `open` ends it */
    lay(&t, CN_KIND_K, 4);
    assert_int_equal(size_of(&t, 1), 4);
    assert_int_equal(t.game.pub.turn.run_before, 0);
    deck_step(&t, CN_STEP_NEW, "");
    lay(&t, CN_KIND_K, 3);
    assert_int_equal(own_side(&t)->meld_count, 3);
    assert_int_equal(size_of(&t, 2), 3);
    lay(&t, CN_KIND_A, 3);
    assert_int_equal(t.game.pub.turn.run_meld, 3);
    deck_step(&t, CN_STEP_TO_MELD + 1, "");
    deck_step(&t, CN_STEP_JOIN + 2, "");
    assert_int_equal(own_side(&t)->meld_count, 3);
    assert_int_equal(size_of(&t, 1), 7);
    assert_int_equal(own_side(&t)->meld[2].rank, CN_KIND_A);
    assert_int_equal(t.game.pub.turn.added_old, 0);        /* both were begun in this turn */
    assert_int_equal(own_side(&t)->concealed_canastas, 0); /* S22: joins never count */
    assert_int_equal(t.game.pub.own_canasta[1], 1);
}

/* S2, P57: the cards that lay there when the run began. */
static void a_named_meld_begins_a_run_of_its_own(void **state)
{
    (void)state;
    table t;
    open_with_queens(&t, "samba", "min_table = any:15", "KcKdKhKsKcKd2cAcAdAh");
    lay(&t, CN_KIND_K, 3);
    lay(&t, CN_KIND_A, 3);
    deck_step(&t, CN_STEP_TO_MELD + 1, "");
    assert_int_equal(t.game.pub.turn.to_meld, 1);
    lay(&t, CN_KIND_K, 1);
    const cn_turn *turn = &t.game.pub.turn;
    assert_int_equal(turn->to_meld, CN_NO_MELD);
    assert_int_equal(turn->run_meld, 1);
    assert_int_equal(turn->run_before, 3);
    deck_step(&t, CN_STEP_LAY_TWO + CN_KIND_K, "");
    assert_int_equal(turn->run_wilds, 1);
    assert_int_equal(size_of(&t, 1), 5);
}

/* S5, P84 d, P148: melds of earlier turns, and one of this turn. */
static void a_meld_joined_with_an_older_one_counts_as_added(void **state)
{
    (void)state;
    cn_rules rules = table_rules("samba", "min_table = any:15");
    const deck_at at[] = {{0, 4, "KcKdKh"}, {2, 4, "KsKcKdQcQdQh"}, {61, 1, "9c9d"}};
    table t;
    deck_play(&t, &rules, at, COUNT(at));
    deck_step(&t, CN_STEP_DRAW, "");
    lay(&t, CN_KIND_K, 3);
    deck_step(&t, CN_STEP_OPEN, "");
    deck_step(&t, CN_STEP_DISCARD + CN_KIND_9, "");
    deck_draw_down(&t, t.game.pub.stock_count - 2);
    deck_step(&t, CN_STEP_DRAW, "");
    assert_int_equal(t.game.pub.turn.first_meld, 1);
    lay(&t, CN_KIND_Q, 3);
    lay(&t, CN_KIND_K, 3);
    assert_int_equal(t.game.pub.turn.added_old, 0);
    deck_step(&t, CN_STEP_TO_MELD, "");
    deck_step(&t, CN_STEP_JOIN + 2, "");
    assert_int_equal(t.game.pub.turn.added_old, 1);
    assert_int_equal(t.game.pub.turn.first_meld, 1);
    assert_int_equal(own_side(&t)->meld_count, 2);
    assert_int_equal(size_of(&t, 0), 6);
}

/* P63, S1: a sequence grows at both ends, and a card that does not fit begins another. */
static void a_sequence_grows_at_its_ends(void **state)
{
    (void)state;
    table t;
    open_with_queens(&t, "samba", "min_table = any:15", "5h6h7h8h4h9s8s7sTs");
    const char *const hearts[] = {"6h", "7h", "5h", "8h"}, *const spades[] = {"8s", "9s", "7s"};
    sequence(&t, hearts, 4);
    const cn_meld *meld = &own_side(&t)->meld[1];
    assert_int_equal(cn_meld_low(meld), CN_KIND_5);
    assert_int_equal(cn_meld_high(meld), CN_KIND_8);
    assert_int_equal(cn_meld_suit(meld), CN_SUIT_HEARTS);
    sequence(&t, spades, 3);
    assert_int_equal(own_side(&t)->meld_count, 3);
    unsigned low = cn_step_sequence(deck_card("4h"));
    assert_int_equal(cn_step_target(&t.rules, &t.game.pub, low), 3); /* the run is spades */
    deck_step(&t, CN_STEP_TO_MELD + 1, "");
    assert_int_equal(cn_step_target(&t.rules, &t.game.pub, low), 1);
    assert_int_equal(cn_step_target(&t.rules, &t.game.pub, cn_step_sequence(deck_card("Ts"))),
                     CN_NO_MELD);
    deck_step(&t, low, "");
    assert_int_equal(cn_meld_low(meld), CN_KIND_4);
    assert_int_equal(meld->naturals, 5);
}

/* S1 b, P56: beside a canasta that takes no more, and only there. */
static void a_second_meld_begins_beside_a_closed_canasta(void **state)
{
    (void)state;
    static const struct {
        const char *overrides;
        unsigned melds, first;
    } cases[] = {{"min_table = any:15; canasta_size = 4; add_natural_to_canasta = no; "
                  "add_wild_to_canasta = no",
                  3, 4},
                 {"min_table = any:15; canasta_size = 4", 2, 7}};
    for (unsigned i = 0; i < COUNT(cases); i++) {
        table t;
        open_with_queens(&t, "classic_pagat", cases[i].overrides, "KcKdKhKsKcKdKhAc");
        lay(&t, CN_KIND_K, 7);
        assert_int_equal(own_side(&t)->meld_count, cases[i].melds);
        assert_int_equal(size_of(&t, 1), cases[i].first);
    }
}

/* S22, P87: in the run that began it, by `open`, once; an interrupted meld does not count. */
static void a_canasta_laid_in_one_run_is_concealed(void **state)
{
    (void)state;
    const char *const small = "min_table = any:15; canasta_size = 4";
    table t;
    open_with_queens(&t, "forum", small, "KcKdKhKsAcAdAh");
    lay(&t, CN_KIND_A, 3);
    assert_int_equal(own_side(&t)->concealed_canastas, 0);
    lay(&t, CN_KIND_K, 4);
    assert_int_equal(own_side(&t)->concealed_canastas, 1);
    open_with_queens(&t, "forum", small, "KcKdKhKsAcAdAh");
    lay(&t, CN_KIND_K, 3);
    lay(&t, CN_KIND_A, 3);
    lay(&t, CN_KIND_K, 1);
    assert_int_equal(own_side(&t)->concealed_canastas, 0);
    cn_rules rules = table_rules("forum", small);
    const deck_at four[] = {{0, 4, "QcQdQhQs"}};
    deck_play(&t, &rules, four, 1);
    deck_step(&t, CN_STEP_DRAW, "");
    lay(&t, CN_KIND_Q, 4);
    assert_int_equal(own_side(&t)->concealed_canastas, 0); /* only staged */
    deck_step(&t, CN_STEP_OPEN, "");
    assert_int_equal(own_side(&t)->concealed_canastas, 1);
}

/* P67: lays that directly follow a take belong to it, whatever comes between does not. */
static void lays_after_a_take_belong_to_it_until_another_meld(void **state)
{
    (void)state;
    cn_rules rules = table_rules("classic_pagat", "min_table = any:15");
    const deck_at at[] = {{0, 4, "QcQdQhKcKdKhAcAdAh"}, {44, 1, "8s9c9dTc9hKs"}, {3, 4, "Ks"}};
    table t;
    deck_play(&t, &rules, at, COUNT(at));
    deck_step(&t, CN_STEP_DRAW, "");
    lay(&t, CN_KIND_Q, 3);
    deck_step(&t, CN_STEP_OPEN, "");
    deck_step(&t, CN_STEP_DISCARD + CN_KIND_9, "");
    for (unsigned i = 0; i < 2; i++) {
        deck_step(&t, CN_STEP_DRAW, "");
        deck_step(&t, CN_STEP_DISCARD + (i == 0 ? CN_KIND_9 : CN_KIND_T), "");
    }
    deck_step(&t, CN_STEP_DRAW, "");
    deck_step(&t, CN_STEP_DISCARD + CN_KIND_K, "");
    deck_step(&t, CN_STEP_TAKE_PAIR, "");
    const cn_turn *turn = &t.game.pub.turn;
    assert_int_equal(turn->run_of_take, 1);
    lay(&t, CN_KIND_K, 1);
    assert_int_equal(turn->laid_beyond, 0);
    lay(&t, CN_KIND_A, 3);
    assert_int_equal(turn->laid_beyond, 1);
    assert_int_equal(turn->run_of_take, 0);
    assert_int_equal(turn->take_meld, 1);
}

/* P127, S16: the answer to a question before drawing leads back to the draw. */
static void a_question_before_drawing_returns_to_the_draw(void **state)
{
    (void)state;
    cn_rules rules = table_rules("relaxed", "hand_size = 5; canasta_size = 4; min_table = any:15");
    const deck_at at[] = {{0, 4, "KcKdKhKsKc"}, {21, 1, "5c9c9d9h"}};
    table t;
    deck_play(&t, &rules, at, COUNT(at));
    deck_step(&t, CN_STEP_DRAW, "");
    lay(&t, CN_KIND_K, 4);
    deck_step(&t, CN_STEP_OPEN, "");
    deck_step(&t, CN_STEP_DISCARD + CN_KIND_5, "");
    for (unsigned i = 0; i < 3; i++) {
        deck_step(&t, CN_STEP_DRAW, "");
        deck_step(&t, CN_STEP_DISCARD + CN_KIND_9, "");
    }
    deck_step(&t, CN_STEP_ASK, "");
    assert_int_equal(t.game.pub.seat, 3);
    assert_int_equal(t.game.pub.asker, 1);
    assert_int_equal(t.game.pub.asked[1], 1);
    deck_step(&t, CN_STEP_YES, "");
    assert_int_equal(t.game.pub.seat, 1);
    assert_int_equal(t.game.pub.phase, CN_PHASE_DRAW);
    assert_int_equal(t.game.pub.turn.answer, CN_ANSWER_YES);
    deck_step(&t, CN_STEP_DRAW, "");
    lay(&t, CN_KIND_K, 1);
    assert_int_equal(t.game.pub.phase, CN_PHASE_MELD);
}

/* P77: where nothing may be thrown the turn ends without a discard. */
static void a_turn_may_end_without_a_discard(void **state)
{
    (void)state;
    cn_rules rules = table_rules("classic_pagat", "discard_threes = none; hand_size = 4");
    const deck_at at[] = {{0, 4, "3c3s3c3s"}, {16, 1, "5cKc"}};
    table t;
    deck_play(&t, &rules, at, COUNT(at));
    deck_step(&t, CN_STEP_DRAW, "");
    deck_step(&t, CN_STEP_DISCARD + CN_KIND_K, ""); /* while there is another card it goes */
    rules = table_rules("classic_pagat", "discard_threes = none; hand_size = 4; decks = 4");
    const deck_at more[] = {{0, 4, "3c3s3c3s"}, {16, 1, "5c3c"}};
    deck_play(&t, &rules, more, COUNT(more));
    deck_step(&t, CN_STEP_DRAW, "");
    deck_step(&t, CN_STEP_PASS, "");
    assert_int_equal(t.game.pub.seat, 2);
    assert_int_equal(t.game.hand[1].size, 5);
    assert_int_equal(t.game.pub.pile_count, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_card_goes_to_the_meld_of_the_run),
        cmocka_unit_test(a_named_meld_begins_a_run_of_its_own),
        cmocka_unit_test(a_meld_joined_with_an_older_one_counts_as_added),
        cmocka_unit_test(a_sequence_grows_at_its_ends),
        cmocka_unit_test(a_second_meld_begins_beside_a_closed_canasta),
        cmocka_unit_test(a_canasta_laid_in_one_run_is_concealed),
        cmocka_unit_test(lays_after_a_take_belong_to_it_until_another_meld),
        cmocka_unit_test(a_question_before_drawing_returns_to_the_draw),
        cmocka_unit_test(a_turn_may_end_without_a_discard),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
