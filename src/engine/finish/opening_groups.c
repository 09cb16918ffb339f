/* Single cards of a draft, what the groups come to, and the lays after which an opening can still
 * be made. Not here: which cards are chosen (opening_draft.c). Invariant: after such a lay the
 * opening found, or it with the card laid, can be made from what is left. */
#include "engine/finish/opening_groups.h"

#include <stddef.h>

#include "engine/rules/tellers.h"
#include "engine/step/target.h"
#include "engine/table/faces.h"

/* A canasta of the draft closes its rank (P100). */
static bool closes(const cn_draft *d, const cn_groups *g, unsigned rank)
{
    if (d->rules->p.dead_rank == CN_DEAD_RANK_NONE || rank >= CN_RANKS) return false;
    for (unsigned i = 0; i < g->count; i++)
        if (g->piece[i].rank == rank &&
            cn_shape_size(&g->piece[i]) >= (unsigned)d->rules->p.canasta_size)
            return true;
    return false;
}

static bool has_wild_meld(const cn_groups *g)
{
    return (g->begun >> CN_MELD_WILD & 1) != 0;
}

bool cn_groups_may_grow(const cn_draft *d, const cn_groups *g, unsigned piece_i, bool wild)
{
    const cn_shape *piece = &g->piece[piece_i];
    const bool locks = cn_wilds_lock(d->rules);
    if (piece->rank == CN_MELD_WILD)
        return wild && !(g->mixed && locks) && cn_shape_takes(d->rules, piece, true);
    if (piece->rank == CN_MELD_TWOS)
        return !wild && (d->ranks >> CN_MELD_TWOS & 1) != 0 &&
               cn_shape_takes(d->rules, piece, false);
    if (piece_i == d->fixed || piece->rank >= CN_RANKS || closes(d, g, piece->rank)) return false;
    if (wild && locks && has_wild_meld(g)) return false;
    const bool mixed = wild || piece->wilds > 0;
    if (mixed && d->rules->p.initial_no_mixed_canasta &&
        cn_shape_size(piece) + 1 >= (unsigned)d->rules->p.canasta_size)
        return false;
    return cn_shape_takes(d->rules, piece, wild);
}

bool cn_groups_add_natural(const cn_draft *d, cn_groups *g, unsigned piece_i)
{
    const unsigned rank = g->piece[piece_i].rank;
    if (rank > CN_MELD_TWOS || g->held[rank] == 0 || !cn_groups_may_grow(d, g, piece_i, false))
        return false;
    cn_shape_add(&g->piece[piece_i], false);
    g->held[rank]--;
    g->added++;
    g->points += d->rules->value[rank];
    return true;
}

void cn_groups_use_wild(const cn_draft *d, cn_groups *g, unsigned piece_i, unsigned kind)
{
    cn_shape_add(&g->piece[piece_i], true);
    g->mixed |= g->piece[piece_i].rank < CN_RANKS;
    --*(kind == CN_KIND_JOKER ? &g->jokers : &g->twos);
    g->added++;
    g->points += d->rules->value[kind];
}

bool cn_groups_add_wild(const cn_draft *d, cn_groups *g, unsigned piece_i)
{
    if (g->twos + g->jokers == 0 || !cn_groups_may_grow(d, g, piece_i, true)) return false;
    const bool jokers_first = d->rules->value[CN_KIND_JOKER] >= d->rules->value[CN_KIND_TWO]
                                  ? g->jokers > 0
                                  : g->twos == 0;
    cn_groups_use_wild(d, g, piece_i, jokers_first ? CN_KIND_JOKER : CN_KIND_TWO);
    return true;
}

/* ---- sequences ---- */

static bool take_face(const cn_draft *d, cn_groups *g, unsigned rank, unsigned suit)
{
    const uint64_t face = UINT64_C(1) << cn_card_make(rank, suit);
    if ((g->faces & face) == 0 || g->held[rank] == 0) return false;
    g->faces &= ~face;
    g->held[rank]--;
    g->added++;
    g->points += d->rules->value[rank];
    return true;
}

/* Upwards first, then downwards. */
static bool finish_sequence(const cn_draft *d, cn_groups *g, unsigned piece_i)
{
    cn_shape *piece = &g->piece[piece_i];
    const uint64_t before = g->faces;
    while (piece->naturals < d->rules->p.meld_min) {
        const unsigned next = (unsigned)g->low + piece->naturals;
        if (next < CN_RANKS && take_face(d, g, next, g->suit)) {
            piece->naturals++;
        } else if (g->low > 0 && take_face(d, g, g->low - 1U, g->suit)) {
            piece->naturals++;
            g->low--;
        } else {
            return false;
        }
    }
    g->lengthened |= before & ~g->faces;
    return true;
}

/* Takes the faces from `first` up that make a sequence; false leaves all as it was. */
static bool take_least(const cn_draft *d, cn_groups *g, unsigned first)
{
    const unsigned least = (unsigned)d->rules->p.meld_min;
    const cn_groups before = *g;
    for (unsigned i = 0; i < least; i++) {
        if (take_face(d, g, first / CN_SUITS + i, first % CN_SUITS)) continue;
        *g = before;
        return false;
    }
    return true;
}

/* Lower faces to a sequence of so many cards that begins with `first`, until the groups are
 * enough; the length it has then, which is less than a canasta's and no more than sequence_max. */
static unsigned take_lower(const cn_draft *d, cn_groups *g, unsigned first, unsigned length)
{
    const unsigned full = (unsigned)d->rules->p.canasta_size;
    const unsigned longest = (unsigned)d->rules->p.sequence_max;
    const unsigned most = longest < full ? longest : full - 1;
    unsigned rank = first / CN_SUITS;
    while (length < most && rank > 0 && !cn_groups_are_enough(d, g)) {
        if (!take_face(d, g, --rank, first % CN_SUITS)) break;
        length++;
    }
    return length;
}

/* Highest faces first, since these are the dearest mostly. */
bool cn_groups_begin_sequences(const cn_draft *d, cn_groups *g, bool longest)
{
    const unsigned least = (unsigned)d->rules->p.meld_min;
    uint64_t starts = g->faces;
    for (unsigned i = 1; i < least; i++) starts &= g->faces >> (i * CN_SUITS);
    while (starts != 0 && g->count < CN_DRAFT_PIECES && !cn_groups_are_enough(d, g)) {
        const unsigned first = 63U - (unsigned)__builtin_clzll(starts);
        const uint64_t before = g->faces;
        starts &= ~(UINT64_C(1) << first);
        if (!take_least(d, g, first)) continue;
        const unsigned length = longest ? take_lower(d, g, first, least) : least;
        g->sequenced |= before & ~g->faces;
        g->piece[g->count++] =
            (cn_shape){.rank = CN_MELD_SEQUENCE, .naturals = (uint8_t)length, .opening = true};
    }
    return cn_groups_are_enough(d, g);
}

bool cn_groups_finish(const cn_draft *d, cn_groups *g, unsigned piece_i)
{
    const unsigned rank = g->piece[piece_i].rank;
    if (rank == CN_MELD_SEQUENCE) return finish_sequence(d, g, piece_i);
    if ((rank > CN_MELD_TWOS && rank != CN_MELD_WILD) || piece_i == d->fixed) return false;
    while (!cn_shape_is_finished(d->rules, &g->piece[piece_i]))
        if (!cn_groups_add_natural(d, g, piece_i) && !cn_groups_add_wild(d, g, piece_i))
            return false;
    return true;
}

/* ---- enough? ---- */

/* What initial_needs_pure asks for. */
static bool is_clean(const cn_draft *d, const cn_shape *shape)
{
    enum { TRIPLE = 3 };
    if (shape->rank == CN_MELD_WILD)
        return shape->wilds >= TRIPLE &&
               d->rules->p.initial_needs_pure == CN_INITIAL_NEEDS_PURE_PURE_OR_WILD_TRIPLE;
    return shape->rank < CN_RANKS && shape->wilds == 0 && shape->naturals >= TRIPLE;
}

bool cn_groups_are_pure(const cn_draft *d, const cn_groups *g)
{
    if (d->rules->p.initial_needs_pure == CN_INITIAL_NEEDS_PURE_NO || d->pure) return true;
    for (unsigned i = 0; i < g->count; i++)
        if (i != d->fixed && is_clean(d, &g->piece[i])) return true;
    return false;
}

bool cn_groups_are_enough(const cn_draft *d, const cn_groups *g)
{
    return g->count > 0 && g->points >= d->goal.need.points && cn_groups_are_pure(d, g);
}

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
