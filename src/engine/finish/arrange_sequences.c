/* Sequences of an arrangement: old ones lengthened at both ends, new ones begun, suit by suit.
 * Not here: melds of one rank (arrange.c). Invariant: every set of sequences that could help is
 * met, each once. */
#include "engine/finish/arrange.h"
#include "engine/finish/arrangement.h"
#include "engine/rules/tellers.h"
#include "engine/table/faces.h"

static bool new_sequences(cn_arrangement *a);

/* Where all cards must be laid, a card in a sequence that is no canasta could as well go to an old
 * meld of its rank, if there is one: only orphans need sequences. Every arrangement that succeeds
 * leaves one that keeps to this, since a natural more never harms a meld of its rank. */
uint16_t cn_arrange_orphans(const cn_arrangement *a)
{
    const cn_params *p = &a->rules->p;
    uint16_t all = (1 << CN_RANKS) - 1, fathered = 0;
    bool takes_all = p->meld_max == 0 && p->add_natural_to_canasta && !p->out_block_incomplete &&
                     p->dead_rank == CN_DEAD_RANK_NONE && p->wild_ratio_exceptions.count == 0 &&
                     !p->out_needs_red3_per_canasta; /* S27: a canasta more may harm */
    if (!a->all || !takes_all || !cn_understands(a->rules, CN_TELLER_BOUNDS)) return all;
    for (unsigned i = 0; i < a->old_count; i++)
        if (a->piece[i].shape.rank < CN_RANKS && cn_arrange_takes_cards(a, i))
            fathered = (uint16_t)(fathered | 1U << a->piece[i].shape.rank);
    return (uint16_t)(all & ~fathered);
}

static bool is_orphan(const cn_arrangement *a, unsigned rank)
{
    return (a->orphans >> rank & 1) != 0;
}

/* A new sequence that is worth looking at. */
static bool is_needed(const cn_arrangement *a, const cn_piece *piece)
{
    const unsigned length = cn_shape_size(&piece->shape);
    if (length >= (unsigned)a->rules->p.canasta_size) return true;
    unsigned ranks = ((1U << length) - 1) << piece->low;
    return (a->orphans & ranks) != 0;
}

/* An old one with so many cards more at either end. */
static bool growth_is_needed(const cn_arrangement *a, const cn_piece *piece, unsigned down,
                             unsigned up)
{
    unsigned length = cn_shape_size(&piece->shape);
    if (length >= (unsigned)a->rules->p.canasta_size) return true;
    if (length <= (unsigned)a->rules->p.meld_min) return true;
    return (down == 0 || is_orphan(a, piece->low)) &&
           (up == 0 || is_orphan(a, piece->low + length - 1));
}

static unsigned sequence_most(const cn_arrangement *a)
{
    const cn_params *p = &a->rules->p;
    unsigned most = a->long_sequences ? CN_RANKS : (unsigned)p->sequence_max;
    unsigned size = (unsigned)p->canasta_size;
    return !p->add_natural_to_canasta && most > size ? size : most;
}

/* After an opening the faces say only which cards there could be, the ranks how many there are. */
static bool take_face(cn_arrangement *a, unsigned rank, unsigned suit)
{
    uint8_t *face = &a->face[cn_card_make(rank, suit)];
    if (*face == 0 || a->held[rank] == 0) return false;
    --*face;
    a->held[rank]--;
    return true;
}

static void give_face(cn_arrangement *a, unsigned rank, unsigned suit)
{
    a->face[cn_card_make(rank, suit)]++;
    a->held[rank]++;
}

bool cn_arrange_up(cn_arrangement *a, cn_piece *piece)
{
    const unsigned length = cn_shape_size(&piece->shape), next = piece->low + length;
    if (next >= CN_RANKS || length >= sequence_most(a)) return false;
    if (!take_face(a, next, piece->suit)) return false;
    piece->shape.naturals++;
    piece->added++;
    return true;
}

void cn_arrange_undo_up(cn_arrangement *a, cn_piece *piece)
{
    piece->shape.naturals--;
    piece->added--;
    give_face(a, piece->low + cn_shape_size(&piece->shape), piece->suit);
}

bool cn_arrange_down(cn_arrangement *a, cn_piece *piece)
{
    if (piece->low == 0 || cn_shape_size(&piece->shape) >= sequence_most(a)) return false;
    if (!take_face(a, piece->low - 1U, piece->suit)) return false;
    piece->low--;
    piece->shape.naturals++;
    piece->added++;
    return true;
}

void cn_arrange_undo_down(cn_arrangement *a, cn_piece *piece)
{
    give_face(a, piece->low, piece->suit);
    piece->low++;
    piece->shape.naturals--;
    piece->added--;
}

static bool old_sequences(cn_arrangement *a, unsigned from)
{
    if (!cn_effort_spend(a->effort)) return false;
    while (from < a->old_count && a->piece[from].shape.rank != CN_MELD_SEQUENCE) from++;
    if (from == a->old_count) return new_sequences(a);
    cn_piece *piece = &a->piece[from];
    unsigned down = 0;
    for (;;) {
        unsigned up = 0;
        bool found;
        for (;;) {
            found = cn_arrange_finished(a, piece) && growth_is_needed(a, piece, down, up) &&
                    old_sequences(a, from + 1);
            if (found || !cn_arrange_up(a, piece)) break;
            up++;
        }
        if (found) return true;
        for (; up > 0; up--) cn_arrange_undo_up(a, piece);
        if (!cn_arrange_down(a, piece)) break;
        down++;
    }
    for (; down > 0; down--) cn_arrange_undo_down(a, piece);
    return false;
}

/* What is left to do once the new sequences of the suits below `suit` are settled: remembered where
 * it failed, because many choices of sequences leave the same cards. */
static uint64_t key_of_suit(const cn_arrangement *a, unsigned suit)
{
    uint64_t key = cn_arrange_key(a, 0) ^ UINT64_C(0x9e3779b97f4a7c15) * (suit + 1);
    uint64_t faces = 0;
    for (unsigned rank = 0; rank < CN_RANKS; rank++) {
        for (unsigned of = suit; of < CN_SUITS; of++)
            faces = faces << 8 | a->face[rank * CN_SUITS + of];
        if (rank % 2 == 0 && rank + 1 < CN_RANKS) continue;
        key = cn_digest_word(key, faces);
        faces = 0;
    }
    return key;
}

/* The lowest faces of runs in hand that could be sequences. */
static uint64_t starts(const cn_arrangement *a)
{
    return cn_faces_run_starts(cn_arrangement_faces(a), (unsigned)a->rules->p.meld_min);
}

uint64_t cn_arrange_starts_from(const cn_arrangement *a, unsigned suit, unsigned low)
{
    const uint64_t of_suit = cn_faces_of_suit(suit);
    return low >= CN_RANKS ? 0 : starts(a) & of_suit & ~UINT64_C(0) << CN_SUITS * low;
}

static bool sequences_of_suit(cn_arrangement *a, unsigned suit, unsigned low);

/* Ranks of which a card could go into a new sequence of the suits from `suit` on. */
static uint32_t loose_ranks(const cn_arrangement *a, unsigned suit)
{
    uint64_t faces = cn_arrangement_faces(a);
    for (unsigned of = 0; of < suit; of++) faces &= ~cn_faces_of_suit(of);
    return cn_faces_ranks(cn_faces_in_runs(faces, (unsigned)a->rules->p.meld_min));
}

/* Asked only once a search has met many sets of sequences: most are over before. */
static bool is_vain(const cn_arrangement *a, unsigned suit)
{
    enum { MANY = 12 };
    return a->vain != NULL && a->settled >= MANY && a->vain(a, loose_ranks(a, suit));
}

static bool next_suit(cn_arrangement *a, unsigned suit)
{
    while (suit < CN_SUITS && (a->suits >> suit & 1) == 0) suit++;
    if (suit == CN_SUITS) return cn_arrange_after_sequences(a);
    if (is_vain(a, suit)) return false;
    if (a->failed == NULL) return sequences_of_suit(a, suit, 0);
    const uint64_t key = key_of_suit(a, suit);
    if (cn_has_failed(a->failed, key)) return false;
    if (sequences_of_suit(a, suit, 0)) return true;
    cn_note_failure(a->failed, key);
    return false;
}

/* New sequences of the suit whose lowest cards are of rank `low` or above. */
static bool sequences_of_suit(cn_arrangement *a, unsigned suit, unsigned low)
{
    if (!cn_effort_spend(a->effort)) return false;
    if (next_suit(a, suit + 1)) return true;
    if (a->piece_count == CN_MELDS_MAX) return false;
    for (uint64_t left = cn_arrange_starts_from(a, suit, low); left != 0; left &= left - 1) {
        const unsigned first = (unsigned)__builtin_ctzll(left) / CN_SUITS;
        cn_piece *piece = &a->piece[a->piece_count++];
        *piece = (cn_piece){.shape = {.rank = CN_MELD_SEQUENCE, .opening = a->opening},
                            .low = (uint8_t)first,
                            .suit = (uint8_t)suit};
        bool found = false;
        while (!found && cn_arrange_up(a, piece))
            found = cn_arrange_finished(a, piece) && is_needed(a, piece) &&
                    sequences_of_suit(a, suit, first);
        if (found) return true;
        while (piece->shape.naturals > 0) cn_arrange_undo_up(a, piece);
        a->piece_count--;
    }
    return false;
}

static bool new_sequences(cn_arrangement *a)
{
    const uint64_t all = starts(a);
    a->suits = 0;
    for (unsigned suit = 0; suit < CN_SUITS; suit++)
        if ((all & cn_faces_of_suit(suit)) != 0) a->suits |= (uint8_t)(1U << suit);
    return next_suit(a, 0);
}

bool cn_arrange_sequences(cn_arrangement *a)
{
    a->sequencing = true;
    if (a->vain != NULL && a->rules->p.twos_as_rank && a->vain(a, a->loose)) return false;
    if (a->all && a->tell != NULL) {
        const cn_told told = cn_arrange_placing(a);
        if (told != CN_TOLD_NOTHING) return told == CN_TOLD_YES;
    }
    return old_sequences(a, 0);
}
