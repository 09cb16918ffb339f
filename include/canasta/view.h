/* What one seat knows: the public state, its own hand, and a perfect memory of public events.
 * Not here: anything of other hands or the stock. Players, encoders and browsers see this only.
 * Invariant: a view is a function of the events projected for its seat. */
#ifndef CANASTA_VIEW_H
#define CANASTA_VIEW_H

#include "canasta/event.h"
#include "canasta/legal.h"
#include "canasta/public.h"
#include "canasta/score.h"

enum { CN_DISCARDS_MAX = 256 };

/* A discard, or a take declined by drawing instead. */
typedef struct cn_discard {
    uint8_t seat;
    cn_card card;
} cn_discard;

/* What the steps have told about the bonus three that a hand may hold (P97, S13): the first suits
 * of S13 below the number are the ones it can have. */
typedef enum cn_held_three {
    CN_HELD_THREE_PERHAPS,
    CN_HELD_THREE_LOWEST = 1, /* it certainly holds one: a three of clubs, ... */
    CN_HELD_THREE_ANY = CN_SUITS,
    CN_HELD_THREE_NONE = 255
} cn_held_three;

/* What is kept in mind of one seat. */
typedef struct cn_seat_memory {
    _Alignas(CN_VECTOR) uint8_t discarded[CN_KINDS]; /* so many of a kind */

    uint8_t declined[CN_KINDS];    /* top kinds it did not take */
    uint8_t known[CN_KINDS];       /* at least so many are in its hand: taken from the pile and not
                                      seen to leave; whoever keeps kinds in mind takes any that
                                      leaves for one */
    uint8_t held_three;            /* cn_held_three, only where a bonus three may stay in a hand
                                      (P97, S17), as with the two counts below */
    uint16_t known_suits[CN_ROWS]; /* the same as `known` by faces, as in cn_cards: only the same
                                      face is taken for it, so that these are as many of a kind or
                                      more. Jokers are in `known` */
    uint16_t came;                 /* cards that came to the hand unseen, without bonus threes that
                                      were seen to leave it */
    uint16_t open;                 /* of these, as many may be bonus threes */
} cn_seat_memory;

typedef struct cn_memory {
    uint8_t aside[CN_SUITS]; /* black threes set aside so far, of all sides (P140) */
    uint16_t discard_count;
    cn_seat_memory seat[CN_SEATS_MAX];
    cn_discard discard[CN_DISCARDS_MAX]; /* in order, for this hand */
} cn_memory;

typedef struct cn_view {
    cn_public pub;
    uint8_t seat; /* CN_SEAT_NONE: somebody who looks on */
    cn_cards hand;
    cn_memory memory;
    cn_score scores[CN_SIDES_MAX];  /* of the last scored hand */
    cn_cards left[CN_SEATS_MAX];    /* hands shown when it was scored */
    cn_cards waiting[CN_SEATS_MAX]; /* and packets and talons not picked up */
} cn_view;

/* Copies what is in use, as cn_public_copy does; what was shown when a hand was scored only until
 * the next is dealt. An assignment copies all and takes longer. */
void cn_view_copy(cn_view *to, const cn_view *from, const cn_rules *rules);

/* A view before the first deal. `totals` (side_count entries) may be NULL for all zero. */
void cn_view_start(cn_view *view, const cn_rules *rules, unsigned seat, unsigned dealer,
                   unsigned hands_played, const int32_t *totals);

/* Advances the view. False, with the view unchanged, if the event cannot follow: so a damaged
 * stream is noticed and never shown. */
bool cn_view_apply(cn_view *view, const cn_rules *rules, const cn_event *event);

/* The legal steps of this seat: empty when another seat is to act. */
cn_mask cn_view_legal(const cn_view *view, const cn_rules *rules);

/* Makes a step of the own seat on a copy (`*view` itself): staging, undo, preview. Cards that would
 * come from the stock stay unknown: then the copy's hand_count runs ahead of its hand. False if the
 * step is not possible. */
bool cn_view_try(cn_view *view, const cn_rules *rules, cn_step step);

/* Hash of everything in the view, the same on every machine. */
uint64_t cn_view_hash(const cn_view *view, const cn_rules *rules);

#endif
