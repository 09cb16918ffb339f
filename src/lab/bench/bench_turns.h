/* Where the time of random play goes: the legal sets and the steps by sort of turn and of step.
 * Not here: printing (cli/bench_turns.c), rates (bench.h). Invariant: the same steps as
 * cn_bench_play_hands makes; a clock around each of them, whose own time is taken off. */
#ifndef CANASTA_BENCH_TURNS_H
#define CANASTA_BENCH_TURNS_H

#include <stdbool.h>

#include "canasta/rules.h"

/* Legal sets, by what is seen at the table and, for the first, by what they hold. */
typedef enum cn_turn_sort {
    CN_TURN_ONLY_DRAW,   /* before the draw: it is the only step */
    CN_TURN_DRAW,        /* before the draw, with a choice */
    CN_TURN_ANSWER,      /* the partner's */
    CN_TURN_UNOPENED,    /* the side has not opened, and nothing is staged */
    CN_TURN_STAGING,     /* an opening is staged */
    CN_TURN_BEGUN,       /* a meld is named or unfinished */
    CN_TURN_MUST_GO_OUT, /* after a yes that binds */
    CN_TURN_FEW,         /* so few cards are left that one more meld would leave too few */
    CN_TURN_FRESH,       /* nothing has been laid */
    CN_TURN_LAID,        /* something has */
    CN_TURN_SORTS
} cn_turn_sort;

/* Steps made. */
typedef enum cn_made_sort {
    CN_MADE_DRAW,
    CN_MADE_TAKE,
    CN_MADE_LAY, /* a natural or a wild onto a meld, or to begin one */
    CN_MADE_SEQUENCE,
    CN_MADE_DISCARD,
    CN_MADE_OTHER,
    CN_MADE_SORTS
} cn_made_sort;

/* Those that took so many nanoseconds and more are counted apart: searches, and what waited. */
#define CN_BENCH_LONG_NS 1000.0

typedef struct cn_bench_sum {
    uint64_t count, long_count;
    double ns, long_ns; /* together */
} cn_bench_sum;

typedef struct cn_bench_turns {
    uint64_t hands, steps;
    cn_bench_sum legal[CN_TURN_SORTS];
    cn_bench_sum made[CN_MADE_SORTS];
    double clock_ns; /* of the clock itself, taken off each */
} cn_bench_turns;

/* Random play of so many hands, of whole games if `games` says so. */
void cn_bench_turns_run(const cn_rules *rules, uint64_t hands, bool games, cn_bench_turns *turns);

/* In plain words; NULL behind the last. */
const char *cn_turn_sort_name(unsigned sort);
const char *cn_made_sort_name(unsigned sort);

#endif
