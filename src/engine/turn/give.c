/* The cards a seat is given: buried ones, talon or packet, replacements, draws.
 * Not here: what becomes of them (settle.c). Invariant: cards come in the order of S11. */
#include "engine/turn/game_step.h"

#include "engine/cards/marks.h"
#include "engine/step/collect.h"
#include "engine/turn/due.h"
#include "engine/turn/refill.h"
#include "engine/turn/turn.h"

static void reach_hand(cn_arrivals *arrivals, cn_card card)
{
    cn_guard(arrivals->count < CN_ARRIVALS_MAX);
    arrivals->card[arrivals->count++] = card;
}

static bool is_bonus(const cn_rules *rules, cn_card card)
{
    return cn_is_bonus(rules, cn_card_kind(card));
}

static bool holds_bonus(const cn_rules *rules, const cn_cards *hand)
{
    return (hand->kind[CN_KIND_RED3] > 0 && cn_is_bonus(rules, CN_KIND_RED3)) ||
           (hand->kind[CN_KIND_BLACK3] > 0 && cn_is_bonus(rules, CN_KIND_BLACK3));
}

/* Draws until so many cards have reached the hand; the first three may stay there, too (P97).
 * `unreplaced`: those laid out are among the cards wanted (P167). Returns how many still are. */
static unsigned draw(const cn_game *game, const cn_rules *rules, cn_arrivals *arrivals,
                     unsigned wanted, bool may_hold, bool unreplaced)
{
    while (wanted > 0 && arrivals->stock_count < game->pub.stock_count) {
        cn_card card = game->deck[game->deck_next + arrivals->stock_count++];
        if (is_bonus(rules, card)) {
            if (!may_hold) {
                arrivals->three[cn_card_suit(card)]++;
                wanted -= unreplaced;
                continue;
            }
            may_hold = false;
        }
        reach_hand(arrivals, card);
        wanted--;
    }
    return wanted;
}

static bool brought_only_threes(const cn_rules *rules, const cn_arrivals *arrivals)
{
    for (unsigned i = 0; i < arrivals->count; i++)
        if (!is_bonus(rules, arrivals->card[i])) return false;
    return true;
}

/* The draw of a turn (P29 to P31, P144). */
static bool give_draw(const cn_game *game, const cn_rules *rules, const cn_due *due,
                      cn_arrivals *arrivals, unsigned *wanted)
{
    unsigned stock = game->pub.stock_count;
    if (rules->p.short_draw == CN_SHORT_DRAW_END_HAND && stock < due->draw) {
        *wanted = cn_public_stock_reach(rules, &game->pub) < due->draw ? 0 : due->draw;
        return false;
    }
    bool may_hold = due->hold_one && !holds_bonus(rules, &game->hand[due->seat]);
    const bool unreplaced = cn_is_unreplaced(rules, CN_WORD_DRAWN);
    *wanted = draw(game, rules, arrivals, due->draw, may_hold, unreplaced);
    if (unreplaced) return false;
    bool last = stock > 0 && arrivals->stock_count == stock &&
                cn_public_refill_size(rules, &game->pub) == 0;
    const bool others = game->pub.turn.picked + game->pub.turn.drawn > 0;
    if (!last || others || !brought_only_threes(rules, arrivals)) return false;
    bool last_is_held = may_hold && stock == 1;
    if (rules->p.red3_last_card == CN_RED3_LAST_CARD_END_HAND_KEPT_IN_HAND && !last_is_held) {
        cn_card card = game->deck[game->deck_next + stock - 1];
        arrivals->three[cn_card_suit(card)]--;
        reach_hand(arrivals, card);
    }
    return true;
}

/* Buried cards belong to the pile: their threes are replaced only where the pile's are (P33).
 * Returns how many are to be replaced. */
static unsigned give_buried(const cn_game *game, const cn_rules *rules, unsigned count,
                            cn_arrivals *arrivals)
{
    unsigned replaced = 0, stay = cn_public_buried(&game->pub);
    for (unsigned i = 0; i < count; i++) {
        cn_card card = game->deck[game->buried_at + stay + i];
        if (cn_collected_stays(rules, cn_card_kind(card))) {
            reach_hand(arrivals, card);
            continue;
        }
        arrivals->three[cn_card_suit(card)]++;
        replaced +=
            is_bonus(rules, card) && rules->p.red3_in_pile == CN_RED3_IN_PILE_EXPOSE_AND_REPLACE;
    }
    return replaced;
}

unsigned cn_packet_at(const cn_game *game, const cn_rules *rules, unsigned seat, unsigned packet)
{
    unsigned place = 0, at = cn_hand_size(rules, game->pub.hand_number);
    for (unsigned next = cn_next_seat(rules, game->pub.dealer); next != seat;
         next = cn_next_seat(rules, next))
        place++;
    for (unsigned i = cn_first_packet(rules, game->pub.hand_number); i < packet; i++) /* P207 */
        at += (unsigned)rules->p.reserve_packets.value[i];
    return at * rules->seat_count + place;
}

/* Where the cards picked up lie, how far apart, and how many. */
typedef struct heap {
    unsigned at, stride, count;
} heap;

static heap picked_heap(const cn_game *game, const cn_rules *rules, const cn_due *due)
{
    const cn_public *pub = &game->pub;
    switch ((cn_picked)due->picked) {
    case CN_PICKED_NONE: break;
    case CN_PICKED_TALON: return (heap){game->talon_at[due->seat], 1, pub->talon[due->seat]};
    case CN_PICKED_PACKET: {
        unsigned packet = (unsigned)rules->packet_count - pub->packets[due->seat];
        return (heap){cn_packet_at(game, rules, due->seat, packet), rules->seat_count,
                      cn_packet_size(rules, pub, due->seat)};
    }
    }
    return (heap){0, 1, 0};
}

/* Cards other than threes reach the hand; the threes are counted. */
static void give_picked(const cn_game *game, const cn_rules *rules, const cn_due *due,
                        cn_arrivals *arrivals, uint8_t three[4])
{
    heap from = picked_heap(game, rules, due);
    for (unsigned i = 0; i < from.count; i++) {
        cn_card card = game->deck[from.at + i * from.stride];
        if (is_bonus(rules, card)) {
            three[cn_card_suit(card)]++;
        } else {
            reach_hand(arrivals, card);
        }
    }
}

/* Threes of the hand and of what was picked up are laid out; where one may be held, the lowest face
 * stays (S13). Returns how many are to be replaced. */
static unsigned lay_out(const cn_game *game, const cn_rules *rules, const cn_due *due,
                        cn_arrivals *arrivals, const uint8_t picked[4], bool *may_hold)
{
    unsigned replaced = 0;
    bool keep = *may_hold && !due->give_up;
    const bool of_packet =
        due->picked == CN_PICKED_PACKET && cn_is_unreplaced(rules, CN_WORD_PACKET); /* P182 */
    for (unsigned suit = 0; suit < CN_SUITS; suit++) {
        cn_card card = cn_card_make(CN_ROW_THREES, suit);
        if (!is_bonus(rules, card)) continue;
        unsigned held = due->lay_out ? cn_cards_count(&game->hand[due->seat], card) : 0;
        unsigned more = picked[suit];
        if (keep && held + more > 0) {
            keep = *may_hold = false;
            if (held > 0) {
                held--;
            } else {
                more--;
                reach_hand(arrivals, card);
            }
        }
        arrivals->hand_three[suit] = (uint8_t)held;
        arrivals->three[suit] = (uint8_t)(arrivals->three[suit] + held + more);
        replaced += (due->unreplaced ? 0 : held) + (of_packet ? 0 : more);
    }
    return replaced;
}

static bool has_no_card(const cn_cards *hand, const cn_arrivals *arrivals)
{
    unsigned gone = 0;
    for (unsigned suit = 0; suit < CN_SUITS; suit++) gone += arrivals->hand_three[suit];
    return hand->size + arrivals->count == gone;
}

/* The same as cn_give, from the stock as it lies; `*wanted` gets the number of cards that did not
 * come although they should. */
static bool give_from_stock(const cn_game *game, const cn_rules *rules, const cn_due *due,
                            cn_arrivals *arrivals, unsigned *wanted)
{
    arrivals->seat = due->seat;
    arrivals->picked = due->picked;
    arrivals->refilled = arrivals->stock_count = arrivals->count = 0;
    for (unsigned suit = 0; suit < CN_SUITS; suit++)
        arrivals->three[suit] = arrivals->hand_three[suit] = 0;
    if (due->drawing) return give_draw(game, rules, due, arrivals, wanted);
    uint8_t picked[CN_SUITS] = {0};
    bool may_hold = due->hold_one;
    unsigned count = (unsigned)due->draw + due->replace;
    count += give_buried(game, rules, due->buried, arrivals);
    give_picked(game, rules, due, arrivals, picked);
    count += lay_out(game, rules, due, arrivals, picked, &may_hold);
    if (due->melded && has_no_card(&game->hand[due->seat], arrivals)) count = 0; /* P136 */
    *wanted = draw(game, rules, arrivals, count, may_hold, false);
    return false;
}

bool cn_give(cn_game *game, const cn_rules *rules, const cn_due *due, cn_arrivals *arrivals)
{
    unsigned wanted = 0; /* P170 */
    if (due->refill) cn_game_refill(game, rules, 0);
    const bool last_threes = give_from_stock(game, rules, due, arrivals, &wanted);
    if (wanted == 0 || cn_public_refill_size(rules, &game->pub) == 0) return last_threes;
    cn_game_refill(game, rules, due->buried); /* what lay in the stock comes first, as before */
    return give_from_stock(game, rules, due, arrivals, &wanted);
}
