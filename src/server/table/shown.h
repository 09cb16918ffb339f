/* Where in the deck the cards lie that somebody has been shown in the running hand: that is where a
 * proof of a card may be given, and nowhere else.
 * Not here: proofs (table.h), what an audience may see (canasta/event.h). Invariant: a position is
 * marked for an audience only if the events of the hand have shown it that card. */
#ifndef CANASTA_SERVER_SHOWN_H
#define CANASTA_SERVER_SHOWN_H

#include "canasta/game.h"

/* The bit of an audience: of a person, or of those who look on. */
enum { CN_SHOWN_TO_WATCHERS = 1 << CN_PLAYERS_MAX, CN_SHOWN_TO_ALL = 2 * CN_SHOWN_TO_WATCHERS - 1 };

typedef struct cn_shown {
    uint16_t next;  /* the first position of the stock */
    uint8_t buried; /* cards buried under the pile */
    uint16_t to[CN_DECK_CARDS_MAX];
} cn_shown;

/* A hand has been dealt, or a step made; `game` is what came of it. */
void cn_shown_deal(cn_shown *shown, const cn_rules *rules, const cn_game *game,
                   const cn_event *event);
void cn_shown_step(cn_shown *shown, const cn_rules *rules, const cn_game *game,
                   const cn_event *event);

#endif
