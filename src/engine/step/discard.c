/* Bans on discards, and how they are lifted one after another (P77).
 * Not here: going out. Invariant: discard_threes is never lifted. */
#include "engine/step/discard.h"

#include "engine/cards/marks.h"
#include "engine/step/limits.h"
#include "engine/step/refuse.h"

/* The bans in the order in which P77 lifts them. */
enum { BAN_EMPTY_PILE, BAN_WILD, BAN_RANK, BAN_FIRST_TURN, BANS };

uint32_t cn_never_last(const cn_rules *rules)
{
    uint32_t kinds = 0;
    for (int32_t i = 0; i < rules->p.discard_rank_ban.count; i++)
        if (rules->p.discard_rank_ban.ban[i].never_last)
            kinds |= UINT32_C(1) << rules->p.discard_rank_ban.ban[i].rank;
    return kinds;
}

/* P76: what may not be thrown on an empty pile. */
static uint32_t empty_pile_ban(const cn_rules *rules, const cn_public *pub)
{
    int32_t words = rules->p.discard_empty_pile_ban;
    if (pub->pile_count > 0 || words == 0) return 0;
    uint32_t kinds = (uint32_t)words & CN_WORD_RANKS;
    if (words & CN_WORD_WILD) kinds |= CN_WILD_KINDS;
    if (words & CN_WORD_DEAD_RANK) kinds |= cn_dead_ranks(rules, pub);
    return kinds;
}

static bool has_canasta(const cn_rules *rules, const cn_side *side, unsigned rank)
{
    const unsigned cards = side->naturals[rank] + (unsigned)side->wilds[rank];
    return cards >= (unsigned)rules->p.canasta_size && cn_side_has_canasta(rules, side, rank);
}

static bool canasta_is_there(const cn_rules *rules, const cn_public *pub, unsigned rank,
                             bool every_side)
{
    if (!every_side) return has_canasta(rules, cn_public_acting(pub), rank);
    for (unsigned seat = 0; seat < rules->seat_count; seat++)
        if (!has_canasta(rules, &pub->side[pub->side_of[seat]], rank)) return false;
    return true;
}

/* Of these kinds. */
static uint32_t rank_ban(const cn_rules *rules, const cn_public *pub, uint32_t of)
{
    uint32_t kinds = 0;
    for (int32_t i = 0; i < rules->p.discard_rank_ban.count; i++) {
        unsigned rank = (unsigned)rules->p.discard_rank_ban.ban[i].rank;
        if ((of >> rank & 1) != 0 &&
            !canasta_is_there(rules, pub, rank, rules->p.discard_rank_ban.ban[i].every_side))
            kinds |= UINT32_C(1) << rank;
    }
    return kinds;
}

/* The bans as far as they are about these kinds. */
static void make_bans(const cn_rules *rules, const cn_public *pub, uint32_t of, uint32_t ban[BANS])
{
    bool first_turn = pub->turn_number <= rules->seat_count; /* P78 */
    bool forced_only = rules->p.discard_wild == CN_DISCARD_WILD_ONLY_IF_FORCED_OR_OUT;
    ban[BAN_EMPTY_PILE] = empty_pile_ban(rules, pub);
    ban[BAN_WILD] = forced_only ? (uint32_t)CN_WILD_KINDS : 0;
    ban[BAN_RANK] = rank_ban(rules, pub, of);
    ban[BAN_FIRST_TURN] =
        first_turn && !rules->p.black3_discard_round1 ? UINT32_C(1) << CN_KIND_BLACK3 : 0;
}

unsigned cn_bans_until(const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    if (p->discard_wild == CN_DISCARD_WILD_ONLY_IF_FORCED_OR_OUT || p->discard_rank_ban.count > 0 ||
        p->discard_empty_pile_ban != 0)
        return UINT16_MAX;
    return p->black3_discard_round1 ? 0 : rules->seat_count; /* P78 */
}

unsigned cn_only_wilds_banned_from(const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    const bool black3 = !p->black3_discard_round1 && /* P78 */
                        (cn_never_discarded(rules) >> CN_KIND_BLACK3 & 1) == 0;
    if (p->discard_wild != CN_DISCARD_WILD_ONLY_IF_FORCED_OR_OUT || p->discard_rank_ban.count > 0 ||
        black3)
        return UINT16_MAX;
    return p->discard_empty_pile_ban != 0 ? 1 : 0;
}

/* An empty pile, or a first turn, bars none now. */
static inline bool pile_and_turn_are_free(const cn_rules *rules, const cn_public *pub)
{
    const cn_params *p = &rules->p;
    return (p->discard_empty_pile_ban == 0 || pub->pile_count > 0) &&
           (p->black3_discard_round1 || pub->turn_number > rules->seat_count);
}

static CN_RARE uint32_t not_banned_at_all(const cn_rules *rules, const cn_public *pub,
                                          uint32_t kinds)
{
    uint32_t ban[BANS];
    make_bans(rules, pub, kinds, ban);
    for (unsigned first = 0; first < BANS; first++) {
        uint32_t barred = 0;
        for (unsigned i = first; i < BANS; i++) barred |= ban[i];
        if ((kinds & ~barred) != 0) return kinds & ~barred;
    }
    return kinds;
}

uint32_t cn_not_banned(const cn_rules *rules, const cn_public *pub, uint32_t kinds)
{
    const bool wilds = rules->p.discard_wild == CN_DISCARD_WILD_ONLY_IF_FORCED_OR_OUT;
    const cn_bans *bans = &rules->p.discard_rank_ban;
    if (!pile_and_turn_are_free(rules, pub) || bans->count > (wilds ? 0 : 1))
        return not_banned_at_all(rules, pub, kinds);
    if (wilds) return cn_all_but(kinds, CN_WILD_KINDS);
    if (bans->count == 0) return kinds;
    const uint32_t bit = UINT32_C(1) << bans->ban[0].rank;
    if (cn_rank_is_banned(rules, pub)) return cn_all_but(kinds, bit);
    return (kinds & bit) == 0 ? kinds : not_banned_at_all(rules, pub, kinds);
}

cn_reason cn_discard_ban(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                         unsigned kind)
{
    static const uint8_t codes[BANS] = {CN_REASON_EMPTY_PILE_BAN, CN_REASON_DISCARD_WILD,
                                        CN_REASON_RANK_BAN, CN_REASON_FIRST_TURN_BAN};
    uint32_t bit = UINT32_C(1) << kind, ban[BANS];
    if (cn_never_discarded(rules) & bit) return cn_reason_make(CN_REASON_DISCARD_THREE, 0, 0);
    if (cn_discardable(rules, pub, hand) & bit) return cn_reason_make(CN_OK, 0, 0);
    make_bans(rules, pub, bit, ban);
    for (unsigned i = 0; i < BANS; i++)
        if (ban[i] & bit) return cn_reason_make(codes[i], 0, 0);
    return cn_reason_make(CN_REASON_DISCARD_THREE, 0, 0);
}
