/* Rates as medians of five runs of processor time.
 * Not here: what runs (bench.c, bench_parts.c). Invariant: a run counts the time of this process,
 * or, where threads run side by side, of each thread, so that other programs do not show. */
#ifndef CANASTA_BENCH_CLOCK_H
#define CANASTA_BENCH_CLOCK_H

#include <stdint.h>

enum { CN_BENCH_RUNS = 5 };

/* Does some of what is measured, a millisecond's worth or so; returns how often. */
typedef uint64_t cn_bench_batch(void *context);

/* How often a second; the five runs take `seconds` together. */
double cn_bench_rate(cn_bench_batch *batch, void *context, double seconds);

/* Nanoseconds for one. */
double cn_bench_ns(cn_bench_batch *batch, void *context, double seconds);

/* How often a second by all threads together, each with its own context of `context_bytes` bytes
 * from `contexts` on. 0 if no thread could be started. */
double cn_bench_rate_together(cn_bench_batch *batch, void *contexts, unsigned context_bytes,
                              unsigned threads, double seconds);

#endif
