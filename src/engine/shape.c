/* The shape of one meld, card by card.
 * Not here: sequences. Invariant: every limit of a meld's shape is read here and nowhere else. */
#include "shape.h"

#include "possible.h"

static cn_reason ok(void)
{
    return cn_reason_make(CN_OK, 0, 0);
}

cn_shape cn_shape_of(const cn_public *pub, const cn_side *side, unsigned meld_i)
{
    const cn_meld *meld = &side->meld[meld_i];
    const cn_turn *turn = &pub->turn;
    cn_shape shape = {.rank = meld->rank,
                      .naturals = meld->naturals,
                      .wilds = (uint8_t)cn_meld_wilds(meld),
                      .run_before = (uint8_t)cn_meld_size(meld),
                      .opening = turn->staging};
    if (turn->staging) { /* the whole opening is one action (S2) */
        shape.run_before = 0;
        shape.run_wilds = shape.wilds;
    } else if (turn->run_meld == meld_i && turn->to_meld == CN_NO_MELD) {
        shape.run_before = turn->run_before;
        shape.run_wilds = turn->run_wilds;
    }
    return shape;
}

static bool ratio_fits(const cn_params *p, unsigned naturals, unsigned wilds)
{
    if (p->wild_ratio == CN_WILD_RATIO_FREE || wilds == 0) return true;
    if (wilds < naturals || (p->wild_ratio == CN_WILD_RATIO_WILD_LE_NATURAL && wilds == naturals))
        return true;
    for (int32_t i = 0; i < p->wild_ratio_exceptions.count; i++)
        if ((unsigned)p->wild_ratio_exceptions.shape[i].naturals == naturals &&
            (unsigned)p->wild_ratio_exceptions.shape[i].wilds == wilds)
            return true;
    return false;
}

static bool set_has(int32_t words, unsigned rank)
{
    return rank < CN_RANKS && (words >> rank & 1) != 0;
}

/* P57: every wild could have been laid before the meld was complete. */
static bool wild_fits_canasta(const cn_params *p, const cn_shape *shape)
{
    unsigned size = (unsigned)p->canasta_size;
    if (p->add_wild_to_canasta) return true;
    if (shape->run_before + shape->run_wilds + 1U > size) return false;
    bool only_wilds = shape->rank == CN_MELD_WILD;
    return p->add_natural_to_canasta || only_wilds || cn_shape_size(shape) < size;
}

static cn_reason refuse_wild_meld(const cn_rules *rules, const cn_shape *shape)
{
    unsigned size = shape->wilds + 1U;
    if (rules->wild_most == 0) return cn_reason_make(CN_REASON_WILD_ONLY, 0, 0);
    if (size > rules->wild_most)
        return cn_reason_make(CN_REASON_WILD_CANASTA, (int32_t)size, rules->wild_most);
    if (!wild_fits_canasta(&rules->p, shape)) return cn_reason_make(CN_REASON_CLOSED, 0, 0);
    return ok();
}

static cn_reason refuse_black3(const cn_rules *rules, const cn_shape *shape, bool wild)
{
    const cn_params *p = &rules->p;
    if (wild && !p->black3_meld_wilds) return cn_reason_make(CN_REASON_BLACK3_WILD, 0, 0);
    if (cn_shape_size(shape) >= rules->black3_most) return cn_reason_make(CN_REASON_BLACK3, 0, 0);
    if (wild && shape->wilds + 1 > p->max_wilds)
        return cn_reason_make(CN_REASON_MAX_WILDS, shape->wilds + 1, p->max_wilds);
    return ok();
}

static cn_reason refuse_wild(const cn_rules *rules, const cn_shape *shape)
{
    const cn_params *p = &rules->p;
    if (set_has(p->no_wild_ranks, shape->rank)) return cn_reason_make(CN_REASON_NO_WILD_RANK, 0, 0);
    if (set_has(p->initial_only_wild_ranks, shape->rank) && !shape->opening && shape->wilds == 0)
        return cn_reason_make(CN_REASON_NO_WILD_RANK, 0, 0);
    if (shape->opening && p->initial_naturals_only)
        return cn_reason_make(CN_REASON_NATURALS_ONLY, 0, 0);
    if (shape->wilds + 1 > p->max_wilds)
        return cn_reason_make(CN_REASON_MAX_WILDS, shape->wilds + 1, p->max_wilds);
    if (!ratio_fits(p, shape->naturals, shape->wilds + 1U))
        return cn_reason_make(CN_REASON_RATIO, shape->wilds + 1, shape->naturals);
    if (!shape->opening && shape->naturals < p->wild_add_min_naturals)
        return cn_reason_make(CN_REASON_RULE_OF_FIVE, shape->naturals, p->wild_add_min_naturals);
    if (!wild_fits_canasta(p, shape)) return cn_reason_make(CN_REASON_CLOSED, 0, 0);
    return ok();
}

cn_reason cn_shape_refusal(const cn_rules *rules, const cn_shape *shape, bool wild, bool with_room)
{
    const cn_params *p = &rules->p;
    if (shape->rank == CN_MELD_BLACK3) return refuse_black3(rules, shape, wild);
    if (shape->rank == CN_MELD_WILD) return refuse_wild_meld(rules, shape);
    unsigned size = cn_shape_size(shape);
    if (wild) {
        cn_reason reason = refuse_wild(rules, shape);
        if (reason.code != CN_OK) return reason;
    } else {
        if (!p->add_natural_to_canasta && size >= (unsigned)p->canasta_size)
            return cn_reason_make(CN_REASON_CLOSED, 0, 0);
        if (!ratio_fits(p, shape->naturals + 1U, shape->wilds))
            return cn_reason_make(CN_REASON_RATIO, shape->wilds, shape->naturals + 1);
    }
    if (with_room && p->meld_max > 0 && size >= (unsigned)p->meld_max)
        return cn_reason_make(CN_REASON_SIZE, (int32_t)size + 1, p->meld_max);
    return ok();
}

static bool takes_wild(const cn_rules *rules, const cn_shape *shape)
{
    const cn_params *p = &rules->p;
    if (set_has(p->no_wild_ranks, shape->rank)) return false;
    if (shape->wilds >= p->max_wilds) return false;
    if (shape->opening ? p->initial_naturals_only : shape->naturals < p->wild_add_min_naturals)
        return false;
    if (set_has(p->initial_only_wild_ranks, shape->rank) && !shape->opening && shape->wilds == 0)
        return false;
    return ratio_fits(p, shape->naturals, shape->wilds + 1U) && wild_fits_canasta(p, shape);
}

bool cn_shape_takes(const cn_rules *rules, const cn_shape *shape, bool wild)
{
    const cn_params *p = &rules->p;
    if (shape->rank == CN_MELD_BLACK3 || shape->rank == CN_MELD_WILD)
        return cn_shape_refusal(rules, shape, wild, true).code == CN_OK;
    const unsigned size = cn_shape_size(shape);
    if (p->meld_max > 0 && size >= (unsigned)p->meld_max) return false;
    if (wild) return takes_wild(rules, shape);
    return (p->add_natural_to_canasta || size < (unsigned)p->canasta_size) &&
           ratio_fits(p, shape->naturals + 1U, shape->wilds);
}

int32_t cn_shape_least_naturals(const cn_rules *rules, unsigned rank)
{
    enum { TWOS_LEAST = 2 };
    int32_t least = rules->p.min_naturals;
    return rank == CN_MELD_TWOS && least < TWOS_LEAST ? TWOS_LEAST : least;
}

bool cn_shape_is_finished(const cn_rules *rules, const cn_shape *shape)
{
    const cn_params *p = &rules->p;
    unsigned size = cn_shape_size(shape);
    if (shape->rank == CN_MELD_BLACK3)
        return size >= (unsigned)p->black3_meld_min &&
               (shape->wilds == 0 || shape->naturals >= p->min_naturals);
    if (size < (unsigned)p->meld_min) return false;
    return shape->rank == CN_MELD_WILD ||
           shape->naturals >= cn_shape_least_naturals(rules, shape->rank);
}

bool cn_shape_is_closed(const cn_rules *rules, const cn_shape *shape)
{
    if (cn_shape_size(shape) < (unsigned)rules->p.canasta_size) return false;
    if (shape->rank != CN_MELD_WILD) return !rules->p.add_natural_to_canasta;
    return !rules->p.add_wild_to_canasta || shape->wilds >= rules->wild_most;
}

cn_canasta cn_shape_canasta(const cn_rules *rules, const cn_shape *shape)
{
    if (shape->rank == CN_MELD_BLACK3) return CN_CANASTA_NONE;
    if (cn_shape_size(shape) < (unsigned)rules->p.canasta_size) return CN_CANASTA_NONE;
    if (shape->rank == CN_MELD_WILD) return CN_CANASTA_WILD;
    return shape->wilds == 0 ? CN_CANASTA_NATURAL : CN_CANASTA_MIXED;
}

bool cn_shape_union_fits(const cn_rules *rules, const cn_shape *a, const cn_shape *b)
{
    const cn_params *p = &rules->p;
    unsigned naturals = (unsigned)a->naturals + b->naturals, wilds = (unsigned)a->wilds + b->wilds;
    if (a->rank != b->rank || a->rank == CN_MELD_WILD || a->rank == CN_MELD_BLACK3) return false;
    if (naturals < (unsigned)p->min_naturals || wilds > (unsigned)p->max_wilds) return false;
    if (p->meld_max > 0 && naturals + wilds > (unsigned)p->meld_max) return false;
    return ratio_fits(p, naturals, wilds);
}
