/* Positions from text: a play to be judged, a finished hand to be scored, a deal, the end of a
 * game. Not here: judging and scoring (position_rule.h), and the layout of the lines. Invariant: a
 * position that was read is possible: no card is there more often than in the pack. */
#ifndef CANASTA_POSITION_TEXT_H
#define CANASTA_POSITION_TEXT_H

#include "canasta/game.h"
#include "canasta/view.h"
#include "text/events/outcome_text.h"
#include "text/positions/fact_text.h"
#include "text/positions/position_lines.h"

enum { CN_POSITION_NAME_MAX = 80, CN_POSITION_BEFORE_MAX = 16, CN_POSITION_FACTS_MAX = 16 };

typedef struct cn_position {
    char name[CN_POSITION_NAME_MAX];
    unsigned line; /* of `position` */
    cn_rules rules;
    uint8_t kind;  /* one of CN_FOR_PLAY, _SHEET, _DEAL, _END */
    cn_view view;  /* of the seat whose play is judged; of a sheet only the own side counts */
    bool has_game; /* a play whose every card is somewhere, or a deal */
    cn_game game;

    cn_position_line before[CN_POSITION_BEFORE_MAX]; /* plays made earlier */
    unsigned before_count;
    cn_position_line play; /* the play to be judged; of length 0 if there is none */

    cn_cards left[CN_SEATS_MAX]; /* of a sheet: what the members of the side hold */
    unsigned left_count;
    bool out, concealed, out_melded;
    uint8_t special; /* the special hand that the side declared: index + 1 */

    unsigned hand_number; /* of an end */
    unsigned minutes;     /* ... and how long the game has lasted */
    int32_t totals[CN_SIDES_MAX];

    cn_position_line expect; /* as written; of length 0 if nothing is expected */
    cn_expectation expected;
    cn_fact fact[CN_POSITION_FACTS_MAX]; /* what must be so afterwards */
    unsigned fact_count;
} cn_position;

/* Under how many rule sets the position is to be judged: the words of its `rules`. */
unsigned cn_position_rules_count(const cn_position_lines *lines);

/* Makes the position for one of these rule sets. The lines stay in use by the position. */
bool cn_position_make(const cn_position_lines *lines, unsigned rules_i, cn_position *position,
                      cn_text_error *error);

/* The same for those who ask what to play here: there needs to be no `play`, but the hand of an
 * answer; nothing that is expected is read. */
bool cn_position_make_to_act(const cn_position_lines *lines, unsigned rules_i,
                             cn_position *position, cn_text_error *error);

#endif
