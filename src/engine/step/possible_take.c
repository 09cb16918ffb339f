/* The shape of takes (P28, P37 to P51, P64, P89 to P91).
 * Not here: what comes after them. Invariant: looks at the top card of the pile only. */
#include <stddef.h>

#include "engine/step/limits.h"
#include "engine/step/possible.h"
#include "engine/step/refuse.h"
#include "engine/step/shape.h"
#include "engine/step/takes.h"
#include "engine/step/target.h"

/* Some side that the seats play with, or the own one only, has a canasta of the rank (P51). */
static bool is_blocked(const cn_rules *rules, const cn_public *pub, unsigned rank, bool own_only)
{
    const cn_side *own = cn_public_acting(pub);
    for (unsigned i = 0; i < rules->side_count; i++) {
        const cn_side *side = &pub->side[i];
        if (own_only && side != own) continue;
        if (side->naturals[rank] + (unsigned)side->wilds[rank] >= (unsigned)rules->p.canasta_size &&
            cn_side_has_canasta(rules, side, rank))
            return true;
    }
    return false;
}

/* P50, P51. */
cn_reason cn_top_refusal(const cn_rules *rules, const cn_public *pub)
{
    if (pub->pile_count == 0) return cn_refuse(CN_REASON_EMPTY_PILE); /* P48 */
    const cn_params *p = &rules->p;
    unsigned kind = cn_card_kind(cn_public_top(pub));
    if (kind == CN_KIND_BLACK3)
        return cn_refuse(p->black3_stops ? CN_REASON_STOP : CN_REASON_TAKE_CARDS);
    if (cn_kind_is_wild(kind))
        return cn_refuse(p->take_top_blockers & CN_WORD_WILD ? CN_REASON_TOP_WILD
                                                             : CN_REASON_TAKE_CARDS);
    if (kind == CN_KIND_RED3)
        return cn_refuse(p->take_top_blockers & CN_WORD_RED3 ? CN_REASON_TOP_RED3
                                                             : CN_REASON_TAKE_CARDS);
    if (kind >= CN_RANKS) return cn_refuse(CN_REASON_TAKE_CARDS); /* buried: nothing was turned */
    if (p->take_top_blockers >> kind & 1) return cn_refuse(CN_REASON_TOP_RANK);
    if ((p->take_top_blockers & CN_WORD_DEAD_RANK) && cn_public_dead(rules, pub, kind))
        return cn_refuse(CN_REASON_DEAD);
    if (p->take_canasta_rank != CN_TAKE_CANASTA_RANK_FREE &&
        is_blocked(rules, pub, kind, p->take_canasta_rank == CN_TAKE_CANASTA_RANK_BLOCKED_OWN))
        return cn_refuse(CN_REASON_BLOCKED);
    return cn_no_reason();
}

/* The top card alone onto an own meld (P40, P64, P107). */
static cn_reason refuse_take_top_alone(const cn_rules *rules, const cn_public *pub,
                                       const cn_side *side, unsigned target)
{
    if (cn_public_frozen_for(rules, pub, pub->seat)) return cn_refuse(CN_REASON_FROZEN);
    if (target >= side->meld_count) return cn_refuse(CN_REASON_TAKE_CARDS);
    const cn_meld *meld = &side->meld[target];
    const cn_params *p = &rules->p;
    if (meld->rank == CN_MELD_SEQUENCE) {
        bool full = meld->naturals >= p->sequence_max || meld->naturals >= p->canasta_size;
        return p->take_add_to_sequence && !full ? cn_no_reason()
                                                : cn_refuse(CN_REASON_ADD_NOT_ALLOWED);
    }
    bool complete = cn_meld_size(meld) >= (unsigned)p->canasta_size;
    if (p->take_add_to_meld == CN_TAKE_ADD_TO_MELD_NEVER ||
        (p->take_add_to_meld == CN_TAKE_ADD_TO_MELD_BELOW_CANASTA && complete))
        return cn_refuse(CN_REASON_ADD_NOT_ALLOWED);
    return cn_no_reason();
}

/* The group with the top card, laid card by card onto its meld (P38, P39, P41). */
static cn_reason refuse_group(const cn_rules *rules, const cn_public *pub, const cn_side *side,
                              unsigned target, unsigned rank, unsigned naturals, unsigned wild)
{
    bool opening = !cn_public_has_opened(pub, pub->seat);
    cn_shape shape = cn_shape_new(rank, opening);
    if (target == side->meld_count) {
        if (side->meld_count == CN_MELDS_MAX) return cn_refuse(CN_REASON_MELDS_FULL);
    } else {
        shape = cn_shape_of(pub, side, target);
    }
    if (cn_public_dead(rules, pub, rank)) return cn_refuse(CN_REASON_DEAD);
    bool room = rules->p.take_needs_room != 0;
    for (unsigned i = 0; i < naturals + 1; i++) {
        cn_reason reason = cn_shape_refusal(rules, &shape, false, room);
        if (reason.code != CN_OK) return reason;
        cn_shape_add(&shape, false);
    }
    if (wild == CN_KIND_NONE) return cn_no_reason();
    cn_reason reason = cn_shape_refusal(rules, &shape, true, room);
    if (reason.code != CN_OK) return reason;
    return cn_is_locked(rules, side, wild, rank) ? cn_refuse(CN_REASON_WILD_LOCK) : cn_no_reason();
}

static cn_reason refuse_way(const cn_rules *rules, const cn_public *pub, unsigned number)
{
    if (number == CN_STEP_TAKE_PAIR) /* P38 */
        return rules->p.take_pair ? cn_no_reason() : cn_refuse(CN_REASON_PAIR_NOT_ALLOWED);
    if (cn_public_frozen_for(rules, pub, pub->seat)) return cn_refuse(CN_REASON_FROZEN);
    return rules->p.take_natural_wild ? cn_no_reason() : cn_refuse(CN_REASON_PAIR_ONLY);
}

cn_reason cn_take_refusal(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                          unsigned number)
{
    cn_reason reason = cn_top_refusal(rules, pub);
    if (reason.code != CN_OK) return reason;
    unsigned rank = cn_card_kind(cn_public_top(pub));
    unsigned naturals = number == CN_STEP_TAKE_PAIR ? 2 : number == CN_STEP_TAKE_TOP ? 0 : 1;
    unsigned wild = number == CN_STEP_TAKE_TWO     ? CN_KIND_TWO
                    : number == CN_STEP_TAKE_JOKER ? CN_KIND_JOKER
                                                   : CN_KIND_NONE;
    if (hand->kind[rank] < naturals) return cn_refuse(CN_REASON_NOT_HELD);
    if (wild != CN_KIND_NONE && hand->kind[wild] == 0) return cn_refuse(CN_REASON_NOT_HELD);
    if (rules->p.take_guard_single && hand->size == 1 && pub->pile_count == 1)
        return cn_refuse(CN_REASON_SINGLE); /* P47 */
    const cn_side *side = cn_public_acting(pub);
    if (side->meld_count == 0 && rules->p.initial_from_pile == CN_INITIAL_FROM_PILE_NO)
        return cn_refuse(CN_REASON_OPEN_BY_HAND); /* P109 */
    unsigned target = cn_step_target(rules, pub, number);
    if (number == CN_STEP_TAKE_TOP) {
        reason = refuse_take_top_alone(rules, pub, side, target);
        if (reason.code != CN_OK || side->meld[target].rank == CN_MELD_SEQUENCE) return reason;
    } else {
        reason = refuse_way(rules, pub, number);
        if (reason.code != CN_OK) return reason;
        if (target == CN_NO_MELD) return cn_refuse(CN_REASON_NO_MELD);
    }
    return refuse_group(rules, pub, side, target, rank, naturals, wild);
}
