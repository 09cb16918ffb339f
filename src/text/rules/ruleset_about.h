/* What a rule set says of itself besides its values.
 * Not here: how it is read (ruleset_read.h), who asks (rules_text.h).
 * Invariant: texts are terminated; bits of players stand for numbers a table may have. */
#ifndef CANASTA_RULESET_ABOUT_H
#define CANASTA_RULESET_ABOUT_H

#include "canasta/rules.h"

enum { CN_RULESET_TITLE_MAX = 64, CN_RULESET_ABOUT_MAX = 160 };

typedef struct cn_ruleset_about {
    char name[CN_RULES_NAME_MAX];
    char title[CN_RULESET_TITLE_MAX]; /* "" if it has none */
    char about[CN_RULESET_ABOUT_MAX]; /* one sentence, "" if it has none */
    char parent[CN_RULES_NAME_MAX];   /* "" for a root */
    unsigned own_counts;              /* bit n: its values are for n players (`players`) */
    unsigned player_counts;           /* bit n: a table of this name may have n players */
    unsigned usual_count;             /* players when nobody says: 4 if allowed, else fewest */
    char form[CN_PLAYERS_MAX + 1][CN_RULES_NAME_MAX]; /* by players: the rule set played instead
                                                         of this one (P5); "" = none */
} cn_ruleset_about;

/* The number of players when nobody says, by the values alone: 4 if allowed, else the fewest. */
unsigned cn_params_seat_count(const cn_params *params);

#endif
