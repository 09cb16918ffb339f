/* Numbers of step sequences from a dealt position, to be compared with other programs.
 * Not here: printing. Invariant: steps are told apart by their numbers, and the deck is the true
 * one, so that the counts depend on the rules and the deck alone. */
#ifndef CANASTA_PERFT_H
#define CANASTA_PERFT_H

#include "canasta/game.h"

enum { CN_PERFT_DEPTH_MAX = 32 };

/* counts[d] gets the number of sequences of exactly d steps, for d = 1 .. depth; a sequence that
 * ends the hand is not longer than that. counts[0] is 1. */
void cn_perft_count(const cn_game *game, const cn_rules *rules, unsigned depth,
                    uint64_t counts[CN_PERFT_DEPTH_MAX + 1]);

#endif
