/* The turn: its beginning, its end, and steps tried on a copy of the public state.
 * Not here: the steps (apply.c). Invariant: as in the header. */
#include "engine/turn/turn.h"

#include <stddef.h>

#include "canasta/reason.h"
#include "engine/step/limits.h"
#include "engine/turn/apply.h"
#include "engine/turn/due.h"

/* Where somebody went out before, the hand ends by that, whatever cuts the last turns short (P195).
 */
void cn_end_hand(cn_public *pub, cn_hand_end end)
{
    pub->phase = CN_PHASE_HAND_END;
    pub->end = (uint8_t)(pub->out_seat != CN_SEAT_NONE && end != CN_END_SPECIAL ? CN_END_OUT : end);
}

/* P84, P85: no card laid in an earlier turn, nothing added to an older meld, and a canasta begun
 * now. */
static bool is_concealed(const cn_public *pub, const cn_rules *rules)
{
    const cn_turn *turn = &pub->turn;
    const cn_side *side = cn_public_acting(pub);
    if (pub->has_laid[pub->asker] || turn->added_old) return false;
    if ((turn->took || turn->showed_twos) && !rules->p.concealed_pile_ok) return false;
    for (unsigned i = turn->first_meld; i < side->meld_count; i++)
        if (cn_meld_canasta(rules, &side->meld[i]) != CN_CANASTA_NONE) return true;
    return false;
}

cn_due cn_go_out(cn_public *pub, const cn_rules *rules, bool by_discard)
{
    if (cn_is_last_turn(rules, pub)) return cn_end_turn(pub, rules);
    pub->out_seat = pub->asker;
    pub->out_concealed = is_concealed(pub, rules);
    pub->out_melded = !by_discard;
    cn_form_sides(pub, rules, pub->asker); /* P146 */
    const int32_t others = rules->p.last_turns;
    if (others == CN_LAST_TURNS_YES ||
        (others == CN_LAST_TURNS_IF_MELDED && !by_discard)) /* P186 */
        return cn_end_turn(pub, rules);
    cn_end_hand(pub, CN_END_OUT);
    return cn_due_none();
}

unsigned cn_packet_size(const cn_rules *rules, const cn_public *pub, unsigned seat)
{
    if (pub->packets[seat] == 0) return 0;
    return (unsigned)rules->p.reserve_packets.value[rules->packet_count - pub->packets[seat]];
}

/* S12: a packet that waited for the start of this turn. */
static bool packet_is_due(const cn_public *pub, const cn_rules *rules, unsigned seat)
{
    if (pub->packets[seat] == 0) return false;
    switch (rules->p.reserve_trigger) {
    case CN_RESERVE_TRIGGER_HAND_EMPTY: return pub->hand_count[seat] == 0;
    case CN_RESERVE_TRIGGER_SIDE_INITIAL_MELD:
        return cn_public_has_opened(pub, seat) && pub->packets[seat] == rules->packet_count;
    case CN_RESERVE_TRIGGER_PLAYER_FIRST_CANASTA:
    case CN_RESERVE_TRIGGER_NONE: break;
    }
    return false;
}

cn_due cn_turn_due(const cn_public *pub, const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    unsigned seat = pub->seat;
    cn_due due = cn_due_none();
    if (pub->talon[seat] > 0) {
        due.picked = CN_PICKED_TALON; /* P96 */
    } else if (packet_is_due(pub, rules, seat)) {
        due.picked = CN_PICKED_PACKET;
    }
    bool first = p->deal_red3_timing == CN_DEAL_RED3_TIMING_FIRST_TURN && /* P21 */
                 pub->turn_number <= rules->seat_count;
    bool opened = p->hold_one_three && cn_public_has_opened(pub, seat);
    due.refill = pub->stock_count == 0 && cn_public_refill_size(rules, pub) > 0; /* P170 */
    due.lay_out = due.picked != CN_PICKED_NONE || first || opened;
    if (!due.lay_out && !due.refill) return due;
    due.seat = (uint8_t)seat;
    due.unreplaced = first && cn_is_unreplaced(rules, CN_WORD_DEALT);
    due.hold_one = p->hold_one_three && !opened;
    return due;
}

static bool stock_ends_hand(const cn_public *pub, const cn_rules *rules)
{
    return cn_public_stock_reach(rules, pub) == 0 &&
           rules->p.stock_end != CN_STOCK_END_DRAW_IMPOSSIBLE;
}

/* What a seat's own wild has frozen is so until its turn begins (P158). */
static void end_freeze_of(cn_public *pub, unsigned seat)
{
    if (pub->freezers == 0) return;
    pub->freezers = (uint16_t)(pub->freezers & ~(1U << seat));
    pub->pile_frozen = pub->freezers != 0;
}

cn_due cn_end_turn(cn_public *pub, const cn_rules *rules)
{
    unsigned seat = pub->asker;
    pub->has_laid[seat] |= pub->turn.laid;
    if (pub->turn.laid) pub->stalled = pub->picks = 0; /* P153, P173 */
    if (pub->turn.opened) {                            /* P95 */
        unsigned talon = cn_public_talon_due(rules, pub);
        pub->talon[seat] = (uint8_t)talon;
        pub->stock_count = (uint16_t)(pub->stock_count - talon);
    }
    if (stock_ends_hand(pub, rules)) { /* P92, P174, S19 */
        cn_end_hand(pub, CN_END_STOCK);
        return cn_due_none();
    }
    const unsigned next = cn_next_seat(rules, seat);
    if (cn_is_last_turn(rules, pub) && next == pub->out_seat) { /* P195 */
        cn_end_hand(pub, CN_END_OUT);
        return cn_due_none();
    }
    end_freeze_of(pub, next);
    cn_begin_turn(pub, rules, next);
    return cn_turn_due(pub, rules);
}

void cn_public_begin(cn_public *pub, const cn_rules *rules)
{
    bool immediate = rules->p.stock_end == CN_STOCK_END_IMMEDIATE; /* P93 */
    if (immediate && pub->phase == CN_PHASE_DRAW && cn_public_stock_reach(rules, pub) == 0)
        cn_end_hand(pub, CN_END_STOCK);
}

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
    const unsigned reach = cn_public_stock_reach(rules, pub);
    bool short_draw = due->drawing && reach < due->draw &&
                      rules->p.short_draw == CN_SHORT_DRAW_END_HAND; /* P31 */
    wanted = empty || short_draw ? 0 : wanted + (due->unreplaced ? 0 : laid_out);
    if (wanted > reach) wanted = reach;
    if (count + wanted > CN_ARRIVALS_MAX) wanted = CN_ARRIVALS_MAX - count;
    arrivals.refilled = due->refill || wanted > pub->stock_count;
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
    event.u.step.threes_left = cn_leaves_threes(rules, pub, hand, step.number);
    due = cn_public_settle(pub, rules, &event);
    event.start = expected(rules, pub, NULL, &due);
    cn_public_arrive(pub, rules, &event.start);
    cn_public_begin(pub, rules);
}
