/* Turns near the end where melds lie apart, with sequences or joins, and what seldom lies there:
 * full sequences, melds of wilds and twos, forty melds; row by row, by single steps of a legal set.
 * Not here: turns after a yes (test_sequences.c), rules without sequences (test_counted.c).
 * Invariant: each row fails if its judgement is told too often, or off by one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "canasta/step.h"
#include "masks.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define CANASTAS     "melds KcKdKhKsKcKdKh / QcQdQhQsQcQdQh"
#define ONE          "melds KcKdKhKsKcKdKh / QcQdQh"
#define BRAZIL       "position brazil\nrules brazilian\n"
#define ITALIAN      "position italian\nrules italian\n"
#define SAMBA        "position samba\nrules samba\n"
#define LONG         SAMBA "set sequence_extend_going_out = yes\n"
#define FREE_TWOS    ITALIAN "set wild_meld_locks_wilds = no\n"
#define FULL         " / S:4c5c6c7c8c9cTc"
#define REST         "phase meld\npile 8h\nplay ask\n"

enum { EIGHT = CN_KIND_8, NINE = CN_KIND_9, QUEEN = CN_KIND_Q };
#define LAY(rank)      (CN_STEP_LAY + (rank))
#define TWO_ON(rank)   (CN_STEP_LAY_TWO + (rank))
#define JOKER_ON(rank) (CN_STEP_LAY_JOKER + (rank))
#define NAME(meld)     (CN_STEP_TO_MELD + (meld))
#define EIGHT_OF_CLUBS (CN_STEP_SEQUENCE + 4U * CN_KIND_8 + CN_SUIT_CLUBS)

/* P71, P79: without a yes nobody goes out, and a card is kept beside the discard. */
static const mask_row without_a_yes[] = {
    {"a new meld leaves too few", BRAZIL CANASTAS "\nhand 9c9d9h4s\n" REST, LAY(NINE), false},
    {"one card more is enough", BRAZIL CANASTAS "\nhand 9c9d9h4s5d\n" REST, LAY(NINE), true},
    {"a new sequence leaves too few", BRAZIL CANASTAS "\nhand 8c9cTc4s\n" REST, EIGHT_OF_CLUBS,
     false},
    {"wilds, too", BRAZIL CANASTAS "\nhand 2c2d2h4s\n" REST, CN_STEP_LAY_TWO_WILD, false},
    {"a card more leaves too few", BRAZIL CANASTAS "\nhand Kc4s\n" REST, NAME(0), false},
    {"with three it does not", BRAZIL CANASTAS "\nhand Kc4s5d\n" REST, NAME(0), true},
    {"a join leaves all", BRAZIL "melds KcKdKh / KsKcKd\nhand 4s5d\n" REST, NAME(0), true},
    {"the last is joined to none", BRAZIL "melds KcKdKh / KsKcKd\nhand 4s5d\n" REST, NAME(1),
     false},
};

/* The same where a question may be put, but need not be. */
static const mask_row by_canastas[] = {
    {"two canastas let out", SAMBA CANASTAS "\nhand Kc4s\n" REST, NAME(0), true},
    {"one does not", SAMBA ONE "\nhand Kc4s\n" REST, NAME(0), false},
    {"but leaves a card to keep", SAMBA ONE "\nhand Kc4s5d\n" REST, NAME(0), true},
    {"the whole hand goes out", SAMBA CANASTAS "\nhand 9c9d9h4s\n" REST, LAY(NINE), true},
    {"not with one canasta", SAMBA ONE "\nhand 9c9d9h4s\n" REST, LAY(NINE), false},
    {"that the hand completes", SAMBA "melds KcKdKhKsKcKdKh / QcQdQhQsQcQd\nhand Qh4s\n" REST,
     NAME(1), true},
    {"two twos and a joker go out as one",
     ITALIAN CANASTAS " / S:4c5c6c7c8c9cTc\nhand 2c2dX4s\n" REST, CN_STEP_LAY_TWO_TWOS, true},
    {"two twos begin no meld", ITALIAN ONE "\nhand 2c2dX4s\n" REST, CN_STEP_LAY_TWO_TWOS, false},
};

static const mask_turn runs[] = {
    {{"the run gets no last card", SAMBA ONE "\nhand QsQc4s\n" REST, LAY(QUEEN), false},
     {NAME(1), LAY(QUEEN), 0}},
    {{"but can end", SAMBA ONE "\nhand QsQc4s\n" REST, CN_STEP_NEW, true},
     {NAME(1), LAY(QUEEN), 0}},
    {{"it gets one that leaves two", SAMBA ONE "\nhand QsQc4s5d\n" REST, LAY(QUEEN), true},
     {NAME(1), LAY(QUEEN), 0}},
    {{"so does a sequence", SAMBA ONE " / S:5c6c7c\nhand 8c9c4s5d\n" REST, EIGHT_OF_CLUBS + 4,
      true},
     {NAME(2), EIGHT_OF_CLUBS, 0}},
    {{"which gets no last card", SAMBA ONE " / S:5c6c7c\nhand 8c9c4s\n" REST, EIGHT_OF_CLUBS + 4,
      false},
     {NAME(2), EIGHT_OF_CLUBS, 0}},
    {{"a third nine leaves two", BRAZIL CANASTAS "\nhand 9c9d9h4s5d\n" REST, LAY(NINE), true},
     {LAY(NINE), LAY(NINE), 0}},
    {{"or a two does", BRAZIL CANASTAS "\nhand 9c9d2h4s5d\n" REST, TWO_ON(NINE), true},
     {LAY(NINE), LAY(NINE), 0}},
    {{"a second wild would keep the nine due", BRAZIL CANASTAS "\nhand 9c9d2hX4s\n" REST,
      JOKER_ON(NINE), false},
     {LAY(NINE), TWO_ON(NINE), 0}},
    {{"the nine finishes it", BRAZIL CANASTAS "\nhand 9c9d2hX4s\n" REST, LAY(NINE), true},
     {LAY(NINE), TWO_ON(NINE), 0}},
    {{"the named meld gets its card", SAMBA ONE "\nhand Qs4s5d\n" REST, LAY(QUEEN), true},
     {NAME(1), 0}},
};

/* P109: a full sequence grows only on the way out. */
static const mask_row full_sequences[] = {
    {"not without a yes", BRAZIL CANASTAS FULL "\nhand Jc4s\n" REST, NAME(2), false},
    {"nor far from the end", BRAZIL CANASTAS FULL "\nhand Jc4s5d6h7d8s\n" REST, NAME(2), false},
    {"others get cards", BRAZIL CANASTAS FULL "\nhand Kc4s5d6h7d8s\n" REST, NAME(0), true},
    {"without a question it is the way out", LONG CANASTAS FULL "\nhand Jc4s\n" REST, NAME(2),
     true},
    {"where it is none it does not", LONG CANASTAS FULL "\nhand Jc4s5d6h7d8s\n" REST, NAME(2),
     false},
    {"the question counts on it", BRAZIL CANASTAS FULL "\nhand JcQc5s\n" REST, CN_STEP_ASK, true},
    {"by rules that let it grow",
     BRAZIL "set sequence_extend_going_out = no\n" CANASTAS FULL "\nhand JcQc5s\n" REST,
     CN_STEP_ASK, false},
    {"the second card has no place", BRAZIL CANASTAS FULL "\nhand JcKc5s6h\n" REST, CN_STEP_ASK,
     false},
    {"a sequence becomes the second canasta",
     BRAZIL "melds KcKdKhKsKcKdKh / S:4c5c6c7c8c\nhand 9cTc4s\n" REST, CN_STEP_ASK, true},
    {"it lacks a card", BRAZIL "melds KcKdKhKsKcKdKh / S:4c5c6c7c8c\nhand 9c4s\n" REST, CN_STEP_ASK,
     false},
};

/* P61, P62: cards for named melds, and for begun ones of twos. */
#define WILDS  BRAZIL ONE " / W:2c2d2h\nhand 2s4s5d6h7d8s\n" REST
#define CLOSED BRAZIL ONE " / W:2c2d2h2s2c2d2h\nhand 2s4s5d6h7d8s\n" REST
#define TWICE  FREE_TWOS ONE " / 2:2c2d2h2s / 2:2c2d2h\nhand 2s4s5d6h7d8s9cTc\n" REST
#define BEGUN  ITALIAN ONE "\nhand 2c2dX4s5d6h7d8s\n" REST
#define LONELY ITALIAN ONE "\nhand 2c2dXX4s\n" REST
static const mask_turn special_melds[] = {
    {{"a two goes to the wilds", WILDS, CN_STEP_LAY_TWO_WILD, true}, {NAME(2), 0}},
    {{"no joker is held", WILDS, CN_STEP_LAY_JOKER_WILD, false}, {NAME(2), 0}},
    {{"seven are all", CLOSED, NAME(2), false}, {0}},
    {{"a two goes to the twos", TWICE, CN_STEP_LAY_TWO_TWOS, true}, {NAME(2), 0}},
    {{"the others join them", TWICE, CN_STEP_JOIN + 3, true}, {NAME(2), 0}},
    {{"in their own run, too", TWICE, NAME(2), true}, {NAME(2), CN_STEP_LAY_TWO_TWOS, 0}},
    {{"the last are joined to none", TWICE, NAME(3), false}, {NAME(2), CN_STEP_LAY_TWO_TWOS, 0}},
    {{"a joker comes second", BEGUN, CN_STEP_LAY_JOKER_TWOS, true}, {CN_STEP_LAY_TWO_TWOS, 0}},
    {{"or third", BEGUN, CN_STEP_LAY_JOKER_TWOS, true},
     {CN_STEP_LAY_TWO_TWOS, CN_STEP_LAY_TWO_TWOS, 0}},
    {{"a second joker would keep the two due", LONELY, CN_STEP_LAY_JOKER_TWOS, false},
     {CN_STEP_LAY_TWO_TWOS, CN_STEP_LAY_JOKER_TWOS, 0}},
};

/* A side has forty melds at most, where a rank has one more after each canasta. */
#define CLOSED_ONE(r) " / " r "c" r "c" r "d" r "d" r "h" r "h" r "s"
#define THREE_OF(r)   CLOSED_ONE(r) CLOSED_ONE(r) CLOSED_ONE(r)
#define FOUR_OF(r)    THREE_OF(r) CLOSED_ONE(r)
#define JOKER_SET                                                                                  \
    "position joker\nrules joker\nset decks = 8\nset ask_partner = none\nmelds KcKcKdKdKhKhKs"
#define ALL_BUT_ONE                                                                                \
    JOKER_SET THREE_OF("K") FOUR_OF("4") FOUR_OF("5") FOUR_OF("6") FOUR_OF("7") FOUR_OF("8")       \
        FOUR_OF("9") FOUR_OF("J") FOUR_OF("Q") THREE_OF("T")
#define FEW_IN_HAND "\nhand TsTsTs4s5s6s7s8s9sJs\nphase meld\npile As\nplay ask\n"
static const mask_row forty_melds[] = {
    {"a fortieth meld", ALL_BUT_ONE FEW_IN_HAND, LAY(CN_KIND_T), true},
    {"no other", ALL_BUT_ONE CLOSED_ONE("T") FEW_IN_HAND, LAY(CN_KIND_T), false},
};

static void there_are_forty_melds_at_most(void **state)
{
    (void)state;
    masks_check(forty_melds, COUNT(forty_melds));
}

static void without_a_yes_cards_are_kept(void **state)
{
    (void)state;
    masks_check(without_a_yes, COUNT(without_a_yes));
}

static void lays_go_out_or_leave_enough(void **state)
{
    (void)state;
    masks_check(by_canastas, COUNT(by_canastas));
    masks_check_turns(runs, COUNT(runs));
}

static void full_sequences_grow_on_the_way_out(void **state)
{
    (void)state;
    masks_check(full_sequences, COUNT(full_sequences));
}

static void named_and_begun_wilds_get_cards(void **state)
{
    (void)state;
    masks_check_turns(special_melds, COUNT(special_melds));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(without_a_yes_cards_are_kept),
                                       cmocka_unit_test(lays_go_out_or_leave_enough),
                                       cmocka_unit_test(full_sequences_grow_on_the_way_out),
                                       cmocka_unit_test(named_and_begun_wilds_get_cards),
                                       cmocka_unit_test(there_are_forty_melds_at_most)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
