/* How fast the engine, its views and the racer are: random play, on one core and on all, and a
 * table of racers. Not here: the other parts (bench_parts.c), printing (cli/bench.c).
 * Invariant: as in the header. */
#include "lab/bench/bench.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lab/bench/bench_clock.h"
#include "lab/bench/bench_parts.h"
#include "lab/bench/bench_play.h"
#include "lab/tables/table.h"

enum {
    BATCH_HANDS = 64,
    FORESEEN_HANDS = 3,
    FORESEEN_TIMES = 64,
    RACER_BATCH_HANDS = 8,
    RACER_SEED = 20
};

static uint64_t play_hands(void *context)
{
    cn_bench_play *play = context;
    const uint64_t before = play->steps;
    for (unsigned i = 0; i < BATCH_HANDS; i++) cn_bench_play_hand(play);
    return play->steps - before;
}

static void measure_random(const cn_rules *rules, double seconds, cn_bench *bench)
{
    cn_bench_play play;
    cn_bench_play_start(&play, rules, 0);
    bench->steps_per_second = cn_bench_rate(play_hands, &play, seconds);
    bench->steps_per_hand = (double)play.steps / (double)play.hands;
    bench->hands_per_second = bench->steps_per_second / bench->steps_per_hand;
}

/* Hands of games that go on, whose openings need more than that of a first hand. */
static void measure_games(const cn_rules *rules, double seconds, cn_bench *bench)
{
    cn_bench_play play;
    cn_bench_play_start(&play, rules, 0);
    play.game_hands = CN_BENCH_GAME_HANDS;
    bench->games_steps_per_second = cn_bench_rate(play_hands, &play, seconds);
}

/* A few hands again and again, until the processor has learnt their branches, then the next. */
static uint64_t play_foreseen_hands(void *context)
{
    cn_bench_play *play = context;
    const uint64_t index = play->steps++; /* of hands: they are begun anew each time */
    uint64_t steps = 0;
    for (unsigned i = 0; i < FORESEEN_TIMES; i++) {
        cn_bench_play again;
        cn_bench_play_start(&again, play->rules, index);
        for (unsigned hand = 0; hand < FORESEEN_HANDS; hand++) cn_bench_play_hand(&again);
        steps += again.steps;
    }
    return steps;
}

static void measure_foreseen(const cn_rules *rules, double seconds, cn_bench *bench)
{
    cn_bench_play play = {.rules = rules};
    bench->foreseen_steps_per_second = cn_bench_rate(play_foreseen_hands, &play, seconds);
}

static bool measure_all_cores(const cn_rules *rules, double seconds, cn_bench *bench)
{
    const long found = sysconf(_SC_NPROCESSORS_ONLN);
    const unsigned cores = found > 0 ? (unsigned)found : 1;
    cn_bench_play *plays = calloc(cores, sizeof *plays);
    if (plays == NULL) return false;
    for (unsigned i = 0; i < cores; i++) cn_bench_play_start(&plays[i], rules, i);
    bench->cores = cores;
    bench->all_cores_steps_per_second =
        cn_bench_rate_together(play_hands, plays, sizeof *plays, cores, seconds);
    bench->all_cores_ratio = bench->all_cores_steps_per_second / bench->steps_per_second;
    free(plays);
    return true;
}

typedef struct racers {
    const cn_rules *rules;
    cn_stream decks;
    cn_lab_table table;
    uint64_t steps, hands;
    bool failed;
} racers;

static uint64_t play_racers(void *context)
{
    racers *r = context;
    uint64_t steps = 0;
    for (unsigned i = 0; i < RACER_BATCH_HANDS && !r->failed; i++, r->hands++) {
        cn_card deck[CN_DECK_CARDS_MAX];
        cn_score scores[CN_SIDES_MAX];
        cn_deck_sorted(r->rules, deck);
        cn_shuffle(deck, r->rules->deck_size, &r->decks);
        cn_lab_table_start(&r->table, r->rules, (unsigned)(r->hands % r->rules->seat_count));
        r->failed = cn_lab_table_play_hand(&r->table, r->rules, deck, scores) != CN_LAB_OK;
        steps += r->table.steps;
    }
    r->steps += steps;
    return steps;
}

static bool measure_racer(const cn_rules *rules, double seconds, cn_bench *bench)
{
    racers r = {.rules = rules, .decks = cn_stream_make(RACER_SEED, CN_PURPOSE_DECK, 1)};
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        r.table.player[seat] = &cn_player_racer;
        r.table.stream[seat] = cn_stream_make(RACER_SEED, CN_PURPOSE_PLAYER, seat);
    }
    bench->racer_steps_per_second = cn_bench_rate(play_racers, &r, seconds);
    bench->racer_hands_per_second =
        bench->racer_steps_per_second * (double)r.hands / (double)r.steps;
    return !r.failed;
}

bool cn_bench_run(const cn_rules *rules, double seconds, cn_bench *bench)
{
    assert(seconds > 0);
    memset(bench, 0, sizeof *bench);
    measure_random(rules, seconds, bench);
    measure_foreseen(rules, seconds, bench);
    measure_games(rules, seconds, bench);
    return measure_all_cores(rules, seconds, bench) && cn_bench_apply(rules, seconds, bench) &&
           cn_bench_positions(rules, seconds, bench) && cn_bench_views(rules, seconds, bench) &&
           cn_bench_env(rules, seconds, bench) && measure_racer(rules, seconds, bench);
}

uint64_t cn_bench_play_hands(const cn_rules *rules, uint64_t hands, bool games)
{
    cn_bench_play play;
    cn_bench_play_start(&play, rules, 0);
    if (games) play.game_hands = CN_BENCH_GAME_HANDS;
    while (play.hands < hands) cn_bench_play_hand(&play);
    return play.steps;
}
