/* The numbers of the policy of playouts: from how many cards a pile is taken, what a card is worth
 * in the hand, when a side opens. Once as they are taken to be of anybody, and once for each rule
 * set as they were found to be best against those.
 * Not here: what is done with them (quick.h), how they are found (lab/train/habits.h).
 * Invariant: whole numbers, each within its bounds; a table that does not know a habit has it as it
 * is by default. */
#ifndef CANASTA_HABITS_H
#define CANASTA_HABITS_H

#include <stdint.h>

#include "canasta/rules.h"

/* X(NAME, PLAIN, LEAST, MOST, about) */
/* clang-format off */
#define CN_HABITS(X)                                                                               \
    X(worth_taking,         3,     0,   60, "cards of a pile that are worth taking")               \
    X(worth_a_pair,        11,     0,   60, "the same where it always costs a pair")               \
    X(worth_opening_for,    5,     0,   60, "the same for an opening")                             \
    X(cheap_opening,       50,     0,  200, "points of openings that wait for such a pile")        \
    X(leave_near_out,      -1,    -1,   12, "with so few cards who may go out leaves a pile")      \
    X(open_near_out,        2,     0,   12, "opens if a rival who may go out has so few cards")    \
    X(open_short_hand,      1,     0,   12, "or any rival")                                        \
    X(open_at_stock,        0,     0,  100, "or the stock has no more cards")                      \
    X(open_large_hand,     99,     0,   99, "or the own hand has so many")                         \
    X(open_at_melds,       99,     0,   99, "or some rivals have so many melds")                   \
    X(lay_near_out,         0,     0,   12, "lays all if a rival who may go out has so few cards") \
    X(lay_at_stock,         0,     0,  100, "or the stock has fewer cards")                        \
    X(card_cost,           12,     0,  100, "points that a card costs that is left in a hand")     \
    X(stay_base,         -170, -2000, 2000, "stays in the hand if these sum up above zero")        \
    X(stay_own_meld,       33,  -200,  200, "for each own meld")                                   \
    X(stay_other_meld,    -36,  -200,  200, "for each meld of the other side that has most")       \
    X(stay_partner_card,   20,  -200,  200, "for each card that the partner holds")                \
    X(stay_pile_card,      -6,  -200,  200, "for each card of the pile")                           \
    X(wild_from,            4,     2,    9, "cards a meld has before a wild joins it")             \
    X(pure_from,           99,     2,   99, "naturals of a meld that no wild joins any more")      \
    X(keep_from,            8,     0,   30, "hands so small keep what finishes nothing")           \
    X(pile_cost,          120,     0,  500, "points that a taken pile costs")                      \
    X(pile_card,          120,     0,  500, "and each card of it")                                 \
    X(pile_card_shy,       16,     0,  500, "the same before anybody has opened")                  \
    X(pile_cost_shy,       80,     0,  500, "and the pile")                                        \
    X(keep_wild,          300,  -200, 1000, "points that a card is worth in the hand: a wild,")    \
    X(keep_black3,         15,  -200, 1000, "a black three,")                                      \
    X(keep_single,          4,  -200, 1000, "one of a rank,")                                      \
    X(keep_pair,           45,  -200, 1000, "of two,")                                             \
    X(keep_more,           20,  -200, 1000, "of more;")                                            \
    X(keep_melded,         15,  -200, 1000, "of a rank that is melded, besides its own value,")    \
    X(keep_needed,         40,  -200, 1000, "of one that is needed to go out,")                    \
    X(keep_in_sequence,    60,  -200, 1000, "that fits a sequence on the table,")                  \
    X(keep_in_run,          4,  -200, 1000, "for each card of a run in the hand,")                 \
    X(keep_to_open,         5,   -20,  100, "times its value before the opening")                  \
    X(opening_saved,       50,     0,  200, "if that costs more points")                           \
    X(freeze_worth,       250,  -200, 1000, "points of freezing the pile before the opening")      \
    X(freeze_card,         10,  -100,  500, "and for each card of it")                             \
    X(fits_next,          100,  -200, 1000, "against throwing what fits the next one's sequence")  \
    X(reads_most,           8,     0,    8, "at most so often a thrown kind halves the odds")
/* clang-format on */

typedef struct cn_habits {
#define X(name, plain, least, most, about) int16_t name;
    CN_HABITS(X)
#undef X
} cn_habits;

enum { CN_HABIT_COUNT = sizeof(cn_habits) / sizeof(int16_t) };

/* Nobody's in particular: what others are taken to have. */
extern const cn_habits cn_habits_plain;

typedef struct cn_trained_habits {
    const char *rules; /* a rule set of ours, */
    uint8_t players;   /* for so many people */
    cn_habits more;    /* than plain ones */
} cn_trained_habits;

/* All of them; the last one has no name. */
extern const cn_trained_habits cn_habit_tables[];

/* Those for these rules and so many people, or nearly as many (made_for.h); plain ones if there are
 * none of that name. */
cn_habits cn_habits_of(const cn_rules *rules);

#endif
