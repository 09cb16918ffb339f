/* What forbids an opening, told from counts: too few points, or no group without wilds.
 * Not here: openings that are made (opening_draft.c, finish_open.c).
 * Invariant: every bound is generous - where it says no, no arrangement would do. */
#include "opening_counts.h"

#include "counts.h"
#include "faces.h"

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
    uint32_t full;         /* ranks of which a meld is in hand */
    bool wilds_in_ranks;   /* a staged meld of a rank has some */
    bool open_needs_wilds; /* the begun meld cannot be finished by naturals */
    unsigned staged_wilds; /* in a meld of wilds */
} sums;

/* The top card does not count where the hand must qualify without it (P44). */
static int32_t points_of_top(const cn_rules *rules, const cn_public *pub)
{
    const cn_turn *turn = &pub->turn;
    const cn_side *side = cn_public_acting(pub);
    if (rules->p.initial_from_pile != CN_INITIAL_FROM_PILE_QUALIFY_FROM_HAND || !turn->staging ||
        turn->take_meld >= side->meld_count)
        return 0;
    return rules->value[side->meld[turn->take_meld].rank];
}

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
        s->melds += (s->rules->p.no_wild_ranks >> meld->rank & 1) == 0;
        if (cn_meld_wilds(meld) > 0) {
            s->wilds_in_ranks = true;
            continue;
        }
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
    const uint32_t any = cn_counts_from(hand->kind, 1) & CN_ALL_RANKS;
    const uint32_t full = cn_counts_from(hand->kind, least > naturals ? least : naturals) & any;
    s.natural = full | (s.begun & any);
    if (p->sequences) s.natural |= cn_ranks_in_sequences(rules, cn_public_acting(pub), hand) & any;
    if (!p->initial_naturals_only)
        s.pairs = cn_counts_from(hand->kind, naturals) & any & ~full & ~s.begun &
                  ~(uint32_t)p->no_wild_ranks;
    const uint32_t wildable = full & ~(uint32_t)p->no_wild_ranks;
    s.melds += (unsigned)__builtin_popcount(wildable) + (unsigned)__builtin_popcount(s.pairs);
    s.full = full;
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
    return s->rules->wild_most > 0 &&
           (s->staged_wilds > 0 || s->twos + s->jokers >= (unsigned)s->rules->p.meld_min);
}

/* The dearest wilds, so many at most. */
static int32_t points_of_wilds(const sums *s, unsigned most)
{
    const int32_t two = s->rules->value[CN_KIND_TWO], joker = s->rules->value[CN_KIND_JOKER];
    const unsigned all = s->twos + s->jokers;
    if (most > all) most = all;
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

static int32_t points_of_naturals(const sums *s)
{
    int32_t points = s->points;
    for (uint32_t ranks = s->natural; ranks != 0; ranks &= ranks - 1) {
        const unsigned rank = (unsigned)__builtin_ctz(ranks);
        points += s->held[rank] * s->rules->value[rank];
    }
    return points;
}

enum { NEVER = INT32_MIN, TRIPLE = 3 };

/* At most so many points with wilds in melds of ranks alone. */
static int32_t points_apart(const sums *s)
{
    const cn_params *p = &s->rules->p;
    unsigned melds = s->melds;
    if (p->initial_needs_pure != CN_INITIAL_NEEDS_PURE_NO && !p->twos_as_rank) {
        if (s->most_of_kind < TRIPLE) return NEVER;
        const uint32_t never_wild = (s->full | s->begun) & (uint32_t)p->no_wild_ranks;
        if (never_wild == 0 && melds > 0) melds--; /* one must do without */
    }
    const bool anywhere = p->twos_as_rank || p->black3_meld_wilds;
    const unsigned most = anywhere ? UINT8_MAX : melds * (unsigned)p->max_wilds;
    return points_of_naturals(s) + points_of_pairs(s) + points_of_wilds(s, most);
}

/* At most so many with a meld of wilds, which may keep them from all others (P61). */
static int32_t points_together(const sums *s)
{
    const cn_params *p = &s->rules->p;
    const bool locks = p->wild_meld_locks_wilds == CN_WILD_MELD_LOCKS_WILDS_WILD_MELD;
    if (!wilds_lie_together(s)) return NEVER;
    if (p->initial_needs_pure == CN_INITIAL_NEEDS_PURE_PURE_TRIPLE && s->most_of_kind < TRIPLE &&
        !p->twos_as_rank)
        return NEVER;
    if (locks && (s->wilds_in_ranks || s->open_needs_wilds)) return NEVER;
    return points_of_naturals(s) + (locks ? 0 : points_of_pairs(s)) + points_of_wilds(s, UINT8_MAX);
}

static int32_t points_in_reach(const sums *s)
{
    const bool locks = s->rules->p.wild_meld_locks_wilds == CN_WILD_MELD_LOCKS_WILDS_WILD_MELD;
    const int32_t together = points_together(s);
    const int32_t apart = locks && s->staged_wilds > 0 ? NEVER : points_apart(s);
    return apart > together ? apart : together;
}

/* The begun meld of a rank has too few naturals, with those in hand. */
static bool open_needs_wilds(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    if (pub->turn.open_meld == CN_NO_MELD) return false;
    const cn_meld *meld = &cn_public_acting(pub)->meld[pub->turn.open_meld];
    if (meld->rank >= CN_RANKS) return false;
    return meld->naturals + hand->kind[meld->rank] < rules->p.meld_min;
}

bool cn_counts_forbid_opening(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                              bool out)
{
    const cn_params *p = &rules->p;
    if (p->min_counts_bonuses) return false;
    if (out && p->min_exempt_concealed != CN_MIN_EXEMPT_CONCEALED_NEVER) return false;
    sums s = sum_up(rules, pub, hand);
    s.open_needs_wilds = open_needs_wilds(rules, pub, hand);
    const unsigned full = (unsigned)p->canasta_size;
    if (s.staged_wilds + s.twos + s.jokers >= full) return false; /* a canasta of wilds, perhaps */
    if (p->min_exempt_splash && s.most_of_kind >= full) return false;
    s.points -= points_of_top(rules, pub);
    if (out) s.points += s.held[CN_KIND_BLACK3] * rules->value[CN_KIND_BLACK3];
    const int32_t points = points_in_reach(&s);
    return points < cn_public_need(rules, pub, pub->asker).points || points == NEVER;
}
