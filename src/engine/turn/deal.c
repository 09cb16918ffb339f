/* The canonical deal (P14 to P23).
 * Not here: shuffling, the start of the first turn. Invariant: cards leave the deck from the top
 * only, in order. */
#include <assert.h>
#include <string.h>

#include "engine/cards/counts.h"
#include "engine/cards/marks.h"
#include "engine/turn/apply.h"

/* Round by round (P15), told seat by seat. */
static void deal_hands(cn_event *event, const cn_rules *rules, const cn_card *deck)
{
    const unsigned seats = rules->seat_count, size = cn_hand_size(rules, event->u.deal.hand_number);
    unsigned seat = event->seat;
    for (unsigned first = 0; first < seats; first++) {
        seat = cn_next_seat(rules, seat);
        cn_sum hand = {0};
        const cn_card *card = deck + first, *const end = card + (size_t)size * seats;
        for (; card < end; card += seats) cn_sum_add_card(&hand, *card);
        cn_sum_put(&event->u.deal.hand[seat], &hand);
    }
}

/* Moves the seat's bonus threes from the hand to the table, but one of the lowest face where one
 * may be held (S13). Returns how many. */
static unsigned lay_out_threes(cn_event *event, const cn_rules *rules, unsigned seat)
{
    cn_cards *hand = &event->u.deal.hand[seat];
    bool keep = rules->p.hold_one_three;
    unsigned count = 0;
    if ((hand->kind[CN_KIND_RED3] == 0 || !cn_is_bonus(rules, CN_KIND_RED3)) &&
        (hand->kind[CN_KIND_BLACK3] == 0 || !cn_is_bonus(rules, CN_KIND_BLACK3)))
        return 0;
    for (unsigned suit = 0; suit < CN_SUITS; suit++) {
        cn_card card = cn_card_make(CN_ROW_THREES, suit);
        if (!cn_is_bonus(rules, cn_card_kind(card))) continue;
        for (unsigned copies = cn_cards_count(hand, card); copies > 0; copies--) {
            if (keep) {
                keep = false;
                continue;
            }
            cn_cards_remove(hand, card);
            event->u.deal.three[seat][suit]++;
            count++;
        }
    }
    return count;
}

/* P17: the seat lays out its threes together and draws as many, until none is left to lay out; or
 * draws none (P167). One that is held was dealt, so no replacement is (S13). */
static void replace_threes(cn_event *event, const cn_rules *rules, unsigned seat,
                           const cn_card *deck, unsigned *used)
{
    unsigned due = lay_out_threes(event, rules, seat);
    if (cn_is_unreplaced(rules, CN_WORD_DEALT)) return;
    while (due > 0 && *used < rules->deck_size) {
        cn_card card = deck[(*used)++];
        if (cn_is_bonus(rules, cn_card_kind(card))) {
            event->u.deal.three[seat][cn_card_suit(card)]++;
        } else {
            cn_cards_add(&event->u.deal.hand[seat], card);
            due--;
        }
    }
}

/* P18, P155: whether the card must not stay on top; P35 for threes of both colours. */
static bool may_not_lie_open(const cn_rules *rules, cn_card card)
{
    uint8_t kind = cn_card_kind(card);
    bool wild_or_bonus = cn_kind_is_wild(kind) || kind == CN_KIND_RED3 || cn_is_bonus(rules, kind);
    switch (rules->p.upcard_mode) {
    case CN_UPCARD_MODE_COVER_WILD_RED3: return wild_or_bonus;
    case CN_UPCARD_MODE_RETURN_TO_STOCK:
    case CN_UPCARD_MODE_COVER_WILD_ANY3: return wild_or_bonus || kind == CN_KIND_BLACK3;
    case CN_UPCARD_MODE_TURN_ONE:
    case CN_UPCARD_MODE_NONE: return false;
    }
    return false;
}

unsigned cn_buried_count(const cn_rules *rules, cn_card turned)
{
    if (rules->p.upcard_extra_pile == CN_UPCARD_EXTRA_PILE_NONE) return 0;
    unsigned kind = cn_card_kind(turned);
    if (kind == CN_KIND_A) return 1; /* S20 */
    if (kind < CN_RANKS) return 4 + kind;
    if (kind == CN_KIND_JOKER) return 0;
    return kind == CN_KIND_TWO ? 2 : 3;
}

static void turn_card(cn_event *event, cn_card card)
{
    cn_guard(event->u.deal.turned_count < CN_TURNED_MAX);
    event->u.deal.turned[event->u.deal.turned_count++] = card;
}

/* P20: the next cards of the deck. */
static void bury(cn_event *event, const cn_rules *rules, cn_card turned, unsigned *used)
{
    const unsigned buried = cn_buried_count(rules, turned), left = rules->deck_size - *used;
    event->u.deal.buried_count = (uint8_t)(buried < left ? buried : left);
    *used += event->u.deal.buried_count;
}

/* P155: the last card of all stays, whatever it is. Those that go back have not been used. */
static void turn_until_open(cn_event *event, const cn_rules *rules, const cn_card *deck,
                            unsigned *used)
{
    unsigned at = *used;
    while (at + 1 < rules->deck_size && may_not_lie_open(rules, deck[at]))
        turn_card(event, deck[at++]);
    event->u.deal.returned_count = event->u.deal.turned_count;
    turn_card(event, deck[at]);
    ++*used;
    bury(event, rules, deck[at], used);
}

static void turn_and_cover(cn_event *event, const cn_rules *rules, const cn_card *deck,
                           unsigned *used)
{
    cn_card card;
    do {
        if (*used == rules->deck_size) return;
        turn_card(event, card = deck[(*used)++]);
        if (event->u.deal.turned_count == 1) bury(event, rules, card, used);
    } while (may_not_lie_open(rules, card));
}

static void turn_upcard(cn_event *event, const cn_rules *rules, const cn_card *deck, unsigned *used,
                        unsigned *buried_at)
{
    if (rules->p.upcard_mode == CN_UPCARD_MODE_NONE || *used == rules->deck_size) return;
    *buried_at = *used + 1;
    if (rules->p.upcard_mode == CN_UPCARD_MODE_RETURN_TO_STOCK)
        turn_until_open(event, rules, deck, used);
    else
        turn_and_cover(event, rules, deck, used);
}

void cn_deal_event(cn_event *event, const cn_rules *rules, const cn_public *pub,
                   const cn_card *deck, unsigned *used, unsigned *buried_at)
{
    memset(event, 0, sizeof *event);
    event->kind = CN_EVENT_DEAL;
    event->start.seat = CN_SEAT_NONE;
    bool first = pub->phase == CN_PHASE_START && pub->hand_number == 0;
    event->seat = (uint8_t)(first ? pub->dealer : cn_next_seat(rules, pub->dealer)); /* P9 */
    event->u.deal.hand_number = (uint16_t)(pub->hand_number + 1);
    deal_hands(event, rules, deck);
    *used = *buried_at = cn_dealt_count(
        rules, event->u.deal.hand_number); /* the packets lie behind the hands (P16) */
    unsigned seat = event->seat;
    for (unsigned i = 0; i < rules->seat_count; i++) {
        seat = cn_next_seat(rules, seat);
        if (rules->p.deal_red3_timing == CN_DEAL_RED3_TIMING_AT_DEAL)
            replace_threes(event, rules, seat, deck, used);
        event->u.deal.known[seat] = 1;
    }
    turn_upcard(event, rules, deck, used, buried_at);
    assert(*used <= rules->deck_size);
}
