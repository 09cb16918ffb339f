/* One ply of search.
 * Not here: the policy of the playouts. Invariant: as in the header; every step that is still in
 * the running has been tried in the same worlds. */
#include "players/search/search.h"

#include <string.h>

#include "canasta/world.h"
#include "players/goals.h"
#include "players/pick_cards.h"
#include "players/search/chances.h"
#include "players/search/needless.h"
#include "players/search/playout.h"
#include "random/imagine.h"

/* Another step than the usual one must be ahead by so many standard errors, in tenths. */
enum { CAUTION = 15, TENTHS = 10 };

/* A step that is so many behind the best is given up between rounds. */
enum { HOPELESS = 30 };

enum { ROUND_WORLDS_MIN = 4 };

/* A step is chosen instead of the usual one only after so many worlds: fewer say nothing. */
enum { WORLDS_TO_CHOOSE = 4 };

/* Of worlds, in parts of CERTAIN; after so many tries any world is taken. */
enum { CERTAIN = 256, LEFT_A_PAIR = 128, THREW_FROM_PAIR = 128, TRIES_MAX = 16 };

typedef struct work {
    const cn_question *question;
    cn_playing playing;
    const cn_quick_mind *seen;
    const cn_unseen *unseen;
    const cn_chances *chances;
    bool for_game; /* chances decide, not points */
    cn_stream *stream;
    bool running[CN_TRIED_MAX];
    unsigned runners; /* of these, the usual step besides */
    bool stopped;
} work;

/* The steps once more that lay or take, each with all laid behind it that can be. */
static void list_turns(cn_search *search)
{
    for (unsigned i = 0, count = search->count; i < count && search->count < CN_TRIED_MAX; i++) {
        const cn_step step = search->tried[i].step;
        if (!cn_step_is_lay(step.number) && !cn_step_is_take(step.number)) continue;
        search->tried[search->count++] = (cn_tried){.step = step, .in_haste = true};
    }
}

static void list_steps(cn_search *search, const cn_question *q)
{
    const cn_mask legal = cn_view_legal(q->view, q->rules);
    search->tried[0].step = q->usual;
    search->count = 1;
    for (unsigned i = 0, count = cn_mask_count(&legal); i < count; i++) {
        const unsigned number = cn_mask_nth(&legal, i);
        if (number == q->usual.number || search->count == CN_TRIED_MAX) continue;
        if (q->among != NULL ? !cn_mask_has(q->among, number)
                             : cn_step_is_needless(q->view, q->rules, &legal, number))
            continue;
        search->tried[search->count++].step = cn_pick_cards(q->view, q->rules, number);
    }
    if ((q->thinking->parts & CN_THOUGHT_TURNS) != 0) list_turns(search);
}

/* Points of the view's side, less the average of the others; as many fewer, where those win. */
static int32_t lead_in_points(const cn_view *view, const cn_rules *rules, const int32_t *points)
{
    const unsigned own = rules->side_of[view->seat];
    int32_t others = 0;
    for (unsigned side = 0; side < rules->side_count; side++)
        if (side != own) others += points[side];
    return cn_win_sign(rules) * (points[own] - others / (rules->side_count - 1));
}

static uint32_t chance_after(const work *w, const int32_t *points, cn_playout_end end)
{
    const cn_rules *rules = w->question->rules;
    const cn_public *pub = &w->question->view->pub;
    int32_t totals[CN_SIDES_MAX];
    for (unsigned side = 0; side < rules->side_count; side++)
        totals[side] = pub->side[side].total_points + points[side];
    const unsigned dealer = cn_next_seat(rules, pub->dealer);
    const unsigned own = rules->side_of[w->question->view->seat];
    return end == CN_PLAYOUT_ESTIMATED
               ? cn_chance_expected(w->chances, rules, totals, pub->hand_number, dealer, own)
               : cn_chance(w->chances, rules, totals, pub->hand_number, dealer, own);
}

static void note_course(cn_course *course, const cn_question *q, const cn_public *end,
                        const cn_quick_mind *mind)
{
    course->next_takes += mind->taken;
    if (end->out_seat == CN_SEAT_NONE) return;
    const bool own = end->side_of[end->out_seat] == end->side_of[q->view->seat];
    course->own_out += own;
    course->others_out += !own;
}

/* A world played out after the step; a hand without an end counts for nothing. */
static cn_worth try_step(const work *w, const cn_world *from, cn_tried *t)
{
    const cn_step step = t->step;
    const cn_question *q = w->question;
    cn_world world;
    int32_t points[CN_SIDES_MAX];
    cn_quick_mind mind = *w->seen;
    mind.watched = (uint16_t)(q->view->pub.turn_number + 1);
    mind.haste = CN_HASTE_ALL;
    if (t->in_haste) mind.hasty_turn = q->view->pub.turn_number;
    cn_world_copy(&world, from);
    cn_quick_notice(&mind, &q->view->pub, step);
    cn_world_apply(&world, q->rules, step, NULL);
    const cn_playout_end end = cn_playout(&world, &w->playing, &mind, points);
    if (end == CN_PLAYOUT_ENDLESS) return (cn_worth){0, 0};
    note_course(&t->course, q, cn_world_public(&world), &mind);
    return (cn_worth){lead_in_points(q->view, q->rules, points), chance_after(w, points, end)};
}

/* What decides. */
static int64_t decisive(const work *w, const cn_worth *worth)
{
    return w->for_game ? worth->chance : worth->points;
}

static void add(cn_worth *sum, const cn_worth *worth)
{
    sum->points += worth->points;
    sum->chance += worth->chance;
}

/* How often a world is taken, of CERTAIN times: a seat that threw a card, or left a pile with it on
 * top, hardly holds a pair of its kind. */
static uint32_t likelihood(const cn_question *q, const cn_world *world)
{
    const cn_memory *memory = &q->view->memory;
    uint32_t likely = CERTAIN;
    for (unsigned seat = 0; seat < q->rules->seat_count; seat++) {
        if (seat == q->view->seat) continue;
        const cn_cards *hand = cn_world_hand(world, seat);
        const cn_seat_memory *of = &memory->seat[seat];
        for (unsigned kind = 0; kind < CN_RANKS; kind++) {
            if (hand->kind[kind] < 2 || of->known[kind] >= 2) continue;
            if (of->declined[kind] > 0) likely = likely * LEFT_A_PAIR / CERTAIN;
            if (of->discarded[kind] > 0) likely = likely * THREW_FROM_PAIR / CERTAIN;
        }
    }
    return likely;
}

static bool draw_world(const work *w, cn_world *world)
{
    const cn_question *q = w->question;
    const bool reads = (q->thinking->parts & CN_THOUGHT_READING) != 0;
    for (unsigned tries = 0; tries < TRIES_MAX; tries++) {
        if (!cn_imagine(world, q->view, q->rules, w->unseen, w->stream)) return false;
        if (!reads || cn_stream_below(w->stream, CERTAIN) < likelihood(q, world)) break;
    }
    return true;
}

static bool try_world(work *w, cn_search *search)
{
    cn_world world;
    if (!draw_world(w, &world)) return false;
    const cn_worth usual = try_step(w, &world, &search->tried[0]);
    add(&search->tried[0].sum, &usual);
    search->tried[0].worlds++;
    for (unsigned i = 1; i < search->count; i++) {
        if (!w->running[i]) continue;
        cn_tried *t = &search->tried[i];
        const cn_worth worth = try_step(w, &world, t);
        const cn_worth ahead = {worth.points - usual.points, worth.chance - usual.chance};
        add(&t->sum, &worth);
        add(&t->ahead, &ahead);
        t->ahead_square.points += ahead.points * ahead.points;
        t->ahead_square.chance += ahead.chance * ahead.chance;
        t->worlds++;
    }
    search->playouts += w->runners + 1;
    return true;
}

/* How far a step is ahead of the usual one, in standard errors: squared, with its sign. */
static int64_t lead(const work *w, const cn_tried *t)
{
    enum { SHIFT = 8 };
    const int64_t n = t->worlds, ahead = decisive(w, &t->ahead);
    if (n == 0) return 0;
    const int64_t mean = ahead / n, variance = decisive(w, &t->ahead_square) / n - mean * mean;
    const int64_t error_square = variance * (1 << SHIFT) / n;
    const int64_t fine = (ahead * (1 << SHIFT / 2)) / n;
    const int64_t square = fine * fine * TENTHS * TENTHS / (error_square > 0 ? error_square : 1);
    return fine < 0 ? -square : square;
}

static int64_t mean_ahead(const work *w, const cn_tried *t)
{
    return t->worlds == 0 ? 0 : decisive(w, &t->ahead) / t->worlds;
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
            (last == 0 || mean_ahead(w, &search->tried[i]) < mean_ahead(w, &search->tried[last])))
            last = i;
    return last;
}

static void thin_out(work *w, const cn_search *search, bool halves)
{
    for (unsigned i = 1; i < search->count; i++)
        if (w->running[i] && lead(w, &search->tried[i]) < -(int64_t)HOPELESS * HOPELESS)
            give_up(w, i);
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
        w->stopped = is_told_to_stop(w->question) || !try_world(w, search);
    }
}

static void play_rounds(work *w, cn_search *search)
{
    const cn_thinking *t = w->question->thinking;
    const bool halves = (t->parts & CN_THOUGHT_HALVING) != 0;
    const uint32_t most = w->question->playouts_most;
    const uint32_t playouts = most > 0 && most < t->playouts ? most : t->playouts;
    unsigned rounds = 1;
    while (1U << rounds < search->count) rounds++;
    for (unsigned round = 0; round < rounds && w->runners > 0 && !w->stopped; round++) {
        const uint32_t left = playouts > search->playouts ? playouts - search->playouts : 0;
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
        if (!w->running[i] || t->worlds < WORLDS_TO_CHOOSE || lead(w, t) < least) continue;
        if (best == 0 || mean_ahead(w, t) > mean_ahead(w, &search->tried[best])) best = i;
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
    if ((question->thinking->parts & CN_THOUGHT_HABITS) != 0)
        cn_quick_give_found(&quick, question->rules->side_of[question->view->seat]);
    cn_quick_begin(&seen, question->view, question->rules, CN_REMEMBERS_ALL);
    const cn_thinking *t = question->thinking;
    const bool estimates = (t->parts & CN_THOUGHT_ESTIMATING) != 0 && t->foresight > 0;
    work w = {.question = question,
              .playing = {.quick = &quick,
                          .estimate = estimates ? cn_estimate_of(question->rules) : NULL,
                          .turns = t->foresight},
              .seen = &seen,
              .unseen = &unseen,
              .chances = cn_chances_of(question->rules),
              .for_game = (t->parts & CN_THOUGHT_GAME) != 0,
              .stream = stream,
              .runners = search->count - 1};
    for (unsigned i = 1; i < search->count; i++) w.running[i] = true;
    play_rounds(&w, search);
    search->best = best_of(&w, search);
}
