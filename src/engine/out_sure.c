/* Going out where nothing stands in its way.
 * Not here: what is told of a search (out_ranks.c). Invariant: as in the header. */
#include "out_sure.h"

#include "apply.h"
#include "counts.h"
#include "discard.h"
#include "takers.h"

enum { COSTS = 4 };

/* What lies there. */
typedef struct canastas {
    cn_melds_seen melds;
    unsigned have; /* canastas that count */
    bool sequence, wild;
} canastas;

/* Melds of ranks take what they are given, wilds up to a limit, and nothing locks any. */
static bool is_simple(const cn_rules *rules, const cn_public *pub, const cn_side *side)
{
    const cn_params *p = &rules->p;
    const bool locks = p->wild_meld_locks_wilds != CN_WILD_MELD_LOCKS_WILDS_NO &&
                       side->naturals[CN_MELD_TWOS] > 0; /* others lock nothing by such rules */
    const unsigned open = pub->turn.open_meld;
    const bool of_rank = open == CN_NO_MELD || side->meld[open].rank < CN_RANKS;
    return rules->ranks_free && p->no_wild_ranks == 0 && !locks && !pub->turn.staging && of_rank &&
           pub->turn.laid_black3 == CN_BLACK3_NONE &&
           p->team_layout != CN_TEAM_LAYOUT_LONE_VS_TWO && /* sides may form (S18) */
           side->meld_count + (unsigned)CN_RANKS + 1 <= CN_MELDS_MAX &&
           p->out_discard == CN_OUT_DISCARD_OPTIONAL;
}

static canastas count_canastas(const cn_rules *rules, const cn_side *side)
{
    const int32_t ignored = rules->p.out_not_counted;
    canastas c = {.melds = cn_melds_look(side, (unsigned)rules->p.canasta_size)};
    c.have = (unsigned)__builtin_popcountll(c.melds.full & c.melds.of_ranks);
    for (uint64_t left = c.melds.full & ~c.melds.of_ranks; left != 0; left &= left - 1) {
        const unsigned rank = side->meld[__builtin_ctzll(left)].rank;
        const bool sequence = rank == CN_MELD_SEQUENCE, wild = rank == CN_MELD_WILD;
        c.have += (sequence && (ignored & CN_WORD_SEQUENCE) == 0) ||
                  (wild && (ignored & CN_WORD_WILD) == 0);
        c.sequence |= sequence;
        c.wild |= wild;
    }
    return c;
}

/* Wilds that make a canasta of the meld with all naturals of its rank. */
static void add_cost(unsigned *of, const cn_rules *rules, const cn_meld *meld, unsigned held)
{
    const unsigned full = (unsigned)rules->p.canasta_size, have = cn_meld_size(meld) + held;
    const unsigned lack = have < full ? full - have : 0;
    if (lack < COSTS && lack + cn_meld_wilds(meld) <= (unsigned)rules->p.max_wilds) of[lack]++;
}

/* Wilds for so many more canastas, the cheapest; more than there are if there are none. All
 * naturals of a rank go to one meld: the begun one, or the first that is no canasta yet. */
static unsigned wilds_for(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                          const canastas *c)
{
    const cn_side *side = cn_public_acting(pub);
    const unsigned open = pub->turn.open_meld;
    unsigned missing = (unsigned)rules->p.out_canastas - c->have;
    unsigned of[COSTS] = {0}, wilds = 0;
    uint32_t seen = open != CN_NO_MELD ? 1U << side->meld[open].rank : 0;
    if (open != CN_NO_MELD)
        add_cost(of, rules, &side->meld[open], hand->kind[side->meld[open].rank]);
    for (uint64_t left = c->melds.of_ranks & ~c->melds.full; left != 0; left &= left - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(left);
        const cn_meld *meld = &side->meld[i];
        if (i == open) continue;
        add_cost(of, rules, meld, (seen >> meld->rank & 1) != 0 ? 0 : hand->kind[meld->rank]);
        seen |= 1U << meld->rank;
    }
    for (unsigned cost = 0; cost < COSTS; cost++) {
        const unsigned made = of[cost] < missing ? of[cost] : missing;
        wilds += made * cost;
        missing -= made;
    }
    return missing == 0 ? wilds : CN_DECK_CARDS_MAX;
}

static bool needs_are_met(const cn_rules *rules, const canastas *c)
{
    const int32_t needs = rules->p.out_needs;
    return ((needs & CN_WORD_SEQUENCE) == 0 || c->sequence) &&
           ((needs & CN_WORD_WILD) == 0 || c->wild);
}

/* Cards that no meld takes: none, or one that may be the last discard. */
static bool the_rest_goes(const cn_rules *rules, const cn_cards *hand, uint32_t few)
{
    const cn_params *p = &rules->p;
    const uint32_t last = ~(cn_never_last(rules) | cn_never_discarded(rules));
    const unsigned black3 = hand->kind[CN_KIND_BLACK3];
    const bool group = p->black3_meld == CN_BLACK3_MELD_GOING_OUT &&
                       black3 >= (unsigned)p->black3_meld_min && black3 <= rules->black3_most;
    unsigned left = cn_counts_sum_of(hand->kind, few) + hand->kind[CN_KIND_RED3];
    uint32_t kinds = few | (hand->kind[CN_KIND_RED3] > 0 ? 1U << CN_KIND_RED3 : 0);
    if (black3 > 0 && !group) {
        left += black3;
        kinds |= 1U << CN_KIND_BLACK3;
    }
    return left == 0 || (left == 1 && (kinds & last) != 0);
}

/* Wilds that finish the begun meld with all naturals of its rank; CN_DECK_CARDS_MAX if none do. */
static unsigned due_to_open(const cn_rules *rules, const cn_public *pub, const cn_side *side,
                            const cn_cards *hand)
{
    const cn_params *p = &rules->p;
    if (pub->turn.open_meld == CN_NO_MELD) return 0;
    const cn_meld *meld = &side->meld[pub->turn.open_meld];
    const int32_t naturals = meld->naturals + hand->kind[meld->rank];
    const int32_t size = naturals + (int32_t)cn_meld_wilds(meld);
    if (naturals < p->min_naturals || p->meld_min - naturals > p->max_wilds)
        return CN_DECK_CARDS_MAX;
    return size < p->meld_min ? (unsigned)(p->meld_min - size) : 0;
}

cn_sure_out cn_sure_out_make(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    const cn_params *p = &rules->p;
    const cn_side *side = cn_public_acting(pub);
    cn_sure_out s = {.wilds = hand->kind[CN_KIND_TWO] + (unsigned)hand->kind[CN_KIND_JOKER]};
    if (!is_simple(rules, pub, side)) return s;
    const unsigned naturals = (unsigned)p->min_naturals, most = (unsigned)p->max_wilds;
    const unsigned least = p->meld_min > p->min_naturals ? (unsigned)p->meld_min : naturals;
    const uint32_t held = cn_counts_from(hand->kind, 1) & CN_ALL_RANKS;
    s.ranks = held & cn_counts_from(side->naturals, 1);
    s.groups = held & cn_counts_from(hand->kind, least);
    const uint32_t alone = held & ~s.ranks, small = alone & ~s.groups;
    const uint32_t some = small & cn_counts_from(hand->kind, least > most ? least - most : 1);
    const uint32_t pairs = some & cn_counts_from(hand->kind, naturals);
    if (!the_rest_goes(rules, hand, small & ~pairs)) return s;
    const canastas c = count_canastas(rules, side);
    if (!needs_are_met(rules, &c)) return s;
    const unsigned need = (unsigned)p->out_canastas;
    const unsigned cost = c.have < need ? wilds_for(rules, pub, hand, &c) : 0;
    const unsigned begun = (unsigned)__builtin_popcount(alone & (s.groups | pairs));
    const unsigned lie = cn_counts_sum_of(side->wilds, CN_ALL_RANKS);
    s.has_canastas = c.have >= need;
    s.groups |= pairs;
    s.open_due = due_to_open(rules, pub, side, hand);
    s.due = (unsigned)__builtin_popcount(pairs) * least - cn_counts_sum_of(hand->kind, pairs) +
            s.open_due;
    s.room = ((unsigned)__builtin_popcountll(c.melds.of_ranks) + begun) * most - lie;
    s.goes_out = s.due + cost <= s.wilds && s.wilds <= s.room;
    return s;
}

/* A natural of the rank leaves the hand for a meld that lies there. */
static bool spares_natural(const cn_sure_out *s, unsigned rank)
{
    return s->has_canastas && (s->ranks >> rank & 1) != 0;
}

static bool spares_wild(const cn_sure_out *s)
{
    return s->has_canastas && s->due < s->wilds;
}

/* It goes to the meld that the plan wants it for, or to any of its rank if it wants none. */
static bool spares_lay(const cn_sure_out *s, unsigned kind, unsigned rank, bool begins)
{
    if (kind != rank && s->open_due > 0) return s->has_canastas; /* it is one that is due */
    if (kind != rank) return !begins && spares_wild(s);
    if (!begins) return spares_natural(s, rank);
    return (s->groups >> rank & 1) != 0 && (s->has_canastas || (s->ranks >> rank & 1) == 0);
}

/* Some card of the hand goes to the meld. */
static bool spares_for(const cn_sure_out *s, const cn_rules *rules, const cn_meld *meld)
{
    if (meld->rank >= CN_RANKS) return false;
    return spares_natural(s, meld->rank) ||
           (spares_wild(s) && cn_meld_wilds(meld) < (unsigned)rules->p.max_wilds);
}

bool cn_sure_out_after(const cn_sure_out *s, const cn_rules *rules, const cn_public *pub,
                       unsigned number)
{
    const cn_side *side = cn_public_acting(pub);
    if (cn_step_is_to_meld(number))
        return spares_for(s, rules, &side->meld[number - CN_STEP_TO_MELD]);
    if (!cn_step_is_lay(number)) return false;
    const unsigned target = cn_step_target(rules, pub, number), rank = cn_step_meld(number);
    const bool begins = target == side->meld_count;
    if (target > side->meld_count) return false;
    if (cn_step_is_sequence(number))
        return !begins && spares_natural(s, (number - CN_STEP_SEQUENCE) / CN_SUITS);
    return rank < CN_RANKS && spares_lay(s, cn_step_kind(number), rank, begins);
}
