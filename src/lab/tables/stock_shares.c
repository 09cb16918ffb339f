/* The stock of a hand shared out among the seats in advance.
 * Not here: when anything is drawn (engine). Invariant: as in the header. */
#include "lab/tables/stock_shares.h"

#include <assert.h>
#include <string.h>

void cn_stock_shares_begin(cn_stock_shares *shares, const cn_rules *rules, const cn_game *game)
{
    memset(shares, 0, sizeof *shares);
    shares->count = game->pub.stock_count;
    shares->seat_count = rules->seat_count;
    shares->ready_for = CN_SEAT_NONE;
    memcpy(shares->card, game->deck + game->deck_next, shares->count * sizeof *shares->card);
}

/* An order in the making. */
typedef struct listing {
    cn_stock_shares *shares;
    bool listed[CN_DECK_CARDS_MAX];
    unsigned count;
} listing;

static void list_card(listing *list, unsigned i, unsigned limit)
{
    if (list->count == limit || list->listed[i] || list->shares->gone[i]) return;
    list->listed[i] = true;
    list->shares->order[list->count++] = (uint16_t)i;
}

/* What the seat would draw, one card after the other, until `limit` cards are listed. */
static void list_for(listing *list, unsigned seat, unsigned limit)
{
    const unsigned seats = list->shares->seat_count, count = list->shares->count;
    for (unsigned i = seat; i < count; i += seats) list_card(list, i, limit);
    for (unsigned away = 1; away < seats; away++) {
        const unsigned other = (seat + away) % seats;
        const unsigned size = (count + seats - 1 - other) / seats; /* cards of its share */
        for (unsigned place = size; place-- > 0;) list_card(list, other + place * seats, limit);
    }
}

/* Lays the stock so that `seat` draws its own cards for `own` of them, and `next` after that. */
static void lay_ready(cn_stock_shares *shares, cn_game *game, const cn_rules *rules, unsigned seat,
                      unsigned own, unsigned next)
{
    const unsigned left = game->pub.stock_count;
    listing list = {.shares = shares};
    cn_card cards[CN_DECK_CARDS_MAX];
    list_for(&list, seat, own);
    list_for(&list, next, left);
    assert(list.count == left);
    for (unsigned i = 0; i < left; i++) cards[i] = shares->card[shares->order[i]];
    const bool ordered = cn_game_order_stock(game, rules, cards);
    assert(ordered);
    (void)ordered;
}

cn_reason cn_stock_shares_apply(cn_stock_shares *shares, cn_game *game, const cn_rules *rules,
                                cn_step step, cn_event *event)
{
    const unsigned seat = game->pub.seat, left = game->pub.stock_count;
    if (game->pub.refills > 0) return cn_game_apply(game, rules, step, event);
    if (shares->ready_for != seat) lay_ready(shares, game, rules, seat, left, seat);
    shares->ready_for = (uint8_t)seat;

    const cn_game before = *game;
    cn_reason reason = cn_game_apply(game, rules, step, event);
    if (reason.code != CN_OK || game->pub.stock_count == left || game->pub.refills > 0)
        return reason;
    /* Cards for the start of the next turn are not this seat's: the step is made once more. */
    const unsigned used = left - game->pub.stock_count;
    const unsigned next = event->start.seat;
    if (next != CN_SEAT_NONE && event->start.stock_count > 0) {
        *game = before;
        lay_ready(shares, game, rules, seat, used - event->start.stock_count, next);
        reason = cn_game_apply(game, rules, step, event);
    }
    /* Counted anew: made again, the start may have had other threes to replace. */
    const unsigned gone = left - game->pub.stock_count;
    for (unsigned i = 0; i < gone; i++) shares->gone[shares->order[i]] = true;
    shares->ready_for = CN_SEAT_NONE;
    return reason;
}
