/* Works out from each event which positions its cards came from. Not here: as in the header.
 * Invariant: as in the header. Of two cards that look the same either may be the one shown. */
#include "server/table/shown.h"

#include "engine/turn/game_step.h"

/* Whose hand it is now: a bit. */
static uint16_t bit_of(const cn_rules *rules, const cn_game *game, unsigned seat)
{
    return (uint16_t)(1U << cn_person_at(rules, game->pub.hand_number, seat));
}

static void show(cn_shown *shown, unsigned at, unsigned stride, unsigned count, uint16_t whom)
{
    for (unsigned i = 0; i < count; i++) shown->to[at + i * stride] |= whom;
}

/* Threes that their owner lays out: everybody sees them now. */
static void lay_out(cn_shown *shown, const cn_rules *rules, const cn_game *game, unsigned seat,
                    const uint8_t three[CN_SUITS])
{
    const uint16_t own = bit_of(rules, game, seat);
    uint8_t left[CN_SUITS];
    for (unsigned suit = 0; suit < CN_SUITS; suit++) left[suit] = three[suit];
    for (unsigned at = 0; at < rules->deck_size; at++) {
        const cn_card card = game->deck[at];
        if (cn_card_row(card) != CN_ROW_THREES || left[cn_card_suit(card)] == 0) continue;
        if (shown->to[at] != own) continue;
        shown->to[at] = CN_SHOWN_TO_ALL;
        left[cn_card_suit(card)]--;
    }
}

/* The talon or packet that was picked up, of so many cards. */
static void show_picked(cn_shown *shown, const cn_rules *rules, const cn_game *game,
                        const cn_arrivals *arrivals, unsigned count, uint16_t own)
{
    const unsigned seat = arrivals->seat;
    switch ((cn_picked)arrivals->picked) {
    case CN_PICKED_NONE: break;
    case CN_PICKED_TALON: show(shown, game->talon_at[seat], 1, count, own); break;
    case CN_PICKED_PACKET: {
        const unsigned packet = (unsigned)rules->packet_count - game->pub.packets[seat] - 1;
        show(shown, cn_packet_at(game, rules, seat, packet), rules->seat_count, count, own);
    }
    }
}

/* Cards that came to a seat: buried ones, a talon or packet, and from the stock (S11). All of them
 * reached the hand or were laid out. */
static void arrive(cn_shown *shown, const cn_rules *rules, const cn_game *game,
                   const cn_arrivals *arrivals, unsigned stock_at, unsigned buried)
{
    if (arrivals->seat == CN_SEAT_NONE) return;
    const uint16_t own = bit_of(rules, game, arrivals->seat);
    unsigned came = arrivals->count;
    for (unsigned suit = 0; suit < CN_SUITS; suit++)
        came += (unsigned)arrivals->three[suit] - arrivals->hand_three[suit];
    show(shown, game->buried_at + cn_public_buried(&game->pub), 1, buried, own);
    show(shown, stock_at, 1, arrivals->stock_count, own);
    show_picked(shown, rules, game, arrivals, came - buried - arrivals->stock_count, own);
    lay_out(shown, rules, game, arrivals->seat, arrivals->three);
}

/* The first card is turned before others are buried (P20). Cards that go back are shown when they
 * come to somebody (P155). */
static unsigned show_turned(cn_shown *shown, const cn_event *event, unsigned at)
{
    const unsigned turned = (unsigned)event->u.deal.turned_count - event->u.deal.returned_count;
    const unsigned buried = event->u.deal.buried_count;
    if (turned == 0) return at;
    show(shown, at, 1, 1, CN_SHOWN_TO_ALL);
    show(shown, at + 1 + buried, 1, turned - 1, CN_SHOWN_TO_ALL);
    return at + turned + buried;
}

/* The hands round by round (P15), then what replaces threes, seat by seat (P17). */
void cn_shown_deal(cn_shown *shown, const cn_rules *rules, const cn_game *game,
                   const cn_event *event)
{
    *shown = (cn_shown){.buried = event->u.deal.buried_count};
    unsigned seat = event->seat, at = cn_dealt_count(rules, event->u.deal.hand_number);
    for (unsigned i = 0; i < rules->seat_count; i++) {
        seat = cn_next_seat(rules, seat);
        show(shown, i, rules->seat_count, cn_hand_size(rules, event->u.deal.hand_number),
             bit_of(rules, game, seat));
    }
    for (unsigned i = 0; i < rules->seat_count; i++) {
        seat = cn_next_seat(rules, seat);
        const uint8_t *three = event->u.deal.three[seat];
        unsigned drawn = 0;
        for (unsigned suit = 0; suit < CN_SUITS; suit++) drawn += three[suit];
        if (drawn > rules->deck_size - at) drawn = rules->deck_size - at;
        show(shown, at, 1, drawn, bit_of(rules, game, seat));
        lay_out(shown, rules, game, seat, three);
        at += drawn;
    }
    at = show_turned(shown, event, at);
    arrive(shown, rules, game, &event->start, at, 0);
    shown->next = game->deck_next;
}

/* Between what the step brought and what begins the next turn a talon may be put apart (P95). A
 * card of a refilled stock has no position in the deck, and no other card is looked for any more
 * (P170). */
void cn_shown_step(cn_shown *shown, const cn_rules *rules, const cn_game *game,
                   const cn_event *event)
{
    const unsigned buried = cn_public_buried(&game->pub);
    if (game->pub.refills > 0) return;
    arrive(shown, rules, game, &event->u.step.drawn, shown->next, shown->buried - buried);
    if (event->start.seat != CN_SEAT_NONE)
        arrive(shown, rules, game, &event->start, game->deck_next - event->start.stock_count, 0);
    shown->next = game->deck_next;
    shown->buried = (uint8_t)buried;
}
