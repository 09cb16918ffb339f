/* After a binding yes: which lays leave a way to go out where cards must go to sequences, where
 * twos are kept, and where canastas are missing. Rules with sequences (P71, P109, P133).
 * Not here: wilds that are due, with no sequence at stake (test_sequences.c). Invariant: each row
 * fails if its judgement is told too often, or off by one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "canasta/step.h"
#include "masks.h"

#define COUNT(array)    (sizeof(array) / sizeof(array)[0])
#define SAMBA           "position samba\nrules samba\n"
#define ITALIAN         "position italian\nrules italian\n"
#define CANASTAS        "melds KcKdKhKsKcKdKh / QcQdQhQsQcQdQh"
#define SEVEN           "melds KcKdKhKsKcKdKh / "
#define SEQUENCE        " / S:7c8c9c"
#define SIXES           " / 6d6h6s"
#define YES             "\nanswer yes\nphase meld\npile 8h\nplay ask\n"
#define PLACED(hand)    SAMBA CANASTAS SEQUENCE "\nhand " hand YES
#define BESIDE(hand)    SAMBA CANASTAS SEQUENCE SIXES "\nhand " hand YES
#define ROWS(hand)      SAMBA CANASTAS "\nhand " hand YES
#define SPADES(hand)    SAMBA CANASTAS " / S:7s8s9s\nhand " hand YES
#define CHILEAN         "position chilean\nrules chilean\n"
#define WILDS(hand)     CHILEAN CANASTAS SEQUENCE "\nhand " hand YES
#define WILDS_LIE(hand) CHILEAN CANASTAS SEQUENCE " / 2c2dX\nhand " hand YES
#define MISLED(jacks, rest)                                                                        \
    SAMBA CANASTAS " / S:5d6d7d / JcJhJs\nhand 8d8h8s9dTcTdThTs" jacks rest YES
#define KEPT(hand)      ITALIAN CANASTAS SEQUENCE " / 2:2c2d2h\nhand " hand YES
#define TWOS(hand)      ITALIAN CANASTAS SEQUENCE "\nhand " hand YES
#define LAY(rank)       (CN_STEP_LAY + (rank))
#define TWO_ON(rank)    (CN_STEP_LAY_TWO + (rank))
#define RUN(rank, suit) (CN_STEP_SEQUENCE + 4U * (rank) + CN_SUIT_##suit)
#define NAME(meld)      (CN_STEP_TO_MELD + (meld))

enum {
    SIX = CN_KIND_6,
    SEVENS = CN_KIND_7,
    EIGHT = CN_KIND_8,
    NINE = CN_KIND_9,
    TEN = CN_KIND_T,
    JACK = CN_KIND_J
};

/* A new meld of sixes, of which the club is the way to the five's place. */
static const mask_row groups[] = {
    {"two sixes and a two, while the third goes to the sequence", PLACED("5c6c6d6h2c4s"), LAY(SIX),
     true},
    {"not without the two", PLACED("5c6c6d6h4s"), LAY(SIX), false},
    {"three others need none", PLACED("5c6c6d6h6s4s"), LAY(SIX), true},
    {"a second club is free", PLACED("5c6c6c6d6h4s"), LAY(SIX), true},
    {"the two is due to the nines", PLACED("5c6c6d6h9d9h2c4s"), LAY(SIX), false},
    {"one of two is not", PLACED("5c6c6d6h9d9h2c2d4s"), LAY(SIX), true},
    {"nor is the joker beside a two", PLACED("5c6c6d6h9d9h2cX4s"), LAY(NINE), true},
    {"two wilds make no meld of one six", PLACED("5c6c6d2c2d4s"), LAY(SIX), false},
    {"a black three could be the last card", PLACED("5c6c6d6h2c3s"), LAY(SIX), true},
};

/* The same beside a meld of sixes: which of them go there. */
static const mask_row onto[] = {
    {"the spade", BESIDE("5c6c6s4s"), NAME(3), true},
    {"not the club that the five needs", BESIDE("5c6c4s"), NAME(3), false},
    {"a second club", BESIDE("5c6c6c4s"), NAME(3), true},
    {"a two", BESIDE("5c6c2c4s"), NAME(3), true},
    {"not the one that a pair needs", BESIDE("5c6cJdJh2c4s"), NAME(3), false},
    {"the joker beside it", BESIDE("5c6cJdJh2cX4s"), NAME(3), true},
    {"and to the sequence", BESIDE("5c6c4s"), NAME(2), true},
    {"a card that nothing takes stays", BESIDE("5c6c4sJh"), NAME(2), false},
};

/* New sequences: one row of several that a card begins is enough. */
static const mask_row rows[] = {
    {"the eight below a nine that the pair needs", ROWS("6c7c8c9c9d9h4s"), RUN(EIGHT, CLUBS), true},
    {"the nine leaves a pair", ROWS("6c7c8c9c9d9h4s"), RUN(NINE, CLUBS), false},
    {"which a two makes a meld", ROWS("6c7c8c9c9d9h2c4s"), RUN(NINE, CLUBS), true},
    {"the six", ROWS("6c7c8c9c9d9h4s"), RUN(SIX, CLUBS), true},
    {"eights, of which one goes to the row", ROWS("8c8d8h9cTc2c4s"), LAY(EIGHT), true},
    {"none without a two", ROWS("8c8d8h8s9cTc4s"), RUN(EIGHT, CLUBS), true},
    {"no meld of eights with the one of the row", ROWS("8c8d8h9cTc4s"), LAY(EIGHT), false},
};
static const mask_turn begun[] = {
    {{"a begun row goes on below", ROWS("6c7c8c9c9d9h4s"), RUN(SIX, CLUBS), true},
     {RUN(SEVENS, CLUBS), RUN(EIGHT, CLUBS)}},
    {{"not above", ROWS("6c7c8c9c9d9h4s"), RUN(NINE, CLUBS), false},
     {RUN(SEVENS, CLUBS), RUN(EIGHT, CLUBS)}},
    {{"a begun group takes the two", SPADES("5s6s6c6d2c4h"), TWO_ON(SIX), true}, {LAY(SIX)}},
    {{"or a six", SPADES("5s6s6c6d2c4h"), LAY(SIX), true}, {LAY(SIX)}},
    {{"not the last of them", SPADES("5s6s6c6d2c4h"), LAY(SIX), false}, {LAY(SIX), LAY(SIX)}},
    {{"but the two", SPADES("5s6s6c6d2c4h"), TWO_ON(SIX), true}, {LAY(SIX), LAY(SIX)}},
    {{"two are a meld with one two", SPADES("5s6s6c6d9d9h2c2d4h"), TWO_ON(SIX), false},
     {LAY(SIX), LAY(SIX), TWO_ON(SIX)}},
};

/* The nine goes to a new row: the eight that would take it to the other sequence is not spare. */
static const mask_row misled[] = {
    {"three tens that the row leaves", MISLED("Jd", "4s"), LAY(TEN), true},
    {"eights", MISLED("Jd", "4s"), LAY(EIGHT), true},
    {"the nine in the second of its rows", MISLED("Jd", "4s"), RUN(NINE, DIAMONDS), true},
    {"the eight is in none", MISLED("Jd", "4s"), RUN(EIGHT, DIAMONDS), false},
    {"the jack in the only one", MISLED("Jd", "4s"), RUN(JACK, DIAMONDS), true},
    {"not for the jacks", MISLED("Jd", "4s"), NAME(3), false},
    {"of two of them one is", MISLED("JdJs", "4s"), NAME(3), true},
    {"a two for the jacks", MISLED("Jd", "2c4s"), NAME(3), true},
    {"not with two cards left", MISLED("Jd", "4s5h"), LAY(TEN), false},
};
static const mask_turn misled_turns[] = {
    {{"the row that is begun ends with the jack", MISLED("Jd", "4s"), RUN(JACK, DIAMONDS), true},
     {RUN(NINE, DIAMONDS), RUN(TEN, DIAMONDS)}},
    {{"not with the eight", MISLED("Jd", "4s"), RUN(EIGHT, DIAMONDS), false},
     {RUN(NINE, DIAMONDS), RUN(TEN, DIAMONDS)}},
};

/* P133: twos that a meld of twos keeps. */
static const mask_row kept[] = {
    {"a joker makes the meld", KEPT("5c6c6d6hX4s"), LAY(SIX), true},
    {"a two does not", KEPT("5c6c6d6h2s4s"), LAY(SIX), false},
    {"the joker that is due is not for the twos", KEPT("5c6c6d6hX2s4s"), NAME(3), true},
    {"with no two in hand it would be", KEPT("5c6c6d6hX4s"), NAME(3), false},
    {"a new meld of twos keeps what the sixes need", TWOS("5c6c6d6h2c2d2h4s"), CN_STEP_LAY_TWO_TWOS,
     false},
    {"they have a joker", TWOS("5c6c6d6hX2c2d2h4s"), CN_STEP_LAY_TWO_TWOS, true},
    {"the twos need it themselves", TWOS("5c6c6d6hX2c2d4s"), CN_STEP_LAY_TWO_TWOS, false},
    {"of two jokers one is enough", TWOS("5c6c6d6hXX2c2d4s"), CN_STEP_LAY_TWO_TWOS, true},
};

/* P60: wilds onto wilds. */
static const mask_row of_wilds[] = {
    {"three wilds, while the sixes need none", WILDS("5c6c6d6h6s2c2dX4s"), CN_STEP_LAY_TWO_WILD,
     true},
    {"they need one", WILDS("5c6c6d6h2c2dX4s"), CN_STEP_LAY_TWO_WILD, false},
    {"of four one is left", WILDS("5c6c6d6h2c2d2hX4s"), CN_STEP_LAY_JOKER_WILD, true},
    {"two are no meld", WILDS("5c6c6d6h6s2cX4s"), CN_STEP_LAY_TWO_WILD, false},
    {"a fourth onto three", WILDS_LIE("5c6c6d6h2cX4s"), NAME(3), true},
    {"not the last", WILDS_LIE("5c6c6d6h2c4s"), NAME(3), false},
};

/* A canasta is missing, which joined melds make (P56). */
static const mask_row missing[] = {
    {"no card is left for the join", SAMBA SEVEN "6c6d6h6s / 6c6d6h" SEQUENCE "\nhand 9d9h9s" YES,
     LAY(NINE), false},
    {"one is", SAMBA SEVEN "6c6d6h6s / 6c6d6h" SEQUENCE "\nhand 9d9h9s4s" YES, LAY(NINE), true},
    {"a row may leave none, either", SAMBA SEVEN "6c6d6h6s / 6c6d6h\nhand 9dTdJd" YES,
     RUN(NINE, DIAMONDS), false},
    {"with one it is laid", SAMBA SEVEN "6c6d6h6s / 6c6d6h\nhand 9dTdJd4s" YES, RUN(NINE, DIAMONDS),
     true},
    {"the six that the canasta needs", SAMBA SEVEN "6c6d6h6s6c6d" SEQUENCE "\nhand 6c5d" YES,
     NAME(2), false},
};

static void lays_leave_sequences_what_they_need(void **state)
{
    (void)state;
    masks_check(groups, COUNT(groups));
    masks_check(onto, COUNT(onto));
    masks_check(rows, COUNT(rows));
    masks_check_turns(begun, COUNT(begun));
    masks_check(misled, COUNT(misled));
    masks_check_turns(misled_turns, COUNT(misled_turns));
}

static void lays_leave_wilds_and_canastas(void **state)
{
    (void)state;
    masks_check(kept, COUNT(kept));
    masks_check(of_wilds, COUNT(of_wilds));
    masks_check(missing, COUNT(missing));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lays_leave_sequences_what_they_need),
        cmocka_unit_test(lays_leave_wilds_and_canastas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
