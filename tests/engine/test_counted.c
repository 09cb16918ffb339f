/* What counts tell at once, row by row: each judgement at the counts where it turns, by single
 * steps of a legal set.
 * Not here: positions easily judged wrong (test_masks.c); what counts tell too seldom costs time
 * and no step. Invariant: each row fails if its judgement is told too often, or off by one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "canasta/step.h"
#include "masks.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define CANASTAS     "melds KcKdKhKsKcKdKh / QcQdQhQsQcQdQh"
#define MODERN       "position modern\nrules modern_american\n"
#define CUBAN        "position cuban\nrules cuban\n"
#define MEXICANA     "position mexicana\nrules mexicana\n"
#define PENNIES      "position pennies\nrules pennies\n"
#define URUGUAY      "position uruguay\nrules uruguay\n"
#define TWO          CN_STEP_LAY_TWO_WILD
#define REST         "phase meld\npile 8h\nplay ask\n"

/* P102: sevens, clean aces and wilds that stay an unfinished meld forbid going out. */
static const mask_row unfinished_melds[] = {
    {"sevens that the hand completes block nothing",
     MODERN CANASTAS " / 7c7d7h7s\nhand 7c7d7h4c\n" REST, CN_STEP_ASK, true},
    {"one seven less stays unfinished", MODERN CANASTAS " / 7c7d7h7s\nhand 7c7d4c\n" REST,
     CN_STEP_ASK, false},
    {"a single seven is the discard", MODERN CANASTAS " / 9c9d9h\nhand 9s7c\n" REST, CN_STEP_ASK,
     true},
    {"two sevens are not", MODERN CANASTAS " / 9c9d9h\nhand 9s7c7d\n" REST, CN_STEP_ASK, false},
    {"aces with a wild are no clean ones", MODERN CANASTAS " / AcAd2c\nhand As4c\n" REST,
     CN_STEP_ASK, true},
    {"nor are they where the others closed the rank",
     MODERN CANASTAS " / 9c9d9h / AcAd2c\ntheir_melds AcAdAhAhAs2d2h\nhand 9s4c\n" REST,
     CN_STEP_ASK, true},
    {"clean aces block", MODERN CANASTAS " / AcAdAh\nhand As4c\n" REST, CN_STEP_ASK, false},
    {"aces that the hand completes do not", MODERN CANASTAS " / AcAdAh\nhand AsAcAdAh4c\n" REST,
     CN_STEP_ASK, true},
    {"other ranks without wilds may stay unfinished",
     MODERN "set no_wild_ranks = 7,9\n" CANASTAS " / 9c9d9h\nhand 9s4c\n" REST, CN_STEP_ASK, true},
    {"wilds of the hand make the second canasta",
     MODERN "melds KcKdKhKsKcKdKh / QcQdQhQsQc\nhand 2c2d4c\n" REST, CN_STEP_ASK, true},
    {"other ranks may stay unfinished", MODERN CANASTAS " / 9c9d9h / 4c4d4h\nhand 4s4c5d\n" REST,
     CN_STEP_ASK, true},
    {"wilds that the hand completes block nothing",
     MODERN CANASTAS " / 2c2d2h\nhand 2s2c2d2h4c\n" REST, CN_STEP_ASK, true},
    {"one wild less stays unfinished", MODERN CANASTAS " / 2c2d2h\nhand 2s2c2d4c\n" REST,
     CN_STEP_ASK, false},
    {"nothing blocks where unfinished melds do not matter",
     MODERN "set out_block_incomplete = no\n" CANASTAS " / 7c7d7h\nhand 7s4c\n" REST, CN_STEP_ASK,
     true},
};

/* P79: before the opening, hands of a canasta of wilds and the discard. */
#define ONE "set out_canastas = 1; out_block_incomplete = no"
static const mask_row hands_before_an_opening[] = {
    {"seven wilds and a discard go out", MODERN ONE "\nhand 2c2c2d2d2h2h2s4c\n" REST, CN_STEP_ASK,
     true},
    {"seven wilds without a discard do, where none is needed",
     MODERN ONE "; out_discard = optional\nhand 2c2c2d2d2h2h2s\n" REST, CN_STEP_ASK, true},
    {"seven wilds have none, where one is needed", MODERN ONE "\nhand 2c2c2d2d2h2h2s\n" REST,
     CN_STEP_ASK, false},
};

/* P76, P78: what is kept back besides wilds. */
static const mask_row bans[] = {
    {"a seven is not thrown on an empty pile",
     MODERN "hand 4c5d6h7s9d\nphase meld\npile -\nplay ask\n", CN_STEP_DISCARD + CN_KIND_7, false},
    {"nor by a side that has opened",
     MODERN "melds 9c9d9h\nhand 4c5d6h7s9d\nphase meld\npile -\nplay ask\n",
     CN_STEP_DISCARD + CN_KIND_7, false},
    {"which throws it on another", MODERN "melds 9c9d9h\nhand 4c5d6h7s9d\n" REST,
     CN_STEP_DISCARD + CN_KIND_7, true},
    {"unless there are wilds besides, and aces",
     MODERN "melds 9c9d9h\nhand 7c7s7hAdAs2c\nphase meld\npile -\nplay ask\n",
     CN_STEP_DISCARD + CN_KIND_7, true},
    {"the wild is kept even then",
     MODERN "melds 9c9d9h\nhand 7c7s7hAdAs2c\nphase meld\npile -\nplay ask\n",
     CN_STEP_DISCARD + CN_KIND_TWO, false},
    {"but not if nothing else is held",
     MODERN "melds 9c9d9h\nhand 2d2h2s2cX\nphase meld\npile -\nplay ask\n",
     CN_STEP_DISCARD + CN_KIND_TWO, true},
    {"a closed rank is not thrown on an empty pile",
     MODERN "melds 9c9d9h\ntheir_melds KcKdKhKsKs2c2d\n"
            "hand 4c5d6h8sKd\nphase meld\npile -\nplay ask\n",
     CN_STEP_DISCARD + CN_KIND_K, false},
    {"it is where that is free",
     MODERN "set discard_empty_pile_ban = 7,A\nmelds 9c9d9h\ntheir_melds KcKdKhKsKs2c2d\n"
            "hand 4c5d6h8sKd\nphase meld\npile -\nplay ask\n",
     CN_STEP_DISCARD + CN_KIND_K, true},
    {"one card lies there", MODERN "hand 4c5d6h7s9d\n" REST, CN_STEP_DISCARD + CN_KIND_7, true},
    {"a wild is kept back", MODERN "hand 4c5d6h2s9d\n" REST, CN_STEP_DISCARD + CN_KIND_TWO, false},
    {"a wild may be thrown where that is free",
     MODERN "set discard_wild = free\nhand 4c5d6h2s9d\n" REST, CN_STEP_DISCARD + CN_KIND_TWO, true},
    {"a rank is banned besides",
     MODERN "set discard_rank_ban = 9:every_side\nhand 4c5d6h2s9d\n" REST,
     CN_STEP_DISCARD + CN_KIND_9, false},
    {"black threes in a first turn",
     MODERN "set black3_discard_round1 = no; threes_mode = classic; hold_one_three = no; "
            "discard_threes = black_only\nturn_number 1\nhand 4c5d6h2s9d3s\n" REST,
     CN_STEP_DISCARD + CN_KIND_BLACK3, false},
    {"and in a later one",
     MODERN "set black3_discard_round1 = no; threes_mode = classic; hold_one_three = no; "
            "discard_threes = black_only\nturn_number 5\nhand 4c5d6h2s9d3s\n" REST,
     CN_STEP_DISCARD + CN_KIND_BLACK3, true},
};

/* P2, P42: the count of an opening that is laid card by card. */
#define NINE (CN_STEP_LAY + CN_KIND_9)
#define KING (CN_STEP_LAY + CN_KIND_K)
#define ACE  (CN_STEP_LAY + CN_KIND_A)
#define FIVE(points)                                                                               \
    MODERN "set min_table = any:" #points "\n"                                                     \
           "hand KcKdKhQcQdQhJcJdJhTcTdTh9c9dX4c4d4h5s6d\n" REST
#define LAY(rank)  (CN_STEP_LAY + CN_KIND_##rank)
#define TRIO(rank) LAY(rank), LAY(rank), LAY(rank)
#define FIVE_MELDS TRIO(K), TRIO(Q), TRIO(J), TRIO(T), LAY(9), LAY(9), CN_STEP_LAY_JOKER + CN_KIND_9
static const mask_turn openings[] = {
    {{"the naturals come to the count exactly",
      MODERN "set min_table = any:60\nhand KcKdKh9c9d9h9sTcJd4h5s\n" REST, CN_STEP_OPEN, true},
     {KING, KING, KING, NINE, NINE, NINE}},
    {{"a point is missing", MODERN "set min_table = any:65\nhand KcKdKh9c9d9h9sTcJd4h5s\n" REST,
      CN_STEP_OPEN, false},
     {KING, KING, KING, NINE, NINE, NINE}},
    {{"a wild counts, too", MODERN "set min_table = any:100\nhand KcKdKhAcAdXTcJd4h5s\n" REST,
      CN_STEP_OPEN, true},
     {KING, KING, KING, ACE, ACE, CN_STEP_LAY_JOKER + CN_KIND_A}},
    {{"a joker of the fifth meld counts, too", FIVE(190), CN_STEP_OPEN, true}, {FIVE_MELDS}},
    {{"and no more than it is worth", FIVE(195), CN_STEP_OPEN, false}, {FIVE_MELDS}},
    {{"a canasta of wilds opens without a count",
      MODERN "set min_table = any:200\nhand 2c2c2d2d2h2h2s4c5d6h\n" REST, CN_STEP_OPEN, true},
     {TWO, TWO, TWO, TWO, TWO, TWO, TWO}},
    {{"after the opening the wilds that are left finish a meld of wilds",
      MODERN "melds 9c9d9h\nhand 2c2dX9s4c5d6h8s\n" REST, CN_STEP_LAY_JOKER_WILD, true},
     {TWO}},
    {{"and go nowhere else before it is one",
      MODERN "melds 9c9d9h9s9c\nhand 2c2dX9d4c5d6h8s\n" REST, CN_STEP_LAY_JOKER + CN_KIND_9, false},
     {TWO}},
    {{"nor does another card", MODERN "melds 9c9d9h\nhand 2c2dX9s4c5d6h8s\n" REST, NINE, false},
     {TWO, TWO}},
};

/* P42, P57: what begins an opening where a rank has one meld, what comes next, and when it is
 * complete; under the rules that are put before. */
#define NEED(points) "set min_table = any:" #points "\n"
#define FEW          "hand KcKdKh9c9d9h4cJd5h\n" REST
#define WILD         "hand KcKd2c9c9d9h4cJd5h\n" REST
#define PAIRS        "hand KcKdAcAd2c9c9d9h4cJd5h\n" REST
#define ALL          "hand KcKdKhAcAd2c9c9d9h4cJd5h\n" REST
#define OPENED       "hand KcKdKh9c9d9h4c4dJd5h\n" REST
static const mask_row first_cards[] = {
    {"all naturals come to the count exactly", NEED(60) FEW, KING, true},
    {"a point is missing", NEED(65) FEW, KING, false},
    {"only the discard is left then", NEED(65) FEW, CN_STEP_DISCARD + CN_KIND_K, true},
    {"a pair with a wild", NEED(70) WILD, KING, true},
    {"a point is missing with it", NEED(75) WILD, KING, false},
    {"a pair is none without a wild", NEED(30) "hand KcKd9c9d9h4cJd5h\n" REST, KING, false},
    {"a single card is none", NEED(30) WILD, CN_STEP_LAY + CN_KIND_J, false},
    {"the dearer of two pairs has the wild", NEED(90) PAIRS, ACE, true},
    {"and then the cheaper has none", NEED(90) PAIRS, KING, false},
    {"unless it counts enough", NEED(70) PAIRS, KING, true},
    {"one more than it counts", NEED(75) PAIRS, KING, false},
    {"a card must be kept besides the discard", NEED(15) "hand KcKdKh4c\n" REST, KING, false},
    {"two cards are enough", NEED(15) "hand KcKdKh4cJd\n" REST, KING, true},
    {"three must be left where two are kept", NEED(15) "set keep_cards = 2\nhand KcKdKh4cJd\n" REST,
     KING, false},
    {"and three are left", NEED(15) "set keep_cards = 2\nhand KcKdKh4cJd5h\n" REST, KING, true},
};
static const mask_row long_openings[] = {
    {"nine naturals of a rank are one meld",
     MEXICANA NEED(90) "hand KcKcKcKdKdKdKhKhKs4cJd5h\n" REST, KING, true},
    {"an eighth king finds no room",
     CUBAN "set min_table = any:75\nhand KcKcKdKdKhKhKsKs4cJd5h\n" REST, KING, false},
    {"seven count what they are worth",
     CUBAN "set min_table = any:70\nhand KcKcKdKdKhKhKsKs4cJd5h\n" REST, KING, true},
    {"three wilds may be a meld of their own",
     CUBAN "set min_table = any:60\nhand 2c2d2h4cJd5h\n" REST, TWO, true},
};
static const mask_turn begun_openings[] = {
    {{"a meld that does not count enough opens nothing", NEED(60) OPENED, CN_STEP_OPEN, false},
     {KING, KING, KING}},
    {{"nor one that is a card short", NEED(40) OPENED, CN_STEP_OPEN, false}, {KING, KING, KING}},
    {{"the next one does", NEED(60) OPENED, CN_STEP_OPEN, true},
     {KING, KING, KING, NINE, NINE, NINE}},
    {{"a meld of two does not", NEED(50) OPENED, CN_STEP_OPEN, false},
     {KING, KING, KING, NINE, NINE}},
    {{"a meld begun must be finished", NEED(50) OPENED, CN_STEP_LAY + CN_KIND_J, false},
     {KING, KING, KING, NINE, NINE}},
    {{"whoever has the count may lay more", NEED(30) OPENED, NINE, true}, {KING, KING, KING}},
    {{"but none that cannot become a meld", NEED(30) OPENED, CN_STEP_LAY + CN_KIND_4, false},
     {KING, KING, KING}},
    {{"nothing is discarded before the opening is told", NEED(30) OPENED,
      CN_STEP_DISCARD + CN_KIND_J, false},
     {KING, KING, KING}},
    {{"a wild goes to what is laid", NEED(30) "hand KcKdKh2c9c9d9h4cJd5h\n" REST,
      CN_STEP_LAY_TWO + CN_KIND_K, true},
     {KING, KING, KING}},
    {{"all that the hand has counts exactly", NEED(120) ALL, ACE, true}, {KING, KING, KING}},
    {{"a point is missing", NEED(125) ALL, KING, false}, {0}},
    {{"the wild is wanted for the aces", NEED(120) ALL, CN_STEP_LAY_TWO + CN_KIND_K, false},
     {KING, KING, KING}},
    {{"nines and a wild do without them", NEED(80) ALL, CN_STEP_LAY_TWO + CN_KIND_K, true},
     {KING, KING, KING}},
    {{"but count no more than they do", NEED(85) ALL, CN_STEP_LAY_TWO + CN_KIND_K, false},
     {KING, KING, KING}},
};

/* P62, P110, P133: the same with melds of twos and with sequences. */
#define FACE(suit, rank) (CN_STEP_SEQUENCE + CN_SUITS * CN_KIND_##rank + CN_SUIT_##suit)
#define CLUBS            FACE(CLUBS, 4), FACE(CLUBS, 5), FACE(CLUBS, 6)
#define TWOS             CN_STEP_LAY_TWO_TWOS, CN_STEP_LAY_TWO_TWOS, CN_STEP_LAY_TWO_TWOS
#define PAIRED           "hand KcKdKh2c2d2h2s5dJd8sTsQs\n" REST
#define ROW              "hand 4c5c6c7cKcKdKh9dJh8sTdQs7h\n" REST
#define LONG             "hand 4c5c6c7c8cKcKdKh4d5d6dJh8sTsQs\n" REST
#define FULL             "hand 4c5c6c7c8c9cTcJcQcKcKdKhKsAd8sTs\n" REST
#define SEVEN            CLUBS, FACE(CLUBS, 7), FACE(CLUBS, 8), FACE(CLUBS, 9), FACE(CLUBS, T)
static const mask_turn italian_openings[] = {
    {{"twos go with kings", NEED(110) PAIRED, CN_STEP_LAY_TWO_TWOS, true}, {TRIO(K)}},
    {{"kings go with twos", NEED(110) PAIRED, KING, true}, {TWOS}},
    {{"a point is missing", NEED(115) PAIRED, KING, false}, {0}},
    {{"twos alone do not come to it", NEED(110) PAIRED, CN_STEP_OPEN, false}, {TWOS}},
    {{"all of them do", NEED(110) PAIRED, CN_STEP_OPEN, true},
     {TWOS, CN_STEP_LAY_TWO_TWOS, TRIO(K)}},
    {{"the last two goes on", NEED(110) PAIRED, CN_STEP_LAY_TWO_TWOS, true}, {TWOS}},
    {{"the meld begun is finished", NEED(110) PAIRED, CN_STEP_LAY_TWO_TWOS, true},
     {CN_STEP_LAY_TWO_TWOS}},
    {{"before others", NEED(110) PAIRED, KING, false}, {CN_STEP_LAY_TWO_TWOS}},
    {{"by its name, too", NEED(110) PAIRED, CN_STEP_TO_MELD, true}, {TWOS, TRIO(K)}},
    {{"but not if none is left", NEED(110) PAIRED, CN_STEP_TO_MELD, false},
     {TWOS, CN_STEP_LAY_TWO_TWOS, TRIO(K)}},
    {{"nor more if the count is met", NEED(30) PAIRED, CN_STEP_LAY_TWO_TWOS, false},
     {TWOS, CN_STEP_LAY_TWO_TWOS}},
    {{"a pair of twos begins nothing", NEED(30) "hand KcKdKhQcQdQh2c2dX5dJd8s\n" REST,
      CN_STEP_LAY_TWO_TWOS, false},
     {TRIO(K)}},
};
static const mask_turn sequence_openings[] = {
    {{"kings go with a sequence", NEED(45) ROW, KING, true}, {CLUBS}},
    {{"so does its next card", NEED(45) ROW, FACE(CLUBS, 7), true}, {CLUBS}},
    {{"the run can end", NEED(45) ROW, CN_STEP_NEW, true}, {CLUBS}},
    {{"but not without a card for it", NEED(50) ROW, CN_STEP_NEW, false}, {CLUBS, FACE(CLUBS, 7)}},
    {{"all four may be needed", NEED(50) ROW, CN_STEP_TO_MELD, true}, {CLUBS, TRIO(K)}},
    {{"by its name, too", NEED(45) ROW, CN_STEP_TO_MELD, true}, {CLUBS, TRIO(K)}},
    {{"of that no more is legal", NEED(45) ROW, FACE(CLUBS, 7), true},
     {CLUBS, TRIO(K), CN_STEP_TO_MELD}},
    {{"a king is not", NEED(45) ROW, KING, false}, {CLUBS, TRIO(K), CN_STEP_TO_MELD}},
    {{"another sequence", NEED(60) LONG, FACE(DIAMONDS, 5), true}, {CLUBS}},
    {{"a full one takes no more", NEED(80) FULL, FACE(CLUBS, J), false}, {SEVEN}},
    {{"another one begins behind it", NEED(80) FULL, FACE(CLUBS, Q), true}, {SEVEN}},
    {{"its cards are none of the first", NEED(60) LONG, FACE(DIAMONDS, 8), false}, {CLUBS}},
};

/* The count is met, and few cards are left: kings and twos lie there, 60 points. */
#define MET(hand) NEED(50) "hand KcKdKh2c2d" hand "\n" REST
#define WITH_TWO  TRIO(K), CN_STEP_LAY_TWO + CN_KIND_K
static const mask_turn met_openings[] = {
    {{"two cards are enough", MET("4c5h"), CN_STEP_OPEN, true},
     {WITH_TWO, CN_STEP_LAY_TWO + CN_KIND_K}},
    {{"the second two leaves them", MET("4c5h"), CN_STEP_LAY_TWO + CN_KIND_K, true}, {WITH_TWO}},
    {{"but none of them is laid", MET("Ks5h"), KING, false},
     {WITH_TWO, CN_STEP_LAY_TWO + CN_KIND_K}},
    {{"of three one is", MET("Ks4c5h"), KING, true}, {WITH_TWO, CN_STEP_LAY_TWO + CN_KIND_K}},
    {{"a meld of three needs five cards", MET("4c4d4h5h"), CN_STEP_LAY + CN_KIND_4, false},
     {WITH_TWO, CN_STEP_LAY_TWO + CN_KIND_K}},
    {{"and has them", MET("4c4d4h5h6s"), CN_STEP_LAY + CN_KIND_4, true},
     {WITH_TWO, CN_STEP_LAY_TWO + CN_KIND_K}},
    {{"so has one of two and a wild", MET("4c4d5h6s"), CN_STEP_LAY + CN_KIND_4, true}, {WITH_TWO}},
    {{"a meld is named where three are left", MET("4c5h"), CN_STEP_TO_MELD, false}, {WITH_TWO}},
};

/* The first card of an opening with sequences and wilds, whatever the others do. */
#define KINGS_OR_ROW "hand 4c5c6cKcKdKh9h9d2sJd8sTs\n" REST
#define TWO_PAIRS    "hand 4c5c6cAcAdKhKd2sJd8sTd7h\n" REST
#define ROW_OR_PAIR  "hand 4c5c6c6d6hJd8sTdQh2s9h\n" REST
static const mask_row first_with_wilds[] = {
    {"a row, kings, nines and a two come to the count", NEED(85) KINGS_OR_ROW, KING, true},
    {"and any of them is the first", NEED(85) KINGS_OR_ROW, FACE(CLUBS, 5), true},
    {"the pair, too", NEED(85) KINGS_OR_ROW, NINE, true},
    {"a point is missing", NEED(90) KINGS_OR_ROW, KING, false},
    {"the row, too", NEED(90) KINGS_OR_ROW, FACE(CLUBS, 5), false},
    {"the dearer pair has the two", NEED(75) TWO_PAIRS, ACE, true},
    {"the cheaper may not have it", NEED(75) TWO_PAIRS, KING, false},
    {"unless it counts enough", NEED(55) TWO_PAIRS, KING, true},
    {"one more than it counts", NEED(60) TWO_PAIRS, KING, false},
    {"sixes are a meld where no row is needed", NEED(35) ROW_OR_PAIR, CN_STEP_LAY + CN_KIND_6,
     true},
    {"the row takes one of them, and the two goes with the others", NEED(45) ROW_OR_PAIR,
     CN_STEP_LAY + CN_KIND_6, true},
    {"with which it is the first", NEED(45) ROW_OR_PAIR, FACE(CLUBS, 4), true},
    {"more they do not count", NEED(50) ROW_OR_PAIR, FACE(CLUBS, 4), false},
    {"four kings are two melds, which take more twos",
     NEED(120) "hand 4c5c6cKcKdKhKs2c2d2h2sJd8sTs9h\n" REST, KING, true},
    {"all that is laid leaves too few", NEED(85) "hand 4c5c6cKcKdKh9h9d2sJd\n" REST, KING, false},
};

/* Wilds that a pair cannot take lie together. */
#define TOGETHER NEED(90) "hand 4c4s5s6s7h8cTdKcAc2h2sX\n" REST
static const mask_row wilds_that_open[] = {
    {"three wilds alone", "position online\nrules online\n" TOGETHER, CN_STEP_LAY_TWO_WILD, true},
    {"the pair has room for two", "position online\nrules online\n" TOGETHER,
     CN_STEP_LAY + CN_KIND_4, false},
};

/* P59: where a canasta takes no more naturals, a sequence of as many cards is closed. */
#define CLOSED(points)                                                                             \
    "position closed\nrules italian\nset canasta_size = 4; add_natural_to_canasta = no; "          \
    "min_table = any:" #points "\nhand TsJsQsKsAs4d6h8c9d5c7h2c\n" REST
static const mask_row closed_sequences[] = {
    {"four cards count", CLOSED(50), FACE(SPADES, A), true},
    {"the fifth finds no room", CLOSED(55), FACE(SPADES, A), false},
};

/* P2, P143: the band of the own total. */
static const mask_row bands[] = {
    {"a total below all bands but one", PENNIES "score -5\nhand KcKdKh4c5d6h8s\n" REST, KING, true},
    {"the band above it", PENNIES "score 0\nhand KcKdKh4c5d6h8s\n" REST, KING, false},
    {"a band of another sort",
     MODERN "set min_band_special = 0:any:0\nhand KcKdKhAcAdAhAsQcQdQhQs4c\n" REST, KING, false},
    {"the last total of the band", MODERN "totals 2995 0\nhand AcAdAhAsAcKcKdKh4c5d\n" REST, ACE,
     true},
    {"the first one of the next", MODERN "totals 3000 0\nhand AcAdAhAsAcKcKdKh4c5d\n" REST, ACE,
     false},
};

/* P38 to P40, P57: what the melds of the top card's rank have room for. */
#define DRAW "\nplay draw\n"
static const mask_row takes[] = {
    {"a pair begins another meld beside a canasta",
     CUBAN "melds KcKdKhKsKc2c2d\nhand KdKh4c5d6h8s\npile Ks" DRAW, CN_STEP_TAKE_PAIR, true},
    {"of two melds the one that is no canasta has room",
     PENNIES "melds KcKdKhKsKcKdKh / KsKcKd\nhand KhKs4c5d6h8s\npile Kh" DRAW, CN_STEP_TAKE_PAIR,
     true},
    {"four cards and three are a canasta", CUBAN "melds KcKdKhKs\nhand KcKd4c5d6h8s\npile Kh" DRAW,
     CN_STEP_TAKE_PAIR, true},
    {"a fifth one is too many", CUBAN "melds KcKdKhKsKc\nhand KdKh4c5d6h8s\npile Ks" DRAW,
     CN_STEP_TAKE_PAIR, false},
    {"the top card alone goes to a meld", MEXICANA "melds KcKdKh\nhand 4c5d6h8s9c\npile Ks" DRAW,
     CN_STEP_TAKE_TOP, true},
    {"to one of wilds, too", MEXICANA "melds KcKdKh2c2d2h\nhand 4c5d6h8s9c\npile Ks" DRAW,
     CN_STEP_TAKE_TOP, true},
    {"to a canasta that grows, too", MEXICANA "melds KcKdKhKsKcKdKh\nhand 4c5d6h8s9c\npile Ks" DRAW,
     CN_STEP_TAKE_TOP, true},
    {"to none of another rank", MEXICANA "melds QcQdQh\nhand 4c5d6h8s9c\npile Ks" DRAW,
     CN_STEP_TAKE_TOP, false},
    {"two wilds and one", MEXICANA "melds KcKdKh2c2d\nhand 4c5d6h8sKc2s\npile Ks" DRAW,
     CN_STEP_TAKE_TWO, true},
    {"three wilds have no room for one",
     MEXICANA "melds KcKdKh2c2d2h\nhand 4c5d6h8sKc2s\npile Ks" DRAW, CN_STEP_TAKE_TWO, false},
    {"a meld of more wilds than tables count is full",
     MEXICANA "set max_wilds = 16\nmelds KcKdKh2c2c2c2d2d2d2h2h2h2s2sXXXXX\n"
              "hand 4c5d6h8sKs2s\npile Kc" DRAW,
     CN_STEP_TAKE_TWO, false},
    {"sevens take no pile here", MEXICANA "melds KcKdKh\nhand 7c7d5d6h8s9c\npile 7s" DRAW,
     CN_STEP_TAKE_PAIR, false},
    {"a frozen pile is for pairs", MEXICANA "melds KcKdKh\nhand 4c5d6h8sKc2s\npile 2dKs" DRAW,
     CN_STEP_TAKE_TWO, false},
    {"a card is left to keep and one to discard", CUBAN "melds 9c9d9h\nhand KcKd4c5d\npile Kh" DRAW,
     CN_STEP_TAKE_PAIR, true},
    {"a pair takes the pile where melds have limits",
     MODERN "melds 9c9d9h\nhand KcKd4c5d6h\npile Kh" DRAW, CN_STEP_TAKE_PAIR, true},
    {"one card of it is none", MODERN "melds 9c9d9h\nhand Kc4c5d6h\npile Kh" DRAW,
     CN_STEP_TAKE_PAIR, false},
    {"there the cards are too few that are left, too",
     MODERN "melds 9c9d9h\nhand KcKd4c\npile Kh" DRAW, CN_STEP_TAKE_PAIR, false},
    {"two are left", MODERN "melds 9c9d9h\nhand KcKd4c5d\npile Kh" DRAW, CN_STEP_TAKE_PAIR, true},
    {"four kings have room for three", MODERN "melds KcKdKhKs\nhand KcKd4c5d6h\npile Kh" DRAW,
     CN_STEP_TAKE_PAIR, true},
    {"not with a wild", MODERN "melds KcKdKhKs2c\nhand KcKd4c5d6h\npile Kh" DRAW, CN_STEP_TAKE_PAIR,
     false},
    {"a canasta of the others closes the rank",
     MODERN "melds 9c9d9h\ntheir_melds KcKdKhKsKs2c2d\nhand KcKd4c5d6h\npile Kh" DRAW,
     CN_STEP_TAKE_PAIR, false},
    {"one card less does not",
     MODERN "melds 9c9d9h\ntheir_melds KcKdKhKs2c2d\nhand KcKd4c5d6h\npile Kh" DRAW,
     CN_STEP_TAKE_PAIR, true},
    {"a rank that is never taken",
     MODERN "set take_top_blockers = K\nmelds 9c9d9h\n"
            "hand KcKd4c5d6h\npile Kh" DRAW,
     CN_STEP_TAKE_PAIR, false},
    {"the hand opens with what it takes",
     MODERN "hand KcKdAcAdAhAs9c9d9h9sTcTdTh4c5d\npile Kh" DRAW, CN_STEP_TAKE_PAIR, true},
    {"it does not", MODERN "hand KcKd9c9d9h4c4d4h5d\npile Kh" DRAW, CN_STEP_TAKE_PAIR, false},
    {"there is none to keep", CUBAN "melds 9c9d9h\nhand KcKd4c\npile Kh" DRAW, CN_STEP_TAKE_PAIR,
     false},
    {"an empty stock obliges to take what fits",
     MEXICANA "melds KcKdKh\nhand 4c5d6h8s9c\npile Ks\nstock 0" DRAW, CN_STEP_DRAW, false},
    {"a stock of one card does not",
     MEXICANA "melds KcKdKh\nhand 4c5d6h8s9c\npile Ks\nstock 1" DRAW, CN_STEP_DRAW, true},
};

/* P67, P79: the question far from the end, where a rank has one meld. */
#define KINGS "melds KcKdKhKsKcKdKh\n"
static const mask_row questions[] = {
    {"all but the discard find a meld", URUGUAY KINGS "hand 4c4d4h4s5c5d5h6c\n" REST, CN_STEP_ASK,
     true},
    {"two cards find none", URUGUAY KINGS "hand 4c4d4h4s5c5d5h6c8c\n" REST, CN_STEP_ASK, false},
    {"a canasta with the cards of the hand", URUGUAY "melds KcKdKhKs\nhand Kc2c2d4c4d4h\n" REST,
     CN_STEP_ASK, true},
    {"one card less", URUGUAY "melds KcKdKhKs\nhand 2c2d4c4d4h\n" REST, CN_STEP_ASK, false},
    {"more wilds than one meld takes", URUGUAY "melds KcKdKh\nhand 2c2d2h2s4c4d4h\n" REST,
     CN_STEP_ASK, false},
    {"a canasta of wilds", URUGUAY "melds 2c2d2h\nhand 2s2c2d2h4c\n" REST, CN_STEP_ASK, true},
    {"another one of the same rank, where canastas close",
     CUBAN "set out_canastas = 2\nmelds KcKdKhKs2c2d2h\nhand KcKdKhKs2s2cX4c\n" REST, CN_STEP_ASK,
     true},
    {"black threes are laid last", URUGUAY KINGS "hand 3c3s3c9c9d9h4c\n" REST, CN_STEP_ASK, true},
    {"black threes and a discard", URUGUAY KINGS "hand 3c3c3s3s4c\n" REST, CN_STEP_LAY_BLACK3,
     true},
    {"two of them are no meld", URUGUAY KINGS "hand 3c3s9c9d9h4c\n" REST, CN_STEP_ASK, false},
    {"a red three for each canasta", MEXICANA CANASTAS "\nred3 2\nhand 4c4d4h4s5c5d5h6c\n" REST,
     CN_STEP_ASK, true},
    {"a red three is missing", MEXICANA CANASTAS "\nred3 1\nhand 4c4d4h4s5c5d5h6c\n" REST,
     CN_STEP_ASK, false},
    {"nobody asks twice", URUGUAY "answer no\n" KINGS "hand 4c4d4h4s5c5d5h6c\n" REST, CN_STEP_ASK,
     false},
    {"nobody asks where that is no rule",
     URUGUAY "set ask_partner = none\n" KINGS "hand 4c4d4h4s5c5d5h6c\n" REST, CN_STEP_ASK, false},
    {"nobody asks before the packet is picked up",
     PENNIES "melds KcKdKhKsKcKdKh / 7c7d7h7s7c7d7h / 2c2c2c2d2d2dX / QcQdQhQsQc2h2s\npackets 1\n"
             "hand 4c4d4h4s5c5d5h6c\n" REST,
     CN_STEP_ASK, false},
};

static void unfinished_melds_forbid_going_out(void **state)
{
    (void)state;
    masks_check(unfinished_melds, COUNT(unfinished_melds));
}

static void hands_go_out_before_they_open(void **state)
{
    (void)state;
    masks_check(hands_before_an_opening, COUNT(hands_before_an_opening));
}

static void bans_keep_cards_back(void **state)
{
    (void)state;
    masks_check(bans, COUNT(bans));
}

static void an_opening_comes_to_its_count(void **state)
{
    (void)state;
    masks_check_turns(openings, COUNT(openings));
}

static void check_under(const char *rules, const mask_turn *turn)
{
    char text[512];
    mask_turn whole = *turn;
    const int length = snprintf(text, sizeof text, "%s%s", rules, turn->row.position);
    assert_in_range(length, 1, sizeof text - 1);
    whole.row.position = text;
    masks_check_turns(&whole, 1);
}

static void an_opening_begins_where_it_can_be_completed(void **state)
{
    (void)state;
    static const char *const rules[] = {MEXICANA, "position plain\nrules classic_pagat\n",
                                        "position ratio\nrules relaxed\n"};
    for (unsigned i = 0; i < COUNT(rules); i++) {
        for (unsigned row = 0; row < COUNT(first_cards); row++)
            check_under(rules[i], &(mask_turn){.row = first_cards[row]});
        for (unsigned row = 0; row < COUNT(begun_openings); row++)
            check_under(rules[i], &begun_openings[row]);
    }
    masks_check(long_openings, COUNT(long_openings));
}

static void an_opening_that_is_met_leaves_two_cards(void **state)
{
    (void)state;
    for (unsigned row = 0; row < COUNT(met_openings); row++)
        check_under("position online\nrules online\n", &met_openings[row]);
}

static void sequences_and_twos_are_part_of_an_opening(void **state)
{
    (void)state;
    for (unsigned row = 0; row < COUNT(first_with_wilds); row++)
        check_under("position samba\nrules samba\n", &(mask_turn){.row = first_with_wilds[row]});
    masks_check(wilds_that_open, COUNT(wilds_that_open));
    masks_check(closed_sequences, COUNT(closed_sequences));
    for (unsigned row = 0; row < COUNT(italian_openings); row++)
        check_under("position italian\nrules italian\n", &italian_openings[row]);
    for (unsigned row = 0; row < COUNT(sequence_openings); row++) {
        check_under("position italian\nrules italian\n", &sequence_openings[row]);
        check_under("position samba\nrules samba\n", &sequence_openings[row]);
    }
}

static void totals_have_bands(void **state)
{
    (void)state;
    masks_check(bands, COUNT(bands));
}

static void melds_have_room_for_takes(void **state)
{
    (void)state;
    masks_check(takes, COUNT(takes));
}

static void the_question_looks_at_what_is_laid(void **state)
{
    (void)state;
    masks_check(questions, COUNT(questions));
}

/* Twenty-eight melds, and six more: a rank twice, and a sequence behind all. */
#define MANY                                                                                       \
    "position many\nrules samba\nmelds "                                                           \
    "4c4d4h / 4c4d4s / 4c4h4s / 4d4h4s / "                                                         \
    "5c5d5h / 5c5d5s / 5c5h5s / 5d5h5s / "                                                         \
    "6c6d6h / 6c6d6s / 6c6h6s / 6d6h6s / "                                                         \
    "7c7d7h / 7c7d7s / 7c7h7s / 7d7h7s / "                                                         \
    "8c8d8h / 8c8d8s / 8c8d8h / QcQdQh / "                                                         \
    "9c9d9h / 9c9d9s / 9c9h9s / 9d9h9s / "                                                         \
    "TcTdTh / TcTdTs / TcThTs / TdThTs / "                                                         \
    "JcJdJh / QcQdQh / KcKdKh / AcAdAh / JcJdJh / S:QsKsAs\n"
#define LAST (CN_STEP_TO_MELD + 28)
static const mask_row many_melds[] = {
    {"a natural names a meld behind the thirty-second", MANY "hand KcKdKsJs8s\n" REST, LAST + 4,
     true},
    {"and one before it", MANY "hand KcKdKsJs8s\n" REST, LAST, true},
    {"a face names a sequence there", MANY "hand KcKdKsJs8s\n" REST, LAST + 5, true},
    {"another suit does not", MANY "hand KcKdKsJc8s\n" REST, LAST + 5, false},
    {"no card of the rank is held", MANY "hand KcKdKsJs8s\n" REST, LAST + 1, false},
    {"nor one of the second meld's", MANY "hand KcKdKsAc8s\n" REST, LAST + 4, false},
    {"the first is named to be joined", MANY "hand KcKdKsAc8s\n" REST, LAST, true},
    {"a wild goes to any meld of a rank", MANY "hand KcKdKs2c8s\n" REST, LAST + 4, true},
    {"but to no sequence", MANY "hand KcKdKs2c8s\n" REST, LAST + 5, false},
};

static void names_are_told_of_all_melds(void **state)
{
    (void)state;
    masks_check(many_melds, COUNT(many_melds));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unfinished_melds_forbid_going_out),
        cmocka_unit_test(hands_go_out_before_they_open),
        cmocka_unit_test(bans_keep_cards_back),
        cmocka_unit_test(an_opening_comes_to_its_count),
        cmocka_unit_test(an_opening_begins_where_it_can_be_completed),
        cmocka_unit_test(an_opening_that_is_met_leaves_two_cards),
        cmocka_unit_test(sequences_and_twos_are_part_of_an_opening),
        cmocka_unit_test(totals_have_bands),
        cmocka_unit_test(melds_have_room_for_takes),
        cmocka_unit_test(the_question_looks_at_what_is_laid),
        cmocka_unit_test(names_are_told_of_all_melds)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
