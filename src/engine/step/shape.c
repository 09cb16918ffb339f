/* The shape of one meld, card by card.
 * Not here: sequences. Invariant: every limit of a meld's shape is read here and nowhere else. */
#include "engine/step/shape.h"

#include "engine/step/refuse.h"

bool cn_wilds_in_ratio(const cn_params *p, unsigned naturals, unsigned wilds)
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

static cn_reason refuse_wild_meld(const cn_rules *rules, const cn_shape *shape)
{
    unsigned size = shape->wilds + 1U;
    if (rules->wild_most == 0) return cn_reason_make(CN_REASON_WILD_ONLY, 0, 0);
    if (size > rules->wild_most)
        return cn_reason_make(CN_REASON_WILD_CANASTA, (int32_t)size, rules->wild_most);
    if (!cn_shape_wilds_fit_canasta(rules, shape)) return cn_reason_make(CN_REASON_CLOSED, 0, 0);
    return cn_no_reason();
}

static cn_reason refuse_turn_wild(const cn_params *p, const cn_shape *shape)
{
    if (!cn_shape_has_turn_wilds(p, shape)) return cn_no_reason();
    return cn_reason_make(CN_REASON_TURN_WILDS, shape->turn_wilds + 1, p->wilds_per_turn);
}

/* S23. */
static cn_reason refuse_black3(const cn_rules *rules, const cn_shape *shape, bool wild)
{
    const cn_params *p = &rules->p;
    if (wild && !p->black3_meld_wilds) return cn_reason_make(CN_REASON_BLACK3_WILD, 0, 0);
    if (cn_shape_size(shape) >= rules->black3_most) return cn_reason_make(CN_REASON_BLACK3, 0, 0);
    if (wild && shape->wilds + 1 > p->max_wilds)
        return cn_reason_make(CN_REASON_MAX_WILDS, shape->wilds + 1, p->max_wilds);
    return wild ? refuse_turn_wild(p, shape) : cn_no_reason();
}

/* What the counts, and the opening, say about one wild more (P59, P99). */
static cn_reason refuse_wild_count(const cn_params *p, const cn_shape *shape)
{
    if (shape->opening && p->initial_naturals_only)
        return cn_reason_make(CN_REASON_NATURALS_ONLY, 0, 0);
    if (shape->wilds + 1 > p->max_wilds)
        return cn_reason_make(CN_REASON_MAX_WILDS, shape->wilds + 1, p->max_wilds);
    if (!cn_wilds_in_ratio(p, shape->naturals, shape->wilds + 1U))
        return cn_reason_make(CN_REASON_RATIO, shape->wilds + 1, shape->naturals);
    if (!shape->opening && shape->naturals < p->wild_add_min_naturals)
        return cn_reason_make(CN_REASON_RULE_OF_FIVE, shape->naturals, p->wild_add_min_naturals);
    return cn_no_reason();
}

/* P98. */
static cn_reason refuse_wild(const cn_rules *rules, const cn_shape *shape)
{
    const cn_params *p = &rules->p;
    if (shape->rank == CN_MELD_BLACK3 && !p->black3_meld_wilds)
        return cn_reason_make(CN_REASON_BLACK3_WILD, 0, 0);
    if (set_has(p->no_wild_ranks, shape->rank)) return cn_reason_make(CN_REASON_NO_WILD_RANK, 0, 0);
    if (set_has(p->initial_only_wild_ranks, shape->rank) && !shape->opening && shape->wilds == 0)
        return cn_reason_make(CN_REASON_NO_WILD_RANK, 0, 0);
    cn_reason reason = refuse_wild_count(p, shape);
    if (reason.code == CN_OK) reason = refuse_turn_wild(p, shape);
    if (reason.code != CN_OK) return reason;
    if (!cn_shape_wild_fits_canasta(rules, shape)) return cn_reason_make(CN_REASON_CLOSED, 0, 0);
    return cn_no_reason();
}

static cn_reason refuse_natural(const cn_params *p, const cn_shape *shape)
{
    if (cn_shape_size(shape) >= (unsigned)p->canasta_size &&
        !cn_canasta_takes(p, shape->wilds > 0, false))
        return cn_reason_make(CN_REASON_CLOSED, 0, 0);
    if (!cn_wilds_in_ratio(p, shape->naturals + 1U, shape->wilds))
        return cn_reason_make(CN_REASON_RATIO, shape->wilds, shape->naturals + 1);
    return cn_no_reason();
}

cn_reason cn_shape_refusal(const cn_rules *rules, const cn_shape *shape, bool wild, bool with_room)
{
    const cn_params *p = &rules->p;
    if (shape->rank == CN_MELD_BLACK3 && !cn_black3_is_rank(rules))
        return refuse_black3(rules, shape, wild);
    if (cn_shape_is_closed_now(rules, shape)) return cn_reason_make(CN_REASON_CLOSED_NOW, 0, 0);
    if (shape->rank == CN_MELD_WILD) return refuse_wild_meld(rules, shape);
    unsigned size = cn_shape_size(shape);
    const cn_reason reason = wild ? refuse_wild(rules, shape) : refuse_natural(p, shape);
    if (reason.code != CN_OK) return reason;
    if (with_room && p->meld_max > 0 && size >= (unsigned)p->meld_max)
        return cn_reason_make(CN_REASON_SIZE, (int32_t)size + 1, p->meld_max);
    return cn_no_reason();
}

bool cn_shape_black3_takes(const cn_rules *rules, const cn_shape *shape, bool wild)
{
    return cn_shape_refusal(rules, shape, wild, true).code == CN_OK;
}

/* A natural, or a wild, as far as the counts alone decide; the run leaves room for it. */
static bool counts_take(const cn_rules *rules, unsigned naturals, unsigned wilds, bool wild,
                        bool opening)
{
    const cn_shape shape = {.rank = CN_MELD_TWOS, /* which is in no set of ranks */
                            .naturals = (uint8_t)naturals,
                            .wilds = (uint8_t)wilds,
                            .opening = opening};
    const cn_params *p = &rules->p;
    if (p->meld_max > 0 && naturals + wilds >= (unsigned)p->meld_max) return false;
    return (wild ? refuse_wild_count(p, &shape) : refuse_natural(p, &shape)).code == CN_OK;
}

/* The first `count` bits and no other; false if there are others. */
static bool is_prefix(uint64_t bits, unsigned *count)
{
    *count = bits == UINT64_MAX ? 64 : (unsigned)__builtin_ctzll(~bits);
    return (bits & (bits + 1)) == 0;
}

/* Wilds below which a shape takes one more, minding canastas: the run begins now (P57). */
static unsigned wild_below(const cn_params *p, unsigned naturals, unsigned below, bool opening)
{
    const unsigned full = (unsigned)p->canasta_size;
    if (p->add_wild_to_canasta) return below;
    unsigned most = full > naturals ? full - naturals : 0;
    if (opening && p->add_natural_to_canasta) most = full;
    return below < most ? below : most;
}

/* Of no more wilds than a meld ever has. */
static uint64_t with_few_wilds(const cn_params *p, uint64_t bits)
{
    enum { WILDS = 64 };
    return p->max_wilds + 1 < WILDS ? bits & ((UINT64_C(1) << (p->max_wilds + 1)) - 1) : bits;
}

static void derive_caps(cn_rules *rules)
{
    const cn_params *p = &rules->p;
    rules->shapes.caps = p->natural_canasta_takes == CN_CANASTA_TAKES_ANY &&
                         p->mixed_canasta_takes == CN_CANASTA_TAKES_ANY && p->wilds_per_turn == 0 &&
                         p->add_after_closing == 0;
    for (unsigned naturals = 0; naturals <= CN_NATURALS_MAX; naturals++) {
        const unsigned place = naturals < CN_COUNTS ? naturals : CN_COUNTS - 1;
        unsigned below[3];
        rules->shapes.caps &=
            is_prefix(with_few_wilds(p, rules->shapes.takes_natural[naturals]), &below[2]);
        for (unsigned opening = 0; opening < 2; opening++) {
            rules->shapes.caps &=
                is_prefix(rules->shapes.takes_wild[opening][naturals], &below[opening]);
            below[opening] = wild_below(p, naturals, below[opening], opening != 0);
        }
        uint8_t *caps[] = {rules->shapes.wild_below[0], rules->shapes.wild_below[1],
                           rules->shapes.natural_below};
        for (unsigned i = 0; i < 3; i++) {
            if (naturals <= place) caps[i][place] = (uint8_t)below[i];
            rules->shapes.caps &= caps[i][place] == below[i];
        }
    }
}

/* Wilds that make a new meld of so many naturals, of a rank that takes wilds. */
static unsigned wilds_to_begin(const cn_rules *rules, unsigned naturals, bool opening)
{
    enum { NEVER = 127 };
    const int32_t least = rules->p.min_naturals > 1 ? rules->p.min_naturals : 1;
    cn_shape shape = cn_shape_new(CN_MELD_TWOS, opening);
    shape.naturals = (uint8_t)naturals;
    for (; cn_shape_size(&shape) < (unsigned)rules->p.meld_min; cn_shape_add(&shape, true))
        if ((int32_t)naturals < least || !cn_shape_takes(rules, &shape, true)) return NEVER;
    return shape.wilds;
}

void cn_shape_derive(cn_rules *rules)
{
    enum { WILDS = 64 };
    for (unsigned naturals = 0; naturals <= CN_NATURALS_MAX; naturals++)
        for (unsigned wilds = 0; wilds < WILDS; wilds++) {
            const uint64_t bit = UINT64_C(1) << wilds;
            if (counts_take(rules, naturals, wilds, false, false))
                rules->shapes.takes_natural[naturals] |= bit;
            for (unsigned opening = 0; opening < 2; opening++)
                if (counts_take(rules, naturals, wilds, true, opening != 0))
                    rules->shapes.takes_wild[opening][naturals] |= bit;
        }
    derive_caps(rules);
    for (unsigned naturals = 0; naturals < CN_COUNTS; naturals++)
        for (unsigned opening = 0; opening < 2; opening++)
            rules->shapes.wilds_to_begin[opening][naturals] =
                (uint8_t)wilds_to_begin(rules, naturals, opening != 0);
}

bool cn_shape_black3_is_finished(const cn_rules *rules, const cn_shape *shape)
{
    return cn_shape_size(shape) >= (unsigned)rules->p.black3_meld_min &&
           (shape->wilds == 0 || shape->naturals >= rules->p.min_naturals);
}

bool cn_shape_union_fits(const cn_rules *rules, const cn_shape *a, const cn_shape *b)
{
    const cn_params *p = &rules->p;
    unsigned naturals = (unsigned)a->naturals + b->naturals, wilds = (unsigned)a->wilds + b->wilds;
    if (a->rank != b->rank || a->rank == CN_MELD_WILD || a->rank == CN_MELD_BLACK3) return false;
    if (naturals < (unsigned)p->min_naturals || wilds > (unsigned)p->max_wilds) return false;
    if (p->meld_max > 0 && naturals + wilds > (unsigned)p->meld_max) return false;
    return cn_wilds_in_ratio(p, naturals, wilds);
}

bool cn_shape_joins_later(const cn_rules *rules, const cn_public *pub, const cn_side *side,
                          unsigned meld_i)
{
    const cn_shape shape = cn_shape_apart(pub, side, meld_i);
    if (rules->p.same_rank_melds != CN_SAME_RANK_MELDS_MANY_MAY_MERGE) return false;
    for (unsigned i = meld_i + 1; i < side->meld_count; i++) {
        if (side->meld[i].rank != shape.rank) continue;
        const cn_shape other = cn_shape_apart(pub, side, i);
        if (cn_shape_union_fits(rules, &shape, &other)) return true;
    }
    return false;
}
