/* A game, analysed moment by moment.
 * Not here: what is asked of a moment (decision.c, outlook.c). Invariant: as in the header. */
#include "analysis/analysis.h"

#include <string.h>

enum { ORDERS_PART = 4, ORDERS_MIN = 4 }; /* of the playouts of a decision */

void cn_analysis_start(cn_analysis *analysis, const cn_analysis_plan *plan)
{
    memset(analysis, 0, sizeof *analysis);
    analysis->plan = *plan;
}

static cn_orders orders_of(const cn_analysis *a)
{
    const uint32_t count = a->plan.playouts / ORDERS_PART;
    return (cn_orders){.count = count < ORDERS_MIN ? ORDERS_MIN : count,
                       .seed = a->plan.seed,
                       .hand = a->hand.number};
}

static void look_ahead(cn_analysis *a, cn_outlook *outlook, const cn_step *step)
{
    const cn_orders orders = orders_of(a);
    cn_outlook_make(outlook, &a->game, step, &a->quick, &a->mind, &orders);
}

static void tell_views(cn_analysis *a, const cn_event *event)
{
    for (unsigned seat = 0; seat < a->rules.seat_count; seat++) {
        const cn_event told = cn_event_for(&a->rules, event, seat);
        cn_view_apply(&a->view[seat], &a->rules, &told);
    }
}

static void hear_deal(cn_analysis *a, const cn_rules *rules, const cn_game *game,
                      const cn_event *event)
{
    cn_hand_analysis *hand = &a->hand;
    int32_t totals[CN_SIDES_MAX] = {0};
    if (hand->number == 0) {
        a->rules = *rules;
        cn_quick_make(&a->quick, &a->rules);
    }
    hand->number = game->pub.hand_number;
    hand->dealer = event->seat;
    hand->scored = hand->too_long = false;
    hand->count = hand->done = 0;
    a->game = *game;
    for (unsigned side = 0; side < rules->side_count; side++)
        totals[side] = game->pub.side[side].total_points;
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        cn_view_start(&a->view[seat], rules, seat, event->seat, hand->number - 1U, totals);
    tell_views(a, event);
    cn_quick_begin(&a->mind, &a->view[0], rules, CN_REMEMBERS_ALL);
    cn_chances_now(rules, &game->pub, event->seat, hand->number - 1U, hand->at_start);
}

static void hear_step(cn_hand_analysis *hand, const cn_event *event)
{
    hand->too_long = hand->too_long || hand->count == CN_ANALYSIS_STEPS_MAX;
    if (hand->too_long) return;
    hand->moment[hand->count++] =
        (cn_moment){.seat = event->seat, .step = event->u.step.step, .drew = CN_SEAT_NONE};
}

void cn_analysis_hear(cn_analysis *analysis, const cn_rules *rules, const cn_game *game,
                      const cn_event *event)
{
    switch ((cn_event_kind)event->kind) {
    case CN_EVENT_DEAL: hear_deal(analysis, rules, game, event); break;
    case CN_EVENT_STEP: hear_step(&analysis->hand, event); break;
    case CN_EVENT_SCORE: analysis->hand.scored = true; break;
    }
}

/* What the seat to act would do by the policy; `mind` as it is then. */
static cn_step usual_step(const cn_analysis *a, cn_quick_mind *mind)
{
    const cn_cards *hand = &a->game.hand[a->game.pub.seat];
    const cn_mask legal = cn_legal(&a->rules, &a->game.pub, hand);
    const cn_step step = cn_quick_choose(&a->quick, mind, &a->game.pub, hand, &legal);
    return cn_step_named(&a->rules, &a->game.pub, hand, step);
}

/* The same for the rules: suits matter in sequences only. */
static bool is_same(const cn_rules *rules, cn_step a, cn_step b)
{
    if (a.number != b.number) return false;
    return rules->p.sequences == 0 || (a.card[0] == b.card[0] && a.card[1] == b.card[1]);
}

static void judge(cn_analysis *a, cn_moment *m, cn_step usual)
{
    const cn_decision_question question = {
        .view = &a->view[m->seat],
        .rules = &a->rules,
        .made = m->step,
        .usual = usual,
        .playouts = a->plan.playouts,
        .seed = a->plan.seed,
        .index = (uint64_t)a->hand.number << 32 | a->hand.done,
    };
    cn_decision_judge(&m->decision, &question);
}

/* Who got cards by the step that nobody could foresee. */
static uint8_t who_drew(const cn_event *event)
{
    return event->u.step.drawn.seat != CN_SEAT_NONE ? event->u.step.drawn.seat : event->start.seat;
}

/* Makes the step; `after` is how things stand then. */
static void make_step(cn_analysis *a, cn_moment *m)
{
    cn_event event;
    cn_quick_notice(&a->mind, &a->game.pub, m->step);
    cn_game_apply_legal(&a->game, &a->rules, m->step, &event);
    tell_views(a, &event);
    m->drew = who_drew(&event);
    if (m->drew == CN_SEAT_NONE) {
        a->after = a->chosen;
        return;
    }
    look_ahead(a, &a->after, NULL);
    m->drawn_error = cn_outlook_error(&a->chosen, &a->after, a->rules.side_of[m->drew]);
}

static void begin_hand(cn_analysis *a)
{
    look_ahead(a, &a->before, NULL);
    memcpy(a->hand.dealt, a->before.mean, sizeof a->hand.dealt);
    memcpy(a->hand.dealt_chance, a->before.chance, sizeof a->hand.dealt_chance);
}

bool cn_analysis_go_on(cn_analysis *a)
{
    cn_hand_analysis *hand = &a->hand;
    if (!hand->scored || hand->too_long || hand->done == hand->count) return false;
    if (hand->done == 0) begin_hand(a);
    cn_moment *m = &hand->moment[hand->done];
    cn_quick_mind mind = a->mind;
    const cn_step usual = usual_step(a, &mind);
    m->turn = a->game.pub.turn_number;
    judge(a, m, usual);
    if (m->step.number == usual.number) a->mind = mind;
    if (is_same(&a->rules, m->step, usual))
        a->chosen = a->before;
    else
        look_ahead(a, &a->chosen, &m->step);
    make_step(a, m);
    memcpy(m->chosen, a->chosen.mean, sizeof m->chosen);
    memcpy(m->after, a->after.mean, sizeof m->after);
    memcpy(m->chance, a->after.chance, sizeof m->chance);
    a->before = a->after;
    hand->done++;
    return true;
}
