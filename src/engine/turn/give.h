/* From what is due to what arrives, and where packets lie.
 * Not here: when something is due (apply.h). Invariant: reads the game, changes nothing of it. */
#ifndef CANASTA_GIVE_H
#define CANASTA_GIVE_H

#include "canasta/game.h"
#include "engine/turn/due.h"

/* Finds the cards due to a seat in the deck. True if a draw used up the stock and brought nothing
 * but threes (P30). */
bool cn_give(const cn_game *game, const cn_rules *rules, const cn_due *due, cn_arrivals *arrivals);

/* Where in the deck a packet begins; each next card lies rules->seat_count further (P16).
 * `packet` counts from 0 in the order they are picked up. */
unsigned cn_packet_at(const cn_game *game, const cn_rules *rules, unsigned seat, unsigned packet);

#endif
