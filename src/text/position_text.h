/* Positions from text: what is needed to judge one play, or to score one side's finished hand.
 * Not here: judging and scoring (the referee does), and the layout of the lines.
 * Invariant: a position that was read is possible: no card is there more often than in the pack. */
#ifndef CANASTA_POSITION_TEXT_H
#define CANASTA_POSITION_TEXT_H

#include "canasta/view.h"
#include "text/fact_text.h"
#include "text/outcome_text.h"
#include "text/position_lines.h"

enum { CN_POSITION_NAME_MAX = 80, CN_POSITION_BEFORE_MAX = 8, CN_POSITION_FACTS_MAX = 8 };

typedef struct cn_position {
    char name[CN_POSITION_NAME_MAX];
    unsigned line; /* of `position` */
    cn_rules rules;
    cn_view view; /* of the seat whose play is judged; of a sheet only the own side counts */

    bool is_sheet;                                   /* a finished hand, no play */
    cn_position_line before[CN_POSITION_BEFORE_MAX]; /* plays made earlier in the turn */
    unsigned before_count;
    cn_position_line play; /* the play to be judged */

    cn_cards left[CN_SEATS_MAX]; /* of a sheet: what the members of the side hold */
    unsigned left_count;
    bool out, concealed;

    cn_position_line expect; /* as written; of length 0 if nothing is expected */
    cn_expectation expected;
    cn_fact fact[CN_POSITION_FACTS_MAX]; /* what must be so after the play */
    unsigned fact_count;
} cn_position;

/* Under how many rule sets the position is to be judged: the words of its `rules`. */
unsigned cn_position_rules_count(const cn_position_lines *lines);

/* Makes the position for one of these rule sets. The lines stay in use by the position. */
bool cn_position_make(const cn_position_lines *lines, unsigned rules_i, cn_position *position,
                      cn_text_error *error);

#endif
