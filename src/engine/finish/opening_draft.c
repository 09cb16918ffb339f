/* Openings found from counts: groups of naturals, the dearest first, then what else fits, one card
 * after another, until the count is reached.
 * Not here: what cannot be found so (finish_open.c), what a lay makes of it (opening_groups.c).
 * Invariant: groups are begun as the limits of naturals allow; all else is asked of shape.c. */
#include "engine/finish/opening_draft.h"

#include <string.h>

#include "engine/cards/counts.h"
#include "engine/finish/opening_groups.h"
#include "engine/rules/tellers.h"
#include "engine/step/limits.h"
#include "engine/step/opening.h"
#include "engine/table/faces.h"

/* ---- what is staged ---- */

/* Melds of wilds are drafted where they lock nothing, or one of them locks all, and no other meld
 * has a wild (S8); twos that are locked only where nothing but naturals may be laid, and in one
 * meld. */
static bool locks_are_beyond(const cn_draft *d)
{
    const cn_groups *g = &d->staged;
    const int32_t lock = d->rules->p.wild_meld_locks_wilds;
    if (lock == CN_WILD_MELD_LOCKS_WILDS_NO) return false;
    const bool of_twos = lock == CN_WILD_MELD_LOCKS_WILDS_TWOS_MELD;
    const unsigned locker = of_twos ? CN_MELD_TWOS : CN_MELD_WILD;
    unsigned lockers = 0;
    for (unsigned i = 0; i < g->count; i++) lockers += g->piece[i].rank == locker;
    const bool one = of_twos ? d->rules->p.initial_naturals_only : !g->mixed;
    return lockers > (one ? 1U : 0U);
}

/* The staged melds; false if they are of a kind that is left to the search. */
static bool take_over_staged(cn_draft *d, const cn_side *side)
{
    cn_groups *g = &d->staged;
    if (!d->pub->turn.staging) return true;
    const cn_opening staged = cn_opening_staged(d->rules, d->pub);
    if (d->rules->p.initial_from_pile == CN_INITIAL_FROM_PILE_QUALIFY_FROM_HAND)
        d->fixed = d->pub->turn.take_meld;
    for (unsigned i = 0; i < side->meld_count; i++) {
        g->piece[i] = cn_shape_of(d->pub, side, i);
        g->begun |= 1U << g->piece[i].rank;
        g->mixed |= g->piece[i].rank <= CN_MELD_TWOS && g->piece[i].wilds > 0;
    }
    g->count = side->meld_count;
    g->points = staged.points;
    const unsigned open = d->pub->turn.open_meld;
    if (open != CN_NO_MELD && side->meld[open].rank == CN_MELD_SEQUENCE) {
        g->low = cn_meld_low(&side->meld[open]);
        g->suit = cn_meld_suit(&side->meld[open]);
    }
    const bool by_others =
        d->rules->p.initial_needs_pure != CN_INITIAL_NEEDS_PURE_NO && cn_groups_are_pure(d, g);
    d->pure = staged.pure && !by_others;
    return !staged.unfit && !staged.mixed_canasta && !locks_are_beyond(d);
}

static void take_over_hand(cn_draft *d)
{
    cn_groups *g = &d->staged;
    g->points = 0;
    g->mixed = false;
    g->added = 0;
    g->begun = 0;
    g->count = 0;
    const bool wilds = !d->rules->p.initial_naturals_only;
    g->twos = wilds ? d->hand->kind[CN_KIND_TWO] : 0;
    g->jokers = wilds ? d->hand->kind[CN_KIND_JOKER] : 0;
    memcpy(g->held, d->hand->kind, sizeof g->held);
    g->faces = d->rules->p.sequences ? cn_faces_held(d->hand) : 0;
    g->lengthened = g->sequenced = 0;
}

/* The draft is made for good when something is asked of it. */
cn_draft cn_draft_make(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    cn_draft d;
    d.rules = rules;
    d.pub = pub;
    d.hand = hand;
    d.made = d.forbidden = false;
    return d;
}

/* A group can be begun with as many naturals as make a meld. */
static bool naturals_make_melds(const cn_params *p)
{
    const int32_t size = p->meld_min > p->min_naturals ? p->meld_min : p->min_naturals;
    return (p->add_natural_to_canasta || size <= p->canasta_size) &&
           (p->meld_max == 0 || size <= p->meld_max);
}

bool cn_draft_is_ready(cn_draft *d)
{
    const cn_side *side = cn_public_acting(d->pub);
    if (d->made) return d->applies;
    d->made = true;
    d->applies = d->tried = d->found = d->pure = false;
    if (d->rules->p.min_counts_bonuses || side->meld_count > CN_DRAFT_PIECES / 2) return false;
    if (!naturals_make_melds(&d->rules->p)) return false;
    if (cn_must_go_out(d->rules, d->pub)) return false;
    d->goal = cn_goal_make(d->rules, d->pub, d->hand);
    d->fixed = CN_NO_MELD;
    d->ranks = CN_ALL_RANKS & ~cn_dead_ranks(d->rules, d->pub);
    if (d->rules->p.twos_as_rank && d->rules->p.initial_naturals_only &&
        d->rules->p.dead_rank == CN_DEAD_RANK_NONE)
        d->ranks |= 1U << CN_MELD_TWOS;
    take_over_hand(d);
    d->applies = take_over_staged(d, side);
    return d->applies;
}

/* ---- new groups ---- */

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

/* Ranks without a piece of which so many naturals are in hand; `most` of 0: any number from there
 * on. */
static uint32_t ranks_held(const cn_draft *d, const cn_groups *g, unsigned least, unsigned most)
{
    uint32_t ranks = cn_counts_from(g->held, least > 0 ? least : 1);
    if (most > 0) ranks &= ~cn_counts_from(g->held, most + 1);
    return ranks & d->ranks & ~g->begun;
}

/* A group of so many naturals, no more than a meld needs, and the wilds that it lacks; false leaves
 * all as it was. */
static bool begin(const cn_draft *d, cn_groups *g, unsigned rank, unsigned naturals)
{
    const unsigned least = (unsigned)d->rules->p.meld_min;
    if (g->count == CN_DRAFT_PIECES) return false;
    const unsigned lack = naturals < least ? least - naturals : 0, piece_i = g->count;
    if (lack > (unsigned)g->twos + g->jokers) return false;
    g->piece[piece_i] = cn_shape_new(rank, true);
    g->piece[piece_i].naturals = (uint8_t)naturals;
    if (lack > 0 && !cn_groups_may_grow(d, g, piece_i, true)) return false;
    const cn_groups before = *g;
    g->count++;
    g->begun |= 1U << rank;
    g->held[rank] = (uint8_t)(g->held[rank] - naturals);
    g->added = (uint8_t)(g->added + naturals);
    g->points += (int32_t)naturals * d->rules->value[rank];
    for (unsigned i = 0; i < lack; i++) {
        if (cn_groups_add_wild(d, g, piece_i)) continue;
        *g = before;
        return false;
    }
    return true;
}

static bool begin_groups(const cn_draft *d, cn_groups *g, uint32_t ranks, unsigned most)
{
    while (ranks != 0 && !cn_groups_are_enough(d, g)) {
        const unsigned rank = take_dearest(d, &ranks);
        begin(d, g, rank, g->held[rank] < most ? g->held[rank] : most);
    }
    return cn_groups_are_enough(d, g);
}

/* ---- the canasta that is needed ---- */

/* Such as the opening needs. */
static bool is_canasta(const cn_draft *d, const cn_shape *shape)
{
    const bool natural = d->goal.need.canasta == 2;
    if (shape->rank == CN_MELD_SEQUENCE)
        return !natural && shape->naturals >= d->rules->p.canasta_size;
    const cn_canasta kind = cn_shape_canasta(d->rules, shape);
    return (natural ? kind == CN_CANASTA_NATURAL : kind != CN_CANASTA_NONE) &&
           cn_shape_is_finished(d->rules, shape);
}

static bool have_canasta(const cn_draft *d, const cn_groups *g)
{
    for (unsigned i = 0; i < g->count; i++)
        if (is_canasta(d, &g->piece[i])) return true;
    return false;
}

/* Wilds that the piece wants besides all naturals to be a canasta. */
static unsigned wilds_to_fill(const cn_draft *d, const cn_groups *g, unsigned piece_i)
{
    const cn_shape *piece = &g->piece[piece_i];
    const unsigned full = (unsigned)d->rules->p.canasta_size;
    const unsigned have = cn_shape_size(piece) + g->held[piece->rank];
    return have < full ? full - have : 0;
}

/* Naturals first, then wilds; false leaves all as it was. */
static bool fill(const cn_draft *d, cn_groups *g, unsigned piece_i)
{
    const cn_groups before = *g;
    const unsigned full = (unsigned)d->rules->p.canasta_size;
    while (cn_shape_size(&g->piece[piece_i]) < full)
        if (!cn_groups_add_natural(d, g, piece_i) && !cn_groups_add_wild(d, g, piece_i)) break;
    if (is_canasta(d, &g->piece[piece_i])) return true;
    *g = before;
    return false;
}

/* Of a rank that has no piece. */
static bool begin_canasta(const cn_draft *d, cn_groups *g, unsigned rank)
{
    const cn_groups before = *g;
    const unsigned least = (unsigned)d->rules->p.meld_min, held = g->held[rank];
    if (begin(d, g, rank, held < least ? held : least) && fill(d, g, g->count - 1U)) return true;
    *g = before;
    return false;
}

/* One of a rank, with as few wilds as may be: the cards that are laid besides leave it as it is. */
static bool add_canasta(const cn_draft *d, cn_groups *g)
{
    const unsigned full = (unsigned)d->rules->p.canasta_size;
    const unsigned wilds = d->goal.need.canasta == 2 ? 0 : (unsigned)g->twos + g->jokers;
    if (have_canasta(d, g)) return true;
    for (unsigned lack = 0; lack <= wilds && lack < full; lack++) {
        for (unsigned i = 0; i < g->count; i++)
            if (g->piece[i].rank < CN_RANKS && wilds_to_fill(d, g, i) == lack && fill(d, g, i))
                return true;
        for (uint32_t ranks = ranks_held(d, g, full - lack, lack == 0 ? 0 : full - lack);
             ranks != 0; ranks &= ranks - 1)
            if (begin_canasta(d, g, (unsigned)__builtin_ctz(ranks))) return true;
    }
    return false;
}

/* ---- more cards ---- */

/* Wilds alone, as many as the count wants (P60). */
static bool add_wild_meld(const cn_draft *d, cn_groups *g)
{
    const unsigned least = (unsigned)d->rules->p.meld_min;
    if (d->rules->wild_most < least || d->rules->p.initial_naturals_only) return false;
    if (d->rules->p.twos_as_rank) return false;
    unsigned piece_i = 0;
    while (piece_i < g->count && g->piece[piece_i].rank != CN_MELD_WILD) piece_i++;
    if (piece_i == g->count) {
        if (g->twos + g->jokers < (int)least || g->count == CN_DRAFT_PIECES) return false;
        g->piece[g->count++] = cn_shape_new(CN_MELD_WILD, true);
        g->begun |= 1U << CN_MELD_WILD;
    }
    if (!cn_groups_finish(d, g, piece_i)) return false;
    while (!cn_groups_are_enough(d, g))
        if (!cn_groups_add_wild(d, g, piece_i)) return false;
    return true;
}

static bool grow(const cn_draft *d, cn_groups *g, bool wild)
{
    for (unsigned i = 0; i < g->count; i++)
        while (wild ? cn_groups_may_mix(d, &g->piece[i]) && cn_groups_add_wild(d, g, i)
                    : cn_groups_add_natural(d, g, i))
            if (cn_groups_are_enough(d, g)) return true;
    return false;
}

/* Groups of naturals, the dearest first, and naturals onto all of them. */
static bool by_naturals(const cn_draft *d, cn_groups *g)
{
    const unsigned least = (unsigned)d->rules->p.meld_min;
    const unsigned naturals = (unsigned)d->rules->p.min_naturals;
    const unsigned size = least > naturals ? least : naturals;
    if (cn_groups_are_enough(d, g)) return true;
    if (begin_groups(d, g, ranks_held(d, g, size, 0), size)) return true;
    if (g->faces != 0 && cn_groups_begin_sequences(d, g, false)) return true;
    return grow(d, g, false);
}

/* Pairs with a wild, and wilds onto other groups. */
static bool by_wilds(const cn_draft *d, cn_groups *g)
{
    const unsigned least = (unsigned)d->rules->p.meld_min;
    const unsigned naturals = (unsigned)d->rules->p.min_naturals;
    const bool pairs = naturals >= 1 && least > naturals;
    if (pairs && begin_groups(d, g, ranks_held(d, g, naturals, least - 1), least)) return true;
    return grow(d, g, true);
}

static bool leaves_enough(const cn_draft *d, const cn_groups *g)
{
    return cn_goal_leaves_enough(&d->goal, g->added, false);
}

/* As many cards as may be in sequences, then groups of what is left. */
static bool by_sequences(const cn_draft *d, cn_groups *g)
{
    return cn_groups_begin_sequences(d, g, true) || by_naturals(d, g);
}

/* Naturals alone, the groups first or the sequences. */
static bool opens_by_naturals(const cn_draft *d, cn_groups *g)
{
    const bool runs =
        g->faces != 0 && cn_faces_in_runs(g->faces, (unsigned)d->rules->p.meld_min) != 0;
    if (!runs) return by_naturals(d, g) && leaves_enough(d, g);
    cn_groups sequences = *g;
    if (by_naturals(d, g) && leaves_enough(d, g)) return true;
    if (!by_sequences(d, &sequences) || !leaves_enough(d, &sequences)) return false;
    *g = sequences;
    return true;
}

bool cn_groups_open(const cn_draft *d, cn_groups *g, unsigned open)
{
    if (open != CN_NO_MELD && !cn_groups_finish(d, g, open)) return false;
    if (d->goal.need.canasta != 0 && !add_canasta(d, g)) return false;
    if (opens_by_naturals(d, g)) return true;
    if (cn_groups_are_enough(d, g) || g->twos + g->jokers == 0) return false;
    const bool together = d->rules->wild_most > 0 && (!g->mixed || !cn_wilds_lock(d->rules));
    if (!together) return by_wilds(d, g) && leaves_enough(d, g);
    const cn_groups before = *g;
    if (add_wild_meld(d, g) && leaves_enough(d, g)) return true;
    *g = before;
    return by_wilds(d, g) && leaves_enough(d, g);
}

bool cn_draft_finds(cn_draft *d)
{
    if (!cn_understands(d->rules, CN_TELLER_DRAFT)) return false;
    if (!cn_draft_is_ready(d)) return false;
    if (d->tried) return d->found;
    d->tried = true;
    d->opening = d->staged;
    d->found = cn_groups_open(d, &d->opening, d->pub->turn.open_meld);
    return d->found;
}

bool cn_draft_opens(cn_draft *d)
{
    if (!d->made && !d->forbidden)
        d->forbidden = cn_counts_forbid_opening(d->rules, d->pub, d->hand, false);
    return !d->forbidden && cn_draft_finds(d);
}
