/* What keeps cards back where melds are told by their counts but have limits: closed ranks, ranks
 * without wilds, wilds that are locked.
 * Not here: what is laid (legal_limits.c), going out (out_limits.c). Invariant: only for rules of
 * which cn_rules.limits_counted is true. */
#ifndef CANASTA_LIMITED_H
#define CANASTA_LIMITED_H

#include "counted.h"
#include "dead.h"

#if defined(__SSSE3__)

/* The cards in hand, and what keeps them back. */
typedef struct cn_limited {
    cn_holding h;
    uint32_t dead;     /* ranks that are closed to everybody (P100) */
    uint32_t barred;   /* ranks of which no meld takes a wild now */
    unsigned together; /* cards of the latest meld of wilds */
    bool locked;       /* wilds, for melds of ranks (P61) */
} cn_limited;

/* Cards of the latest meld of wilds, 0 if none lies there; without a branch, because nobody
 * foresees it. */
CN_USUAL unsigned cn_wilds_together(const cn_side *side)
{
    const unsigned latest = side->latest[CN_MELD_WILD], lies = latest != 0;
    return cn_meld_wilds(&side->meld[(latest - 1) & (0U - lies)]) & (0U - lies);
}

CN_USUAL cn_limited cn_limits_of(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                                 const cn_side *side)
{
    const uint32_t mixed = cn_counts_from(side->wilds, 1);
    const uint32_t dead = cn_ranks_closed(rules, pub);
    const unsigned together = cn_wilds_together(side);
    cn_limited l = {cn_hold(hand), dead, dead, together,
                    (rules->together_locks >> together & 1) != 0};
    l.barred |= (uint32_t)rules->p.no_wild_ranks;
    l.barred |= (uint32_t)rules->p.initial_only_wild_ranks & ~mixed;
    return l;
}

/* Of these ranks those of which a new meld can be finished. */
CN_USUAL uint32_t cn_ranks_left_to_begin(const cn_rules *rules, const cn_limited *l, uint32_t ranks)
{
    const uint32_t barred =
        (uint32_t)rules->p.no_wild_ranks | (uint32_t)rules->p.initial_only_wild_ranks;
    const unsigned wilds = l->locked ? 0 : l->h.wilds;
    const uint8_t *kinds = l->h.hand->kind;
    return ranks & (cn_ranks_to_begin(rules, kinds, 0, false) |
                    (cn_ranks_to_begin(rules, kinds, wilds, false) & ~barred));
}

#endif

#endif
