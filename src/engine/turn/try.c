/* A step made on what one seat knows.
 * Not here: whether it is legal, and what is certain of it (certain.c).
 * Invariant: cards that come from places nobody sees stay unknown; the count of the hand runs ahead
 * of the hand. */
#include <stddef.h>

#include "canasta/reason.h"
#include "engine/turn/apply.h"
#include "engine/turn/due.h"
#include "engine/turn/turn.h"

/* Bonus threes of the hand that would be laid out; returns how many. */
static unsigned lay_out(const cn_rules *rules, const cn_cards *hand, const cn_due *due,
                        cn_arrivals *arrivals)
{
    unsigned count = 0;
    bool keep = due->hold_one && !due->give_up;
    for (unsigned suit = 0; suit < CN_SUITS; suit++) {
        cn_card card = cn_card_make(CN_ROW_THREES, suit);
        unsigned held = cn_cards_count(hand, card);
        if (held == 0 || !cn_is_bonus(rules, cn_card_kind(card))) continue;
        if (keep) held--;
        keep = false;
        arrivals->three[suit] = arrivals->hand_three[suit] = (uint8_t)held;
        count += held;
    }
    return count;
}

static unsigned picked_count(const cn_rules *rules, const cn_public *pub, const cn_due *due)
{
    switch ((cn_picked)due->picked) {
    case CN_PICKED_NONE: break;
    case CN_PICKED_TALON: return pub->talon[due->seat];
    case CN_PICKED_PACKET: return cn_packet_size(rules, pub, due->seat);
    }
    return 0;
}

/* What is due, as far as the seat can tell beforehand; `hand` is NULL for another seat's. */
static cn_arrivals expected(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                            const cn_due *due)
{
    cn_arrivals arrivals = {.seat = due->seat, .picked = due->picked};
    if (due->seat == CN_SEAT_NONE) return arrivals;
    unsigned wanted = (unsigned)due->draw + due->replace;
    unsigned count = due->buried + picked_count(rules, pub, due), laid_out = 0;
    if (due->lay_out && hand != NULL) laid_out = lay_out(rules, hand, due, &arrivals);
    bool empty = due->melded && pub->hand_count[due->seat] + count == laid_out; /* P136 */
    bool short_draw = due->drawing && pub->stock_count < due->draw &&
                      rules->p.short_draw == CN_SHORT_DRAW_END_HAND; /* P31 */
    wanted = empty || short_draw ? 0 : wanted + laid_out;
    if (wanted > pub->stock_count) wanted = pub->stock_count;
    if (count + wanted > CN_ARRIVALS_MAX) wanted = CN_ARRIVALS_MAX - count;
    arrivals.stock_count = (uint8_t)wanted;
    arrivals.count = (uint8_t)(count + wanted);
    for (unsigned i = 0; i < arrivals.count; i++) arrivals.card[i] = CN_CARD_HIDDEN;
    return arrivals;
}

void cn_try_step(const cn_rules *rules, cn_public *pub, cn_cards *hand, cn_step step)
{
    cn_event event;
    event.kind = CN_EVENT_STEP;
    event.seat = pub->seat;
    event.u.step.step = cn_step_named(rules, pub, hand, step);
    event.u.step.special = 0;
    event.u.step.last_threes = 0;
    if (step.number == CN_STEP_DECLARE)
        event.u.step.special = (uint8_t)cn_find_special_hand(rules, hand);
    cn_hand_play(hand, rules, pub, event.u.step.step);
    cn_due due = cn_public_act(pub, rules, event.u.step.step);
    event.u.step.drawn = expected(rules, pub, hand, &due);
    cn_hand_arrive(hand, &event.u.step.drawn);
    cn_public_arrive(pub, rules, &event.u.step.drawn);
    due = cn_public_settle(pub, rules, &event);
    event.start = expected(rules, pub, NULL, &due);
    cn_public_arrive(pub, rules, &event.start);
    cn_public_begin(pub, rules);
}
