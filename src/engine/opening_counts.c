/* What forbids an opening, told from counts: too few points, or no group without wilds.
 * Not here: openings that are made (opening_draft.c, finish_open.c).
 * Invariant: every bound is generous - where it says no, no arrangement would do. */
#include "opening_counts.h"

#include "counts.h"
#include "faces.h"

enum { ALL_RANKS = (1 << CN_RANKS) - 1 };

typedef struct sums {
    const cn_rules *rules;
    const uint8_t *held;
    unsigned twos, jokers; /* in hand */
    uint32_t begun;        /* ranks, and others, of which something is staged */
    uint32_t clean;        /* of these, the ranks in which no wild lies */
    uint32_t natural;      /* ranks whose naturals could all be laid without wilds */
    uint32_t pairs;        /* ranks that want wilds for a group */
    unsigned melds;        /* that could take wilds */
    int32_t points;        /* staged, at most */
    unsigned most_of_kind; /* naturals in one meld without wilds, at most */
    unsigned staged_wilds; /* in a meld of wilds */
} sums;

static void add_staged(sums *s, const cn_side *side)
{
    const int16_t *value = s->rules->value;
    for (unsigned i = 0; i < side->meld_count; i++) {
        const cn_meld *meld = &side->meld[i];
        s->begun |= 1U << meld->rank;
        s->points += meld->twos * value[CN_KIND_TWO] + meld->jokers * value[CN_KIND_JOKER];
        if (meld->rank == CN_MELD_SEQUENCE) {
            for (unsigned rank = meld->low; rank <= cn_meld_high(meld); rank++)
                s->points += value[rank];
            continue;
        }
        s->points += meld->naturals * value[meld->rank];
        if (meld->rank == CN_MELD_WILD && cn_meld_size(meld) > s->staged_wilds)
            s->staged_wilds = cn_meld_size(meld);
        if (meld->rank >= CN_RANKS) continue;
        s->melds++;
        if (cn_meld_wilds(meld) > 0) continue;
        s->clean |= 1U << meld->rank;
        const unsigned all = meld->naturals + (unsigned)s->held[meld->rank];
        if (all > s->most_of_kind) s->most_of_kind = all;
    }
}

static sums sum_up(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    const cn_params *p = &rules->p;
    sums s = {.rules = rules,
              .held = hand->kind,
              .twos = hand->kind[CN_KIND_TWO],
              .jokers = hand->kind[CN_KIND_JOKER]};
    add_staged(&s, cn_public_acting(pub));
    const unsigned least = (unsigned)p->meld_min;
    const unsigned naturals = p->min_naturals > 0 ? (unsigned)p->min_naturals : 1;
    const uint32_t any = cn_counts_from(hand->kind, 1) & ALL_RANKS;
    const uint32_t full = cn_counts_from(hand->kind, least > naturals ? least : naturals) & any;
    s.natural = full | (s.begun & any);
    if (p->sequences) s.natural |= cn_ranks_in_sequences(rules, cn_public_acting(pub), hand) & any;
    if (!p->initial_naturals_only)
        s.pairs = cn_counts_from(hand->kind, naturals) & any & ~full & ~s.begun &
                  ~(uint32_t)p->no_wild_ranks;
    s.melds += (unsigned)__builtin_popcount(full) + (unsigned)__builtin_popcount(s.pairs);
    const bool one_of_a_rank =
        p->same_rank_melds == CN_SAME_RANK_MELDS_ONE_MERGED && p->add_natural_to_canasta;
    for (uint32_t ranks = full; ranks != 0; ranks &= ranks - 1) {
        const unsigned held = s.held[__builtin_ctz(ranks)];
        if (held > s.most_of_kind) s.most_of_kind = held;
        if (!one_of_a_rank) s.melds += held / naturals;
    }
    for (uint32_t ranks = one_of_a_rank ? 0 : s.begun & any; ranks != 0; ranks &= ranks - 1)
        s.melds += s.held[__builtin_ctz(ranks)];
    return s;
}

/* Wilds can lie together, so that melds of ranks need not take them. */
static bool wilds_lie_together(const sums *s)
{
    const cn_params *p = &s->rules->p;
    if (p->twos_as_rank || p->black3_meld_wilds) return true;
    return s->rules->wild_most > 0 &&
           (s->staged_wilds > 0 || s->twos + s->jokers >= (unsigned)p->meld_min);
}

static int32_t points_of_wilds(const sums *s, unsigned spare)
{
    const int32_t two = s->rules->value[CN_KIND_TWO], joker = s->rules->value[CN_KIND_JOKER];
    const unsigned all = s->twos + s->jokers;
    unsigned most = all;
    if (!wilds_lie_together(s)) {
        most = (s->melds > spare ? s->melds - spare : 0) * (unsigned)s->rules->p.max_wilds;
        if (most > all) most = all;
    }
    const unsigned dear = joker >= two ? s->jokers : s->twos, first = most < dear ? most : dear;
    return (int32_t)first * (joker >= two ? joker : two) +
           (int32_t)(most - first) * (joker >= two ? two : joker);
}

/* The dearest pairs, as many as there are wilds for. */
static int32_t points_of_pairs(const sums *s)
{
    const int16_t *value = s->rules->value;
    const unsigned least = (unsigned)s->rules->p.meld_min;
    unsigned wilds = s->twos + s->jokers;
    int32_t points = 0;
    for (uint32_t left = s->pairs & ~s->natural; left != 0 && wilds > 0;) {
        unsigned best = (unsigned)__builtin_ctz(left);
        for (uint32_t others = left & (left - 1); others != 0; others &= others - 1) {
            const unsigned rank = (unsigned)__builtin_ctz(others);
            if (value[rank] * s->held[rank] > value[best] * s->held[best]) best = rank;
        }
        left &= ~(1U << best);
        if (least - s->held[best] > s->twos + s->jokers) continue;
        points += value[best] * s->held[best];
        wilds--;
    }
    return points;
}

static int32_t points_in_reach(const sums *s, bool out, unsigned spare)
{
    int32_t points = s->points + points_of_wilds(s, spare) + points_of_pairs(s);
    for (uint32_t ranks = s->natural; ranks != 0; ranks &= ranks - 1) {
        const unsigned rank = (unsigned)__builtin_ctz(ranks);
        points += s->held[rank] * s->rules->value[rank];
    }
    if (out) points += s->held[CN_KIND_BLACK3] * s->rules->value[CN_KIND_BLACK3];
    return points;
}

bool cn_counts_forbid_opening(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                              bool out)
{
    enum { TRIPLE = 3 };
    const cn_params *p = &rules->p;
    if (p->min_counts_bonuses) return false;
    if (out && p->min_exempt_concealed != CN_MIN_EXEMPT_CONCEALED_NEVER) return false;
    const sums s = sum_up(rules, pub, hand);
    const unsigned together = s.staged_wilds + s.twos + s.jokers;
    const unsigned full = (unsigned)p->canasta_size;
    if (p->min_exempt_splash &&
        (s.most_of_kind >= full || s.twos >= full || (rules->wild_most > 0 && together >= full)))
        return false;
    unsigned spare = 0; /* melds that must do without wilds */
    if (p->initial_needs_pure != CN_INITIAL_NEEDS_PURE_NO) {
        const bool wild_triple =
            p->initial_needs_pure == CN_INITIAL_NEEDS_PURE_PURE_OR_WILD_TRIPLE &&
            rules->wild_most >= TRIPLE && together >= TRIPLE;
        if (!wild_triple && !p->twos_as_rank) {
            if (s.most_of_kind < TRIPLE) return true;
            spare = 1;
        }
    }
    return points_in_reach(&s, out, spare) < cn_public_need(rules, pub, pub->asker).points;
}
