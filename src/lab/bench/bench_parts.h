/* The parts of the engine by themselves: what they run on is recorded from random play beforehand.
 * Not here: random play itself and the racer (bench.c). Invariant: all figures are nanoseconds for
 * one, medians of five runs. */
#ifndef CANASTA_BENCH_PARTS_H
#define CANASTA_BENCH_PARTS_H

#include "lab/bench/bench.h"

/* Steps made once more, deals included. */
bool cn_bench_apply(const cn_rules *rules, double seconds, cn_bench *bench);

/* Legal sets and copies of games, on positions of random play. */
bool cn_bench_positions(const cn_rules *rules, double seconds, cn_bench *bench);

/* Views: copied, started, advanced; worlds of them. */
bool cn_bench_views(const cn_rules *rules, double seconds, cn_bench *bench);

/* Observations and steps of the environment. */
bool cn_bench_env(const cn_rules *rules, double seconds, cn_bench *bench);

#endif
