/* The parts of the engine by themselves, on what random play has brought.
 * Not here: random play itself. Invariant: nothing is measured while something is recorded. */
#include "lab/bench/bench_parts.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

#include "canasta/view.h"
#include "lab/bench/bench_clock.h"
#include "lab/bench/bench_play.h"
#include "lab/tables/purpose.h"
#include "random/imagine.h"

enum {
    REPLAY_HANDS = 64,
    REPLAY_STEPS_MAX = 1 << 17,
    POSITIONS = 512, /* one of so many steps of random play is kept: */
    POSITION_EVERY = 7,
    COPIES = 64, /* so many stay in the cache */
    COPY_BATCH = 1 << 14,
    VIEW_EVENTS_MAX = 4096,
    STARTS = 64,
    WORLD_HANDS = 8,
    BENCH_SEED = 20
};

/* ---- apply alone ---- */

typedef struct replay {
    const cn_rules *rules;
    unsigned hands;
    cn_card deck[REPLAY_HANDS][CN_DECK_CARDS_MAX];
    unsigned end[REPLAY_HANDS]; /* the steps of a hand end here */
    unsigned steps;
    uint8_t step[REPLAY_STEPS_MAX];
    uint64_t stock_left; /* so that no compiler leaves the work out */
} replay;

static void record(replay *r)
{
    cn_bench_play play;
    cn_bench_play_start(&play, r->rules, 1);
    for (; r->hands < REPLAY_HANDS; r->hands++) {
        const unsigned begin = r->steps;
        cn_bench_play_deal(&play, NULL);
        cn_game_dealt_deck(&play.game, r->rules, r->deck[r->hands]);
        while (play.game.pub.phase != CN_PHASE_HAND_END && r->steps < REPLAY_STEPS_MAX)
            r->step[r->steps++] = (uint8_t)cn_bench_play_step(&play, NULL);
        if (r->steps == REPLAY_STEPS_MAX) {
            r->steps = begin;
            return;
        }
        r->end[r->hands] = r->steps;
    }
}

static uint64_t replay_all(void *context)
{
    replay *r = context;
    for (unsigned hand = 0, i = 0; hand < r->hands; hand++) {
        cn_game game;
        cn_game_start(&game, r->rules, hand % r->rules->seat_count);
        cn_game_deal(&game, r->rules, r->deck[hand], NULL);
        for (; i < r->end[hand]; i++) cn_game_make(&game, r->rules, r->step[i]);
        r->stock_left += game.pub.stock_count;
    }
    return r->steps;
}

bool cn_bench_apply(const cn_rules *rules, double seconds, cn_bench *bench)
{
    replay *r = calloc(1, sizeof *r);
    if (r == NULL) return false;
    r->rules = rules;
    record(r);
    if (r->hands > 0) bench->apply_ns = cn_bench_ns(replay_all, r, seconds);
    free(r);
    return true;
}

/* ---- positions ---- */

typedef struct positions {
    const cn_rules *rules;
    cn_game game[POSITIONS];
    cn_game copied; /* each of them in turn, as a search copies the one it goes on from */
    uint64_t legal; /* steps counted, so that no compiler leaves the work out */
} positions;

static void sample(positions *at)
{
    cn_bench_play play;
    cn_bench_play_start(&play, at->rules, 2);
    for (unsigned kept = 0; kept < POSITIONS;) {
        cn_bench_play_deal(&play, NULL);
        while (play.game.pub.phase != CN_PHASE_HAND_END && kept < POSITIONS) {
            if (play.steps % POSITION_EVERY == 0) at->game[kept++] = play.game;
            cn_bench_play_step(&play, NULL);
        }
    }
}

static uint64_t ask_legal(void *context)
{
    positions *at = context;
    for (unsigned i = 0; i < POSITIONS; i++) {
        const cn_game *game = &at->game[i];
        const cn_mask legal = cn_legal(at->rules, &game->pub, &game->hand[game->pub.seat]);
        at->legal += legal.word[0] & 1;
    }
    return POSITIONS;
}

static uint64_t copy_games(void *context)
{
    static const unsigned stride = 7; /* walks over all, 7 and 64 having no common factor */
    positions *at = context;
    for (unsigned i = 0; i < COPY_BATCH; i++)
        cn_game_copy(&at->copied, &at->game[i * stride % COPIES], at->rules);
    return COPY_BATCH;
}

bool cn_bench_positions(const cn_rules *rules, double seconds, cn_bench *bench)
{
    positions *at = calloc(1, sizeof *at);
    if (at == NULL) return false;
    at->rules = rules;
    sample(at);
    bench->legal_ns = cn_bench_ns(ask_legal, at, seconds);
    bench->copy_ns = cn_bench_ns(copy_games, at, seconds);
    free(at);
    return true;
}

/* ---- views ---- */

typedef struct views {
    const cn_rules *rules;
    unsigned count;
    cn_event event[VIEW_EVENTS_MAX]; /* of one hand, the deal first */
    cn_view started;                 /* told the deal */
    cn_view view[COPIES];
    cn_view copied; /* each of them in turn */
} views;

/* The next hand. */
static void record_hand(views *v, cn_bench_play *play)
{
    v->count = 0;
    cn_bench_play_deal(play, &v->event[v->count++]);
    while (play->game.pub.phase != CN_PHASE_HAND_END && v->count < VIEW_EVENTS_MAX)
        cn_bench_play_step(play, &v->event[v->count++]);
}

static void tell(cn_view *view, const cn_rules *rules, const cn_event *event)
{
    const cn_event seen = cn_event_for(rules, event, view->seat);
    const bool told = cn_view_apply(view, rules, &seen);
    assert(told);
    (void)told;
}

static uint64_t start_views(void *context)
{
    views *v = context;
    for (unsigned i = 0; i < STARTS; i++) {
        cn_view_start(&v->started, v->rules, i % v->rules->seat_count, 0, 0, NULL);
        tell(&v->started, v->rules, &v->event[0]);
    }
    return STARTS;
}

static uint64_t tell_events(void *context)
{
    views *v = context;
    cn_view view = v->started;
    for (unsigned i = 1; i < v->count; i++) tell(&view, v->rules, &v->event[i]);
    return v->count - 1;
}

/* Views of the whole hand, evenly spread. */
static void spread_views(views *v)
{
    cn_view view = v->started;
    for (unsigned i = 1, kept = 0; kept < COPIES; i++) {
        for (; kept < COPIES && kept * v->count / COPIES < i; kept++) v->view[kept] = view;
        if (i < v->count) tell(&view, v->rules, &v->event[i]);
    }
}

static uint64_t copy_views(void *context)
{
    static const unsigned stride = 7;
    views *v = context;
    for (unsigned i = 0; i < COPY_BATCH; i++)
        cn_view_copy(&v->copied, &v->view[i * stride % COPIES], v->rules);
    return COPY_BATCH;
}

/* Worlds for the seat to act, as it would imagine them before it chooses. */
typedef struct imagined {
    const cn_rules *rules;
    cn_stream stream;
    unsigned count; /* of views in which a hand is played */
    cn_view view[COPIES];
    cn_unseen unseen[COPIES];
    uint64_t stock_left; /* so that no compiler leaves the work out */
} imagined;

static uint64_t list_unseen(void *context)
{
    imagined *im = context;
    for (unsigned i = 0; i < im->count; i++)
        (void)cn_unseen_list(&im->unseen[i], &im->view[i], im->rules);
    return im->count;
}

static uint64_t draw_worlds(void *context)
{
    imagined *im = context;
    for (unsigned i = 0; i < im->count; i++) {
        cn_world world;
        if (cn_imagine(&world, &im->view[i], im->rules, &im->unseen[i], &im->stream))
            im->stock_left += cn_world_public(&world)->stock_count;
    }
    return im->count;
}

/* As many positions, evenly spread over the hand that was recorded; questions are left out. */
static void sample_hand(imagined *im, const views *v, unsigned wanted)
{
    const unsigned enough = im->count + wanted;
    cn_view all[CN_SEATS_MAX];
    for (unsigned seat = 0; seat < im->rules->seat_count; seat++)
        cn_view_start(&all[seat], im->rules, seat, v->event[0].seat, 0, NULL);
    for (unsigned i = 0, next = 0; i < v->count && im->count < enough; i++) {
        for (unsigned seat = 0; seat < im->rules->seat_count; seat++)
            tell(&all[seat], im->rules, &v->event[i]);
        const cn_view *acting = &all[all[0].pub.seat];
        if (i * wanted / v->count < next) continue;
        if (!cn_unseen_list(&im->unseen[im->count], acting, im->rules)) continue;
        if (im->unseen[im->count].doubtful) continue;
        im->view[im->count++] = *acting;
        next = i * wanted / v->count + 1;
    }
}

static bool measure_worlds(views *v, cn_bench_play *play, double seconds, cn_bench *bench)
{
    imagined *im = calloc(1, sizeof *im);
    if (im == NULL) return false;
    im->rules = v->rules;
    im->stream = cn_stream_make(BENCH_SEED, CN_PURPOSE_PLAYER, 5);
    for (unsigned hand = 0; hand < WORLD_HANDS; hand++) {
        record_hand(v, play);
        sample_hand(im, v, COPIES / WORLD_HANDS);
    }
    bench->unseen_ns = cn_bench_ns(list_unseen, im, seconds);
    bench->world_ns = cn_bench_ns(draw_worlds, im, seconds);
    free(im);
    return true;
}

bool cn_bench_views(const cn_rules *rules, double seconds, cn_bench *bench)
{
    views *v = calloc(1, sizeof *v);
    if (v == NULL) return false;
    v->rules = rules;
    cn_bench_play play;
    cn_bench_play_start(&play, rules, 4);
    record_hand(v, &play);
    bench->view_start_ns = cn_bench_ns(start_views, v, seconds);
    bench->view_event_ns = cn_bench_ns(tell_events, v, seconds);
    spread_views(v);
    bench->view_ns = cn_bench_ns(copy_views, v, seconds);
    const bool measured = measure_worlds(v, &play, seconds, bench);
    free(v);
    return measured;
}
