/* Matches: many deals, each played once for every rotation of the players over the seats.
 * Not here: printing (cli/match.c).
 * Invariant: the same plan gives the same result on every machine, with any number of threads. */
#ifndef CANASTA_MATCH_H
#define CANASTA_MATCH_H

#include "lab/table.h"

typedef struct cn_match_plan {
    const cn_rules *rules;
    const cn_player *player[CN_SEATS_MAX];
    unsigned player_count; /* 2 or more, and a divisor of the number of seats */
    uint64_t seed;
    uint64_t deal_count;   /* deals, or games with `whole_games`; at least 1 */
    unsigned thread_count; /* at least 1 */
    bool whole_games;      /* from zero to the end of the game; otherwise one hand from zero */
    const char *record_directory; /* where each game is recorded in a file of its own, or NULL */
} cn_match_plan;

/* Whole numbers, added up over all deals; in rotation r, seat s is played by player
 * (s + r) mod player_count. "A" are the sides on which player 0 sits, the others "B". */
typedef struct cn_match_sums {
    uint64_t deals;
    uint64_t games; /* deals times rotations */
    uint64_t hands;
    uint64_t steps;
    uint64_t turns;
    uint64_t hands_out; /* hands that ended with somebody going out */
    uint64_t hands_won; /* two for each hand in which A has more points than B, one for a tie */
    uint64_t games_won; /* two for each game that A wins alone, one for one it shares with B */
    int64_t points[CN_SEATS_MAX]; /* of the side of each player, over all hands */
    /* Over deals: x is A's points less B's in all rotations of the deal (times `scale`), h its
     * hands, w what it adds to games_won. Enough for means and their errors. */
    int64_t scale;
    int64_t x, xx, xh, hh, ww;
} cn_match_sums;

typedef struct cn_match_result {
    cn_match_sums sums;
    double points_per_hand; /* A's points less B's */
    double points_ci95;     /* half the width of its 95 % interval, deals being independent */
    double games_won;       /* share; a tie counts half */
    double games_won_ci95;
    double hands_won;
    double seconds; /* the only field that depends on the machine */
} cn_match_result;

/* Everything but CN_LAB_OK tells of a fault in a player or the engine, or of a record that could
 * not be written; `result` is unspecified then. */
cn_lab_status cn_match_play(const cn_match_plan *plan, cn_match_result *result);

#endif
