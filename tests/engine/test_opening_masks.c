/* Masks of openings in which a single step is easily judged wrong, or is only told card by card:
 * locked wilds, openings below the count, mixed canastas, cards that must be left.
 * Not here: all other positions (test_masks.c), openings told from counts (test_counted.c).
 * Invariant: each row fails if its judgement is wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "canasta/step.h"
#include "masks.h"

enum {
    FIVE = CN_STEP_LAY + CN_KIND_5,
    SIX = CN_STEP_LAY + CN_KIND_6,
    SIX_WITH_JOKER = CN_STEP_LAY_JOKER + CN_KIND_6,
    SEVEN = CN_STEP_LAY + CN_KIND_7,
    TWO_WITH_SEVENS = CN_STEP_LAY_TWO + CN_KIND_7,
    NINE = CN_STEP_LAY + CN_KIND_9,
    NINE_WITH_TWO = CN_STEP_LAY_TWO + CN_KIND_9,
    NINE_WITH_JOKER = CN_STEP_LAY_JOKER + CN_KIND_9,
    KING = CN_STEP_LAY + CN_KIND_K,
    KING_WITH_JOKER = CN_STEP_LAY_JOKER + CN_KIND_K,
    ACE = CN_STEP_LAY + CN_KIND_A,
    ACE_WITH_JOKER = CN_STEP_LAY_JOKER + CN_KIND_A,
    TEN = CN_STEP_LAY + CN_KIND_T,
    TEN_WITH_JOKER = CN_STEP_LAY_JOKER + CN_KIND_T,
    TWO_TOGETHER = CN_STEP_LAY_TWO_WILD,
    JOKER_TOGETHER = CN_STEP_LAY_TWO_WILD + 1
};

/* S8: the opening is refused while a meld of wilds that is no canasta lies beside another wild. */
#define TWOS_AND_WILDS                                                                             \
    "position twos\nrules hand_and_foot\nset twos_as_rank = yes; wild_meld_locks_wilds = "         \
    "wild_meld\n"
#define TWOS CN_STEP_LAY_TWO_TWOS

static const mask_turn locks[] = {
    {{"S8: a joker among twos is a wild beside a meld of wilds",
      TWOS_AND_WILDS "hand 2c2dXXXX4c5d6h7s8c\nphase meld\npile 9h\nplay discard 4c\n",
      JOKER_TOGETHER, false},
     {TWOS, TWOS, CN_STEP_LAY_JOKER_TWOS}},
    {{"without one they are not",
      TWOS_AND_WILDS "hand 2c2d2hXXXX4c5d6h7s8c\nphase meld\npile 9h\nplay discard 4c\n",
      JOKER_TOGETHER, true},
     {TWOS, TWOS, TWOS}},
    {{"P61: a meld of wilds keeps twos from their own, whose name is not offered",
      TWOS_AND_WILDS "hand 2c2d2h2sXXX4c5d6h7s8c\nphase meld\npile 9h\nplay discard 4c\n",
      CN_STEP_TO_MELD, false},
     {TWOS, TWOS, TWOS, CN_STEP_OPEN, JOKER_TOGETHER, JOKER_TOGETHER, JOKER_TOGETHER}},
    {{"S8: a second meld of wilds would stay unfinished beside a canasta of wilds",
      "position beside\nrules modern_american_cla\nset canasta_size = 4\n"
      "hand 7s8h9h9s9dTdThTs2c2d2h2sXXX\nphase meld\nplay discard 8h\n",
      JOKER_TOGETHER, false},
     {JOKER_TOGETHER, TWO_TOGETHER, JOKER_TOGETHER, TWO_TOGETHER}},
    {{"S8: the two must make the canasta of wilds, so that the ten has to stay in hand",
      "position short\nrules modern_american_cla\nset canasta_size = 5\n"
      "hand 3c4d7c7c7sTdTdTs2c2d2hXXX\nstock 6\nphase meld\nplay discard 4d\n",
      TEN, false},
     {TEN, TEN_WITH_JOKER, TEN, TWO_TOGETHER, JOKER_TOGETHER, TWO_TOGETHER, JOKER_TOGETHER, SEVEN,
      SEVEN, SEVEN}},
    {{"S8: a second meld of twos would stay unfinished beside a canasta of twos",
      "position twos\nrules italian\nset canasta_size = 4; min_table = any:200\n"
      "hand 4h9cJsQdAcAdAh2c2c2c2d2h2h2h\nphase meld\nplay discard 4h\n",
      CN_STEP_LAY_TWO_TWOS, false},
     {CN_STEP_LAY_TWO_TWOS, CN_STEP_LAY_TWO_TWOS, CN_STEP_LAY_TWO_TWOS, CN_STEP_LAY_TWO_TWOS, ACE,
      ACE, ACE}},
};

#define DRAWS_TWO                                                                                  \
    "position draws\nrules classic_pagat\nset out_canastas = 0; initial_naturals_only = yes; "     \
    "draw_on_initial_meld = 2"
#define LEAVES_THREE "hand KcKdKhQcQdQh4c4d2h\nphase meld\npile 8h\nplay discard 4c\n"

/* P86: the last card of an opening below the count. */
static const mask_turn exempt[] = {
    {{"P86, P110: no card is drawn by who has none left",
      "position last\nrules mexicana\nset canasta_size = 4; min_table = any:200\nred3 3d3h\n"
      "hand 6h6h7c7hKcKhKhKh2d2d2h\nphase meld\nplay discard 6h\n",
      CN_STEP_LAY_TWO + CN_KIND_6, true},
     {SEVEN, SEVEN, TWO_WITH_SEVENS, TWO_WITH_SEVENS, KING, KING, KING, KING,
      CN_STEP_LAY + CN_KIND_6, CN_STEP_LAY + CN_KIND_6}},
    {{"P137: with the cards that the opening draws too few would be left to stay",
      DRAWS_TWO "; keep_cards = 5\n" LEAVES_THREE, KING, false},
     {0}},
    {{"P137: enough would be left", DRAWS_TWO "; keep_cards = 4\n" LEAVES_THREE, KING, true}, {0}},
    {{"P86, P97, P137: for the three that is laid out a card would come",
      "position three\nrules uruguay\nset canasta_size = 4; hold_one_three = yes\nscore 3000\n"
      "hand 3d5h6d6s7c7c7dKcKdKh2c2d\nphase meld\nplay discard 5h\n",
      CN_STEP_LAY + CN_KIND_6, false},
     {0}},
};

/* P42, P57: no canasta of an opening is mixed, so that naturals stay in the hand beside wilds. */
static const mask_turn mixed[] = {
    {{"two jokers leave room for a fourth nine",
      "position fourth\nrules modern_american\nhand 7c7d7h9c9c9d9d9hXX4c5dJsQh\nphase meld\n"
      "play discard 4c\n",
      NINE, true},
     {NINE, NINE, NINE_WITH_JOKER, NINE_WITH_JOKER, NINE}},
    {{"and for no fifth",
      "position fifth\nrules modern_american\nhand 7c7d7h9c9c9d9d9hXX4c5dJsQh\nphase meld\n"
      "play discard 4c\n",
      NINE, false},
     {NINE, NINE, NINE_WITH_JOKER, NINE_WITH_JOKER, NINE, NINE}},
    {{"the sixth ace may stay in the hand for a joker",
      "position stays\nrules modern_american\nhand 7c7d7hAcAcAdAdAhAsX4c5dJsQh\nphase meld\n"
      "play discard 4c\n",
      ACE_WITH_JOKER, true},
     {ACE, ACE, ACE, ACE, ACE}},
    {{"six aces take none",
      "position six\nrules modern_american\nhand 7c7d7hAcAcAdAdAhAsX4c5dJsQh\nphase meld\n"
      "play discard 4c\n",
      ACE_WITH_JOKER, false},
     {ACE, ACE, ACE, ACE, ACE, ACE}},
    {{"P44: a six of the group with the top card stays in the hand for two jokers",
      "position top\nrules modern_american\nhand 6c6d6h6s7c7d7hXX4c8dJs\npile 5d6c\n"
      "phase draw\nplay draw\n",
      SIX_WITH_JOKER, true},
     {CN_STEP_TAKE_PAIR}},
    {{"not for two twos, which count too little",
      "position twos\nrules modern_american\nhand 6c6d6h6s7c7d7h2c2d4c8dJs\npile 5d6c\n"
      "phase draw\nplay draw\n",
      CN_STEP_TAKE_PAIR, false},
     {0}},
    {{"P44: four sixes with the top card are three that count, so that none stays in the hand",
      "position none\nrules modern_american\nhand 6c6d6hAcAdAhKcKdKhQcQdQhJs\npile 6s\n"
      "stock 6\nphase draw\nplay draw\n",
      CN_STEP_TAKE_PAIR, false},
     {0}},
    {{"P80: with another card the turn may end",
      "position ends\nrules modern_american\nhand 6c6d6hAcAdAhKcKdKhQcQdQhJs4c\npile 6s\n"
      "stock 6\nphase draw\nplay draw\n",
      CN_STEP_TAKE_PAIR, true},
     {0}},
    {{"P43: the tens must stay without wilds, so that two twos beside the nines count too little",
      "position pure\nrules modern_american\nhand 9c9dTcTcTdTdTh2c2dXX4c5dJs\nphase meld\n"
      "play discard 4c\n",
      NINE_WITH_TWO, false},
     {NINE, NINE, NINE_WITH_TWO}},
    {{"a joker and a two count enough",
      "position joker\nrules modern_american\nhand 9c9dTcTcTdTdTh2c2dXX4c5dJs\nphase meld\n"
      "play discard 4c\n",
      NINE_WITH_JOKER, true},
     {NINE, NINE, NINE_WITH_TWO}},
};

static void no_canasta_of_an_opening_is_mixed(void **state)
{
    (void)state;
    masks_check_turns(mixed, sizeof mixed / sizeof mixed[0]);
}

/* P80: two cards are left at the end of the turn, for no talon follows. */
static const mask_turn few[] = {
    {{"a seven is laid in place of a nine that would count more than the turn needs",
      "position seven\nrules modern_american\nhand 7c7d7h7s9c9d9h9sAcAdAhX4c\nstock 6\n"
      "phase meld\nplay discard 4c\n",
      SEVEN, true},
     {ACE, ACE, ACE, NINE, NINE, NINE_WITH_JOKER, SEVEN, SEVEN, SEVEN}},
    {{"one card may be laid, and no other after it",
      "position one\nrules modern_american\nhand 7c7d7h7s9c9d9h9sAcAdAhX4c\nstock 6\n"
      "phase meld\nplay discard 4c\n",
      NINE, false},
     {ACE, ACE, ACE, NINE, NINE, NINE_WITH_JOKER, SEVEN, SEVEN, SEVEN, SEVEN, NINE}},
    {{"a third meld would leave too few",
      "position third\nrules modern_american\nhand 7c7d7h9c9d9hAcAdAhX4c\nstock 6\n"
      "phase meld\nplay discard 4c\n",
      SEVEN, false},
     {ACE, ACE, ACE, NINE, NINE, NINE_WITH_JOKER, NINE}},
    {{"a pair and a joker would",
      "position pair\nrules modern_american\nhand KcKdKhAcAdAhAs9c9dX4c\nstock 6\n"
      "phase meld\nplay discard 4c\n",
      NINE, false},
     {ACE, ACE, ACE, ACE, KING, KING, KING}},
    {{"the joker alone does not",
      "position joker\nrules modern_american\nhand KcKdKhAcAdAhAs9c9dX4c\nstock 6\n"
      "phase meld\nplay discard 4c\n",
      KING_WITH_JOKER, true},
     {ACE, ACE, ACE, ACE, KING, KING, KING}},
    {{"the seven may not be laid where kings are needed for the count",
      "position count\nrules modern_american\nhand 7c7d7h7sKcKdKhAcAdAhAs4c\nstock 6\n"
      "phase meld\nplay discard 4c\n",
      SEVEN, false},
     {SEVEN, SEVEN, SEVEN, ACE, ACE, ACE, ACE}},
    {{"the kings may",
      "position kings\nrules modern_american\nhand 7c7d7h7sKcKdKhAcAdAhAs4c\nstock 6\n"
      "phase meld\nplay discard 4c\n",
      KING, true},
     {SEVEN, SEVEN, SEVEN, ACE, ACE, ACE, ACE}},
    {{"P42: a two takes the place of a five, so that a pair of nines can be laid, too",
      "position thin\nrules modern_american\nhand 5c5d5hTcTdThJcJdJh9c9d2c2d6c\nstock 6\n"
      "phase meld\nplay discard 6c\n",
      FIVE, true},
     {0}},
    {{"with fifteen cards two canastas may go out instead",
      "position out\nrules modern_american\n"
      "hand KcKdKhKsKcKdAcAdAhAsAcAdXX4c\nstock 6\nphase meld\nplay discard 4c\n",
      KING, true},
     {ACE, ACE, ACE, ACE, ACE, ACE}},
};

static void an_opening_leaves_cards(void **state)
{
    (void)state;
    masks_check_turns(few, sizeof few / sizeof few[0]);
}

static void a_meld_of_wilds_locks_an_opening(void **state)
{
    (void)state;
    masks_check_turns(locks, sizeof locks / sizeof locks[0]);
}

static void an_opening_below_the_count_goes_out(void **state)
{
    (void)state;
    masks_check_turns(exempt, sizeof exempt / sizeof exempt[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_meld_of_wilds_locks_an_opening),
                                       cmocka_unit_test(an_opening_below_the_count_goes_out),
                                       cmocka_unit_test(no_canasta_of_an_opening_is_mixed),
                                       cmocka_unit_test(an_opening_leaves_cards)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
