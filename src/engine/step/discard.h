/* Which cards may be discarded (P74 to P80, S14).
 * Not here: whether the turn may end (possible.c). Invariant: reads the table and the own hand. */
#ifndef CANASTA_DISCARD_H
#define CANASTA_DISCARD_H

#include "canasta/public.h"
#include "canasta/reason.h"
#include "engine/cards/counts.h"

/* The last turn of a hand in which a ban may keep cards back; 0: there is none. */
unsigned cn_bans_until(const cn_rules *rules);

/* Of these kinds, all of the hand that may ever be discarded, those that no ban keeps back after
 * the lifting of P77. */
uint32_t cn_not_banned(const cn_rules *rules, const cn_public *pub, uint32_t kinds);

/* Why a kind that is held may not be discarded: the ban that keeps it back, CN_OK if none does. */
cn_reason cn_discard_ban(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                         unsigned kind);

/* With so many cards in the pile, or more, wilds are all that a ban keeps back, while other cards
 * are held; UINT16_MAX: that is not told. cn_rules.bans.never_discarded is known. */
unsigned cn_only_wilds_banned_from(const cn_rules *rules);

/* The cards of one side that must have it are too few for the canasta that lifts the first ban. */
static inline bool cn_rank_is_banned(const cn_rules *rules, const cn_public *pub)
{
    const cn_bans *bans = &rules->p.discard_rank_ban;
    const unsigned seat = bans->ban[0].every_side ? 0U : pub->asker;
    const cn_side *side = &pub->side[pub->side_of[seat]];
    return side->naturals[bans->ban[0].rank] + side->wilds[bans->ban[0].rank] <
           rules->p.canasta_size;
}

enum { CN_ALL_KINDS = (1 << CN_KINDS) - 1 }; /* a bit for each */
enum { CN_WILD_KINDS = 1 << CN_KIND_TWO | 1 << CN_KIND_JOKER };

/* Kinds but the barred ones, if some are left. */
static inline uint32_t cn_all_but(uint32_t kinds, uint32_t barred)
{
    const uint32_t left = kinds & ~barred;
    return left != 0 ? left : kinds;
}

/* Kinds that are never discarded, whatever else is held (discard_threes). */
static inline uint32_t cn_never_discarded(const cn_rules *rules)
{
    return rules->bans.never_discarded;
}

/* The kinds in hand that no ban keeps back, one bit each. */
static inline uint32_t cn_discardable(const cn_rules *rules, const cn_public *pub,
                                      const cn_cards *hand)
{
    const uint32_t kinds =
        cn_counts_from(hand->kind, 1) & CN_ALL_KINDS & ~cn_never_discarded(rules);
    if (pub->turn_number > rules->bans.bans_until) return kinds;
    return pub->pile_count >= rules->bans.only_wilds_banned_from ? cn_all_but(kinds, CN_WILD_KINDS)
                                                                 : cn_not_banned(rules, pub, kinds);
}

/* One of the idle threes in hand may be thrown where nothing else is left (P77, P204). */
static inline bool cn_throws_idle_three(const cn_rules *rules, const cn_cards *hand)
{
    const uint32_t held = cn_counts_from(hand->kind, 1) & rules->idle_threes;
    return (held & ~cn_never_discarded(rules)) != 0;
}

/* Kinds that may not be the discard that goes out (never_last). */
uint32_t cn_never_last(const cn_rules *rules);

#endif
