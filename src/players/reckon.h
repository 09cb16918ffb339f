/* What a seat can reckon from its view: cards it has not seen, chances that a seat holds some of
 * them, what hands will cost, and how the game would stand if the hand ended now.
 * Not here: decisions. Invariant: whole numbers only, so that every machine reckons the same. */
#ifndef CANASTA_RECKON_H
#define CANASTA_RECKON_H

#include "canasta/view.h"

/* Chances are parts of this. */
enum { CN_CERTAIN = 1 << 16 };

/* Cards this seat has not seen: they are in the stock or unknown in the other hands. */
typedef struct cn_unseen_kinds {
    uint16_t kind[CN_KINDS];
    uint16_t in_hands; /* all of them that a hand can hold, that is: without the bonus threes */
} cn_unseen_kinds;

cn_unseen_kinds cn_reckon_unseen(const cn_view *view, const cn_rules *rules);

/* Chance that `seat` holds at least `count` (1 or 2) cards of `kind`, going by what it was seen to
 * take into the hand and by numbers. */
uint32_t cn_reckon_holds(const cn_view *view, const cn_unseen_kinds *unseen, unsigned seat,
                         unsigned kind, unsigned count);

/* Points the cards of a hand would cost if the hand ended now: exact for the own hand, for the
 * others what is known of them and an average for the rest. */
int32_t cn_reckon_hand_cost(const cn_view *view, const cn_rules *rules,
                            const cn_unseen_kinds *unseen, unsigned seat);

/* The same for the packets and the talon that wait before a seat unseen (P96, P113). */
int32_t cn_reckon_waiting_cost(const cn_view *view, const cn_rules *rules,
                               const cn_unseen_kinds *unseen, unsigned seat);

typedef enum cn_outlook {
    CN_OUTLOOK_OPEN, /* the game would go on */
    CN_OUTLOOK_WON,  /* it would be over and the own side among the winners */
    CN_OUTLOOK_LOST
} cn_outlook;

/* How the game would stand for the view's side if the hand ended with the table as it lies in
 * `view`, with `extra_points` more for that side. `view->pub.out_seat` says who went out. */
cn_outlook cn_reckon_outlook(const cn_view *view, const cn_rules *rules, int32_t extra_points);

#endif
