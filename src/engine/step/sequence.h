/* Sequences: a card more at an end, what they take, when they may be left (P63, P109, P177).
 * Not here: which sequence a card goes to (target.c), melds of a rank (shape.h).
 * Invariant: wilds are told from the lowest place up, as many as there are wild places. */
#ifndef CANASTA_SEQUENCE_H
#define CANASTA_SEQUENCE_H

#include "canasta/public.h"
#include "canasta/reason.h"

/* A wild at an end where there is room. */
static inline void cn_sequence_add_wild(cn_meld *meld, cn_card card, bool high)
{
    const unsigned wild = card == CN_CARD_JOKER ? CN_WILD_JOKER : cn_card_suit(card);
    if (high) {
        meld->wild_places = (uint16_t)(meld->wild_places | 1U << (cn_meld_high(meld) + 1));
        meld->wild_cards = (uint16_t)(meld->wild_cards | wild << CN_WILD_BITS * meld->wilds);
    } else {
        meld->lowest = (cn_card)(meld->lowest - CN_SUITS);
        meld->wild_places = (uint16_t)(meld->wild_places | 1U << cn_meld_low(meld));
        meld->wild_cards = (uint16_t)((unsigned)meld->wild_cards << CN_WILD_BITS | wild);
    }
    meld->wilds++;
}

/* A card more, a natural at the end that it extends. */
static inline void cn_sequence_add(cn_meld *meld, cn_card card, bool high)
{
    if (cn_kind_is_wild(cn_card_kind(card))) {
        cn_sequence_add_wild(meld, card, high);
        return;
    }
    if (meld->naturals == 0 || card < meld->lowest) meld->lowest = card;
    meld->naturals++;
}

/* P178: the wild that stands for the rank; CN_CARD_NONE: none does. */
static inline cn_card cn_sequence_wild_at(const cn_meld *meld, unsigned rank)
{
    if ((meld->wild_places >> rank & 1) == 0) return CN_CARD_NONE;
    const unsigned below = meld->wild_places & ((1U << rank) - 1);
    const unsigned at = (unsigned)__builtin_popcount(below) * CN_WILD_BITS;
    const unsigned wild = (unsigned)meld->wild_cards >> at & ((1U << CN_WILD_BITS) - 1);
    return wild == CN_WILD_JOKER ? (cn_card)CN_CARD_JOKER : cn_card_make(CN_ROW_TWOS, wild);
}

/* A natural takes the place of the wild that stands for its rank. */
static inline void cn_sequence_swap(cn_meld *meld, unsigned rank)
{
    const unsigned below = meld->wild_places & ((1U << rank) - 1);
    const unsigned at = (unsigned)__builtin_popcount(below) * CN_WILD_BITS;
    const unsigned cards = meld->wild_cards, low = (1U << at) - 1;
    meld->wild_cards = (uint16_t)((cards & low) | (cards >> CN_WILD_BITS & ~low));
    meld->wild_places = (uint16_t)(meld->wild_places & ~(1U << rank));
    meld->wilds--;
    meld->naturals++;
}

/* A wild has room at the end. */
static inline bool cn_sequence_has_room(const cn_meld *meld, bool high)
{
    return high ? cn_meld_high(meld) + 1 < CN_RANKS : cn_meld_low(meld) > 0;
}

/* The places from one rank to another, one bit each; those of a sequence. */
static inline uint32_t cn_places_between(unsigned low, unsigned high)
{
    return ((UINT32_C(2) << (high - low)) - 1) << low;
}

static inline uint32_t cn_sequence_places(const cn_meld *meld)
{
    return cn_places_between(cn_meld_low(meld), cn_meld_high(meld));
}

/* Where a canasta takes no wild: these can be laid before it is one, with all that is between them
 * and what lies there - nothing: a natural that begins it. */
bool cn_sequence_wilds_in_time(const cn_params *p, uint32_t lying, uint32_t wilds);

/* True if a sequence of so many naturals and wilds may be left as it is (P122, P177). */
bool cn_sequence_is_finished(const cn_params *p, unsigned naturals, unsigned wilds);

/* Sequences have wilds at all; those of an opening perhaps not (P53). */
static inline bool cn_sequences_take_wilds(const cn_params *p, bool opening)
{
    return p->sequences && p->sequence_wilds > 0 && !(opening && p->initial_naturals_only);
}

/* Why the side's meld `target`, or a new one, takes no such card; a wild where it stands: the end
 * has room. */
cn_reason cn_sequence_refusal(const cn_rules *rules, const cn_side *side, unsigned target);
cn_reason cn_sequence_wild_refusal(const cn_rules *rules, const cn_public *pub, const cn_side *side,
                                   unsigned kind, unsigned target);

#endif
