/* What an opening can come to, told from counts, by rules by which one of its groups must be
 * without wilds, no canasta of it may be mixed, wilds lie together or apart, and the top card of
 * the pile does not help. Not here: openings of which counts decide alone (opening_reach.h), single
 * steps (legal_pure.c). Invariant: a yes and a no are what a search would say. */
#ifndef CANASTA_OPENING_PURE_H
#define CANASTA_OPENING_PURE_H

#include "canasta/public.h"
#include "opening_reach.h"

/* Fills cn_rules.openings_pure and .pure_room. */
void cn_derive_pure_openings(cn_rules *rules);

/* Nothing is staged: the cards in hand, whatever may be laid of them, are too few or count too
 * little; told too seldom rather than too often. */
bool cn_pure_opening_is_beyond(const cn_rules *rules, const cn_public *pub, const cn_cards *hand);

/* The cards there are for an opening. */
typedef struct cn_pure_reach {
    const cn_rules *rules;
    const cn_public *pub;
    const cn_cards *hand;
    const cn_side *side;
    int32_t need;
    int32_t points;              /* of the groups, without wilds in hand and without `lone` */
    int32_t staged_wilds;        /* points of the wilds that are staged */
    uint8_t twos, jokers, wilds; /* in hand; both */
    uint8_t loose;               /* hand cards that can be discarded at any time */
    uint8_t keep;                /* of these must be left */
    uint8_t due;                 /* wilds that the begun meld wants besides its naturals */
    uint8_t together;            /* wilds staged in a meld of wilds */
    bool mixed;                  /* wilds are staged in melds of ranks */
    uint32_t begun;              /* ranks of the staged melds */
    uint32_t groups;             /* these, and those of which a meld is in hand */
    uint32_t pairs;              /* other ranks of which a wild makes a meld of two cards; `lone` */
    uint32_t lone;               /* the group with the top card, if it counts with a wild only */
    uint32_t pure;               /* groups that may be the one without wilds */
    uint32_t mixable;            /* ranks that take wilds */
    uint32_t top;                /* the rank of the group with the top card, as a bit; 0: none */
    uint8_t held[CN_COUNTS];     /* naturals in hand, */
    uint8_t all[CN_COUNTS];      /* with those staged, */
    uint8_t room[CN_COUNTS];     /* and the wilds that they take besides those staged */
} cn_pure_reach;

/* A side that has not opened, in PHASE_DRAW, where a pair takes the pile, or in PHASE_MELD. False
 * if the cards are not told by counts. */
bool cn_pure_reach_make(cn_pure_reach *r, const cn_rules *rules, const cn_public *pub,
                        const cn_cards *hand);

/* A natural of the hand is left out; false if no place for what is staged is told then. */
bool cn_pure_leave_out(cn_pure_reach *r, unsigned rank);

/* Naturals of the rank are left out until it takes a wild more; false if that is not told. */
bool cn_pure_make_room(cn_pure_reach *r, unsigned rank);

/* So many hand cards are laid in PHASE_MELD: enough is left, with what the pile brings, and one
 * less where a talon follows. */
bool cn_pure_leaves_enough(const cn_pure_reach *r, unsigned added);

/* One way to lay all that can be laid; filled where it is kept, because a copy would wait for what
 * has just been stored in pieces. */
typedef struct cn_pure_laid {
    bool possible;
    bool most;   /* nothing could count more */
    bool enough; /* ... cards are left */
    bool together;
    int32_t points;
    uint8_t wilds;       /* laid from the hand; */
    uint8_t bound;       /* of these so many must be */
    uint32_t pairs;      /* of which melds are made, `lone` among them */
    uint32_t pair, onto; /* as cn_lay_apart was asked */
} cn_pure_laid;

/* Wilds with naturals only: one of them with the cards of the rank `pair`, one with those of `onto`
 * besides what these are due (ranks, one bit each, or 0). */
void cn_lay_apart(cn_pure_laid *laid, const cn_pure_reach *r, uint32_t pair, uint32_t onto);

/* All wilds in one meld. */
void cn_lay_together(cn_pure_laid *laid, const cn_pure_reach *r);

/* The count is met so, or with fewer cards, and enough is left, if one of the wilds is of that
 * kind; a card of each group is laid, or, of several ways, of each in one of them. */
cn_certainty cn_pure_opens_with(const cn_pure_reach *r, const cn_pure_laid *laid, unsigned kind);

/* The same if one natural of that rank, a bit, is laid, whatever else may stay in the hand. */
cn_certainty cn_pure_opens_laying(const cn_pure_reach *r, const cn_pure_laid *laid, uint32_t rank);

/* The same of wilds of any kind; most often all that can be laid is. */
static inline cn_certainty cn_pure_opens(const cn_pure_reach *r, const cn_pure_laid *laid)
{
    if (!laid->possible) return CN_SURELY_NOT;
    const bool counts = laid->points >= r->need;
    if (counts ? laid->enough : laid->most) return counts ? CN_SURELY : CN_SURELY_NOT;
    return cn_pure_opens_with(r, laid, CN_KIND_NONE);
}

/* Either of two ways. */
static inline cn_certainty cn_either_way(cn_certainty one, cn_certainty other)
{
    if (one == CN_SURELY || other == CN_SURELY) return CN_SURELY;
    return one == CN_UNSURE || other == CN_UNSURE ? CN_UNSURE : CN_SURELY_NOT;
}

#endif
