/* A step made on what one seat knows, counting only what is certain to come (P46, P137, P151).
 * Not here: whether it is legal, and what a screen shows (turn.c).
 * Invariant: replacements and other cards of the stock are not counted before they are drawn; a
 * draw and a packet bring their number of cards, unknown ones. */
#include <stddef.h>

#include "engine/step/limits.h"
#include "engine/step/opening.h"
#include "engine/step/target.h"
#include "engine/turn/apply.h"
#include "engine/turn/due.h"
#include "engine/turn/turn.h"

/* Cards that a step brings for certain and that nobody has seen yet: a packet (P151). */
static void bring_packet(const cn_rules *rules, const cn_public *pub, const cn_due *due,
                         cn_arrivals *drawn)
{
    if (due->picked != CN_PICKED_PACKET) return;
    drawn->seat = due->seat;
    drawn->picked = due->picked;
    drawn->count = (uint8_t)cn_packet_size(rules, pub, due->seat);
    for (unsigned i = 0; i < drawn->count; i++) drawn->card[i] = CN_CARD_HIDDEN;
}

static void draw_unseen(const cn_rules *rules, const cn_public *pub, const cn_due *due,
                        cn_arrivals *drawn)
{
    const unsigned reach = cn_public_stock_reach(rules, pub);
    unsigned count = due->draw;
    if (reach < count) count = rules->p.short_draw == CN_SHORT_DRAW_END_HAND ? 0 : reach;
    drawn->seat = due->seat;
    drawn->refilled = count > pub->stock_count;
    drawn->count = drawn->stock_count = (uint8_t)count;
    for (unsigned i = 0; i < count; i++) drawn->card[i] = CN_CARD_HIDDEN;
}

/* A three that leaves the hand by LAY_OUT or with the opening: the ones that are held (P97). */
static void lay_out_held(const cn_rules *rules, const cn_due *due, cn_cards *hand,
                         cn_arrivals *drawn)
{
    if (!due->lay_out) return;
    for (unsigned suit = 0; suit < CN_SUITS; suit++) {
        cn_card three = cn_card_make(CN_ROW_THREES, suit);
        if (!cn_is_bonus(rules, cn_card_kind(three))) continue;
        for (unsigned n = cn_cards_count(hand, three); n > 0; n--) {
            drawn->seat = due->seat;
            drawn->three[suit]++;
            drawn->hand_three[suit]++;
        }
    }
}

/* Cards that an opening draws, and that replace threes, come too late for whoever must go out in
 * this turn, or could not stay with them either; nobody else counts on them (P33, P97, P110, P137).
 * `drawn` has the threes of the hand and what is picked up. */
static void draw_beside(const cn_rules *rules, const cn_public *pub, const cn_due *due,
                        cn_arrivals *drawn)
{
    unsigned threes = 0;
    for (unsigned suit = 0; suit < CN_SUITS; suit++) threes += drawn->hand_three[suit];
    const unsigned held = pub->hand_count[due->seat] - threes;
    const unsigned wanted = (unsigned)due->draw + due->replace + threes;
    const unsigned reach = cn_public_stock_reach(rules, pub);
    const unsigned come = wanted < reach ? wanted : reach;
    if (due->melded && held + drawn->count == 0) return; /* P136 */
    const bool must = cn_must_go_out(rules, pub);
    const bool stays = due->give_up || held + come > cn_keep_cards(rules, pub); /* S13 */
    if (come == 0 || (!must && stays)) return;
    drawn->seat = due->seat;
    drawn->refilled = come > pub->stock_count;
    drawn->stock_count = (uint8_t)come;
    for (unsigned i = 0; i < come; i++) drawn->card[drawn->count++] = CN_CARD_HIDDEN;
}

/* P151: a talon that the opening earns only if few threes are drawn is not counted on: the stock is
 * told to be too short for it. */
static void doubt_talon(const cn_rules *rules, cn_public *pub)
{
    if (cn_public_talon_due(rules, pub) == 0) return;
    pub->stock_count = (uint16_t)(rules->p.talon_min_stock > 0 ? rules->p.talon_min_stock - 1 : 0);
}

void cn_try_certain(const cn_rules *rules, cn_public *pub, cn_cards *hand, cn_step step)
{
    cn_event event; /* large, and little of it is read */
    cn_arrivals *drawn = &event.u.step.drawn;
    event.kind = CN_EVENT_STEP;
    event.seat = pub->seat;
    event.u.step.step = cn_step_lowest(rules, pub, hand, step);
    event.u.step.special = event.u.step.last_threes = 0;
    drawn->seat = event.start.seat = CN_SEAT_NONE;
    const bool sure = step.number != CN_STEP_OPEN || cn_talon_follows(rules, pub, hand);
    cn_hand_play(hand, rules, pub, event.u.step.step);
    cn_due due = cn_public_act(pub, rules, event.u.step.step);
    if (due.seat != CN_SEAT_NONE) {
        *drawn = (cn_arrivals){.seat = CN_SEAT_NONE};
        lay_out_held(rules, &due, hand, drawn);
        bring_packet(rules, pub, &due, drawn);
        if (due.drawing)
            draw_unseen(rules, pub, &due, drawn);
        else
            draw_beside(rules, pub, &due, drawn);
        cn_hand_arrive(hand, drawn);
        cn_public_arrive(pub, rules, drawn);
    }
    if (!sure) doubt_talon(rules, pub);
    event.u.step.threes_left = cn_leaves_threes(rules, pub, hand, step.number);
    cn_public_settle(pub, rules, &event);
}
