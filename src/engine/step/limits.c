/* What binds a turn.
 * Not here: refusals for it (possible.c). Invariant: looks at the table alone. */
#include "engine/step/limits.h"

#include "engine/table/takers.h"

/* P61, P133: an own unfinished meld of wilds (of twos) keeps wilds (twos) from other melds. */
bool cn_is_locked(const cn_rules *rules, const cn_side *side, unsigned kind, unsigned meld_rank)
{
    int32_t lock = rules->p.wild_meld_locks_wilds;
    unsigned locker = lock == CN_WILD_MELD_LOCKS_WILDS_WILD_MELD ? CN_MELD_WILD : CN_MELD_TWOS;
    if (lock == CN_WILD_MELD_LOCKS_WILDS_NO || meld_rank == locker) return false;
    if (!cn_kind_is_wild(kind) || side->naturals[locker] + side->wilds[locker] == 0) return false;
    if (lock == CN_WILD_MELD_LOCKS_WILDS_TWOS_MELD && kind != CN_KIND_TWO) return false;
    for (unsigned i = 0; i < side->meld_count; i++)
        if (side->meld[i].rank == locker &&
            cn_meld_size(&side->meld[i]) < (unsigned)rules->p.canasta_size)
            return true;
    return false;
}

bool cn_lengthened_full_sequence(const cn_rules *rules, const cn_public *pub)
{
    const cn_side *side = cn_public_acting(pub);
    const unsigned most = (unsigned)rules->p.sequence_max;
    return side->naturals[CN_MELD_SEQUENCE] > most &&
           cn_melds_of(side, CN_MELD_SEQUENCE, most + 1) != 0;
}
