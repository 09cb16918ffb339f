/* What counts tell at once where there are sequences, row by row: each judgement at the counts
 * where it turns, by single steps of a legal set of a side that has opened.
 * Not here: openings (test_opening_sequences.c), the same without sequences (test_counted.c),
 * positions easily judged wrong (test_masks.c). Invariant: each row fails if its judgement is told
 * too often, or off by one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "canasta/step.h"
#include "masks.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define CANASTAS     "melds KcKdKhKsKcKdKh / QcQdQhQsQcQdQh"
#define ITALIAN      "position italian\nrules italian\n"
#define CHILEAN      "position chilean\nrules chilean\n"
#define SAMBA        "position samba\nrules samba\n"
#define REST         "phase meld\npile 8h\nplay ask\n"

enum { NINE = CN_KIND_9, TEN = CN_KIND_T, KING = CN_KIND_K };
#define LAY(rank)       (CN_STEP_LAY + (rank))
#define RUN(rank, suit) (CN_STEP_SEQUENCE + 4U * (rank) + CN_SUIT_##suit)
#define DISCARDED(rank) (CN_STEP_DISCARD + (rank))
#define TWO_ON(rank)    (CN_STEP_LAY_TWO + (rank))

#define YES "answer yes\n"
static const mask_row after_a_yes[] = {
    {"a group and the discard", SAMBA CANASTAS "\nhand 9c9d9h4s\n" YES REST, LAY(NINE), true},
    {"nothing is discarded before", SAMBA CANASTAS "\nhand 9c9d9h4s\n" YES REST, DISCARDED(NINE),
     false},
    {"the last card is", SAMBA CANASTAS "\nhand 4s\n" YES REST, DISCARDED(0), true},
    {"two cards find no place", SAMBA CANASTAS "\nhand 9c9d9h4s6s\n" YES REST, LAY(NINE), false},
    {"they lie there already", SAMBA CANASTAS " / 4c4d4h\nhand 9c9d9h4s6s\n" YES REST, LAY(NINE),
     true},
    {"a group whose card a sequence would take away",
     SAMBA CANASTAS " / S:6c7c8c\nhand 9c9d9h4s\n" YES REST, CN_STEP_TO_MELD + 2, false},
    {"a fourth nine may go there", SAMBA CANASTAS " / S:6c7c8c\nhand 9c9d9h9s4s\n" YES REST,
     CN_STEP_TO_MELD + 2, true},
    {"a two goes to a meld", SAMBA CANASTAS " / 5c5d5h\nhand 2c9c9d9h4s\n" YES REST,
     CN_STEP_TO_MELD + 2, true},
    {"melds with two wilds take none", SAMBA CANASTAS " / 5c5d5h2c2d\nhand 2c4s\n" YES REST,
     CN_STEP_TO_MELD + 2, false},
    {"one canasta is too few",
     SAMBA "melds KcKdKhKsKcKdKh / QcQdQhQsQcQd\nhand 9c9d9h4s\n" YES REST, LAY(NINE), false},
    {"it becomes one", SAMBA "melds KcKdKhKsKcKdKh / QcQdQhQsQcQd\nhand 9c9d9hQh4s\n" YES REST,
     LAY(NINE), true},
};

/* P65: black threes are laid last. */
#define OPENED_WITH_BLACK_THREES                                                                   \
    "hand KcKdKhKsKcKdKhQcQdQhQsQcQdQh3c3s3c3s\nphase meld\npile 8h\n"                             \
    "play open KcKdKhKsKcKdKh QcQdQhQsQcQdQh 3c3s3c\n"
static const mask_row black_threes[] = {
    {"three of them", SAMBA CANASTAS "\nhand 3c3c3s\n" YES REST, CN_STEP_LAY_BLACK3, true},
    {"two are no meld", SAMBA CANASTAS "\nhand 3c3s\n" YES REST, CN_STEP_LAY_BLACK3, false},
    {"three and the discard", SAMBA CANASTAS "\nhand 3c3c3s4d\n" YES REST, CN_STEP_LAY_BLACK3,
     true},
    {"three and two more cards", SAMBA CANASTAS "\nhand 3c3c3s4d6h\n" YES REST, CN_STEP_LAY_BLACK3,
     false},
    {"a lay comes before them", SAMBA CANASTAS " / 4c4h4s\nhand 3c3c3s4d6h\n" YES REST,
     CN_STEP_TO_MELD + 2, true},
    {"one of two is the discard", SAMBA CANASTAS "\nhand 3c3c3s3s\n" YES REST, CN_STEP_LAY_BLACK3,
     true},
    {"more of them than a meld takes",
     SAMBA "set black3_meld_max = 3\n" CANASTAS "\nhand 3c3c3s3s4d\n" YES REST, CN_STEP_LAY_BLACK3,
     false},
    {"but for the discard", SAMBA "set black3_meld_max = 3\n" CANASTAS "\nhand 3c3c3s3s\n" YES REST,
     CN_STEP_LAY_BLACK3, true},
    {"the turn may go on without them", SAMBA CANASTAS "\nhand 3c3c3s4d\n" REST, DISCARDED(0),
     true},
    {"one of them is discarded", SAMBA CANASTAS "\nhand 3c3c3s4d\n" REST, DISCARDED(CN_KIND_BLACK3),
     true},
    {"without a canasta they are not laid",
     SAMBA "melds KcKdKhKsKcKdKh / QcQdQhQsQcQd\nhand 3c3c3s4d\n" REST, CN_STEP_LAY_BLACK3, false},
    {"those that opened are closed", SAMBA OPENED_WITH_BLACK_THREES, CN_STEP_LAY_BLACK3, false},
    {"so the fourth is discarded", SAMBA OPENED_WITH_BLACK_THREES, DISCARDED(CN_KIND_BLACK3), true},
};

/* P133: the same where twos are a rank: they find their place in a meld of theirs, or no other. */
#define MELDS " / 5c5d5h / 6c6d6h / 7c7d7h"
static const mask_row twos_after_a_yes[] = {
    {"three twos begin a meld", ITALIAN CANASTAS MELDS "\nhand 2c2d2h4s\n" YES REST,
     CN_STEP_LAY_TWO_TWOS, true},
    {"or go to others", ITALIAN CANASTAS MELDS "\nhand 2c2d2h4s\n" YES REST, CN_STEP_TO_MELD + 2,
     true},
    {"two and a joker do", ITALIAN CANASTAS MELDS "\nhand 2c2dX4s\n" YES REST, CN_STEP_LAY_TWO_TWOS,
     true},
    {"two alone do not", ITALIAN CANASTAS MELDS "\nhand 2c2d4s\n" YES REST, CN_STEP_LAY_TWO_TWOS,
     false},
    {"an unfinished meld of twos gets them",
     ITALIAN CANASTAS MELDS " / 2:2c2d2h\nhand 2c2d4s\n" YES REST, CN_STEP_TO_MELD + 5, true},
    {"no other does", ITALIAN CANASTAS MELDS " / 2:2c2d2h\nhand 2c2d4s\n" YES REST,
     CN_STEP_TO_MELD + 2, false},
    {"but of jokers", ITALIAN CANASTAS MELDS " / 2:2c2d2h\nhand 2cX4s\n" YES REST,
     CN_STEP_TO_MELD + 2, true},
    {"beside a canasta of them another one begins",
     ITALIAN CANASTAS MELDS " / 2:2c2d2h2s2c2d2h\nhand 2s2c2d4s\n" YES REST, CN_STEP_LAY_TWO_TWOS,
     true},
    {"which lets twos go elsewhere",
     ITALIAN CANASTAS MELDS " / 2:2c2d2h2s2c2d2h\nhand 2s4s\n" YES REST, CN_STEP_TO_MELD + 2, true},
    {"black threes come last", ITALIAN CANASTAS MELDS " / 2:2c2d2h\nhand 3c3c3s4d\n" YES REST,
     CN_STEP_LAY_BLACK3, true},
    {"behind a two", ITALIAN CANASTAS MELDS " / 2:2c2d2h\nhand 3c3c3s2c4d\n" YES REST,
     CN_STEP_LAY_BLACK3, false},
};

/* P56: a begun meld that is finished by its own naturals may be joined then, if a card is left. */
#define SEVEN "melds KcKdKhKsKcKdKh / "
static const mask_row finished_first[] = {
    {"fours that are all laid are not joined", SAMBA SEVEN "4c4c4d4d\nhand 4d4h4s\n" YES REST,
     LAY(0), false},
    {"they go to the others", SAMBA SEVEN "4c4c4d4d\nhand 4d4h4s\n" YES REST, CN_STEP_TO_MELD + 1,
     true},
    {"a pair that takes a wild is not joined where there are two",
     SAMBA SEVEN "4c4c4d2c2d\nhand 4d4h2s9s\n" YES REST, LAY(0), false},
    {"but where there is one", SAMBA SEVEN "4c4c4d4s2c\nhand 4d4h2s9s\n" YES REST, LAY(0), true},
    {"a fourth one lets them", SAMBA SEVEN "4c4c4d4d\nhand 4d4h4s4s\n" YES REST, LAY(0), true},
    {"a card of a sequence does", SAMBA SEVEN "4c4c4d4d / S:6c7c8c\nhand 4d4h4s9c\n" YES REST,
     LAY(0), true},
    {"one that is discarded", SAMBA SEVEN "4c4c4d4d\nhand 4d4h4s9c\n" YES REST, LAY(0), true},
};

/* Canastas that are still to be made after a yes, and pairs that want wilds: whatever is laid first
 * leaves enough for them, or not. */
#define FIVES_AND_SIXES "melds 5c5d5h5s / 5c5d5h / 6c6d6h6s / 6c6d6h"
static const mask_row made_later[] = {
    {"two queens make the canasta whatever is laid first",
     SAMBA SEVEN "QcQdQhQsQc\nhand KsQdQh4s\n" YES REST, CN_STEP_TO_MELD, true},
    {"not if a sequence gets one", SAMBA SEVEN "QcQdQhQsQd / S:9cTcJc\nhand QcQdKs4s\n" YES REST,
     CN_STEP_TO_MELD + 2, false},
    {"a third one may go there", SAMBA SEVEN "QcQdQhQsQd / S:9cTcJc\nhand QcQdQhKs4s\n" YES REST,
     CN_STEP_TO_MELD + 2, true},
    {"the two that the queens want goes nowhere else",
     SAMBA SEVEN "QcQdQhQs / 5c5d5h\nhand QdQh2c4s\n" YES REST, CN_STEP_TO_MELD + 2, false},
    {"a second one does", SAMBA SEVEN "QcQdQhQs / 5c5d5h\nhand QdQh2c2d4s\n" YES REST,
     CN_STEP_TO_MELD + 2, true},
    {"nor that of a pair", SAMBA CANASTAS " / 5c5d5h\nhand 9c9d2c4s\n" YES REST,
     CN_STEP_TO_MELD + 2, false},
    {"but a second one", SAMBA CANASTAS " / 5c5d5h\nhand 9c9d2c2d4s\n" YES REST,
     CN_STEP_TO_MELD + 2, true},
    {"the pair keeps both cards", SAMBA CANASTAS " / S:6c7c8c\nhand 9c9d2c2d4s\n" YES REST,
     CN_STEP_TO_MELD + 2, false},
    {"three groups want three wilds when a sequence takes a card of each",
     SAMBA CANASTAS "\nhand 9c9d9hTcTsThJcJdJs2c2d4s\n" YES REST, RUN(NINE, CLUBS), false},
    {"which they get", SAMBA CANASTAS "\nhand 9c9d9hTcTsThJcJdJs2c2d2h4s\n" YES REST,
     RUN(NINE, CLUBS), true},
    {"kings that make another canasta do not go to the first",
     SAMBA "melds KcKdKhKs / KcKdKhKsKc2c2d\nhand KdKhKs4s\n" YES REST, CN_STEP_TO_MELD + 1, false},
    {"but to the others", SAMBA "melds KcKdKhKs / KcKdKhKsKc2c2d\nhand KdKhKs4s\n" YES REST,
     CN_STEP_TO_MELD, true},
    {"a wild meld wants all of three",
     CHILEAN SEVEN "QcQdQhQs / 5c5d5h\nhand QdQh2c2d2h4s\n" YES REST, CN_STEP_LAY_TWO_WILD, false},
    {"of four one is left", CHILEAN SEVEN "QcQdQhQs / 5c5d5h\nhand QdQh2c2d2h2s4s\n" YES REST,
     CN_STEP_LAY_TWO_WILD, true},
    {"joined melds have room for four wilds", SAMBA FIVES_AND_SIXES "\nhand 2c2d2h2sX4s\n" YES REST,
     CN_STEP_TO_MELD, false},
    {"for no more", SAMBA FIVES_AND_SIXES "\nhand 2c2d2h2s4s\n" YES REST, CN_STEP_TO_MELD, true},
    {"black threes come behind the canasta", SAMBA SEVEN "QcQdQhQsQcQd\nhand 3c3c3sQh\n" YES REST,
     CN_STEP_LAY_BLACK3, false},
    {"two canastas of three are not joined to one",
     SAMBA "set out_canastas = 3\nmelds KcKdKhKsKcKd2c / KhKsKcKdKhKs2h / QcQdQhQsQc\n"
           "hand QdQhQs4s\n" YES REST,
     CN_STEP_TO_MELD, false},
    {"twos that are kept are no wilds for a pair",
     ITALIAN CANASTAS MELDS " / 2:2c2d2h\nhand 9c9d2c2d4s\n" YES REST, CN_STEP_TO_MELD + 5, false},
};

/* After a yes, wilds that are due to pairs: what is laid beside them, what begins, what is joined.
 */
#define BESIDE " / 5c5d5h / S:6c7c8c"
static const mask_row due_wilds[] = {
    {"a pair gets the only two", SAMBA CANASTAS " / 5c5d5h\nhand 9c9d2c4s\n" YES REST, LAY(NINE),
     true},
    {"nothing is due where a yes does not bind",
     SAMBA "set ask_binding = no\n" CANASTAS " / 5c5d5h\nhand 9c9d2c4s\n" YES REST,
     CN_STEP_TO_MELD + 2, true},
    {"a natural is laid before", SAMBA CANASTAS " / 5c5d5h\nhand 9c9d5s2c4s\n" YES REST,
     CN_STEP_TO_MELD + 2, true},
    {"another pair would want one beside its meld",
     SAMBA CANASTAS " / 5c5d5h\nhand 9c9d5s5c2c4s\n" YES REST, LAY(CN_KIND_5), false},
    {"three are a group", SAMBA CANASTAS " / 5c5d5h\nhand 9c9d5s5c5d2c4s\n" YES REST,
     LAY(CN_KIND_5), true},
    {"the pair could go to a sequence, but for one card",
     SAMBA CANASTAS BESIDE "\nhand 9c9d5s5c2c4s\n" YES REST, LAY(CN_KIND_5), false},
    {"a second two lets both be groups", SAMBA CANASTAS BESIDE "\nhand 9c9d5s5d2c2d4s\n" YES REST,
     LAY(CN_KIND_5), true},
    {"two single cards are left", SAMBA CANASTAS BESIDE "\nhand 5s4sTd2c2d\n" YES REST,
     CN_STEP_TO_MELD + 2, false},
    {"two sequences leave none", SAMBA CANASTAS "\nhand 9c9dTcTdJcJd4s\n" YES REST, RUN(TEN, CLUBS),
     true},
    {"two fives are joined while the two is due",
     SAMBA CANASTAS " / 5c5d5h / 5s5c5d / S:6c7c8c\nhand 9c9d2c4s\n" YES REST, CN_STEP_TO_MELD + 2,
     true},
    {"two canastas are not, if two are needed",
     SAMBA "melds KcKdKhKsKcKd2c / KhKsKcKdKhKs2h / S:6c7c8c\nhand 9c9d2c4s\n" YES REST,
     CN_STEP_TO_MELD, false},
    {"nor melds whose room the wilds want",
     SAMBA CANASTAS "2c2d / 5c5d5h2h2s / 5s5c5d / S:6c7c8c\nhand 9c9d2c2d2h2sX4s\n" YES REST,
     CN_STEP_TO_MELD + 2, false},
    {"fives that are joined make the canasta",
     SAMBA SEVEN "5c5c5d5d / S:6c7c8c\nhand 5h5s5h9d9d2c4s\n" YES REST, LAY(CN_KIND_5), true},
    {"with no other card they would not", SAMBA SEVEN "5c5c5d5d / S:6c7c8c\nhand 5h5s5h\n" YES REST,
     LAY(CN_KIND_5), false},
    {"so they do with the two of the begun meld",
     SAMBA SEVEN "5c5c5d5d / S:6c7c8c\nhand 5h5s2c9c\n" YES REST, LAY(CN_KIND_5), true},
    {"three wilds are too many for one meld of fives",
     SAMBA CANASTAS " / 5h5s2h / 5c5d2c2d / S:6c7c8c\nhand 9c9d2s4s\n" YES REST,
     CN_STEP_TO_MELD + 2, false},
    {"the highest of a sequence comes first", SAMBA CANASTAS "\nhand 9c9dTcTdJcJd4s\n" YES REST,
     RUN(CN_KIND_J, CLUBS), true},
    {"the last card goes out where a discard must",
     SAMBA "set out_discard = required\n" CANASTAS "\nhand 4s\n" YES REST, DISCARDED(0), true},
    {"one of two twos pays for the pair", ITALIAN CANASTAS MELDS "\nhand 9c9d2c2d4s\n" YES REST,
     CN_STEP_TO_MELD + 2, true},
    {"a single one does for nothing else", ITALIAN CANASTAS MELDS "\nhand 9c9d2c4s\n" YES REST,
     CN_STEP_TO_MELD + 2, false},
    {"of three one may go elsewhere", ITALIAN CANASTAS MELDS "\nhand 9c9d2c2d2h4s\n" YES REST,
     CN_STEP_TO_MELD + 2, true},
    {"but a meld of them would keep all", ITALIAN CANASTAS MELDS "\nhand 9c9d2c2d2h4s\n" YES REST,
     CN_STEP_LAY_TWO_TWOS, false},
    {"a joker pays then", ITALIAN CANASTAS MELDS "\nhand 9c9d2c2d2hX4s\n" YES REST,
     CN_STEP_LAY_TWO_TWOS, true},
    {"where twos are kept the joker is due",
     ITALIAN CANASTAS MELDS " / 2:2c2d2h\nhand 9c9d2cX4s\n" YES REST, CN_STEP_TO_MELD + 2, false},
    {"the two goes to the others", ITALIAN CANASTAS MELDS " / 2:2c2d2h\nhand 9c9d2cX4s\n" YES REST,
     CN_STEP_TO_MELD + 5, true},
    {"the joker that is the only wild", SAMBA CANASTAS " / 5c5d5h\nhand 9c9dX4s\n" YES REST,
     CN_STEP_TO_MELD + 2, false},
    {"a meld of twos would keep the one that the queens want",
     ITALIAN SEVEN "QcQdQhQs" MELDS "\nhand QdQh2c2d2h4s\n" YES REST, CN_STEP_LAY_TWO_TWOS, false},
    {"of two one is not", ITALIAN CANASTAS MELDS " / 2:2c2d2h\nhand 9c9d2cXX4s\n" YES REST,
     CN_STEP_TO_MELD + 2, true},
};
static const mask_turn last_wilds[] = {
    {{"a run of wilds can end, though the last two is due to a pair",
      CHILEAN CANASTAS " / 2c2d2h\nhand 9c9d2c2d4s\n" YES REST, CN_STEP_NEW, true},
     {CN_STEP_TO_MELD + 2, CN_STEP_LAY_TWO_WILD}},
    {{"the pair does not go to the meld that is named",
      SAMBA CANASTAS " / 5c5d5h\nhand 9c9d5s2c4s\n" YES REST, LAY(NINE), false},
     {CN_STEP_TO_MELD + 2}},
    {{"it takes no further one", CHILEAN CANASTAS " / 2c2d2h\nhand 9c9d2c2d4s\n" YES REST,
      CN_STEP_LAY_TWO_WILD, false},
     {CN_STEP_TO_MELD + 2, CN_STEP_LAY_TWO_WILD}},
    {{"a begun group is finished by naturals",
      SAMBA CANASTAS " / 5c5d5h\nhand 9c9d5s5c5d2c4s\n" YES REST, TWO_ON(CN_KIND_5), false},
     {LAY(CN_KIND_5)}},
};

/* P71: a question that must be put tells whether a yes lets the hand go out. */
#define BRAZIL "position brazilian\nrules brazilian\n"
static const mask_row required[] = {
    {"all cards find a place", BRAZIL CANASTAS "\nhand 9c9d9h4s\n" REST, CN_STEP_ASK, true},
    {"two find none", BRAZIL CANASTAS "\nhand 9c9d9h4s6h\n" REST, CN_STEP_ASK, false},
    {"a wild makes the pair a group", BRAZIL CANASTAS "\nhand 9c9d2h4s\n" REST, CN_STEP_ASK, true},
    {"one canasta is too few", BRAZIL SEVEN "QcQdQhQsQcQd\nhand 9c9d9h4s\n" REST, CN_STEP_ASK,
     false},
    {"a queen makes it", BRAZIL SEVEN "QcQdQhQsQcQd\nhand 9c9d9hQh4s\n" REST, CN_STEP_ASK, true},
    {"sequences take two", BRAZIL CANASTAS " / S:6c7c8c\nhand 9c9d9h9c5c4s\n" REST, CN_STEP_ASK,
     true},
    {"after a no nothing could be done", BRAZIL CANASTAS "\nhand 4s\n" REST, CN_STEP_ASK, false},
};

/* P56: a begun meld is joined with another one of its rank only when it is a meld itself; that the
 * two together have room for a wild does not tell that its begun half finds a third card. */
#define KINGS                                                                                      \
    SAMBA "melds S:6s7s8s / KcKsKs2sX / 4c4c4d4h / 5c5s5s\n"                                       \
          "hand 4c8c8h8h9c9c9d9hTcTsJcJhJhJhJsJsQdKcKcKd2s2sX\n" YES REST
#define TENS                                                                                       \
    ITALIAN "melds S:4h5h6h / TcTcTsX / QcQcQdQdQsQs2d2h / 6c6d6d6s / KcKdKs2sX / S:9hThJh"        \
            " / JcJcJd2cX / S:JdQdKd\n"                                                            \
            "hand 5c5h5s5s7d7h8c8c9c9c9h9sTdThTsKcAdAhAs3c3s3s2d2d2sX\n" YES REST
static const mask_turn joins[] = {
    {{"the begun kings get a king", KINGS, LAY(KING), true}, {LAY(KING), 0}},
    {{"no two, that the others want", KINGS, TWO_ON(KING), false}, {LAY(KING), 0}},
    {{"the begun tens get a two", TENS, TWO_ON(TEN), true}, {LAY(TEN), 0}},
    {{"but no two wilds", TENS, TWO_ON(TEN), false}, {LAY(TEN), CN_STEP_LAY_JOKER + CN_KIND_T, 0}},
    {{"no joker", KINGS, CN_STEP_LAY_JOKER + CN_KIND_K, false}, {LAY(KING), 0}},
};

static const mask_turn laid_black_threes[] = {
    {{"a second one follows", SAMBA CANASTAS "\nhand 3c3c3s\n" REST, CN_STEP_LAY_BLACK3, true},
     {CN_STEP_LAY_BLACK3, 0}},
    {{"a third one", SAMBA CANASTAS "\nhand 3c3c3s\n" REST, CN_STEP_LAY_BLACK3, true},
     {CN_STEP_LAY_BLACK3, CN_STEP_LAY_BLACK3, 0}},
    {{"which is not discarded", SAMBA CANASTAS "\nhand 3c3c3s\n" REST, DISCARDED(CN_KIND_BLACK3),
      false},
     {CN_STEP_LAY_BLACK3, CN_STEP_LAY_BLACK3, 0}},
    {{"a fourth one is", SAMBA CANASTAS "\nhand 3c3c3s3s\n" REST, DISCARDED(CN_KIND_BLACK3), true},
     {CN_STEP_LAY_BLACK3, CN_STEP_LAY_BLACK3, CN_STEP_LAY_BLACK3, 0}},
    {{"or is laid", SAMBA CANASTAS "\nhand 3c3c3s3s\n" REST, CN_STEP_LAY_BLACK3, true},
     {CN_STEP_LAY_BLACK3, CN_STEP_LAY_BLACK3, CN_STEP_LAY_BLACK3, 0}},
    {{"the last card is discarded behind them", SAMBA CANASTAS "\nhand 3c3c3s4d\n" REST,
      DISCARDED(0), true},
     {CN_STEP_LAY_BLACK3, CN_STEP_LAY_BLACK3, CN_STEP_LAY_BLACK3, 0}},
    {{"never before", SAMBA CANASTAS "\nhand 3c3c3s4d\n" REST, DISCARDED(0), false},
     {CN_STEP_LAY_BLACK3, CN_STEP_LAY_BLACK3, 0}},
};

/* P56: fives with two wilds between them, which a third one would keep from being joined. */
#define FIVES SAMBA SEVEN "5c5d5h2c / 5s5c5d"
static const mask_turn third_wilds[] = {
    {{"a third one would", FIVES "2h / 9c9d9h\nhand 2dKcKs4s\n" YES REST, TWO_ON(1), false},
     {CN_STEP_TO_MELD + 1, 0}},
    {{"a second one does not", FIVES " / 9c9d9h\nhand 2dKcKs4s\n" YES REST, TWO_ON(1), true},
     {CN_STEP_TO_MELD + 1, 0}},
};

/* P56, P58: the fours have room for four wilds, joined for two. */
#define FULL  "melds KcKdKhKsKc2c2d / QcQdQhQsQc2h2s"
#define FOURS SAMBA FULL " / 4c4d4h / 4s4c4d\nhand 2c2d2h5s\n" YES REST
static const mask_turn rooms[] = {
    {{"three wilds fit without joining", FOURS, CN_STEP_TO_MELD + 2, true}, {0}},
    {{"not behind it", FOURS, CN_STEP_JOIN + 3, false}, {CN_STEP_TO_MELD + 2, 0}},
    {{"two of them do", SAMBA FULL " / 4c4d4h / 4s4c4d\nhand 2c2d5s\n" YES REST, CN_STEP_JOIN + 3,
      true},
     {CN_STEP_TO_MELD + 2, 0}},
    {{"two canastas of kings are not joined to one",
      SAMBA "melds KcKdKhKsKcKd2c / KhKsKcKdKhKs2h\nhand 9c9d9h4s\n" YES REST, CN_STEP_TO_MELD,
      false},
     {0}},
    {{"where there is a third one they are",
      SAMBA "melds KcKdKhKsKcKd2c / KhKsKcKdKhKs2h / QcQdQhQsQcQdQh\nhand 9c9d9h4s\n" YES REST,
      CN_STEP_TO_MELD, true},
     {0}},
    {{"three find no room in one meld", SAMBA FULL "\nhand 9c9d9h2c2d2h5s\n" YES REST, LAY(NINE),
      false},
     {0}},
    {{"two do", SAMBA FULL "\nhand 9c9d9h2c2d5s\n" YES REST, LAY(NINE), true}, {0}},
};

/* P67: the question is put where no two cards are known to stay. */
static const mask_row questions[] = {
    {"two sequences and the discard", SAMBA CANASTAS "\nhand 8c9cTc5d6d7d4s\n" REST, CN_STEP_ASK,
     true},
    {"two cards stay", SAMBA CANASTAS "\nhand 8c9cTc5d6d7d4sJh\n" REST, CN_STEP_ASK, false},
    {"two cards lengthen a sequence", SAMBA CANASTAS " / S:6c7c8c\nhand 9cTc5d5h5s4d\n" REST,
     CN_STEP_ASK, true},
    {"on either side", SAMBA CANASTAS " / S:6c7c8c\nhand 4c5c9c9d9h9sJd\n" REST, CN_STEP_ASK, true},
    {"a third one of them does not", SAMBA CANASTAS " / S:6c7c8c\nhand 9cJc5d5h5s4d\n" REST,
     CN_STEP_ASK, false},
    {"a pair lacks a wild", SAMBA CANASTAS "\nhand 8d8h5d5h5s4c\n" REST, CN_STEP_ASK, false},
    {"and has one", SAMBA CANASTAS "\nhand 8d8hX5d5h5s4c\n" REST, CN_STEP_ASK, true},
};

/* P56: joined melds have no more wilds than one may have. */
#define OTHERS "\nhand 9c9d9h5s6s7d8h\n" REST
#define TRIO   SAMBA CANASTAS " / 4c4d4h2c2d / 4s4c4d2h / 4h4s4c" OTHERS
static const mask_row names_for_joins[] = {
    {"two wilds and none", TRIO, CN_STEP_TO_MELD + 2, true},
    {"one and none", TRIO, CN_STEP_TO_MELD + 3, true},
    {"the last is joined to no later one", TRIO, CN_STEP_TO_MELD + 4, false},
    {"two and one", SAMBA CANASTAS " / 4c4d4h2c2d / 4s4c4d2h" OTHERS, CN_STEP_TO_MELD + 2, false},
    {"one and one", SAMBA CANASTAS " / 4c4d4h2c / 4s4c4d2h" OTHERS, CN_STEP_TO_MELD + 2, true},
    {"of three ranks one has three melds",
     SAMBA CANASTAS " / 4c4d2c2d / 4s4c2h / 5c5d2c2d / 5s5c2h / 6c6d2c / 6s6h2h2s / 6d6hX" OTHERS,
     CN_STEP_TO_MELD + 6, true},
    {"the others two", SAMBA CANASTAS " / 4c4d2c2d / 4s4c2h / 6c6d2c / 6s6h2h2s / 6d6hX" OTHERS,
     CN_STEP_TO_MELD + 2, false},
};

/* P133: an unfinished meld of twos keeps twos, but becomes a canasta by them. */
#define TWOS(more) ITALIAN "melds KcKdKhKsKcKdKh / QcQdQhQsQc / 2:2c2d2h2s2c\nhand " more "\n" REST
static const mask_row locked_twos[] = {
    {"a joker and a two that the canasta of twos leaves over", TWOS("2d2h2sX4c"), CN_STEP_ASK,
     true},
    {"it leaves none", TWOS("2d2hX4c"), CN_STEP_ASK, false},
    {"two jokers are free of it", TWOS("2dXX4c"), CN_STEP_ASK, true},
    {"one of them", TWOS("2dX4c"), CN_STEP_ASK, false},
    {"nothing need be discarded", TWOS("2d2h2sX"), CN_STEP_ASK, true},
};

/* P133: it keeps none from itself, in its run and near the end. */
#define FEW_TWOS(more) ITALIAN "melds KcKdKhKsKcKdKh / QcQd2c / 2:2c2d2h\nhand " more "\n" REST
static const mask_turn kept_twos[] = {
    {{"it gets another one", FEW_TWOS("2s2c2d4s"), CN_STEP_LAY_TWO_TWOS, true},
     {CN_STEP_TO_MELD + 2, CN_STEP_LAY_TWO_TWOS, 0}},
    {{"and a joker", FEW_TWOS("2sX4s5d"), CN_STEP_LAY_JOKER_TWOS, true},
     {CN_STEP_TO_MELD + 2, CN_STEP_LAY_TWO_TWOS, 0}},
    {{"others get none", FEW_TWOS("2s2c2d4s"), CN_STEP_TO_MELD + 1, false},
     {CN_STEP_TO_MELD + 2, CN_STEP_LAY_TWO_TWOS, 0}},
    {{"no second meld of them begins", FEW_TWOS("2s2c2d4s5d6d"), CN_STEP_LAY_TWO_TWOS, false}, {0}},
    {{"it is named", FEW_TWOS("2s2c2d4s5d6d"), CN_STEP_TO_MELD + 2, true}, {0}},
    {{"for a joker, too", FEW_TWOS("X4s5d6d7s8c9hTc"), CN_STEP_TO_MELD + 2, true}, {0}},
    {{"beside a canasta of them another one begins",
      ITALIAN "melds KcKdKhKsKcKdKh / 2:2c2d2h2s2c2d2h\nhand 2s2c2d4s5d6d7s8c9h\n" REST,
      CN_STEP_LAY_TWO_TWOS, true},
     {0}},
};

static void turns_end_after_a_yes(void **state)
{
    (void)state;
    masks_check(after_a_yes, COUNT(after_a_yes));
    masks_check(black_threes, COUNT(black_threes));
    masks_check(twos_after_a_yes, COUNT(twos_after_a_yes));
    masks_check_turns(laid_black_threes, COUNT(laid_black_threes));
    masks_check_turns(rooms, COUNT(rooms));
}

static void melds_of_twos_keep_twos(void **state)
{
    (void)state;
    masks_check(locked_twos, COUNT(locked_twos));
    masks_check_turns(kept_twos, COUNT(kept_twos));
}

static void questions_and_names_come_with_the_lays(void **state)
{
    (void)state;
    masks_check(questions, COUNT(questions));
    masks_check(names_for_joins, COUNT(names_for_joins));
}

static void questions_that_must_be_put(void **state)
{
    (void)state;
    masks_check(required, COUNT(required));
}

static void begun_melds_are_finished(void **state)
{
    (void)state;
    masks_check(finished_first, COUNT(finished_first));
    masks_check(made_later, COUNT(made_later));
    masks_check(due_wilds, COUNT(due_wilds));
    masks_check_turns(last_wilds, COUNT(last_wilds));
    masks_check_turns(third_wilds, COUNT(third_wilds));
    masks_check_turns(joins, COUNT(joins));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(questions_and_names_come_with_the_lays),
        cmocka_unit_test(turns_end_after_a_yes), cmocka_unit_test(melds_of_twos_keep_twos),
        cmocka_unit_test(questions_that_must_be_put), cmocka_unit_test(begun_melds_are_finished)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
