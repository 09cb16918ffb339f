/* The whole truth of one table: public state, all hands, stock. Flat, copied by assignment.
 * Not here: text, storage, randomness. Players and the encoder of messages never include this.
 * Invariant: after every call cn_game_check finds nothing (invariant.h). */
#ifndef CANASTA_GAME_H
#define CANASTA_GAME_H

#include "canasta/event.h"
#include "canasta/legal.h"
#include "canasta/public.h"
#include "canasta/reason.h"
#include "canasta/score.h"

typedef struct cn_game {
    cn_public pub;
    uint16_t deck_next;              /* from here to the end of the deck lies the stock */
    uint16_t buried_at;              /* cards buried under the upcard begin here (P20) */
    uint16_t talon_at[CN_SEATS_MAX]; /* a waiting talon begins here; its size is public */
    uint16_t upcard_at;              /* where the upcard lay, ... */
    uint8_t returned;                /* ... and how many cards before it went back (P155) */
    uint64_t shuffle_key[2];         /* what is shuffled in the hand comes from it (P155, P172) */
    /* In canonical order, deck[0] was the top (P14), but for cards that went back (P155): */
    _Alignas(CN_VECTOR) cn_card deck[CN_DECK_CARDS_MAX];
    cn_cards hand[CN_SEATS_MAX];
} cn_game;

/* Copies what is in use, as cn_public_copy does: of the deck, the stock and what waits unseen. An
 * assignment copies all and takes longer. */
void cn_game_copy(cn_game *to, const cn_game *from, const cn_rules *rules);

/* A game before its first deal; dealer < rules->seat_count (P9). */
void cn_game_start(cn_game *game, const cn_rules *rules, unsigned dealer);

/* Deals the next hand from `deck` (rules->deck_size cards, a valid deck) as clauses P14 to P23 say.
 * Allowed in PHASE_START and PHASE_SCORED. Writes the full event if `event` is not NULL. */
void cn_game_deal(cn_game *game, const cn_rules *rules, const cn_card *deck, cn_event *event);

/* Where in the deck that was dealt from the card at a place of the game's deck lay (P155), and that
 * deck: asked for before the stock is refilled (P170). */
unsigned cn_game_dealt_at(const cn_game *game, const cn_rules *rules, unsigned at);
void cn_game_dealt_deck(const cn_game *game, const cn_rules *rules, cn_card *deck);

/* Makes a step of the seat to act, or refuses it and changes nothing. A card that is not named is
 * taken from the lowest suit, and the event names it. `event` may be NULL. */
cn_reason cn_game_apply(cn_game *game, const cn_rules *rules, cn_step step, cn_event *event);

/* The same for a step known to be legal: nothing is checked but in debug builds. */
void cn_game_apply_legal(cn_game *game, const cn_rules *rules, cn_step step, cn_event *event);

/* The same for a step that was judged when it was made, and may not be any more: false, and nothing
 * is changed, if it is not possible (cn_possible_step). */
bool cn_game_apply_possible(cn_game *game, const cn_rules *rules, cn_step step, cn_event *event);

/* The same by the step's number alone, which is the quickest: with cards of the lowest suits, and
 * without an event. */
void cn_game_make(cn_game *game, const cn_rules *rules, unsigned number);

/* In PHASE_HAND_END: scores the hand, adds the totals, and goes to PHASE_SCORED or PHASE_GAME_END.
 * `scores` (side_count entries) and `event` may be NULL. */
void cn_game_score(cn_game *game, const cn_rules *rules, cn_score *scores, cn_event *event);

/* Puts the undrawn stock into another order: `cards` are its pub.stock_count cards, the one to be
 * drawn first in front. For experiments that decide by whom a card would be drawn; a deal of the
 * game's deck then gives the same hand again. False, and nothing changes, if they are not exactly
 * the cards of the stock. */
bool cn_game_order_stock(cn_game *game, const cn_rules *rules, const cn_card *cards);

/* The cards that lie before a seat unseen: packets not picked up (all of them) and its talon. */
cn_cards cn_game_waiting(const cn_game *game, const cn_rules *rules, unsigned seat);

/* Hash of the whole state with every physical card, the same on every machine. */
uint64_t cn_game_hash(const cn_game *game, const cn_rules *rules);

#endif
