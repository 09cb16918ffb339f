/* Plays as people write them: `take KhKs; open QcQdQh2d 7c7d7h; meld K:2c; discard 4s`.
 *   draw | take [cards] | open [groups] | meld groups | ask | yes | no | discard card
 * A group is cards without blanks; `K:2c` names the meld where the cards alone do not.
 * `open A B` stages the groups and opens; `open` alone opens with what a take has staged.
 * Not here: whether a play is legal. Invariant: parse(write(steps)) lays the same cards the same
 * way; only the order inside an unbroken run onto one meld may change (naturals first). */
#ifndef CANASTA_PLAY_TEXT_H
#define CANASTA_PLAY_TEXT_H

#include "canasta/reason.h"
#include "canasta/step.h"
#include "text/card_text.h"

enum { CN_PLAY_STEPS_MAX = 96, CN_PLAY_TEXT_MAX = 512 };

typedef struct cn_play {
    unsigned count;
    cn_step step[CN_PLAY_STEPS_MAX];
    unsigned column[CN_PLAY_STEPS_MAX]; /* where in the text the step came from, from 1 */
} cn_play;

/* How a text can be well formed and still no play: `shape.code` names the broken shape (RANK for
 * naturals of two ranks, WILD_ONLY, SIZE 0, BLACK3_WILD, RED3, TAKE_CARDS); CN_OK otherwise. */
typedef enum cn_play_status { CN_PLAY_OK, CN_PLAY_SYNTAX, CN_PLAY_SHAPE } cn_play_status;

/* Parses `length` characters of one play. On CN_PLAY_SYNTAX `error` tells the column; on
 * CN_PLAY_SHAPE both `error` and `shape` are set. `line` goes into the error. */
cn_play_status cn_play_parse(const char *text, size_t length, unsigned line, cn_play *play,
                             cn_reason *shape, cn_text_error *error);

/* Writes steps (whose cards are all named) as one play. */
void cn_write_play(cn_writer *writer, const cn_step *steps, unsigned count);

#endif
