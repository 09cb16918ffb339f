/* What a referee says about a position: the answer, the refused step, the table afterwards.
 * Not here: any rule, and where the answer is shown.
 * Invariant: the position itself is not changed, and the same position has the same answer. */
#ifndef CANASTA_POSITION_RULE_H
#define CANASTA_POSITION_RULE_H

#include "text/positions/position_text.h"

typedef struct cn_ruling {
    cn_outcome outcome;
    bool has_step; /* the refused step is known */
    unsigned step_i;
    cn_step step;
    unsigned before_i; /* 1.. if it was not the play that was refused, but this one before it */
    bool has_after;
    cn_view after; /* of the position's seat */
    bool has_game;
    cn_game game;
} cn_ruling;

void cn_position_rule(const cn_position *position, cn_ruling *ruling);

/* "illegal MIN 65<90 at step 8 (open)". */
void cn_write_ruling(cn_writer *writer, const cn_ruling *ruling);

/* Compares with what the position expects; on a difference `writer` gets it in words. */
bool cn_ruling_meets(cn_writer *writer, const cn_position *position, const cn_ruling *ruling);

#endif
