/* Whether cards can all be laid, but one that may be the discard, where a rank has one meld at a
 * time and wilds make melds canastas or keep below.
 * Not here: which rules and positions are such (out_exact.c). Invariant: a yes and a no are what a
 * search would find. */
#ifndef CANASTA_OUT_WILDS_H
#define CANASTA_OUT_WILDS_H

#include "arrange.h"
#include "counts.h"

/* Cards to be laid, and the melds that they go to: of those that closed only the number counts. */
typedef struct cn_laying {
    const cn_rules *rules;
    bool closes;                 /* canastas take no more */
    uint8_t naturals[CN_COUNTS]; /* of the melds, by rank */
    uint8_t lying[CN_COUNTS];    /* their wilds */
    uint8_t held[CN_COUNTS];     /* naturals in hand; behind the ranks it means nothing */
    unsigned closed;             /* canastas that take no more */
    unsigned twos, jokers, black3;
    uint32_t last;       /* kinds of which a card may be the discard, one bit each */
    bool discard_due;    /* there must be one */
    unsigned need, most; /* canastas, at least and at most */
} cn_laying;

/* Nothing is told of hands with many wilds, nor where many canastas are still to be made. */
cn_told cn_laying_goes_out(const cn_laying *l);

#endif
