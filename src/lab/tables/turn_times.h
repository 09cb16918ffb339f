/* How long players think: a histogram of the time for whole turns.
 * Not here: deciding anything by it. Invariant: no result but these times depends on the clock. */
#ifndef CANASTA_TURN_TIMES_H
#define CANASTA_TURN_TIMES_H

#include <stdint.h>

#include "canasta/rules.h"

/* Each power of two nanoseconds is cut into so many steps, which bounds the error to 1/16. */
enum { CN_TIMES_STEPS = 8, CN_TIMES_COUNT = 64 * CN_TIMES_STEPS };

typedef struct cn_turn_times {
    uint64_t turns;
    uint64_t count[CN_TIMES_COUNT];
} cn_turn_times;

void cn_turn_times_add(cn_turn_times *times, uint64_t nanoseconds);
void cn_turn_times_join(cn_turn_times *times, const cn_turn_times *more);

/* Milliseconds that `share` of all turns (0.5: the median) did not exceed; 0 without any turn. */
double cn_turn_times_ms(const cn_turn_times *times, double share);

/* Adds up the steps of a turn for each seat. A zeroed clock with `times` filled in is ready. */
typedef struct cn_turn_clock {
    cn_turn_times *times[CN_SEATS_MAX]; /* where the turns of each seat are counted */
    uint64_t spent[CN_SEATS_MAX];       /* nanoseconds in the turn it is at */
    unsigned turn[CN_SEATS_MAX];
} cn_turn_clock;

uint64_t cn_turn_clock_now(void);

/* A step of that turn took from `since` until now. */
void cn_turn_clock_step(cn_turn_clock *clock, unsigned seat, unsigned turn, uint64_t since);

/* The hand is over: counts the turns still open. */
void cn_turn_clock_stop(cn_turn_clock *clock);

#endif
