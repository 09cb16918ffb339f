/* How fast the engine, its views and the racer are.
 * Not here: printing (cli/bench.c), what the engine does (signature.c). Invariant: times are
 * processor time of this process, one thread. */
#include "lab/bench.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>
#include <time.h>

#include "lab/table.h"

enum {
    BENCH_SEED = 20,
    BATCH_HANDS = 64, /* between two looks at the clock */
    COPY_GAMES = 64,  /* so many stay in the cache */
    COPY_BATCH = 1 << 16,
    EVENTS_MAX = 4096 /* of one hand; a random hand has some two hundred */
};

static double processor_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void deal(cn_game *game, const cn_rules *rules, cn_stream *stream, cn_event *event)
{
    cn_card deck[CN_DECK_CARDS_MAX];
    cn_deck_sorted(rules, deck);
    cn_shuffle(deck, rules->deck_size, stream);
    cn_game_deal(game, rules, deck, event);
}

static cn_mask legal_now(const cn_game *game, const cn_rules *rules)
{
    return cn_legal(rules, &game->pub, &game->hand[game->pub.seat]);
}

static cn_step random_step(const cn_mask *legal, cn_stream *stream)
{
    const unsigned choice = cn_stream_below(stream, cn_mask_count(legal));
    return cn_step_make(cn_mask_nth(legal, choice), CN_CARD_NONE, CN_CARD_NONE);
}

static uint64_t play_random_hand(cn_game *game, const cn_rules *rules, cn_stream *stream)
{
    uint64_t steps = 0;
    for (; game->pub.phase != CN_PHASE_HAND_END; steps++) {
        const cn_mask legal = legal_now(game, rules);
        cn_game_apply_legal(game, rules, random_step(&legal, stream), NULL);
    }
    return steps;
}

static void measure_random(const cn_rules *rules, double seconds, cn_bench *bench)
{
    cn_stream stream = cn_stream_make(BENCH_SEED, CN_PURPOSE_PLAYER, 0);
    uint64_t steps = 0, hands = 0;
    const double start = processor_seconds();
    double spent;
    do {
        for (unsigned i = 0; i < BATCH_HANDS; i++, hands++) {
            cn_game game;
            cn_game_start(&game, rules, (unsigned)(hands % rules->seat_count));
            deal(&game, rules, &stream, NULL);
            steps += play_random_hand(&game, rules, &stream);
        }
        spent = processor_seconds() - start;
    } while (spent < seconds);
    bench->steps_per_second = (double)steps / spent;
    bench->hands_per_second = (double)hands / spent;
    bench->steps_per_hand = (double)steps / (double)hands;
}

static void measure_copy(const cn_rules *rules, double seconds, cn_bench *bench)
{
    static const unsigned stride = 7; /* walks over all games, 7 and 64 having no common factor */
    cn_stream stream = cn_stream_make(BENCH_SEED, CN_PURPOSE_DECK, 0);
    cn_game games[COPY_GAMES];
    for (unsigned i = 0; i < COPY_GAMES; i++) {
        cn_game_start(&games[i], rules, 0);
        deal(&games[i], rules, &stream, NULL);
    }
    uint64_t copies = 0;
    const double start = processor_seconds();
    double spent;
    do {
        for (unsigned i = 0; i < COPY_BATCH; i++)
            games[(i + 1) * stride % COPY_GAMES] = games[i * stride % COPY_GAMES];
        copies += COPY_BATCH;
        spent = processor_seconds() - start;
    } while (spent < seconds);
    /* The cards dealt are looked at, so that no compiler leaves the copies out. */
    bench->copy_ns = games[0].pub.stock_count > 0 ? spent * 1e9 / (double)copies : 0;
}

/* All events of one random hand, the deal first. */
static unsigned record_hand(const cn_rules *rules, uint64_t hand_i, cn_event *events)
{
    cn_stream stream = cn_stream_make(BENCH_SEED, CN_PURPOSE_DECK, hand_i);
    cn_game game;
    cn_game_start(&game, rules, 0);
    deal(&game, rules, &stream, &events[0]);
    unsigned count = 1;
    while (game.pub.phase != CN_PHASE_HAND_END && count < EVENTS_MAX) {
        const cn_mask legal = legal_now(&game, rules);
        cn_game_apply_legal(&game, rules, random_step(&legal, &stream), &events[count++]);
    }
    return count;
}

static void tell(cn_view *view, const cn_rules *rules, const cn_event *events, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        const cn_event seen = cn_event_for(rules, &events[i], view->seat);
        const bool told = cn_view_apply(view, rules, &seen);
        assert(told);
        (void)told;
    }
}

static void measure_view(const cn_rules *rules, double seconds, cn_bench *bench)
{
    cn_event events[EVENTS_MAX];
    double start_spent = 0, event_spent = 0;
    uint64_t starts = 0, told = 0;
    for (uint64_t hand_i = 0; start_spent + event_spent < seconds; hand_i++) {
        const unsigned count = record_hand(rules, hand_i, events);
        const unsigned seat = (unsigned)(hand_i % rules->seat_count);
        cn_view view;
        const double begin = processor_seconds();
        for (unsigned i = 0; i < BATCH_HANDS; i++) {
            cn_view_start(&view, rules, seat, 0, 0, NULL);
            tell(&view, rules, events, 1);
        }
        const double started = processor_seconds();
        tell(&view, rules, events + 1, count - 1);
        event_spent += processor_seconds() - started;
        start_spent += started - begin;
        starts += BATCH_HANDS;
        told += count - 1;
    }
    bench->view_start_ns = start_spent * 1e9 / (double)starts;
    bench->view_event_ns = event_spent * 1e9 / (double)told;
}

static bool measure_racer(const cn_rules *rules, double seconds, cn_bench *bench)
{
    cn_stream stream = cn_stream_make(BENCH_SEED, CN_PURPOSE_DECK, 1);
    cn_lab_table table;
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        table.player[seat] = &cn_player_racer;
        table.stream[seat] = cn_stream_make(BENCH_SEED, CN_PURPOSE_PLAYER, seat);
    }
    uint64_t steps = 0, hands = 0;
    const double start = processor_seconds();
    double spent;
    do {
        for (unsigned i = 0; i < BATCH_HANDS; i++, hands++) {
            cn_card deck[CN_DECK_CARDS_MAX];
            cn_score scores[CN_SIDES_MAX];
            cn_deck_sorted(rules, deck);
            cn_shuffle(deck, rules->deck_size, &stream);
            cn_lab_table_start(&table, rules, (unsigned)(hands % rules->seat_count));
            if (cn_lab_table_play_hand(&table, rules, deck, scores) != CN_LAB_OK) return false;
            steps += table.steps;
        }
        spent = processor_seconds() - start;
    } while (spent < seconds);
    bench->racer_steps_per_second = (double)steps / spent;
    bench->racer_hands_per_second = (double)hands / spent;
    return true;
}

bool cn_bench_run(const cn_rules *rules, double seconds, cn_bench *bench)
{
    assert(seconds > 0);
    memset(bench, 0, sizeof *bench);
    measure_random(rules, seconds, bench);
    measure_copy(rules, seconds, bench);
    measure_view(rules, seconds, bench);
    return measure_racer(rules, seconds, bench);
}
