/* Takes with few cards in hand, row by row: what the pile brings makes up for them.
 * Not here: openings with the pile, what a take changes (test_draws.c). Invariant: each row fails
 * if its judgement is off by one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "canasta/step.h"
#include "masks.h"

#define TAKE(hand, pile)                                                                           \
    "position classic\nrules classic_pagat\nmelds KcKdKh\nhand " hand "\npile " pile               \
    "\nphase draw\nplay draw\n"
#define PAIR(hand, pile) TAKE(hand, pile), CN_STEP_TAKE_PAIR
#define TOP(hand, pile)  TAKE(hand, pile), CN_STEP_TAKE_TOP

static const mask_row rows[] = {
    {"a pair leaves two cards", PAIR("QcQs4c5d", "Qd"), true},
    {"or one", PAIR("QcQs4c", "Qd"), false},
    {"the pile brings the other", PAIR("QcQs4c", "7hQd"), true},
    {"both come with it", PAIR("QcQs", "8s7hQd"), true},
    {"or one does", PAIR("QcQs", "7hQd"), false},
    {"a red three is laid out", PAIR("QcQs", "3h7hQd"), false},
    {"beside two others it changes nothing", PAIR("QcQs", "3h8s7hQd"), true},
    {"a natural and a two are as many", TAKE("Qc2d4c", "Qd"), CN_STEP_TAKE_TWO, false},
    {"the top card alone leaves all", TOP("4c5d", "Ks"), true},
    {"one card is not enough", TOP("4c", "Ks"), false},
    {"nor by rules that do not ask how many there are",
     "position classic\nrules classic_pagat\nset take_guard_single = no\nmelds KcKdKh\nhand 4c\n"
     "pile Ks\nphase draw\nplay draw\n",
     CN_STEP_TAKE_TOP, false},
    {"a second one comes", TOP("4c", "7hKs"), true},
    {"where a pair would take too many", PAIR("KcKd", "Ks"), false},
    {"the top card does not", TOP("KcKd", "Ks"), true},
    {"of two single ranks a wild leaves both", TAKE("Qc2d4c5d", "Qd"), CN_STEP_TAKE_TWO, true},
};

static void the_pile_makes_up_for_few_cards(void **state)
{
    (void)state;
    masks_check(rows, sizeof rows / sizeof rows[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_pile_makes_up_for_few_cards)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
