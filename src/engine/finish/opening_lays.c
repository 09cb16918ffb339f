/* Lays after which an opening can still be made: those that are part of the one found, or go well
 * with it.
 * Not here: finding it (opening_draft.c). Invariant: after the lay the opening found, or it with
 * the card laid, can be made from what is left. */
#include <stddef.h>

#include "engine/finish/opening_groups.h"
#include "engine/rules/tellers.h"
#include "engine/step/target.h"
#include "engine/table/faces.h"

static bool is_group(unsigned rank)
{
    return rank < CN_RANKS || rank == CN_MELD_TWOS || rank == CN_MELD_WILD;
}

static bool leaves_enough(const cn_draft *d, unsigned more)
{
    return cn_goal_leaves_enough(&d->goal, d->opening.added + more, false);
}

/* The opening lays a wild there: this kind may stand for it. */
static bool wild_may_stand(const cn_draft *d, unsigned kind)
{
    const cn_groups *from = &d->staged, *to = &d->opening;
    const bool joker = kind == CN_KIND_JOKER;
    if (joker ? from->jokers > to->jokers : from->twos > to->twos) return true; /* they swap */
    const unsigned other = joker ? CN_KIND_TWO : CN_KIND_JOKER;
    return to->points + d->rules->value[kind] - d->rules->value[other] >= d->goal.need.points;
}

/* One card more onto a piece of the opening, which lays none there. */
static bool goes_with(const cn_draft *d, unsigned piece_i, unsigned kind, bool wild)
{
    const cn_groups *g = &d->opening;
    const cn_shape *piece = &g->piece[piece_i];
    const unsigned left = kind == CN_KIND_TWO     ? g->twos
                          : kind == CN_KIND_JOKER ? g->jokers
                                                  : g->held[kind];
    if (left == 0 || !cn_groups_may_grow(d, g, piece_i, wild) || !leaves_enough(d, 1)) return false;
    return !wild || cn_groups_may_mix(d, piece);
}

/* A new group beside the opening, of naturals alone. */
static bool begins_beside(const cn_draft *d, unsigned rank)
{
    const cn_params *p = &d->rules->p;
    const int32_t size = p->meld_min > p->min_naturals ? p->meld_min : p->min_naturals;
    return rank <= CN_MELD_TWOS && ((d->ranks & ~d->opening.begun) >> rank & 1) != 0 &&
           d->opening.held[rank] >= size && leaves_enough(d, (unsigned)size);
}

/* A lay that begins a group. */
static bool begins(const cn_draft *d, unsigned kind, unsigned rank)
{
    const cn_groups *g = &d->opening;
    for (unsigned i = d->staged.count; i < g->count; i++)
        if (g->piece[i].rank == rank) return kind == rank || wild_may_stand(d, kind);
    return begins_beside(d, rank);
}

/* A wild, laid now, keeps no natural of the opening from the piece, which might be closed to it. */
static bool naturals_fit_later(const cn_draft *d, const cn_shape *from, const cn_shape *to)
{
    return d->rules->p.add_natural_to_canasta || to->naturals == from->naturals ||
           to->naturals + from->wilds < d->rules->p.canasta_size;
}

static bool suits_the_opening(const cn_draft *d, unsigned kind, unsigned rank, unsigned target)
{
    if (target >= d->staged.count) return begins(d, kind, rank);
    const cn_shape *from = &d->staged.piece[target], *to = &d->opening.piece[target];
    if (kind == rank) return to->naturals > from->naturals || goes_with(d, target, kind, false);
    if (!naturals_fit_later(d, from, to)) return false;
    return (to->wilds > from->wilds && wild_may_stand(d, kind)) || goes_with(d, target, kind, true);
}

/* S8: a second meld of wilds, or of twos, that locks others is left to the search. */
static bool locks_again(const cn_draft *d, unsigned rank)
{
    const int32_t lock = d->rules->p.wild_meld_locks_wilds;
    const unsigned locker =
        lock == CN_WILD_MELD_LOCKS_WILDS_TWOS_MELD ? CN_MELD_TWOS : CN_MELD_WILD;
    return lock != CN_WILD_MELD_LOCKS_WILDS_NO && rank == locker &&
           (d->staged.begun >> locker & 1) != 0;
}

/* Another opening, found from what lies there after the lay. */
static bool opens_anew(const cn_draft *d, unsigned kind, unsigned rank, unsigned target)
{
    cn_groups g = d->staged;
    if (target == g.count) {
        if (locks_again(d, rank)) return false;
        g.piece[g.count++] = cn_shape_new(rank, true);
        g.begun |= 1U << rank;
    }
    if (!cn_groups_may_grow(d, &g, target, kind != rank)) return false;
    if (kind == rank)
        cn_groups_add_natural(d, &g, target);
    else
        cn_groups_use_wild(d, &g, target, kind);
    return cn_groups_open(d, &g, target);
}

/* A lay of that kind onto the piece, which may be a new one. */
static bool opens_with(cn_draft *d, unsigned kind, unsigned rank, unsigned target)
{
    if (!is_group(rank) || target > d->staged.count || target == d->fixed) return false;
    if (cn_draft_finds(d) && suits_the_opening(d, kind, rank, target)) return true;
    return opens_anew(d, kind, rank, target);
}

/* ---- sequences ---- */

/* The face is part of what the opening does with the sequence, or goes with it; with none, it
 * begins one. */
static bool face_suits(const cn_draft *d, uint64_t face, const cn_meld *sequence)
{
    const cn_groups *g = &d->opening;
    if (sequence == NULL) return (g->sequenced & face) != 0;
    if ((g->lengthened & face) != 0) return true;
    const unsigned rank = (unsigned)__builtin_ctzll(face) / CN_SUITS;
    return sequence->naturals >= d->rules->p.meld_min && (g->faces & face) != 0 &&
           g->held[rank] > 0 && leaves_enough(d, 1);
}

/* The card goes to the sequence `target`, or begins one. */
static bool opens_with_face(cn_draft *d, unsigned face, unsigned target)
{
    const cn_side *side = cn_public_acting(d->pub);
    const unsigned rank = face / CN_SUITS;
    const uint64_t bit = UINT64_C(1) << face;
    const bool begins = target == d->staged.count;
    if (target > d->staged.count) return false;
    if (!begins && side->meld[target].naturals >= d->rules->p.sequence_max)
        return false; /* P109: it would oblige to go out */
    if (cn_draft_finds(d) && face_suits(d, bit, begins ? NULL : &side->meld[target])) return true;
    cn_groups g = d->staged;
    if (begins) g.piece[g.count++] = (cn_shape){.rank = CN_MELD_SEQUENCE, .opening = true};
    const unsigned low = begins ? rank : cn_meld_low(&side->meld[target]);
    g.low = (uint8_t)(rank < low ? rank : low);
    g.suit = (uint8_t)(face % CN_SUITS);
    g.piece[target].naturals++;
    g.faces &= ~bit;
    g.held[rank]--;
    g.added++;
    g.points += d->rules->value[rank];
    return cn_groups_open(d, &g, target);
}

/* One of its ends goes on. */
static bool lengthens(cn_draft *d, unsigned meld_i)
{
    const cn_meld *meld = &cn_public_acting(d->pub)->meld[meld_i];
    for (uint64_t ends = cn_faces_beside(meld) & d->staged.faces; ends != 0; ends &= ends - 1)
        if (opens_with_face(d, (unsigned)__builtin_ctzll(ends), meld_i)) return true;
    return false;
}

/* ---- all ---- */

bool cn_draft_opens_after(cn_draft *d, unsigned number)
{
    if (!cn_understands(d->rules, CN_TELLER_DRAFT)) return false;
    if (!cn_draft_is_ready(d)) return false;
    if (cn_step_is_sequence(number))
        return opens_with_face(d, number - CN_STEP_SEQUENCE,
                               cn_step_target(d->rules, d->pub, number));
    if (cn_step_is_lay(number))
        return opens_with(d, cn_step_kind(number), cn_step_meld(number),
                          cn_step_target(d->rules, d->pub, number));
    if (!cn_step_is_to_meld(number)) return false;
    const unsigned meld_i = number - CN_STEP_TO_MELD, rank = d->staged.piece[meld_i].rank;
    const cn_groups *g = &d->staged;
    if (rank == CN_MELD_SEQUENCE) return lengthens(d, meld_i);
    if (!is_group(rank)) return false;
    if (rank <= CN_MELD_TWOS && g->held[rank] > 0 && opens_with(d, rank, rank, meld_i)) return true;
    if (g->twos > 0 && opens_with(d, CN_KIND_TWO, rank, meld_i)) return true;
    return g->jokers > 0 && opens_with(d, CN_KIND_JOKER, rank, meld_i);
}
