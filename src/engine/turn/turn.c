/* How turns and hands begin and end.
 * Not here: what a step does (apply.c). Invariant: after the end of a turn one seat is to act, or
 * the hand is over. */
#include "engine/turn/turn.h"
#include "engine/turn/due.h"

void cn_end_hand(cn_public *pub, cn_hand_end end)
{
    pub->phase = CN_PHASE_HAND_END;
    pub->end = (uint8_t)end;
}

/* P84: no card laid in an earlier turn, nothing added to an older meld, and a canasta begun now. */
static bool is_concealed(const cn_public *pub, const cn_rules *rules)
{
    const cn_turn *turn = &pub->turn;
    const cn_side *side = cn_public_acting(pub);
    if (pub->has_laid[pub->asker] || turn->added_old) return false;
    if (turn->took && !rules->p.concealed_pile_ok) return false;
    for (unsigned i = turn->first_meld; i < side->meld_count; i++)
        if (cn_meld_canasta(rules, &side->meld[i]) != CN_CANASTA_NONE) return true;
    return false;
}

void cn_go_out(cn_public *pub, const cn_rules *rules)
{
    pub->out_seat = pub->asker;
    pub->out_concealed = is_concealed(pub, rules);
    cn_form_sides(pub, rules, pub->asker); /* P146 */
    cn_end_hand(pub, CN_END_OUT);
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
    if (due.picked == CN_PICKED_NONE && !first && !opened) return due;
    due.seat = (uint8_t)seat;
    due.lay_out = true;
    due.hold_one = p->hold_one_three && !opened;
    return due;
}

static bool stock_ends_hand(const cn_public *pub, const cn_rules *rules)
{
    return pub->stock_count == 0 && rules->p.stock_end != CN_STOCK_END_DRAW_IMPOSSIBLE;
}

cn_due cn_end_turn(cn_public *pub, const cn_rules *rules)
{
    unsigned seat = pub->asker;
    pub->has_laid[seat] |= pub->turn.laid;
    if (pub->turn.opened) { /* P95 */
        unsigned talon = cn_public_talon_due(rules, pub);
        pub->talon[seat] = (uint8_t)talon;
        pub->stock_count = (uint16_t)(pub->stock_count - talon);
    }
    if (stock_ends_hand(pub, rules)) { /* P92, S19 */
        cn_end_hand(pub, CN_END_STOCK);
        return cn_due_none();
    }
    cn_begin_turn(pub, cn_next_seat(rules, seat));
    return cn_turn_due(pub, rules);
}

void cn_public_begin(cn_public *pub, const cn_rules *rules)
{
    bool immediate = rules->p.stock_end == CN_STOCK_END_IMMEDIATE; /* P93 */
    if (immediate && pub->phase == CN_PHASE_DRAW && pub->stock_count == 0)
        cn_end_hand(pub, CN_END_STOCK);
}
