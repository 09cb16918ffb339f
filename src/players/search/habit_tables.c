/* Habits that were found, made by `canasta train habits`.
 * Not here: what they mean (habits.h). Invariant: the last one has no name. */
#include "players/search/habits.h"

/* clang-format off */
const cn_trained_habits cn_habit_tables[] = {
    /* +226 +- 9 points a hand against plain habits */
    {"classic_pagat",
     4,
     {3,11,11,50,1,1,0,0,99,12,-318,23,
      -36,13,-18,5,9,4,65,211,61,49,122,58,
      4,57,20,69,40,60,4,5,28,250,10,100}},
    {0},
};
