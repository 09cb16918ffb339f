/* May I go out? What is weighed, and what sequences for the rest tell, row by row: each judgement
 * at the cards where it turns.
 * Not here: rules without sequences (test_counted.c), questions that must be put, and meld by meld
 * what a yes leaves (test_sequences.c). Invariant: each row fails if its judgement is told too
 * often, or off by one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "canasta/step.h"
#include "masks.h"

#define COUNT(array)     (sizeof(array) / sizeof(array)[0])
#define BOLIVIA          "position bolivia\nrules bolivia\n"
#define CHILEAN          "position chilean\nrules chilean\n"
#define ITALIAN          "position italian\nrules italian\n"
#define SAMBA            "position samba\nrules samba\n"
#define KINGS            "melds KcKdKhKsKcKdKh"
#define CANASTAS         KINGS " / QcQdQhQsQcQdQh"
#define HAND(hand)       "\nhand " hand "\nphase meld\npile 8h\nplay ask\n", CN_STEP_ASK
#define TWO(melds, hand) SAMBA CANASTAS melds HAND(hand)
#define ONE(melds, hand) SAMBA KINGS melds HAND(hand)

/* Two canastas lie there: all cards but one find a place. */
static const mask_row places[] = {
    {"a sequence leaves a pair of a group", TWO("", "6c7c8c8d8h4s"), false},
    {"the group has a card more", TWO("", "6c7c8c8d8h8s4s"), true},
    {"or the same one twice", TWO("", "6c7c8c8c8d8h4s"), true},
    {"or a wild", TWO("", "6c7c8c8d8hX4s"), true},
    {"of the other pair one is the discard", TWO("", "6c7c8c8dKdKhKs"), true},
    {"the discard is spent", TWO("", "6c7c8c8d4s"), false},
    {"either card of a pair may be the discard", TWO(" / S:9cTcJc", "8d8cXX2cAcAdAh"), true},
    {"two sequences would have the same card", TWO("", "6c7c8c9cTc5h6h7h5d"), true},
    {"the way to a sequence leaves a pair", TWO(" / S:9cTcJc", "7c8c8d8h4s"), false},
    {"and with a wild a group", TWO(" / S:9cTcJc", "7c8c8d8hX4s"), true},
    {"the card at the end of a long way is the discard",
     TWO(" / S:9cTcJc / S:7s8s9s", "7c8c8d8hTs"), true},
    {"unless there is another", TWO(" / S:9cTcJc / S:7s8s9s", "7c8c8d8hTs4h"), false},
    {"a way with a gap", TWO(" / S:9cTcJc", "6c8c4s4d4hAh"), false},
    {"and without", TWO(" / S:9cTcJc", "6c7c8c4s4d4hAh"), true},
    {"a full sequence takes none", TWO(" / S:5c6c7c8c9cTcJc", "Ac5h4sKdKhKs"), false},
    {"nor where it would be the next", TWO(" / S:4c5c6c7c8c9cTc", "Jc5hKdKhKs"), false},
    {"one of six takes one", TWO(" / S:5c6c7c8c9cTc", "Jc4sKdKhKs"), true},
    {"and no second", TWO(" / S:5c6c7c8c9cTc", "JcAs4cKdKhKs"), false},
    {"not on the other side either", TWO(" / S:5c6c7c8c9cTc", "Jc4c4sKdKhKs"), false},
    {"two sequences take the pair", TWO(" / S:5d6d7d / S:5h6h7h", "8d8h4sKdKhKs"), true},
    {"one takes half of it", TWO(" / S:5d6d7d", "8d8h4sKdKhKs"), false},
    {"which a wild makes a group", TWO(" / S:5d6d7d", "8d8hX4sKdKhKs"), true},
    {"a wild is enough for one of two pairs", TWO(" / S:5d6d7d", "8d8h9c9hX4s"), false},
    {"where no sequence takes the other", TWO(" / S:5d6d7d / S:5h6h7h", "8d8h9c9hX4s"), true},
    {"the second of a row goes after the first", TWO(" / S:5d6d7d", "8d9d4sKdKhKs"), true},
    {"a new sequence takes the next", TWO("", "5d6d7d8d4s"), true},
    {"and one with a gap does not", TWO("", "5d6d7d9d4s"), false},
    {"a sequence ends at the ace", TWO(" / S:JcQcKcAc", "4c9d9h9s5s"), false},
};

/* One lies there, or none. */
static const mask_row canastas[] = {
    {"a sequence becomes the second", ONE(" / S:5c6c7c8c", "9cTcJc4sKdKhKs"), true},
    {"it lacks a card", ONE(" / S:5c6c7c8c", "9cTcQc4sKdKhKs"), false},
    {"on both sides", ONE(" / S:5c6c7c8c", "4c9cTc4sKdKhKs"), true},
    {"it does not count",
     SAMBA "set out_not_counted = sequence\n" KINGS " / S:5c6c7c8c" HAND("9cTcJc4sKdKhKs"), false},
    {"its cards are of melds", ONE(" / S:5c6c7c8c / 9h9d9s / ThTdTs / JhJdJs", "9cTcJc4sKdKhKs"),
     true},
    {"one of them is missing", ONE(" / S:5c6c7c8c / 9h9d9s / ThTdTs / JhJdJs", "9hTcJc4sKdKhKs"),
     false},
    {"melds of its ranks keep none of its cards",
     ONE(" / 5h5c5s / 6h6c6s / 7h7c7s / 8h8c8s / 9h9c9s / ThTcTs / JhJcJs", "5d6d7d8d9dTdJd4s"),
     true},
    {"a ninth sequence counts as the others",
     TWO(" / S:4c5c6c / S:4c5c6c / S:4d5d6d / S:4h5h6h / S:4s5s6s / S:QdKdAd / S:QhKhAh / S:QsKsAs"
         " / S:8c9cTc",
         "Jc9hKsQsQc"),
     true},
    {"a card of the missing canasta makes another", ONE(" / 9h9d9s9c / S:TdJdQdKdAd", "8d9d2cX4s"),
     true},
    {"which does not count",
     SAMBA "set out_not_counted = sequence\n" KINGS " / 9h9d9s9c / S:TdJdQdKdAd" HAND("8d9d2cX4s"),
     false},
    {"a canasta of a rank wants it", ONE(" / S:8d9dTd / 9h9d9s9c", "Jd7d9c4sKdKhKs"), false},
    {"wilds make the other", ONE(" / S:8d9dTd / 9h9d9s9c", "Jd7d9c2cX4s"), true},
    {"the way to a sequence costs the canasta", ONE(" / 9h9d9s9c / S:TdJdQd", "8d9d2cX4s"), false},
    {"another nine does not", ONE(" / 9h9d9s9c / S:TdJdQd", "8d9d9s2cX4s"), true},
    {"seven in hand", ONE("", "5d6d7d8d9dTdJd4s"), true},
    {"six", ONE("", "5d6d7d8d9dTd4s"), false},
    {"none lies there, and two sequences become some",
     SAMBA "melds S:5c6c7c8c9cTc / S:5d6d7d8d9dTd" HAND("JcJd4sAcAdAh"), true},
    {"one of them does", SAMBA "melds S:5c6c7c8c9cTc / S:5d6d7d8d9dTd" HAND("JcJh4sAcAdAh"), false},
};

/* P56: what lies in several melds of a rank. */
static const mask_row joins[] = {
    {"two wilds and one are too many", ONE(" / 9c9d9h2c2d / 9s9c9d2h", "9h4sKdKhKs"), false},
    {"one and one are not", ONE(" / 9c9d9h2c / 9s9c9d2h", "9h4sKdKhKs"), true},
    {"two and none", ONE(" / 9c9d9h2c2d / 9s9c9d", "9h4sKdKhKs"), true},
    {"of three melds those that can be joined",
     ONE(" / 9c9d9h2c2d / 9s9c9d2h / 9c9d9h", "9s4sKdKhKs"), true},
    {"two and two, with two of the hand", ONE(" / 9c9d9h2c2d / 9s9c9d2h2s", "9s9h4sKdKhKs"), true},
    {"with one", ONE(" / 9c9d9h2c2d / 9s9c9d2h2s", "9s4sKdKhKs"), false},
    {"one meld and the hand", ONE(" / 9c9d9h9s2c2d / 9s9c9d2h", "9h4sKdKhKs"), true},
    {"of two melds the one with fewer wilds", ONE(" / 9c9d9h2c2d / 9s9c9d9h9s2h", "9c4sKdKhKs"),
     true},
    {"melds of three wilds",
     SAMBA "set max_wilds = 3\n" KINGS " / 9c9d2c2d2h / 9s9c9d" HAND("9h4sKdKhKs"), true},
    {"melds of one",
     SAMBA "set max_wilds = 1\n" KINGS " / 9c9d9h9s9c2c / 9d9h2h" HAND("9s4sKdKhKs"), true},
    {"two canastas of a rank", SAMBA "melds 9c9d9h9s2c2d / 9c9d9h9s2h2s" HAND("9c9d4sAcAdAh"),
     true},
    {"one card is missing", SAMBA "melds 9c9d9h9s2c2d / 9c9d9h9s2h2s" HAND("9cTd4s4h4d"), false},
};

static const mask_row others[] = {
    {"nobody asks alone", SAMBA "set team_layout = individual\n" CANASTAS HAND("9c9d9h4sKdKhKs"),
     false},
    {"nobody asks too often",
     SAMBA "set ask_limit = 1\nasked_before 1\n" CANASTAS HAND("9c9d9h4sKdKhKs"), false},
    {"once is not too often", SAMBA "set ask_limit = 1\n" CANASTAS HAND("9c9d9h4sKdKhKs"), true},
    {"a full sequence grows on the way out",
     SAMBA "set sequence_extend_going_out = yes\n" CANASTAS
           " / S:4c5c6c7c8c9cTc" HAND("Jc5hKdKhKs"),
     true},
    {"bolivia asks for a sequence", BOLIVIA CANASTAS HAND("9c9d9h4sKdKhKs"), false},
    {"which lies there", BOLIVIA CANASTAS " / S:5c6c7c8c9cTcJc" HAND("9c9d9h4sKdKhKs"), true},
    {"or is made", BOLIVIA CANASTAS " / S:5c6c7c8c9cTc" HAND("Jc9d9h9s4s"), true},
    {"its card lies in a group", BOLIVIA CANASTAS " / S:5c6c7c8c9cTc" HAND("JcJdJh9d9h9s4s"),
     false},
    {"unless a wild does instead", BOLIVIA CANASTAS " / S:5c6c7c8c9cTc" HAND("JcJdJhX9d9h9s4s"),
     true},
    {"a canasta of wilds", CHILEAN KINGS " / 2c2d2h2s2c" HAND("2d6c7c8c2h4s"), true},
    {"a wild goes to a pair", CHILEAN KINGS " / 2c2d2h2s2c" HAND("2d6c6d2h4s"), false},
    {"all twos go to their meld", ITALIAN CANASTAS " / 2:2c2d2h" HAND("6c7c8c2s4s"), true},
    {"and none to a pair", ITALIAN CANASTAS " / 2:2c2d2h" HAND("6c7c8c9d9h2s4s"), false},
    {"but a joker", ITALIAN CANASTAS " / 2:2c2d2h" HAND("6c7c8c9d9hX2s4s"), true},
    {"twos that are left of their canasta do",
     ITALIAN CANASTAS " / 2:2c2d2h2s2c2d" HAND("6c7c8c9d9h2h2s4s"), true},
    {"none is left", ITALIAN CANASTAS " / 2:2c2d2h2s2c" HAND("6c7c8c9d9h2h2s4s"), false},
    {"a meld of twos has room for jokers, too",
     ITALIAN CANASTAS " / 2:2c2d2h / 5c5d5h2s2c" HAND("XXXXX2d4s"), true},
};

/* P46: two canastas in hand open and go out at once. */
static const mask_row openings[] = {
    {"two canastas in hand", SAMBA HAND("KcKdKhKsKcKdKhQcQdQhQsQcQdQh4s"), true},
    {"one lacks a card", SAMBA HAND("KcKdKhKsKcKdKhQcQdQhQsQcQd4s"), false},
    {"which come to too little", SAMBA "score 7000\n" HAND("4c4d4h4s4c4d4h5c5d5h5s5c5d5h6s"),
     false},
    {"or just", SAMBA "score 1400\n" HAND("4c4d4h4s4c4d4h5c5d5h5s5c5d5h6s"), true},
    {"or has a wild", SAMBA HAND("KcKdKhKsKcKdKhQcQdQhQsQcQdX4s"), true},
};

static void questions_are_told(void **state)
{
    (void)state;
    masks_check(places, COUNT(places));
    masks_check(canastas, COUNT(canastas));
    masks_check(joins, COUNT(joins));
    masks_check(others, COUNT(others));
    masks_check(openings, COUNT(openings));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(questions_are_told)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
