/* The cards that a view has not seen, and the places where they can lie.
 * Not here: which card lies where (random/imagine.c), worlds (world.c).
 * Invariant: as many places as cards, each card of the pack seen or listed, never both. */
#include <stddef.h>
#include <string.h>

#include "apply.h"
#include "canasta/world.h"
#include "guard.h"

/* How many of each face are left. */
typedef struct rest {
    int16_t left[CN_FACES];
} rest;

static void see(rest *r, unsigned row, unsigned suits)
{
    int16_t *left = &r->left[row * CN_SUITS];
    for (unsigned suit = 0; suit < CN_SUITS; suit++)
        left[suit] = (int16_t)(left[suit] - (int16_t)(suits >> (4 * suit) & 15U));
}

static void see_cards(rest *r, const cn_cards *cards)
{
    for (unsigned row = 0; row < CN_ROWS; row++)
        if (cards->suits[row] != 0) see(r, row, cards->suits[row]);
    r->left[CN_CARD_JOKER] = (int16_t)(r->left[CN_CARD_JOKER] - cards->kind[CN_KIND_JOKER]);
}

static void see_meld(rest *r, const cn_meld *meld)
{
    if (meld->rank == CN_MELD_SEQUENCE) {
        for (unsigned rank = meld->low; rank <= cn_meld_high(meld); rank++)
            r->left[cn_card_make(rank, meld->suit)]--;
        return;
    }
    unsigned row = meld->rank;
    if (meld->rank == CN_MELD_BLACK3) row = CN_ROW_THREES;
    if (meld->rank == CN_MELD_TWOS || meld->rank == CN_MELD_WILD) row = CN_ROW_TWOS;
    see(r, row, meld->natural_suits);
    if (meld->two_suits != 0) see(r, CN_ROW_TWOS, meld->two_suits);
    r->left[CN_CARD_JOKER] = (int16_t)(r->left[CN_CARD_JOKER] - meld->jokers);
}

static void see_table(rest *r, const cn_view *view, const cn_rules *rules)
{
    const cn_public *pub = &view->pub;
    for (unsigned side = 0; side < rules->side_count; side++)
        for (unsigned i = 0; i < pub->side[side].meld_count; i++)
            see_meld(r, &pub->side[side].meld[i]);
    for (unsigned suit = 0; suit < CN_SUITS; suit++) {
        int16_t *left = &r->left[cn_card_make(CN_ROW_THREES, suit)];
        *left = (int16_t)(*left - view->memory.aside[suit]);
        for (unsigned seat = 0; seat < rules->seat_count; seat++)
            *left = (int16_t)(*left - pub->three[seat][suit]);
    }
    for (unsigned i = 0; i < pub->pile_count; i++)
        if (pub->pile[i] < CN_FACES) r->left[pub->pile[i]]--;
}

/* The cards that are known to be in the hand of another. */
static cn_cards known_cards(const cn_memory *memory, unsigned seat)
{
    cn_cards known = {.kind = {0}};
    const unsigned jokers = memory->known[seat][CN_KIND_JOKER];
    known.size = (uint16_t)jokers;
    known.kind[CN_KIND_JOKER] = (uint8_t)jokers;
    for (unsigned row = 0; row < CN_ROWS; row++) {
        const unsigned suits = known.suits[row] = memory->known_suits[seat][row];
        for (unsigned suit = 0; suits != 0 && suit < CN_SUITS; suit++) {
            const unsigned count = suits >> (4 * suit) & 15U;
            uint8_t *kind = &known.kind[cn_card_kind(cn_card_make(row, suit))];
            *kind = (uint8_t)(*kind + count);
            known.size = (uint16_t)(known.size + count);
        }
    }
    return known;
}

/* P21: dealt threes wait for the first turn of this seat. */
static bool waits_for_first_turn(const cn_rules *rules, const cn_public *pub, unsigned seat)
{
    if (rules->p.deal_red3_timing != CN_DEAL_RED3_TIMING_FIRST_TURN) return false;
    if (pub->turn_number > rules->seat_count) return false;
    unsigned turns = 1; /* of others before it, and its own */
    for (unsigned next = cn_next_seat(rules, pub->dealer); next != seat;
         next = cn_next_seat(rules, next))
        turns++;
    return pub->turn_number < turns;
}

/* How many threes that are laid out at once may be among the unseen cards of a hand. */
static void limit_threes(cn_unseen_hand *hand, const cn_view *view, const cn_rules *rules)
{
    const cn_memory *memory = &view->memory;
    const unsigned held = memory->held_three[hand->seat];
    unsigned most = 0;
    hand->threes_least = 0;
    hand->three_suits = CN_SUITS;
    if (waits_for_first_turn(rules, &view->pub, hand->seat)) {
        most = hand->count;
    } else if (rules->p.hold_one_three && held != CN_HELD_THREE_NONE) {
        most = 1;
        hand->threes_least = held != CN_HELD_THREE_PERHAPS;
        if (hand->threes_least) hand->three_suits = (uint8_t)held;
    } else if (rules->p.red3_in_pile == CN_RED3_IN_PILE_IMPOSSIBLE) {
        most = memory->dug[hand->seat];
    }
    hand->threes_most = (uint8_t)(most < hand->count ? most : hand->count);
}

/* The other hands; false if a hand is not as large as what is known of it. */
static bool list_hands(cn_unseen *u, const cn_view *view, const cn_rules *rules, rest *r)
{
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        cn_cards *known = &u->known[seat];
        const unsigned size = view->pub.hand_count[seat];
        *known = seat == view->seat ? view->hand : known_cards(&view->memory, seat);
        see_cards(r, known);
        if (seat == view->seat ? known->size != size : known->size > size) return false;
        if (known->size == size) continue;
        cn_unseen_hand *hand = &u->hand[u->hand_count++];
        hand->seat = (uint8_t)seat;
        hand->count = (uint16_t)(size - known->size);
        limit_threes(hand, view, rules);
    }
    return true;
}

/* Numbers the places of hands, the closed ones first. */
static void number_hands(cn_unseen *u)
{
    for (unsigned open = 0; open < 2; open++) {
        for (unsigned i = 0; i < u->hand_count; i++) {
            cn_unseen_hand *hand = &u->hand[i];
            if ((hand->threes_most > 0) != (open != 0)) continue;
            hand->first = u->in_hands;
            u->in_hands = (uint16_t)(u->in_hands + hand->count);
            if (!open) u->closed = u->in_hands;
            if (open && (hand->threes_least > 0 || hand->threes_most < hand->count))
                u->limited = true;
        }
    }
}

static unsigned count_deck(cn_unseen *u, const cn_public *pub, const cn_rules *rules)
{
    u->before_stock = (uint16_t)cn_public_buried(pub);
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        u->before_stock = (uint16_t)(u->before_stock + pub->talon[seat]);
        for (unsigned i = rules->packet_count - (unsigned)pub->packets[seat];
             i < rules->packet_count; i++)
            u->packet_cards = (uint16_t)(u->packet_cards + rules->p.reserve_packets.value[i]);
    }
    return (unsigned)u->before_stock + pub->stock_count + u->packet_cards;
}

/* False if more of a face were seen than there are. */
static bool list_cards(cn_unseen *u, const cn_rules *rules, const rest *r)
{
    cn_card threes[CN_DECK_CARDS_MAX];
    for (unsigned face = 0; face < CN_FACES; face++) {
        if (r->left[face] < 0) return false;
        const bool bonus = cn_is_bonus(rules, cn_card_kind((cn_card)face));
        for (int16_t i = 0; i < r->left[face]; i++) {
            if (bonus)
                threes[u->threes++] = (cn_card)face;
            else
                u->card[u->count++] = (cn_card)face;
        }
    }
    memcpy(&u->card[u->count], threes, u->threes);
    u->count = (uint16_t)(u->count + u->threes);
    return true;
}

/* Whether somebody else is in the middle of something that depends on his cards. */
static bool is_doubtful(const cn_view *view)
{
    const cn_public *pub = &view->pub;
    const cn_turn *turn = &pub->turn;
    if (pub->asker == view->seat) return false;
    return pub->phase == CN_PHASE_ANSWER || turn->answer != CN_ANSWER_NONE || turn->laid ||
           turn->took || turn->to_meld != CN_NO_MELD;
}

bool cn_unseen_list(cn_unseen *unseen, const cn_view *view, const cn_rules *rules)
{
    const cn_public *pub = &view->pub;
    if (pub->phase != CN_PHASE_DRAW && pub->phase != CN_PHASE_MELD && pub->phase != CN_PHASE_ANSWER)
        return false;
    rest r;
    for (unsigned face = 0; face < CN_CARD_JOKER; face++) r.left[face] = (int16_t)rules->p.decks;
    r.left[CN_CARD_JOKER] = (int16_t)rules->p.jokers_total;
    memset(unseen, 0, offsetof(cn_unseen, known));
    if (!list_hands(unseen, view, rules, &r)) return false;
    see_table(&r, view, rules);
    number_hands(unseen);
    unseen->doubtful = is_doubtful(view);
    const unsigned places = unseen->in_hands + count_deck(unseen, pub, rules);
    return list_cards(unseen, rules, &r) && unseen->count == places;
}
