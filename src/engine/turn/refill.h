/* The stock filled with the cards of the pile, when it is used up (P170 to P173).
 * Not here: whether it is (canasta/public.h), when (give.c, turn.c).
 * Invariant: the table is changed alike by game and views; only the game has an order. */
#ifndef CANASTA_REFILL_H
#define CANASTA_REFILL_H

#include "canasta/game.h"

/* What everybody sees of it. */
void cn_public_refill(cn_public *pub, const cn_rules *rules);

/* The same in a game: the new cards lie under those that the stock still has. `taken` cards that
 * were buried are on their way to a hand. */
void cn_game_refill(cn_game *game, const cn_rules *rules, unsigned taken);

/* Makes the key for the orders to come from the cards of a deck, or from what is known of it. */
void cn_game_make_key(cn_game *game, const cn_rules *rules, const cn_card *cards, unsigned count);

/* A place below `left` that follows from the key: for the refill of that number, or for cards that
 * go back when the upcard is turned. */
enum { CN_SHUFFLE_RETURNED = 255 };
unsigned cn_shuffle_place(const uint64_t key[2], unsigned purpose, unsigned left);

#endif
