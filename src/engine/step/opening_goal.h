/* What an opening must come to in this turn, and what must be left of the hand.
 * Not here: which cards it is made of (finish_open.c, opening_draft.c). Invariant: counts only what
 * is certain (P151). */
#ifndef CANASTA_OPENING_GOAL_H
#define CANASTA_OPENING_GOAL_H

#include "canasta/public.h"

/* What an opening must come to, worked out once for a search. */
typedef struct cn_goal {
    cn_need need;
    int32_t bonus_points; /* of laid-out threes, where they count */
    uint32_t fitting;     /* ranks of which naturals in hand could be laid somehow */
    unsigned hand;        /* hand cards, held threes not counted */
    unsigned rest;        /* cards of the pile that come to the hand with the opening */
    unsigned keep;        /* cards that must then be there, one of them to discard */
    unsigned packet;      /* cards of a packet that the first own canasta brings (P112, P151) */
    unsigned stuck;       /* hand cards that can never be discarded */
    bool threes;          /* of going out: some are held besides the cards that are looked at */
    bool any_left;        /* an emptied hand picks up a packet: nothing need be kept (P111) */
    const cn_cards *cards;
} cn_goal;

/* P80, P95: the talon that the opening which is staged, or could be, will earn for certain,
 * whatever replaces its threes. */
bool cn_talon_follows(const cn_rules *rules, const cn_public *pub, const cn_cards *hand);

cn_goal cn_goal_make(const cn_rules *rules, const cn_public *pub, const cn_cards *hand);

/* The pile's cards that the `open` brings, on top of `hand` (may be NULL); buried ones are not
 * counted (P151). */
unsigned cn_goal_add_rest(const cn_rules *rules, const cn_public *pub, cn_cards *hand);

/* Enough is left to discard one card and keep what must be kept, once `added` cards are laid. */
bool cn_goal_leaves_enough(const cn_goal *goal, unsigned added, bool canasta);

#endif
