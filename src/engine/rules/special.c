/* Special hands: whole-hand combinations (P105, S21), found by an exact matching.
 * Not here: when one may be declared (possible.c), what follows (apply.c).
 * Invariant: every rank of the hand fills one group to its last card, and no group is left over. */
#include "engine/rules/params.h"

#include <assert.h>
#include <string.h>

#include "canasta/score.h"
#include "engine/cards/counts.h"
#include "engine/cards/marks.h"

/* Ranks as special hands count them: 0..10, then these; threes of both colours are one. */
enum { MORE_THAN_HELD = 128 }; /* cards of a kind, and the most that cn_counts_from takes */
enum { RANK_THREES = CN_RANKS, RANK_TWOS, RANK_JOKERS, HAND_RANKS };

/* Items to be put into bins, each item into one that its mask allows. */
typedef struct matching {
    unsigned placed;
    uint8_t capacity[HAND_RANKS]; /* items that the bin takes */
    uint8_t load[HAND_RANKS];
    uint16_t fits[HAND_RANKS]; /* bins that the placed item may go to */
    uint8_t bin_of[HAND_RANKS];
} matching;

/* Finds a bin for the item, moving others where that makes room (an augmenting path). */
static bool find_bin(matching *m, unsigned item, uint16_t *tried)
{
    for (unsigned bin = 0; bin < HAND_RANKS; bin++) {
        if (!(m->fits[item] >> bin & 1) || (*tried >> bin & 1) != 0) continue;
        *tried |= (uint16_t)(1U << bin);
        bool room = m->load[bin] < m->capacity[bin];
        if (room) m->load[bin]++;
        for (unsigned other = 0; other < m->placed && !room; other++)
            room = m->bin_of[other] == bin && find_bin(m, other, tried);
        if (room) {
            m->bin_of[item] = (uint8_t)bin;
            return true;
        }
    }
    return false;
}

/* Places one more item; false if there is no way to place all. */
static bool place(matching *m, uint16_t fits)
{
    assert(m->placed < HAND_RANKS);
    uint16_t tried = 0;
    m->fits[m->placed] = fits;
    if (!find_bin(m, m->placed, &tried)) return false;
    m->placed++;
    return true;
}

static bool group_takes(unsigned of, unsigned rank)
{
    bool wild = rank == RANK_TWOS || rank == RANK_JOKERS;
    switch (of) {
    case CN_GROUP_RANK: return rank < CN_RANKS;
    case CN_GROUP_WILD_KIND:
    case CN_GROUP_WILDS: return wild;
    case CN_GROUP_RANK_OR_WILD: return rank < CN_RANKS || wild;
    case CN_GROUP_THREES: return rank == RANK_THREES;
    case CN_GROUP_TWOS: return rank == RANK_TWOS;
    case CN_GROUP_JOKERS: return rank == RANK_JOKERS;
    }
    return rank == of - CN_GROUP_OF_RANK;
}

unsigned cn_special_hand_size(const cn_special_hand *hand)
{
    unsigned size = 0;
    for (unsigned i = 0; i < hand->group_count; i++)
        size += (unsigned)hand->group[i].count * hand->group[i].size;
    return size;
}

static void count_ranks(const cn_cards *hand, uint8_t *held)
{
    memcpy(held, hand->kind, CN_RANKS);
    held[RANK_THREES] = (uint8_t)(hand->kind[CN_KIND_BLACK3] + hand->kind[CN_KIND_RED3]);
    held[RANK_TWOS] = hand->kind[CN_KIND_TWO];
    held[RANK_JOKERS] = hand->kind[CN_KIND_JOKER];
}

/* Groups of that size that take the rank. */
static uint16_t groups_for(const cn_special_hand *hand, unsigned rank, unsigned size)
{
    uint16_t groups = 0;
    for (unsigned i = 0; i < hand->group_count; i++)
        if (hand->group[i].size == size && group_takes(hand->group[i].of, rank))
            groups |= (uint16_t)(1U << i);
    return groups;
}

static uint16_t groups_of_wilds(const cn_special_hand *hand, unsigned size)
{
    uint16_t groups = 0;
    for (unsigned i = 0; i < hand->group_count; i++)
        if (hand->group[i].size == size && hand->group[i].of == CN_GROUP_WILDS)
            groups |= (uint16_t)(1U << i);
    return groups;
}

static bool has_group_of_wilds(const cn_special_hand *hand)
{
    for (unsigned i = 0; i < hand->group_count; i++)
        if (hand->group[i].of == CN_GROUP_WILDS) return true;
    return false;
}

/* Groups to fill, each by a rank of its own. */
static unsigned groups_of(const cn_special_hand *hand)
{
    unsigned groups = 0;
    for (unsigned i = 0; i < hand->group_count; i++) groups += hand->group[i].count;
    return groups;
}

void cn_special_derive(cn_rules *rules)
{
    const cn_hands *hands = &rules->p.special_hands;
    memset(rules->special.least, MORE_THAN_HELD, sizeof rules->special.least);
    for (int32_t i = 0; i < hands->count; i++) {
        const unsigned groups = groups_of(&hands->hand[i]);
        if (groups > HAND_RANKS) continue; /* nobody holds so many ranks */
        rules->special.any = true;
        rules->special.mixed |= has_group_of_wilds(&hands->hand[i]);
        for (unsigned j = 0; j < hands->hand[i].group_count; j++) {
            const uint8_t size = (uint8_t)hands->hand[i].group[j].size;
            if (size < rules->special.least[groups]) rules->special.least[groups] = size;
            if (size > rules->special.most[groups]) rules->special.most[groups] = size;
        }
    }
}

/* Ranks that are held; threes of both colours are one. */
static unsigned ranks_of(const cn_cards *hand)
{
    const uint32_t kinds = cn_counts_from(hand->kind, 1);
    const uint32_t threes = (1U << CN_KIND_BLACK3) | (1U << CN_KIND_RED3);
    return (unsigned)__builtin_popcount(kinds & ~threes) + ((kinds & threes) != 0 ? 1 : 0);
}

/* There are hands of so many groups, no rank holds more than the largest of them takes, and none
 * fewer than the smallest; threes, and mixed wilds, which fill one together, are not looked at
 * here. Without branches, because nobody foresees how many ranks are held. */
static inline bool sizes_match(const cn_rules *rules, const cn_cards *hand, unsigned groups,
                               bool mixed)
{
    const unsigned least = rules->special.least[groups], most = rules->special.most[groups];
    const uint32_t wilds = 1U << CN_KIND_TWO | 1U << CN_KIND_JOKER;
    const uint32_t looked_at = CN_ALL_RANKS | (mixed ? 0 : wilds);
    const uint32_t few = cn_counts_from(hand->kind, 1) & ~cn_counts_from(hand->kind, least);
    return ((few & looked_at) | cn_counts_from(hand->kind, most + 1)) == 0;
}

/* The same with twos and jokers in one of the groups, likewise without branches. */
static inline bool mixed_match(const cn_rules *rules, const cn_cards *hand, unsigned groups)
{
    const unsigned both = hand->kind[CN_KIND_TWO] != 0 && hand->kind[CN_KIND_JOKER] != 0;
    const unsigned match = sizes_match(rules, hand, groups % CN_COUNTS, true);
    return (both & match) != 0;
}

/* `mixed`: twos and jokers fill one group together. */
static bool held_matches(const cn_special_hand *hand, const uint8_t *held, bool mixed)
{
    matching m = {.placed = 0};
    unsigned rank_count = mixed ? RANK_TWOS : HAND_RANKS;
    for (unsigned i = 0; i < hand->group_count; i++) m.capacity[i] = hand->group[i].count;
    for (unsigned rank = 0; rank < rank_count; rank++)
        if (held[rank] != 0 && !place(&m, groups_for(hand, rank, held[rank]))) return false;
    unsigned wilds = (unsigned)held[RANK_TWOS] + held[RANK_JOKERS];
    return !mixed || place(&m, groups_of_wilds(hand, wilds));
}

/* The best one, of a hand that may be one of so many groups as ranks are held, or of one fewer. */
static CN_RARE unsigned find_best(const cn_rules *rules, const cn_cards *hand, unsigned ranks,
                                  bool plain, bool mixed)
{
    const cn_hands *hands = &rules->p.special_hands;
    const cn_special_hand *best = NULL;
    uint8_t held[HAND_RANKS];
    count_ranks(hand, held);
    for (int32_t i = 0; i < hands->count; i++) {
        const cn_special_hand *special = &hands->hand[i];
        const unsigned groups = groups_of(special);
        if (!(plain && groups == ranks) && !(mixed && groups == ranks - 1)) continue;
        bool dearer = best == NULL || special->wins_game > best->wins_game ||
                      (special->wins_game == best->wins_game && special->points > best->points);
        if (!dearer || cn_special_hand_size(special) != hand->size) continue;
        if (held_matches(special, held, groups != ranks)) best = special;
    }
    return best == NULL ? 0 : (unsigned)(best - hands->hand) + 1;
}

unsigned cn_find_special_hand(const cn_rules *rules, const cn_cards *hand)
{
    if (!rules->special.any) return 0;
    const unsigned ranks = ranks_of(hand);
    const bool plain = sizes_match(rules, hand, ranks, false);
    const bool mixed = rules->special.mixed && mixed_match(rules, hand, ranks - 1);
    return plain || mixed ? find_best(rules, hand, ranks, plain, mixed) : 0;
}

/* Most cards of each rank that one hand could hold when it is declared. */
static void count_supply(const cn_rules *rules, uint8_t *supply)
{
    const cn_params *p = &rules->p;
    memset(supply, 4 * p->decks, HAND_RANKS);
    supply[RANK_JOKERS] = (uint8_t)p->jokers_total;
    bool red = cn_is_bonus(rules, CN_KIND_RED3);
    bool black = cn_is_bonus(rules, CN_KIND_BLACK3);
    int32_t threes = (red ? 0 : 2 * p->decks) + (black ? 0 : 2 * p->decks);
    if (p->hold_one_three && (red || black)) threes++; /* P97 */
    supply[RANK_THREES] = (uint8_t)threes;
}

/* Ranks with cards enough for the group. */
static uint16_t ranks_for(const cn_hand_group *group, const uint8_t *supply)
{
    uint16_t ranks = 0;
    for (unsigned rank = 0; rank < HAND_RANKS; rank++)
        if (supply[rank] >= group->size && group_takes(group->of, rank))
            ranks |= (uint16_t)(1U << rank);
    return ranks;
}

/* Each group gets ranks of its own; with `mixed` one group of that index gets all wilds. */
static bool supply_matches(const cn_special_hand *hand, const uint8_t *supply, unsigned mixed)
{
    matching m = {.placed = 0};
    memset(m.capacity, 1, sizeof m.capacity);
    if (mixed < hand->group_count) m.capacity[RANK_TWOS] = m.capacity[RANK_JOKERS] = 0;
    for (unsigned i = 0; i < hand->group_count; i++) {
        unsigned count = hand->group[i].count - (i == mixed ? 1U : 0U);
        for (unsigned j = 0; j < count; j++)
            if (m.placed == HAND_RANKS || !place(&m, ranks_for(&hand->group[i], supply)))
                return false;
    }
    return true;
}

bool cn_special_hand_holdable(const cn_rules *rules, const cn_special_hand *hand)
{
    uint8_t supply[HAND_RANKS];
    count_supply(rules, supply);
    if (supply_matches(hand, supply, hand->group_count)) return true;
    unsigned wilds = (unsigned)supply[RANK_TWOS] + supply[RANK_JOKERS];
    for (unsigned i = 0; i < hand->group_count; i++)
        if (hand->group[i].of == CN_GROUP_WILDS && hand->group[i].size <= wilds &&
            supply_matches(hand, supply, i))
            return true;
    return false;
}
