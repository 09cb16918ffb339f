/* The simplest turns of a side that has not opened, where a rank has one meld.
 * Not here: all others (legal_unopened.h, legal_plain.h). Invariant: the same steps as there. */
#ifndef CANASTA_LEGAL_MERGED_OPENING_H
#define CANASTA_LEGAL_MERGED_OPENING_H

#include "canasta/public.h"
#include "canasta/step.h"
#include "counted.h"

/* True if there may be such turns; cn_rules.merged and .openings_counted are known. */
bool cn_has_merged_openings(const cn_rules *rules);

/* By such rules, in PHASE_MELD: all steps, as long as some step is legal; false if this is none of
 * these turns. */
bool cn_legal_merged_opening(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                             cn_mask *mask);

#if defined(__SSSE3__)

/* Nothing but the unfinished meld goes on, which the cards in hand finish, whichever of those that
 * fit comes first: two of them are enough, and of `held` cards enough are left. False where that is
 * in doubt. */
CN_USUAL bool cn_begun_goes_on(const cn_rules *rules, const cn_meld *meld, const cn_cards *hand,
                               unsigned held, bool opening, cn_mask *mask)
{
    enum { SIZE = 3, NATURALS = 2 };
    const cn_holding h = cn_hold(hand);
    const unsigned rank = meld->rank, naturals = meld->naturals, lie = cn_meld_wilds(meld);
    const unsigned of_rank = rank < CN_RANKS, more = hand->kind[rank] & (0U - of_rank);
    const bool finishes =
        (naturals + lie + more + h.wilds >= SIZE) & (naturals + more >= NATURALS * of_rank);
    if (!rules->begun_finish || !finishes || held <= rules->kept + (unsigned)NATURALS) return false;
    const uint64_t natural = (more > 0) & (rules->takes_natural[naturals] >> lie);
    const uint64_t wild = of_rank & (rules->takes_wild[opening][naturals] >> lie);
    *mask = (cn_mask){{natural << (CN_STEP_LAY + rank) | cn_wild_lays(&h, wild << rank),
                       cn_lays_together(&h) & (of_rank - UINT64_C(1))}};
    return true;
}

#endif

#endif
