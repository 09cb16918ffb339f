/* Rows of positions and single steps, for tests of legal sets.
 * Not here: claims. Invariant: a row says of one step whether it is legal. */
#ifndef CANASTA_TESTS_MASKS_H
#define CANASTA_TESTS_MASKS_H

#include "text/positions/position_text.h"

enum { MASKS_STEPS_MAX = 16 };

typedef struct mask_row {
    const char *claim, *position; /* the position has a line `play`, which is not looked at */
    unsigned step;
    bool legal;
} mask_row;

typedef struct mask_turn {
    mask_row row;
    unsigned before[MASKS_STEPS_MAX]; /* legal steps that are made first, up to a 0 */
} mask_turn;

/* Fails the test if the text is no position. */
void masks_read(const char *text, cn_position *position);

/* Fail the test, with the claim of each row that does not hold. */
void masks_check(const mask_row *rows, unsigned count);
void masks_check_turns(const mask_turn *turns, unsigned count);

#endif
