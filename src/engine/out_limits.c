/* What forbids going out, told at once from counts where melds have limits: canastas that are too
 * few, cards without a meld, melds that stay unfinished.
 * Not here: other rules (out_counts.c). Invariant: as in the header. */
#include "out_limits.h"

#include "limited.h"
#include "rare.h"

#if defined(__SSSE3__)

/* Canastas that lie there, and those that all cards of a rank, and all wilds, could become; one of
 * each rank, because it closes. */
CN_USUAL unsigned canastas_in_reach(const cn_rules *rules, const cn_side *side, const cn_holding *h,
                                    const uint8_t *cards)
{
    const cn_params *p = &rules->p;
    const unsigned full = (unsigned)p->canasta_size, most = (unsigned)p->max_wilds;
    const unsigned wilds = h->wilds < most ? h->wilds : most;
    const uint32_t pure = (uint32_t)p->no_wild_ranks;
    uint32_t reach = cn_counts_from(cards, full > wilds ? full - wilds : 0) & CN_ALL_RANKS;
    if ((reach & pure) != 0) reach &= ~pure | cn_counts_from(cards, full);
    const unsigned together = side->wilds[CN_MELD_WILD] + h->wilds;
    return (unsigned)__builtin_popcount(reach) + (p->wild_canasta ? together / full : 0);
}

/* P102: sevens or clean aces that take no wilds, or wilds, stay an unfinished meld: of those in
 * hand only one may be the discard. */
CN_USUAL bool melds_block(const cn_rules *rules, const cn_side *side, const cn_limited *l,
                          const uint8_t *cards)
{
    const uint32_t sevens = 1U << CN_KIND_7, aces = 1U << CN_KIND_A;
    const unsigned full = (unsigned)rules->p.canasta_size;
    if (!rules->p.out_block_incomplete) return false;
    const uint32_t laid = cn_counts_from(side->naturals, 1) | cn_counts_from(l->h.hand->kind, 2);
    const uint32_t clean = laid & l->barred & ~(aces & cn_counts_from(side->wilds, 1));
    if ((clean & (sevens | aces) & ~cn_counts_from(cards, full)) != 0) return true;
    return l->together != 0 && l->together + l->h.wilds < full;
}

/* Cards of the hand that no meld takes, old or new. */
CN_USUAL unsigned misfits(const cn_rules *rules, const cn_side *side, const cn_limited *l)
{
    const cn_cards *hand = l->h.hand;
    const uint32_t begun = cn_counts_from(side->naturals, 1);
    const uint32_t fit = (begun | cn_ranks_left_to_begin(rules, l, l->h.ranks)) & ~l->dead;
    const bool threes = rules->p.black3_meld == CN_BLACK3_MELD_NEVER;
    return cn_counts_sum_of(hand->kind, l->h.ranks & ~fit) + hand->kind[CN_KIND_RED3] +
           (threes ? hand->kind[CN_KIND_BLACK3] : 0U);
}

CN_RARE bool cn_limited_stays(const cn_rules *rules, const cn_side *side, const cn_limited *l)
{
    const cn_params *p = &rules->p;
    uint8_t cards[CN_COUNTS];
    cn_counts_add(cards, side->naturals, side->wilds);
    cn_counts_add(cards, cards, l->h.hand->kind);
    return (p->dead_rank != CN_DEAD_RANK_NONE &&
            canastas_in_reach(rules, side, &l->h, cards) < (unsigned)p->out_canastas) ||
           melds_block(rules, side, l, cards) ||
           (p->min_naturals >= 2 && misfits(rules, side, l) >= 2);
}

bool cn_limits_forbid_out(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    const cn_side *side = cn_public_acting(pub);
    const cn_limited l = cn_limits_of(rules, pub, hand, side);
    return cn_limited_stays(rules, side, &l);
}

#else

bool cn_limits_forbid_out(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    (void)rules, (void)pub, (void)hand;
    return false;
}

#endif
