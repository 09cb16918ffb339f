/* Plays as people write them: `take KhKs; open QcQdQh2d 7c7d7h; meld K#3:2c S:8h; discard 4s`.
 *   draw | take [group] | open [groups] | meld groups | join #1 #4 | ask | yes | no
 *   discard card | pick | pass | declare | lay-out | to #3 | new | join #4
 * A group is cards without blanks, with a name in front where the cards alone do not say where they
 * go: `K:2c` the meld's kind, `K#3:2c` its place, `K+:KhKcKd` a new meld (docs/formats.md).
 * In a sequence a wild stands at its place, `S:5hX7h`; `S#2:X-` and `S#2:-X` lay it below and above
 * what lies there. `open A B` stages the groups and opens; `open` alone opens with what a take has
 * staged. Not here: whether a play is legal. Invariant: parse(write(steps)) is exactly these steps.
 */
#ifndef CANASTA_PLAY_TEXT_H
#define CANASTA_PLAY_TEXT_H

#include "canasta/reason.h"
#include "canasta/step.h"
#include "text/cards/card_text.h"

enum { CN_PLAY_STEPS_MAX = 96, CN_PLAY_TEXT_MAX = 1024, CN_GROUP_CARDS_MAX = 64 };

typedef struct cn_play {
    unsigned count;
    cn_step step[CN_PLAY_STEPS_MAX];
    unsigned column[CN_PLAY_STEPS_MAX]; /* where in the text the step came from, from 1 */
    bool begins[CN_PLAY_STEPS_MAX];     /* the step begins a group, or an action */
    bool nameless[CN_PLAY_STEPS_MAX];   /* a lay whose meld has no letter: read from its cards */
    bool any_end[CN_PLAY_STEPS_MAX];    /* a wild for an end of a sequence, whichever has room */
} cn_play;

/* How a text can be well formed and still no play: `shape.code` names the broken shape (RANK for
 * cards that are no meld, SIZE 0, RED3, TAKE_CARDS); CN_OK otherwise. */
typedef enum cn_play_status { CN_PLAY_OK, CN_PLAY_SYNTAX, CN_PLAY_SHAPE } cn_play_status;

/* Parses `length` characters of one play. On CN_PLAY_SYNTAX `error` tells the column; on
 * CN_PLAY_SHAPE both `error` and `shape` are set. `line` goes into the error. */
cn_play_status cn_play_parse(const char *text, size_t length, unsigned line, cn_play *play,
                             cn_reason *shape, cn_text_error *error);

/* Writes steps (whose cards are all named) as one play (play_write.c). */
void cn_write_play(cn_writer *writer, const cn_step *steps, unsigned count);

/* A swap whose natural is named, `swap Kh 2`: a king in the place of a two. */
void cn_write_swap(cn_writer *writer, cn_step step);

/* Puts a play as people say it into the steps that mean it here: a name of a place that the cards
 * go to anyway, and a `new` where a new meld is begun anyway, are dropped, and cards of a group
 * that goes onto a sequence on the table come in the order that extends it. Cards behind a place
 * without a letter are laid as the meld there takes them: `#2:6h` onto sixes, or onto a sequence.
 * Nothing else changes (play_settle.c). */
void cn_play_settle(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                    cn_play *play);

/* True if the text is a play that the seat to act, whose hand is `hand`, may make (play_settle.c).
 */
bool cn_play_is_legal(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                      const char *text);

#endif
