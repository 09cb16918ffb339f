/* Single lays of an arrangement, the card it leaves for the discard, and whether the pieces can lie
 * as they are. Not here: which are tried (arrange_ranks.c and the other stages). Invariant: every
 * lay is asked of shape.c, so that plans and steps agree. */
#include "engine/finish/arrange.h"
#include "engine/finish/arrangement.h"
#include "engine/step/limits.h"

static bool is_canasta(const cn_arrangement *a, const cn_shape *shape)
{
    return cn_shape_canasta(a->rules, shape) != CN_CANASTA_NONE;
}

/* The last lay of the piece has made it a canasta, not a join, which a closed rank does not hinder
 * (S5). */
static bool is_canasta_by_lays(const cn_arrangement *a, const cn_piece *piece)
{
    if (!is_canasta(a, &piece->shape)) return false;
    return !piece->joined ||
           cn_shape_size(&piece->shape) - piece->after < (unsigned)a->rules->p.canasta_size;
}

/* P100: what lies there closes the rank, or the piece itself does; or another piece that has become
 * a canasta. With several melds of a rank that one can wait until all else is laid, unless the card
 * makes a second canasta. */
static bool rank_closes(const cn_arrangement *a, const cn_piece *piece, bool wild)
{
    const unsigned rank = piece->shape.rank;
    const cn_params *p = &a->rules->p;
    if (p->dead_rank == CN_DEAD_RANK_NONE || rank >= CN_MELD_WILD || rank == CN_MELD_BLACK3)
        return false;
    if ((a->dead >> rank & 1) != 0 || is_canasta(a, &piece->shape)) return true;
    cn_shape after = piece->shape;
    cn_shape_add(&after, wild);
    const bool waits =
        p->same_rank_melds != CN_SAME_RANK_MELDS_ONE_MERGED && !is_canasta(a, &after);
    for (unsigned i = 0; i < a->piece_count && !waits; i++)
        if (a->piece[i].shape.rank == rank && is_canasta_by_lays(a, &a->piece[i])) return true;
    return false;
}

uint8_t *cn_arrange_held(cn_arrangement *a, unsigned rank)
{
    if (rank == CN_MELD_BLACK3) return &a->black3;
    return rank == CN_MELD_TWOS ? &a->twos : &a->held[rank];
}

bool cn_arrange_natural(cn_arrangement *a, cn_piece *piece)
{
    uint8_t *held = cn_arrange_held(a, piece->shape.rank);
    if (*held == 0 || rank_closes(a, piece, false)) return false;
    if (!cn_shape_takes(a->rules, &piece->shape, false)) return false;
    cn_shape_add(&piece->shape, false);
    piece->added++;
    piece->after = (uint8_t)(piece->after + piece->joined);
    --*held;
    return true;
}

void cn_arrange_unlay_natural(cn_arrangement *a, cn_piece *piece)
{
    piece->shape.naturals--;
    piece->added--;
    piece->after = (uint8_t)(piece->after - piece->joined);
    ++*cn_arrange_held(a, piece->shape.rank);
}

/* Jokers are the wilds of twos; of all other pieces it stays open which wild it is. */
bool cn_arrange_wild(cn_arrangement *a, cn_piece *piece)
{
    bool of_twos = piece->shape.rank == CN_MELD_TWOS;
    if (of_twos ? a->jokers == 0 : cn_arrangement_wilds(a) == 0) return false;
    if (rank_closes(a, piece, true)) return false;
    if (!cn_shape_takes(a->rules, &piece->shape, true)) return false;
    cn_shape_add(&piece->shape, true);
    piece->new_wilds++;
    piece->added++;
    piece->after = (uint8_t)(piece->after + piece->joined);
    piece->after_wilds = (uint8_t)(piece->after_wilds + piece->joined);
    piece->chosen = of_twos;
    if (of_twos)
        a->jokers--;
    else
        a->open_wilds++;
    return true;
}

void cn_arrange_unlay_wild(cn_arrangement *a, cn_piece *piece)
{
    cn_shape_take_back_wild(&piece->shape);
    piece->new_wilds--;
    piece->added--;
    piece->after = (uint8_t)(piece->after - piece->joined);
    piece->after_wilds = (uint8_t)(piece->after_wilds - piece->joined);
    if (piece->shape.rank == CN_MELD_TWOS)
        a->jokers++;
    else
        a->open_wilds--;
}

bool cn_arrange_discard(cn_arrangement *a, unsigned kind)
{
    uint8_t *held = kind == CN_KIND_JOKER ? &a->jokers : cn_arrange_held(a, kind);
    if (a->discarded || *held == 0 || (a->last >> kind & 1) == 0) return false;
    --*held;
    a->discarded = true;
    return true;
}

void cn_arrange_undo_discard(cn_arrangement *a, unsigned kind)
{
    ++*(kind == CN_KIND_JOKER ? &a->jokers : cn_arrange_held(a, kind));
    a->discarded = false;
}

/* ---- where cards may go ---- */

static bool has_piece(const cn_arrangement *a, unsigned rank)
{
    for (unsigned i = 0; i < a->piece_count; i++)
        if (a->piece[i].shape.rank == rank) return true;
    return false;
}

/* P205: the piece is a canasta without wilds, or can be one before it gets those that the
 * arrangement lays onto it. */
static bool is_natural_first(const cn_arrangement *a, const cn_piece *piece)
{
    const unsigned full = (unsigned)a->rules->p.canasta_size, wilds = piece->new_wilds;
    if (piece->shape.wilds == 0 || piece->shape.rank == CN_MELD_WILD)
        return is_canasta(a, &piece->shape);
    if (piece->shape.naturals < full || piece->shape.wilds > wilds || piece->needs_wilds)
        return false;
    const unsigned spare = piece->shape.naturals - full;
    const unsigned behind =
        piece->joined ? (unsigned)piece->after - piece->after_wilds : piece->added - wilds;
    const unsigned naturals = behind < spare ? behind : spare;
    cn_shape shape = piece->shape;
    for (unsigned i = 0; i < wilds; i++) cn_shape_take_back_wild(&shape);
    shape.naturals = (uint8_t)(shape.naturals - naturals);
    if (!shape.opening) shape.run_before = (uint8_t)cn_shape_size(&shape); /* another run (S2) */
    const unsigned first = cn_canasta_takes(&a->rules->p, false, false) ? 0 : 1;
    return cn_arrange_lay_all(a, &shape, 0, first) &&
           cn_arrange_lay_all(a, &shape, naturals, wilds - first);
}

/* P156; a canasta that closes its rank lets no other begin beside it (P100). */
static bool waits_for_canasta(const cn_arrangement *a, unsigned rank)
{
    const cn_params *p = &a->rules->p;
    const bool closes =
        p->dead_rank != CN_DEAD_RANK_NONE && rank < CN_MELD_WILD && rank != CN_MELD_BLACK3;
    const int32_t again = p->meld_again_after_canasta;
    for (unsigned i = 0; again != CN_MELD_AGAIN_NO && i < a->piece_count; i++) {
        const cn_piece *piece = &a->piece[i];
        if (piece->shape.rank != rank) continue;
        if (closes || !is_canasta(a, &piece->shape)) return true;
        if (again == CN_MELD_AGAIN_NATURAL && !is_natural_first(a, piece)) return true;
    }
    return false;
}

bool cn_arrange_may_begin(const cn_arrangement *a, unsigned rank)
{
    if (a->piece_count == CN_MELDS_MAX) return false;
    const bool black3 = rank == CN_MELD_BLACK3;
    if (black3 && !cn_black3_is_rank(a->rules)) return !has_piece(a, rank);
    if (waits_for_canasta(a, rank)) return false;
    if (a->rules->p.same_rank_melds != CN_SAME_RANK_MELDS_ONE_MERGED && !black3) return true;
    for (unsigned i = a->piece_count; i > 0; i--)
        if (a->piece[i - 1].shape.rank == rank)
            return cn_shape_is_closed(a->rules, &a->piece[i - 1].shape);
    return true;
}

bool cn_arrange_takes_cards(const cn_arrangement *a, unsigned piece_i)
{
    if (a->rules->many && a->piece[piece_i].shape.rank != CN_MELD_BLACK3) return true;
    for (unsigned i = piece_i + 1; i < a->old_count; i++)
        if (a->piece[i].shape.rank == a->piece[piece_i].shape.rank) return false;
    return true;
}

/* The begun meld is finished before anything else (P122); while wilds (twos) are locked it must do
 * with its naturals (P61, P133). */
bool cn_arrange_open_comes_first(const cn_arrangement *a)
{
    unsigned open = a->open;
    if (open == CN_NO_MELD || a->rules->p.wild_meld_locks_wilds == CN_WILD_MELD_LOCKS_WILDS_NO)
        return true;
    /* One that has been joined was looked at before. */
    if (a->piece[open].joined || a->piece[open].shape.rank == CN_PIECE_GONE) return true;
    unsigned rank = a->side->meld[open].rank, wild = a->jokers > 0 ? CN_KIND_JOKER : CN_KIND_TWO;
    const bool sequence = rank == CN_MELD_SEQUENCE && a->piece[open].new_wilds > 0;
    if ((rank >= CN_RANKS && !sequence) || !cn_is_locked(a->rules, a->side, wild, rank))
        return true;
    if (sequence) return cn_arrange_finishes_by_naturals(a, &a->piece[open]);
    cn_shape shape = a->piece[open].shape;
    shape.wilds = (uint8_t)(shape.wilds - a->piece[open].new_wilds);
    return cn_shape_is_finished(a->rules, &shape);
}

/* Every card is laid, but the one that is discarded. */
static bool finish_all(cn_arrangement *a)
{
    if (a->black3 > 0) return false;
    if (cn_arrangement_wilds(a) == 0) {
        if (!a->discarded && (a->discard_due || !cn_arrange_some_card_can_be_last(a))) return false;
        return a->arranged(a);
    }
    for (unsigned kind = CN_KIND_TWO; kind <= CN_KIND_JOKER; kind++) {
        if (cn_arrangement_wilds(a) > 1 || !cn_arrange_discard(a, kind)) continue;
        bool found = a->arranged(a);
        cn_arrange_undo_discard(a, kind);
        if (found) return true;
    }
    return false;
}

bool cn_arrange_settled(cn_arrangement *a)
{
    if (!cn_effort_spend(a->effort)) return false;
    if (!cn_arrange_open_comes_first(a)) return false;
    for (unsigned i = 0; i < a->piece_count; i++)
        if (!cn_arrange_finished(a, &a->piece[i])) return false;
    return a->all ? finish_all(a) : a->arranged(a);
}
