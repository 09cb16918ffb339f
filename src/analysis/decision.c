/* A decision, judged by what the seat could know.
 * Not here: the search. Invariant: as in the header. */
#include "analysis/decision.h"

#include <string.h>

#include "analysis/root.h"
#include "players/book.h"

enum { PURPOSE_FINDING = 101, PURPOSE_PROVING = 102 };

/* Single steps are judged. What is found is proven in worlds of its own, all steps in all of them.
 */
enum {
    FINDING = CN_THOUGHTS_ALL & ~CN_THOUGHT_TURNS,
    PROVING = CN_THOUGHT_GAME | CN_THOUGHT_READING | CN_THOUGHT_ESTIMATING | CN_THOUGHT_HABITS
};

/* The search of `among`, with half of the playouts. */
static void search(cn_search *found, const cn_decision_question *q, const cn_mask *among,
                   uint16_t parts, uint64_t purpose)
{
    const cn_thinking thinking = {
        .playouts = q->playouts / 2, .parts = parts, .foresight = q->foresight};
    const cn_question question = {.view = q->view,
                                  .rules = q->rules,
                                  .usual = q->made,
                                  .among = among,
                                  .thinking = &thinking};
    cn_stream stream = cn_stream_make(q->seed, purpose, q->index);
    cn_search_steps(found, &question, &stream);
}

static int64_t mean_chance(const cn_tried *tried)
{
    return tried->worlds == 0 ? 0 : tried->ahead.chance / tried->worlds;
}

static const cn_tried *next_best(const cn_search *found)
{
    const cn_tried *next = NULL;
    for (unsigned i = 0; i < found->count; i++)
        if (i != found->best && (next == NULL || mean_chance(&found->tried[i]) > mean_chance(next)))
            next = &found->tried[i];
    return next;
}

/* The standard error of the mean of n numbers. */
static int32_t error_of(int64_t sum, int64_t squares, int64_t n)
{
    const int64_t mean = sum / n, spread = squares / n - mean * mean;
    return (int32_t)cn_root((uint64_t)(spread > 0 ? spread / n : 0));
}

static const cn_tried *tried_of(const cn_search *found, unsigned number)
{
    unsigned i = 0;
    while (i + 1 < found->count && found->tried[i].step.number != number) i++;
    return &found->tried[i];
}

/* The lead of a step over the one made; nothing if it is that one. */
static cn_lead lead_of(const cn_search *found, unsigned number)
{
    const cn_tried *t = tried_of(found, number);
    const int64_t n = t->worlds;
    if (n == 0) return (cn_lead){0};
    return (cn_lead){.points = (int32_t)(t->ahead.points / n),
                     .points_error = error_of(t->ahead.points, t->ahead_square.points, n),
                     .chance = (int32_t)(t->ahead.chance / n),
                     .chance_error = error_of(t->ahead.chance, t->ahead_square.chance, n),
                     .worlds = t->worlds};
}

static cn_course_percent course_of(const cn_search *found, unsigned number)
{
    enum { PERCENT = 100 };
    const cn_tried *t = tried_of(found, number);
    const uint32_t n = t->worlds > 0 ? t->worlds : 1;
    return (cn_course_percent){.next_takes = (uint8_t)(t->course.next_takes * PERCENT / n),
                               .own_out = (uint8_t)(t->course.own_out * PERCENT / n),
                               .others_out = (uint8_t)(t->course.others_out * PERCENT / n)};
}

/* What the careful player says for its step, if that is the best one. */
static void explain(cn_decision *d, const cn_decision_question *q)
{
    const cn_book_advice advice = cn_book_advise(q->view, q->rules, CN_BOOK_ALL_HABITS);
    if (advice.step.number != d->best.number) return;
    d->why_count = advice.count;
    memcpy(d->why, advice.why, sizeof d->why);
}

void cn_decision_judge(cn_decision *decision, const cn_decision_question *q)
{
    const cn_mask legal = cn_view_legal(q->view, q->rules);
    memset(decision, 0, sizeof *decision);
    decision->options = (uint16_t)cn_mask_count(&legal);
    if (decision->options < 2) return;
    cn_search found, proven;
    search(&found, q, NULL, FINDING, PURPOSE_FINDING);
    decision->options = (uint16_t)found.count;
    if (found.count < 2) return;
    decision->best = found.tried[found.best].step;
    decision->next = next_best(&found)->step;
    cn_mask among = {{0}};
    cn_mask_add(&among, decision->best.number);
    cn_mask_add(&among, decision->next.number);
    cn_mask_add(&among, q->usual.number);
    search(&proven, q, &among, PROVING, PURPOSE_PROVING);
    decision->playouts = found.playouts + proven.playouts;
    decision->lost = lead_of(&proven, decision->best.number);
    decision->next_lost = lead_of(&proven, decision->next.number);
    decision->usual_lost = lead_of(&proven, q->usual.number);
    decision->made_course = course_of(&proven, q->made.number);
    decision->best_course = course_of(&proven, decision->best.number);
    explain(decision, q);
}
