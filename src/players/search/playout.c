/* A hand played out in an imagined world.
 * Not here: the policy (quick.c). Invariant: as in the header. */
#include "players/search/playout.h"

#include <stddef.h>

enum { PLAYOUT_STEPS_MAX = 5000 };

bool cn_playout(cn_world *world, const cn_quick *quick, cn_quick_mind *seen, cn_score *scores)
{
    const cn_rules *rules = quick->rules;
    for (unsigned i = 0; i < PLAYOUT_STEPS_MAX; i++) {
        const cn_public *pub = cn_world_public(world);
        if (pub->phase == CN_PHASE_HAND_END) break;
        const cn_mask legal = cn_world_legal(world, rules);
        if (cn_mask_is_empty(&legal)) return false;
        const cn_step step =
            cn_quick_choose(quick, seen, pub, cn_world_hand(world, pub->seat), &legal);
        cn_quick_notice(seen, pub, step);
        cn_world_apply(world, rules, step, NULL);
    }
    if (cn_world_public(world)->phase != CN_PHASE_HAND_END) return false;
    cn_world_score(world, rules, scores, NULL);
    return true;
}
