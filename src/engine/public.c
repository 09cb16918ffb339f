/* Questions about the public state that several parts ask.
 * Not here: changes to it (apply.c). Invariant: nothing here needs a hand or the stock. */
#include "canasta/public.h"

#include <assert.h>

unsigned cn_side_find_meld(const cn_side *side, unsigned rank)
{
    for (unsigned i = 0; i < side->meld_count; i++)
        if (side->meld[i].rank == rank) return i;
    return CN_NO_MELD;
}

unsigned cn_side_canastas(const cn_rules *rules, const cn_side *side)
{
    unsigned count = 0;
    for (unsigned i = 0; i < side->meld_count; i++)
        count += side->meld[i].rank < CN_RANKS &&
                 cn_meld_size(&side->meld[i]) >= (unsigned)rules->p.canasta_size;
    return count;
}

bool cn_public_frozen_for(const cn_rules *rules, const cn_public *pub, unsigned seat)
{
    const cn_params *p = &rules->p;
    if (p->always_frozen || pub->pile_frozen) return true;
    if (p->freeze_initial_pile && !pub->pile_taken) return true;
    return p->freeze_until_melded && !cn_public_has_opened(rules, pub, seat);
}

int32_t cn_public_minimum(const cn_rules *rules, const cn_public *pub, unsigned side)
{
    assert(side < rules->side_count);
    return cn_rules_minimum(rules, pub->side[side].total_points);
}

int32_t cn_public_staged_points(const cn_rules *rules, const cn_public *pub)
{
    if (!pub->turn.staging) return 0;
    const cn_side *side = &pub->side[rules->side_of[pub->asker]];
    int32_t points = 0;
    for (unsigned i = 0; i < side->meld_count; i++) {
        const cn_meld *meld = &side->meld[i];
        points += meld->naturals * rules->value[meld->rank] +
                  meld->twos * rules->value[CN_KIND_TWO] +
                  meld->jokers * rules->value[CN_KIND_JOKER];
    }
    return points;
}

unsigned cn_partner(const cn_rules *rules, unsigned seat)
{
    return rules->partner_of[seat];
}
