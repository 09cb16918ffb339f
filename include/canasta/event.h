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

enum { CN_TURNED_MAX = 144, CN_ARRIVALS_MAX = 112 };

/* What came with the cards: a talon or a packet that had lain before the seat (P96, P111). */
typedef enum cn_picked { CN_PICKED_NONE, CN_PICKED_TALON, CN_PICKED_PACKET } cn_picked;

/* Cards that reach a seat from places nobody could see: stock, packet, talon, buried cards. What
 * was laid out on the way (threes) is public, and so is how many cards left the stock. With
 * CN_SEAT_NONE the other fields mean nothing. */
typedef struct cn_arrivals {
    uint8_t seat;        /* CN_SEAT_NONE: nothing has arrived */
    uint8_t picked;      /* cn_picked */
    uint8_t refilled;    /* 1: the stock was refilled before they came, or while they did (P170) */
    uint8_t stock_count; /* cards that left the stock, threes included */
    uint8_t three[4];    /* threes laid out, by suit, and buried black ones that are set aside
                            (P140); those of a taken pile's open cards are not among them */
    uint8_t hand_three[4]; /* of these, the ones that had been in the hand before (P21, P97) */
    uint8_t count;         /* cards that reached the hand and stayed in it */
    cn_card card[CN_ARRIVALS_MAX]; /* in order; CN_CARD_HIDDEN for other seats */
} cn_arrivals;

typedef struct cn_event {
    uint8_t kind; /* cn_event_kind */
    uint8_t seat; /* STEP: who acted. DEAL: the dealer */
    union {
        struct {
            uint16_t hand_number;
            uint8_t three[CN_SEATS_MAX][4]; /* threes each seat laid out during the deal (P17), by
                                               suit */
            uint8_t turned_count;
            uint8_t returned_count;        /* the first of them, which went back (P155) */
            uint8_t buried_count;          /* stock cards put face down under the upcard (P20) */
            cn_card turned[CN_TURNED_MAX]; /* in the order turned (P18): the pile */
            uint8_t known[CN_SEATS_MAX];   /* 1: hand[seat] is given; 0: not for this audience */
            cn_cards hand[CN_SEATS_MAX];
        } deal;
        struct {
            cn_step step;
            uint8_t special;     /* DECLARE: the special hand, its index + 1; otherwise 0 */
            uint8_t last_threes; /* the draw used up the stock and brought nothing but threes:
                                    the hand is over (P30) */
            uint8_t threes_left; /* the discard or pass goes out with threes in hand (P204) */
            cn_arrivals drawn;   /* what this step brought the seat that made it */
        } step;
        struct {
            cn_cards hand[CN_SEATS_MAX];    /* what every seat was left with */
            cn_cards waiting[CN_SEATS_MAX]; /* packets and talons not picked up (P96, P113) */
            uint16_t minutes;               /* that the game has lasted (P169) */
        } score;
    } u;
    cn_arrivals start; /* DEAL, STEP: what the seat whose turn begins picks up, lays out and draws
                          before anything else (P26) */
} cn_event;

/* The event as `seat` may see it; a seat that is not at the table (CN_SEAT_NONE) sees what
 * everybody sees. */
cn_event cn_event_for(const cn_rules *rules, const cn_event *event, unsigned seat);

#endif
