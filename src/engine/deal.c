/* The canonical deal (P14 to P23).
 * Not here: shuffling. Invariant: cards leave the deck from the top only, in order. */
#include <assert.h>
#include <string.h>

#include "apply.h"
#include "guard.h"

static void deal_hands(cn_event *event, const cn_rules *rules, const cn_card *deck, unsigned *used)
{
    for (int32_t round = 0; round < rules->p.hand_size; round++) { /* P15 */
        unsigned seat = event->seat;
        for (unsigned i = 0; i < rules->seat_count; i++) {
            seat = cn_next_seat(rules, seat);
            cn_cards_add(&event->u.deal.hand[seat], deck[(*used)++]);
        }
    }
}

/* P17: the seat lays out its red threes together and draws as many, until it holds none. */
static void replace_red3(cn_event *event, unsigned seat, const cn_card *deck, unsigned *used)
{
    cn_cards *hand = &event->u.deal.hand[seat];
    while (hand->kind[CN_KIND_RED3] > 0) {
        unsigned count = hand->kind[CN_KIND_RED3];
        for (unsigned i = 0; i < count; i++) {
            cn_card card = cn_cards_lowest(hand, CN_KIND_RED3);
            cn_cards_remove(hand, card);
            event->u.deal.red3[seat][cn_card_suit(card) == CN_SUIT_HEARTS]++;
        }
        for (unsigned i = 0; i < count; i++) cn_cards_add(hand, deck[(*used)++]);
    }
}

/* P18: whether another card must be turned on this one. */
static bool must_be_covered(const cn_rules *rules, cn_card card)
{
    uint8_t kind = cn_card_kind(card);
    bool wild_or_red3 = cn_kind_is_wild(kind) || kind == CN_KIND_RED3;
    switch (rules->p.upcard_mode) {
    case CN_UPCARD_MODE_COVER_WILD_RED3: return wild_or_red3;
    case CN_UPCARD_MODE_COVER_WILD_ANY3: return wild_or_red3 || kind == CN_KIND_BLACK3;
    case CN_UPCARD_MODE_TURN_ONE: return false;
    }
    return false;
}

static void turn_upcard(cn_event *event, const cn_rules *rules, const cn_card *deck, unsigned *used)
{
    if (rules->p.upcard_mode == CN_UPCARD_MODE_NONE) return;
    cn_card card;
    do {
        cn_guard(event->u.deal.turned_count < CN_TURNED_MAX);
        card = deck[(*used)++];
        event->u.deal.turned[event->u.deal.turned_count++] = card;
    } while (must_be_covered(rules, card));
}

void cn_deal_event(cn_event *event, const cn_rules *rules, const cn_public *pub,
                   const cn_card *deck, unsigned *used)
{
    memset(event, 0, sizeof *event);
    event->kind = CN_EVENT_DEAL;
    bool first = pub->phase == CN_PHASE_START && pub->hand_number == 0;
    event->seat = (uint8_t)(first ? pub->dealer : cn_next_seat(rules, pub->dealer)); /* P9 */
    event->u.deal.hand_number = (uint16_t)(pub->hand_number + 1);
    *used = 0;
    deal_hands(event, rules, deck, used);
    unsigned seat = event->seat;
    for (unsigned i = 0; i < rules->seat_count; i++) {
        seat = cn_next_seat(rules, seat);
        replace_red3(event, seat, deck, used);
        event->u.deal.known[seat] = 1;
    }
    turn_upcard(event, rules, deck, used);
    assert(*used <= rules->deck_size);
}
