/* Matches: many deals, each played once for every rotation of the players over the seats.
 * Not here: printing (cli/match.c).
 * Invariant: the same plan gives the same result on every machine, with any number of threads. */
#include "lab/match.h"

#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <time.h>

#include "lab/recording.h"

enum { THREADS_MAX = 64, GAME_HANDS_MAX = 10000 };

/* Half of a 95 % interval is so many standard errors. */
static const double errors_95 = 1.959963984540054;

/* What one deal adds, before it is known to be complete. */
typedef struct deal_sums {
    cn_match_sums *sums;
    int64_t x, h, w;
} deal_sums;

/* The sides of A in one rotation, one bit each. */
typedef struct sides {
    unsigned a;
    int64_t a_count, b_count;
} sides;

static unsigned player_of(const cn_match_plan *plan, unsigned seat, unsigned rotation)
{
    return (seat + rotation) % plan->player_count;
}

static sides sides_of_a(const cn_match_plan *plan, unsigned rotation)
{
    const cn_rules *rules = plan->rules;
    sides found = {0};
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        if (player_of(plan, seat, rotation) == 0) found.a |= 1U << rules->side_of[seat];
    for (unsigned side = 0; side < rules->side_count; side++) found.a_count += found.a >> side & 1;
    found.b_count = rules->side_count - found.a_count;
    return found;
}

/* A's average less B's, times the product of their numbers to keep it whole. */
static int64_t difference(const cn_rules *rules, const sides *who, const cn_score *scores)
{
    int64_t a = 0, b = 0;
    for (unsigned side = 0; side < rules->side_count; side++)
        *((who->a >> side & 1) != 0 ? &a : &b) += scores[side].total;
    return a * who->b_count - b * who->a_count;
}

static void add_hand(const cn_match_plan *plan, const cn_lab_table *table, unsigned rotation,
                     const cn_score *scores, deal_sums *deal)
{
    const cn_rules *rules = plan->rules;
    const sides who = sides_of_a(plan, rotation);
    const int64_t points = difference(rules, &who, scores);
    cn_match_sums *sums = deal->sums;
    sums->hands++;
    sums->turns += table->game.pub.turn_number;
    sums->hands_out += table->game.pub.end == CN_END_OUT;
    sums->hands_won += points > 0 ? 2 : points == 0;
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        sums->points[player_of(plan, seat, rotation)] += scores[rules->side_of[seat]].total;
    deal->x += points;
    deal->h++;
}

/* 2 if A has won, 1 if it shares the first place with B, 0 otherwise. */
static int64_t game_value(unsigned winners, unsigned a)
{
    if ((winners & a) == 0) return 0;
    return (winners & ~a) == 0 ? 2 : 1;
}

static unsigned leaders(const cn_rules *rules, const cn_public *pub)
{
    unsigned found = 1;
    int32_t most = pub->side[0].total_points;
    for (unsigned side = 1; side < rules->side_count; side++) {
        const int32_t points = pub->side[side].total_points;
        if (points > most) found = 0;
        if (points >= most) found |= 1U << side;
        if (points > most) most = points;
    }
    return found;
}

static void seat_players(const cn_match_plan *plan, cn_lab_table *table, uint64_t deal_i,
                         unsigned rotation)
{
    const uint64_t game_i = deal_i * plan->player_count + rotation;
    for (unsigned seat = 0; seat < plan->rules->seat_count; seat++) {
        table->player[seat] = plan->player[player_of(plan, seat, rotation)];
        table->stream[seat] =
            cn_stream_make(plan->seed, CN_PURPOSE_PLAYER, game_i * CN_SEATS_MAX + seat);
    }
}

/* One hand, or hands up to the end of the game, from a stream of decks that all rotations share. */
static cn_lab_status play_hands(const cn_match_plan *plan, cn_lab_table *table, uint64_t deal_i,
                                unsigned rotation, deal_sums *deal)
{
    const cn_rules *rules = plan->rules;
    cn_stream decks = cn_stream_make(plan->seed, CN_PURPOSE_DECK, deal_i);
    for (unsigned hands = 0; hands < GAME_HANDS_MAX; hands++) {
        cn_card deck[CN_DECK_CARDS_MAX];
        cn_score scores[CN_SIDES_MAX];
        cn_deck_sorted(rules, deck);
        cn_shuffle(deck, rules->deck_size, &decks);
        const cn_lab_status status = cn_lab_table_play_hand(table, rules, deck, scores);
        if (status != CN_LAB_OK) return status;
        add_hand(plan, table, rotation, scores, deal);
        if (!plan->whole_games || table->game.pub.phase == CN_PHASE_GAME_END) return CN_LAB_OK;
    }
    return CN_LAB_ENDLESS;
}

static cn_lab_status play_game(const cn_match_plan *plan, uint64_t deal_i, unsigned rotation,
                               deal_sums *deal)
{
    const cn_rules *rules = plan->rules;
    cn_lab_table table;
    cn_recording recording;
    seat_players(plan, &table, deal_i, rotation);
    cn_lab_table_start(&table, rules, (unsigned)(deal_i % rules->seat_count));
    if (!cn_recording_start(&recording, &table, rules, plan->record_directory, deal_i, rotation))
        return CN_LAB_RECORD;
    const cn_lab_status status = play_hands(plan, &table, deal_i, rotation, deal);
    if (!cn_recording_stop(&recording, &table)) return CN_LAB_RECORD;
    if (status != CN_LAB_OK) return status;

    const unsigned winners = table.game.pub.phase == CN_PHASE_GAME_END
                                 ? cn_public_winners(&table.game.pub, rules)
                                 : leaders(rules, &table.game.pub);
    const int64_t value = game_value(winners, sides_of_a(plan, rotation).a);
    deal->w += value;
    deal->sums->games_won += (uint64_t)value;
    deal->sums->games++;
    deal->sums->steps += table.steps;
    return CN_LAB_OK;
}

static cn_lab_status play_deal(const cn_match_plan *plan, uint64_t deal_i, cn_match_sums *sums)
{
    deal_sums deal = {.sums = sums};
    for (unsigned rotation = 0; rotation < plan->player_count; rotation++) {
        const cn_lab_status status = play_game(plan, deal_i, rotation, &deal);
        if (status != CN_LAB_OK) return status;
    }
    sums->deals++;
    sums->x += deal.x;
    sums->xx += deal.x * deal.x;
    sums->xh += deal.x * deal.h;
    sums->hh += deal.h * deal.h;
    sums->ww += deal.w * deal.w;
    return CN_LAB_OK;
}

/* One thread's share: every thread_count-th deal. Whole numbers add up in any order to the same. */
typedef struct worker {
    const cn_match_plan *plan;
    unsigned first;
    cn_match_sums sums;
    cn_lab_status status;
    pthread_t thread;
} worker;

static void *work(void *argument)
{
    worker *self = argument;
    const cn_match_plan *plan = self->plan;
    for (uint64_t deal_i = self->first; deal_i < plan->deal_count; deal_i += plan->thread_count) {
        self->status = play_deal(plan, deal_i, &self->sums);
        if (self->status != CN_LAB_OK) break;
    }
    return NULL;
}

static void add_sums(cn_match_sums *sums, const cn_match_sums *more)
{
    sums->deals += more->deals;
    sums->games += more->games;
    sums->hands += more->hands;
    sums->steps += more->steps;
    sums->turns += more->turns;
    sums->hands_out += more->hands_out;
    sums->hands_won += more->hands_won;
    sums->games_won += more->games_won;
    for (unsigned i = 0; i < CN_SEATS_MAX; i++) sums->points[i] += more->points[i];
    sums->x += more->x;
    sums->xx += more->xx;
    sums->xh += more->xh;
    sums->hh += more->hh;
    sums->ww += more->ww;
}

/* Standard error of sum(x) / sum(h) over independent deals, and so of a mean when every h is the
 * same. Zero for a single deal, which tells nothing of errors. */
static double ratio_error(double n, double x, double h, double xx, double xh, double hh)
{
    if (n < 2) return 0;
    const double ratio = x / h;
    const double squares = xx - 2 * ratio * xh + ratio * ratio * hh;
    return squares > 0 ? sqrt(squares * n / (n - 1)) / h : 0;
}

static void work_out(const cn_match_plan *plan, cn_match_result *result)
{
    const cn_match_sums *sums = &result->sums;
    const double deals = (double)sums->deals, hands = (double)sums->hands;
    const double games = (double)sums->games, rotations = plan->player_count;
    const double scale = (double)sums->scale;
    result->points_per_hand = (double)sums->x / hands / scale;
    result->points_ci95 = errors_95 / scale *
                          ratio_error(deals, (double)sums->x, hands, (double)sums->xx,
                                      (double)sums->xh, (double)sums->hh);
    result->hands_won = (double)sums->hands_won / 2 / hands;
    result->games_won = (double)sums->games_won / 2 / games;
    result->games_won_ci95 = errors_95 / 2 *
                             ratio_error(deals, (double)sums->games_won, games, (double)sums->ww,
                                         (double)sums->games_won * rotations, games * rotations);
}

static double now_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

cn_lab_status cn_match_play(const cn_match_plan *plan, cn_match_result *result)
{
    assert(plan->player_count >= 2 && plan->rules->seat_count % plan->player_count == 0);
    assert(plan->thread_count > 0 && plan->deal_count > 0);
    cn_match_plan shared = *plan;
    if (shared.thread_count > THREADS_MAX) shared.thread_count = THREADS_MAX;
    const double start = now_seconds();
    worker workers[THREADS_MAX];
    memset(workers, 0, sizeof workers);
    bool started[THREADS_MAX] = {false};
    for (unsigned i = 0; i < shared.thread_count; i++) {
        workers[i].plan = &shared;
        workers[i].first = i;
        /* The last share is this thread's own; one that cannot be started is done here, too. */
        started[i] = i + 1 < shared.thread_count &&
                     pthread_create(&workers[i].thread, NULL, work, &workers[i]) == 0;
        if (!started[i]) work(&workers[i]);
    }
    memset(result, 0, sizeof *result);
    cn_lab_status status = CN_LAB_OK;
    for (unsigned i = 0; i < shared.thread_count; i++) {
        if (started[i]) pthread_join(workers[i].thread, NULL);
        add_sums(&result->sums, &workers[i].sums);
        if (status == CN_LAB_OK) status = workers[i].status;
    }
    const sides who = sides_of_a(plan, 0);
    result->sums.scale = who.a_count * who.b_count;
    if (status == CN_LAB_OK) work_out(plan, result);
    result->seconds = now_seconds() - start;
    return status;
}
