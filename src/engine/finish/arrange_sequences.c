/* Sequences of an arrangement: old ones lengthened at both ends, new ones begun, suit by suit.
 * Not here: melds of one rank (arrange.c). Invariant: every set of sequences that could help is
 * met, each once. */
#include "engine/finish/arrange.h"
#include "engine/finish/arrangement.h"
#include "engine/rules/tellers.h"
#include "engine/step/sequence.h"
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
    if (!a->long_sequences) return cn_sequence_most(p);
    return p->add_natural_to_canasta ? CN_RANKS : (unsigned)p->canasta_size;
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

/* The rank of the place at an end, of a sequence that may be one longer; CN_RANKS: there is none.
 */
static unsigned next_place(const cn_arrangement *a, const cn_piece *piece, bool up)
{
    const unsigned length = cn_shape_size(&piece->shape);
    if (length >= sequence_most(a)) return CN_RANKS;
    return up ? piece->low + length : piece->low > 0 ? piece->low - 1U : (unsigned)CN_RANKS;
}

static bool lay_natural(cn_arrangement *a, cn_piece *piece, bool up)
{
    const unsigned place = next_place(a, piece, up);
    if (place >= CN_RANKS || !take_face(a, place, piece->suit)) return false;
    if (!up) piece->low--;
    piece->shape.naturals++;
    piece->added++;
    return true;
}

static void unlay_natural(cn_arrangement *a, cn_piece *piece, bool up)
{
    piece->shape.naturals--;
    piece->added--;
    give_face(a, up ? piece->low + cn_shape_size(&piece->shape) : piece->low, piece->suit);
    if (!up) piece->low++;
}

bool cn_arrange_up(cn_arrangement *a, cn_piece *piece)
{
    return lay_natural(a, piece, true);
}

void cn_arrange_undo_up(cn_arrangement *a, cn_piece *piece)
{
    unlay_natural(a, piece, true);
}

bool cn_arrange_down(cn_arrangement *a, cn_piece *piece)
{
    return lay_natural(a, piece, false);
}

void cn_arrange_undo_down(cn_arrangement *a, cn_piece *piece)
{
    unlay_natural(a, piece, false);
}

/* ---- wilds (P177) ---- */

static bool lay_wild(cn_arrangement *a, cn_piece *piece, bool up)
{
    const cn_params *p = &a->rules->p;
    const unsigned place = next_place(a, piece, up);
    if (place >= CN_RANKS || cn_arrangement_wilds(a) == 0 ||
        piece->shape.wilds >= p->sequence_wilds || cn_shape_has_turn_wilds(p, &piece->shape))
        return false;
    if (!up) piece->low--;
    piece->places = (uint16_t)(piece->places | 1U << place);
    cn_shape_add(&piece->shape, true);
    piece->new_wilds++;
    piece->added++;
    a->open_wilds++;
    return true;
}

static void unlay_wild(cn_arrangement *a, cn_piece *piece, bool up)
{
    cn_shape_take_back_wild(&piece->shape);
    piece->new_wilds--;
    piece->added--;
    a->open_wilds--;
    piece->places &=
        (uint16_t) ~(1U << (up ? piece->low + cn_shape_size(&piece->shape) : piece->low));
    if (!up) piece->low++;
}

static bool lay(cn_arrangement *a, cn_piece *piece, bool up, bool wild)
{
    return wild ? lay_wild(a, piece, up) : lay_natural(a, piece, up);
}

static void unlay(cn_arrangement *a, cn_piece *piece, bool up, bool wild)
{
    if (wild)
        unlay_wild(a, piece, up);
    else
        unlay_natural(a, piece, up);
}

/* The places of the piece that lie there already, one bit each. */
static uint32_t old_places(const cn_arrangement *a, const cn_piece *piece)
{
    const ptrdiff_t index = piece - a->piece;
    if (index >= a->old_count) return 0;
    return cn_sequence_places(&a->side->meld[index]);
}

static bool wilds_come_in_time(const cn_arrangement *a, const cn_piece *piece)
{
    if (piece->new_wilds == 0) return true;
    const uint32_t old = old_places(a, piece);
    return cn_sequence_wilds_in_time(&a->rules->p, old, piece->places & ~old);
}

bool cn_arrange_finishes_by_naturals(const cn_arrangement *a, const cn_piece *piece)
{
    const uint32_t old = old_places(a, piece), naturals = cn_piece_ranks(piece) & ~old;
    uint32_t reached = old, before;
    do {
        before = reached;
        reached |= (reached << 1 | reached >> 1) & naturals;
    } while (reached != before);
    const unsigned more = (unsigned)__builtin_popcount(reached & ~old);
    const unsigned added = (unsigned)__builtin_popcount(naturals);
    return cn_sequence_is_finished(&a->rules->p, piece->shape.naturals - added + more,
                                   (unsigned)piece->shape.wilds - piece->new_wilds);
}

bool cn_arrange_sequence_has_last(const cn_arrangement *a, const cn_piece *piece)
{
    const uint32_t added = ((cn_piece_ranks(piece) | piece->places) & ~old_places(a, piece));
    const unsigned high = piece->low + cn_shape_size(&piece->shape) - 1;
    for (unsigned up = 0; up < 2; up++) {
        const unsigned place = up ? high : piece->low;
        const bool wild = (piece->places >> place & 1) != 0;
        if ((added >> place & 1) != 0 &&
            cn_sequence_is_finished(&a->rules->p, piece->shape.naturals - (wild ? 0U : 1U),
                                    piece->shape.wilds - (wild ? 1U : 0U)))
            return true;
    }
    return false;
}

/* ---- old ones ---- */

/* A sequence that grows: which one it is, and how far it has. */
typedef struct growth {
    unsigned piece_i, down, up;
} growth;

static bool old_sequences(cn_arrangement *a, unsigned from);

/* The sequence as it is; then longer upward. */
static bool grow_up(cn_arrangement *a, growth at)
{
    cn_piece *piece = &a->piece[at.piece_i];
    const unsigned kinds = cn_sequences_take_wilds(&a->rules->p, a->opening) ? 2 : 1;
    if (cn_arrange_finished(a, piece) && wilds_come_in_time(a, piece) &&
        growth_is_needed(a, piece, at.down, at.up) && old_sequences(a, at.piece_i + 1))
        return true;
    at.up++;
    for (unsigned wild = 0; wild < kinds; wild++) {
        if (!lay(a, piece, true, wild != 0)) continue;
        if (grow_up(a, at)) return true;
        unlay(a, piece, true, wild != 0);
    }
    return false;
}

/* Not longer downward; then longer. */
static bool grow_down(cn_arrangement *a, growth at)
{
    cn_piece *piece = &a->piece[at.piece_i];
    const unsigned kinds = cn_sequences_take_wilds(&a->rules->p, a->opening) ? 2 : 1;
    if (grow_up(a, at)) return true;
    at.down++;
    for (unsigned wild = 0; wild < kinds; wild++) {
        if (!lay(a, piece, false, wild != 0)) continue;
        if (grow_down(a, at)) return true;
        unlay(a, piece, false, wild != 0);
    }
    return false;
}

static bool old_sequences(cn_arrangement *a, unsigned from)
{
    if (!cn_effort_spend(a->effort)) return false;
    while (from < a->old_count && a->piece[from].shape.rank != CN_MELD_SEQUENCE) from++;
    if (from == a->old_count) return new_sequences(a);
    return grow_down(a, (growth){.piece_i = from});
}

/* ---- new ones ---- */

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

/* The lowest faces of runs in hand that could be sequences; where wilds fill them, all in whose
 * suit some card is. */
static uint64_t starts(const cn_arrangement *a)
{
    const uint64_t faces = cn_arrangement_faces(a);
    if (!cn_sequences_take_wilds(&a->rules->p, a->opening) || cn_arrangement_wilds(a) == 0)
        return cn_faces_run_starts(faces, (unsigned)a->rules->p.meld_min);
    uint64_t all = 0;
    for (unsigned suit = 0; suit < CN_SUITS; suit++)
        if ((faces & cn_faces_of_suit(suit)) != 0) all |= cn_faces_row(0, suit, CN_RANKS);
    return all;
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

/* The new sequence, the last piece, with one card more or some, then those from its lowest rank up.
 */
static bool lengthen_new(cn_arrangement *a, cn_piece *piece)
{
    const unsigned kinds = cn_sequences_take_wilds(&a->rules->p, a->opening) ? 2 : 1;
    for (unsigned wild = 0; wild < kinds; wild++) {
        if (!lay(a, piece, true, wild != 0)) continue;
        if ((cn_arrange_finished(a, piece) && wilds_come_in_time(a, piece) && is_needed(a, piece) &&
             sequences_of_suit(a, piece->suit, piece->low)) ||
            lengthen_new(a, piece))
            return true;
        unlay(a, piece, true, wild != 0);
    }
    return false;
}

/* New sequences of the suit whose lowest cards are of rank `low` or above. */
static bool sequences_of_suit(cn_arrangement *a, unsigned suit, unsigned low)
{
    if (!cn_effort_spend(a->effort)) return false;
    if (next_suit(a, suit + 1)) return true;
    if (a->piece_count == CN_MELDS_MAX) return false;
    for (uint64_t left = cn_arrange_starts_from(a, suit, low); left != 0; left &= left - 1) {
        cn_piece *piece = &a->piece[a->piece_count++];
        *piece = (cn_piece){.shape = {.rank = CN_MELD_SEQUENCE, .opening = a->opening},
                            .low = (uint8_t)((unsigned)__builtin_ctzll(left) / CN_SUITS),
                            .suit = (uint8_t)suit};
        if (lengthen_new(a, piece)) return true;
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
