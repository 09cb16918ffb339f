/* How fast the engine, its views and the racer are.
 * Not here: printing (cli/bench.c), what the engine does (signature.h). Invariant: times are
 * processor time of this process, one thread. */
#ifndef CANASTA_BENCH_H
#define CANASTA_BENCH_H

#include "canasta/rules.h"

typedef struct cn_bench {
    double steps_per_second; /* random play: legal set, choice, step; deals and shuffles too */
    double hands_per_second;
    double steps_per_hand;
    double copy_ns;                /* a copy of the game */
    double view_start_ns;          /* a new view, and the deal told to it */
    double view_event_ns;          /* an event projected for a seat, and its view advanced */
    double racer_steps_per_second; /* a table of racers, with the views of all seats */
    double racer_hands_per_second;
} cn_bench;

/* Measures each part for `seconds` (above 0) of processor time. False if the racer failed. */
bool cn_bench_run(const cn_rules *rules, double seconds, cn_bench *bench);

#endif
