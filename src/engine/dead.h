/* Ranks that are closed to everybody (P100), all at once.
 * Not here: one rank alone (cn_public_dead). Invariant: agrees with it. */
#ifndef CANASTA_DEAD_H
#define CANASTA_DEAD_H

#include "canasta/public.h"
#include "counts.h"
#include "rare.h"

/* The closed ranks below CN_RANKS, one bit each. */
uint32_t cn_dead_ranks(const cn_rules *rules, const cn_public *pub);

/* The same by rules by which a rank has one meld, which closes it. */
CN_USUAL uint32_t cn_ranks_closed(const cn_rules *rules, const cn_public *pub)
{
#if defined(__SSE2__)
    const __m128i below = _mm_set1_epi8((char)(rules->p.canasta_size - 1));
    const cn_side *side = pub->side, *end = side + rules->side_count;
    __m128i most = _mm_setzero_si128();
    if (rules->p.dead_rank == CN_DEAD_RANK_NONE) return 0;
    do {
        const __m128i naturals = _mm_load_si128((const __m128i *)side->naturals);
        const __m128i wilds = _mm_load_si128((const __m128i *)side->wilds);
        most = _mm_max_epu8(most, _mm_add_epi8(naturals, wilds));
    } while (++side != end);
    return (uint32_t)_mm_movemask_epi8(_mm_cmpgt_epi8(most, below)) & CN_ALL_RANKS;
#else
    return cn_dead_ranks(rules, pub);
#endif
}

#endif
