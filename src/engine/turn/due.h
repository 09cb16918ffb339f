/* What a seat must be given.
 * Not here: when (apply.h, turn.h), from which cards (game_step.h).
 * Invariant: the order of S11: buried, talon or packet, threes laid out, then the draws. */
#ifndef CANASTA_DUE_H
#define CANASTA_DUE_H

#include "canasta/event.h"
#include "canasta/public.h"

/* What a seat must now be given: the game turns it into cn_arrivals from its deck, a view gets the
 * arrivals with the event. Order: buried, talon or packet, threes laid out, then the draws (S11).
 */
typedef struct cn_due {
    uint8_t seat;    /* who receives; CN_SEAT_NONE: nobody, and nothing else is set */
    uint8_t draw;    /* cards to draw from the stock that stay in the hand */
    uint8_t replace; /* further ones: replacements of threes of the pile's open cards (P33) */
    uint8_t buried;  /* cards buried under the pile that come first (P20) */
    uint8_t picked;  /* cn_picked: what is picked up */
    bool refill;     /* the stock is refilled first (P170) */
    bool drawing;    /* it is a draw: short_draw and last_threes apply (P29 to P31) */
    bool lay_out;    /* bonus threes of the hand are laid out and replaced, too (P26) */
    bool unreplaced; /* ... but not replaced (P167) */
    bool hold_one;   /* one three may stay in the hand (P97) */
    bool give_up;    /* ... but not one that is in the hand now (the step LAY_OUT, S13) */
    bool melded;     /* the step melded: who has no card then goes out, nothing is drawn (P136) */
} cn_due;

static inline cn_due cn_due_none(void)
{
    return (cn_due){.seat = CN_SEAT_NONE};
}

#endif
