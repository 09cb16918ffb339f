/* Single lays of an arrangement, the card it leaves for the discard, and whether the pieces can lie
 * as they are. Not here: which are tried (arrange_ranks.c and the other stages). Invariant: every
 * lay is asked of shape.c, so that plans and steps agree. */
#include "engine/finish/arrange.h"
#include "engine/finish/arrangement.h"
#include "engine/step/limits.h"

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

/* The piece could do without one of its new cards for a while: until others are joined, or it is
 * itself. */
static bool can_wait(const cn_arrangement *a, unsigned piece_i)
{
    const cn_piece *piece = &a->piece[piece_i];
    if (piece->joined) return piece->late || piece->after > 0;
    if (piece->added == 0) return false;
    if (piece_i < a->old_count && a->open != piece_i) return true;
    if (piece->shape.rank == CN_MELD_SEQUENCE) return piece->shape.naturals > a->rules->p.meld_min;
    cn_shape shape = piece->shape;
    if (piece->new_wilds > 0)
        shape.wilds--;
    else
        shape.naturals--;
    return cn_shape_is_finished(a->rules, &shape);
}

/* Emptying the hand ends it (P126), so all melds must be joined before the last card is laid. */
static bool some_card_can_be_last(const cn_arrangement *a)
{
    bool joins = false;
    for (unsigned i = 0; i < a->piece_count; i++) joins |= a->piece[i].joined;
    if (!joins) return true;
    for (unsigned i = 0; i < a->piece_count; i++) {
        const cn_piece *piece = &a->piece[i];
        bool begins_later = !piece->joined && i >= a->old_count && piece->added > 0;
        if (begins_later || can_wait(a, i)) return true;
    }
    return false;
}

/* The begun meld is finished before anything else (P122); while wilds (twos) are locked it must do
 * with its naturals (P61, P133). */
static bool open_piece_comes_first(const cn_arrangement *a)
{
    unsigned open = a->open;
    if (open == CN_NO_MELD || a->rules->p.wild_meld_locks_wilds == CN_WILD_MELD_LOCKS_WILDS_NO)
        return true;
    /* One that has been joined was looked at before. */
    if (a->piece[open].joined || a->piece[open].shape.rank == CN_PIECE_GONE) return true;
    unsigned rank = a->side->meld[open].rank, wild = a->jokers > 0 ? CN_KIND_JOKER : CN_KIND_TWO;
    if (rank >= CN_RANKS || !cn_is_locked(a->rules, a->side, wild, rank)) return true;
    cn_shape shape = a->piece[open].shape;
    shape.wilds = (uint8_t)(shape.wilds - a->piece[open].new_wilds);
    return cn_shape_is_finished(a->rules, &shape);
}

/* Every card is laid, but the one that is discarded. */
static bool finish_all(cn_arrangement *a)
{
    if (a->black3 > 0) return false;
    if (cn_arrangement_wilds(a) == 0) {
        if (!a->discarded && (a->discard_due || !some_card_can_be_last(a))) return false;
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
    if (!open_piece_comes_first(a)) return false;
    for (unsigned i = 0; i < a->piece_count; i++)
        if (!cn_arrange_finished(a, &a->piece[i])) return false;
    return a->all ? finish_all(a) : a->arranged(a);
}

/* ---- joining melds of one rank (P56, S5) ---- */

bool cn_arrange_may_join(const cn_arrangement *a)
{
    return a->rules->p.same_rank_melds == CN_SAME_RANK_MELDS_MANY_MAY_MERGE && !a->opening;
}

/* The piece `second` becomes part of `first`. */
static void join_pieces(cn_arrangement *a, unsigned first, unsigned second)
{
    cn_piece *to = &a->piece[first];
    cn_piece *from = &a->piece[second];
    bool late = can_wait(a, first) || can_wait(a, second);
    to->shape.naturals = (uint8_t)(to->shape.naturals + from->shape.naturals);
    to->shape.wilds = (uint8_t)(to->shape.wilds + from->shape.wilds);
    to->shape.run_before = (uint8_t)cn_shape_size(&to->shape);
    to->shape.run_wilds = 0;
    to->added = (uint8_t)(to->added + from->added);
    to->new_wilds = (uint8_t)(to->new_wilds + from->new_wilds);
    to->new_twos = (uint8_t)(to->new_twos + from->new_twos);
    to->late = late;
    to->after = 0;
    to->joined = true;
    *from = (cn_piece){.shape = {.rank = CN_PIECE_GONE}};
}

bool cn_arrange_join(cn_arrangement *a, unsigned first, unsigned second)
{
    const cn_piece *to = &a->piece[first], *joins = &a->piece[second];
    const unsigned open = a->open;
    if (!cn_arrange_may_join(a) || !cn_arrange_finished(a, to) || !cn_arrange_finished(a, joins))
        return false;
    if (!cn_shape_union_fits(a->rules, &to->shape, &joins->shape)) return false;
    if ((first == open || second == open) && !open_piece_comes_first(a)) return false;
    join_pieces(a, first, second);
    return true;
}
