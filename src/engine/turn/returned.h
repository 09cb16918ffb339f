/* Turned cards that may not lie open go back into the stock (P155).
 * Not here: which ones (deal.c), where they lay before (canasta/game.h).
 * Invariant: their places follow from the deck that is dealt from, and nobody can foretell them. */
#ifndef CANASTA_RETURNED_H
#define CANASTA_RETURNED_H

#include "canasta/game.h"

/* The game's deck is as it is dealt from, and its key made; so many cards, from `at` on, go back,
 * and the upcard behind them lies at `at` then. */
void cn_game_return_cards(cn_game *game, const cn_rules *rules, unsigned at, unsigned count);

#endif
