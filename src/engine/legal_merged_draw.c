/* All steps of a draw at once where a rank has one meld: the takes that fit, by a side that has
 * opened and holds enough that nothing else matters.
 * Not here: all other draws (legal_usual.c). Invariant: as in the header. With few branches,
 * because nobody foresees whether the top card fits. */
#include "counts.h"
#include "legal_merged.h"
#include "rare.h"

bool cn_has_merged_draws(const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    const bool finished = p->meld_min <= 3 && p->min_naturals <= 2; /* what a take lays is */
    return rules->merged && rules->takes_counted && finished &&
           p->take_canasta_rank == CN_TAKE_CANASTA_RANK_FREE;
}

/* What the hand and the meld of the rank allow: 0 or 1 each. */
typedef struct fits {
    unsigned pair, wild, top;
} fits;

/* So many naturals and wilds lie in the meld, none where none lies or it closed (P38 to P41); the
 * tables hold two naturals more. */
CN_USUAL fits find_fits(const cn_rules *rules, const cn_public *pub, unsigned held,
                        unsigned naturals, unsigned wilds)
{
    const cn_params *p = &rules->p;
    const uint8_t *natural_below = &rules->natural_below[naturals];
    const unsigned open = !cn_pile_is_frozen(rules, pub, true);
    const unsigned first = wilds < natural_below[0], second = first & (wilds < natural_below[1]);
    const unsigned below =
        p->take_add_to_meld == CN_TAKE_ADD_TO_MELD_ANY
            ? UINT8_MAX
            : (p->take_add_to_meld == CN_TAKE_ADD_TO_MELD_NEVER ? 0 : (unsigned)p->canasta_size);
    return (fits){
        .pair = first & (wilds < natural_below[2]) & (held >= 2) & (p->take_pair != 0),
        .wild = open & second & (wilds < rules->wild_below[0][naturals + 2]) & (held > 0) &
                (p->take_natural_wild != 0),
        .top = open & first & (naturals > 0) & (naturals + wilds < below),
    };
}

/* A turn that goes on is sure to have the cards that must be kept, and one to discard. */
CN_USUAL bool keeps_enough(const cn_rules *rules, const cn_cards *hand)
{
    enum { USED = 2 };
    const int32_t keep = rules->p.keep_cards > 1 ? rules->p.keep_cards : 1;
    return hand->size >=
           (unsigned)keep + 1 + USED + hand->kind[CN_KIND_RED3] + hand->kind[CN_KIND_BLACK3];
}

CN_RARE void cn_legal_merged_draw(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                                  cn_mask *mask)
{
    const cn_params *p = &rules->p;
    const unsigned rank = cn_card_kind(cn_public_top(pub)), full = (unsigned)p->canasta_size;
    const cn_side *side = cn_public_acting(pub);
    CN_FOUND(side);
    if (rank >= CN_RANKS || (p->take_top_blockers >> rank & 1) != 0) {
        *mask = (cn_mask){{1U << CN_STEP_DRAW}};
        return;
    }
    unsigned naturals = side->naturals[rank], wilds = side->wilds[rank];
    if (!p->add_natural_to_canasta && naturals + wilds == full) naturals = wilds = 0;
    if (side->meld_count - 1U >= CN_MELDS_MAX - 1U || naturals + 2 >= CN_COUNTS ||
        (!p->add_natural_to_canasta && naturals + wilds > full)) {
        cn_legal_of_others(rules, pub, hand, mask);
        return;
    }
    const fits f = find_fits(rules, pub, hand->kind[rank], naturals, wilds);
    const unsigned takes = f.pair << CN_STEP_TAKE_PAIR | f.top << CN_STEP_TAKE_TOP |
                           (f.wild & (hand->kind[CN_KIND_TWO] > 0)) << CN_STEP_TAKE_TWO |
                           (f.wild & (hand->kind[CN_KIND_JOKER] > 0)) << CN_STEP_TAKE_JOKER;
    if (takes != 0 && (pub->stock_count == 0 || !keeps_enough(rules, hand)))
        cn_legal_of_others(rules, pub, hand, mask);
    else
        *mask = (cn_mask){{takes | 1U << CN_STEP_DRAW}};
}
