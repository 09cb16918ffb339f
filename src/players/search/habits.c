/* The numbers of the policy of playouts.
 * Not here: those that were found (habit_tables.c). Invariant: as in the header. */
#include "players/search/habits.h"

#include <stddef.h>
#include <string.h>

const cn_habits cn_habits_plain = {
#define X(name, plain, least, most, about) .name = plain,
    CN_HABITS(X)
#undef X
};

const cn_habits *cn_habits_of(const cn_rules *rules)
{
    for (const cn_trained_habits *one = cn_habit_tables; one->rules != NULL; one++)
        if (strcmp(one->rules, rules->name) == 0 && one->players == rules->player_count)
            return &one->habits;
    return &cn_habits_plain;
}
