/* The clock. Not here: timers (net/). What is simulated is linked with another one.
 * Invariant: it never goes back. */
#ifndef CANASTA_SERVER_CLOCK_H
#define CANASTA_SERVER_CLOCK_H

#include <stdint.h>

/* Milliseconds since some moment. */
int64_t cn_clock_ms(void);
/* Microseconds since the same; for measures. */
int64_t cn_clock_us(void);

#endif
