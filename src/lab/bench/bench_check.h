/* Random play that counts what must never happen: a position without a legal step, an offered step
 * that is refused, a state in which an invariant does not hold. Not here: speed (bench.h).
 * Invariant: the same seed plays the same steps on every machine. */
#ifndef CANASTA_BENCH_CHECK_H
#define CANASTA_BENCH_CHECK_H

#include "canasta/game.h"

typedef struct cn_bench_check {
    uint64_t steps, hands, games;
    uint64_t stuck;    /* somebody was to act and had no legal step */
    uint64_t refused;  /* an offered step was refused */
    uint64_t unlike;   /* the view of the acting seat found another legal set (P131) */
    uint64_t endless;  /* hands that took more steps than any sane one */
    uint64_t broken;   /* an invariant of the game or of a view did not hold (invariant.h) */
    uint64_t bad_game; /* the first game with any of these; its index is part of its seed */
    const char *what;  /* the invariant that was broken first, or NULL */
    cn_game fault;     /* where the first fault showed; nothing if there is none */
} cn_bench_check;

uint64_t cn_bench_check_faults(const cn_bench_check *check);

/* Plays the next whole game: the one after those that `check`, zero at first, has counted. */
void cn_bench_check_game(const cn_rules *rules, uint64_t seed, cn_bench_check *check);

/* The same, but at most so many hands of it. */
void cn_bench_check_hands(const cn_rules *rules, uint64_t seed, uint64_t hands,
                          cn_bench_check *check);

/* Plays whole games until at least `steps` steps were made. */
cn_bench_check cn_bench_check_run(const cn_rules *rules, uint64_t seed, uint64_t steps);

#endif
