/* The takes that fit, from counts: cards that are there, ways that are open, room in the melds of
 * the top's rank.
 * Not here: see the header. Invariant: as there. */
#include "draw_counted.h"

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

/* The cards are there, and the way is open: bits of the steps. */
typedef struct ways {
    uint64_t pair, wild;
    bool alone;   /* the top card by itself onto a meld of its rank, */
    bool extends; /* onto a sequence */
} ways;

static inline ways find_ways(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                             const cn_side *side, unsigned rank)
{
    const cn_params *p = &rules->p;
    const unsigned held = hand->kind[rank];
    ways w = {held >= 2 && p->take_pair ? UINT64_C(1) << CN_STEP_TAKE_PAIR : 0, 0, false, false};
    if (cn_pile_is_frozen(rules, pub, side->meld_count > 0)) return w;
    if (held > 0 && p->take_natural_wild)
        w.wild = (hand->kind[CN_KIND_TWO] > 0 ? UINT64_C(1) << CN_STEP_TAKE_TWO : 0) |
                 (hand->kind[CN_KIND_JOKER] > 0 ? UINT64_C(1) << CN_STEP_TAKE_JOKER : 0);
    w.alone = side->meld_count > 0 && p->take_add_to_meld != CN_TAKE_ADD_TO_MELD_NEVER;
    w.extends = side->naturals[CN_MELD_SEQUENCE] > 0 && p->take_add_to_sequence;
    return w;
}

/* So many naturals more, one after another: the limit rises, until canastas close. */
static inline bool naturals_fit(const cn_rules *rules, unsigned naturals, unsigned wilds,
                                unsigned more)
{
    const uint8_t *below = rules->natural_below;
    const unsigned last = naturals + more - 1;
    return wilds < below[naturals < CN_COUNTS ? naturals : CN_COUNTS - 1] &&
           wilds < below[last < CN_COUNTS ? last : CN_COUNTS - 1];
}

/* The groups that fit onto a meld of so many cards, or begin one. */
static inline uint64_t groups(const cn_rules *rules, const ways *w, unsigned naturals,
                              unsigned wilds, bool opening)
{
    enum { BY_PAIR = 3, BY_WILD = 2 };
    const unsigned with = naturals + BY_WILD;
    uint64_t takes = naturals_fit(rules, naturals, wilds, BY_PAIR) ? w->pair : 0;
    if (w->wild != 0 && naturals_fit(rules, naturals, wilds, BY_WILD) &&
        wilds < rules->wild_below[opening][with < CN_COUNTS ? with : CN_COUNTS - 1])
        takes |= w->wild;
    return takes;
}

/* P40: the top card alone. */
static inline bool top_fits(const cn_rules *rules, const ways *w, const cn_meld *meld)
{
    const cn_params *p = &rules->p;
    if (!w->alone || !naturals_fit(rules, meld->naturals, cn_meld_wilds(meld), 1)) return false;
    return p->take_add_to_meld != CN_TAKE_ADD_TO_MELD_BELOW_CANASTA ||
           cn_meld_size(meld) < (unsigned)p->canasta_size;
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

CN_RARE cn_mask cn_counted_takes(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    const cn_side *side = cn_public_acting(pub);
    const unsigned rank = cn_card_kind(cn_public_top(pub));
    cn_mask mask = {{0}};
    if (rules->p.take_guard_single && hand->size == 1 && pub->pile_count == 1)
        return mask; /* P47 */
    if (side->meld_count == 0 && rules->p.initial_from_pile == CN_INITIAL_FROM_PILE_NO) return mask;
    const ways w = find_ways(rules, pub, hand, side, rank);
    if ((w.pair | w.wild) == 0 && !w.alone && !w.extends) return mask;
    uint64_t named = 0;
    if (pub->turn.to_meld != CN_NO_MELD) {
        mask.word[0] = takes_onto(rules, pub, side, &w, pub->turn.to_meld);
    } else if (rules->p.same_rank_melds == CN_SAME_RANK_MELDS_ONE_MERGED) {
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
