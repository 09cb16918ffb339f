/* One against two: how the sides form during play (P11, P146, S18).
 * Not here: when they do. Invariant: no meld is lost, and the lone seat's list does not move. */
#include <assert.h>

#include "engine/cards/guard.h"
#include "engine/step/shape.h"
#include "engine/turn/turn.h"

static cn_shape shape_of(const cn_meld *meld)
{
    return (cn_shape){
        .rank = meld->rank, .naturals = meld->naturals, .wilds = (uint8_t)cn_meld_wilds(meld)};
}

static bool joins(const cn_rules *rules, const cn_meld *first, const cn_meld *second)
{
    if (first->rank == CN_MELD_SEQUENCE || second->rank == CN_MELD_SEQUENCE) return false;
    cn_shape a = shape_of(first), b = shape_of(second);
    return cn_shape_union_fits(rules, &a, &b);
}

void cn_meld_unite(cn_meld *meld, const cn_meld *more)
{
    assert(meld->rank == more->rank && meld->rank != CN_MELD_SEQUENCE);
    meld->naturals = (uint8_t)(meld->naturals + more->naturals);
    meld->wilds = (uint8_t)(meld->wilds + more->wilds);
    meld->jokers = (uint8_t)(meld->jokers + more->jokers);
    meld->natural_suits = (uint16_t)(meld->natural_suits + more->natural_suits);
    meld->two_suits = (uint16_t)(meld->two_suits + more->two_suits);
}

/* Puts a meld of the second partner onto the common table. */
static void bring(const cn_rules *rules, cn_side *side, const cn_meld *meld)
{
    const unsigned latest = cn_side_find_meld(side, meld->rank);
    if (rules->p.same_rank_melds == CN_SAME_RANK_MELDS_ONE_MERGED && latest != CN_NO_MELD &&
        joins(rules, &side->meld[latest], meld)) {
        cn_meld_unite(&side->meld[latest], meld);
        return;
    }
    cn_guard(side->meld_count < CN_MELDS_MAX);
    side->meld[side->meld_count++] = *meld;
    cn_side_count(side);
}

void cn_form_sides(cn_public *pub, const cn_rules *rules, unsigned lone)
{
    if (rules->p.team_layout != CN_TEAM_LAYOUT_LONE_VS_TWO || pub->formed) return;
    unsigned first = lone == 0 ? 1 : 0, second = lone == 2 ? 1 : 2;
    cn_side *common = &pub->side[first], *left = &pub->side[second];
    for (unsigned i = 0; i < left->meld_count; i++) bring(rules, common, &left->meld[i]);
    common->set_aside = (uint8_t)(common->set_aside + left->set_aside);
    common->concealed_canastas = (uint8_t)(common->concealed_canastas + left->concealed_canastas);
    cn_side_count(common);
    left->meld_count = left->set_aside = left->concealed_canastas = 0;
    cn_side_count(left);
    pub->side_of[second] = (uint8_t)first;
    pub->formed = 1;
    cn_public_act_for(pub, pub->asker);
}
