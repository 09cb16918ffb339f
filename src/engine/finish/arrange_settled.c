/* Arrangements as a whole: whether all pieces can lie so, in some order of the lays; and pieces
 * that are joined, for which the order matters. Not here: goals. Invariant: what is settled here
 * can be reached step by step. */
#include "engine/finish/arrange_stage.h"
#include "engine/finish/arrangement.h"
#include "engine/step/limits.h"

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
