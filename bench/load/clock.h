/* The load generator's clock. Not here: when what is due (tables.c).
 * Invariant: it never goes back. */
#ifndef CANASTA_LOAD_CLOCK_H
#define CANASTA_LOAD_CLOCK_H

#include <stdint.h>
#include <time.h>

/* Microseconds since some moment. */
static inline int64_t load_now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

#endif
