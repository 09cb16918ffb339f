/* How long players think: a histogram of the time for whole turns.
 * Not here: deciding anything by it. Invariant: as in the header. */
#include "lab/tables/turn_times.h"

#include <math.h>
#include <stddef.h>
#include <time.h>

/* Times below CN_TIMES_STEPS have a place each; above, the power of two and its eighth. */
static unsigned place_of(uint64_t nanoseconds)
{
    if (nanoseconds < CN_TIMES_STEPS) return (unsigned)nanoseconds;
    unsigned power = 0;
    while (nanoseconds >= 2 * CN_TIMES_STEPS) {
        nanoseconds /= 2;
        power++;
    }
    return power * CN_TIMES_STEPS + (unsigned)nanoseconds;
}

/* The middle of the times that share a place. */
static double time_at(unsigned place)
{
    if (place < 2 * CN_TIMES_STEPS) return place;
    const unsigned power = place / CN_TIMES_STEPS - 1;
    return ldexp(CN_TIMES_STEPS + place % CN_TIMES_STEPS + 0.5, (int)power);
}

void cn_turn_times_add(cn_turn_times *times, uint64_t nanoseconds)
{
    times->turns++;
    times->count[place_of(nanoseconds)]++;
}

void cn_turn_times_join(cn_turn_times *times, const cn_turn_times *more)
{
    times->turns += more->turns;
    for (unsigned i = 0; i < CN_TIMES_COUNT; i++) times->count[i] += more->count[i];
}

double cn_turn_times_ms(const cn_turn_times *times, double share)
{
    uint64_t below = 0;
    for (unsigned i = 0; i < CN_TIMES_COUNT; i++) {
        below += times->count[i];
        if (below > 0 && (double)below >= share * (double)times->turns) return time_at(i) * 1e-6;
    }
    return 0;
}

uint64_t cn_turn_clock_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static void finish_turn(cn_turn_clock *clock, unsigned seat)
{
    if (clock->turn[seat] != 0) cn_turn_times_add(clock->times[seat], clock->spent[seat]);
    clock->turn[seat] = 0;
    clock->spent[seat] = 0;
}

void cn_turn_clock_step(cn_turn_clock *clock, unsigned seat, unsigned turn, uint64_t since)
{
    const uint64_t spent = cn_turn_clock_now() - since;
    if (clock->turn[seat] != turn) finish_turn(clock, seat);
    clock->turn[seat] = turn;
    clock->spent[seat] += spent;
}

void cn_turn_clock_stop(cn_turn_clock *clock)
{
    for (unsigned seat = 0; seat < CN_SEATS_MAX; seat++) finish_turn(clock, seat);
}
