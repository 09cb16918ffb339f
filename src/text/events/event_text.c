/* Events as lines of text.
 * Not here: reading them (event_read.c), what an event does to a view, who may see it.
 * Invariant: parsing a written event gives the event. */
#include "text/events/event_text.h"

#include "text/base/words.h"
#include "text/cards/play_text.h"

static bool any_three(const uint8_t three[CN_SUITS])
{
    return three[0] + three[1] + three[2] + three[3] > 0;
}

static unsigned sum(const uint8_t three[CN_SUITS])
{
    return (unsigned)three[0] + three[1] + three[2] + three[3];
}

/* What reached a seat, as docs/formats.md describes it behind `gets`. */
static void write_arrivals(cn_writer *writer, const cn_arrivals *a)
{
    cn_write(writer, " gets ");
    if (a->count == 0) cn_write_char(writer, '-');
    cn_write_cards(writer, a->card, a->count);
    if (any_three(a->three)) cn_write(writer, " threes ");
    cn_write_threes(writer, a->three);
    if (any_three(a->hand_three)) cn_write(writer, " held ");
    cn_write_threes(writer, a->hand_three);
    if (a->picked == CN_PICKED_TALON) cn_write(writer, " talon");
    if (a->picked == CN_PICKED_PACKET) cn_write(writer, " packet");
    const unsigned expected = a->count + sum(a->three) - sum(a->hand_three);
    if (a->stock_count != expected) cn_write(writer, " stock %u", (unsigned)a->stock_count);
    if (a->refilled) cn_write(writer, " refill");
}

static void write_start(cn_writer *writer, const cn_arrivals *start)
{
    if (start->seat == CN_SEAT_NONE) return;
    cn_write(writer, " then %u", (unsigned)start->seat);
    write_arrivals(writer, start);
}

static void write_deal_threes(cn_writer *writer, const cn_rules *rules, const cn_event *event)
{
    bool any = false;
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        const uint8_t *three = event->u.deal.three[seat];
        if (!any_three(three)) continue;
        cn_write(writer, "%s %u:", any ? "" : " threes", seat);
        cn_write_threes(writer, three);
        any = true;
    }
}

static void write_deal(cn_writer *writer, const cn_rules *rules, const cn_event *event)
{
    cn_write(writer, "deal %u dealer %u", (unsigned)event->u.deal.hand_number,
             (unsigned)event->seat);
    write_deal_threes(writer, rules, event);
    const unsigned returned = event->u.deal.returned_count; /* P155 */
    if (returned > 0) cn_write(writer, " returned ");
    cn_write_cards(writer, event->u.deal.turned, returned);
    if (event->u.deal.turned_count > returned) cn_write(writer, " turned ");
    cn_write_cards(writer, event->u.deal.turned + returned, event->u.deal.turned_count - returned);
    if (event->u.deal.buried_count > 0)
        cn_write(writer, " buried %u", (unsigned)event->u.deal.buried_count);
    bool any = false;
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        if (event->u.deal.known[seat] == 0) continue;
        cn_write(writer, "%s %u:", any ? "" : " hand", seat);
        cn_write_hand(writer, &event->u.deal.hand[seat]);
        any = true;
    }
    write_start(writer, &event->start);
}

static void write_lay(cn_writer *writer, cn_step step)
{
    const unsigned kind = cn_step_kind(step.number), meld = cn_step_meld(step.number);
    cn_write(writer, " lay ");
    cn_write_card(writer, step.card[0]);
    if (kind != meld || cn_kind_is_wild(kind)) cn_write(writer, " %c", cn_meld_letter(meld));
    if (cn_step_is_sequence_wild(step.number))
        cn_write(writer, " %s", cn_step_is_at_high_end(step.number) ? "high" : "low");
}

static void write_take(cn_writer *writer, cn_step step)
{
    cn_write(writer, " take");
    if (step.number == CN_STEP_TAKE_TOP) return;
    cn_write_char(writer, ' ');
    cn_write_cards(writer, step.card, 2);
}

static void write_step(cn_writer *writer, const cn_rules *rules, const cn_event *event)
{
    const cn_step step = event->u.step.step;
    cn_write(writer, "%u", (unsigned)event->seat);
    if (cn_step_is_take(step.number)) {
        write_take(writer, step);
    } else if (cn_step_is_lay(step.number)) {
        write_lay(writer, step);
    } else if (cn_step_is_discard(step.number)) {
        cn_write(writer, " discard ");
        cn_write_card(writer, step.card[0]);
    } else if (cn_step_is_to_meld(step.number)) {
        cn_write(writer, " to %u", step.number - CN_STEP_TO_MELD + 1U);
    } else if (cn_step_is_join(step.number)) {
        cn_write(writer, " join %u", step.number - CN_STEP_JOIN + 1U);
    } else if (cn_step_is_swap(step.number)) {
        cn_write_char(writer, ' ');
        cn_write_swap(writer, step);
    } else {
        cn_write(writer, " %s", cn_step_name(step.number));
    }
    if (event->u.step.special > 0)
        cn_write(writer, " %s", rules->p.special_hands.hand[event->u.step.special - 1].name);
    if (event->u.step.drawn.seat != CN_SEAT_NONE) write_arrivals(writer, &event->u.step.drawn);
    if (event->u.step.last_threes != 0) cn_write(writer, " last");
    if (event->u.step.threes_left != 0) cn_write(writer, " out");
    write_start(writer, &event->start);
}

static void write_score(cn_writer *writer, const cn_rules *rules, const cn_event *event)
{
    bool any = false;
    cn_write(writer, "score");
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        cn_write(writer, " %u:", seat);
        cn_write_hand(writer, &event->u.score.hand[seat]);
    }
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        if (event->u.score.waiting[seat].size == 0) continue;
        cn_write(writer, "%s %u:", any ? "" : " waiting", seat);
        cn_write_hand(writer, &event->u.score.waiting[seat]);
        any = true;
    }
    if (rules->p.time_limit > 0) cn_write(writer, " minutes %u", event->u.score.minutes);
}

void cn_write_event(cn_writer *writer, const cn_rules *rules, const cn_event *event)
{
    switch ((cn_event_kind)event->kind) {
    case CN_EVENT_DEAL: write_deal(writer, rules, event); break;
    case CN_EVENT_STEP: write_step(writer, rules, event); break;
    case CN_EVENT_SCORE: write_score(writer, rules, event); break;
    }
}

void cn_write_view_start(cn_writer *writer, const cn_rules *rules, unsigned seat, unsigned dealer,
                         unsigned hands_played, const int32_t *totals)
{
    cn_write(writer, "view seat ");
    if (seat == CN_SEAT_NONE)
        cn_write(writer, "none");
    else
        cn_write(writer, "%u", seat);
    cn_write(writer, " dealer %u played %u totals ", dealer, hands_played);
    for (unsigned side = 0; side < rules->side_count; side++)
        cn_write(writer, "%s%ld", side == 0 ? "" : ",", totals == NULL ? 0L : (long)totals[side]);
}
