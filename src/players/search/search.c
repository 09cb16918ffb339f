/* One ply of search.
 * Not here: the policy of the playouts. Invariant: as in the header; every step that is still in
 * the running has been tried in the same worlds. */
#include "players/search/search.h"

#include <string.h>

#include "canasta/world.h"
#include "players/goals.h"
#include "players/pick_cards.h"
#include "players/search/playout.h"
#include "random/imagine.h"

/* Another step than the usual one must be ahead by so many standard errors, in tenths. */
enum { CAUTION = 15, TENTHS = 10 };

/* A step that is so many behind the best is given up between rounds. */
enum { HOPELESS = 30 };

enum { ROUND_WORLDS_MIN = 4 };

typedef struct work {
    const cn_question *question;
    const cn_quick *quick;
    const cn_quick_mind *seen;
    const cn_unseen *unseen;
    cn_stream *stream;
    bool running[CN_TRIED_MAX];
    unsigned runners; /* of these, the usual step besides */
    bool stopped;
} work;

static void list_steps(cn_search *search, const cn_question *q)
{
    const cn_mask legal = cn_view_legal(q->view, q->rules);
    search->tried[0].step = q->usual;
    search->count = 1;
    for (unsigned i = 0, count = cn_mask_count(&legal); i < count; i++) {
        const unsigned number = cn_mask_nth(&legal, i);
        if (number == q->usual.number || search->count == CN_TRIED_MAX) continue;
        search->tried[search->count++].step = cn_pick_cards(q->view, q->rules, number);
    }
}

/* Points of the view's side, less the average of the others. */
static int32_t points_ahead(const cn_view *view, const cn_rules *rules, const cn_score *scores)
{
    const unsigned own = rules->side_of[view->seat];
    int32_t others = 0;
    for (unsigned side = 0; side < rules->side_count; side++)
        if (side != own) others += scores[side].total;
    return scores[own].total - others / (rules->side_count - 1);
}

/* A world played out after the step; a hand without an end counts for nothing. */
static int32_t try_step(const work *w, const cn_world *from, cn_step step)
{
    const cn_question *q = w->question;
    cn_world world;
    cn_score scores[CN_SIDES_MAX];
    cn_quick_mind mind = *w->seen;
    cn_world_copy(&world, from);
    cn_quick_notice(&mind, &q->view->pub, step);
    cn_world_apply(&world, q->rules, step, NULL);
    if (!cn_playout(&world, w->quick, &mind, scores)) return 0;
    return points_ahead(q->view, q->rules, scores);
}

static bool try_world(work *w, cn_search *search)
{
    const cn_question *q = w->question;
    cn_world world;
    if (!cn_imagine(&world, q->view, q->rules, w->unseen, w->stream)) return false;
    const int32_t usual = try_step(w, &world, search->tried[0].step);
    search->tried[0].points += usual;
    search->tried[0].worlds++;
    for (unsigned i = 1; i < search->count; i++) {
        if (!w->running[i]) continue;
        cn_tried *t = &search->tried[i];
        const int32_t points = try_step(w, &world, t->step);
        const int64_t ahead = (int64_t)points - usual;
        t->points += points;
        t->ahead += ahead;
        t->ahead_square += ahead * ahead;
        t->worlds++;
    }
    search->playouts += w->runners + 1;
    return true;
}

/* How far a step is ahead of the usual one, in standard errors: squared, with its sign. */
static int64_t lead(const cn_tried *t)
{
    enum { SHIFT = 8 };
    const int64_t n = t->worlds;
    if (n == 0) return 0;
    const int64_t mean = t->ahead / n, variance = t->ahead_square / n - mean * mean;
    const int64_t error_square = (variance << SHIFT) / n;
    const int64_t fine = (t->ahead << (SHIFT / 2)) / n;
    const int64_t square = fine * fine * TENTHS * TENTHS / (error_square > 0 ? error_square : 1);
    return fine < 0 ? -square : square;
}

static int64_t mean_ahead(const cn_tried *t)
{
    return t->worlds == 0 ? 0 : t->ahead / t->worlds;
}

static void give_up(work *w, unsigned i)
{
    w->running[i] = false;
    w->runners--;
}

/* The step that is furthest behind among those in the running. */
static unsigned last_runner(const work *w, const cn_search *search)
{
    unsigned last = 0;
    for (unsigned i = 1; i < search->count; i++)
        if (w->running[i] &&
            (last == 0 || mean_ahead(&search->tried[i]) < mean_ahead(&search->tried[last])))
            last = i;
    return last;
}

static void thin_out(work *w, const cn_search *search, bool halves)
{
    for (unsigned i = 1; i < search->count; i++)
        if (w->running[i] && lead(&search->tried[i]) < -(int64_t)HOPELESS * HOPELESS) give_up(w, i);
    if (!halves) return;
    const unsigned left = w->runners / 2;
    while (w->runners > left && w->runners > 1) give_up(w, last_runner(w, search));
}

static bool is_told_to_stop(const cn_question *q)
{
    return q->stop != NULL && q->stop->now(q->stop->with);
}

/* So many worlds for each step in the running. */
static void play_round(work *w, cn_search *search, unsigned worlds)
{
    for (unsigned i = 0; i < worlds && !w->stopped; i++) {
        if (!try_world(w, search) || is_told_to_stop(w->question)) w->stopped = true;
    }
}

static void play_rounds(work *w, cn_search *search)
{
    const cn_thinking *t = w->question->thinking;
    const bool halves = (t->parts & CN_THOUGHT_HALVING) != 0;
    unsigned rounds = 1;
    while (1U << rounds < search->count) rounds++;
    for (unsigned round = 0; round < rounds && w->runners > 0 && !w->stopped; round++) {
        const uint32_t left = t->playouts > search->playouts ? t->playouts - search->playouts : 0;
        const unsigned worlds = left / (rounds - round) / (w->runners + 1);
        play_round(w, search, worlds < ROUND_WORLDS_MIN ? ROUND_WORLDS_MIN : worlds);
        if (round + 1 < rounds) thin_out(w, search, halves);
    }
}

static unsigned best_of(const work *w, const cn_search *search)
{
    const bool cautious = (w->question->thinking->parts & CN_THOUGHT_CAUTION) != 0;
    const int64_t least = cautious ? CAUTION * CAUTION : 1;
    unsigned best = 0;
    for (unsigned i = 1; i < search->count; i++) {
        const cn_tried *t = &search->tried[i];
        if (!w->running[i] || lead(t) < least) continue;
        if (best == 0 || mean_ahead(t) > mean_ahead(&search->tried[best])) best = i;
    }
    return best;
}

void cn_search_steps(cn_search *search, const cn_question *question, cn_stream *stream)
{
    memset(search, 0, sizeof *search);
    list_steps(search, question);
    cn_unseen unseen;
    if (search->count == 1 || !cn_unseen_list(&unseen, question->view, question->rules)) return;
    cn_quick quick;
    cn_quick_mind seen;
    cn_quick_make(&quick, question->rules);
    cn_quick_begin(&seen, question->view, question->rules, CN_REMEMBERS_ALL);
    work w = {.question = question,
              .quick = &quick,
              .seen = &seen,
              .unseen = &unseen,
              .stream = stream,
              .runners = search->count - 1};
    for (unsigned i = 1; i < search->count; i++) w.running[i] = true;
    play_rounds(&w, search);
    search->best = best_of(&w, search);
}
