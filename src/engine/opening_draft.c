/* Openings found from counts: groups of naturals, the dearest first, then what else fits, one card
 * after another, until the count is reached.
 * Not here: what cannot be found so (finish_open.c). Invariant: every card is asked of shape.c. */
#include "opening_draft.h"

#include "apply.h"
#include "opening.h"
#include "possible.h"

/* An unfinished meld of wilds keeps them from all others (P61). */
static bool wilds_lock(const cn_rules *rules)
{
    return rules->p.wild_meld_locks_wilds == CN_WILD_MELD_LOCKS_WILDS_WILD_MELD;
}

static bool has_wild_meld(const cn_draft *d)
{
    return (d->begun >> CN_MELD_WILD & 1) != 0;
}

/* Melds of wilds are drafted where they lock nothing, or lock all; twos that are locked are not. */
static bool locks_are_beyond(const cn_draft *d)
{
    return d->rules->p.wild_meld_locks_wilds == CN_WILD_MELD_LOCKS_WILDS_TWOS_MELD &&
           (d->begun >> CN_MELD_TWOS & 1) != 0;
}

/* What initial_needs_pure asks for. */
static bool is_clean(const cn_draft *d, const cn_shape *shape)
{
    enum { TRIPLE = 3 };
    if (shape->rank == CN_MELD_WILD)
        return shape->wilds >= TRIPLE &&
               d->rules->p.initial_needs_pure == CN_INITIAL_NEEDS_PURE_PURE_OR_WILD_TRIPLE;
    return shape->rank < CN_RANKS && shape->wilds == 0 && shape->naturals >= TRIPLE;
}

/* The staged melds; false if they are of a kind that is left to the search. */
static bool take_over_staged(cn_draft *d, const cn_side *side)
{
    if (!d->pub->turn.staging) return true;
    const cn_opening staged = cn_opening_staged(d->rules, d->pub);
    bool clean = false;
    if (d->rules->p.initial_from_pile == CN_INITIAL_FROM_PILE_QUALIFY_FROM_HAND)
        d->fixed = d->pub->turn.take_meld;
    for (unsigned i = 0; i < side->meld_count; i++) {
        d->piece[i] = cn_shape_of(d->pub, side, i);
        d->begun |= 1U << d->piece[i].rank;
        clean |= i != d->fixed && is_clean(d, &d->piece[i]);
        d->mixed |= d->piece[i].rank < CN_RANKS && d->piece[i].wilds > 0;
    }
    d->count = side->meld_count;
    d->points = staged.points;
    d->pure = staged.pure && !clean;
    return !staged.unfit && !staged.mixed_canasta && !locks_are_beyond(d);
}

cn_draft cn_draft_make(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    const cn_params *p = &rules->p;
    const cn_side *side = cn_public_acting(pub);
    cn_draft d;
    d.applies = false;
    d.rules = rules;
    d.pub = pub;
    if (p->min_counts_bonuses || side->meld_count > CN_DRAFT_PIECES / 2) return d;
    if (cn_must_go_out(rules, pub)) return d;
    d.goal = cn_goal_make(rules, pub, hand);
    if (d.goal.need.canasta != 0) return d;
    d.points = 0;
    d.pure = d.mixed = false;
    d.added = 0;
    d.fixed = CN_NO_MELD;
    d.begun = d.dead = 0;
    d.count = 0;
    d.twos = hand->kind[CN_KIND_TWO];
    d.jokers = hand->kind[CN_KIND_JOKER];
    for (unsigned rank = 0; rank < CN_RANKS; rank++) {
        d.held[rank] = hand->kind[rank];
        if (p->dead_rank != CN_DEAD_RANK_NONE && d.held[rank] > 0)
            d.dead |= (uint32_t)cn_public_dead(rules, pub, rank) << rank;
    }
    d.applies = take_over_staged(&d, side);
    return d;
}

/* ---- single cards ---- */

/* A canasta of the draft closes its rank (P100). */
static bool closes(const cn_draft *d, unsigned rank)
{
    if (d->rules->p.dead_rank == CN_DEAD_RANK_NONE || rank >= CN_RANKS) return false;
    for (unsigned i = 0; i < d->count; i++)
        if (d->piece[i].rank == rank && cn_shape_canasta(d->rules, &d->piece[i]) != CN_CANASTA_NONE)
            return true;
    return false;
}

static bool may_grow(const cn_draft *d, unsigned piece_i, bool wild)
{
    const cn_shape *piece = &d->piece[piece_i];
    if (closes(d, piece->rank)) return false;
    if (piece->rank == CN_MELD_WILD)
        return wild && !(d->mixed && wilds_lock(d->rules)) && cn_shape_takes(d->rules, piece, true);
    if (piece_i == d->fixed || piece->rank >= CN_RANKS) return false;
    if (wild && has_wild_meld(d) && wilds_lock(d->rules)) return false;
    if (!cn_shape_takes(d->rules, piece, wild)) return false;
    const bool mixed = wild || piece->wilds > 0;
    return !mixed || !d->rules->p.initial_no_mixed_canasta ||
           cn_shape_size(piece) + 1 < (unsigned)d->rules->p.canasta_size;
}

static bool add_natural(cn_draft *d, unsigned piece_i)
{
    const unsigned rank = d->piece[piece_i].rank;
    if (rank >= CN_RANKS || d->held[rank] == 0 || !may_grow(d, piece_i, false)) return false;
    cn_shape_add(&d->piece[piece_i], false);
    d->held[rank]--;
    d->added++;
    d->points += d->rules->value[rank];
    return true;
}

static void use_wild(cn_draft *d, unsigned piece_i, unsigned kind)
{
    cn_shape_add(&d->piece[piece_i], true);
    d->mixed |= d->piece[piece_i].rank < CN_RANKS;
    --*(kind == CN_KIND_JOKER ? &d->jokers : &d->twos);
    d->added++;
    d->points += d->rules->value[kind];
}

/* The dearest wild there is. */
static bool add_wild(cn_draft *d, unsigned piece_i)
{
    if (d->twos + d->jokers == 0 || !may_grow(d, piece_i, true)) return false;
    const bool jokers_first = d->rules->value[CN_KIND_JOKER] >= d->rules->value[CN_KIND_TWO]
                                  ? d->jokers > 0
                                  : d->twos == 0;
    use_wild(d, piece_i, jokers_first ? CN_KIND_JOKER : CN_KIND_TWO);
    return true;
}

/* ---- enough? ---- */

static bool is_pure(const cn_draft *d)
{
    if (d->rules->p.initial_needs_pure == CN_INITIAL_NEEDS_PURE_NO || d->pure) return true;
    for (unsigned i = 0; i < d->count; i++)
        if (i != d->fixed && is_clean(d, &d->piece[i])) return true;
    return false;
}

static bool is_enough(const cn_draft *d)
{
    return d->points >= d->goal.need.points && is_pure(d);
}

static bool finish(cn_draft *d, unsigned piece_i)
{
    const unsigned rank = d->piece[piece_i].rank;
    if ((rank >= CN_RANKS && rank != CN_MELD_WILD) || piece_i == d->fixed) return false;
    while (!cn_shape_is_finished(d->rules, &d->piece[piece_i]))
        if (!add_natural(d, piece_i) && !add_wild(d, piece_i)) return false;
    return true;
}

/* ---- new groups, and more cards ---- */

/* The rank of which most points are in hand, of those in `ranks`, which it leaves. */
static unsigned take_dearest(const cn_draft *d, uint32_t *ranks)
{
    unsigned best = (unsigned)__builtin_ctz(*ranks);
    for (uint32_t left = *ranks & (*ranks - 1); left != 0; left &= left - 1) {
        const unsigned rank = (unsigned)__builtin_ctz(left);
        if (d->rules->value[rank] > d->rules->value[best]) best = rank;
    }
    *ranks &= ~(1U << best);
    return best;
}

/* Ranks without a piece of which so many naturals are in hand. */
static uint32_t ranks_held(const cn_draft *d, unsigned least, unsigned most)
{
    uint32_t ranks = 0;
    for (unsigned rank = 0; rank < CN_RANKS; rank++)
        ranks |= (uint32_t)(d->held[rank] >= least && d->held[rank] <= most) << rank;
    return ranks & ~(d->begun | d->dead);
}

static bool begin(cn_draft *d, unsigned rank, unsigned naturals)
{
    if (d->count == CN_DRAFT_PIECES) return false;
    const cn_draft before = *d;
    const unsigned piece_i = d->count++;
    d->piece[piece_i] = cn_shape_new(rank, true);
    d->begun |= 1U << rank;
    while (naturals > 0 && add_natural(d, piece_i)) naturals--;
    if (naturals == 0 && finish(d, piece_i)) return true;
    *d = before;
    return false;
}

static bool begin_groups(cn_draft *d, uint32_t ranks, unsigned most)
{
    while (ranks != 0 && !is_enough(d)) {
        const unsigned rank = take_dearest(d, &ranks);
        begin(d, rank, d->held[rank] < most ? d->held[rank] : most);
    }
    return is_enough(d);
}

/* A wild never goes where it could spoil the group that must have none. */
static bool may_take_wild(const cn_draft *d, unsigned piece_i)
{
    return d->rules->p.initial_needs_pure == CN_INITIAL_NEEDS_PURE_NO ||
           d->piece[piece_i].wilds > 0;
}

/* Wilds alone, as many as the count wants (P60). */
static bool add_wild_meld(cn_draft *d)
{
    const unsigned least = (unsigned)d->rules->p.meld_min;
    if (d->rules->wild_most < least || d->rules->p.initial_naturals_only) return false;
    if (d->rules->p.twos_as_rank) return false;
    unsigned piece_i = 0;
    while (piece_i < d->count && d->piece[piece_i].rank != CN_MELD_WILD) piece_i++;
    if (piece_i == d->count) {
        if (d->twos + d->jokers < (int)least || d->count == CN_DRAFT_PIECES) return false;
        d->piece[d->count++] = cn_shape_new(CN_MELD_WILD, true);
        d->begun |= 1U << CN_MELD_WILD;
    }
    if (!finish(d, piece_i)) return false;
    while (!is_enough(d))
        if (!add_wild(d, piece_i)) return false;
    return true;
}

static bool grow(cn_draft *d, bool wild)
{
    for (unsigned i = 0; i < d->count; i++)
        while (wild ? may_take_wild(d, i) && add_wild(d, i) : add_natural(d, i))
            if (is_enough(d)) return true;
    return false;
}

/* Groups of naturals, the dearest first, and naturals onto all of them. */
static bool by_naturals(cn_draft *d)
{
    const unsigned least = (unsigned)d->rules->p.meld_min;
    const unsigned naturals = (unsigned)d->rules->p.min_naturals;
    enum { ALL = UINT8_MAX };
    if (is_enough(d)) return true;
    if (begin_groups(d, ranks_held(d, least > naturals ? least : naturals, ALL), least))
        return true;
    return grow(d, false);
}

/* Pairs with a wild, and wilds onto other groups. */
static bool by_wilds(cn_draft *d)
{
    const unsigned least = (unsigned)d->rules->p.meld_min;
    const unsigned naturals = (unsigned)d->rules->p.min_naturals;
    const bool pairs = naturals >= 1 && least > naturals;
    if (pairs && begin_groups(d, ranks_held(d, naturals, least - 1), least)) return true;
    return grow(d, true);
}

static bool leaves_enough(const cn_draft *d)
{
    return cn_goal_leaves_enough(&d->goal, d->added, false);
}

static bool opens(cn_draft *d, unsigned open)
{
    if (open != CN_NO_MELD && !finish(d, open)) return false;
    if (by_naturals(d) && leaves_enough(d)) return true;
    if (is_enough(d) || d->twos + d->jokers == 0) return false;
    const bool together = d->rules->wild_most > 0 && (!d->mixed || !wilds_lock(d->rules));
    if (!together) return by_wilds(d) && leaves_enough(d);
    cn_draft other = *d;
    if (add_wild_meld(&other) && leaves_enough(&other)) return true;
    return by_wilds(d) && leaves_enough(d);
}

bool cn_draft_opens(const cn_draft *draft)
{
    if (!draft->applies) return false;
    cn_draft d = *draft;
    return opens(&d, d.pub->turn.open_meld);
}

/* A lay of that kind onto the piece, which may be a new one. */
static bool opens_with(const cn_draft *draft, unsigned kind, unsigned rank, unsigned target)
{
    cn_draft d = *draft;
    if ((rank >= CN_RANKS && rank != CN_MELD_WILD) || target > d.count || target == d.fixed)
        return false;
    if (target == d.count) {
        d.piece[d.count++] = cn_shape_new(rank, true);
        d.begun |= 1U << rank;
    }
    if (!may_grow(&d, target, kind != rank)) return false;
    if (kind == rank)
        add_natural(&d, target);
    else
        use_wild(&d, target, kind);
    return opens(&d, target);
}

bool cn_draft_opens_after(const cn_draft *draft, unsigned number)
{
    if (!draft->applies) return false;
    if (cn_step_is_lay(number))
        return opens_with(draft, cn_step_kind(number), cn_step_meld(number),
                          cn_step_target(draft->rules, draft->pub, number));
    if (!cn_step_is_to_meld(number)) return false;
    const unsigned meld_i = number - CN_STEP_TO_MELD, rank = draft->piece[meld_i].rank;
    if (rank >= CN_RANKS && rank != CN_MELD_WILD) return false;
    if (rank < CN_RANKS && draft->held[rank] > 0 && opens_with(draft, rank, rank, meld_i))
        return true;
    if (draft->twos > 0 && opens_with(draft, CN_KIND_TWO, rank, meld_i)) return true;
    return draft->jokers > 0 && opens_with(draft, CN_KIND_JOKER, rank, meld_i);
}
