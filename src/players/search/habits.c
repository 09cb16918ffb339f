/* The numbers of the policy of playouts.
 * Not here: those that were found (habit_tables.c). Invariant: as in the header. */
#include "players/search/habits.h"

#include <stddef.h>

#include "players/search/made_for.h"

const cn_habits cn_habits_plain = {
#define X(name, plain, least, most, about) .name = plain,
    CN_HABITS(X)
#undef X
};

static cn_habits plain_and(const cn_habits *more)
{
    cn_habits sum = cn_habits_plain;
#define X(name, plain, least, most, about) sum.name = (int16_t)(plain + more->name);
    CN_HABITS(X)
#undef X
    return sum;
}

cn_habits cn_habits_of(const cn_rules *rules)
{
    unsigned far = CN_MADE_FOR_OTHERS;
    cn_habits found = cn_habits_plain;
    for (const cn_trained_habits *one = cn_habit_tables; one->rules != NULL; one++)
        if (cn_serves_better(rules, one->rules, one->players, &far)) found = plain_and(&one->more);
    return found;
}
