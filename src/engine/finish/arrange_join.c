/* Joining melds of one rank (P56, S5), and the card that is laid after all joins (P126).
 * Not here: which joins are tried (arrange_ranks.c). Invariant: a card waits for a join only if the
 * joined meld takes it, which is asked of shape.c as a step would. */
#include "engine/finish/arrange.h"
#include "engine/finish/arrangement.h"
#include "engine/step/limits.h"

bool cn_arrange_lay_all(const cn_arrangement *a, cn_shape *shape, unsigned naturals, unsigned wilds)
{
    for (unsigned i = 0; i < naturals + wilds; i++) {
        const bool wild = i >= naturals;
        if (cn_shape_closes_rank(a->rules, shape) || !cn_shape_takes(a->rules, shape, wild))
            return false;
        cn_shape_add(shape, wild);
    }
    return true;
}

/* The same onto a meld that no run has reached yet. */
static bool takes_in_new_run(const cn_arrangement *a, cn_shape shape, unsigned naturals,
                             unsigned wilds)
{
    shape.run_before = (uint8_t)cn_shape_size(&shape);
    shape.run_wilds = 0;
    return cn_arrange_lay_all(a, &shape, naturals, wilds);
}

/* The piece as it is while a card of that kind, CN_LATE_NATURAL or CN_LATE_WILD, is still in hand:
 * one that came to it after its last join, or that has waited for that; false if there is none. */
static bool without(const cn_arrangement *a, const cn_piece *piece, unsigned kind, cn_shape *rest)
{
    const bool wild = kind == CN_LATE_WILD;
    unsigned wilds = piece->joined ? piece->after_wilds : piece->new_wilds;
    unsigned naturals = (piece->joined ? piece->after : piece->added) - wilds;
    cn_shape before = piece->shape;
    before.naturals = (uint8_t)(before.naturals - naturals);
    before.wilds = (uint8_t)(before.wilds - wilds);
    before.run_wilds = (uint8_t)(before.run_wilds - wilds);
    before.turn_wilds = (uint8_t)(before.turn_wilds - wilds);
    unsigned *laid = wild ? &wilds : &naturals;
    if (*laid > 0) {
        *rest = before;
        --*laid;
        if (cn_arrange_lay_all(a, rest, naturals, wilds) && cn_shape_is_finished(a->rules, rest))
            return true;
        ++*laid;
    }
    if ((piece->late & kind) == 0) return false;
    *rest = before;
    if (wild) {
        rest->wilds--;
        rest->turn_wilds--;
    } else {
        rest->naturals--;
    }
    rest->run_before--;
    return cn_arrange_lay_all(a, rest, naturals, wilds);
}

static cn_shape united(const cn_shape *one, const cn_shape *other)
{
    cn_shape all = *one;
    all.naturals = (uint8_t)(one->naturals + other->naturals);
    all.wilds = (uint8_t)(one->wilds + other->wilds);
    all.run_before = (uint8_t)cn_shape_size(&all);
    all.run_wilds = 0;
    all.turn_wilds = (uint8_t)(one->turn_wilds + other->turn_wilds);
    all.old_canasta |= other->old_canasta;
    return all;
}

/* The pieces can be joined while a card of that kind, which `one` has got, is still in hand, and
 * take it then. */
static bool waits_for_join(const cn_arrangement *a, const cn_piece *one, const cn_piece *other,
                           unsigned kind)
{
    cn_shape rest;
    if (!without(a, one, kind, &rest) || !cn_shape_union_fits(a->rules, &rest, &other->shape))
        return false;
    const bool wild = kind == CN_LATE_WILD;
    return takes_in_new_run(a, united(&rest, &other->shape), wild ? 0 : 1, wild ? 1 : 0);
}

/* Another canasta closes the rank of the piece before its last card is laid (P100). */
static bool other_closes(const cn_arrangement *a, unsigned piece_i)
{
    const unsigned rank = a->piece[piece_i].shape.rank;
    if (a->rules->p.dead_rank == CN_DEAD_RANK_NONE || rank >= CN_MELD_WILD) return false;
    for (unsigned i = 0; i < a->piece_count; i++)
        if (i != piece_i && a->piece[i].shape.rank == rank &&
            cn_shape_closes_rank(a->rules, &a->piece[i].shape))
            return true;
    return false;
}

/* A card can be laid onto the piece last of all. */
static bool has_last_card(const cn_arrangement *a, unsigned piece_i)
{
    const cn_piece *piece = &a->piece[piece_i];
    if (piece->added == 0 || other_closes(a, piece_i)) return false;
    if (piece->joined) return piece->late != 0 || piece->after > 0;
    if (piece_i >= a->old_count) return true; /* it is begun after the joins */
    if (piece->shape.rank == CN_MELD_SEQUENCE)
        return piece_i != a->open || cn_arrange_sequence_has_last(a, piece);
    if (piece_i != a->open && piece_i != a->pub->turn.run_meld) return true; /* or reached */
    for (unsigned kind = CN_LATE_NATURAL; kind <= CN_LATE_WILD; kind++) {
        const bool wild = kind == CN_LATE_WILD;
        cn_shape rest;
        if (without(a, piece, kind, &rest) && takes_in_new_run(a, rest, wild ? 0 : 1, wild ? 1 : 0))
            return true;
    }
    return false;
}

bool cn_arrange_some_card_can_be_last(const cn_arrangement *a)
{
    bool joins = false;
    for (unsigned i = 0; i < a->piece_count; i++) joins |= a->piece[i].joined;
    if (!joins) return true;
    for (unsigned i = 0; i < a->piece_count; i++)
        if (has_last_card(a, i)) return true;
    return false;
}

bool cn_arrange_may_join(const cn_arrangement *a)
{
    return a->rules->p.same_rank_melds == CN_SAME_RANK_MELDS_MANY_MAY_MERGE && !a->opening;
}

/* It is no meld without the wilds that it has got (P205). */
static bool needs_wilds(const cn_arrangement *a, const cn_piece *piece)
{
    cn_shape bare = piece->shape;
    bare.wilds = (uint8_t)(bare.wilds - piece->new_wilds);
    return piece->needs_wilds || !cn_shape_is_finished(a->rules, &bare);
}

/* The piece `second` becomes part of `first`. */
static void join_pieces(cn_arrangement *a, unsigned first, unsigned second)
{
    cn_piece *to = &a->piece[first];
    cn_piece *from = &a->piece[second];
    const bool needing = needs_wilds(a, to) || needs_wilds(a, from);
    uint8_t late = 0;
    for (unsigned kind = CN_LATE_NATURAL; kind <= CN_LATE_WILD; kind++)
        if (waits_for_join(a, to, from, kind) || waits_for_join(a, from, to, kind))
            late = (uint8_t)(late | kind);
    to->shape = united(&to->shape, &from->shape);
    to->added = (uint8_t)(to->added + from->added);
    to->new_wilds = (uint8_t)(to->new_wilds + from->new_wilds);
    to->new_twos = (uint8_t)(to->new_twos + from->new_twos);
    to->late = late;
    to->needs_wilds = needing;
    to->after = to->after_wilds = 0;
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
    if ((first == open || second == open) && !cn_arrange_open_comes_first(a)) return false;
    join_pieces(a, first, second);
    return true;
}
