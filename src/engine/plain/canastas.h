/* Which ranks could come to a canasta, told from counts.
 * Not here: how many going out needs. Invariant: told too often rather than too seldom. */
#ifndef CANASTA_CANASTAS_H
#define CANASTA_CANASTAS_H

#include "canasta/rules.h"
#include "engine/cards/counts.h"
#include "engine/cards/rare.h"

/* Ranks of which so many naturals, and with all wilds so many cards, are there that a canasta comes
 * of them: `cards` lie on the table or are in hand, `naturals` are those among them, and of each
 * rank `comes` more cards may come. */
CN_USUAL uint32_t cn_ranks_in_reach(const cn_params *p, const uint8_t *naturals,
                                    const uint8_t *cards, unsigned wilds, unsigned comes)
{
    const unsigned full = (unsigned)p->canasta_size;
    const unsigned most = (unsigned)p->max_wilds + comes, all = wilds + comes;
    const uint32_t ranks = cn_counts_from(naturals, full > most ? full - most : 1);
    return ranks & cn_counts_from(cards, full > all ? full - all : 1) & CN_ALL_RANKS;
}

#endif
