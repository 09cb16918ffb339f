/* Numbers of step sequences from a dealt position.
 * Not here: printing. Invariant: as in the header. */
#include "lab/bench/perft.h"

#include <assert.h>
#include <stddef.h>

static void walk(const cn_game *game, const cn_rules *rules, unsigned made, unsigned depth,
                 uint64_t *counts)
{
    if (game->pub.phase == CN_PHASE_HAND_END) return;
    const cn_mask legal = cn_legal(rules, &game->pub, &game->hand[game->pub.seat]);
    const unsigned count = cn_mask_count(&legal);
    counts[made + 1] += count;
    if (made + 1 == depth) return;
    for (unsigned i = 0; i < count; i++) {
        cn_game next = *game;
        const unsigned number = cn_mask_nth(&legal, i);
        cn_game_make(&next, rules, number);
        walk(&next, rules, made + 1, depth, counts);
    }
}

void cn_perft_count(const cn_game *game, const cn_rules *rules, unsigned depth,
                    uint64_t counts[CN_PERFT_DEPTH_MAX + 1])
{
    assert(depth >= 1 && depth <= CN_PERFT_DEPTH_MAX);
    for (unsigned i = 0; i <= depth; i++) counts[i] = i == 0;
    walk(game, rules, 0, depth, counts);
}
