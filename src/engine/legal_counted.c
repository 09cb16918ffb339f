/* All steps of a melding turn at once: of a side that has opened, far from the end, with nothing
 * named and nothing unfinished, by rules whose melds of ranks are told by their counts.
 * Not here: sequences, ranks that take no wilds, joins, limits that few rules know
 * (legal_usual.c). Invariant: as in the header. */
#include "legal_counted.h"

#include "counted.h"

bool cn_has_counted_turns(const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    return rules->usual && rules->caps && !rules->limited && !p->sequences &&
           p->same_rank_melds != CN_SAME_RANK_MELDS_MANY_MAY_MERGE &&
           (p->no_wild_ranks | p->initial_only_wild_ranks) == 0;
}

#if defined(__SSSE3__)

CN_USUAL bool is_counted(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                         const cn_side *side)
{
    const cn_turn *turn = &pub->turn;
    return turn->to_meld == CN_NO_MELD && turn->open_meld == CN_NO_MELD && cn_is_free(turn, side) &&
           cn_is_far_from_the_end(rules, pub, hand) && cn_black3_are_out(rules, pub, hand, side);
}

bool cn_legal_counted(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                      cn_mask *mask)
{
    const cn_side *side = cn_public_acting(pub);
    if (!is_counted(rules, pub, hand, side)) return false;
    const uint32_t begun = cn_counts_from(side->naturals, 1) | cn_counts_from(side->wilds, 1);
    if (!cn_has_own_melds(rules) && (unsigned)__builtin_popcount(begun) != side->meld_count)
        return false;
    const uint64_t discards = cn_discardable(rules, pub, hand);
    if (discards == 0) return false;
    const cn_holding h = cn_hold(hand);
    *mask = (cn_mask){{discards << CN_STEP_DISCARD}};
    cn_add_counted_lays(rules, pub, side, &h, begun, false, mask);
    return true;
}

#else

bool cn_legal_counted(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                      cn_mask *mask)
{
    (void)rules, (void)pub, (void)hand, (void)mask;
    return false;
}

#endif
