/* Habits that were found, made by `canasta train habits`.
 * Not here: what they mean (habits.h). Invariant: the last one has no name. */
#include "players/search/habits.h"

/* clang-format off */
const cn_trained_habits cn_habit_tables[] = {
    {0},
};
