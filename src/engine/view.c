/* A seat's view: projection of events, checks of what arrives, memory.
 * Not here: the game. Invariant: a view changes by events only, and only by ones that can follow.
 */
#include "canasta/view.h"

#include <assert.h>
#include <string.h>

#include "apply.h"
#include "canasta/reason.h"

cn_event cn_event_for(const cn_rules *rules, const cn_event *event, unsigned seat)
{
    cn_event seen = *event;
    (void)rules;
    if (event->kind == CN_EVENT_DEAL) {
        for (unsigned other = 0; other < CN_SEATS_MAX; other++) {
            if (other == seat) continue;
            seen.u.deal.known[other] = 0;
            memset(&seen.u.deal.hand[other], 0, sizeof seen.u.deal.hand[other]);
        }
    } else if (event->kind == CN_EVENT_STEP && event->seat != seat) {
        for (unsigned i = 0; i < CN_DRAWN_MAX && i < event->u.step.drawn_count; i++)
            if (cn_card_kind(event->u.step.drawn[i]) != CN_KIND_RED3)
                seen.u.step.drawn[i] = CN_CARD_HIDDEN;
    }
    return seen;
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

static bool deal_can_follow(const cn_view *view, const cn_rules *rules, const cn_event *event)
{
    const cn_public *pub = &view->pub;
    if (pub->phase != CN_PHASE_START && pub->phase != CN_PHASE_SCORED) return false;
    if (event->seat >= rules->seat_count) return false;
    if (event->u.deal.hand_number != pub->hand_number + 1) return false;
    unsigned used = event->u.deal.turned_count;
    if (used > CN_TURNED_MAX) return false;
    for (unsigned i = 0; i < event->u.deal.turned_count; i++)
        if (event->u.deal.turned[i] >= CN_FACES) return false;
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        const uint8_t *red3 = event->u.deal.red3[seat];
        used += (unsigned)rules->p.hand_size + red3[0] + red3[1];
        bool own = seat == view->seat;
        if ((event->u.deal.known[seat] != 0) != own) return false;
        if (own && event->u.deal.hand[seat].size != rules->p.hand_size) return false;
    }
    return used <= rules->deck_size;
}

/* Drawn cards of the own seat are all known, of others only the red threes. */
static bool draw_can_follow(const cn_view *view, const cn_rules *rules, const cn_event *event)
{
    unsigned count = event->u.step.drawn_count;
    if (count > CN_DRAWN_MAX || count > view->pub.stock_count) return false;
    if (event->u.step.step.number != CN_STEP_DRAW) return count == 0;
    if (count == 0 && (int32_t)view->pub.stock_count >= rules->p.draw_count) return false;
    int32_t reached = 0;
    for (unsigned i = 0; i < count; i++) {
        cn_card card = event->u.step.drawn[i];
        uint8_t kind = cn_card_kind(card);
        bool known = event->seat == view->seat || kind == CN_KIND_RED3;
        if (known ? kind == CN_KIND_NONE : card != CN_CARD_HIDDEN) return false;
        reached += kind != CN_KIND_RED3;
    }
    return reached <= rules->p.draw_count;
}

/* What can be said of another seat's step without its hand. */
static bool others_step_can_follow(const cn_view *view, const cn_rules *rules, cn_step step)
{
    const cn_public *pub = &view->pub;
    cn_cards assumed = {.size = pub->hand_count[pub->seat]};
    cn_card used[2];
    unsigned count = cn_step_used(step, used);
    if (count > pub->hand_count[pub->seat]) return false;
    for (unsigned i = 0; i < count; i++) {
        if (used[i] >= CN_FACES) return false;
        cn_cards_add(&assumed, used[i]);
        assumed.size--;
    }
    if (step.number == CN_STEP_DRAW) return pub->phase == CN_PHASE_DRAW;
    if (step.number == CN_STEP_ASK)
        return pub->phase == CN_PHASE_MELD && !pub->turn.asked &&
               cn_partner(rules, pub->seat) != 255;
    if (step.number == CN_STEP_OPEN)
        return pub->phase == CN_PHASE_MELD && pub->turn.staging &&
               pub->turn.open_meld == CN_NO_MELD;
    return cn_possible(rules, pub, &assumed, step.number);
}

static bool cards_fit(const cn_public *pub, cn_step step)
{
    uint8_t first = cn_step_kind(step.number), second = CN_KIND_NONE;
    if (cn_step_is_take(step.number) && step.number != CN_STEP_TAKE_TOP) {
        first = second = cn_card_kind(cn_public_top(pub));
        if (step.number == CN_STEP_TAKE_TWO) second = CN_KIND_TWO;
        if (step.number == CN_STEP_TAKE_JOKER) second = CN_KIND_JOKER;
    }
    bool first_fits = cn_card_kind(step.card[0]) == first;
    return first_fits && cn_card_kind(step.card[1]) == second;
}

static bool step_can_follow(const cn_view *view, const cn_rules *rules, const cn_event *event)
{
    const cn_public *pub = &view->pub;
    cn_step step = event->u.step.step;
    bool acting =
        pub->phase == CN_PHASE_DRAW || pub->phase == CN_PHASE_MELD || pub->phase == CN_PHASE_ANSWER;
    if (!acting || event->seat != pub->seat || step.number >= CN_STEPS) return false;
    if (cn_step_is_take(step.number) && pub->pile_count == 0) return false;
    if (!cards_fit(pub, step) || !draw_can_follow(view, rules, event)) return false;
    if (event->seat == view->seat) return cn_legal_step(rules, pub, &view->hand, step);
    return others_step_can_follow(view, rules, step);
}

static bool score_can_follow(const cn_view *view, const cn_rules *rules, const cn_event *event)
{
    if (view->pub.phase != CN_PHASE_HAND_END) return false;
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        const cn_cards *left = &event->u.score.hand[seat];
        if (left->size != view->pub.hand_count[seat]) return false;
        if (seat == view->seat && !cn_cards_equal(left, &view->hand)) return false;
    }
    return true;
}

static void forget_known(cn_memory *memory, unsigned seat, cn_card card)
{
    uint8_t *known = &memory->known[seat][cn_card_kind(card)];
    if (*known > 0) --*known;
}

static void remember_discard(cn_memory *memory, unsigned seat, cn_card card)
{
    memory->discarded[seat][cn_card_kind(card)]++;
    if (memory->discard_count == CN_DISCARDS_MAX) { /* the oldest go first; counts stay */
        memmove(memory->discard, memory->discard + 1,
                sizeof memory->discard[0] * (CN_DISCARDS_MAX - 1));
        memory->discard_count--;
    }
    memory->discard[memory->discard_count++] = (cn_discard){(uint8_t)seat, card};
}

/* Reads the public state before the step. */
static void remember_step(cn_view *view, const cn_rules *rules, const cn_event *event)
{
    const cn_public *pub = &view->pub;
    cn_memory *memory = &view->memory;
    cn_step step = event->u.step.step;
    cn_card used[2];
    unsigned count = cn_step_used(step, used);
    for (unsigned i = 0; i < count; i++) forget_known(memory, event->seat, used[i]);
    if (cn_step_is_discard(step.number)) remember_discard(memory, event->seat, used[0]);
    if (step.number == CN_STEP_DRAW && pub->pile_count > 0)
        memory->declined[event->seat][cn_card_kind(cn_public_top(pub))]++;
    bool take = cn_step_is_take(step.number);
    bool collects = take ? cn_public_has_opened(rules, pub, event->seat)
                         : step.number == CN_STEP_OPEN && pub->turn.took;
    unsigned rest = collects ? pub->pile_count - (take ? 1U : 0U) : 0;
    for (unsigned i = 0; i < rest; i++)
        if (cn_card_kind(pub->pile[i]) != CN_KIND_RED3)
            memory->known[event->seat][cn_card_kind(pub->pile[i])]++;
}

static void apply_deal(cn_view *view, const cn_rules *rules, const cn_event *event)
{
    memset(&view->memory, 0, sizeof view->memory);
    memset(&view->hand, 0, sizeof view->hand);
    if (view->seat < rules->seat_count) view->hand = event->u.deal.hand[view->seat];
    cn_public_deal(&view->pub, rules, event);
}

static void apply_step(cn_view *view, const cn_rules *rules, const cn_event *event)
{
    remember_step(view, rules, event);
    if (event->seat == view->seat) cn_hand_step(&view->hand, rules, &view->pub, event);
    cn_public_step(&view->pub, rules, event);
}

bool cn_view_apply(cn_view *view, const cn_rules *rules, const cn_event *event)
{
    switch ((cn_event_kind)event->kind) {
    case CN_EVENT_DEAL:
        if (!deal_can_follow(view, rules, event)) return false;
        apply_deal(view, rules, event);
        return true;
    case CN_EVENT_STEP:
        if (!step_can_follow(view, rules, event)) return false;
        apply_step(view, rules, event);
        return true;
    case CN_EVENT_SCORE:
        if (!score_can_follow(view, rules, event)) return false;
        memcpy(view->left, event->u.score.hand, sizeof view->left);
        cn_score_hand(rules, &view->pub, view->left, view->scores);
        cn_public_score(&view->pub, rules, view->scores);
        return true;
    }
    return false;
}

cn_mask cn_view_legal(const cn_view *view, const cn_rules *rules)
{
    if (view->pub.seat != view->seat) return (cn_mask){{0}};
    return cn_legal(rules, &view->pub, &view->hand);
}

bool cn_view_try(cn_view *view, const cn_rules *rules, cn_step step)
{
    if (view->pub.seat != view->seat || view->hand.size != view->pub.hand_count[view->seat])
        return false;
    if (!cn_possible(rules, &view->pub, &view->hand, step.number)) return false;
    unsigned code = cn_judge(rules, &view->pub, &view->hand, step).code;
    bool cards_wrong =
        code == CN_REASON_NOT_HELD || code == CN_REASON_TAKE_CARDS || code == CN_REASON_STEP;
    if (cards_wrong) return false; /* a dead end may be tried: the copy is only looked at */
    cn_try_step(rules, &view->pub, &view->hand, step);
    return true;
}
