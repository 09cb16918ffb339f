/* The whole game of a position: cards that nobody named are put where cards must be.
 * Not here: what the position says (position_text.c).
 * Invariant: every card of the pack is in exactly one place, as the engine checks it. */
#include <string.h>

#include "engine/turn/game_step.h"
#include "text/positions/position_builder.h"

bool cn_builder_is_game(const cn_position_builder *b)
{
    static const cn_position_key keys[] = {CN_KEY_GAME,        CN_KEY_STOCK_CARDS,
                                           CN_KEY_HELD,        CN_KEY_PACKET_CARDS,
                                           CN_KEY_TALON_CARDS, CN_KEY_BURIED_CARDS};
    for (unsigned i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (cn_builder_has(b, keys[i])) return true;
    return false;
}

/* The cards that nobody named, given out in ascending order. */
typedef struct pool {
    const cn_rules *rules;
    uint8_t left[CN_FACES];
    unsigned count;
} pool;

static pool make_pool(const cn_position_builder *b)
{
    const cn_params *p = &b->out->rules.p;
    pool all = {.rules = &b->out->rules};
    for (unsigned face = 0; face < CN_FACES; face++) {
        const int32_t copies = face == CN_CARD_JOKER ? p->jokers_total : p->decks;
        all.left[face] = (uint8_t)(copies - b->seen[face]);
        all.count += all.left[face];
    }
    return all;
}

static bool is_bonus(const pool *all, unsigned face)
{
    return cn_is_bonus(all->rules, cn_card_kind((cn_card)face));
}

/* The lowest card left; threes that are laid out come last of all, if they come at all. */
static cn_card draw_card(pool *all, bool threes_too)
{
    for (unsigned last = 0; last < 2; last++)
        for (unsigned face = 0; face < CN_FACES; face++) {
            if (all->left[face] == 0 || is_bonus(all, face) != (last == 1)) continue;
            if (last == 1 && !threes_too) return CN_CARD_NONE;
            all->left[face]--;
            all->count--;
            return (cn_card)face;
        }
    return CN_CARD_NONE;
}

static bool fail_short(const cn_position_builder *b)
{
    return cn_builder_fail(b, "there are not enough cards for all hands, packets and talons");
}

static bool fill_known(const cn_position_builder *b, pool *all, cn_known *known, unsigned count)
{
    if (known->count > count)
        return cn_builder_fail(b, "more cards are named of a packet, a talon or the buried cards "
                                  "than lie there");
    while (known->count < count) {
        const cn_card card = draw_card(all, true);
        if (card == CN_CARD_NONE) return fail_short(b);
        known->card[known->count++] = card;
    }
    return true;
}

static bool fill_hands(cn_position_builder *b, pool *all)
{
    const cn_public *pub = &b->out->view.pub;
    b->held[b->out->view.seat] = b->out->view.hand;
    for (unsigned seat = 0; seat < b->out->rules.seat_count; seat++)
        while (b->held[seat].size < pub->hand_count[seat]) {
            const cn_card card = draw_card(all, false);
            if (card == CN_CARD_NONE) return fail_short(b);
            cn_cards_add(&b->held[seat], card);
        }
    return true;
}

/* Black threes set aside have no suit: those that are left most. */
static bool fill_aside(const cn_position_builder *b, pool *all)
{
    const cn_card club = cn_card_make(CN_ROW_THREES, CN_SUIT_CLUBS);
    const cn_card spade = cn_card_make(CN_ROW_THREES, CN_SUIT_SPADES);
    for (unsigned n = b->out->view.pub.side[b->own_side].set_aside; n > 0; n--) {
        const cn_card card = all->left[club] > 0 ? club : spade;
        if (all->left[card] == 0) return cn_builder_fail(b, "there are not so many black threes");
        all->left[card]--;
        all->count--;
    }
    return true;
}

/* Cards lying before a seat as one packet: the next one to be picked up. */
static unsigned next_packet_size(const cn_position_builder *b, unsigned seat)
{
    const cn_rules *rules = &b->out->rules;
    const unsigned left = b->out->view.pub.packets[seat];
    return left == 0 ? 0 : (unsigned)rules->p.reserve_packets.value[rules->packet_count - left];
}

static bool fill_waiting(cn_position_builder *b, pool *all)
{
    const cn_public *pub = &b->out->view.pub;
    for (unsigned seat = 0; seat < b->out->rules.seat_count; seat++) {
        if (!fill_known(b, all, &b->packet[seat], next_packet_size(b, seat))) return false;
        if (!fill_known(b, all, &b->talon[seat], pub->talon[seat])) return false;
    }
    return fill_known(b, all, &b->buried, cn_public_buried(pub));
}

/* What is left when the stock is full: threes lie before the last other seat of another side, all
 * else is in the hands of the others, in turn. */
static bool give_rest(cn_position_builder *b, pool *all, unsigned later_packets)
{
    const cn_rules *rules = &b->out->rules;
    cn_public *pub = &b->out->view.pub;
    unsigned seat = b->out->view.seat, other = b->out->view.seat;
    for (unsigned i = 0; i < rules->seat_count; i++)
        if (pub->side_of[i] != b->own_side) other = i;
    while (all->count > later_packets) {
        cn_card card = draw_card(all, false);
        if (card == CN_CARD_NONE) {
            card = draw_card(all, true);
            pub->three[other][cn_card_suit(card)]++;
            continue;
        }
        seat = cn_next_seat(rules, seat);
        if (seat == b->out->view.seat) seat = cn_next_seat(rules, seat);
        cn_cards_add(&b->held[seat], card);
        pub->hand_count[seat]++;
    }
    return true;
}

/* Packets behind the next one: nobody names their cards. */
static unsigned later_packet_cards(const cn_position_builder *b)
{
    const cn_rules *rules = &b->out->rules;
    unsigned count = 0;
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        for (unsigned i = 1; i < b->out->view.pub.packets[seat]; i++)
            count += (unsigned)rules->p.reserve_packets.value[rules->packet_count - i];
    return count;
}

/* The deck */

static bool put_card(cn_game *game, bool *used, unsigned at, unsigned end, cn_card card)
{
    if (at >= end || used[at]) return false;
    game->deck[at] = card;
    used[at] = true;
    return true;
}

/* All packets that wait, the next one with its named cards. */
static bool put_packets(const cn_position_builder *b, pool *all, bool *used)
{
    const cn_rules *rules = &b->out->rules;
    cn_game *game = &b->out->game;
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        const unsigned waiting = game->pub.packets[seat];
        for (unsigned n = waiting; n > 0; n--) {
            const unsigned packet = rules->packet_count - n;
            unsigned at = cn_packet_at(game, rules, seat, packet);
            for (int32_t i = 0; i < rules->p.reserve_packets.value[packet]; i++) {
                const cn_card card = n == waiting ? b->packet[seat].card[i] : draw_card(all, true);
                if (card == CN_CARD_NONE || !put_card(game, used, at, game->deck_next, card))
                    return false;
                at += rules->seat_count;
            }
        }
    }
    return true;
}

/* A run of cards at the end of what has left the stock; returns where it begins. */
static bool put_run(cn_game *game, bool *used, unsigned *end, const cn_known *known)
{
    for (unsigned i = known->count; i > 0; i--) {
        if (*end == 0) return false;
        --*end;
        if (!put_card(game, used, *end, game->deck_next, known->card[i - 1])) return false;
    }
    return true;
}

/* Everything that lies open or in a hand has left the deck: it fills the places that are free. */
static void put_others(const cn_position_builder *b, const bool *used)
{
    cn_game *game = &b->out->game;
    cn_card deck[CN_DECK_CARDS_MAX];
    uint8_t placed[CN_FACES] = {0};
    unsigned next = 0;
    cn_deck_sorted(&b->out->rules, deck);
    for (unsigned i = 0; i < b->out->rules.deck_size; i++)
        if (used[i]) placed[game->deck[i]]++;
    for (unsigned i = 0; i < b->out->rules.deck_size; i++) {
        if (used[i]) continue;
        while (placed[deck[next]] > 0) placed[deck[next++]]--;
        game->deck[i] = deck[next++];
    }
}

static bool put_deck(cn_position_builder *b, pool *all)
{
    cn_game *game = &b->out->game;
    const unsigned deck_size = b->out->rules.deck_size;
    bool used[CN_DECK_CARDS_MAX] = {false};
    game->deck_next = (uint16_t)(deck_size - b->stock.count);
    unsigned end = game->deck_next;
    for (unsigned i = 0; i < b->stock.count; i++)
        (void)put_card(game, used, game->deck_next + i, deck_size, b->stock.card[i]);
    bool fits = put_packets(b, all, used);
    for (unsigned seat = 0; seat < b->out->rules.seat_count && fits; seat++) {
        fits = put_run(game, used, &end, &b->talon[seat]);
        game->talon_at[seat] = (uint16_t)end;
    }
    fits = fits && put_run(game, used, &end, &b->buried);
    game->buried_at = (uint16_t)end;
    if (!fits) return cn_builder_fail(b, "no deal leads to such packets, talons and such a stock");
    put_others(b, used);
    return true;
}

/* As many cards as are left, but packets, talons and buried cards have left the stock in front of
 * it: with fewer cards in the hands than were dealt, the others hold the rest. */
static unsigned stock_to_be(const cn_position_builder *b, unsigned left)
{
    const cn_rules *rules = &b->out->rules;
    unsigned gone = b->buried.count;
    if (rules->packet_count > 0) gone += cn_dealt_count(rules, b->out->view.pub.hand_number);
    for (unsigned seat = 0; seat < rules->seat_count; seat++) gone += b->talon[seat].count;
    return left > rules->deck_size - gone ? rules->deck_size - gone : left;
}

bool cn_builder_game(cn_position_builder *b)
{
    pool all = make_pool(b);
    cn_view *view = &b->out->view;
    const unsigned later = later_packet_cards(b);
    if (!fill_aside(b, &all) || !fill_hands(b, &all) || !fill_waiting(b, &all)) return false;
    if (all.count < later) return fail_short(b);
    unsigned stock = view->pub.stock_count;
    const bool stated = cn_builder_has(b, CN_KEY_STOCK) || cn_builder_has(b, CN_KEY_STOCK_CARDS);
    if (!stated) stock = stock_to_be(b, b->stock.count + all.count - later);
    if (stock - b->stock.count > all.count - later) return fail_short(b);
    if (!fill_known(b, &all, &b->stock, stock) || !give_rest(b, &all, later)) return false;
    view->pub.stock_count = (uint16_t)stock;
    b->out->game.pub = view->pub;
    memcpy(b->out->game.hand, b->held, sizeof b->held);
    b->out->has_game = true;
    return put_deck(b, &all);
}

/* A deal */

/* Reads the deck from the top; `?` is any card that is no three. */
static bool read_deck(cn_position_builder *b, cn_known *deck)
{
    cn_scan scan;
    (void)cn_builder_find(b, CN_KEY_DECK, &scan);
    if (!cn_scan_done(&scan) && *scan.at == '-') {
        scan.at++;
        return cn_scan_finish(&scan);
    }
    while (!cn_scan_done(&scan)) {
        if (deck->count == b->out->rules.deck_size)
            return cn_scan_fail(&scan, scan.at, "the deck has no more cards");
        cn_card *card = &deck->card[deck->count++];
        *card = CN_CARD_HIDDEN;
        if (*scan.at == '?')
            scan.at++;
        else if (!cn_builder_card(b, &scan, card))
            return false;
    }
    return true;
}

static bool is_three(unsigned face)
{
    return face / CN_SUITS == CN_ROW_THREES;
}

/* Any card is the lowest that is left and no three; what follows the named ones ascends. */
static bool complete_deck(const cn_position_builder *b, cn_known *deck)
{
    pool all = make_pool(b);
    for (unsigned i = 0; i < deck->count; i++) {
        if (deck->card[i] != CN_CARD_HIDDEN) continue;
        unsigned face = 0;
        while (face < CN_FACES && (all.left[face] == 0 || is_three(face))) face++;
        if (face == CN_FACES)
            return cn_builder_fail(b, "the pack has not so many cards but threes");
        all.left[face]--;
        deck->card[i] = (cn_card)face;
    }
    for (unsigned face = 0; face < CN_FACES; face++)
        for (; all.left[face] > 0; all.left[face]--) deck->card[deck->count++] = (cn_card)face;
    return true;
}

/* The game stands before its first deal, or after the hand before. */
static void start_before(cn_position_builder *b)
{
    const cn_rules *rules = &b->out->rules;
    const cn_public *pub = &b->out->view.pub;
    cn_game *game = &b->out->game;
    unsigned dealer = pub->dealer;
    while (pub->hand_number > 1 && cn_next_seat(rules, dealer) != pub->dealer)
        dealer = cn_next_seat(rules, dealer);
    cn_game_start(game, rules, dealer);
    for (unsigned side = 0; side < rules->side_count; side++)
        game->pub.side[side].total_points = pub->side[side].total_points;
    game->pub.hand_number = (uint16_t)(pub->hand_number - 1);
    if (pub->hand_number > 1) game->pub.phase = CN_PHASE_SCORED;
}

bool cn_builder_deal(cn_position_builder *b)
{
    cn_known deck = {0};
    cn_view *view = &b->out->view;
    if (!read_deck(b, &deck) || !complete_deck(b, &deck)) return false;
    start_before(b);
    cn_game_deal(&b->out->game, &b->out->rules, deck.card, NULL);
    b->out->has_game = true;
    view->pub = b->out->game.pub;
    view->hand = b->out->game.hand[view->seat];
    return true;
}
