/* What counts tell at once of openings where there are sequences, row by row: each judgement at the
 * counts where it turns, by single steps of a legal set.
 * Not here: turns after the opening (test_sequences.c), openings without sequences
 * (test_counted.c), positions easily judged wrong (test_opening_masks.c). Invariant: each row fails
 * if its judgement is told too often, or off by one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "canasta/step.h"
#include "masks.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define ITALIAN      "position italian\nrules italian\n"
#define CHILEAN      "position chilean\nrules chilean\n"
#define SAMBA        "position samba\nrules samba\n"
#define NINE_ROWS    "4c5c6c8c9cTcQcKcAc4d5d6d8d9dTdQdKdAd4h5h6h8h9hThQhKhAh"
#define REST         "phase meld\npile 8h\nplay ask\n"

enum {
    EIGHT = CN_KIND_8,
    NINE = CN_KIND_9,
    TEN = CN_KIND_T,
    JACK = CN_KIND_J,
    QUEEN = CN_KIND_Q,
    KING = CN_KIND_K
};
#define LAY(rank)       (CN_STEP_LAY + (rank))
#define RUN(rank, suit) (CN_STEP_SEQUENCE + 4U * (rank) + CN_SUIT_##suit)
#define DISCARDED(rank) (CN_STEP_DISCARD + (rank))
#define TWO_ON(rank)    (CN_STEP_LAY_TWO + (rank))

/* P46, P54: fifty points open, by naturals alone. */
static const mask_row openings[] = {
    {"a sequence and a group", ITALIAN "hand 8c9cTcKcKdKh4d5h\n" REST, RUN(EIGHT, CLUBS), true},
    {"a group and a sequence", ITALIAN "hand 8c9cTcKcKdKh4d5h\n" REST, LAY(KING), true},
    {"a pair is no group", ITALIAN "hand 8c9cTcKcKd4d5h\n" REST, RUN(EIGHT, CLUBS), false},
    {"two cards in a row are no sequence", ITALIAN "hand 8c9cTdKcKdKh4d5h\n" REST, LAY(KING),
     false},
    {"nor are three of two suits", ITALIAN "hand 8c9cTdKcKdKh4d5h\n" REST, RUN(EIGHT, CLUBS),
     false},
    {"a card lies in a group or in a sequence", ITALIAN "hand 8c8d8h9cTc4d5h\n" REST, LAY(EIGHT),
     false},
    {"one that is held twice in both", ITALIAN "hand 8c8c8d8h9cTc4d5h\n" REST, LAY(EIGHT), true},
    {"whichever comes first", ITALIAN "hand 8c8c8d8h9cTc4d5h\n" REST, RUN(EIGHT, CLUBS), true},
    {"the same sequence twice", ITALIAN "hand 8c8c9c9cTcTc4d5h\n" REST, RUN(NINE, CLUBS), true},
    {"and once", ITALIAN "hand 8c8c9c9cTc4d5h\n" REST, RUN(NINE, CLUBS), false},
    {"six cards of a suit come to 45", ITALIAN "hand 5c6c7c8c9cTc4d5h\n" REST, RUN(EIGHT, CLUBS),
     false},
    {"seven to 50", ITALIAN "hand 4c5c6c7c8c9cTc4d5h\n" REST, RUN(EIGHT, CLUBS), true},
    {"of eight the dearest seven do", ITALIAN "hand 4c5c6c7c8c9cTcJc4d5h\n" REST, RUN(JACK, CLUBS),
     true},
    {"twenty points lie in a row that two sequences share", ITALIAN "hand 9cTcJcQcKcAc4d5h\n" REST,
     RUN(NINE, CLUBS), true},
    {"a sequence gives its lowest card to a group",
     ITALIAN "set min_table = any:15, 0:60\nhand 8c8d8h9cTcJc4d5h\n" REST, LAY(EIGHT), true},
    {"or its highest", ITALIAN "set min_table = any:15, 0:60\nhand JcJdJh8c9cTc4d5h\n" REST,
     LAY(JACK), true},
    {"never one between three",
     ITALIAN "set min_table = any:15, 0:60\nhand 9c9d9h8cTcJc4d5h\n" REST, LAY(NINE), false},
    {"three twos are a group", ITALIAN "hand 2c2d2h4d5h7s9h\n" REST, CN_STEP_LAY_TWO_TWOS, true},
    {"two of them are none", ITALIAN "hand 2c2d4d5h7s9hTdQs\n" REST, CN_STEP_LAY_TWO_TWOS, false},
    {"nor a third part of an opening", ITALIAN "hand 2c2d8c9cTc4d5h\n" REST, RUN(EIGHT, CLUBS),
     false},
    {"wilds do not open", ITALIAN "hand 8c9cTcKcKd2cX4d5h\n" REST, LAY(KING), false},
    {"a card is left to keep, one to discard", ITALIAN "hand 8c9cTcKcKdKh4d5h\n" REST, LAY(KING),
     true},
    {"none is left to keep", ITALIAN "hand 8c9cTcKcKdKh4d\n" REST, LAY(KING), false},
    {"nine rows of three, which are more than are tried", ITALIAN "hand " NINE_ROWS "\n" REST,
     RUN(EIGHT, HEARTS), true},
    {"all but one of them comes to 240",
     ITALIAN "set min_table = any:240\nhand " NINE_ROWS "\n" REST, RUN(EIGHT, HEARTS), true},
    {"and not to more", ITALIAN "set min_table = any:245\nhand " NINE_ROWS "\n" REST,
     RUN(EIGHT, HEARTS), false},
};

/* The same where only a search finds them: a sequence of four, and a pair with a wild. */
#define PAIRS "4d4h5d6c6d6s7d8c9cThJsQdKsAc"
static const mask_row searched_openings[] = {
    {"a sequence of four and a pair with the two", SAMBA "hand " PAIRS "2c\n" REST,
     RUN(CN_KIND_5, DIAMONDS), true},
    {"a pair without a two", SAMBA "hand " PAIRS "\n" REST, RUN(CN_KIND_5, DIAMONDS), false},
    {"the begun pair gets the only two", SAMBA "hand " PAIRS "2c\n" REST, LAY(CN_KIND_4), false},
    {"another pair the second", SAMBA "hand " PAIRS "2c2d\n" REST, LAY(CN_KIND_4), true},
};

/* The same where something is staged: what follows depends on the sequences, and all of them, new
 * and staged, are told from counts. */
#define BARELY(rules, count, hand)  rules "set min_table = any:" count "\nhand " hand "\n" REST
#define COUNTED(rules, count, hand) BARELY(rules, count, hand "4d5h6s")
#define STAGED_KINGS                LAY(KING), LAY(KING), LAY(KING)
#define STAGED_RUN                  RUN(EIGHT, CLUBS), RUN(NINE, CLUBS), RUN(TEN, CLUBS)
#define STAGED_FIVE                                                                                \
    RUN(CN_KIND_4, CLUBS), RUN(CN_KIND_5, CLUBS), RUN(CN_KIND_6, CLUBS), RUN(CN_KIND_7, CLUBS),    \
        RUN(EIGHT, CLUBS)
#define EIGHTS      "KcKdKh8c8d8h9cTcJc"
#define JACKS       "7c8c9cTcJcJdJh"
#define NAMES       "8c9cTcJcKcKdKh"
#define TWO_NAMES   "8c9cTcJc8d9dTd7d7h7s"
#define TWO_RUNS    "4c5c6c7c8c9cTcJc"
#define NINES       "KcKdKh8c9c9d9hTcJc"
#define TWO_PAIRS   "KcKdKh8c9cTcQcQd4c2c"
#define THREE_WILDS "KcKdKh8c8d9cTcJc2c2d2h"
#define TRIPLES     "7c7d7h8c8d8h9cTcTdTh"
#define SPARE       "KcKdKh8c9cTcQcQd2c"
#define BEGUN       "8c8d8h9hTh2c"
static const mask_turn staged[] = {
    {{"a sequence of four opens", COUNTED(ITALIAN, "70", EIGHTS), RUN(EIGHT, CLUBS), true},
     {STAGED_KINGS, 0}},
    {{"where more is needed its lowest card lies in a group", COUNTED(ITALIAN, "75", EIGHTS),
      RUN(EIGHT, CLUBS), false},
     {STAGED_KINGS, 0}},
    {{"the others in a sequence", COUNTED(ITALIAN, "75", EIGHTS), RUN(NINE, CLUBS), true},
     {STAGED_KINGS, 0}},
    {{"the group lies there, too", COUNTED(ITALIAN, "90", EIGHTS), LAY(EIGHT), true},
     {STAGED_KINGS, 0}},
    {{"a sequence grows at both ends", COUNTED(ITALIAN, "45", JACKS), RUN(JACK, CLUBS), true},
     {STAGED_RUN, 0}},
    {{"not by a card that a group wants", COUNTED(ITALIAN, "50", JACKS), RUN(JACK, CLUBS), false},
     {STAGED_RUN, 0}},
    {{"but at the other end", COUNTED(ITALIAN, "65", JACKS), RUN(CN_KIND_7, CLUBS), true},
     {STAGED_RUN, 0}},
    {{"by more than one card", COUNTED(ITALIAN, "50", "8c9cTcJcQc6d"), RUN(JACK, CLUBS), true},
     {STAGED_RUN, 0}},
    {{"the next one first", COUNTED(ITALIAN, "50", "8c9cTcJcQc6d"), RUN(CN_KIND_Q, CLUBS), false},
     {STAGED_RUN, 0}},
    {{"the staged sequence is named", COUNTED(SAMBA, "70", NAMES), CN_STEP_TO_MELD, true},
     {STAGED_RUN, STAGED_KINGS, 0}},
    {{"not for a card that a group wants", COUNTED(SAMBA, "75", NAMES "JdJh"), CN_STEP_TO_MELD,
      false},
     {STAGED_RUN, STAGED_KINGS, 0}},
    {{"it takes the card then", COUNTED(SAMBA, "70", NAMES), RUN(JACK, CLUBS), true},
     {STAGED_RUN, STAGED_KINGS, CN_STEP_TO_MELD, 0}},
    {{"another sequence grows, too", COUNTED(ITALIAN, "85", TWO_NAMES), CN_STEP_TO_MELD, true},
     {STAGED_RUN, RUN(EIGHT, DIAMONDS), RUN(NINE, DIAMONDS), RUN(TEN, DIAMONDS), 0}},
    {{"not by a card that another sequence wants", COUNTED(ITALIAN, "60", TWO_RUNS),
      RUN(NINE, CLUBS), false},
     {STAGED_FIVE, 0}},
    {{"which is begun after the end of the run", COUNTED(ITALIAN, "60", TWO_RUNS), RUN(NINE, CLUBS),
      true},
     {STAGED_FIVE, CN_STEP_NEW, 0}},
    {{"where less is needed it grows", COUNTED(ITALIAN, "50", TWO_RUNS), RUN(NINE, CLUBS), true},
     {STAGED_FIVE, 0}},
    {{"no group has a card that a sequence wants", COUNTED(ITALIAN, "70", NINES), LAY(NINE), false},
     {STAGED_KINGS, 0}},
    {{"it has where less is needed", COUNTED(ITALIAN, "60", NINES), LAY(NINE), true},
     {STAGED_KINGS, 0}},
    {{"a group would leave too few cards", BARELY(ITALIAN, "70", EIGHTS "4d"), LAY(EIGHT), false},
     {STAGED_KINGS, 0}},
    {{"a cheap pair gets no wild", COUNTED(SAMBA, "95", TWO_PAIRS), LAY(CN_KIND_4), false},
     {STAGED_KINGS, 0}},
    {{"it gets that of the dear one", COUNTED(SAMBA, "90", TWO_PAIRS), LAY(CN_KIND_4), true},
     {STAGED_KINGS, 0}},
    {{"two wilds are all that a group takes", COUNTED(SAMBA, "115", THREE_WILDS), RUN(EIGHT, CLUBS),
      false},
     {STAGED_KINGS, 0}},
    {{"they are enough", COUNTED(SAMBA, "110", THREE_WILDS), RUN(EIGHT, CLUBS), true},
     {STAGED_KINGS, 0}},
    {{"a staged group is named", COUNTED(SAMBA, "70", "8c8d8h8s9sTsKcKdKh"), CN_STEP_TO_MELD, true},
     {LAY(EIGHT), LAY(EIGHT), LAY(EIGHT), STAGED_KINGS, 0}},
    {{"not for a card that a sequence wants", COUNTED(SAMBA, "75", "8c8d8h8s9sTsKcKdKh"),
      CN_STEP_TO_MELD, false},
     {LAY(EIGHT), LAY(EIGHT), LAY(EIGHT), STAGED_KINGS, 0}},
    {{"only jokers come to enough", COUNTED(SAMBA, "155", "KcKdKh8c9cTcXX2c"), TWO_ON(KING), false},
     {STAGED_KINGS, 0}},
    {{"a joker does", COUNTED(SAMBA, "155", "KcKdKh8c9cTcXX2c"), CN_STEP_LAY_JOKER + KING, true},
     {STAGED_KINGS, 0}},
    {{"wilds are a meld of their own", COUNTED(CHILEAN, "100", "KcKdKh8c9cTc2c2d2h"),
      CN_STEP_LAY_TWO_WILD, true},
     {STAGED_KINGS, 0}},
    {{"a wild is spared", COUNTED(SAMBA, "80", SPARE), TWO_ON(KING), true}, {STAGED_KINGS, 0}},
    {{"a pair wants it", COUNTED(SAMBA, "85", SPARE), TWO_ON(KING), false}, {STAGED_KINGS, 0}},
    {{"a pair that gets it", COUNTED(SAMBA, "100", SPARE), LAY(CN_KIND_Q), true},
     {STAGED_KINGS, 0}},
    {{"a begun group takes its third card", COUNTED(SAMBA, "50", BEGUN), LAY(EIGHT), true},
     {LAY(EIGHT), LAY(EIGHT), 0}},
    {{"not the one that a sequence wants", COUNTED(SAMBA, "70", BEGUN), LAY(EIGHT), false},
     {LAY(EIGHT), LAY(EIGHT), 0}},
    {{"but a wild", COUNTED(SAMBA, "70", BEGUN), TWO_ON(EIGHT), true}, {LAY(EIGHT), LAY(EIGHT), 0}},
    {{"a begun sequence takes a card at either end", COUNTED(ITALIAN, "45", JACKS),
      RUN(JACK, CLUBS), true},
     {RUN(NINE, CLUBS), RUN(TEN, CLUBS), 0}},
    {{"two cards are none", COUNTED(ITALIAN, "50", TRIPLES), RUN(TEN, CLUBS), false},
     {RUN(NINE, CLUBS), 0}},
    {{"three are", COUNTED(ITALIAN, "45", TRIPLES), RUN(TEN, CLUBS), true}, {RUN(NINE, CLUBS), 0}},
    {{"none that a group wants", COUNTED(ITALIAN, "65", JACKS), RUN(JACK, CLUBS), false},
     {RUN(NINE, CLUBS), RUN(TEN, CLUBS), 0}},
};

/* P42: from 7,000 points on an opening needs a canasta, from 9,000 on one without wilds. */
#define BRAZILIAN    "position brazilian\nrules brazilian\n"
#define NEARLY       "score 7000\n"
#define NEAR         "score 8000\n"
#define AT_LAST      "score 9000\n"
#define GOES_OUT     "set canasta_size = 4\nset out_canastas = 1\nset ask_partner = none\n"
#define SIX_KINGS    "hand KcKcKdKd2c2dQcQcQdQdQhQhQsAcAdAh"
#define OUT_OF_REACH "set out_canastas = 3\n"
static const mask_row first_canastas[] = {
    {"four cards of which no meld may be made are no canasta",
     SAMBA "set canasta_size = 4; min_naturals = 6; min_band_special = 0:any:20\n"
           "hand AcAdAs2c9cTcJc4d5h6h7s\n" REST,
     RUN(NINE, CLUBS), false},
    {"seven of a rank", BRAZILIAN NEARLY "hand KcKcKdKdKhKhKs4d5h7s\n" REST, LAY(KING), true},
    {"six are too few", BRAZILIAN NEARLY "hand KcKcKdKdKhKh4d5h7s\n" REST, LAY(KING), false},
    {"five with two wilds", BRAZILIAN NEARLY "hand KcKcKdKdKh2cX4d5h7s\n" REST, LAY(KING), true},
    {"six with one", BRAZILIAN NEARLY "hand KcKcKdKdKhKhX4d5h7s\n" REST, LAY(KING), true},
    {"no meld has three", BRAZILIAN NEARLY "hand KcKcKdKd2c2dX4d5h7s\n" REST, LAY(KING), false},
    {"five with one wild are too few", BRAZILIAN NEARLY "hand KcKcKdKdKh2c4d5h7s\n" REST, LAY(KING),
     false},
    {"seven of a suit", BRAZILIAN NEARLY "hand 5c6c7c8c9cTcJc4d5h7s\n" REST, RUN(EIGHT, CLUBS),
     true},
    {"six of them", BRAZILIAN NEARLY "hand 5c6c7c8c9cTc4d5h7s\n" REST, RUN(EIGHT, CLUBS), false},
    {"one of seven of another suit", BRAZILIAN NEARLY "hand 5c6c7c8d9cTcJc4d5h7s\n" REST,
     RUN(NINE, CLUBS), false},
    {"seven wilds", BRAZILIAN NEARLY "hand 2c2d2h2sXXX4d5h7s\n" REST, CN_STEP_LAY_TWO_WILD, true},
    {"six wilds", BRAZILIAN NEARLY "hand 2c2d2h2sXX4d5h7s\n" REST, CN_STEP_LAY_TWO_WILD, false},
    {"what cannot open is discarded", BRAZILIAN NEARLY "hand KcKcKdKdKhKh4d5h7s\n" REST,
     DISCARDED(KING), true},
    {"at last wilds do not help", BRAZILIAN AT_LAST "hand KcKcKdKdKhKh2c4d5h7s\n" REST, LAY(KING),
     false},
    {"nor sequences", BRAZILIAN AT_LAST "hand 5c6c7c8c9cTcJc4d5h7s\n" REST, RUN(EIGHT, CLUBS),
     false},
    {"seven of a rank do", BRAZILIAN AT_LAST "hand KcKcKdKdKhKhKs4d5h7s\n" REST, LAY(KING), true},
    {"the wild of another group is missing in it",
     BRAZILIAN NEARLY "hand KcKcKdKdKh2cXQcQd4d5h7s\n" REST, LAY(QUEEN), false},
    {"a third one is not", BRAZILIAN NEARLY "hand KcKcKdKdKh2cXXQcQd4d5h7s\n" REST, LAY(QUEEN),
     true},
    {"of four cards it is a pair with two wilds",
     BRAZILIAN "set canasta_size = 4\n" NEARLY "hand QcQd2cX4d5h7s\n" REST, LAY(QUEEN), true},
    {"one is too few", BRAZILIAN "set canasta_size = 4\n" NEARLY "hand QcQd2c4d5h7s\n" REST,
     LAY(QUEEN), false},
    {"or it goes out with them", BRAZILIAN GOES_OUT NEARLY "hand QcQd2cX4d\n" REST, LAY(QUEEN),
     true},
    {"and not with one", BRAZILIAN GOES_OUT NEARLY "hand QcQd2c4d5h\n" REST, LAY(QUEEN), false},
    {"three wilds together are missing in it", BRAZILIAN NEARLY "hand KcKcKdKdKh2cXXX4d5h7s\n" REST,
     CN_STEP_LAY_TWO_WILD, false},
    {"of five two are left", BRAZILIAN NEARLY "hand KcKcKdKdKh2cXXXX4d5h7s\n" REST,
     CN_STEP_LAY_TWO_WILD, true},
    {"or it goes out with two",
     BRAZILIAN GOES_OUT "set wild_canasta = no\n" NEARLY "hand KcKd2cXXXX4d\n" REST,
     CN_STEP_LAY_TWO_WILD, true},
    {"nor is one that it does not need", BRAZILIAN NEARLY "hand KcKcKdKdKhKh2cXQcQd4d5h7s\n" REST,
     LAY(QUEEN), true},
    {"seven aces and six cards come to 200",
     BRAZILIAN NEAR "hand AcAcAdAdAhAhAsKcKdKhQcQdQh4d5h7s\n" REST, LAY(QUEEN), true},
    {"and five to less", BRAZILIAN NEAR "hand AcAcAdAdAhAhAsKcKdKhQcQd4d5h7s\n" REST, LAY(KING),
     false},
    {"a card is left to keep, one to discard", BRAZILIAN NEARLY "hand KcKcKdKdKhKhKs4d5h\n" REST,
     LAY(KING), true},
    {"none is left to keep", BRAZILIAN NEARLY "hand KcKcKdKdKhKhKs4d\n" REST, LAY(KING), false},
};

/* The canasta grows from what is staged and what is in hand. */
static const mask_turn growing_canastas[] = {
    {{"a sequence at both of its ends", BRAZILIAN NEARLY "hand 5c6c7c8c9cTcJc4d5h7s\n" REST,
      RUN(CN_KIND_7, CLUBS), true},
     {RUN(EIGHT, CLUBS), RUN(NINE, CLUBS), RUN(TEN, CLUBS)}},
    {{"a rank", BRAZILIAN NEARLY "hand KcKcKdKdKhKhKs4d5h7s\n" REST, LAY(KING), true},
     {LAY(KING), LAY(KING), LAY(KING)}},
    {{"wilds in it", BRAZILIAN NEARLY "hand KcKcKdKdKh2c2d4d5h7s\n" REST, LAY(KING), true},
     {LAY(KING), LAY(KING), LAY(KING), TWO_ON(KING), TWO_ON(KING)}},
    {{"the run of it ends, and it goes on later",
      BRAZILIAN NEARLY "hand KcKcKdKdKh2c2d4d5h7s\n" REST, CN_STEP_NEW, true},
     {LAY(KING), LAY(KING), LAY(KING), TWO_ON(KING), TWO_ON(KING)}},
    {{"it goes out with those that lie there", BRAZILIAN GOES_OUT NEARLY "hand QcQd2cX4d\n" REST,
      CN_STEP_LAY_JOKER + QUEEN, true},
     {LAY(QUEEN), LAY(QUEEN), TWO_ON(QUEEN)}},
    {{"wilds alone", BRAZILIAN NEARLY "hand 2c2d2h2sXXX4d5h7s\n" REST, CN_STEP_LAY_TWO_WILD, true},
     {CN_STEP_LAY_TWO_WILD, CN_STEP_LAY_TWO_WILD}},
    {{"a wild beside seven", BRAZILIAN NEARLY "hand KcKcKdKdKhKhKs2c4d5h7s\n" REST, TWO_ON(KING),
      true},
     {LAY(KING), LAY(KING), LAY(KING)}},
    {{"it spoils a natural one", BRAZILIAN AT_LAST "hand KcKcKdKdKhKhKs2c4d5h7s\n" REST,
      TWO_ON(KING), false},
     {LAY(KING), LAY(KING), LAY(KING)}},
    {{"not another group", BRAZILIAN AT_LAST "hand KcKcKdKdKhKhKs2cQcQdQh4d5h7s\n" REST,
      TWO_ON(QUEEN), true},
     {LAY(QUEEN), LAY(QUEEN), LAY(QUEEN)}},
    {{"six that lie there are none", BRAZILIAN OUT_OF_REACH NEARLY SIX_KINGS "4d\n" REST,
      LAY(CN_KIND_A), false},
     {LAY(KING), LAY(KING), LAY(KING), LAY(KING), TWO_ON(KING), TWO_ON(KING)}},
    {{"the queens leave enough", BRAZILIAN OUT_OF_REACH NEARLY SIX_KINGS "4d5h\n" REST,
      LAY(CN_KIND_A), true},
     {LAY(KING), LAY(KING), LAY(KING), LAY(KING), TWO_ON(KING), TWO_ON(KING)}},
    {{"a mixed one leaves too few cards for the natural one",
      BRAZILIAN OUT_OF_REACH AT_LAST "hand QcQcQdQdQh2c2dKcKcKdKdKhKhKs4d\n" REST, LAY(QUEEN),
      false},
     {LAY(QUEEN), LAY(QUEEN), LAY(QUEEN), TWO_ON(QUEEN), TWO_ON(QUEEN), LAY(QUEEN)}},
    {{"one card more does not",
      BRAZILIAN OUT_OF_REACH AT_LAST "hand QcQcQdQdQh2c2dKcKcKdKdKhKhKs4d5h\n" REST, LAY(QUEEN),
      true},
     {LAY(QUEEN), LAY(QUEEN), LAY(QUEEN), TWO_ON(QUEEN), TWO_ON(QUEEN), LAY(QUEEN)}},
};

/* P38: the top card is taken with a pair, and its group lies among those that open. */
static const mask_row takes[] = {
    {"its group and a sequence", ITALIAN "hand KcKd8c9cTc4d5h\npile Kh\nplay draw\n",
     CN_STEP_TAKE_PAIR, true},
    {"a sequence is missing", ITALIAN "hand KcKd8c9cTd4d5h\npile Kh\nplay draw\n",
     CN_STEP_TAKE_PAIR, false},
    {"the pair is of the sequence", ITALIAN "hand 8c8d9cTc4d5hAd\npile 8h\nplay draw\n",
     CN_STEP_TAKE_PAIR, false},
    {"a third one is", ITALIAN "hand 8c8d8s9cTc4d5h\npile 8h\nplay draw\n", CN_STEP_TAKE_PAIR,
     true},
    {"what opens without the top card does not count",
     ITALIAN "hand 8c8d9c9dTcTd4h5h\npile 8h\nplay draw\n", CN_STEP_TAKE_PAIR, false},
};

/* P65, P70: after a yes; every lay leaves a way to go out, or the search finds which. */
static void naturals_open(void **state)
{
    (void)state;
    masks_check(openings, COUNT(openings));
    masks_check(searched_openings, COUNT(searched_openings));
    masks_check_turns(staged, COUNT(staged));
}

static void canastas_open(void **state)
{
    (void)state;
    masks_check(first_canastas, COUNT(first_canastas));
    masks_check_turns(growing_canastas, COUNT(growing_canastas));
}

static void takes_open_beside_sequences(void **state)
{
    (void)state;
    masks_check(takes, COUNT(takes));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(naturals_open),
        cmocka_unit_test(canastas_open),
        cmocka_unit_test(takes_open_beside_sequences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
