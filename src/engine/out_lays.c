/* Lays after which counts tell that the hand goes out.
 * Not here: the counts (out_ranks.c), what nothing is told of (finish_out.c). Invariant: a lay is
 * made on the arrangement, told and taken back; what is told is what would be told of the table
 * with the card on it. */
#include "out_lays.h"

#include <string.h>

#include "faces.h"
#include "finish.h"
#include "lay_at.h"
#include "stay.h"

/* Lays of the position may be told of from counts at all. */
static bool may_go_out(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    if (!rules->ranks_free || hand->size < 2 || pub->turn.laid_black3 != CN_BLACK3_NONE)
        return false;
    if (!cn_public_has_opened(pub, pub->asker) || !cn_stock_lets_go_on(rules, pub)) return false;
    if (cn_public_acting(pub)->meld_count == CN_MELDS_MAX) return false;
    if (rules->p.team_layout == CN_TEAM_LAYOUT_LONE_VS_TWO) return false; /* sides may form */
    return cn_may_go_out_at_all(rules, pub, hand);
}

/* The arrangement of the position, if counts may tell anything of it. */
static bool is_ready(cn_out_lays *o, const cn_rules *rules, const cn_public *pub,
                     const cn_cards *hand)
{
    if (o->made) return o->applies;
    o->made = true;
    o->applies = false;
    o->effort = (cn_effort){CN_EFFORT_USUAL};
    if (!may_go_out(rules, pub, hand)) return false;
    o->applies =
        cn_begin_laying_all(&o->table, rules, pub, hand, &o->effort) && o->table.tell != NULL;
    return o->applies;
}

/* ---- one card on a piece that lies there, or begins ---- */

/* Counts of the hand of which the card of `kind` is one. */
static uint8_t *held_of(cn_arrangement *a, unsigned kind)
{
    if (kind == CN_KIND_TWO) return &a->twos;
    return kind == CN_KIND_JOKER ? &a->jokers : &a->held[kind];
}

static void put(cn_arrangement *a, cn_piece *piece, unsigned kind, bool wild)
{
    --*held_of(a, kind);
    if (wild)
        piece->shape.wilds++;
    else
        piece->shape.naturals++;
    if (piece->shape.rank < CN_COUNTS && !wild) a->lying[piece->shape.rank]++;
}

static bool is_told(const cn_arrangement *a)
{
    return a->tell(a) == CN_TOLD_YES;
}

/* A card of `kind` onto the piece `target`, which may be a new one. */
static bool tells_with(cn_arrangement *a, unsigned kind, unsigned rank, unsigned target)
{
    const cn_piece before = a->piece[target];
    const bool begins = target == a->piece_count, wild = kind != rank;
    const uint8_t open = a->open, lying = a->lying[rank];
    cn_piece *piece = &a->piece[target];
    if (begins) {
        *piece = (cn_piece){.shape = cn_shape_new(rank, false)};
        a->piece_count++;
    }
    put(a, piece, kind, wild);
    a->open = cn_shape_is_finished(a->rules, &piece->shape) ? CN_NO_MELD : (uint8_t)target;
    const bool told = is_told(a);
    *piece = before;
    a->open = open;
    a->lying[rank] = lying;
    ++*held_of(a, kind);
    a->piece_count = (uint8_t)(a->piece_count - begins);
    return told;
}

/* It is one of the sequence's. */
static bool has_face(const cn_piece *piece, cn_card face)
{
    const unsigned rank = face / CN_SUITS;
    return piece->shape.rank == CN_MELD_SEQUENCE && piece->suit == face % CN_SUITS &&
           rank >= piece->low && rank - piece->low < piece->shape.naturals;
}

/* These cards become a new sequence. */
static bool tells_with_row(cn_arrangement *a, unsigned low, unsigned suit, unsigned length)
{
    const uint64_t row = cn_faces_row(low, suit, length);
    uint8_t held[CN_COUNTS];
    if (low + length > CN_RANKS || (row & cn_arrangement_faces(a)) != row) return false;
    bool fits = true;
    memcpy(held, a->held, sizeof held);
    for (unsigned rank = low; rank < low + length; rank++) fits &= a->held[rank]-- > 0;
    a->piece[a->piece_count++] =
        (cn_piece){.shape = {.rank = CN_MELD_SEQUENCE, .naturals = (uint8_t)length}};
    const bool told = fits && is_told(a);
    a->piece_count--;
    memcpy(a->held, held, sizeof held);
    return told;
}

/* The card begins one of the new sequences, or another one; after it is finished a card is left for
 * joins. */
static bool begins_sequence(cn_arrangement *a, const cn_cards *hand, cn_card face)
{
    const unsigned least = (unsigned)a->rules->p.meld_min, rank = face / CN_SUITS;
    if (hand->size <= least) return false;
    for (unsigned i = a->old_count; i < a->piece_count; i++)
        if (has_face(&a->piece[i], face)) return true;
    for (unsigned low = rank < least ? 0 : rank - least + 1; low <= rank; low++)
        if (tells_with_row(a, low, face % CN_SUITS, least)) return true;
    return false;
}

/* The card lengthens the sequence `target`, which is a meld already, or has it in any case. */
static bool tells_with_face(cn_arrangement *a, const cn_cards *hand, cn_card face, unsigned target)
{
    const cn_params *p = &a->rules->p;
    const unsigned rank = face / CN_SUITS;
    if (target >= a->old_count) return begins_sequence(a, hand, face);
    cn_piece *piece = &a->piece[target];
    if (has_face(piece, face)) return true;
    if (a->face[face] == 0 || piece->shape.naturals < p->meld_min ||
        (piece->added > 0 && piece->shape.naturals >= p->sequence_max))
        return false;
    a->held[rank]--;
    piece->shape.naturals++;
    const bool told = is_told(a);
    piece->shape.naturals--;
    a->held[rank]++;
    return told;
}

/* ---- names and joins ---- */

/* The meld `second` becomes part of `first`, which is of its rank (P56). */
static bool tells_with_join(cn_arrangement *a, unsigned first, unsigned second)
{
    cn_piece *to = &a->piece[first], *from = &a->piece[second];
    const cn_piece before = *to, joins = *from;
    if (to->shape.rank >= CN_RANKS) return false;
    to->shape.naturals = (uint8_t)(to->shape.naturals + from->shape.naturals);
    to->shape.wilds = (uint8_t)(to->shape.wilds + from->shape.wilds);
    from->shape.rank = CN_PIECE_GONE;
    const bool told = is_told(a);
    *to = before;
    *from = joins;
    return told;
}

/* Some later meld of its rank is joined to it. */
static bool tells_with_some_join(cn_arrangement *a, unsigned first)
{
    if (a->rules->p.same_rank_melds != CN_SAME_RANK_MELDS_MANY_MAY_MERGE) return false;
    for (unsigned i = first + 1; i < a->piece_count; i++)
        if (a->piece[i].shape.rank == a->piece[first].shape.rank &&
            cn_shape_union_fits(a->rules, &a->piece[first].shape, &a->piece[i].shape) &&
            tells_with_join(a, first, i))
            return true;
    return false;
}

/* Some face beside the sequence. */
static bool tells_with_faces(cn_arrangement *a, const cn_cards *hand, const cn_meld *sequence,
                             unsigned meld_i)
{
    for (uint64_t faces = cn_faces_beside(sequence) & cn_faces_held(hand); faces != 0;
         faces &= faces - 1)
        if (tells_with_face(a, hand, (cn_card)__builtin_ctzll(faces), meld_i)) return true;
    return false;
}

static bool tells_with_name(cn_arrangement *a, const cn_rules *rules, const cn_public *pub,
                            const cn_cards *hand, unsigned meld_i)
{
    const cn_side *side = cn_public_acting(pub);
    const cn_meld *meld = &side->meld[meld_i];
    const cn_shape shape = cn_shape_apart(pub, side, meld_i);
    if (meld->rank == CN_MELD_SEQUENCE &&
        (cn_faces_beside(meld) & ~cn_faces_onto(rules, meld)) == 0)
        return tells_with_faces(a, hand, meld, meld_i);
    if (meld->rank >= CN_RANKS || rules->p.dead_rank != CN_DEAD_RANK_NONE) return false;
    if (a->held[meld->rank] > 0 && cn_shape_takes(rules, &shape, false) &&
        tells_with(a, meld->rank, meld->rank, meld_i))
        return true;
    for (unsigned kind = CN_KIND_TWO; kind <= CN_KIND_JOKER; kind++)
        if (*held_of(a, kind) > 0 && cn_shape_takes(rules, &shape, true) &&
            !cn_is_locked(rules, side, kind, meld->rank) && tells_with(a, kind, meld->rank, meld_i))
            return true;
    return tells_with_some_join(a, meld_i);
}

/* The step goes with the arrangement, which lays nothing else but sequences and twos. */
static bool arrangement_tells(cn_arrangement *a, const cn_rules *rules, const cn_public *pub,
                              const cn_cards *hand, unsigned number)
{
    if (cn_step_is_to_meld(number))
        return tells_with_name(a, rules, pub, hand, number - CN_STEP_TO_MELD);
    if (cn_step_is_join(number))
        return tells_with_join(a, pub->turn.to_meld, number - CN_STEP_JOIN);
    if (!cn_step_is_lay(number)) return false;
    const unsigned target = cn_step_target(rules, pub, number), kind = cn_step_kind(number);
    const unsigned rank = cn_step_meld(number);
    if (target > a->old_count) return false;
    if (cn_step_is_sequence(number))
        return tells_with_face(a, hand, (cn_card)(number - CN_STEP_SEQUENCE), target);
    if ((rank >= CN_RANKS && rank != CN_MELD_WILD) || *held_of(a, kind) == 0) return false;
    return tells_with(a, kind, rank, target == a->old_count ? a->piece_count : target);
}

static cn_told weigh_after(cn_out_lays *o, const cn_rules *rules, const cn_public *pub,
                           const cn_cards *hand, unsigned number)
{
    if (!o->begun) o->weighs = cn_out_may_be_weighed(rules, pub) && may_go_out(rules, pub, hand);
    o->begun = true;
    return o->weighs ? cn_out_weigh_after(&o->after, rules, pub, hand, number) : CN_TOLD_NOTHING;
}

cn_told cn_out_lays_tell(cn_out_lays *o, const cn_rules *rules, const cn_public *pub,
                         const cn_cards *hand, unsigned number)
{
    const cn_told told = weigh_after(o, rules, pub, hand, number);
    if (told != CN_TOLD_NOTHING) return told;
    const bool yes =
        is_ready(o, rules, pub, hand) && arrangement_tells(&o->table, rules, pub, hand, number);
    return yes ? CN_TOLD_YES : CN_TOLD_NOTHING;
}

bool cn_out_way_goes_with(cn_out_lays *o, const cn_rules *rules, const cn_public *pub,
                          const cn_cards *hand, unsigned number)
{
    return o->way.tell != NULL && may_go_out(rules, pub, hand) &&
           arrangement_tells(&o->way, rules, pub, hand, number);
}
