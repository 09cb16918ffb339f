/* The special hand that a hand is nearest to, and the cards it wants for it.
 * Not here: whether it is worth waiting for. Invariant: groups are filled one after the other, the
 * particular before the general, so that a nearer hand may be missed but none is invented. */
#ifndef CANASTA_SPECIAL_GOAL_H
#define CANASTA_SPECIAL_GOAL_H

#include "players/reckon.h"

typedef struct cn_special_goal {
    unsigned missing;         /* cards not in the hand; CN_NO_SPECIAL_GOAL if nothing is near */
    int32_t points;           /* what the special hand scores (P105) */
    uint8_t wanted[CN_KINDS]; /* cards of each kind that it is made of */
} cn_special_goal;

enum { CN_NO_SPECIAL_GOAL = 99 };

/* Of all special hands of the rules, the one with the fewest missing cards. Cards that are all
 * seen elsewhere are not waited for. */
cn_special_goal cn_special_goal_of(const cn_view *view, const cn_rules *rules,
                                   const cn_unseen_kinds *unseen);

#endif
