/* All steps of a draw at once where melds have limits and only a pair takes the pile: by a side
 * that has opened and holds enough that nothing else matters, or by what an opening can come to.
 * Not here: all other draws (legal_usual.c). Invariant: as in the header. */
#include "draw_counted.h"
#include "legal_limits.h"
#include "legal_merged.h"
#include "legal_pure.h"
#include "rare.h"

/* Nothing but a pair takes the pile, and what it lays is a meld. */
static bool has_limited_draws(const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    return rules->limits_first && rules->openings_pure && rules->takes_counted &&
           rules->draws_bare && p->take_add_to_meld == CN_TAKE_ADD_TO_MELD_NEVER &&
           !p->take_add_to_sequence && p->take_canasta_rank == CN_TAKE_CANASTA_RANK_FREE &&
           p->dead_rank != CN_DEAD_RANK_NONE && p->same_rank_melds == CN_SAME_RANK_MELDS_ONE_MERGED;
}

void cn_derive_limited_draws(cn_rules *rules)
{
    rules->draws_limited = has_limited_draws(rules);
}

/* P100: a side has a canasta of the rank, which is one meld. */
CN_USUAL unsigned is_closed(const cn_rules *rules, const cn_public *pub, unsigned rank)
{
    const unsigned full = (unsigned)rules->p.canasta_size;
    const cn_side *side = pub->side, *end = side + rules->side_count;
    unsigned closed = 0;
    do {
        closed |= side->naturals[rank] + (unsigned)side->wilds[rank] >= full;
    } while (++side != end);
    return closed;
}

/* There is room for the top card, which can be taken, and a pair. */
CN_USUAL unsigned pair_fits(const cn_rules *rules, const cn_public *pub, const cn_side *side,
                            unsigned rank)
{
    const unsigned naturals = side->naturals[rank], wilds = side->wilds[rank];
    const unsigned place = naturals < CN_COUNTS ? naturals : CN_COUNTS - 1;
    const unsigned there = (naturals > 0) | (side->meld_count < CN_MELDS_MAX);
    return there & (wilds < rules->pair_below[place]) & rules->takeable >> rank &
           (is_closed(rules, pub, rank) ^ 1);
}

/* An opening must follow the take. */
static CN_RARE void legal_unless_opened(const cn_rules *rules, const cn_public *pub,
                                        const cn_cards *hand, cn_mask *mask)
{
    cn_mask takes = {{1U << CN_STEP_TAKE_PAIR}};
    if (cn_takes_that_open_purely(rules, pub, hand, &takes))
        mask->word[0] |= takes.word[0];
    else
        cn_legal_of_others(rules, pub, hand, mask);
}

/* A pair of the top's rank is in hand. */
static CN_RARE void legal_with_pair(const cn_rules *rules, const cn_public *pub,
                                    const cn_cards *hand, cn_mask *mask)
{
    const cn_side *side = cn_public_acting(pub);
    CN_FOUND(side);
    const unsigned rank = cn_card_kind(cn_public_top(pub)) % CN_COUNTS;
    const unsigned fits = pair_fits(rules, pub, side, rank), opened = side->meld_count != 0;
    mask->word[0] |= (uint64_t)(fits & opened) << CN_STEP_TAKE_PAIR;
    if ((fits & (opened ^ 1)) != 0)
        legal_unless_opened(rules, pub, hand, mask);
    else if ((fits & !cn_take_leaves_enough(rules, hand)) != 0)
        cn_legal_of_others(rules, pub, hand, mask);
}

CN_RARE void cn_legal_limited_draw(const cn_rules *rules, const cn_public *pub,
                                   const cn_cards *hand, cn_mask *mask)
{
    enum { PAIR = 2 };
    static_assert(CN_KIND_NONE % CN_COUNTS >= CN_RANKS, "no top card is none that can be taken");
    const unsigned rank = cn_card_kind(cn_public_top(pub)) % CN_COUNTS;
    const unsigned due =
        pub->turn.answer | (pub->turn.to_meld ^ (unsigned)CN_NO_MELD) | (pub->stock_count == 0);
    if (due != 0) {
        cn_legal_of_others(rules, pub, hand, mask);
        return;
    }
    *mask = (cn_mask){{1U << CN_STEP_DRAW | cn_lay_out_at_draw(rules, pub, hand)}};
    if (hand->kind[rank] >= PAIR) legal_with_pair(rules, pub, hand, mask);
}
