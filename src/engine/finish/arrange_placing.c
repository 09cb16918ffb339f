/* Sequences for the naturals that no meld of their rank takes, looked for from these naturals:
 * there are few of them, and of sequences many. Not here: all sets of sequences
 * (arrange_sequences.c), what becomes of the ranks (out_ranks.c). Invariant: no is proved, for
 * every arrangement that lays all cards has sequences of which those that are tried here are parts;
 * yes is told by counts of an arrangement that can be laid. */
#include "engine/cards/counts.h"
#include "engine/finish/arrange.h"
#include "engine/finish/arrangement.h"
#include "engine/finish/out_ranks.h"
#include "engine/table/faces.h"

enum { TRIES = 4096, ENDS = 4 };

/* One question, while it is looked for. */
typedef struct placing {
    cn_arrangement *a;
    uint32_t alone;      /* ranks of which no meld lies there, one bit each */
    unsigned wilds;      /* that new groups may have */
    bool spare;          /* a natural may still be the last discard */
    bool twos_open;      /* any of these may yet go to a meld of their own: */
    unsigned twos_least; /* so many must */
    unsigned tries;      /* that are left */
    unsigned ends;       /* sets of sequences that leave no natural over, but tell nothing */
} placing;

static bool settle(placing *p, uint32_t paid);

/* The faces in hand that a sequence could reach. */
static uint64_t faces_in_reach(const cn_arrangement *a)
{
    const uint64_t faces = cn_arrangement_faces(a);
    uint64_t beside = 0;
    for (unsigned i = 0; i < a->piece_count; i++) {
        const cn_piece *piece = &a->piece[i];
        if (piece->shape.rank != CN_MELD_SEQUENCE) continue;
        const cn_meld meld = {.naturals = (uint8_t)cn_shape_size(&piece->shape),
                              .lowest = cn_card_make(piece->low, piece->suit)};
        beside |= cn_faces_beside(&meld);
    }
    return cn_faces_in_reach(faces, beside & faces, (unsigned)a->rules->p.meld_min);
}

/* The sequence becomes so long that it has the rank, and others are settled then. */
static bool settle_onto(placing *p, cn_piece *piece, unsigned rank, uint32_t paid)
{
    cn_arrangement *a = p->a;
    const unsigned behind = piece->low + cn_shape_size(&piece->shape);
    const unsigned above = rank < behind ? 0 : rank - behind + 1;
    const unsigned below = rank < piece->low ? piece->low - rank : 0;
    unsigned up = 0, down = 0;
    while (up < above && cn_arrange_up(a, piece)) up++;
    while (down < below && cn_arrange_down(a, piece)) down++;
    const bool found = above + below > 0 && up + down == above + below && settle(p, paid);
    for (; up > 0; up--) cn_arrange_undo_up(a, piece);
    for (; down > 0; down--) cn_arrange_undo_down(a, piece);
    return found;
}

/* The same with a new one of so many cards, from `low` up. */
static bool settle_new(placing *p, unsigned low, unsigned suit, unsigned least, uint32_t paid)
{
    cn_arrangement *a = p->a;
    cn_piece *piece = &a->piece[a->piece_count];
    const uint64_t row = cn_faces_row(low, suit, least);
    if (a->piece_count == CN_MELDS_MAX || low + least > CN_RANKS ||
        (row & cn_arrangement_faces(a)) != row)
        return false;
    *piece = (cn_piece){.shape = {.rank = CN_MELD_SEQUENCE, .opening = a->opening},
                        .low = (uint8_t)low,
                        .suit = (uint8_t)suit};
    a->piece_count++;
    unsigned size = 0;
    while (size < least && cn_arrange_up(a, piece)) size++;
    const bool found = size == least && settle(p, paid);
    for (; size > 0; size--) cn_arrange_undo_up(a, piece);
    a->piece_count--;
    return found;
}

/* The face is left for the discard. */
static bool settle_without(placing *p, unsigned rank, unsigned suit, uint32_t paid)
{
    cn_arrangement *a = p->a;
    uint8_t *face = &a->face[cn_card_make(rank, suit)];
    if (!p->spare || !cn_arrange_discard(a, rank)) return false;
    --*face;
    p->spare = false;
    const bool found = settle(p, paid);
    p->spare = true;
    ++*face;
    cn_arrange_undo_discard(a, rank);
    return found;
}

/* Some card of the rank in hand leaves it; the first that could go to a sequence at all. */
static bool place(placing *p, unsigned rank, uint64_t reach, uint32_t paid)
{
    cn_arrangement *a = p->a;
    const unsigned least = (unsigned)a->rules->p.meld_min;
    const uint64_t held = cn_arrangement_faces(a) & cn_faces_of_rank(rank);
    const uint64_t outside = held & ~reach;
    const unsigned face = (unsigned)__builtin_ctzll(outside != 0 ? outside : held);
    const unsigned suit = face % CN_SUITS;
    for (unsigned i = 0; outside == 0 && i < a->piece_count; i++)
        if (a->piece[i].shape.rank == CN_MELD_SEQUENCE && a->piece[i].suit == suit &&
            settle_onto(p, &a->piece[i], rank, paid))
            return true;
    for (unsigned low = rank < least ? 0 : rank - least + 1; outside == 0 && low <= rank; low++)
        if (settle_new(p, low, suit, least, paid)) return true;
    return settle_without(p, rank, suit, paid);
}

/* All faces of these ranks. */
static uint64_t faces_of_ranks(uint32_t ranks)
{
    uint64_t faces = 0;
    for (; ranks != 0; ranks &= ranks - 1)
        faces |= cn_faces_of_rank((unsigned)__builtin_ctz(ranks));
    return faces;
}

/* The sequence becomes a canasta, in any way. */
static bool settle_full(placing *p, cn_piece *piece, uint32_t paid)
{
    cn_arrangement *a = p->a;
    const unsigned full = (unsigned)a->rules->p.canasta_size;
    const unsigned length = cn_shape_size(&piece->shape), lack = length < full ? full - length : 0;
    bool found = false;
    for (unsigned below = 0; lack > 0 && !found && below <= lack; below++) {
        unsigned down = 0, up = 0;
        while (down < below && cn_arrange_down(a, piece)) down++;
        while (down == below && down + up < lack && cn_arrange_up(a, piece)) up++;
        found = down + up == lack && settle(p, paid);
        for (; up > 0; up--) cn_arrange_undo_up(a, piece);
        for (; down > 0; down--) cn_arrange_undo_down(a, piece);
    }
    return found;
}

/* One more sequence becomes a canasta. */
static bool settle_canasta(placing *p, uint32_t paid)
{
    cn_arrangement *a = p->a;
    const unsigned full = (unsigned)a->rules->p.canasta_size, pieces = a->piece_count;
    for (unsigned i = 0; i < pieces; i++)
        if (a->piece[i].shape.rank == CN_MELD_SEQUENCE && settle_full(p, &a->piece[i], paid))
            return true;
    uint64_t starts = cn_faces_run_starts(cn_arrangement_faces(a), full);
    for (; starts != 0; starts &= starts - 1) {
        const unsigned low = (unsigned)__builtin_ctzll(starts);
        if (settle_new(p, low / CN_SUITS, low % CN_SUITS, full, paid)) return true;
    }
    return false;
}

/* Counts tell that it goes out with some number of twos in this meld, so many at least. */
static bool tells_with_twos(cn_arrangement *a, cn_piece *piece, unsigned least)
{
    unsigned laid = 0;
    bool yes = false;
    while (!yes && cn_arrange_natural(a, piece))
        yes = ++laid >= least && cn_arrange_finished(a, piece) && cn_arrange_told(a) == CN_TOLD_YES;
    for (; laid > 0; laid--) cn_arrange_unlay_natural(a, piece);
    return yes;
}

/* Counts tell that it goes out: with the twos as they are settled, or in a meld of theirs. */
static bool tells_yes(const placing *p)
{
    cn_arrangement *a = p->a;
    if (p->twos_least == 0 && cn_arrange_told(a) == CN_TOLD_YES) return true;
    if (!p->twos_open || a->twos == 0) return false;
    unsigned i = 0;
    while (i < a->old_count && a->piece[i].shape.rank != CN_MELD_TWOS) i++;
    if (i < a->old_count) return tells_with_twos(a, &a->piece[i], p->twos_least);
    if (a->piece_count == CN_MELDS_MAX) return false;
    cn_piece *piece = &a->piece[a->piece_count++];
    *piece = (cn_piece){.shape = cn_shape_new(CN_MELD_TWOS, a->opening)};
    const bool yes = tells_with_twos(a, piece, 0);
    a->piece_count--;
    return yes;
}

/* No natural is left over: the end, if counts say yes, or do not tell why not. */
static bool is_the_end(placing *p, uint32_t pairs, uint64_t reach, uint32_t paid)
{
    cn_arrangement *a = p->a;
    const uint32_t loose = cn_faces_ranks(reach) & ~paid, open = pairs & loose;
    if (tells_yes(p)) {
        p->ends = 0;
        return true;
    }
    if (a->vain(a, loose)) return false;
    if (open != 0) {
        const unsigned rank = (unsigned)__builtin_ctz(open);
        return place(p, rank, reach, paid) || settle(p, paid | 1U << rank);
    }
    if (settle_canasta(p, paid)) return true;
    a->sequences_end = true;
    const bool vain = a->vain(a, loose);
    a->sequences_end = false;
    return !vain && ++p->ends == ENDS;
}

/* Nothing more is known. */
static bool give_up(placing *p)
{
    p->tries = 0;
    return true;
}

/* Places what is left over; groups of the ranks `paid` keep their cards and get wilds. True if it
 * is the end: yes, or that nothing is known. */
static bool settle(placing *p, uint32_t paid)
{
    const cn_arrangement *a = p->a;
    const cn_params *of = &a->rules->p;
    const unsigned least = (unsigned)of->meld_min, naturals = (unsigned)of->min_naturals;
    const unsigned lack =
        of->meld_min > of->max_wilds ? (unsigned)(of->meld_min - of->max_wilds) : 0;
    if (p->tries == 0 || !cn_effort_spend(a->effort)) return give_up(p);
    p->tries--;
    const uint32_t held = cn_counts_from(a->held, 1) & p->alone;
    const uint32_t whole = cn_counts_from(a->held, least > naturals ? least : naturals);
    const uint32_t some = cn_counts_from(a->held, lack > naturals ? lack : naturals);
    const uint32_t few = held & ~whole & (~some | (uint32_t)of->no_wild_ranks);
    const uint32_t pairs = held & ~whole & ~few, open = pairs & ~paid;
    if ((paid & ~(pairs | whole)) != 0) return false;
    const unsigned due =
        (unsigned)__builtin_popcount(pairs) * least - cn_counts_sum_of(a->held, pairs);
    const uint64_t reach = faces_in_reach(a);
    if (few != 0) {
        const uint64_t outside = cn_arrangement_faces(a) & ~reach & faces_of_ranks(few);
        if (__builtin_popcountll(outside) > (p->spare ? 1 : 0)) return false;
        const unsigned first = (unsigned)__builtin_ctz(few);
        return place(p, outside != 0 ? (unsigned)__builtin_ctzll(outside) / CN_SUITS : first, reach,
                     paid);
    }
    if (due <= p->wilds) return is_the_end(p, pairs, reach, paid);
    if (open == 0) return false;
    const unsigned rank = (unsigned)__builtin_ctz(open);
    return place(p, rank, reach, paid) || settle(p, paid | 1U << rank);
}

/* The begun sequence becomes a meld first. */
static bool settle_all(placing *p)
{
    cn_arrangement *a = p->a;
    const unsigned open = a->open, least = (unsigned)a->rules->p.meld_min;
    if (open == CN_NO_MELD || a->piece[open].shape.rank != CN_MELD_SEQUENCE ||
        cn_shape_size(&a->piece[open].shape) >= least)
        return settle(p, 0);
    cn_piece *piece = &a->piece[open];
    const unsigned lack = least - cn_shape_size(&piece->shape);
    bool found = false;
    for (unsigned down = 0; !found && down <= lack; down++) {
        unsigned fewer = 0, more = 0;
        while (fewer < down && cn_arrange_down(a, piece)) fewer++;
        while (fewer == down && more < lack - down && cn_arrange_up(a, piece)) more++;
        found = fewer + more == lack && settle(p, 0);
        for (; more > 0; more--) cn_arrange_undo_up(a, piece);
        for (; fewer > 0; fewer--) cn_arrange_undo_down(a, piece);
    }
    return found;
}

/* After an opening a search knows only which faces there could be, and how many of a rank. */
static bool faces_are_known(const cn_arrangement *a)
{
    for (unsigned rank = 0; rank < CN_RANKS; rank++) {
        unsigned count = 0;
        for (unsigned suit = 0; suit < CN_SUITS; suit++) count += a->face[cn_card_make(rank, suit)];
        if (count != a->held[rank]) return false;
    }
    return true;
}

/* Threes and twos that only the discard takes. */
static unsigned others_left(const cn_arrangement *a, unsigned locked)
{
    const cn_params *of = &a->rules->p;
    const bool group = !a->no_black3 && of->black3_meld == CN_BLACK3_MELD_GOING_OUT &&
                       a->black3 >= of->black3_meld_min;
    return locked + (group ? 0U : a->black3);
}

/* Twos that other melds do not get; while they are open, as few as a meld of them must have. */
static unsigned twos_kept(const cn_arrangement *a, bool open)
{
    if (open) return cn_locked_twos(a->rules, a->side, a->twos);
    return cn_twos_lock_of(a).holds_twos ? a->twos : 0;
}

cn_told cn_arrange_placing(cn_arrangement *a)
{
    if (!faces_are_known(a) || !cn_effort_spend(a->effort)) return CN_TOLD_NOTHING;
    const bool open = a->rules->p.twos_as_rank && !a->sequencing;
    const unsigned kept = twos_kept(a, open);
    placing p = {.a = a,
                 .alone = CN_ALL_RANKS & ~cn_counts_from(a->lying, 1),
                 .wilds = cn_arrangement_wilds(a) - kept,
                 .spare = others_left(a, open ? 0 : kept) == 0,
                 .twos_open = open,
                 .twos_least = open ? kept : 0,
                 .tries = TRIES};
    const bool ended = settle_all(&p);
    if (ended && p.tries > 0 && p.ends == 0) return CN_TOLD_YES;
    return ended || p.ends > 0 ? CN_TOLD_NOTHING : CN_TOLD_NO;
}
