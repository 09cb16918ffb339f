/* The takes that fit, from counts: cards that are there, ways that are open, room in the melds of
 * the top's rank.
 * Not here: see the header. Invariant: as there. */
#include "draw_counted.h"

#include "counts.h"
#include "possible.h"
#include "rare.h"
#include "sequences.h"

bool cn_has_counted_takes(const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    const bool no_wilds = !p->take_natural_wild && (rules->counted || rules->limits_counted);
    return (no_wilds || (rules->counted && !p->twos_as_rank)) &&
           (p->add_wild_to_canasta || !p->add_natural_to_canasta) &&
           (p->take_needs_room || p->meld_max == 0);
}

static uint8_t lesser(uint8_t one, uint8_t other)
{
    return one < other ? one : other;
}

/* Naturals are laid one after another: the limit rises, until canastas close. */
void cn_derive_counted_takes(cn_rules *rules)
{
    const cn_params *p = &rules->p;
    const unsigned last = CN_COUNTS - 1;
    rules->takeable = (uint16_t)(CN_ALL_RANKS & ~(uint32_t)p->take_top_blockers);
    for (unsigned i = 0; i < CN_COUNTS; i++) {
        const unsigned second = i < last ? i + 1 : last, third = second < last ? i + 2 : last;
        const uint8_t *below = rules->natural_below;
        const uint8_t two = lesser(below[i], below[second]);
        rules->pair_below[i] = p->take_pair ? lesser(below[i], below[third]) : 0;
        for (unsigned opening = 0; opening < 2; opening++)
            rules->mixed_below[opening][i] =
                p->take_natural_wild ? lesser(two, rules->wild_below[opening][third]) : 0;
    }
}

/* Melds that closed leave their rank none, but only one of them, or one that grows, is told. */
static uint8_t room_of_rank(const cn_rules *rules, unsigned naturals, unsigned wilds)
{
    const unsigned full = (unsigned)rules->p.canasta_size, cards = naturals + wilds;
    const bool closes = !rules->p.add_natural_to_canasta;
    if (wilds == CN_COUNTS - 1 || (closes && cards > full)) return CN_TAKES_UNTOLD;
    if (closes && cards == full) naturals = wilds = 0;
    const unsigned top = naturals > 0 && cn_top_goes_onto(rules, naturals, wilds);
    const unsigned takes = cn_groups_for(rules, naturals, wilds, false) | top << CN_STEP_TAKE_TOP;
    return (uint8_t)(takes >> CN_STEP_TAKE_PAIR);
}

void cn_derive_merged_takes(cn_rules *rules)
{
    for (unsigned naturals = 0; naturals <= CN_NATURALS_MAX; naturals++)
        for (unsigned wilds = 0; wilds < CN_COUNTS; wilds++)
            rules->take_room[naturals][wilds] = room_of_rank(rules, naturals, wilds);
}

/* The cards are there, and the way is open. */
typedef struct ways {
    unsigned groups; /* bits of the steps */
    bool alone;      /* the top card by itself onto a meld of its rank, */
    bool extends;    /* next to a sequence */
} ways;

static inline ways find_ways(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                             const cn_side *side, unsigned rank)
{
    const cn_params *p = &rules->p;
    const unsigned groups = cn_groups_in(hand, rank);
    if (cn_pile_is_frozen(rules, pub, side->meld_count > 0))
        return (ways){groups & 1U << CN_STEP_TAKE_PAIR, false, false};
    return (ways){groups, side->meld_count > 0 && rules->take_top_below > 0,
                  p->take_add_to_sequence && (side->beside >> cn_public_top(pub) & 1) != 0};
}

/* The groups that fit onto a meld of so many cards, or begin one. */
static inline uint64_t groups(const cn_rules *rules, const ways *w, unsigned naturals,
                              unsigned wilds, bool opening)
{
    return w->groups & cn_groups_for(rules, naturals, wilds, opening);
}

/* P40: the top card alone. */
static inline bool top_fits(const cn_rules *rules, const ways *w, const cn_meld *meld)
{
    return w->alone && cn_top_goes_onto(rules, meld->naturals, cn_meld_wilds(meld));
}

/* Of melds that stay apart those of the rank that can be named, the latest first. */
static inline uint64_t names(const cn_rules *rules, const cn_side *side, const ways *w,
                             unsigned rank)
{
    uint64_t found = 0;
    unsigned left = side->naturals[rank];
    for (unsigned i = side->latest[rank]; left > 0; i--) {
        const cn_meld *meld = &side->meld[i - 1];
        if (meld->rank != rank) continue;
        const bool takes = top_fits(rules, w, meld) ||
                           groups(rules, w, meld->naturals, cn_meld_wilds(meld), false) != 0;
        found |= (uint64_t)takes << (i - 1);
        left -= meld->naturals;
    }
    return found;
}

/* P64: the sequences that take the top card alone. */
static inline uint64_t sequences(const cn_rules *rules, const cn_public *pub, const cn_side *side)
{
    const unsigned most = (unsigned)rules->p.sequence_max, full = (unsigned)rules->p.canasta_size;
    const uint64_t top = UINT64_C(1) << cn_public_top(pub);
    return cn_sequences_that_take(side, top, most < full ? most : full);
}

/* Onto the meld that was named. */
static inline uint64_t takes_onto(const cn_rules *rules, const cn_public *pub, const cn_side *side,
                                  const ways *w, unsigned named)
{
    const cn_meld *meld = &side->meld[named];
    if (meld->rank == CN_MELD_SEQUENCE)
        return w->extends ? (sequences(rules, pub, side) >> named & 1) << CN_STEP_TAKE_TOP : 0;
    return (uint64_t)top_fits(rules, w, meld) << CN_STEP_TAKE_TOP |
           groups(rules, w, meld->naturals, cn_meld_wilds(meld), false);
}

/* The groups that begin a meld, if there is room for another. */
static inline uint64_t groups_of_their_own(const cn_rules *rules, const cn_side *side,
                                           const ways *w)
{
    if (side->meld_count == CN_MELDS_MAX) return 0;
    return groups(rules, w, 0, 0, side->meld_count == 0);
}

/* Where a rank has one meld, complete ones that are closed apart. */
static inline uint64_t takes_of_single(const cn_rules *rules, const cn_side *side, const ways *w,
                                       unsigned rank)
{
    const unsigned latest = side->latest[rank];
    if (latest == 0) return groups_of_their_own(rules, side, w);
    const cn_meld *meld = &side->meld[latest - 1];
    const uint64_t top = (uint64_t)top_fits(rules, w, meld) << CN_STEP_TAKE_TOP;
    const bool closed =
        !rules->p.add_natural_to_canasta && cn_meld_size(meld) >= (unsigned)rules->p.canasta_size;
    return top | (closed ? groups_of_their_own(rules, side, w)
                         : groups(rules, w, meld->naturals, cn_meld_wilds(meld), false));
}

/* A canasta of the rank might lie somewhere. */
static inline bool canasta_may_lie(const cn_rules *rules, const cn_public *pub, unsigned rank)
{
    unsigned most = 0;
    for (unsigned i = 0; i < rules->side_count; i++) {
        const unsigned cards = pub->side[i].naturals[rank] + (unsigned)pub->side[i].wilds[rank];
        if (cards > most) most = cards;
    }
    return most >= (unsigned)rules->p.canasta_size;
}

/* P50, P51, of a natural. */
static inline bool top_is_barred(const cn_rules *rules, const cn_public *pub, unsigned rank)
{
    const cn_params *p = &rules->p;
    const bool ranks = ((uint32_t)p->take_top_blockers & CN_WORD_RANKS) != 0;
    if (!ranks &&
        (p->take_canasta_rank == CN_TAKE_CANASTA_RANK_FREE || !canasta_may_lie(rules, pub, rank)))
        return false;
    return cn_top_refusal(rules, pub).code != CN_OK;
}

/* P47, and what a side that has not melded may not do. */
static inline bool is_kept_back(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                                const cn_side *side)
{
    const cn_params *p = &rules->p;
    return (p->take_guard_single && hand->size == 1 && pub->pile_count == 1) ||
           (side->meld_count == 0 && p->initial_from_pile == CN_INITIAL_FROM_PILE_NO);
}

CN_RARE cn_mask cn_counted_takes(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    const cn_side *side = cn_public_acting(pub);
    const unsigned rank = cn_card_kind(cn_public_top(pub));
    cn_mask mask = {{0}};
    if (is_kept_back(rules, pub, hand, side)) return mask;
    const ways w = find_ways(rules, pub, hand, side, rank);
    if ((w.groups | w.alone | w.extends) == 0) return mask;
    uint64_t named = 0;
    if (rules->p.same_rank_melds == CN_SAME_RANK_MELDS_ONE_MERGED) {
        mask.word[0] = takes_of_single(rules, side, &w, rank);
    } else {
        mask.word[0] = groups_of_their_own(rules, side, &w);
        named = names(rules, side, &w, rank);
        if (w.extends) named |= sequences(rules, pub, side);
    }
    if ((mask.word[0] | named) == 0) return mask;
    if (cn_public_dead(rules, pub, rank) || top_is_barred(rules, pub, rank)) return (cn_mask){{0}};
    cn_mask_add_many(&mask, CN_STEP_TO_MELD, named);
    return mask;
}

CN_RARE cn_mask cn_counted_takes_onto(const cn_rules *rules, const cn_public *pub,
                                      const cn_cards *hand, unsigned named)
{
    const cn_side *side = cn_public_acting(pub);
    const unsigned rank = cn_card_kind(cn_public_top(pub));
    if (is_kept_back(rules, pub, hand, side)) return (cn_mask){{0}};
    const ways w = find_ways(rules, pub, hand, side, rank);
    const uint64_t takes = takes_onto(rules, pub, side, &w, named);
    const bool barred =
        takes == 0 || cn_public_dead(rules, pub, rank) || top_is_barred(rules, pub, rank);
    return (cn_mask){{barred ? 0 : takes}};
}
