/* Bounds of an arrangement: cards without a place, canastas that sequences could become.
 * Not here: the search (finish_out.c). Invariant: every bound is generous - where
 * it says no, no arrangement would do. */
#include "engine/finish/out_bounds.h"

#include "engine/cards/counts.h"
#include "engine/finish/arrangement.h"
#include "engine/table/faces.h"

/* The faces that would lengthen a sequence of the arrangement. */
static uint64_t faces_beside(const cn_piece *piece)
{
    const cn_meld meld = {.naturals = piece->shape.naturals,
                          .lowest = cn_card_make(piece->low, piece->suit)};
    return cn_faces_beside(&meld);
}

/* Ranks of which a card could go into a sequence, old or new, one bit each. */
static uint32_t ranks_in_sequences(const cn_arrangement *a)
{
    if (!a->rules->p.sequences) return 0;
    const uint64_t faces = cn_arrangement_faces(a);
    uint64_t beside = 0;
    for (unsigned i = 0; i < a->old_count; i++)
        if (a->piece[i].shape.rank == CN_MELD_SEQUENCE) beside |= faces_beside(&a->piece[i]);
    return cn_faces_ranks(cn_faces_in_reach(faces, beside & faces, (unsigned)a->rules->p.meld_min));
}

uint32_t cn_ranks_that_fit(const cn_arrangement *a)
{
    const unsigned naturals = (unsigned)a->rules->p.min_naturals;
    const unsigned least = (unsigned)a->rules->p.meld_min, wilds = cn_arrangement_wilds(a);
    const uint32_t held = cn_counts_from(a->held, 1) & CN_ALL_RANKS;
    const unsigned lack = least > wilds ? least - wilds : 0;
    const uint32_t begun = cn_counts_from(a->lying, 1);
    const uint32_t groups = cn_counts_from(a->held, lack > naturals ? lack : naturals);
    const uint32_t open = (begun | groups) & ~(uint32_t)a->dead;
    return held & (open | ranks_in_sequences(a));
}

/* P65: the black threes could be a group, or join the one that lies there. */
static bool fits_black3(const cn_arrangement *a)
{
    const cn_params *p = &a->rules->p;
    if (a->no_black3 || p->black3_meld != CN_BLACK3_MELD_GOING_OUT) return false;
    for (unsigned i = 0; i < a->old_count; i++)
        if (a->piece[i].shape.rank == CN_MELD_BLACK3) return true;
    unsigned wilds = p->black3_meld_wilds ? cn_arrangement_wilds(a) : 0;
    return a->black3 + wilds >= (unsigned)p->black3_meld_min;
}

unsigned cn_arrangement_misfits(const cn_arrangement *a)
{
    const uint32_t misfits = CN_ALL_RANKS & ~cn_ranks_that_fit(a);
    const unsigned count = cn_counts_sum_of(a->held, misfits);
    return fits_black3(a) ? count : count + a->black3;
}

/* The sequence becomes a canasta with all faces in hand. */
static bool becomes_full(const cn_arrangement *a, const cn_piece *piece, uint64_t held)
{
    const uint64_t faces = held | cn_faces_row(piece->low, piece->suit, piece->shape.naturals);
    return (cn_faces_in_runs(faces, (unsigned)a->rules->p.canasta_size) >>
                cn_card_make(piece->low, piece->suit) &
            1) != 0;
}

/* Canastas that new sequences of the suit could be: each has the ranks in the middle. */
static unsigned new_sequences_in_reach(const cn_arrangement *a, uint64_t held, unsigned suit)
{
    const unsigned full = (unsigned)a->rules->p.canasta_size;
    unsigned fewest = CN_DECK_CARDS_MAX;
    if ((cn_faces_run_starts(held, full) & cn_faces_of_suit(suit)) == 0) return 0;
    for (unsigned rank = CN_RANKS - full; rank < full; rank++)
        if (a->face[cn_card_make(rank, suit)] < fewest) fewest = a->face[cn_card_make(rank, suit)];
    return fewest;
}

unsigned cn_sequences_in_reach(const cn_arrangement *a)
{
    const unsigned full = (unsigned)a->rules->p.canasta_size;
    if (!a->rules->p.sequences) return 0;
    const uint64_t held = cn_arrangement_faces(a);
    unsigned count = 0;
    if (cn_faces_in_runs(held, full) != 0)
        for (unsigned suit = 0; suit < CN_SUITS; suit++)
            count += new_sequences_in_reach(a, held, suit);
    for (unsigned i = 0; i < a->piece_count; i++) {
        const cn_piece *piece = &a->piece[i];
        if (piece->shape.rank != CN_MELD_SEQUENCE || piece->shape.naturals >= full) continue;
        count += becomes_full(a, piece, held);
    }
    return count;
}
