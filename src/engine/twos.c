/* Melds of twos in turns that count and shape decide.
 * Not here: see the header. Invariant: as there. */
#include "twos.h"

#include "rare.h"
#include "shape.h"
#include "stay.h"

/* The only meld of twos of a side that has one; CN_NO_MELD if there are others beside it. */
static inline unsigned only_meld(const cn_side *side)
{
    const unsigned latest = side->latest[CN_MELD_TWOS] - 1U;
    const bool only = side->meld[latest].naturals == side->naturals[CN_MELD_TWOS];
    return only ? latest : (unsigned)CN_NO_MELD;
}

bool cn_twos_are_kept(const cn_rules *rules, const cn_side *side, unsigned target)
{
    if (rules->p.wild_meld_locks_wilds != CN_WILD_MELD_LOCKS_WILDS_TWOS_MELD ||
        side->latest[CN_MELD_TWOS] == 0)
        return false;
    const unsigned only = only_meld(side), full = (unsigned)rules->p.canasta_size;
    if (only != CN_NO_MELD) return (only != target) & (cn_meld_size(&side->meld[only]) < full);
    for (unsigned i = 0; i < side->latest[CN_MELD_TWOS]; i++)
        if (i != target && side->meld[i].rank == CN_MELD_TWOS &&
            cn_meld_size(&side->meld[i]) < full)
            return true;
    return false;
}

bool cn_twos_take(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                  unsigned meld_i)
{
    const cn_side *side = cn_public_acting(pub);
    const cn_shape shape = cn_shape_apart(pub, side, meld_i);
    if (hand->kind[CN_KIND_JOKER] > 0 && cn_shape_takes(rules, &shape, true)) return true;
    return hand->kind[CN_KIND_TWO] > 0 && cn_shape_takes(rules, &shape, false) &&
           !cn_twos_are_kept(rules, side, meld_i);
}

void cn_add_twos_onto(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                      unsigned meld_i, cn_mask *mask)
{
    const cn_side *side = cn_public_acting(pub);
    const cn_shape shape = cn_shape_of(pub, side, meld_i);
    if (hand->kind[CN_KIND_TWO] > 0 && cn_shape_takes(rules, &shape, false) &&
        !cn_twos_are_kept(rules, side, meld_i))
        cn_mask_add(mask, CN_STEP_LAY_TWO_TWOS);
    if (hand->kind[CN_KIND_JOKER] > 0 && cn_shape_takes(rules, &shape, true))
        cn_mask_add(mask, CN_STEP_LAY_JOKER_TWOS);
}

bool cn_twos_finish(const cn_rules *rules, const cn_side *side, const cn_cards *hand,
                    unsigned meld_i)
{
    const cn_meld *meld = &side->meld[meld_i];
    const unsigned size = cn_meld_size(meld), least = (unsigned)rules->p.meld_min;
    const unsigned of = (unsigned)rules->p.min_naturals, most = CN_COUNTS - 1;
    const unsigned twos = meld->naturals + (unsigned)hand->kind[CN_KIND_TWO];
    if (cn_twos_are_kept(rules, side, meld_i) || cn_meld_wilds(meld) > 0 || size >= least ||
        twos < of)
        return false;
    return rules->wilds_to_begin[false][twos < most ? twos : most] <= hand->kind[CN_KIND_JOKER];
}

CN_RARE void cn_add_twos_lays(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                              cn_mask *mask)
{
    const cn_side *side = cn_public_acting(pub);
    const unsigned run = pub->turn.run_meld;
    if (run != CN_NO_MELD && side->meld[run].rank == CN_MELD_TWOS)
        cn_add_twos_onto(rules, pub, hand, run, mask);
    else if (hand->kind[CN_KIND_TWO] > 1 && !cn_twos_are_kept(rules, side, run) &&
             cn_lay_outlook(rules, pub, hand, CN_STEP_LAY_TWO_TWOS) == CN_OUTLOOK_STAYS)
        cn_mask_add(mask, CN_STEP_LAY_TWO_TWOS);
}

/* No meld of twos lies there: two twos begin one that the others, and jokers, finish. */
static inline bool twos_begin(const cn_rules *rules, const cn_cards *hand)
{
    const unsigned twos = hand->kind[CN_KIND_TWO], most = CN_COUNTS - 1;
    const unsigned lack = rules->wilds_to_begin[false][twos < most ? twos : most];
    return (twos >= 2) & (lack <= hand->kind[CN_KIND_JOKER]);
}

/* For the only meld of twos, or its name; two twos for a new one beside it. */
static inline void add_for_only(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                                unsigned only, cn_mask *mask)
{
    const cn_side *side = cn_public_acting(pub);
    const cn_shape shape = cn_shape_of(pub, side, only);
    const uint64_t two = (hand->kind[CN_KIND_TWO] > 0) & cn_shape_takes(rules, &shape, false);
    const uint64_t joker = (hand->kind[CN_KIND_JOKER] > 0) & cn_shape_takes(rules, &shape, true);
    if (pub->turn.run_meld == only) {
        mask->word[CN_STEP_LAY_TWO_TWOS / 64] |= two << CN_STEP_LAY_TWO_TWOS % 64;
        mask->word[CN_STEP_LAY_JOKER_TWOS / 64] |= joker << CN_STEP_LAY_JOKER_TWOS % 64;
        return;
    }
    mask->word[1] |= (two | joker) << (CN_STEP_TO_MELD % 64 + only);
    if (hand->kind[CN_KIND_TWO] > 1 && !cn_twos_are_kept(rules, side, CN_NO_MELD) &&
        cn_lay_outlook(rules, pub, hand, CN_STEP_LAY_TWO_TWOS) == CN_OUTLOOK_STAYS)
        cn_mask_add(mask, CN_STEP_LAY_TWO_TWOS);
}

CN_RARE void cn_add_twos_turn(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                              cn_mask *mask)
{
    const cn_side *side = cn_public_acting(pub);
    if (side->latest[CN_MELD_TWOS] == 0) {
        mask->word[CN_STEP_LAY_TWO_TWOS / 64] |= (uint64_t)twos_begin(rules, hand)
                                                 << CN_STEP_LAY_TWO_TWOS % 64;
        return;
    }
    const unsigned only = only_meld(side);
    if (only != CN_NO_MELD) {
        add_for_only(rules, pub, hand, only, mask);
        return;
    }
    if (hand->kind[CN_KIND_TWO] + hand->kind[CN_KIND_JOKER] > 0)
        cn_add_twos_lays(rules, pub, hand, mask);
    for (unsigned i = 0; i < side->latest[CN_MELD_TWOS]; i++)
        if (side->meld[i].rank == CN_MELD_TWOS &&
            ((i != pub->turn.run_meld && cn_twos_take(rules, pub, hand, i)) ||
             cn_shape_joins_later(rules, pub, side, i)))
            cn_mask_add(mask, CN_STEP_TO_MELD + i);
}
