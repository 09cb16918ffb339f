/* Single lays of an arrangement, and the card it leaves for the discard.
 * Not here: which are tried (arrange_ranks.c and the other stages). Invariant: every lay is asked
 * of shape.c, so that plans and steps agree. */
#include "engine/finish/arrange_stage.h"
#include "engine/finish/arrangement.h"

static bool rank_is_dead(const cn_arrangement *a, unsigned rank)
{
    if (a->rules->p.dead_rank == CN_DEAD_RANK_NONE || rank >= CN_MELD_WILD) return false;
    if ((a->dead >> rank & 1) != 0) return true;
    for (unsigned i = 0; i < a->piece_count; i++) /* a canasta made by this arrangement */
        if (a->piece[i].shape.rank == rank &&
            cn_shape_canasta(a->rules, &a->piece[i].shape) != CN_CANASTA_NONE)
            return true;
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
    if (*held == 0 || rank_is_dead(a, piece->shape.rank)) return false;
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
    if (rank_is_dead(a, piece->shape.rank)) return false;
    if (!cn_shape_takes(a->rules, &piece->shape, true)) return false;
    cn_shape_add(&piece->shape, true);
    piece->new_wilds++;
    piece->added++;
    piece->after = (uint8_t)(piece->after + piece->joined);
    piece->chosen = of_twos;
    if (of_twos)
        a->jokers--;
    else
        a->open_wilds++;
    return true;
}

void cn_arrange_unlay_wild(cn_arrangement *a, cn_piece *piece)
{
    piece->shape.wilds--;
    piece->shape.run_wilds--;
    piece->new_wilds--;
    piece->added--;
    piece->after = (uint8_t)(piece->after - piece->joined);
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

bool cn_arrange_may_begin(const cn_arrangement *a, unsigned rank)
{
    if (a->piece_count == CN_MELDS_MAX) return false;
    if (rank == CN_MELD_BLACK3) return !has_piece(a, rank);
    if (a->rules->p.same_rank_melds != CN_SAME_RANK_MELDS_ONE_MERGED) return true;
    for (unsigned i = a->piece_count; i > 0; i--)
        if (a->piece[i - 1].shape.rank == rank)
            return cn_shape_is_closed(a->rules, &a->piece[i - 1].shape);
    return true;
}

bool cn_arrange_takes_cards(const cn_arrangement *a, unsigned piece_i)
{
    if (a->rules->many) return true;
    for (unsigned i = piece_i + 1; i < a->old_count; i++)
        if (a->piece[i].shape.rank == a->piece[piece_i].shape.rank) return false;
    return true;
}
