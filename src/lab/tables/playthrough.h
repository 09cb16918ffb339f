/* One whole game as a text that people read and diffs compare.
 * Not here: a format to be read back; that is a record (text/record_text.h).
 * Invariant: the same rules, players and seed give the same text on every machine,
 * if the players do. */
#ifndef CANASTA_PLAYTHROUGH_H
#define CANASTA_PLAYTHROUGH_H

#include "lab/tables/table.h"

typedef struct cn_playthrough {
    const cn_rules *rules;
    const char *overrides; /* as the table was ordered, for the heading; "" if there are none */
    cn_entrant entrant;    /* at every seat */
    cn_bot_options bots;   /* if it is a program */
    uint64_t seed;
    unsigned hands_max; /* the game is left after so many, and the text says so */
} cn_playthrough;

cn_lab_status cn_playthrough_write(const cn_playthrough *plan, cn_sink sink);

#endif
