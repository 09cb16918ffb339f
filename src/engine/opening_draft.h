/* Openings found from counts: the cards of one that can be made, without a search.
 * Not here: all openings (finish_open.c). Invariant: whatever is found is one that the search would
 * find; where nothing is found, nothing is proved. */
#ifndef CANASTA_OPENING_DRAFT_H
#define CANASTA_OPENING_DRAFT_H

#include "opening_goal.h"
#include "shape.h"

enum { CN_DRAFT_PIECES = 12 };

/* What is staged, and what is in hand: the same for all questions about a position. */
typedef struct cn_draft {
    bool applies; /* otherwise nothing is ever found */
    const cn_rules *rules;
    const cn_public *pub;
    cn_goal goal;
    int32_t points; /* staged */
    bool pure;      /* what initial_needs_pure wants is there in a meld that stays as it is */
    bool mixed;     /* a wild lies in a meld of a rank */
    uint8_t added;  /* hand cards laid by the draft */
    uint8_t held[CN_RANKS];
    uint8_t twos, jokers;
    uint8_t fixed;  /* the meld of the take that must do without the top (P44), or CN_NO_MELD */
    uint32_t begun; /* ranks, and others, with a piece */
    uint32_t dead;  /* ranks of which none may be begun */
    uint8_t count;
    cn_shape piece[CN_DRAFT_PIECES];
} cn_draft;

cn_draft cn_draft_make(const cn_rules *rules, const cn_public *pub, const cn_cards *hand);

/* True if an opening that keeps cards is found. */
bool cn_draft_opens(const cn_draft *draft);

/* The same after the lay `number`, or after some lay onto the meld that TO_MELD names; the step is
 * possible. */
bool cn_draft_opens_after(const cn_draft *draft, unsigned number);

#endif
