/* The stock of a hand shared out among the seats in advance, so that what one seat draws does not
 * change what the others will.
 * Not here: when anything is drawn (engine). Invariant: every card is drawn once, and as many cards
 * are drawn, in the same steps, as from a common stock. */
#ifndef CANASTA_STOCK_SHARES_H
#define CANASTA_STOCK_SHARES_H

#include "canasta/game.h"

typedef struct cn_stock_shares {
    cn_card card[CN_DECK_CARDS_MAX];   /* the stock as dealt: card i is of seat i % seat_count */
    bool gone[CN_DECK_CARDS_MAX];      /* no longer in the stock */
    uint16_t order[CN_DECK_CARDS_MAX]; /* the cards left, as they lie in the game now */
    uint16_t count;
    uint8_t seat_count;
    uint8_t ready_for; /* whose share lies on top, CN_SEAT_NONE if nobody's */
} cn_stock_shares;

/* Shares out the stock of a hand that has just been dealt. */
void cn_stock_shares_begin(cn_stock_shares *shares, const cn_rules *rules, const cn_game *game);

/* cn_game_apply, but every seat that is given cards of the stock gets those of its own share, in
 * order. When that is used up it gets the undermost cards of the next seat's share, then of the
 * one after that, by the numbers of the seats. */
cn_reason cn_stock_shares_apply(cn_stock_shares *shares, cn_game *game, const cn_rules *rules,
                                cn_step step, cn_event *event);

#endif
