/* Finds habits.
 * Not here: printing. Invariant: as in the header; rounds are numbered. With sides that form, the
 * other one of the judged seat's side counts as a rival (P11). */
#include "lab/train/habits.h"

#include <math.h>

#include "lab/tables/purpose.h"
#include "lab/train/hands.h"

enum {
    TURNS = 2,         /* a deal is played from so many sides */
    ROUND_BITS = 24,   /* of a hand's number, the rest is its round */
    MEASURE_TIMES = 4, /* as many deals as judge a change */
    START_PART = 4     /* a part of them for each that it could begin with */
};

/* A change goes on to so many of its deals, in parts of all, if it is ahead by so many standard
 * errors until then. */
static const struct {
    unsigned part;
    double least;
} stages[] = {{16, 0.3}, {4, 0.8}, {1, 1.6}};

/* Those a change is judged against, one after the other, so that no habit is good against one kind
 * of player only. */
enum { RIVAL_PLAIN, RIVAL_HURRIED, RIVAL_ALIKE, RIVALS };

typedef struct work {
    const cn_habits_plan *plan;
    cn_quick quick;
    uint64_t base; /* the number of the round's first hand */
    cn_habits rival[RIVALS];
    unsigned rivals; /* of these, from the first one on */
} work;

/* Takes every pile, opens as soon as it can, keeps nothing back: who wants the hand to be over. */
static cn_habits make_hurried(void)
{
    cn_habits hurried = cn_habits_plain;
    hurried.worth_taking = hurried.worth_a_pair = hurried.worth_opening_for = 0;
    hurried.open_large_hand = 0;
    hurried.keep_from = 0;
    hurried.wild_from = 2;
    return hurried;
}

/* `alike`: what the habits are that are changed, NULL: plain ones are the only rivals. */
static void start(work *w, const cn_habits_plan *plan, unsigned round, const cn_habits *alike)
{
    w->plan = plan;
    w->base = (uint64_t)round << ROUND_BITS;
    w->rivals = alike == NULL ? 1 : RIVALS;
    w->rival[RIVAL_PLAIN] = cn_habits_plain;
    w->rival[RIVAL_HURRIED] = make_hurried();
    w->rival[RIVAL_ALIKE] = alike == NULL ? cn_habits_plain : *alike;
    cn_quick_make(&w->quick, plan->rules);
}

/* Totals of a game that begins, has gone on, is nearly over, in tenths of its target: where minimum
 * counts rise with them, a side needs more to open. */
static const int32_t total_in_tenths[] = {0, 4, 7};
enum { TENTHS = 10, TOTALS = sizeof total_in_tenths / sizeof total_in_tenths[0] };

static double play_from(work *w, unsigned deal, unsigned side, const cn_habits *habits)
{
    const cn_rules *rules = w->plan->rules;
    cn_score scores[CN_SIDES_MAX];
    const unsigned kind = deal / (rules->seat_count * rules->side_count);
    const unsigned rival = kind % w->rivals;
    const unsigned own = kind / w->rivals % TOTALS, other = kind / w->rivals / TOTALS % TOTALS;
    int32_t totals[CN_SIDES_MAX];
    for (unsigned i = 0; i < rules->side_count; i++) {
        totals[i] = rules->p.target * total_in_tenths[i == side ? own : other] / TENTHS;
        cn_quick_give(&w->quick, i, i == side ? habits : &w->rival[rival]);
    }
    const cn_train_hand hand = {.quick = &w->quick,
                                .seed = w->plan->seed,
                                .number = w->base + deal,
                                .dealer = deal % rules->seat_count,
                                .hands_before = own,
                                .totals = totals,
                                .others = w->plan->against,
                                .own = side};
    cn_train_play(&hand, scores);
    double others = 0;
    for (unsigned i = 0; i < rules->side_count; i++)
        if (i != side) others += scores[i].total;
    return scores[side].total - others / (rules->side_count - 1);
}

static double play(work *w, unsigned deal, const cn_habits *habits)
{
    const cn_rules *rules = w->plan->rules;
    double sum = 0;
    for (unsigned i = 0; i < TURNS; i++)
        sum += play_from(w, deal, (deal / rules->seat_count + i) % rules->side_count, habits);
    return sum / (double)TURNS;
}

/* Sums over deals. */
typedef struct sums {
    double n, x, xx;
} sums;

static void add(sums *s, double x)
{
    s->n++;
    s->x += x;
    s->xx += x * x;
}

static double error_of(const sums *s)
{
    const double mean = s->x / s->n;
    return sqrt(fmax(0, s->xx / s->n - mean * mean) / s->n);
}

static bool is_better(work *w, const cn_habits *fresh, const cn_habits *old)
{
    sums ahead = {0};
    unsigned deal = 0;
    for (unsigned i = 0; i < sizeof stages / sizeof stages[0]; i++) {
        for (; deal < w->plan->deals / stages[i].part; deal++)
            add(&ahead, play(w, deal, fresh) - play(w, deal, old));
        if (ahead.x <= 0 || ahead.x / ahead.n < stages[i].least * error_of(&ahead)) return false;
    }
    return true;
}

/* ---- changes ---- */

static const struct {
    int16_t least, most;
} bounds[] = {
#define X(name, plain, least, most, about) {least, most},
    CN_HABITS(X)
#undef X
};

static int16_t *numbers(cn_habits *habits)
{
    return (int16_t *)habits;
}

bool cn_habits_are_sound(const cn_habits *habits)
{
    cn_habits copy = *habits;
    for (unsigned i = 0; i < CN_HABIT_COUNT; i++)
        if (numbers(&copy)[i] < bounds[i].least || numbers(&copy)[i] > bounds[i].most) return false;
    return true;
}

/* Small against the number or its bounds, now and then three times that. */
static void change(cn_habits *habits, cn_stream *stream)
{
    enum { HALF = 2, FINE = 40, SELDOM = 8, FAR = 3 };
    const unsigned i = cn_stream_below(stream, CN_HABIT_COUNT);
    const int32_t old = numbers(habits)[i], least = bounds[i].least, most = bounds[i].most;
    const int32_t size = (old < 0 ? -old : old) / HALF, span = (most - least) / FINE;
    const int32_t step_most = size > span ? size : span > 0 ? span : 1;
    int32_t step = 1 + (int32_t)cn_stream_below(stream, (uint32_t)step_most);
    if (cn_stream_below(stream, SELDOM) == 0) step *= FAR;
    const int32_t fresh = cn_stream_below(stream, 2) == 0 ? old - step : old + step;
    numbers(habits)[i] = (int16_t)(fresh < least ? least : fresh > most ? most : fresh);
}

static double play_to_start(work *w, const cn_habits *habits)
{
    double sum = 0;
    for (unsigned deal = 0; deal < w->plan->deals / START_PART; deal++)
        sum += play(w, MEASURE_TIMES * w->plan->deals + deal, habits);
    return sum;
}

void cn_climb_start(const cn_habits_plan *plan, const cn_habits *others, unsigned count,
                    cn_climb *climb)
{
    work w;
    *climb = (cn_climb){.habits = cn_habits_plain};
    start(&w, plan, 0, &cn_habits_plain);
    double most = play_to_start(&w, &cn_habits_plain);
    for (unsigned i = 0; i < count; i++) {
        const double sum = play_to_start(&w, &others[i]);
        if (sum <= most) continue;
        most = sum;
        climb->habits = others[i];
    }
}

bool cn_climb_on(const cn_habits_plan *plan, cn_climb *climb)
{
    work w;
    cn_stream stream = cn_stream_make(plan->seed, CN_PURPOSE_HABITS, climb->round);
    cn_habits fresh = climb->habits;
    start(&w, plan, ++climb->round, &climb->habits);
    change(&fresh, &stream);
    if (!is_better(&w, &fresh, &climb->habits)) return false;
    climb->habits = fresh;
    return true;
}

cn_habits_gain cn_habits_measure(const cn_habits_plan *plan, const cn_habits *habits)
{
    work w;
    sums ahead = {0};
    start(&w, plan, 0, NULL); /* the rounds of a climb begin with 1 */
    for (unsigned deal = 0; deal < MEASURE_TIMES * plan->deals; deal++)
        add(&ahead, play(&w, deal, habits));
    return (cn_habits_gain){ahead.x / ahead.n, error_of(&ahead)};
}
