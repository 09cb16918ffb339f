/* Ranks that are closed to everybody, told from the counts of the sides' melds.
 * Not here: what that forbids (shape of steps, plans). Invariant: as in the header. */
#include "engine/step/dead.h"

#include "engine/cards/counts.h"
#include "engine/cards/rare.h"

/* Of these ranks those of which a side has a canasta, and not many cards in small melds. */
static CN_RARE uint32_t with_canastas(const cn_rules *rules, const cn_public *pub, uint32_t ranks)
{
    uint32_t dead = 0;
    for (; ranks != 0; ranks &= ranks - 1) {
        const unsigned rank = (unsigned)__builtin_ctz(ranks);
        for (unsigned i = 0; i < rules->side_count; i++)
            dead |= (uint32_t)cn_side_has_canasta(rules, &pub->side[i], rank) << rank;
    }
    return dead;
}

/* All cards of a rank lie in one meld: beside a canasta, which closes it, no other begins (P56). */
static inline bool ranks_have_one_meld(const cn_params *p)
{
    return p->same_rank_melds == CN_SAME_RANK_MELDS_ONE_MERGED &&
           p->team_layout != CN_TEAM_LAYOUT_LONE_VS_TWO;
}

uint32_t cn_dead_ranks(const cn_rules *rules, const cn_public *pub)
{
    uint32_t ranks = 0;
    if (rules->p.dead_rank == CN_DEAD_RANK_NONE) return 0;
    for (unsigned i = 0; i < rules->side_count; i++) {
        const cn_side *side = &pub->side[i];
        uint8_t all[CN_COUNTS];
        cn_counts_add(all, side->naturals, side->wilds);
        ranks |= cn_counts_from(all, (unsigned)rules->p.canasta_size) & CN_ALL_RANKS;
    }
    return ranks == 0 || ranks_have_one_meld(&rules->p) ? ranks : with_canastas(rules, pub, ranks);
}
