/* The whole game: deals, steps with their events, scores.
 * Not here: what a step changes (apply.c), whether it is legal (legal/make.c).
 * Invariant: every card is in one place. */
#include "canasta/game.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "engine/cards/marks.h"
#include "engine/turn/apply.h"
#include "engine/turn/due.h"
#include "engine/turn/game_step.h"
#include "engine/turn/refill.h"
#include "engine/turn/returned.h"
#include "engine/turn/turn.h"

/* The cards that are gone are left out. */
static inline void copy_deck(cn_game *to, const cn_game *from, const cn_rules *rules)
{
    enum { USUAL_DECK = 48, LAST = CN_DECK_CARDS_MAX - USUAL_DECK };
    unsigned at = rules->set_apart ? 0 : from->deck_next & ~(CN_COPY_PIECE - 1U);
    if (at > LAST) at = LAST;
    const unsigned end = (unsigned)from->deck_next + from->pub.stock_count;
    const unsigned size = end > at ? end - at : 0;
    cn_guard(size <= CN_DECK_CARDS_MAX);
    cn_copy_used(to->deck + at, from->deck + at, size, USUAL_DECK, CN_DECK_CARDS_MAX - LAST);
}

void cn_game_copy(cn_game *to, const cn_game *from, const cn_rules *rules)
{
    enum { USUAL_SEATS = 2 };
    cn_public_copy(&to->pub, &from->pub, rules);
    const size_t at = offsetof(cn_game, deck_next), deck = offsetof(cn_game, deck);
    memcpy((char *)to + at, (const char *)from + at, deck - at);
    copy_deck(to, from, rules);
    cn_copy_used(to->hand, from->hand, rules->seat_count * sizeof(cn_cards),
                 USUAL_SEATS * sizeof(cn_cards), sizeof to->hand);
}

void cn_game_start(cn_game *game, const cn_rules *rules, unsigned dealer)
{
    cn_public_start(&game->pub, rules, dealer);
    game->deck_next = game->buried_at = game->upcard_at = game->returned = 0;
    memset(game->talon_at, 0, sizeof game->talon_at);
    memset(game->shuffle_key, 0, sizeof game->shuffle_key);
    memset(game->hand, 0, sizeof game->hand);
}

/* Gives a seat what is due to it, and says so in `arrivals`. */
static bool give(cn_game *game, const cn_rules *rules, const cn_due *due, cn_arrivals *arrivals)
{
    arrivals->seat = CN_SEAT_NONE;
    if (due->seat == CN_SEAT_NONE) return false;
    const unsigned refills = game->pub.refills;
    bool last_threes = cn_give(game, rules, due, arrivals);
    cn_hand_arrive(&game->hand[due->seat], arrivals);
    game->deck_next = (uint16_t)(game->deck_next + arrivals->stock_count);
    cn_public_arrive(&game->pub, rules, arrivals);
    arrivals->refilled = game->pub.refills != refills; /* which cn_give has done already */
    return last_threes;
}

void cn_game_deal(cn_game *game, const cn_rules *rules, const cn_card *deck, cn_event *event)
{
    assert(game->pub.phase == CN_PHASE_START || game->pub.phase == CN_PHASE_SCORED);
    assert(cn_deck_valid(rules, deck));
    cn_event dealt;
    unsigned used, buried_at;
    cn_deal_event(&dealt, rules, &game->pub, deck, &used, &buried_at);
    memcpy(game->deck, deck, rules->deck_size);
    memset(game->talon_at, 0, sizeof game->talon_at);
    cn_game_make_key(game, rules, deck, rules->deck_size);
    game->deck_next = (uint16_t)used;
    game->buried_at = (uint16_t)buried_at;
    game->upcard_at = game->returned = 0;
    if (dealt.u.deal.returned_count > 0)
        cn_game_return_cards(game, rules, buried_at - 1, dealt.u.deal.returned_count);
    memcpy(game->hand, dealt.u.deal.hand, sizeof game->hand);
    cn_public_lay_table(&game->pub, rules, &dealt);
    cn_due due = cn_public_first_due(&game->pub, rules);
    give(game, rules, &due, &dealt.start);
    cn_public_begin(&game->pub, rules);
    cn_game_audit(game, rules);
    if (event != NULL) *event = dealt;
}

void cn_game_follow(cn_game *game, const cn_rules *rules, unsigned seat, unsigned talon,
                    const cn_due *due, cn_arrivals *start)
{
    const unsigned apart = game->pub.talon[seat];
    if (apart != talon) { /* the turn has ended (P95, P96) */
        game->talon_at[seat] = game->deck_next;
        game->deck_next = (uint16_t)(game->deck_next + apart);
    }
    give(game, rules, due, start);
    cn_public_begin(&game->pub, rules);
}

void cn_game_step(cn_game *game, const cn_rules *rules, cn_step step, cn_event *event)
{
    cn_public *pub = &game->pub;
    const unsigned seat = pub->seat;
    cn_cards *hand = &game->hand[seat];
    cn_event made; /* only what a step uses is written: this is the hot path */
    made.kind = CN_EVENT_STEP;
    made.seat = (uint8_t)seat;
    made.u.step.step = step = cn_step_named(rules, pub, hand, step);
    made.u.step.special = 0;
    if (step.number == CN_STEP_DECLARE)
        made.u.step.special = (uint8_t)cn_find_special_hand(rules, hand);
    cn_hand_play(hand, rules, pub, step);
    cn_due due = cn_public_act(pub, rules, step);
    made.u.step.last_threes = give(game, rules, &due, &made.u.step.drawn);
    made.u.step.threes_left =
        rules->idle_threes != 0 && cn_leaves_threes(rules, pub, hand, step.number);
    const unsigned talon_before = pub->talon[seat];
    due = cn_public_settle(pub, rules, &made);
    cn_game_follow(game, rules, seat, talon_before, &due, &made.start);
    if (event != NULL) *event = made;
}

bool cn_game_order_stock(cn_game *game, const cn_rules *rules, const cn_card *cards)
{
    cn_card *stock = game->deck + game->deck_next;
    const unsigned count = game->pub.stock_count;
    int surplus[CN_FACES] = {0};
    cn_guard(game->deck_next + count <= CN_DECK_CARDS_MAX);
    for (unsigned i = 0; i < count; i++) {
        if (cards[i] >= CN_FACES) return false;
        surplus[cards[i]]++;
        surplus[stock[i]]--;
    }
    for (unsigned face = 0; face < CN_FACES; face++)
        if (surplus[face] != 0) return false;
    memcpy(stock, cards, count * sizeof *cards);
    cn_game_audit(game, rules);
    return true;
}

cn_cards cn_game_waiting(const cn_game *game, const cn_rules *rules, unsigned seat)
{
    const cn_public *pub = &game->pub;
    cn_cards waiting = {0};
    for (unsigned packet = (unsigned)rules->packet_count - pub->packets[seat];
         packet < rules->packet_count; packet++) {
        unsigned at = cn_packet_at(game, rules, seat, packet);
        for (int32_t i = 0; i < rules->p.reserve_packets.value[packet]; i++)
            cn_cards_add(&waiting, game->deck[at + (unsigned)i * rules->seat_count]);
    }
    for (unsigned i = 0; i < pub->talon[seat]; i++)
        cn_cards_add(&waiting, game->deck[game->talon_at[seat] + i]);
    return waiting;
}

void cn_game_score(cn_game *game, const cn_rules *rules, cn_score *scores, cn_event *event)
{
    assert(game->pub.phase == CN_PHASE_HAND_END);
    cn_score made[CN_SIDES_MAX];
    cn_cards waiting[CN_SEATS_MAX] = {{{0}, 0, {0}}};
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        waiting[seat] = cn_game_waiting(game, rules, seat);
    cn_score_hand(rules, &game->pub, game->hand, waiting, made);
    cn_public_score(&game->pub, rules, made);
    if (scores != NULL) memcpy(scores, made, rules->side_count * sizeof *scores);
    if (event == NULL) return;
    memset(event, 0, sizeof *event);
    event->kind = CN_EVENT_SCORE;
    event->u.score.minutes = game->pub.minutes;
    event->start.seat = CN_SEAT_NONE;
    memcpy(event->u.score.hand, game->hand, sizeof game->hand);
    memcpy(event->u.score.waiting, waiting, sizeof waiting);
}
