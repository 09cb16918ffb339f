/* Finds the weights of estimates.
 * Not here: what is counted. Invariant: as in the header. */
#include "lab/train/estimates.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lab/train/hands.h"

enum { INPUTS = CN_ESTIMATE_INPUTS, LOOKS_MAX = 256, LOOK_EVERY = 3 };

/* Added to the squares of every input, so that those which never vary weigh nothing: as one look
 * would in which the input is 1. */
static const double ridge = (double)CN_ESTIMATE_STOCK * (double)CN_ESTIMATE_STOCK;

/* Points for an input of 1, as they are found, in the weights' own units. */
static const double unit = (double)CN_ESTIMATE_STOCK * (double)CN_ESTIMATE_UNIT;

/* Sums of products of inputs with each other and with the outcome. */
typedef struct squares {
    double with[INPUTS][INPUTS], of[INPUTS];
} squares;

/* What was seen in a hand, side by side, at the beginning of turns. */
typedef struct looks {
    unsigned count;
    unsigned side[LOOKS_MAX];
    int32_t inputs[LOOKS_MAX][INPUTS];
} looks;

typedef struct work {
    const cn_estimates_plan *plan;
    cn_quick quick;
    squares squares;
    double weight[INPUTS];
    looks looks;
    double scored, scored_square, left_square; /* of what is foretold */
    uint64_t foretold;
} work;

static void look(void *context, const cn_game *game, cn_stream *stream)
{
    work *w = context;
    const cn_rules *rules = w->plan->rules;
    cn_estimated table = {.rules = rules, .pub = &game->pub};
    if (cn_stream_below(stream, LOOK_EVERY) != 0) return;
    for (unsigned seat = 0; seat < rules->seat_count; seat++) table.hand[seat] = &game->hand[seat];
    for (unsigned side = 0; side < rules->side_count && w->looks.count < LOOKS_MAX; side++) {
        w->looks.side[w->looks.count] = side;
        cn_estimate_inputs(&table, side, w->looks.inputs[w->looks.count++]);
    }
}

static void play(work *w, uint64_t number, cn_score *scores)
{
    const cn_train_hand hand = {.quick = &w->quick,
                                .seed = w->plan->seed,
                                .number = number,
                                .dealer = (unsigned)(number % w->plan->rules->seat_count),
                                .look = look,
                                .context = w};
    w->looks.count = 0;
    cn_train_play(&hand, scores);
}

static void learn(work *w, const int32_t *inputs, double outcome)
{
    for (unsigned i = 0; i < INPUTS; i++) {
        if (inputs[i] == 0) continue;
        w->squares.of[i] += inputs[i] * outcome;
        for (unsigned j = 0; j <= i; j++) w->squares.with[i][j] += (double)inputs[i] * inputs[j];
    }
}

/* Cholesky's way: the matrix is symmetric and, with the ridge, positive. */
static void solve(work *w)
{
    double(*m)[INPUTS] = w->squares.with, *b = w->squares.of;
    for (unsigned i = 0; i < INPUTS; i++) m[i][i] += ridge;
    for (unsigned j = 0; j < INPUTS; j++) {
        for (unsigned k = 0; k < j; k++) m[j][j] -= m[j][k] * m[j][k];
        m[j][j] = sqrt(m[j][j]);
        for (unsigned i = j + 1; i < INPUTS; i++) {
            for (unsigned k = 0; k < j; k++) m[i][j] -= m[i][k] * m[j][k];
            m[i][j] /= m[j][j];
        }
    }
    for (unsigned i = 0; i < INPUTS; i++) {
        for (unsigned k = 0; k < i; k++) b[i] -= m[i][k] * b[k];
        b[i] /= m[i][i];
    }
    for (unsigned i = INPUTS; i-- > 0;) {
        for (unsigned k = i + 1; k < INPUTS; k++) b[i] -= m[k][i] * b[k];
        b[i] /= m[i][i];
        w->weight[i] = b[i];
    }
}

static void foretell(work *w, const int32_t *inputs, double outcome)
{
    double estimate = 0;
    for (unsigned i = 0; i < INPUTS; i++) estimate += inputs[i] * w->weight[i];
    w->scored += outcome;
    w->scored_square += outcome * outcome;
    w->left_square += (outcome - estimate) * (outcome - estimate);
    w->foretold++;
}

void cn_estimates_make(const cn_estimates_plan *plan, cn_estimate_weights *weights,
                       cn_estimates_error *error)
{
    work *w = calloc(1, sizeof *w);
    if (w == NULL) abort();
    w->plan = plan;
    cn_quick_make(&w->quick, plan->rules);
    for (uint64_t i = 0; i < 2 * (uint64_t)plan->hands; i++) {
        cn_score scores[CN_SIDES_MAX];
        if (i == plan->hands) solve(w);
        play(w, i, scores);
        for (unsigned k = 0; k < w->looks.count; k++) {
            const double outcome = scores[w->looks.side[k]].total;
            if (i < plan->hands) learn(w, w->looks.inputs[k], outcome);
            if (i >= plan->hands) foretell(w, w->looks.inputs[k], outcome);
        }
    }
    const double n = (double)(w->foretold > 0 ? w->foretold : 1), mean = w->scored / n;
    *error =
        (cn_estimates_error){sqrt(w->scored_square / n - mean * mean), sqrt(w->left_square / n)};
    weights->rules = plan->rules->name;
    weights->players = plan->rules->player_count;
    for (unsigned i = 0; i < INPUTS; i++) weights->weight[i] = (int32_t)lround(w->weight[i] * unit);
    free(w);
}
