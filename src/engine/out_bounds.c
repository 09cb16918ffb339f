/* What forbids going out and is told without a search: cards without a place, wilds or canastas
 * that are too few. Not here: the search (finish_out.c). Invariant: every bound is generous - where
 * it says no, no arrangement would do. */
#include "out_bounds.h"

#include "counts.h"
#include "faces.h"
#include "possible.h"

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

/* Canastas of that meld do not count for out_canastas. */
static bool never_counts(const cn_arrangement *a, unsigned rank)
{
    switch (rank) {
    case CN_MELD_TWOS: return (a->rules->p.out_not_counted & CN_WORD_TWO) != 0;
    case CN_MELD_WILD: return (a->rules->p.out_not_counted & CN_WORD_WILD) != 0;
    case CN_MELD_SEQUENCE: return (a->rules->p.out_not_counted & CN_WORD_SEQUENCE) != 0;
    }
    return false; /* told generously for ranks */
}

/* What each further canasta would cost in wilds at the least; a cost too low does no harm. */
typedef struct costs {
    unsigned count, have;
    uint8_t wilds[2 * CN_MELDS_MAX];
} costs;

static void add_cost(costs *c, unsigned wilds)
{
    if (c->count < sizeof c->wilds) c->wilds[c->count++] = (uint8_t)wilds;
}

/* A rank not yet settled: its unfinished melds, and canastas begun from hand; where melds may be
 * joined all its cards together. */
static void cost_of_rank(const cn_arrangement *a, unsigned rank, costs *c)
{
    unsigned size = (unsigned)a->rules->p.canasta_size, most = (unsigned)a->rules->p.max_wilds;
    bool joins = a->rules->p.same_rank_melds == CN_SAME_RANK_MELDS_MANY_MAY_MERGE && !a->opening;
    unsigned cards = a->held[rank];
    for (unsigned i = 0; i < a->piece_count; i++) {
        const cn_piece *piece = &a->piece[i];
        if (piece->shape.rank != rank) continue;
        unsigned have = cn_shape_size(&piece->shape);
        if (have >= size) {
            c->have++;
        } else if (joins) {
            cards += have;
        } else {
            have += a->held[rank];
            unsigned need = have < size ? size - have : 0;
            if (need <= most) add_cost(c, need);
        }
    }
    unsigned before = 0; /* wilds for one canasta less; each may have as many as it can take */
    for (unsigned n = 1; cards > 0 && cards + n * most >= n * size; n++) {
        unsigned need = cards < n * size ? n * size - cards : 0;
        if (need > cn_arrangement_wilds(a)) break;
        add_cost(c, need - before);
        before = need;
    }
}

static void cost_of_wilds(const cn_arrangement *a, costs *c)
{
    if (never_counts(a, CN_MELD_WILD)) return;
    unsigned size = (unsigned)a->rules->p.canasta_size;
    for (unsigned i = 0; i < a->piece_count; i++) {
        const cn_piece *piece = &a->piece[i];
        if (piece->shape.rank != CN_MELD_WILD) continue;
        unsigned have = cn_shape_size(&piece->shape);
        if (have >= size)
            c->have++;
        else
            add_cost(c, size - have);
    }
    for (unsigned wilds = size; a->rules->p.wild_canasta && wilds <= cn_arrangement_wilds(a);
         wilds += size)
        add_cost(c, size);
}

/* The sequence becomes a canasta with all faces in hand. */
static bool becomes_full(const cn_arrangement *a, const cn_piece *piece, uint64_t held)
{
    const uint64_t faces = held | cn_faces_row(piece->low, piece->suit, piece->shape.naturals);
    return (cn_faces_in_runs(faces, (unsigned)a->rules->p.canasta_size) >>
                cn_card_make(piece->low, piece->suit) &
            1) != 0;
}

/* Sequences before they are settled, told generously: each as if it had all cards for itself. */
static void cost_of_sequences(const cn_arrangement *a, costs *c)
{
    if (never_counts(a, CN_MELD_SEQUENCE)) return;
    unsigned size = (unsigned)a->rules->p.canasta_size;
    const uint64_t held = cn_arrangement_faces(a);
    for (unsigned i = 0; i < a->piece_count; i++) {
        if (a->piece[i].shape.rank != CN_MELD_SEQUENCE) continue;
        if (cn_piece_canasta(a->rules, &a->piece[i]) != CN_CANASTA_NONE)
            c->have++;
        else if (becomes_full(a, &a->piece[i], held))
            add_cost(c, 0);
    }
    if (cn_faces_in_runs(held, size) == 0) return;
    for (unsigned suit = 0; suit < CN_SUITS; suit++) {
        unsigned run = 0;
        for (unsigned rank = 0; rank < CN_RANKS; rank++) {
            run = a->face[cn_card_make(rank, suit)] > 0 ? run + 1 : 0;
            if (run < size) continue;
            for (unsigned n = a->face[cn_card_make(rank, suit)]; n > 0; n--) add_cost(c, 0);
        }
    }
}

/* Pieces that are settled count if they are canastas; twos are told generously. */
static void count_settled(const cn_arrangement *a, unsigned rank, costs *c)
{
    for (unsigned i = 0; i < a->piece_count; i++) {
        const cn_piece *piece = &a->piece[i];
        unsigned of = piece->shape.rank;
        if (of == CN_MELD_WILD || (of < CN_RANKS && of >= rank)) continue;
        if (never_counts(a, of)) continue;
        c->have += cn_piece_canasta(a->rules, piece) != CN_CANASTA_NONE;
    }
}

bool cn_too_few_canastas(const cn_arrangement *a, unsigned rank, bool sequences)
{
    costs c = {0};
    if (sequences) {
        cost_of_sequences(a, &c);
        bool twos = a->rules->p.twos_as_rank && !never_counts(a, CN_MELD_TWOS);
        for (int i = 0; twos && i < 4; i++) add_cost(&c, 0);
    } else {
        count_settled(a, rank, &c);
    }
    if (c.have >= (unsigned)a->rules->p.out_canastas) return false;
    for (unsigned of = rank; of < CN_RANKS; of++) cost_of_rank(a, of, &c);
    cost_of_wilds(a, &c);
    unsigned wilds = cn_arrangement_wilds(a), need = (unsigned)a->rules->p.out_canastas;
    for (; c.have < need; c.have++) {
        unsigned best = c.count;
        for (unsigned i = 0; i < c.count; i++)
            if (c.wilds[i] != UINT8_MAX && (best == c.count || c.wilds[i] < c.wilds[best]))
                best = i;
        if (best == c.count || c.wilds[best] > wilds) return true;
        wilds -= c.wilds[best];
        c.wilds[best] = UINT8_MAX;
    }
    return false;
}

bool cn_wilds_are_short(const cn_arrangement *a)
{
    const cn_params *p = &a->rules->p;
    const unsigned least = (unsigned)p->meld_min;
    unsigned due = 0;
    if (p->min_naturals < 2) return false; /* a single could be the discard or need two */
    uint32_t pairs = cn_counts_from(a->held, (unsigned)p->min_naturals) & CN_ALL_RANKS;
    pairs &= ~(cn_counts_from(a->held, least) | cn_counts_from(a->lying, 1));
    if (pairs == 0) return false;
    for (pairs &= ~ranks_in_sequences(a); pairs != 0; pairs &= pairs - 1)
        due += least - a->held[__builtin_ctz(pairs)];
    return due > cn_arrangement_wilds(a);
}

/* A sequence lies there that is a canasta, or cards in a row that could make one. */
static bool sequence_is_possible(const cn_arrangement *a)
{
    const unsigned size = (unsigned)a->rules->p.canasta_size;
    uint64_t faces = cn_arrangement_faces(a);
    for (unsigned i = 0; i < a->old_count; i++) {
        const cn_piece *piece = &a->piece[i];
        if (piece->shape.rank != CN_MELD_SEQUENCE) continue;
        if (piece->shape.naturals >= size) return true;
        faces |= cn_faces_row(piece->low, piece->suit, piece->shape.naturals);
    }
    return cn_faces_in_runs(faces, size) != 0;
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

static bool wild_canasta_is_possible(const cn_arrangement *a)
{
    unsigned largest = 0;
    for (unsigned i = 0; i < a->old_count; i++)
        if (a->piece[i].shape.rank == CN_MELD_WILD && cn_shape_size(&a->piece[i].shape) > largest)
            largest = cn_shape_size(&a->piece[i].shape);
    return largest + cn_arrangement_wilds(a) >= (unsigned)a->rules->p.canasta_size;
}

static bool canasta_of_rank_is_possible(const cn_arrangement *a, unsigned rank)
{
    unsigned size = a->held[rank] + cn_arrangement_wilds(a);
    for (unsigned i = 0; i < a->old_count; i++)
        if (a->piece[i].shape.rank == rank) size += cn_shape_size(&a->piece[i].shape);
    return size >= (unsigned)a->rules->p.canasta_size;
}

bool cn_needs_are_missing(const cn_arrangement *a)
{
    const int32_t needs = a->rules->p.out_needs;
    if (needs == 0) return false;
    if ((needs & CN_WORD_SEQUENCE) && !sequence_is_possible(a)) return true;
    if ((needs & CN_WORD_WILD) && !wild_canasta_is_possible(a)) return true;
    for (unsigned rank = 0; rank < CN_RANKS; rank++)
        if ((needs >> rank & 1) != 0 && !canasta_of_rank_is_possible(a, rank)) return true;
    return false;
}
