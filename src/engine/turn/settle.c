/* What follows a step: cards that arrive, the end of the turn or of the hand.
 * Not here: the step itself (apply.c). Invariant: needs nothing but what the event tells. */
#include <assert.h>
#include <string.h>

#include "canasta/reason.h"
#include "engine/step/discard.h"
#include "engine/step/limits.h"
#include "engine/step/out.h"
#include "engine/turn/apply.h"
#include "engine/turn/due.h"
#include "engine/turn/refill.h"
#include "engine/turn/turn.h"

void cn_public_arrive(cn_public *pub, const cn_rules *rules, const cn_arrivals *arrivals)
{
    unsigned seat = arrivals->seat;
    if (seat == CN_SEAT_NONE) return;
    unsigned gone = 0;
    static const uint8_t no_three[CN_SUITS] = {0};
    const bool threes = memcmp(arrivals->three, no_three, sizeof no_three) != 0;
    for (unsigned suit = 0; threes && suit < CN_SUITS; suit++) {
        unsigned count = arrivals->three[suit];
        if (count == 0) continue;
        gone += arrivals->hand_three[suit];
        if (cn_is_bonus(rules, cn_card_kind(cn_card_make(CN_ROW_THREES, suit)))) {
            pub->three[seat][suit] = (uint8_t)(pub->three[seat][suit] + count);
        } else { /* buried black threes (P140) */
            cn_side *side = &pub->side[pub->side_of[seat]];
            side->set_aside = (uint8_t)(side->set_aside + count);
        }
    }
    if (arrivals->refilled) cn_public_refill(pub, rules);
    if (arrivals->stock_count > 0) pub->picks = 0; /* P153 */
    pub->stock_count = (uint16_t)(pub->stock_count - arrivals->stock_count);
    pub->hand_count[seat] = (uint16_t)(pub->hand_count[seat] + arrivals->count - gone);
    if (arrivals->picked == CN_PICKED_TALON) pub->talon[seat] = 0;
    if (arrivals->picked == CN_PICKED_PACKET && --pub->packets[seat] == 0)
        pub->turn.laid_beyond = 0; /* P147 */
}

/* P29 to P31, P153, P154. */
static void settle_draw(cn_public *pub, const cn_rules *rules, const cn_event *event)
{
    const cn_params *p = &rules->p;
    const cn_arrivals *drawn = &event->u.step.drawn;
    const bool nothing = drawn->seat == CN_SEAT_NONE || drawn->stock_count == 0;
    const bool unreplaced = cn_is_unreplaced(rules, CN_WORD_DRAWN);
    const unsigned wanted = cn_public_to_draw(rules, pub);
    const unsigned came = nothing ? 0 : unreplaced ? drawn->stock_count : drawn->count;
    pub->phase = CN_PHASE_MELD;
    if (p->draw_stepwise != CN_DRAW_STEPWISE_NO)
        pub->turn.drawn = (uint8_t)(pub->turn.drawn + came);
    if (event->u.step.last_threes)
        cn_end_hand(pub, CN_END_RED_THREE);
    else if (came >= wanted)
        return;
    else if (nothing && event->u.step.step.number == CN_STEP_DRAW)
        cn_end_hand(pub, CN_END_STOCK);
    else if (p->draw_stepwise != CN_DRAW_STEPWISE_NO && cn_public_stock_reach(rules, pub) > 0)
        pub->phase = CN_PHASE_DRAW;
    else if (p->short_draw == CN_SHORT_DRAW_END_HAND && !unreplaced &&
             p->draw_stepwise != CN_DRAW_STEPWISE_MAY_STOP)
        cn_end_hand(pub, CN_END_STOCK);
}

/* The last card was melded (P126), or what the step brought was laid out at once. */
static cn_due settle_melded_out(cn_public *pub, const cn_rules *rules, const cn_event *event)
{
    const bool waits =
        pub->packets[pub->asker] > 0 && rules->p.reserve_trigger == CN_RESERVE_TRIGGER_HAND_EMPTY;
    const bool open = pub->turn.open_meld != CN_NO_MELD;
    if (pub->turn.owes) return cn_due_none(); /* a dead end (P203) */
    if (waits && (open || cn_packet_needs_discard(rules))) return cn_due_none(); /* dead ends */
    if (waits) return cn_end_turn(pub, rules);                                   /* S12 */
    const cn_arrivals *drawn = &event->u.step.drawn;
    /* a packet of threes, and no stock to replace them */
    const bool picked_nothing = drawn->seat != CN_SEAT_NONE && drawn->picked == CN_PICKED_PACKET;
    const bool stays = picked_nothing || (!open && cn_may_float(rules, pub)); /* P193 */
    if ((stays || rules->p.last_turns) && cn_out_refusal(rules, pub, false).code != CN_OK)
        return stays ? cn_end_turn(pub, rules) : cn_due_none(); /* P195 */
    if (open && rules->p.last_turns) return cn_due_none();
    return cn_go_out(pub, rules, false);
}

/* P182: the threes of a packet have left too few cards to throw one. */
static bool packet_leaves_few(const cn_public *pub, const cn_rules *rules, const cn_arrivals *drawn)
{
    if (drawn->seat == CN_SEAT_NONE || drawn->picked != CN_PICKED_PACKET) return false;
    const bool threes = memcmp(drawn->three, drawn->hand_three, sizeof drawn->three) != 0;
    return threes && !cn_packet_waits_for_empty_hand(rules, pub) &&
           pub->hand_count[pub->asker] <= cn_keep_cards(rules, pub);
}

/* S14, P204: the card that has just been discarded was the last, and goes out; otherwise the turn
 * just ends. */
static cn_due settle_discard(cn_public *pub, const cn_rules *rules, unsigned kind, bool threes_left)
{
    const unsigned seat = pub->asker;
    const bool out =
        threes_left || (pub->hand_count[seat] == 0 && (cn_never_last(rules) >> kind & 1) == 0 &&
                        cn_out_refusal(rules, pub, true).code == CN_OK);
    return out ? cn_go_out(pub, rules, true) : cn_end_turn(pub, rules);
}

bool cn_may_leave_threes(const cn_rules *rules, const cn_public *pub, unsigned number)
{
    const bool discard = cn_step_is_discard(number);
    if (rules->idle_threes == 0 || pub->phase != CN_PHASE_MELD) return false;
    if (!discard && number != CN_STEP_PASS) return false;
    if (discard && (cn_never_last(rules) >> cn_step_kind(number) & 1) != 0) return false;
    return pub->hand_count[pub->asker] > 0 && cn_out_refusal(rules, pub, discard).code == CN_OK;
}

bool cn_leaves_threes(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                      unsigned number)
{
    return cn_idle_threes(rules, pub, hand) == pub->hand_count[pub->asker] &&
           cn_may_leave_threes(rules, pub, number);
}

static void settle_declare(cn_public *pub, unsigned special)
{
    pub->out_seat = pub->asker;
    pub->special = (uint8_t)special;
    cn_end_hand(pub, CN_END_SPECIAL); /* P105 */
}

/* P93, P174: a taken pile leaves nothing to refill the stock with, but that ends no turn. */
static bool uses_up_stock(const cn_public *pub, const cn_rules *rules, const cn_arrivals *drawn)
{
    if (rules->p.stock_end != CN_STOCK_END_IMMEDIATE || cn_public_stock_reach(rules, pub) > 0)
        return false;
    return rules->p.stock_refill == CN_STOCK_REFILL_NONE ||
           (drawn->seat != CN_SEAT_NONE && drawn->stock_count > 0);
}

cn_due cn_public_settle(cn_public *pub, const cn_rules *rules, const cn_event *event)
{
    unsigned number = event->u.step.step.number;
    const bool threes_left = event->u.step.threes_left != 0;
    if (cn_step_is_discard(number))
        return settle_discard(pub, rules, cn_step_kind(number), threes_left);
    const bool stops = number == CN_STEP_PASS && pub->phase == CN_PHASE_DRAW; /* P154 */
    if (number == CN_STEP_PASS && !stops)
        return threes_left ? cn_go_out(pub, rules, false) : cn_end_turn(pub, rules);
    const bool draws = number == CN_STEP_DRAW || number == CN_STEP_PICK;
    if (draws) settle_draw(pub, rules, event);
    if (stops) pub->phase = CN_PHASE_MELD;
    if (number == CN_STEP_DECLARE) settle_declare(pub, event->u.step.special);
    if (pub->phase != CN_PHASE_MELD) return cn_due_none();
    bool melds = cn_step_is_lay(number) || cn_step_is_take(number) || number == CN_STEP_OPEN;
    if (melds && pub->hand_count[pub->asker] == 0 && !pub->turn.staging)
        return settle_melded_out(pub, rules, event);
    if (uses_up_stock(pub, rules, &event->u.step.drawn))
        cn_end_hand(pub, CN_END_STOCK);
    else if (((draws || stops) && pub->hand_count[pub->asker] == 0) || /* P168 */
             packet_leaves_few(pub, rules, &event->u.step.drawn))
        return cn_end_turn(pub, rules);
    return cn_due_none();
}

void cn_public_step(cn_public *pub, const cn_rules *rules, const cn_event *event)
{
    assert(event->seat == pub->seat);
    (void)cn_public_act(pub, rules, event->u.step.step);
    cn_public_arrive(pub, rules, &event->u.step.drawn);
    (void)cn_public_settle(pub, rules, event);
    cn_public_arrive(pub, rules, &event->start);
    cn_public_begin(pub, rules);
}
