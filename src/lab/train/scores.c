/* Makes a table of winning chances.
 * Not here: printing. Invariant: as in the header; hands are numbered.
 */
#include "lab/train/scores.h"

#include <stdlib.h>
#include <string.h>

#include "lab/train/hands.h"

enum {
    BELOW = 4,       /* totals of the table below zero: a fifth of the target */
    NEEDS_MAX = 8,   /* different minimum counts */
    USUAL_HANDS = 2, /* hands before the ones that are played: where counts go by hands, a middle
                        one */
    SWEEPS = 400
};

/* What a hand brought each side. */
typedef struct outcome {
    int32_t score[CN_SIDES_MAX];
} outcome;

typedef struct work {
    const cn_scores_plan *plan;
    const cn_chances *table;
    unsigned need_of[CN_CHANCE_TOTALS]; /* the minimum count of a total, by its place in: */
    int32_t total_of[NEEDS_MAX];        /* a total that has it */
    unsigned needs, dealers;
    uint64_t all; /* hands: need by need, dealer by dealer */
    outcome *outcome;
    cn_quick quick;
} work;

static int32_t total_at(const cn_chances *table, unsigned place)
{
    return table->low + (int32_t)place * table->step;
}

/* ---- which hands ---- */

static void start_table(const cn_scores_plan *plan, cn_chances *table)
{
    memset(table, 0, sizeof *table);
    table->rules = plan->rules->name;
    table->players = plan->rules->player_count;
    table->target = plan->rules->p.target;
    table->step = (table->target + CN_CHANCE_TOTALS - BELOW - 2) / (CN_CHANCE_TOTALS - BELOW - 1);
    table->low = -(int32_t)BELOW * table->step;
}

static bool same_need(cn_need a, cn_need b)
{
    return a.points == b.points && a.canasta == b.canasta;
}

/* The minimum counts that the totals of the table have. */
static void list_needs(work *w)
{
    cn_game game;
    cn_need need[NEEDS_MAX];
    cn_game_start(&game, w->plan->rules, 0);
    game.pub.hand_number = USUAL_HANDS + 1;
    for (unsigned i = 0; i < CN_CHANCE_TOTALS; i++) {
        game.pub.side[0].total_points = total_at(w->table, i);
        const cn_need own = cn_public_need(w->plan->rules, &game.pub, 0);
        unsigned at = 0;
        while (at < w->needs && !same_need(need[at], own)) at++;
        if (at == w->needs && w->needs < NEEDS_MAX) {
            need[at] = own;
            w->total_of[w->needs++] = total_at(w->table, i);
        }
        w->need_of[i] = at < NEEDS_MAX ? at : NEEDS_MAX - 1;
    }
}

/* Where two sides play it matters which of them deals; else the deal goes round. */
static void prepare(work *w)
{
    list_needs(w);
    w->dealers = w->plan->rules->side_count == 2 ? 2 : 1;
    w->all = (uint64_t)w->needs * w->needs * w->dealers * w->plan->hands;
    w->outcome = calloc(w->all, sizeof *w->outcome);
    if (w->outcome == NULL) abort();
}

static const outcome *outcomes_of(const work *w, unsigned own, unsigned other, unsigned dealer)
{
    const uint64_t kind = ((uint64_t)own * w->needs + other) * w->dealers + dealer;
    return &w->outcome[kind * w->plan->hands];
}

/* ---- playing ---- */

static unsigned dealer_of(const work *w, unsigned side, uint64_t hand)
{
    const cn_rules *rules = w->plan->rules;
    if (w->dealers == 1) return (unsigned)(hand % rules->seat_count);
    unsigned dealer = 0;
    while (rules->side_of[dealer] != side) dealer++;
    return dealer;
}

static void play(work *w, uint64_t number)
{
    const cn_rules *rules = w->plan->rules;
    const uint64_t kind = number / w->plan->hands;
    const unsigned other = (unsigned)(kind / w->dealers % w->needs);
    const unsigned own = (unsigned)(kind / w->dealers / w->needs);
    cn_score scores[CN_SIDES_MAX];
    int32_t totals[CN_SIDES_MAX];
    for (unsigned side = 0; side < rules->side_count; side++)
        totals[side] = w->total_of[side == 0 ? own : other];
    const cn_train_hand hand = {.quick = &w->quick,
                                .seed = w->plan->seed,
                                .number = number,
                                .dealer = dealer_of(w, (unsigned)(kind % w->dealers), number),
                                .hands_before = USUAL_HANDS,
                                .totals = totals};
    cn_train_play(&hand, scores);
    for (unsigned side = 0; side < rules->side_count; side++)
        w->outcome[number].score[side] = scores[side].total;
}

/* ---- from total to total ---- */

typedef double chances[2][CN_CHANCE_TOTALS]
                      [CN_CHANCE_TOTALS]; /* by who deals: the own side first */

static double between(const cn_chances *table, double line[][CN_CHANCE_TOTALS], int32_t own,
                      int32_t other)
{
    const double most = CN_CHANCE_TOTALS - 1 - 1e-9;
    double x = (double)(own - table->low) / table->step;
    double y = (double)(other - table->low) / table->step;
    x = x < 0 ? 0 : x > most ? most : x;
    y = y < 0 ? 0 : y > most ? most : y;
    const unsigned i = (unsigned)x, j = (unsigned)y;
    const double fx = x - i, fy = y - j;
    return (1 - fx) * ((1 - fy) * line[i][j] + fy * line[i][j + 1]) +
           fx * ((1 - fy) * line[i + 1][j] + fy * line[i + 1][j + 1]);
}

/* What a hand with this outcome leads to. Of more than one other side the best has `other`, the
 * rest three quarters of it. */
static double follow(const work *w, chances old, const outcome *hand, int32_t own, int32_t other,
                     unsigned dealer)
{
    const cn_rules *rules = w->plan->rules;
    int32_t totals[CN_SIDES_MAX] = {own + hand->score[0]}, best = INT32_MIN;
    for (unsigned side = 1; side < rules->side_count; side++) {
        totals[side] = (side == 1 ? other : other * 3 / 4) + hand->score[side];
        if (totals[side] > best) best = totals[side];
    }
    unsigned winners = 0;
    if (cn_game_is_over(rules, totals, USUAL_HANDS + 1, 0, &winners))
        return (winners & 1) != 0 ? 1.0 / __builtin_popcount(winners) : 0.0;
    return between(w->table, old[w->dealers == 2 ? 1 - dealer : 0], totals[0], best);
}

static void sweep(const work *w, chances old, chances fresh)
{
    for (unsigned dealer = 0; dealer < w->dealers; dealer++)
        for (unsigned i = 0; i < CN_CHANCE_TOTALS; i++)
            for (unsigned j = 0; j < CN_CHANCE_TOTALS; j++) {
                const outcome *hand = outcomes_of(w, w->need_of[i], w->need_of[j], dealer);
                double sum = 0;
                for (unsigned k = 0; k < w->plan->hands; k++)
                    sum += follow(w, old, &hand[k], total_at(w->table, i), total_at(w->table, j),
                                  dealer);
                fresh[dealer][i][j] = sum / w->plan->hands;
            }
}

static double change(const work *w, chances a, chances b)
{
    double most = 0;
    for (unsigned d = 0; d < w->dealers; d++)
        for (unsigned i = 0; i < CN_CHANCE_TOTALS; i++)
            for (unsigned j = 0; j < CN_CHANCE_TOTALS; j++) {
                const double by = a[d][i][j] - b[d][i][j];
                if (by > most || -by > most) most = by < 0 ? -by : by;
            }
    return most;
}

static void follow_all(const work *w, cn_chances *table)
{
    chances *old = malloc(2 * sizeof *old), *fresh = old + 1;
    if (old == NULL) abort();
    for (unsigned d = 0; d < 2; d++)
        for (unsigned i = 0; i < CN_CHANCE_TOTALS; i++)
            for (unsigned j = 0; j < CN_CHANCE_TOTALS; j++)
                (*old)[d][i][j] = 1.0 / w->plan->rules->side_count;
    for (unsigned i = 0; i < SWEEPS; i++) {
        sweep(w, *old, *fresh);
        const double moved = change(w, *old, *fresh);
        memcpy(*old, *fresh, sizeof *old);
        if (moved < 1e-5) break;
    }
    /* Who deals is the own side; seen by the other one it is the rest. Both are one number here. */
    for (unsigned i = 0; i < CN_CHANCE_TOTALS; i++)
        for (unsigned j = 0; j < CN_CHANCE_TOTALS; j++) {
            double chance = (*old)[0][i][j];
            if (w->dealers == 2) chance = (chance + 1 - (*old)[1][j][i]) / 2;
            table->chance[i][j] = (uint16_t)(chance * (CN_CHANCE_SURE - 1) + 0.5);
        }
    free(old);
}

static int32_t average(const work *w)
{
    int64_t sum = 0;
    for (uint64_t i = 0; i < w->all; i++) sum += w->outcome[i].score[0];
    return (int32_t)(sum / (int64_t)w->all);
}

void cn_scores_make(const cn_scores_plan *plan, cn_chances *table)
{
    work *w = calloc(1, sizeof *w);
    if (w == NULL) abort();
    w->plan = plan;
    w->table = table;
    start_table(plan, table);
    cn_quick_make(&w->quick, plan->rules);
    for (unsigned side = 0; side < plan->rules->side_count; side++)
        cn_quick_give_found(&w->quick, side);
    prepare(w);
    for (uint64_t i = 0; i < w->all; i++) play(w, i);
    table->per_hand = average(w);
    follow_all(w, table);
    free(w->outcome);
    free(w);
}
