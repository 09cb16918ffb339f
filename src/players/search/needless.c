/* Steps that nobody has to search.
 * Not here: the search. Invariant: as in the header. */
#include "players/search/needless.h"

/* True if a natural would begin a meld beside one of its rank that has naturals only and lacks
 * some: together they are nearer to a canasta. No estimate has to find that out. */
static bool begins_beside(const cn_view *view, const cn_rules *rules, const cn_mask *legal,
                          unsigned number)
{
    const bool takes = cn_step_is_take(number), lays = cn_step_is_lay(number);
    if (!rules->many || (!takes && !lays)) return false;
    const unsigned kind = takes ? cn_card_kind(cn_public_top(&view->pub)) : cn_step_kind(number);
    if (lays && cn_step_meld(number) != kind) return false;
    const cn_side *side = &view->pub.side[view->pub.side_of[view->seat]];
    const unsigned run = view->pub.turn.run_meld;
    if (run != CN_NO_MELD && side->meld[run].rank == kind) return false;
    for (unsigned i = 0; i < side->meld_count; i++) {
        const cn_meld *meld = &side->meld[i];
        if (meld->rank == kind && meld->wilds == 0 && cn_mask_has(legal, CN_STEP_TO_MELD + i) &&
            cn_meld_size(meld) < (unsigned)rules->p.canasta_size)
            return true;
    }
    return false;
}

static bool has_melded(const cn_side *side, unsigned kind)
{
    return side->latest[kind] != 0;
}

/* Of two kinds in the own hand neither is worth more there: they count as much, as many of them are
 * held, and none fits a meld of the own side. */
static bool are_equal(const cn_view *view, const cn_rules *rules, unsigned a, unsigned b)
{
    const cn_side *own = &view->pub.side[view->pub.side_of[view->seat]];
    const cn_cards *hand = &view->hand;
    return hand->kind[a] == hand->kind[b] && rules->value[a] == rules->value[b] &&
           rules->value_in_hand[a] == rules->value_in_hand[b] && !has_melded(own, a) &&
           !has_melded(own, b) &&
           rules->p.penalty_held.points[a] == rules->p.penalty_held.points[b];
}

/* True if it throws what the next player, of the other side, can take the pile with for a meld that
 * lies, and an equal card that fits none is at hand. Where sequences are played no two are equal.
 */
static bool gives_away(const cn_view *view, const cn_rules *rules, const cn_mask *legal,
                       unsigned number)
{
    if (!cn_step_is_discard(number) || rules->p.sequences != 0 ||
        rules->p.take_add_to_meld == CN_TAKE_ADD_TO_MELD_NEVER)
        return false;
    const unsigned kind = number - CN_STEP_DISCARD, next = cn_next_seat(rules, view->seat);
    const unsigned side = view->pub.side_of[next];
    const cn_side *rival = &view->pub.side[side];
    if (side == view->pub.side_of[view->seat] || !has_melded(rival, kind) ||
        !cn_kind_is_natural(kind) || cn_public_frozen_for(rules, &view->pub, next))
        return false;
    for (unsigned other = 0; other < CN_RANKS; other++)
        if (other != kind && cn_mask_has(legal, CN_STEP_DISCARD + other) &&
            cn_kind_is_natural(other) && !has_melded(rival, other) &&
            view->memory.seat[next].known[other] == 0 && are_equal(view, rules, kind, other))
            return true;
    return false;
}

bool cn_step_is_needless(const cn_view *view, const cn_rules *rules, const cn_mask *legal,
                         unsigned number)
{
    return begins_beside(view, rules, legal, number) || gives_away(view, rules, legal, number);
}
