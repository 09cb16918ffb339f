/* How an event changes the public state and a hand; shared by game and view.
 * Not here: choosing or checking steps. Invariant: needs nothing but what the event tells. */
#ifndef CANASTA_APPLY_H
#define CANASTA_APPLY_H

#include "canasta/event.h"
#include "canasta/public.h"
#include "canasta/score.h"

/* Hand cards a step uses; returns how many (0, 1 or 2). */
unsigned cn_step_used(cn_step step, cn_card used[2]);

/* Moves the acting seat's cards for a step event; `pub` is the state before it. */
void cn_hand_step(cn_cards *hand, const cn_rules *rules, const cn_public *pub,
                  const cn_event *event);

/* Advances the public state by one event. */
void cn_public_deal(cn_public *pub, const cn_rules *rules, const cn_event *event);
void cn_public_step(cn_public *pub, const cn_rules *rules, const cn_event *event);
void cn_public_score(cn_public *pub, const cn_rules *rules, const cn_score *scores);

/* A public state before the first deal. */
void cn_public_start(cn_public *pub, const cn_rules *rules, unsigned dealer);

/* The deal of P14 to P23 as an event, all hands known; `*used` gets the cards that left the deck.
 */
void cn_deal_event(cn_event *event, const cn_rules *rules, const cn_public *pub,
                   const cn_card *deck, unsigned *used);

/* Makes a possible step on copies of what a seat knows; cards from the stock stay unknown, so that
 * hand_count runs ahead of the hand. */
void cn_try_step(const cn_rules *rules, cn_public *pub, cn_cards *hand, cn_step step);

#endif
