/* What forbids going out where melds have limits, told at once.
 * Not here: other rules (out_counts.h). Invariant: told too seldom rather than too often. */
#ifndef CANASTA_OUT_LIMITS_H
#define CANASTA_OUT_LIMITS_H

#include "limited.h"

/* By rules of which cn_rules.limits_counted is true, of a side that has opened: the turn cannot go
 * out, because two cards of the hand find no meld, canastas are too few, or a meld that forbids it
 * stays unfinished (P102). */
bool cn_limits_forbid_out(const cn_rules *rules, const cn_public *pub, const cn_cards *hand);

#if defined(__SSSE3__)

/* The same where the limits are known. */
bool cn_limited_stays(const cn_rules *rules, const cn_side *side, const cn_limited *limits);

/* All cards of its melds and of the hand, by rank. */
CN_USUAL void cn_count_all(uint8_t *cards, const cn_side *side, const cn_cards *hand)
{
    cn_counts_add(cards, side->naturals, side->wilds);
    cn_counts_add(cards, cards, hand->kind);
}

/* Canastas that lie there, and those that all cards of a rank, and all wilds, could become;
 * one of each rank, because it closes. */
CN_USUAL unsigned cn_canastas_in_reach(const cn_rules *rules, const cn_side *side,
                                       const cn_limited *l)
{
    const cn_params *p = &rules->p;
    const unsigned full = (unsigned)p->canasta_size, most = (unsigned)p->max_wilds;
    const unsigned wilds = l->h.wilds < most ? l->h.wilds : most;
    const uint32_t pure = (uint32_t)p->no_wild_ranks;
    uint8_t cards[CN_COUNTS];
    cn_count_all(cards, side, l->h.hand);
    uint32_t reach = cn_counts_from(cards, full > wilds ? full - wilds : 0) & CN_ALL_RANKS;
    reach &= ~pure | cn_counts_from(cards, full);
    const unsigned together = side->wilds[CN_MELD_WILD] + l->h.wilds;
    const unsigned of_wilds = together * rules->wilds_share >> CN_SHARE_BITS;
    return (unsigned)__builtin_popcount(reach) + of_wilds;
}

/* P102: sevens or clean aces that take no wilds, or wilds, stay an unfinished meld: of those in
 * hand only one may be the discard. */
CN_USUAL bool cn_melds_block(const cn_rules *rules, const cn_side *side, const cn_limited *l)
{
    const uint32_t sevens = 1U << CN_KIND_7, aces = 1U << CN_KIND_A;
    const unsigned full = (unsigned)rules->p.canasta_size;
    uint8_t cards[CN_COUNTS];
    cn_count_all(cards, side, l->h.hand);
    const uint32_t laid = cn_counts_from(side->naturals, 1) | cn_counts_from(l->h.hand->kind, 2);
    const uint32_t clean = laid & l->barred & ~(aces & cn_counts_from(side->wilds, 1));
    const uint32_t small = clean & (sevens | aces) & ~cn_counts_from(cards, full);
    const unsigned wilds = (l->together != 0) & (l->together + l->h.wilds < full);
    return ((unsigned)(rules->p.out_block_incomplete) & ((small != 0) | wilds)) != 0;
}

/* Canastas are too few, or a meld stays unfinished, most often; without branches, because nobody
 * foresees which. */
CN_USUAL bool cn_melds_keep(const cn_rules *rules, const cn_side *side, const cn_limited *l)
{
    const unsigned few = (rules->p.dead_rank != CN_DEAD_RANK_NONE) &
                         (cn_canastas_in_reach(rules, side, l) < (unsigned)rules->p.out_canastas);
    return (few | cn_melds_block(rules, side, l)) != 0;
}

#endif

#endif
