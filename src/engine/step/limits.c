/* Limits of a whole turn: cards that must be kept, going out that is due, ranks that are closed.
 * Not here: limits of one meld (shape.c). Invariant: as in the header. */
#include "engine/step/limits.h"

#include "engine/cards/counts.h"
#include "engine/cards/marks.h"
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
    return (unsigned)side->naturals[CN_MELD_SEQUENCE] + side->wilds[CN_MELD_SEQUENCE] > most &&
           cn_melds_of(side, CN_MELD_SEQUENCE, most + 1) != 0;
}

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

cn_cards cn_without_idle_threes(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    cn_cards counted = *hand;
    if (cn_idle_threes(rules, pub, hand) == 0) return counted;
    for (unsigned suit = 0; suit < CN_SUITS; suit++) {
        const cn_card three = cn_card_make(CN_ROW_THREES, suit);
        if ((rules->idle_threes >> cn_card_kind(three) & 1) == 0) continue;
        while (cn_cards_count(&counted, three) > 0) cn_cards_remove(&counted, three);
    }
    return counted;
}

/* P156, P205. */
uint32_t cn_ranks_short_of_canasta(const cn_rules *rules, const cn_side *side, bool natural)
{
    uint32_t ranks = 0;
    for (unsigned i = 0; i < side->meld_count; i++) {
        const cn_canasta canasta = cn_meld_canasta(rules, &side->meld[i]);
        if (canasta == CN_CANASTA_NONE || (natural && canasta == CN_CANASTA_MIXED))
            ranks |= UINT32_C(1) << side->meld[i].rank;
    }
    return ranks;
}
