/* How fast the engine, its views and the racer are, and a signature of what the engine does.
 * Not here: printing (cli/bench.c). Invariant: times are processor time of this process, one
 * thread; the signature depends on the rules of the game alone. */
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

/* One number from `game_count` random games of a few hands: every legal set, every hand's score
 * and every final state goes into it. Another engine that plays alike has the same number. */
uint64_t cn_bench_signature(const cn_rules *rules, unsigned game_count);

#endif
