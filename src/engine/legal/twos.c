/* Melds of twos in turns that count and shape decide.
 * Not here: see the header. Invariant: as there. */
#include "engine/legal/twos.h"

#include "engine/step/shape.h"

/* The only meld of twos of a side that has one; CN_NO_MELD if there are others beside it. */
static inline unsigned only_meld(const cn_side *side)
{
    const unsigned latest = side->latest[CN_MELD_TWOS] - 1U;
    const bool only = side->meld[latest].naturals == side->naturals[CN_MELD_TWOS];
    return only ? latest : (unsigned)CN_NO_MELD;
}

/* A meld of twos that is no canasta yet, another one than `target`, keeps all twos for itself. */
static bool twos_are_kept(const cn_rules *rules, const cn_side *side, unsigned target)
{
    if (rules->p.wild_meld_locks_wilds != CN_WILD_MELD_LOCKS_WILDS_TWOS_MELD ||
        side->latest[CN_MELD_TWOS] == 0)
        return false;
    const unsigned only = only_meld(side), full = (unsigned)rules->p.canasta_size;
    if (only != CN_NO_MELD) return (only != target) & (cn_meld_size(&side->meld[only]) < full);
    for (unsigned i = 0; i < side->latest[CN_MELD_TWOS]; i++)
        if (i != target && side->meld[i].rank == CN_MELD_TWOS &&
            cn_meld_size(&side->meld[i]) < full)
            return true;
    return false;
}

bool cn_twos_take(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                  unsigned meld_i)
{
    const cn_side *side = cn_public_acting(pub);
    const cn_shape shape = cn_shape_apart(pub, side, meld_i);
    if (hand->kind[CN_KIND_JOKER] > 0 && cn_shape_takes(rules, &shape, true)) return true;
    return hand->kind[CN_KIND_TWO] > 0 && cn_shape_takes(rules, &shape, false) &&
           !twos_are_kept(rules, side, meld_i);
}
