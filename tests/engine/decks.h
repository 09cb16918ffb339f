/* Decks made up for a test, and tables that deal from them.
 * Not here: claims. Invariant: a deck holds exactly the cards of its rule set. */
#ifndef CANASTA_TESTS_DECKS_H
#define CANASTA_TESTS_DECKS_H

#include "table.h"

cn_card deck_card(const char *text);

/* Cards that lie at place, place + stride, ... of the deck. With the number of seats as stride they
 * are a hand (the first player's from 0 on, P15) or a packet; 1: what follows the deal. */
typedef struct deck_at {
    unsigned place, stride;
    const char *cards;
} deck_at;

/* The named cards at their places; the others behind each other, naturals first, then black threes,
 * wilds and red threes. */
void deck_make(const cn_rules *rules, cn_card *deck, const deck_at *at, unsigned count);

/* A table before its first hand with that dealer. */
void deck_start(table *t, const cn_rules *rules, unsigned dealer);
/* Deals, tells every view, checks every invariant. `event` may be NULL. */
void deck_deal(table *t, const cn_card *deck, cn_event *event);
/* The three above in one. */
void deck_play(table *t, const cn_rules *rules, const deck_at *at, unsigned count);

/* table_step by number; `cards` names the hand cards, "" for those of the lowest suit. */
void deck_step(table *t, unsigned number, const char *cards);
/* The step as the game does it, with its event; views are told, too. */
cn_event deck_event(table *t, unsigned number, const char *cards);

/* Turns of a draw and a discard until the stock holds so many cards; fails if it never does. */
void deck_draw_down(table *t, unsigned stock_count);

/* The cards of the stock but so many go under the pile. Views are not told. */
void deck_bury_stock(cn_game *game, unsigned left);

/* How many copies of a card a seat holds. */
unsigned deck_held(const table *t, unsigned seat, const char *card);

#endif
