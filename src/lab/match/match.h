/* Matches: many deals, each played once for every rotation of the players over the table.
 * Not here: one deal (match_deal.c), what is added up (match_sums.h), printing (cli/match.c).
 * Invariant: the same plan gives the same result on every machine, with any number of threads. */
#ifndef CANASTA_MATCH_H
#define CANASTA_MATCH_H

#include "lab/match/match_sums.h"
#include "lab/match/sprt.h"
#include "lab/tables/table.h"

/* Deals are handed out to threads, and the test and the listener are asked, by so many. */
enum { CN_MATCH_BATCH = 8 };

typedef struct cn_match_result {
    cn_match_sums sums;
    /* How long each player thought in these deals; the partner stands behind the players. Only this
     * and what follows the answer depend on the machine. */
    cn_turn_times times[CN_PLAYERS_MAX];
    cn_sprt_answer answer; /* CN_SPRT_GO_ON without a test */
    bool stopped;          /* the listener stopped it */
    uint64_t hands_now;    /* played now, and not in `done` */
    double seconds;
} cn_match_result;

typedef struct cn_match_plan {
    const cn_rules *rules;
    cn_entrant player[CN_PLAYERS_MAX];
    unsigned player_count; /* one for each person, or one for each side or fewer (seating.h) */
    /* Plays every deal also with player 0 in each place and this one as its partner. NULL: nobody.
     * For two players, single hands, and rules with partners (cn_seating_has_partners). */
    const cn_entrant *partner;
    uint64_t seed;
    uint64_t deal_first;   /* 0, unless it is played in parts: the first of this part */
    uint64_t deal_count;   /* deals, or games with `whole_games`; at least 1 */
    unsigned thread_count; /* at least 1 */
    bool whole_games;      /* from zero to the end of the game; otherwise one hand from zero */
    bool seat_stock;       /* each seat draws from a share of its own (stock_shares.h) */
    const cn_sprt *sprt;   /* of points in a hand: the match ends with its answer. NULL: no test */
    /* How programs among the players are asked, and who hears of their faults; from any thread. */
    cn_bot_options bots;
    const char *record_directory; /* where each game is recorded in a file of its own, or NULL */
    const cn_match_result *done;  /* of the first deals, where they were played before; or NULL */
    /* Told sums and times of the first deals after each batch, one call at a time, with rising
     * deals; stops the match by false. May be NULL. */
    bool (*hear)(void *context, const cn_match_result *result);
    void *hear_context;
} cn_match_plan;

/* What adds up over deals, sums and times, one number after the other, for files. */
enum {
    CN_MATCH_TIMES_COUNT = CN_PLAYERS_MAX * sizeof(cn_turn_times) / sizeof(int64_t),
    CN_MATCH_LIST_COUNT = CN_MATCH_SUMS_COUNT + CN_MATCH_TIMES_COUNT
};

void cn_match_list(const cn_match_result *result, int64_t list[CN_MATCH_LIST_COUNT]);
void cn_match_unlist(cn_match_result *result, const int64_t list[CN_MATCH_LIST_COUNT]);

/* Everything but CN_LAB_OK tells of a fault in a player or the engine, or of a record that could
 * not be written; `result` is unspecified then. */
cn_lab_status cn_match_play(const cn_match_plan *plan, cn_match_result *result);

/* By what the sums of points are to be divided: it makes A's average less B's a whole number. */
int64_t cn_match_scale(const cn_match_plan *plan);

/* The answer of the plan's test after these deals; it is asked after whole batches and at the end.
 */
cn_sprt_answer cn_match_ask(const cn_match_plan *plan, const cn_match_sums *sums);

/* What one thread keeps from deal to deal: how long each player thought, and the processes of
 * programs, one for each person that a player plays. Begins as nothing but zeros. */
typedef struct cn_match_worker {
    cn_turn_times times[CN_PLAYERS_MAX];
    cn_bot *bot[CN_PLAYERS_MAX][CN_PLAYERS_MAX];
} cn_match_worker;

/* Ends the processes; to be called by the thread that played. */
void cn_match_worker_end(cn_match_worker *worker);

/* Plays one deal in all rotations and adds it to the sums. */
cn_lab_status cn_match_play_deal(const cn_match_plan *plan, uint64_t deal_i, cn_match_sums *sums,
                                 cn_match_worker *worker);

#endif
