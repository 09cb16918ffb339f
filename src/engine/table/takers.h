/* Which of many melds are of a kind, or take a card: one bit for each.
 * Not here: ranks that take none, one meld (shape.h). Invariant: caps say something only where
 * cn_rules.shapes.caps is true. */
#ifndef CANASTA_TAKERS_H
#define CANASTA_TAKERS_H

#include "canasta/public.h"
#include "engine/cards/counts.h"

/* Ranks whose only meld takes a natural, or a wild, whose run begins with it. */
typedef struct cn_takers {
    uint32_t natural, wild;
} cn_takers;

static inline cn_takers cn_takers_of_ranks(const cn_rules *rules, const cn_side *side, bool opening)
{
    uint8_t natural[CN_COUNTS], wild[CN_COUNTS]; /* a meld takes it with fewer wilds than this */
    cn_counts_look_up(natural, rules->shapes.natural_below, side->naturals);
    cn_counts_look_up(wild, rules->shapes.wild_below[opening], side->naturals);
    return (cn_takers){cn_counts_above(natural, side->wilds, 0),
                       cn_counts_above(wild, side->wilds, 0)};
}

/* Melds behind which another of their rank was begun: not its latest. */
static inline uint64_t cn_earlier_melds(const cn_side *side)
{
    uint64_t earlier = 0;
    for (unsigned i = 0; i < side->meld_count; i++)
        earlier |= (uint64_t)(side->latest[side->meld[i].rank] != i + 1) << i;
    return earlier;
}

/* The melds of a rank, or of CN_MELD_*, of so many cards or more. */
static inline uint64_t cn_melds_of(const cn_side *side, unsigned rank, unsigned cards)
{
    uint64_t melds = 0;
    for (unsigned i = 0; i < side->meld_count; i++)
        melds |= (uint64_t)(side->meld[i].rank == rank && cn_meld_size(&side->meld[i]) >= cards)
                 << i;
    return melds;
}

#endif
