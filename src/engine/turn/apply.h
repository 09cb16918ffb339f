/* How an event changes the public state and a hand; shared by game and view.
 * Not here: choosing or checking steps. Invariant: needs nothing but what the event tells. */
#ifndef CANASTA_APPLY_H
#define CANASTA_APPLY_H

#include <stdbool.h>

#include "canasta/event.h"
#include "canasta/public.h"
#include "canasta/score.h"

/* Hand cards a step uses; returns how many (0, 1 or 2). Cards must be named (cn_step_named). */
unsigned cn_step_used(cn_step step, cn_card used[2]);

/* The step with every card named, where it names none the one of the lowest suit. */
cn_step cn_step_lowest(const cn_public *pub, const cn_cards *hand, cn_step step);

/* The choices of cards that a number leaves where suits matter (S26): the place-th one, by rising
 * suits; false behind the last. Elsewhere there is one choice, which names no card. */
bool cn_step_choice(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                    unsigned number, unsigned place, cn_step *step);

/* True if the step puts cards of the pile into the hand: a take by a side that has melded, or the
 * `open` that completes a take (P45, P124). */
bool cn_step_collects(const cn_public *pub, unsigned number);

/* The cards of the pile that a collecting step brings: the open ones are pile[from .. to - 1] of
 * `pub`, the state before the step; threes among them that are laid out and black threes that are
 * set aside included. `buried` ones that lie face down under `from` come, too. The top card of a
 * take is not one of them. What lies deeper stays. */
typedef struct cn_span {
    unsigned from, to, buried;
} cn_span;
cn_span cn_step_collected(const cn_rules *rules, const cn_public *pub, unsigned number);

/* True if a collected card of this kind goes to the hand, and not to the table or out of play. */
bool cn_collected_stays(const cn_rules *rules, unsigned kind);

/* The meld a card of a lay would go to as step.h says: an index, meld_count for a new one, or
 * CN_NO_MELD if the card fits no meld (the step's shape is wrong). `number` is a lay, or a take
 * (the meld the top card goes to). */
unsigned cn_general_target(const cn_rules *rules, const cn_public *pub, unsigned number);

/* The same, plain rules first. */
static inline unsigned cn_step_target(const cn_rules *rules, const cn_public *pub, unsigned number)
{
    const cn_side *side = cn_public_acting(pub);
    const unsigned rank = cn_step_meld(number);
    if (!rules->plain || rank >= CN_RANKS) return cn_general_target(rules, pub, number);
    if (side->naturals[rank] == 0) /* plain: one meld of the rank, never closed */
        return cn_step_kind(number) == rank ? side->meld_count : (unsigned)CN_NO_MELD;
    return side->latest[rank] - 1U;
}

static inline void cn_sequence_add(cn_meld *meld, cn_card card)
{
    if (meld->naturals == 0 || card < meld->lowest) meld->lowest = card;
    meld->naturals++;
}

/* A meld with one card more; the meld must be of a kind that takes it. A sequence grows at the end
 * that fits. */
static inline void cn_meld_add(cn_meld *meld, cn_card card)
{
    const uint8_t kind = cn_card_kind(card);
    const unsigned suit = 1U << (4 * cn_card_suit(card));
    if (meld->rank == CN_MELD_SEQUENCE) {
        cn_sequence_add(meld, card);
    } else if (kind == CN_KIND_JOKER) {
        meld->wilds++;
        meld->jokers++;
    } else if (kind == CN_KIND_TWO && meld->rank != CN_MELD_TWOS) {
        meld->wilds++;
        meld->two_suits = (uint16_t)(meld->two_suits + suit);
    } else {
        meld->naturals++;
        meld->natural_suits = (uint16_t)(meld->natural_suits + suit);
    }
}

/* True if the meld, which is of no rank, is large enough and shaped to be left alone (P122). */
bool cn_special_is_finished(const cn_rules *rules, const cn_meld *meld);

/* The same for every meld. */
static inline bool cn_meld_is_finished(const cn_rules *rules, const cn_meld *meld)
{
    if (meld->rank >= CN_RANKS) return cn_special_is_finished(rules, meld);
    return (int32_t)cn_meld_size(meld) >= rules->p.meld_min &&
           meld->naturals >= rules->p.min_naturals;
}

/* Moves the acting seat's cards for a step event; `pub` is the state before it. It is the two parts
 * below, which the game calls one by one: cards used and collected, then what arrives. */
void cn_hand_step(cn_cards *hand, const cn_rules *rules, const cn_public *pub,
                  const cn_event *event);
void cn_hand_play(cn_cards *hand, const cn_rules *rules, const cn_public *pub, cn_step step);
/* The cards that reach the hand, and the threes that leave it. */
void cn_hand_arrive(cn_cards *hand, const cn_arrivals *arrivals);

/* What a seat must now be given: the game turns it into cn_arrivals from its deck, a view gets the
 * arrivals with the event. Order: buried, talon or packet, threes laid out, then the draws (S11).
 */
typedef struct cn_due {
    uint8_t seat;    /* who receives; CN_SEAT_NONE: nobody, and nothing else is set */
    uint8_t draw;    /* cards to draw from the stock that stay in the hand */
    uint8_t replace; /* further ones: replacements of threes of the pile's open cards (P33) */
    uint8_t buried;  /* cards buried under the pile that come first (P20) */
    uint8_t picked;  /* cn_picked: what is picked up */
    bool drawing;    /* it is a draw: short_draw and last_threes apply (P29 to P31) */
    bool lay_out;    /* bonus threes of the hand are laid out and replaced, too (P26) */
    bool hold_one;   /* one three may stay in the hand (P97) */
    bool give_up;    /* ... but not one that is in the hand now (the step LAY_OUT, S13) */
    bool melded;     /* the step melded: who has no card then goes out, nothing is drawn (P136) */
} cn_due;

/* Cards of the packet that the seat picks up next; 0 if none waits. */
unsigned cn_packet_size(const cn_rules *rules, const cn_public *pub, unsigned seat);

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
/* After the step's arrivals: the end of the hand, or of the turn - then the next one begins, and
 * this says what its seat must be given. Reads event->u.step. */
cn_due cn_public_settle(cn_public *pub, const cn_rules *rules, const cn_event *event);
/* After the arrivals of a turn's start (P93). */
void cn_public_begin(cn_public *pub, const cn_rules *rules);

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
