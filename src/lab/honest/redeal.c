/* Which cards of a hand a seat cannot know now, and decks in which these have changed places.
 * Not here: whether the hand could have gone the same way with such a deck (honest.c).
 * Invariant: a re-dealt deck holds the same cards. */
#include "lab/honest/redeal.h"

#include <assert.h>
#include <string.h>

#include "engine/turn/game_step.h"

static void arrive(cn_whereabouts *where, unsigned at, unsigned seat)
{
    assert(where->count < CN_DECK_CARDS_MAX);
    where->held[where->count++] = (cn_place){(uint16_t)at, (uint8_t)seat};
}

static void arrive_run(cn_whereabouts *where, unsigned at, unsigned count, unsigned seat)
{
    for (unsigned i = 0; i < count; i++) arrive(where, at + i, seat);
}

static unsigned count_held(const cn_whereabouts *where, const cn_card *deck, unsigned seat,
                           cn_card card)
{
    unsigned count = 0;
    for (unsigned i = 0; i < where->count; i++)
        count += where->held[i].seat == seat && deck[where->held[i].at] == card;
    return count;
}

static void leave(cn_whereabouts *where, const cn_card *deck, unsigned seat, cn_card card)
{
    unsigned i = 0;
    while (i < where->count && (where->held[i].seat != seat || deck[where->held[i].at] != card))
        i++;
    if (i == where->count) return; /* it was known */
    where->count--;
    memmove(&where->held[i], &where->held[i + 1], (where->count - i) * sizeof where->held[0]);
}

static void leave_threes(cn_whereabouts *where, const cn_card *deck, unsigned seat,
                         const uint8_t three[CN_SUITS])
{
    for (unsigned suit = 0; suit < CN_SUITS; suit++)
        for (unsigned i = 0; i < three[suit]; i++)
            leave(where, deck, seat, cn_card_make(CN_ROW_THREES, suit));
}

/* What a seat plays was known to be in its hand, if one like it was; then nothing is given away. */
static void leave_used(cn_whereabouts *where, const cn_game *before, unsigned seat, cn_step step)
{
    if (step.number == CN_STEP_LAY_OUT) return; /* its three is among the arrivals */
    cn_cards hand = before->hand[seat];
    for (unsigned i = 0; i < 2; i++) {
        const cn_card card = step.card[i];
        if (card >= CN_FACES) continue;
        const unsigned held = count_held(where, before->deck, seat, card);
        if (held >= cn_cards_count(&hand, card)) leave(where, before->deck, seat, card);
        cn_cards_remove(&hand, card);
    }
}

/* Cards of a packet lie as far apart as there are seats (P16). */
static void arrive_packet(cn_whereabouts *where, const cn_rules *rules, const cn_game *before,
                          unsigned seat)
{
    const unsigned index = (unsigned)rules->packet_count - before->pub.packets[seat];
    unsigned at = cn_packet_at(before, rules, seat, index);
    for (int32_t i = 0; i < rules->p.reserve_packets.value[index]; i++, at += rules->seat_count)
        arrive(where, at, seat);
}

/* P15, then the replacements of threes (P17): one for each three that was laid out. */
void cn_whereabouts_deal(cn_whereabouts *where, const cn_rules *rules, const cn_game *game,
                         const cn_event *deal)
{
    where->count = 0;
    const unsigned hand_size = cn_hand_size(rules, deal->u.deal.hand_number);
    unsigned seat = deal->seat, used = cn_dealt_count(rules, deal->u.deal.hand_number);
    for (unsigned turn = 0; turn < rules->seat_count; turn++) {
        seat = cn_next_seat(rules, seat);
        for (unsigned row = 0; row < hand_size; row++)
            arrive(where, row * rules->seat_count + turn, seat);
        for (unsigned suit = 0; suit < CN_SUITS; suit++) {
            arrive_run(where, used, deal->u.deal.three[seat][suit], seat);
            used += deal->u.deal.three[seat][suit];
        }
        leave_threes(where, game->deck, seat, deal->u.deal.three[seat]);
    }
    const cn_arrivals *start = &deal->start;
    if (start->seat == CN_SEAT_NONE) return;
    arrive_run(where, game->deck_next - (unsigned)start->stock_count, start->stock_count,
               start->seat);
    leave_threes(where, game->deck, start->seat, start->three);
}

/* Talon, packet and stock cards of these arrivals; `stock_at` is where the stock began. */
static void take_in(cn_whereabouts *where, const cn_rules *rules, const cn_game *before,
                    const cn_arrivals *arrivals, unsigned stock_at)
{
    const cn_public *pub = &before->pub;
    const unsigned seat = arrivals->seat;
    if (seat == CN_SEAT_NONE) return;
    if (arrivals->picked == CN_PICKED_TALON)
        arrive_run(where, before->talon_at[seat], pub->talon[seat], seat);
    if (arrivals->picked == CN_PICKED_PACKET) arrive_packet(where, rules, before, seat);
    arrive_run(where, stock_at, arrivals->stock_count, seat);
    leave_threes(where, before->deck, seat, arrivals->three);
}

void cn_whereabouts_step(cn_whereabouts *where, const cn_rules *rules, const cn_game *before,
                         const cn_game *game, const cn_event *step)
{
    const cn_arrivals *drawn = &step->u.step.drawn, *start = &step->start;
    const unsigned stay = cn_public_buried(&game->pub);
    leave_used(where, before, step->seat, step->u.step.step);
    arrive_run(where, game->buried_at + stay, cn_public_buried(&before->pub) - stay, step->seat);
    take_in(where, rules, before, drawn, before->deck_next);
    if (start->seat != CN_SEAT_NONE)
        take_in(where, rules, before, start, game->deck_next - (unsigned)start->stock_count);
}

/* Places of the deck whose cards are hidden; the first `unseen` of them nobody has seen. */
typedef struct hidden {
    unsigned count, unseen;
    uint16_t at[CN_DECK_CARDS_MAX];
} hidden;

static void hide(hidden *h, unsigned at)
{
    assert(h->count < CN_DECK_CARDS_MAX);
    h->at[h->count++] = (uint16_t)at;
}

static void hide_run(hidden *h, unsigned at, unsigned count)
{
    for (unsigned i = 0; i < count; i++) hide(h, at + i);
}

static void hide_unseen(hidden *h, const cn_rules *rules, const cn_game *game)
{
    const cn_public *pub = &game->pub;
    hide_run(h, game->deck_next, pub->stock_count);
    hide_run(h, game->buried_at, cn_public_buried(pub));
    for (unsigned seat = 0; seat < rules->seat_count; seat++) {
        hide_run(h, game->talon_at[seat], pub->talon[seat]);
        for (unsigned left = pub->packets[seat]; left > 0; left--) {
            const unsigned index = (unsigned)rules->packet_count - left;
            const unsigned at = cn_packet_at(game, rules, seat, index);
            for (int32_t i = 0; i < rules->p.reserve_packets.value[index]; i++)
                hide(h, at + (unsigned)i * rules->seat_count);
        }
    }
    h->unseen = h->count;
}

static void hide_hands(hidden *h, const cn_whereabouts *where, unsigned own)
{
    for (unsigned i = 0; i < where->count; i++)
        if (where->held[i].seat != own) hide(h, where->held[i].at);
}

static void shuffle_places(const uint16_t *at, unsigned count, cn_stream *stream, cn_card *deck)
{
    cn_card cards[CN_DECK_CARDS_MAX];
    for (unsigned i = 0; i < count; i++) cards[i] = deck[at[i]];
    cn_shuffle(cards, count, stream);
    for (unsigned i = 0; i < count; i++) deck[at[i]] = cards[i];
}

static unsigned leave_out_threes(hidden *h, const cn_rules *rules, const cn_card *deck)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < h->count; i++)
        if (!cn_is_bonus(rules, cn_card_kind(deck[h->at[i]]))) h->at[kept++] = h->at[i];
    return kept;
}

void cn_redeal(const cn_whereabouts *where, const cn_rules *rules, const cn_game *game,
               unsigned seat, cn_redeal_threes threes, cn_stream *stream, cn_card *deck)
{
    hidden h = {0};
    cn_card play[CN_DECK_CARDS_MAX];
    memcpy(play, game->deck, rules->deck_size);
    hide_unseen(&h, rules, game);
    hide_hands(&h, where, seat);
    if (threes == CN_REDEAL_THREES_APART) {
        shuffle_places(h.at, h.unseen, stream, play);
        h.count = leave_out_threes(&h, rules, play);
    }
    shuffle_places(h.at, h.count, stream, play);
    for (unsigned at = 0; at < rules->deck_size; at++)
        deck[cn_game_dealt_at(game, rules, at)] = play[at];
}
