/* Arrangements that need no search: groups from hand, then pairs with a wild, then what else fits.
 * Not here: the search (arrange.c). Invariant: every one of them is one that the search could meet.
 */
#include "engine/finish/arrange.h"
#include "engine/finish/arrange_stage.h"
#include "engine/finish/arrangement.h"

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
