/* Arrangements that need no search: groups from hand, then pairs with a wild, then what else fits.
 * Not here: the search (arrange.c). Invariant: every one of them is one that the search could meet.
 */
#include "arrange_stage.h"

/* Finishes the begun meld with as few cards as may be. */
static bool finish_open_piece(cn_arrangement *a)
{
    const unsigned open = a->open;
    if (open == CN_NO_MELD) return true;
    cn_piece *piece = &a->piece[open];
    const unsigned rank = piece->shape.rank;
    if (rank == CN_MELD_SEQUENCE) {
        while (!cn_arrange_finished(a, piece))
            if (!cn_arrange_up(a, piece) && !cn_arrange_down(a, piece)) return false;
        return true;
    }
    if (rank >= CN_RANKS) return false; /* the wilds of these are chosen one by one */
    while (!cn_arrange_finished(a, piece))
        if (!cn_arrange_natural(a, piece) && !cn_arrange_wild(a, piece)) return false;
    return true;
}

/* A new meld of all naturals of the rank and so many wilds; true if that is one. */
static bool begin_piece(cn_arrangement *a, unsigned rank, unsigned wilds)
{
    if (!cn_arrange_may_begin(a, rank)) return false;
    const unsigned wilds_before = a->open_wilds, held = a->held[rank];
    cn_piece *piece = &a->piece[a->piece_count++];
    *piece = (cn_piece){.shape = cn_shape_new(rank, a->opening)};
    while (cn_arrange_natural(a, piece)) continue;
    while (wilds > 0 && cn_arrange_wild(a, piece)) wilds--;
    if (wilds == 0 && cn_arrange_finished(a, piece)) return true;
    a->piece_count--; /* as if it had never been begun */
    a->held[rank] = (uint8_t)held;
    a->open_wilds = (uint8_t)wilds_before;
    return false;
}

/* The rank of which most points are in hand, of those in `ranks`, which it leaves. */
static unsigned take_dearest(const cn_arrangement *a, unsigned *ranks)
{
    unsigned best = (unsigned)__builtin_ctz(*ranks);
    for (unsigned rank = best + 1; rank < CN_RANKS; rank++)
        if ((*ranks >> rank & 1) != 0 &&
            a->held[rank] * a->rules->value[rank] > a->held[best] * a->rules->value[best])
            best = rank;
    *ranks &= ~(1U << best);
    return best;
}

static unsigned ranks_held(const cn_arrangement *a, unsigned least, unsigned most)
{
    unsigned ranks = 0;
    for (unsigned rank = 0; rank < CN_RANKS; rank++)
        if (a->held[rank] >= least && a->held[rank] <= most) ranks |= 1U << rank;
    return ranks;
}

/* Melds of naturals, or of two and a wild. */
static bool begin_pieces(cn_arrangement *a, unsigned ranks, unsigned wilds)
{
    while (ranks != 0)
        if (begin_piece(a, take_dearest(a, &ranks), wilds) && cn_arrange_settled(a)) return true;
    return false;
}

/* Naturals onto the pieces that lie there, then wilds, one by one. */
static bool add_cards(cn_arrangement *a)
{
    for (unsigned wild = 0; wild < 2; wild++) {
        for (unsigned i = 0; i < a->piece_count; i++) {
            cn_piece *piece = &a->piece[i];
            if (piece->shape.rank >= CN_RANKS) continue;
            if (i < a->old_count && !cn_arrange_takes_cards(a, i)) continue;
            while (wild != 0 ? cn_arrange_wild(a, piece) : cn_arrange_natural(a, piece))
                if (cn_arrange_settled(a)) return true;
        }
    }
    return false;
}

/* Faces onto the sequences that lie there, one by one. */
static bool lengthen_sequences(cn_arrangement *a)
{
    for (unsigned i = 0; i < a->piece_count; i++) {
        cn_piece *piece = &a->piece[i];
        if (piece->shape.rank != CN_MELD_SEQUENCE) continue;
        while (cn_arrange_up(a, piece) || cn_arrange_down(a, piece))
            if (cn_arrange_settled(a)) return true;
    }
    return false;
}

/* A new sequence of all that is in hand from this card up; false if it is none. */
static bool begin_sequence(cn_arrangement *a, unsigned suit, unsigned low)
{
    cn_piece *piece = &a->piece[a->piece_count];
    *piece = (cn_piece){.shape = {.rank = CN_MELD_SEQUENCE, .opening = a->opening},
                        .low = (uint8_t)low,
                        .suit = (uint8_t)suit};
    while (cn_arrange_up(a, piece)) continue;
    if (cn_arrange_finished(a, piece)) {
        a->piece_count++;
        return true;
    }
    while (piece->shape.naturals > 0) cn_arrange_undo_up(a, piece);
    return false;
}

/* One from the lowest card of each run that is long enough. */
static bool begin_sequences(cn_arrangement *a)
{
    for (unsigned suit = 0; suit < CN_SUITS; suit++) {
        uint64_t left = cn_arrange_starts_from(a, suit, 0);
        while (left != 0 && a->piece_count < CN_MELDS_MAX) {
            const unsigned low = (unsigned)__builtin_ctzll(left) / CN_SUITS;
            if (begin_sequence(a, suit, low) && cn_arrange_settled(a)) return true;
            left = cn_arrange_starts_from(a, suit, low + 1);
        }
    }
    return false;
}

bool cn_arrange_obvious(cn_arrangement *a)
{
    enum { PAIR = 2, ALL = CN_DECK_CARDS_MAX };
    if (a->only_black3 || !finish_open_piece(a)) return false;
    if (cn_arrange_settled(a)) return true;
    if (begin_pieces(a, ranks_held(a, PAIR + 1, ALL), 0)) return true;
    if (begin_pieces(a, ranks_held(a, PAIR, PAIR), 1)) return true;
    if (add_cards(a)) return true;
    return a->rules->p.sequences && (lengthen_sequences(a) || begin_sequences(a));
}

/* ---- every card ---- */

/* The piece of the rank that lacks fewest cards to a canasta; piece_count if none lacks any. */
static unsigned largest_below_canasta(const cn_arrangement *a, unsigned rank)
{
    unsigned best = a->piece_count, most = 0;
    for (unsigned i = 0; i < a->piece_count; i++) {
        const unsigned have = cn_shape_size(&a->piece[i].shape);
        if (a->piece[i].shape.rank != rank || have <= most) continue;
        if (have >= (unsigned)a->rules->p.canasta_size) continue;
        if (i < a->old_count && !cn_arrange_takes_cards(a, i)) continue;
        most = have;
        best = i;
    }
    return best;
}

/* All naturals of the rank onto its meld that is nearest to a canasta, or its latest one that takes
 * them, or into a new one, with the wilds that one needs; one card may be left for the discard. */
static bool place_all(cn_arrangement *a, unsigned rank)
{
    const unsigned least = (unsigned)a->rules->p.meld_min;
    for (unsigned tried = 0; a->held[rank] > 0 && tried < a->piece_count; tried++) {
        const unsigned i = largest_below_canasta(a, rank);
        if (i == a->piece_count || !cn_arrange_natural(a, &a->piece[i])) break;
        while (cn_arrange_natural(a, &a->piece[i])) continue;
    }
    for (unsigned i = a->piece_count; i-- > 0 && a->held[rank] > 0;) {
        if (a->piece[i].shape.rank != rank) continue;
        if (i < a->old_count && !cn_arrange_takes_cards(a, i)) continue;
        while (cn_arrange_natural(a, &a->piece[i])) continue;
    }
    if (a->held[rank] >= (unsigned)a->rules->p.min_naturals)
        begin_piece(a, rank, a->held[rank] < least ? least - a->held[rank] : 0);
    return a->held[rank] == 0 || (a->held[rank] == 1 && cn_arrange_discard(a, rank));
}

/* The black threes as one group, or the only one for the discard. */
static bool place_black3(cn_arrangement *a)
{
    if (a->black3 == 0) return true;
    if (a->black3 == 1 && cn_arrange_discard(a, CN_KIND_BLACK3)) return true;
    if (a->no_black3 || a->rules->p.black3_meld != CN_BLACK3_MELD_GOING_OUT ||
        a->pub->turn.laid_black3 != CN_BLACK3_NONE || !cn_arrange_may_begin(a, CN_MELD_BLACK3))
        return false;
    cn_piece *piece = &a->piece[a->piece_count++];
    *piece = (cn_piece){.shape = cn_shape_new(CN_MELD_BLACK3, a->opening)};
    while (cn_arrange_natural(a, piece)) continue;
    if (a->black3 == 1 && !cn_arrange_discard(a, CN_KIND_BLACK3)) return false;
    return a->black3 == 0 && cn_arrange_finished(a, piece);
}

/* The piece that fewest wilds make a canasta, of those that take one; piece_count if none does. */
static unsigned nearest_to_canasta(const cn_arrangement *a)
{
    const unsigned size = (unsigned)a->rules->p.canasta_size;
    unsigned best = a->piece_count, fewest = CN_DECK_CARDS_MAX;
    for (unsigned i = 0; i < a->piece_count; i++) {
        const cn_piece *piece = &a->piece[i];
        const unsigned have = cn_shape_size(&piece->shape);
        if (piece->shape.rank >= CN_RANKS) continue;
        if (i < a->old_count && !cn_arrange_takes_cards(a, i)) continue;
        if (!cn_shape_takes(a->rules, &piece->shape, true)) continue;
        const unsigned need = have < size ? size - have : size;
        if (need >= fewest) continue;
        fewest = need;
        best = i;
    }
    return best;
}

/* Melds that are no canastas yet become some with others of their ranks (P56). */
static bool join_all(cn_arrangement *a)
{
    const unsigned size = (unsigned)a->rules->p.canasta_size;
    bool joins = false;
    for (unsigned first = 0; first < a->piece_count; first++) {
        for (unsigned second = first + 1; second < a->piece_count; second++) {
            const cn_piece *one = &a->piece[first], *other = &a->piece[second];
            if (one->shape.rank != other->shape.rank || one->shape.rank >= CN_RANKS) continue;
            if (cn_shape_size(&one->shape) >= size || cn_shape_size(&other->shape) >= size)
                continue;
            joins |= cn_arrange_join(a, first, second);
        }
    }
    return joins;
}

/* All is laid, but one card must be the discard: a natural of a new or grown meld is. */
static bool keep_natural(cn_arrangement *a)
{
    for (unsigned i = 0; i < a->piece_count; i++) {
        cn_piece *piece = &a->piece[i];
        const unsigned rank = piece->shape.rank;
        if (rank >= CN_RANKS || piece->added == 0 || piece->new_wilds > 0) continue;
        cn_arrange_unlay_natural(a, piece);
        if (cn_arrange_discard(a, rank)) {
            if (cn_arrange_settled(a)) return true;
            cn_arrange_undo_discard(a, rank);
        }
        if (!cn_arrange_natural(a, piece)) return false;
    }
    return false;
}

bool cn_arrange_all_obvious(cn_arrangement *a)
{
    if (a->only_black3 || !finish_open_piece(a)) return false;
    for (unsigned rank = 0; rank < CN_RANKS; rank++)
        if (a->held[rank] > 0 && !place_all(a, rank)) return false;
    if (!place_black3(a)) return false;
    const bool due = a->discard_due && !a->discarded;
    while (cn_arrangement_wilds(a) > 0) {
        if (due && cn_arrangement_wilds(a) == 1 && cn_arrange_settled(a)) return true;
        const unsigned i = nearest_to_canasta(a);
        if (i == a->piece_count || !cn_arrange_wild(a, &a->piece[i])) break;
    }
    if (due && cn_arrangement_wilds(a) == 0) return keep_natural(a);
    return cn_arrange_settled(a) || (join_all(a) && cn_arrange_settled(a));
}
