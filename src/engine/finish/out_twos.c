/* Twos that an unfinished meld of twos keeps to itself, once the melds of twos are settled (P133).
 * Not here: single lays (possible.c), openings (finish_sums.c). Invariant: as cn_lock_holds tells
 * of a whole arrangement. */
#include "engine/finish/out_twos.h"
#include "engine/finish/arrangement.h"

cn_twos_lock cn_twos_lock_of(const cn_arrangement *a)
{
    cn_twos_lock l = {false, false};
    unsigned lockers = 0, grown = 0, begun = 0;
    const cn_side *side = a->side;
    if (a->rules->p.wild_meld_locks_wilds == CN_WILD_MELD_LOCKS_WILDS_NO) return l;
    if ((side->naturals[CN_MELD_TWOS] | side->wilds[CN_MELD_TWOS]) == 0) return l; /* none is old */
    for (unsigned i = 0; i < a->piece_count; i++) {
        const cn_piece *piece = &a->piece[i];
        const unsigned size = cn_shape_size(&piece->shape);
        if (piece->shape.rank != CN_MELD_TWOS) continue;
        if (i >= a->old_count) {
            begun += piece->added;
            continue;
        }
        if (size < (unsigned)a->rules->p.canasta_size) l.holds_twos = true;
        if (size - piece->added >= (unsigned)a->rules->p.canasta_size) continue;
        lockers++;
        grown += piece->added;
    }
    l.holds = (lockers > 1 && grown > 0) || (l.holds_twos && begun > 0);
    return l;
}

bool cn_twos_are_stuck(const cn_arrangement *a)
{
    const cn_twos_lock l = cn_twos_lock_of(a);
    if (l.holds) return true;
    return l.holds_twos && a->twos > (!a->discarded && (a->last >> CN_KIND_TWO & 1) != 0 ? 1U : 0U);
}

unsigned cn_locked_twos(const cn_rules *rules, const cn_side *side, unsigned twos)
{
    const unsigned meld_i = cn_side_find_meld(side, CN_MELD_TWOS);
    if (rules->p.wild_meld_locks_wilds != CN_WILD_MELD_LOCKS_WILDS_TWOS_MELD ||
        meld_i == CN_NO_MELD || side->meld[meld_i].naturals < side->naturals[CN_MELD_TWOS])
        return 0;
    const unsigned size = cn_meld_size(&side->meld[meld_i]);
    const unsigned full = (unsigned)rules->p.canasta_size, lack = size < full ? full - size : 0;
    return lack < twos ? lack : twos;
}
