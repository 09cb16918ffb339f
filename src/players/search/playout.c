/* A hand played out in an imagined world.
 * Not here: the policy (quick.c), the estimate (estimate.c). Invariant: as in the header. */
#include "players/search/playout.h"

#include <stddef.h>

enum {
    PLAYOUT_STEPS_MAX = 5000,
    LAST_ROUNDS = 2 /* so near its end a hand is played, not estimated */
};

static bool is_near_its_end(const cn_rules *rules, const cn_public *pub)
{
    return cn_public_stock_reach(rules, pub) <=
           LAST_ROUNDS * rules->seat_count * cn_draw_count(rules, pub->hand_number);
}

static void estimate(const cn_world *world, const cn_playing *playing, int32_t *points)
{
    cn_estimated table = {.rules = playing->quick->rules, .pub = cn_world_public(world)};
    for (unsigned seat = 0; seat < table.rules->seat_count; seat++)
        table.hand[seat] = cn_world_hand(world, seat);
    cn_estimate_scores(playing->estimate, &table, points);
}

static cn_playout_end score(cn_world *world, const cn_rules *rules, int32_t *points)
{
    cn_score scores[CN_SIDES_MAX];
    if (cn_world_public(world)->phase != CN_PHASE_HAND_END) return CN_PLAYOUT_ENDLESS;
    cn_world_score(world, rules, scores, NULL);
    for (unsigned side = 0; side < rules->side_count; side++) points[side] = scores[side].total;
    return CN_PLAYOUT_SCORED;
}

cn_playout_end cn_playout(cn_world *world, const cn_playing *playing, cn_quick_mind *seen,
                          int32_t *points)
{
    const cn_rules *rules = playing->quick->rules;
    const cn_public *pub = cn_world_public(world);
    const unsigned last = pub->turn_number + playing->turns;
    for (unsigned i = 0; i < PLAYOUT_STEPS_MAX && pub->phase != CN_PHASE_HAND_END; i++) {
        if (playing->estimate != NULL && pub->turn_number >= last && pub->phase == CN_PHASE_DRAW &&
            !is_near_its_end(rules, pub)) {
            estimate(world, playing, points);
            return CN_PLAYOUT_ESTIMATED;
        }
        const cn_mask legal = cn_world_legal(world, rules);
        if (cn_mask_is_empty(&legal)) return CN_PLAYOUT_ENDLESS;
        const cn_cards *hand = cn_world_hand(world, pub->seat);
        const cn_step step = cn_quick_choose(playing->quick, seen, pub, hand, &legal);
        cn_quick_notice(seen, pub, step);
        cn_world_apply(world, rules, step, NULL);
    }
    return score(world, rules, points);
}
