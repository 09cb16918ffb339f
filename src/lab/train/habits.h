/* Finds habits: one number is changed at a time, and the change kept if it wins points.
 * Not here: what the numbers are (players/search/habits.h). Invariant: what comes out depends on
 * the plan and the start alone, however often the climb is broken off and gone on with. */
#ifndef CANASTA_TRAIN_HABITS_H
#define CANASTA_TRAIN_HABITS_H

#include "canasta/rules.h"
#include "players/player.h"
#include "players/search/habits.h"

typedef struct cn_habits_plan {
    const cn_rules *rules;
    uint64_t seed;
    unsigned rounds; /* changes that are tried */
    unsigned deals;  /* at most, to judge one of them: each played twice, from two sides */
    /* The only rival; NULL: plain, hurried and the same habits in turn. */
    const cn_player *against;
} cn_habits_plan;

enum { CN_HABITS_DEALS_MIN = 16 };

/* So far: the habits, and how many changes were tried. */
typedef struct cn_climb {
    cn_habits habits;
    unsigned round;
} cn_climb;

/* Every number within its bounds. */
bool cn_habits_are_sound(const cn_habits *habits);

/* Begins with plain habits, or with those of `others` that win most against the same rivals. */
void cn_climb_start(const cn_habits_plan *plan, const cn_habits *others, unsigned count,
                    cn_climb *climb);

/* One more change is tried; true if it was kept. */
bool cn_climb_on(const cn_habits_plan *plan, cn_climb *climb);

/* Points a hand that a side with these habits is ahead of the others, which have plain ones or are
 * the plan's only rival, and the standard error: in deals that no change was judged by. */
typedef struct cn_habits_gain {
    double points, error;
} cn_habits_gain;

cn_habits_gain cn_habits_measure(const cn_habits_plan *plan, const cn_habits *habits);

#endif
