/* What forbids an opening, told from counts: too few points, no group without wilds, no canasta.
 * Not here: openings that are made (opening_draft.c, finish_open.c).
 * Invariant: every bound is generous - where it says no, no arrangement would do. */
#include "engine/finish/opening_draft.h"

#include "engine/cards/counts.h"
#include "engine/rules/tellers.h"
#include "engine/step/limits.h"
#include "engine/table/faces.h"

enum { NEVER = INT32_MIN, TRIPLE = 3 };

typedef struct sums {
    const cn_rules *rules;
    const uint8_t *held;
    unsigned twos, jokers; /* in hand */
    uint32_t begun;        /* ranks, and others, of which something is staged */
    uint32_t natural;      /* ranks whose naturals could all be laid without wilds */
    uint32_t pairs;        /* ranks that want wilds for a group */
    uint32_t full;         /* ranks of which a meld is in hand */
    unsigned room;         /* wilds that melds of ranks can take, at most */
    int32_t points;        /* staged, at most */
    int32_t lone_points;   /* of these and of those in hand, what counts with a wild only (P44) */
    unsigned most_of_kind; /* naturals in one meld without wilds, at most */
    bool wilds_in_ranks;   /* a staged meld of a rank has some */
    unsigned due;          /* wilds without which the begun meld cannot be finished */
    unsigned staged_wilds; /* in a meld of wilds */
    unsigned staged_twos;  /* naturals of a meld of twos */
} sums;

/* ---- what is staged ---- */

/* The meld with the top card, where the hand must qualify without it (P44); or CN_NO_MELD. */
static unsigned meld_without_top(const cn_rules *rules, const cn_public *pub)
{
    if (rules->p.initial_from_pile != CN_INITIAL_FROM_PILE_QUALIFY_FROM_HAND ||
        !pub->turn.staging || pub->turn.take_meld >= cn_public_acting(pub)->meld_count)
        return CN_NO_MELD;
    return pub->turn.take_meld;
}

static int32_t points_of_meld(const cn_rules *rules, const cn_meld *meld)
{
    const int16_t *value = rules->value;
    int32_t points =
        cn_meld_twos(meld) * value[CN_KIND_TWO] + cn_meld_jokers(meld) * value[CN_KIND_JOKER];
    if (meld->rank != CN_MELD_SEQUENCE) return points + meld->naturals * value[meld->rank];
    for (unsigned rank = cn_meld_low(meld); rank <= cn_meld_high(meld); rank++)
        points += value[rank];
    return points;
}

static void add_staged_rank(sums *s, const cn_meld *meld, bool has_top)
{
    const unsigned rank = meld->rank, wilds = cn_meld_wilds(meld);
    const unsigned most = (unsigned)s->rules->p.max_wilds;
    const unsigned naturals = meld->naturals + (unsigned)s->held[rank] - (has_top ? 1U : 0U);
    if ((s->rules->p.no_wild_ranks >> rank & 1) == 0 && wilds < most) s->room += most - wilds;
    if (wilds > 0) {
        s->wilds_in_ranks = true;
    } else if (has_top && naturals < TRIPLE) { /* it counts nothing without a wild */
        s->lone_points = (int32_t)naturals * s->rules->value[rank];
    } else if (naturals > s->most_of_kind) {
        s->most_of_kind = naturals;
    }
}

static void add_staged(sums *s, const cn_side *side, unsigned top)
{
    for (unsigned i = 0; i < side->meld_count; i++) {
        const cn_meld *meld = &side->meld[i];
        s->begun |= 1U << meld->rank;
        s->points += points_of_meld(s->rules, meld);
        if (i == top) s->points -= s->rules->value[meld->rank];
        if (meld->rank == CN_MELD_TWOS) s->staged_twos += meld->naturals;
        if (meld->rank == CN_MELD_WILD && cn_meld_size(meld) > s->staged_wilds)
            s->staged_wilds = cn_meld_size(meld);
        if (meld->rank < CN_RANKS) add_staged_rank(s, meld, i == top);
    }
}

/* ---- what is in hand ---- */

/* Ranks that may have a meld beside another: where one of a rank lies at a time, behind a canasta
 * that takes no more. */
static uint32_t ranks_of_many(const cn_rules *rules, const cn_side *side, const cn_cards *hand)
{
    const cn_params *p = &rules->p;
    uint8_t all[CN_COUNTS];
    if (p->same_rank_melds != CN_SAME_RANK_MELDS_ONE_MERGED) return CN_ALL_RANKS;
    if (p->add_natural_to_canasta) return 0;
    if (p->canasta_size <= p->max_wilds) return CN_ALL_RANKS;
    cn_counts_add(all, side->naturals, hand->kind);
    return cn_counts_from(all, (unsigned)(p->canasta_size - p->max_wilds));
}

static void add_room(sums *s, uint32_t many, unsigned naturals)
{
    const uint32_t never = (uint32_t)s->rules->p.no_wild_ranks;
    const uint32_t begin = (s->full & ~s->begun & ~never) | s->pairs;
    unsigned melds = (unsigned)__builtin_popcount(begin);
    for (uint32_t ranks = s->full & many; ranks != 0; ranks &= ranks - 1)
        melds += s->held[__builtin_ctz(ranks)] / naturals;
    for (uint32_t ranks = s->begun & many & CN_ALL_RANKS; ranks != 0; ranks &= ranks - 1)
        melds += s->held[__builtin_ctz(ranks)];
    s->room += melds * (unsigned)s->rules->p.max_wilds;
}

static sums sum_up(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    const cn_params *p = &rules->p;
    const cn_side *side = cn_public_acting(pub);
    sums s = {.rules = rules,
              .held = hand->kind,
              .twos = hand->kind[CN_KIND_TWO],
              .jokers = hand->kind[CN_KIND_JOKER]};
    add_staged(&s, side, meld_without_top(rules, pub));
    const unsigned least = (unsigned)p->meld_min;
    const unsigned naturals = p->min_naturals > 0 ? (unsigned)p->min_naturals : 1;
    const uint32_t all = cn_counts_from(hand->kind, 1) & CN_ALL_RANKS;
    const uint32_t any = all & ~cn_dead_ranks(rules, pub);
    s.full = cn_counts_from(hand->kind, least > naturals ? least : naturals) & any;
    s.natural = s.full | (s.begun & any);
    if (p->sequences) s.natural |= cn_ranks_in_sequences(rules, side, hand) & all;
    if (!p->initial_naturals_only)
        s.pairs = cn_counts_from(hand->kind, naturals) & any & ~s.full & ~s.begun &
                  ~(uint32_t)p->no_wild_ranks;
    const uint32_t many = ranks_of_many(rules, side, hand);
    add_room(&s, many, naturals);
    for (uint32_t ranks = s.full & (many | ~s.begun); ranks != 0; ranks &= ranks - 1) {
        const unsigned held = s.held[__builtin_ctz(ranks)];
        if (held > s.most_of_kind) s.most_of_kind = held;
    }
    return s;
}

/* ---- what it comes to ---- */

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

/* The dearest pairs, as many as there are wilds for besides those that are due. The meld that
 * counts with a wild only is in the count: it goes first, or stands back for a dearer pair. */
static int32_t points_of_pairs(const sums *s)
{
    const int16_t *value = s->rules->value;
    const unsigned least = (unsigned)s->rules->p.meld_min, all = s->twos + s->jokers;
    unsigned wilds = all > s->due ? all - s->due : 0;
    int32_t points = 0, cheapest = INT32_MAX;
    for (uint32_t left = s->pairs & ~s->natural; left != 0 && wilds > 0;) {
        unsigned best = (unsigned)__builtin_ctz(left);
        for (uint32_t others = left & (left - 1); others != 0; others &= others - 1) {
            const unsigned rank = (unsigned)__builtin_ctz(others);
            if (value[rank] * s->held[rank] > value[best] * s->held[best]) best = rank;
        }
        left &= ~(1U << best);
        if (least - s->held[best] > all) continue;
        cheapest = value[best] * s->held[best];
        points += cheapest;
        wilds--;
    }
    if (wilds > 0) return points;
    return points - (cheapest < s->lone_points ? cheapest : s->lone_points);
}

static int32_t points_of_naturals(const sums *s)
{
    return s->points + cn_counts_worth(s->held, s->natural, s->rules->value);
}

/* Twos of a rank of their own, where no melds of ranks take wilds. */
static int32_t points_of_twos(const sums *s)
{
    const bool lie = s->staged_twos + s->twos >= (unsigned)s->rules->p.meld_min;
    return s->rules->p.twos_as_rank && lie ? (int32_t)s->twos * s->rules->value[CN_KIND_TWO] : 0;
}

/* At most so many points with wilds in melds of ranks alone. */
static int32_t points_apart(const sums *s, int32_t naturals, int32_t pairs)
{
    const cn_params *p = &s->rules->p;
    unsigned room = s->room;
    if (p->initial_needs_pure != CN_INITIAL_NEEDS_PURE_NO && !p->twos_as_rank) {
        const uint32_t never_wild = (s->full | s->begun) & (uint32_t)p->no_wild_ranks;
        if (s->most_of_kind < TRIPLE) return NEVER;
        if (never_wild == 0) /* one must do without */
            room = room > (unsigned)p->max_wilds ? room - (unsigned)p->max_wilds : 0;
    }
    if (p->twos_as_rank || p->black3_meld_wilds) room = UINT8_MAX;
    if (p->initial_naturals_only && !p->black3_meld_wilds) return naturals + points_of_twos(s);
    return naturals + pairs + points_of_wilds(s, room);
}

/* At most so many with a meld of wilds, which may keep them from all others (P61). */
static int32_t points_together(const sums *s, int32_t naturals, int32_t pairs)
{
    const cn_params *p = &s->rules->p;
    const bool locks = p->wild_meld_locks_wilds == CN_WILD_MELD_LOCKS_WILDS_WILD_MELD;
    if (!wilds_lie_together(s) || p->initial_naturals_only) return NEVER;
    if (p->initial_needs_pure == CN_INITIAL_NEEDS_PURE_PURE_TRIPLE && s->most_of_kind < TRIPLE &&
        !p->twos_as_rank)
        return NEVER;
    if (locks && (s->wilds_in_ranks || s->due > 0)) return NEVER;
    return naturals + (locks ? -s->lone_points : pairs) + points_of_wilds(s, UINT8_MAX);
}

static int32_t points_in_reach(const sums *s)
{
    const bool locks = s->rules->p.wild_meld_locks_wilds == CN_WILD_MELD_LOCKS_WILDS_WILD_MELD;
    const int32_t naturals = points_of_naturals(s), pairs = points_of_pairs(s);
    const int32_t together = points_together(s, naturals, pairs);
    const int32_t apart = locks && s->staged_wilds > 0 ? NEVER : points_apart(s, naturals, pairs);
    return apart > together ? apart : together;
}

/* Wilds that the begun meld of a rank needs besides all its naturals in hand. */
static unsigned wilds_due(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    if (pub->turn.open_meld == CN_NO_MELD) return 0;
    const cn_meld *meld = &cn_public_acting(pub)->meld[pub->turn.open_meld];
    if (meld->rank >= CN_RANKS) return 0;
    const unsigned have = cn_meld_size(meld) + hand->kind[meld->rank];
    return have < (unsigned)rules->p.meld_min ? (unsigned)rules->p.meld_min - have : 0;
}

/* The faces of sequences that are staged, all together. */
static uint64_t staged_faces(const cn_side *side)
{
    uint64_t faces = 0;
    for (unsigned i = 0; i < side->meld_count; i++) {
        const cn_meld *meld = &side->meld[i];
        if (meld->rank != CN_MELD_SEQUENCE) continue;
        faces |= cn_faces_row(cn_meld_low(meld), cn_meld_suit(meld), cn_meld_size(meld));
    }
    return faces;
}

/* Wilds that the begun meld of wilds needs. */
static unsigned wilds_due_together(const cn_rules *rules, const cn_public *pub)
{
    if (pub->turn.open_meld == CN_NO_MELD) return 0;
    const cn_meld *meld = &cn_public_acting(pub)->meld[pub->turn.open_meld];
    const unsigned least = (unsigned)rules->p.meld_min, have = cn_meld_size(meld);
    return meld->rank == CN_MELD_WILD && have < least ? least - have : 0;
}

/* Ranks of which a canasta may be made: of the naturals staged and in hand, of the wilds that lie
 * with that rank, and of those in hand that the begun meld, unless it is this one, does not want.
 * Too many are counted where the cards of several melds are taken for one. */
static uint32_t ranks_of_canastas(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                                  bool natural)
{
    const cn_side *side = cn_public_acting(pub);
    const unsigned full = (unsigned)rules->p.canasta_size, most = (unsigned)rules->p.max_wilds;
    const unsigned wilds = hand->kind[CN_KIND_TWO] + (unsigned)hand->kind[CN_KIND_JOKER];
    const unsigned due = wilds_due(rules, pub, hand) + wilds_due_together(rules, pub);
    const unsigned free = wilds > due ? wilds - due : 0;
    uint8_t naturals[CN_COUNTS], all[CN_COUNTS];
    cn_counts_add(naturals, side->naturals, hand->kind);
    if (natural) return cn_counts_from(naturals, full);
    cn_counts_add(all, naturals, side->wilds);
    uint32_t ranks = cn_counts_from(all, full > free ? full - free : 0);
    if (due > 0)
        ranks |= cn_counts_from(all, full > wilds ? full - wilds : 0) &
                 UINT32_C(1) << side->meld[pub->turn.open_meld].rank;
    return ranks & cn_counts_from(naturals, full > most ? full - most : 0);
}

/* A meld of the opening is one of a rank, without wilds if the canasta must be natural (P56), or
 * one face each of a suit in a row, or wilds. */
static bool canasta_is_beyond(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                              cn_need need)
{
    const cn_side *side = cn_public_acting(pub);
    const unsigned full = (unsigned)rules->p.canasta_size;
    const bool natural = need.canasta == 2;
    const uint32_t ranks = CN_ALL_RANKS | (uint32_t)(rules->p.twos_as_rank != 0) << CN_KIND_TWO;
    if ((ranks_of_canastas(rules, pub, hand, natural) & ranks) != 0) return false;
    if (natural) return true;
    const unsigned wilds = hand->kind[CN_KIND_TWO] + (unsigned)hand->kind[CN_KIND_JOKER];
    if (wilds + side->wilds[CN_MELD_WILD] >= full && rules->wild_most >= full) return false;
    return !rules->p.sequences ||
           cn_faces_run_starts(cn_faces_held(hand) | staged_faces(side), full) == 0;
}

bool cn_counts_forbid_opening(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                              bool out)
{
    if (!cn_understands(rules, CN_TELLER_OPENING_COUNTS)) return false;
    const cn_params *p = &rules->p;
    if (p->min_counts_bonuses) return false;
    if (out && p->min_exempt_concealed != CN_MIN_EXEMPT_CONCEALED_NEVER) return false;
    const cn_need need = cn_public_need(rules, pub, pub->asker);
    if (need.canasta != 0 && canasta_is_beyond(rules, pub, hand, need)) return true;
    sums s = sum_up(rules, pub, hand);
    s.due = wilds_due(rules, pub, hand);
    const unsigned full = (unsigned)p->canasta_size;
    if (s.staged_wilds + s.twos + s.jokers >= full) return false; /* a canasta of wilds, perhaps */
    if (p->min_exempt_splash && (s.most_of_kind >= full || s.staged_twos + s.twos >= full))
        return false;
    if (out) s.points += s.held[CN_KIND_BLACK3] * rules->value[CN_KIND_BLACK3];
    const int32_t points = points_in_reach(&s);
    return points < need.points || points == NEVER;
}
