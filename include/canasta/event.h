/* Events: what a game tells its seats, one after another.
 * Not here: how an event is written (text/event_text.h).
 * Invariant: the events of a game, projected for a seat, are all that seat can ever know. */
#ifndef CANASTA_EVENT_H
#define CANASTA_EVENT_H

#include "canasta/card.h"
#include "canasta/rules.h"
#include "canasta/step.h"

typedef enum cn_event_kind {
    CN_EVENT_DEAL, /* a hand was dealt */
    CN_EVENT_STEP, /* a seat made a step */
    CN_EVENT_SCORE /* the hand ended; all hands are shown */
} cn_event_kind;

enum { CN_TURNED_MAX = 24, CN_DRAWN_MAX = 8 };

typedef struct cn_event {
    uint8_t kind; /* cn_event_kind */
    uint8_t seat; /* STEP: who acted. DEAL: the dealer */
    union {
        struct {
            uint16_t hand_number;
            uint8_t red3[CN_SEATS_MAX][2]; /* 3d and 3h each seat laid out during the deal (P17) */
            uint8_t turned_count;
            cn_card turned[CN_TURNED_MAX]; /* first discards in the order turned (P18) */
            uint8_t
                known[CN_SEATS_MAX]; /* 1: hand[seat] is given; 0: this audience may not see it */
            cn_cards hand[CN_SEATS_MAX];
        } deal;
        struct {
            cn_step step;
            uint8_t drawn_count;
            /* Cards that left the stock, in order: a red three was laid out, all others went to the
             * hand and are CN_CARD_HIDDEN for the other seats. */
            cn_card drawn[CN_DRAWN_MAX];
        } step;
        struct {
            cn_cards hand[CN_SEATS_MAX]; /* what every seat was left with */
        } score;
    } u;
} cn_event;

/* The event as `seat` may see it; a seat that is not at the table (255) sees what everybody sees.
 */
cn_event cn_event_for(const cn_rules *rules, const cn_event *event, unsigned seat);

#endif
