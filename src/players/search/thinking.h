/* The numbers of a player that plays by the policy of playouts, searches, or both.
 * Not here: what is done with them (thinker.c). Invariant: a player is its numbers; the same ones,
 * asked the same with the same stream, give the same step on every machine. */
#ifndef CANASTA_THINKING_H
#define CANASTA_THINKING_H

#include <stdint.h>

/* Parts that can be switched off, to see what each brings: X(CONSTANT, NAME, about).
 * The player without one is called thinker-no-NAME. */
/* clang-format off */
#define CN_THOUGHTS(X)                                                                             \
    X(HALVING, halving, "gives the better steps more worlds")                                      \
    X(CAUTION, caution, "keeps the usual step unless another is surely better")                    \
    X(ESTIMATING, estimating, "breaks playouts off and estimates what would come")                 \
    X(TURNS, turns, "tries whole turns, too, in which all is laid that can be")                    \
    X(GAME, game, "plays for the game, not for the points of the hand")                            \
    X(READING, reading, "takes worlds less often in which others played against their cards")      \
    X(HABITS, habits, "plays by the habits that were found for the rules, and the others by plain")
/* clang-format on */

enum {
#define X(constant, name, about) CN_THOUGHT_##constant##_AT,
    CN_THOUGHTS(X)
#undef X
        CN_THOUGHT_COUNT,
    CN_THOUGHTS_ALL = (1 << CN_THOUGHT_COUNT) - 1
};

enum {
#define X(constant, name, about) CN_THOUGHT_##constant = 1 << CN_THOUGHT_##constant##_AT,
    CN_THOUGHTS(X)
#undef X
};

enum { CN_REMEMBERS_ALL = 255 };

/* Haste: takes every pile; opens as soon as it can; lays all that can be laid; throws without a
 * thought of the pile; goes out as soon as it can; makes the first step that comes to its mind,
 * without a search. */
enum {
    CN_HASTE_TAKING = 1,
    CN_HASTE_OPENING = 2,
    CN_HASTE_LAYING = 4,
    CN_HASTE_THROWING = 8,
    CN_HASTE_ENDING = 16,
    CN_HASTE_DECIDING = 32,
    CN_HASTE_KINDS = 6,
    CN_HASTE_ALL = 63,
    CN_HASTE_ALWAYS = 255
};

struct cn_thinking {
    uint32_t playouts; /* for a decision, all its steps together; 0: it does not search */
    uint16_t parts;    /* CN_THOUGHT_*; without a search only its habits matter */
    uint8_t foresight; /* so many turns of a playout are played, of all seats together, before it is
                          estimated; 0: to its end */
    uint8_t memory;    /* so many of the last discards are in its mind, and what came with the pile
                          only where it remembers all */
    uint8_t haste[CN_HASTE_KINDS]; /* each kind takes hold of it in so many turns of
                                      CN_HASTE_ALWAYS */
};

#endif
