/* The clocks. Not here: timers (net/). What is simulated is linked with others.
 * Invariant: the first two never go back. */
#ifndef CANASTA_SERVER_CLOCK_H
#define CANASTA_SERVER_CLOCK_H

#include <stdint.h>

/* Milliseconds since some moment. */
int64_t cn_clock_ms(void);
/* Microseconds since the same; for measures. */
int64_t cn_clock_us(void);
/* Milliseconds that this thread has worked, whoever else did meanwhile. */
int64_t cn_clock_worked_ms(void);
/* Seconds since 1970, as entries of the log have them. */
int64_t cn_clock_day_s(void);

#endif
