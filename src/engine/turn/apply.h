/* How an event changes the public state and a hand; shared by game and view.
 * Not here: choosing or checking steps. Invariant: needs nothing but what the event tells. */
#ifndef CANASTA_APPLY_H
#define CANASTA_APPLY_H

#include <stdbool.h>

#include "canasta/event.h"
#include "canasta/public.h"
#include "canasta/score.h"
#include "engine/turn/due.h"
#include "engine/turn/turn.h"

/* Moves the acting seat's cards for a step event; `pub` is the state before it. It is the two parts
 * below, which the game calls one by one: cards used and collected, then what arrives. */
void cn_hand_step(cn_cards *hand, const cn_rules *rules, const cn_public *pub,
                  const cn_event *event);
void cn_hand_play(cn_cards *hand, const cn_rules *rules, const cn_public *pub, cn_step step);
/* The cards that reach the hand, and the threes that leave it. */
void cn_hand_arrive(cn_cards *hand, const cn_arrivals *arrivals);

/* Advances the public state by one event. */
void cn_public_deal(cn_public *pub, const cn_rules *rules, const cn_event *event);
void cn_public_step(cn_public *pub, const cn_rules *rules, const cn_event *event);
void cn_public_score(cn_public *pub, const cn_rules *rules, const cn_score *scores);

/* The parts of cn_public_step in their order; the game calls them one by one, because what arrives
 * depends on what the step has done: act, arrive (event->u.step.drawn), settle, arrive
 * (event->start), begin. */

/* The step itself: cards laid, pile taken, answer given. Says what its seat must be given now. */
cn_due cn_public_act(cn_public *pub, const cn_rules *rules, cn_step step);
/* Arrivals of the step or of a turn's start (seat CN_SEAT_NONE: nothing changes). */
void cn_public_arrive(cn_public *pub, const cn_rules *rules, const cn_arrivals *arrivals);
/* The step that has just been made, a discard or a pass, goes out although threes are left in the
 * hand (P204): what cn_event.threes_left says. The first asks what everybody sees. */
bool cn_may_leave_threes(const cn_rules *rules, const cn_public *pub, unsigned number);
bool cn_leaves_threes(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                      unsigned number);
/* After the step's arrivals: the end of the hand, or of the turn - then the next one begins, and
 * this says what its seat must be given. Reads event->u.step. */
cn_due cn_public_settle(cn_public *pub, const cn_rules *rules, const cn_event *event);
/* The parts of cn_public_deal: the table as dealt, then what the first seat must be given at the
 * start of its turn (P21, P26), its arrivals, and cn_public_begin. */
void cn_public_lay_table(cn_public *pub, const cn_rules *rules, const cn_event *event);
cn_due cn_public_first_due(const cn_public *pub, const cn_rules *rules);

/* The deal of P14 to P23 as an event, all hands known, without `start`; `*used` gets the cards that
 * left the deck, `*buried_at` where the buried ones begin. */
void cn_deal_event(cn_event *event, const cn_rules *rules, const cn_public *pub,
                   const cn_card *deck, unsigned *used, unsigned *buried_at);

/* Cards buried under a first turned card, if the stock has so many (P20, S20). */
unsigned cn_buried_count(const cn_rules *rules, cn_card turned);

/* A public state before the first deal. */
void cn_public_start(cn_public *pub, const cn_rules *rules, unsigned dealer);

/* Makes a possible step on copies of what a seat knows; cards from the stock stay unknown, so that
 * hand_count runs ahead of the hand. */
void cn_try_step(const cn_rules *rules, cn_public *pub, cn_cards *hand, cn_step step);

/* The same for the question whether the turn can be finished after it: cards from the stock are not
 * counted but for a draw's own, so that no turn depends on them. The next turn's start is left
 * out. */
void cn_try_certain(const cn_rules *rules, cn_public *pub, cn_cards *hand, cn_step step);

#endif
