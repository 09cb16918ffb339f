/* Openings told from counts, without a search: what forbids any, the cards of one that can be made.
 * Not here: all openings (finish_open.c). Invariant: whatever is found is one that the search would
 * find; where nothing is found, nothing is proved. */
#ifndef CANASTA_OPENING_DRAFT_H
#define CANASTA_OPENING_DRAFT_H

#include "engine/step/opening.h"
#include "engine/step/shape.h"

enum { CN_DRAFT_PIECES = 12 };

/* Groups, and what is left in hand. */
typedef struct cn_groups {
    int32_t points;
    bool mixed;              /* a wild lies in a meld of a rank */
    uint8_t added;           /* hand cards laid by the draft */
    uint8_t twos, jokers;    /* in hand */
    uint8_t held[CN_COUNTS]; /* naturals in hand */
    uint32_t begun;          /* ranks, and others, with a piece */
    uint64_t faces;          /* natural faces in hand that a sequence may take */
    uint64_t lengthened;     /* those that the begun sequence has taken */
    uint64_t sequenced;      /* those in sequences begun by the draft */
    uint8_t count;
    uint8_t low, suit; /* of the begun meld, if it is a sequence */
    cn_shape piece[CN_DRAFT_PIECES];
} cn_groups;

/* What is staged, and an opening made of it: the same for all questions about a position. */
typedef struct cn_draft {
    const cn_rules *rules;
    const cn_public *pub;
    const cn_cards *hand;
    bool forbidden; /* counts forbid any that keeps cards, as far as they have been asked */
    bool made;      /* what follows is there: it is made when it is first asked for */
    bool applies;   /* otherwise nothing is ever found */
    bool tried, found;
    bool pure;      /* what initial_needs_pure wants is there in a meld that stays as it is */
    uint8_t fixed;  /* the meld of the take that must do without the top (P44), or CN_NO_MELD */
    uint32_t ranks; /* of which groups may be begun: naturals, and twos where these are a rank */
    cn_goal goal;
    cn_groups staged;
    cn_groups opening; /* if one is found */
} cn_draft;

/* True if no cards of the hand, with those staged, make an opening; `out`: one that goes out, by
 * which the count may not be needed. False proves nothing. */
bool cn_counts_forbid_opening(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                              bool out);

cn_draft cn_draft_make(const cn_rules *rules, const cn_public *pub, const cn_cards *hand);

/* True if an opening that keeps cards is found; the first asks beforehand whether counts forbid
 * one. */
bool cn_draft_opens(cn_draft *draft);
bool cn_draft_finds(cn_draft *draft);

/* The same after the lay `number`, or after some lay onto the meld that TO_MELD names; the step is
 * possible. */
bool cn_draft_opens_after(cn_draft *draft, unsigned number);

#endif
