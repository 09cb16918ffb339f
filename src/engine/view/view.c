/* A seat's view: projection of events, what they change.
 * Not here: the game; whether an event can follow (follow.c); memory (follow.c).
 * Invariant: a view changes by events only, and only by ones that can follow. */
#include "canasta/view.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "engine/cards/marks.h"
#include "engine/turn/apply.h"
#include "engine/view/follow.h"

static void hide(cn_arrivals *arrivals, unsigned seat)
{
    if (arrivals->seat == CN_SEAT_NONE || arrivals->seat == seat) return;
    for (unsigned i = 0; i < CN_ARRIVALS_MAX; i++)
        arrivals->card[i] = i < arrivals->count ? CN_CARD_HIDDEN : 0;
}

cn_event cn_event_for(const cn_rules *rules, const cn_event *event, unsigned seat)
{
    cn_event seen = *event;
    (void)rules;
    switch ((cn_event_kind)event->kind) {
    case CN_EVENT_DEAL:
        for (unsigned other = 0; other < CN_SEATS_MAX; other++) {
            if (other == seat) continue;
            seen.u.deal.known[other] = 0;
            memset(&seen.u.deal.hand[other], 0, sizeof seen.u.deal.hand[other]);
        }
        hide(&seen.start, seat);
        break;
    case CN_EVENT_STEP:
        hide(&seen.u.step.drawn, seat);
        hide(&seen.start, seat);
        break;
    case CN_EVENT_SCORE: break;
    }
    return seen;
}

void cn_view_copy(cn_view *to, const cn_view *from, const cn_rules *rules)
{
    const unsigned discards = from->memory.discard_count;
    cn_guard(discards <= CN_DISCARDS_MAX);
    cn_public_copy(&to->pub, &from->pub, rules);
    const size_t at = offsetof(cn_view, seat), end = offsetof(cn_view, memory.seat);
    enum { USUAL_SEATS = 3, USUAL_DISCARDS = 16 };
    memcpy((char *)to + at, (const char *)from + at, end - at);
    cn_copy_used(to->memory.seat, from->memory.seat, rules->seat_count * sizeof(cn_seat_memory),
                 USUAL_SEATS * sizeof(cn_seat_memory), sizeof to->memory.seat);
    cn_copy_used(to->memory.discard, from->memory.discard, discards * sizeof(cn_discard),
                 USUAL_DISCARDS * sizeof(cn_discard), sizeof to->memory.discard);
    if (from->pub.phase != CN_PHASE_SCORED && from->pub.phase != CN_PHASE_GAME_END) return;
    memcpy(to->scores, from->scores, sizeof to->scores);
    memcpy(to->left, from->left, sizeof to->left);
    memcpy(to->waiting, from->waiting, sizeof to->waiting);
}

void cn_view_start(cn_view *view, const cn_rules *rules, unsigned seat, unsigned dealer,
                   unsigned hands_played, const int32_t *totals)
{
    memset(view, 0, sizeof *view);
    cn_public_start(&view->pub, rules, dealer);
    view->seat = (uint8_t)seat;
    view->pub.hand_number = (uint16_t)hands_played;
    for (unsigned side = 0; totals != NULL && side < rules->side_count; side++)
        view->pub.side[side].total_points = totals[side];
}

static void arrive_at_own_hand(cn_view *view, const cn_arrivals *arrivals)
{
    if (arrivals->seat == view->seat) cn_hand_arrive(&view->hand, arrivals);
}

static void apply_deal(cn_view *view, const cn_rules *rules, const cn_event *event)
{
    cn_memory_deal(&view->memory, rules, event);
    memset(&view->hand, 0, sizeof view->hand);
    if (view->seat < rules->seat_count) view->hand = event->u.deal.hand[view->seat];
    arrive_at_own_hand(view, &event->start);
    cn_public_deal(&view->pub, rules, event);
}

static void apply_step(cn_view *view, const cn_rules *rules, const cn_event *event)
{
    cn_memory_step(&view->memory, rules, &view->pub, event);
    if (event->seat == view->seat) cn_hand_step(&view->hand, rules, &view->pub, event);
    arrive_at_own_hand(view, &event->start);
    cn_public_step(&view->pub, rules, event);
    cn_memory_held_threes(&view->memory, rules, &view->pub, event);
}

static void apply_score(cn_view *view, const cn_rules *rules, const cn_event *event)
{
    memcpy(view->left, event->u.score.hand, sizeof view->left);
    memcpy(view->waiting, event->u.score.waiting, sizeof view->waiting);
    view->pub.minutes = event->u.score.minutes;
    cn_score_hand(rules, &view->pub, view->left, view->waiting, view->scores);
    cn_public_score(&view->pub, rules, view->scores);
}

bool cn_view_apply(cn_view *view, const cn_rules *rules, const cn_event *event)
{
    switch ((cn_event_kind)event->kind) {
    case CN_EVENT_DEAL:
        if (!cn_deal_can_follow(view, rules, event)) return false;
        apply_deal(view, rules, event);
        return true;
    case CN_EVENT_STEP:
        if (!cn_step_can_follow(view, rules, event)) return false;
        apply_step(view, rules, event);
        return true;
    case CN_EVENT_SCORE:
        if (!cn_score_can_follow(view, rules, event)) return false;
        apply_score(view, rules, event);
        return true;
    }
    return false;
}

cn_mask cn_view_legal(const cn_view *view, const cn_rules *rules)
{
    if (view->pub.seat != view->seat) return (cn_mask){{0}};
    return cn_legal_of_known(rules, &view->pub, &view->hand);
}

bool cn_view_try(cn_view *view, const cn_rules *rules, cn_step step)
{
    if (view->pub.seat != view->seat || view->hand.size != view->pub.hand_count[view->seat])
        return false;
    if (!cn_possible_step(rules, &view->pub, &view->hand, step)) return false;
    /* A dead end may be tried: the copy is only looked at. */
    cn_try_step(rules, &view->pub, &view->hand, step);
    return true;
}
