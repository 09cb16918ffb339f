/* Steps of a game in parts: what comes with a step, and what it brings from the stock.
 * Not here: the public state (apply.h). Invariant: the same whoever calls them. */
#ifndef CANASTA_GAME_STEP_H
#define CANASTA_GAME_STEP_H

#include <assert.h>
#include <stddef.h>

#include "canasta/game.h"
#include "canasta/invariant.h"
#include "engine/turn/apply.h"
#include "engine/turn/due.h"

/* Makes any legal step, and its event if `event` is not NULL. */
void cn_game_step(cn_game *game, const cn_rules *rules, cn_step step, cn_event *event);

/* The same with cards of the lowest suits and without an event: at once where the step brings no
 * unasked cards and cannot end the hand. */
void cn_game_step_at_once(cn_game *game, const cn_rules *rules, unsigned number);

/* Checked after every call in debug builds that ask for it: too slow for ordinary ones. */
static inline void cn_game_audit(const cn_game *game, const cn_rules *rules)
{
#ifdef CANASTA_AUDIT
    assert(cn_game_check(game, rules) == NULL);
#else
    (void)game;
    (void)rules;
#endif
}

/* What follows the step of a seat, which had so many cards of a talon apart before: its talon now
 * (P95), and what is due to the next seat, told in `start`. */
void cn_game_follow(cn_game *game, const cn_rules *rules, unsigned seat, unsigned talon,
                    const cn_due *due, cn_arrivals *start);

/* Finds the cards due to a seat in the deck, and refills the stock where it must (P170) - nothing
 * else is changed. True if a draw used up the stock and brought nothing but threes (P30). */
bool cn_give(cn_game *game, const cn_rules *rules, const cn_due *due, cn_arrivals *arrivals);

/* Where in the deck a packet begins; each next card lies rules->seat_count further (P16).
 * `packet` counts from 0 in the order they are picked up. */
unsigned cn_packet_at(const cn_game *game, const cn_rules *rules, unsigned seat, unsigned packet);

#endif
