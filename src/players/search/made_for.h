/* Whose table serves which rules: the one of the rule set that was made for so many people, or for
 * as nearly as many as there is. Not here: the tables. Invariant: a table of another rule set
 * serves nobody. */
#ifndef CANASTA_MADE_FOR_H
#define CANASTA_MADE_FOR_H

#include <string.h>

#include "canasta/rules.h"

enum { CN_MADE_FOR_OTHERS = CN_PLAYERS_MAX + 1 };

/* True if a table made for so many people by the rule set of that name serves better than one that
 * was made for `*far` people more or fewer, which are then those of this one. */
static inline bool cn_serves_better(const cn_rules *rules, const char *name, unsigned players,
                                    unsigned *far)
{
    const unsigned count = rules->player_count;
    const unsigned apart = players > count ? players - count : count - players;
    if (apart >= *far || strcmp(name, rules->name) != 0) return false;
    *far = apart;
    return true;
}

#endif
