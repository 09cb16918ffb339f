/* All steps of a draw at once where a rank has one meld: the takes that fit, by a side that has
 * opened and holds enough that nothing else matters.
 * Not here: all other draws (legal_usual.c). Invariant: as in the header. Nearly without branches,
 * because nobody foresees whether the top card fits. */
#include "counts.h"
#include "draw_counted.h"
#include "legal_merged.h"
#include "plan_plain.h"
#include "rare.h"

bool cn_has_merged_draws(const cn_rules *rules)
{
    enum { PAIR = 2 };
    const cn_params *p = &rules->p;
    const bool finished = p->meld_min <= PAIR + 1 && p->min_naturals <= PAIR; /* what a take lays */
    return rules->merged && rules->takes_counted && finished && rules->draws_bare &&
           p->take_canasta_rank == CN_TAKE_CANASTA_RANK_FREE && !p->hold_one_three &&
           rules->mixed_below[1][0] <= rules->mixed_below[0][0];
}

/* A frozen pile is no more than drawn from, if no pair of its top card is in hand. */
CN_USUAL bool nothing_takes(const cn_cards *hand, unsigned rank, bool frozen)
{
    return rank >= CN_COUNTS || (frozen && hand->kind[rank] < 2);
}

/* The takes for which the melds of the rank have room, where the cards are in hand and the pile is
 * open or not; of a side that has not opened rather too many. */
CN_USUAL unsigned find_takes(const cn_rules *rules, const cn_cards *hand, unsigned rank,
                             unsigned room, bool frozen)
{
    const unsigned all =
        frozen ? 1U << CN_STEP_TAKE_PAIR : cn_groups_in(hand, rank) | 1U << CN_STEP_TAKE_TOP;
    return all & room << CN_STEP_TAKE_PAIR & (0U - (rules->takeable >> rank & 1U));
}

CN_RARE void cn_legal_merged_draw(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                                  cn_mask *mask)
{
    const unsigned rank = cn_card_kind(cn_public_top(pub));
    const unsigned due =
        pub->turn.answer | (pub->turn.to_meld ^ (unsigned)CN_NO_MELD) | (pub->stock_count == 0);
    if (due != 0) {
        cn_legal_of_others(rules, pub, hand, mask);
        return;
    }
    const bool frozen = cn_pile_is_frozen(rules, pub, true);
    if (nothing_takes(hand, rank, frozen)) {
        *mask = (cn_mask){{1U << CN_STEP_DRAW}};
        return;
    }
    const cn_side *side = cn_public_acting(pub);
    CN_FOUND(side);
    const unsigned wilds = side->wilds[rank] < CN_COUNTS ? side->wilds[rank] : CN_COUNTS - 1;
    const unsigned room = rules->take_room[side->naturals[rank]][wilds];
    const unsigned takes = find_takes(rules, hand, rank, room, frozen);
    const unsigned sure =
        (side->meld_count - 1U < CN_MELDS_MAX - 1U) & cn_take_leaves_enough(rules, hand);
    if (((room & CN_TAKES_UNTOLD) | ((takes != 0) & (sure ^ 1))) != 0)
        cn_legal_of_others(rules, pub, hand, mask);
    else
        *mask = (cn_mask){{takes | 1U << CN_STEP_DRAW}};
}
