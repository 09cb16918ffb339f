/* The cards that a view has not seen, and the places where they can lie.
 * Not here: which card lies where (random/imagine.c), worlds (world.c).
 * Invariant: as many places as cards, each card of the pack seen or listed, never both. */
#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "canasta/world.h"

/* How many of each face are left, at places by face. A row is looked at as one word: four counts in
 * four bytes. More seen than there are shows as a count of more than the packs have. */
typedef struct rest {
    uint8_t left[CN_FACES];
} rest;

/* Four counts of four bits become four of eight. */
static inline uint32_t spread(uint32_t suits)
{
    suits = (suits | suits << 8) & 0x00ff00ffU;
    return (suits | suits << 4) & 0x0f0f0f0fU;
}

static inline void see(rest *r, unsigned row, unsigned suits)
{
    uint32_t left;
    memcpy(&left, &r->left[row * CN_SUITS], sizeof left);
    left -= spread(suits);
    memcpy(&r->left[row * CN_SUITS], &left, sizeof left);
}

static void see_jokers(rest *r, unsigned count)
{
    r->left[CN_CARD_JOKER] = (uint8_t)(r->left[CN_CARD_JOKER] - count);
}

static void see_cards(rest *r, const cn_cards *cards)
{
    for (unsigned row = 0; row < CN_ROWS; row++) see(r, row, cards->suits[row]);
    see_jokers(r, cards->kind[CN_KIND_JOKER]);
}

static void see_meld(rest *r, const cn_meld *meld)
{
    if (meld->rank == CN_MELD_SEQUENCE) {
        for (uint32_t left = cn_meld_ranks(meld); left != 0; left &= left - 1)
            r->left[cn_card_make((unsigned)__builtin_ctz(left), cn_meld_suit(meld))]--;
    } else {
        unsigned row = meld->rank;
        if (meld->rank == CN_MELD_BLACK3) row = CN_ROW_THREES;
        if (meld->rank == CN_MELD_TWOS || meld->rank == CN_MELD_WILD) row = CN_ROW_TWOS;
        see(r, row, meld->natural_suits);
    }
    see(r, CN_ROW_TWOS, cn_meld_two_suits(meld));
    see_jokers(r, cn_meld_jokers(meld));
}

static void see_table(rest *r, const cn_view *view, const cn_rules *rules)
{
    const cn_public *pub = &view->pub;
    for (unsigned side = 0; side < rules->side_count; side++)
        for (unsigned i = 0; i < pub->side[side].meld_count; i++)
            see_meld(r, &pub->side[side].meld[i]);
    for (unsigned suit = 0; suit < CN_SUITS; suit++) {
        uint8_t *left = &r->left[cn_card_make(CN_ROW_THREES, suit)];
        *left = (uint8_t)(*left - view->memory.aside[suit]);
        for (unsigned seat = 0; seat < rules->seat_count; seat++)
            *left = (uint8_t)(*left - pub->three[seat][suit]);
    }
    for (unsigned i = 0; i < pub->pile_count; i++)
        if (pub->pile[i] < CN_FACES) r->left[pub->pile[i]]--;
}

/* The cards that are known to be in the hand of another: mostly none. */
static void list_known(cn_cards *known, const cn_memory *memory, unsigned seat)
{
    const unsigned jokers = memory->seat[seat].known[CN_KIND_JOKER];
    unsigned any = jokers;
    for (unsigned row = 0; row < CN_ROWS; row++) any |= memory->seat[seat].known_suits[row];
    memset(known, 0, sizeof *known);
    if (any == 0) return;
    known->kind[CN_KIND_JOKER] = (uint8_t)jokers;
    known->size = (uint16_t)jokers;
    for (unsigned row = 0; row < CN_ROWS; row++) {
        const unsigned suits = known->suits[row] = memory->seat[seat].known_suits[row];
        for (unsigned suit = 0; suits != 0 && suit < CN_SUITS; suit++) {
            const unsigned count = suits >> (4 * suit) & 15U;
            uint8_t *kind = &known->kind[cn_card_kind(cn_card_make(row, suit))];
            *kind = (uint8_t)(*kind + count);
            known->size = (uint16_t)(known->size + count);
        }
    }
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
    const unsigned held = memory->seat[hand->seat].held_three, open = memory->seat[hand->seat].open;
    unsigned most = open < hand->count ? open : hand->count;
    hand->threes_least = 0;
    hand->three_suits = CN_SUITS;
    hand->open = hand->came = 1; /* any of its cards */
    if (waits_for_first_turn(rules, &view->pub, hand->seat)) {
        most = hand->count;
    } else if (rules->p.hold_one_three && held == CN_HELD_THREE_NONE) {
        most = 0;
    } else if (rules->p.hold_one_three && held != CN_HELD_THREE_PERHAPS) {
        most = hand->threes_least = 1;
        hand->three_suits = (uint8_t)held;
    } else if (most > 0) {
        hand->open = (uint16_t)open;
        hand->came = memory->seat[hand->seat].came;
        if (rules->p.hold_one_three) most = 1;
    }
    hand->threes_most = (uint16_t)most;
}

/* The other hands; false if a hand is not as large as what is known of it. */
static bool list_hands(cn_unseen *u, const cn_view *view, const cn_rules *rules, rest *r)
{
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        cn_cards *known = &u->known[seat];
        const unsigned size = view->pub.hand_count[seat];
        if (seat == view->seat)
            *known = view->hand;
        else
            list_known(known, &view->memory, seat);
        if (known->size > 0) see_cards(r, known);
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
            if (open && (hand->threes_least > 0 || hand->threes_most < hand->count ||
                         hand->open < hand->came))
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

/* Writes as many of a face as are left, and returns where the next one goes. Eight at once, because
 * how many there are is hard to predict; what is written too much is written over. */
static inline cn_card *list_face(cn_card *to, const rest *r, unsigned face)
{
    memset(to, (int)face, CN_PACKS_MAX);
    return to + r->left[face];
}

static cn_card *list_threes(cn_card *to, const cn_rules *rules, const rest *r, bool bonus)
{
    for (unsigned suit = 0; suit < CN_SUITS; suit++) {
        const cn_card face = cn_card_make(CN_ROW_THREES, suit);
        if (cn_is_bonus(rules, cn_card_kind(face)) == bonus) to = list_face(to, r, face);
    }
    return to;
}

/* False if more of a face were seen than there are. */
static bool list_cards(cn_unseen *u, const cn_rules *rules, const cn_public *pub, const rest *r)
{
    static_assert(sizeof u->card >= CN_DECK_CARDS_MAX + CN_PACKS_MAX, "room behind the last card");
    const unsigned packs = cn_public_packs(rules, pub), jokers = r->left[CN_CARD_JOKER];
    bool fits = jokers <= cn_public_jokers(rules, pub);
    for (unsigned face = 0; face < CN_CARD_JOKER; face++) fits &= r->left[face] <= packs;
    if (!fits) return false;
    cn_card *to = u->card;
    for (unsigned face = 0; face < CN_ROW_THREES * CN_SUITS; face++) to = list_face(to, r, face);
    for (unsigned suit = 0; suit < CN_SUITS; suit++)
        to = list_face(to, r, cn_card_make(CN_ROW_TWOS, suit));
    for (unsigned i = 0; i < jokers; i++) *to++ = CN_CARD_JOKER;
    to = list_threes(to, rules, r, false);
    const cn_card *others_end = to;
    to = list_threes(to, rules, r, true);
    u->threes = (uint16_t)(to - others_end);
    u->count = (uint16_t)(to - u->card);
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
    memset(r.left, (int)cn_public_packs(rules, pub), sizeof r.left);
    r.left[CN_CARD_JOKER] = (uint8_t)cn_public_jokers(rules, pub);
    memset(unseen, 0, offsetof(cn_unseen, known));
    if (!list_hands(unseen, view, rules, &r)) return false;
    see_table(&r, view, rules);
    number_hands(unseen);
    unseen->doubtful = is_doubtful(view);
    const unsigned places = unseen->in_hands + count_deck(unseen, pub, rules);
    return list_cards(unseen, rules, pub, &r) && unseen->count == places;
}
