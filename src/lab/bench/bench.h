/* How fast the engine, its views and the racer are.
 * Not here: printing (cli/bench.c), what the engine does (signature.h). Invariant: figures are
 * medians of five runs of processor time, on one thread but for those of all cores. */
#ifndef CANASTA_BENCH_H
#define CANASTA_BENCH_H

#include <stdbool.h>

#include "canasta/rules.h"

/* Random play seldom ends a game, but its scores soon ask for the dearest openings. */
enum { CN_BENCH_GAME_HANDS = 12 };

typedef struct cn_bench {
    double steps_per_second; /* random play: legal set, choice, step; deals and shuffles too */
    double hands_per_second;
    double steps_per_hand;
    double foreseen_steps_per_second; /* the same of few hands that are played again and again, so
                                         that the processor foresees the branches */
    double games_steps_per_second;    /* the same of whole games of up to CN_BENCH_GAME_HANDS */
    double apply_ns;       /* a recorded step made once more; deals too, but no shuffles */
    double legal_ns;       /* a legal set */
    double copy_ns;        /* a copy of the game */
    double view_ns;        /* a copy of all that a seat knows */
    double view_start_ns;  /* a new view, and the deal told to it */
    double view_event_ns;  /* an event projected for a seat, and its view advanced */
    double unseen_ns;      /* the cards and places that a view has not seen, listed for worlds */
    double world_ns;       /* a world drawn from that list */
    double observation_ns; /* what one seat may know, as the environment writes it */
    double env_step_ns;    /* a step of the environment: action drawn, made, observed, masked */
    double racer_steps_per_second; /* a table of racers, with the views of all seats */
    double racer_hands_per_second;
    unsigned cores;                    /* processors of this machine that are in use */
    double all_cores_steps_per_second; /* random play on as many threads, one table each */
    double all_cores_ratio;            /* to one thread */
} cn_bench;

/* Measures each part for `seconds` (above 0) of processor time. False if the racer failed or
 * memory is short. */
bool cn_bench_run(const cn_rules *rules, double seconds, cn_bench *bench);

/* Plays exactly so many random hands, as `steps_per_second` does, or, of whole games, as
 * `games_steps_per_second` does; returns the steps made. For tools that count instructions. */
uint64_t cn_bench_play_hands(const cn_rules *rules, uint64_t hands, bool games);

#endif
