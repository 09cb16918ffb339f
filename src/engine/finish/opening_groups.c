/* Single cards of a draft: whether a group takes one, and what the groups come to.
 * Not here: which cards are chosen (opening_draft.c). Invariant: as in the header. */
#include "engine/finish/opening_groups.h"

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

/* Highest faces first, since these are the dearest. */
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
    return g->points >= d->goal.need.points && cn_groups_are_pure(d, g);
}
