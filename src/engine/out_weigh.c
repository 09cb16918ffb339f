/* Going out weighed: the wilds in hand pay for groups of two and for the canastas that are missing.
 * Not here: other rules (out_counts.c). Invariant: as in the header. */
#include "out_weigh.h"

#include <stddef.h>
#include <string.h>

#include "counts.h"
#include "discard.h"
#include "faces.h"

enum { PLENTY = CN_DECK_CARDS_MAX };

cn_canastas_seen cn_canastas_look(const cn_rules *rules, const cn_side *side)
{
    const int32_t ignored = rules->p.out_not_counted;
    cn_canastas_seen c = {.melds = cn_melds_look(side, (unsigned)rules->p.canasta_size)};
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

unsigned cn_locked_twos(const cn_rules *rules, const cn_side *side, unsigned twos)
{
    const unsigned meld_i = cn_side_find_meld(side, CN_MELD_TWOS);
    if (rules->p.wild_meld_locks_wilds != CN_WILD_MELD_LOCKS_WILDS_TWOS_MELD ||
        meld_i == CN_NO_MELD || side->meld[meld_i].naturals < side->naturals[CN_MELD_TWOS])
        return 0;
    const unsigned size = cn_meld_size(&side->meld[meld_i]);
    const unsigned full = (unsigned)rules->p.canasta_size, lack = size < full ? full - size : 0;
    return lack < twos ? lack : twos;
}

unsigned cn_sequences_beside(const cn_rules *rules, const cn_side *side, const cn_cards *hand)
{
    const unsigned full = (unsigned)rules->p.canasta_size;
    unsigned count = 0;
    if (!rules->p.sequences) return 0;
    const uint64_t held = cn_faces_held(hand);
    if (cn_faces_run_starts(held, full) != 0) return PLENTY;
    if ((held & side->beside) == 0) return 0;
    for (uint64_t left = cn_melds_of(side, CN_MELD_SEQUENCE); left != 0; left &= left - 1) {
        const cn_meld *meld = &side->meld[__builtin_ctzll(left)];
        if (meld->naturals >= full || (held & cn_faces_beside(meld)) == 0) continue;
        const uint64_t faces =
            held | cn_faces_row(cn_meld_low(meld), cn_meld_suit(meld), meld->naturals);
        count += (cn_faces_in_runs(faces, full) >> meld->lowest & 1) != 0;
    }
    return count;
}

bool cn_sequence_is_beyond(const cn_rules *rules, const cn_side *side, const cn_cards *hand)
{
    const unsigned full = (unsigned)rules->p.canasta_size;
    return (rules->p.out_needs & CN_WORD_SEQUENCE) != 0 &&
           (side->naturals[CN_MELD_SEQUENCE] < full || cn_sequences_from(side, full) == 0) &&
           cn_sequences_beside(rules, side, hand) == 0;
}

/* ---- canastas ---- */

/* All of a rank. */
static void count_unfinished(cn_unfinished *u, const cn_side *side, const cn_cards *hand,
                             const cn_canastas_seen *seen)
{
    cn_counts_add(u->naturals, side->naturals, hand->kind);
    memcpy(u->wilds, side->wilds, sizeof u->wilds);
    for (uint64_t full = seen->melds.full; full != 0; full &= full - 1) {
        const cn_meld *meld = &side->meld[__builtin_ctzll(full)];
        if (meld->rank >= CN_COUNTS) continue;
        u->naturals[meld->rank] = (uint8_t)(u->naturals[meld->rank] - meld->naturals);
        u->wilds[meld->rank] = (uint8_t)(u->wilds[meld->rank] - cn_meld_wilds(meld));
    }
}

enum { JOINED_WILDS = 2 }; /* of melds that are joined in thought */

/* Most cards of unfinished melds of a rank that can be one meld (P56), with so many of it in hand;
 * the most naturals, too: with so few wilds no others have more. */
static void join_best(cn_unfinished *u, const cn_side *side, uint64_t melds, unsigned rank,
                      unsigned held)
{
    int naturals[JOINED_WILDS + 1] = {0, INT8_MIN, INT8_MIN};
    for (; melds != 0; melds &= melds - 1) {
        const cn_meld *meld = &side->meld[__builtin_ctzll(melds)];
        const int wilds = (int)cn_meld_wilds(meld);
        for (int with = JOINED_WILDS; meld->rank == rank && with >= wilds; with--) {
            const int joined = naturals[with - wilds] + meld->naturals;
            if (joined > naturals[with]) naturals[with] = joined;
        }
    }
    int best = 0;
    for (int with = 1; with <= JOINED_WILDS; with++)
        if (naturals[with] + with > naturals[best] + best) best = with;
    u->naturals[rank] = (uint8_t)(naturals[best] + (int)held);
    u->wilds[rank] = (uint8_t)best;
}

/* The same of all ranks that have too many wilds for one meld, and too few cards for two canastas.
 */
static void join(cn_unfinished *u, const cn_rules *rules, const cn_side *side, const cn_cards *hand,
                 const cn_canastas_seen *seen)
{
    const unsigned two = 2 * (unsigned)(rules->p.canasta_size - JOINED_WILDS);
    const uint64_t melds = seen->melds.of_ranks & ~seen->melds.full;
    uint32_t ranks = cn_counts_from(u->wilds, JOINED_WILDS + 1) & CN_ALL_RANKS &
                     ~cn_counts_from(u->naturals, two);
    if (rules->p.max_wilds != JOINED_WILDS ||
        rules->p.same_rank_melds != CN_SAME_RANK_MELDS_MANY_MAY_MERGE)
        return;
    for (; ranks != 0; ranks &= ranks - 1) {
        const unsigned rank = (unsigned)__builtin_ctz(ranks);
        join_best(u, side, melds, rank, hand->kind[rank]);
    }
}

/* Wilds that a canasta of wilds takes, with all that lie in unfinished ones; PLENTY if none counts,
 * 0 if there may be two. */
static unsigned cost_of_wilds(const cn_params *p, const cn_unfinished *u, unsigned wilds)
{
    const unsigned full = (unsigned)p->canasta_size, lie = u->wilds[CN_MELD_WILD];
    if (!p->wild_canasta || (p->out_not_counted & CN_WORD_WILD) != 0) return PLENTY;
    if (lie + wilds >= 2 * full) return 0;
    return lie < full ? full - lie : 0;
}

/* Fewest wilds for so many canastas of these ranks, of wilds and of nothing else: all cards of a
 * rank make one together, with as many wilds as it may have. */
static unsigned cost_among(const cn_params *p, const cn_unfinished *u, uint32_t ranks,
                           unsigned of_wilds, unsigned missing, unsigned wilds)
{
    const unsigned full = (unsigned)p->canasta_size;
    if ((unsigned)__builtin_popcount(ranks) + (of_wilds != PLENTY) < missing) return PLENTY;
    uint8_t limit[CN_COUNTS], cards[CN_COUNTS];
    memset(limit, (int)p->max_wilds, sizeof limit);
    cn_counts_least(cards, u->wilds, limit);
    cn_counts_add(cards, cards, u->naturals);
    unsigned cost = 0;
    for (unsigned lack = 0; lack <= wilds && lack <= full; lack++) {
        const uint32_t here = ranks & cn_counts_from(cards, full - lack);
        const unsigned found = (unsigned)__builtin_popcount(here) + (of_wilds == lack);
        ranks &= ~here;
        if (found >= missing) return cost + missing * lack;
        cost += found * lack;
        missing -= found;
    }
    return PLENTY;
}

/* What so many canastas cost, each of one rank, all of whose unfinished melds are joined, or of
 * wilds. */
typedef struct price {
    unsigned least; /* told generously where the cards of a rank may be enough for two */
    unsigned sure;  /* of ranks whose melds can be joined (P56), for certain */
} price;

static price price_of(const cn_scales *s, unsigned missing)
{
    const cn_params *p = &s->rules->p;
    const cn_unfinished *u = &s->u;
    if (missing == 0) return (price){0, 0};
    const unsigned naturals = (unsigned)(p->canasta_size - p->max_wilds);
    const bool twos_count = p->twos_as_rank && (p->out_not_counted & CN_WORD_TWO) == 0;
    const unsigned of_wilds = cost_of_wilds(p, u, s->wilds);
    const uint32_t ranks = cn_counts_from(u->naturals, naturals) & CN_ALL_RANKS;
    const uint32_t joined = ranks & ~cn_counts_from(u->wilds, (unsigned)p->max_wilds + 1);
    const unsigned sure = cost_among(p, u, joined, PLENTY, missing, s->wilds);
    if (twos_count || of_wilds == 0 || (ranks & cn_counts_from(u->naturals, 2 * naturals)) != 0)
        return (price){0, sure};
    if (of_wilds == PLENTY && joined == ranks) return (price){sure, sure};
    return (price){cost_among(p, u, ranks, of_wilds, missing, s->wilds), sure};
}

/* ---- cards without a place ---- */

/* Black threes that could not be a group. */
static unsigned black3_misfits(const cn_params *p, const cn_side *side, const cn_cards *hand)
{
    const unsigned held = hand->kind[CN_KIND_BLACK3];
    if (p->black3_meld == CN_BLACK3_MELD_NEVER) return held;
    return side->naturals[CN_MELD_BLACK3] > 0 || held >= (unsigned)p->black3_meld_min ? 0 : held;
}

/* Cards of a rank that no sequence takes; after an opening the faces say only which there could be.
 */
static unsigned outside(const cn_cards *hand, unsigned rank, uint64_t reach)
{
    static const uint16_t counts[1 << CN_SUITS] = {0x0000, 0x000f, 0x00f0, 0x00ff, 0x0f00, 0x0f0f,
                                                   0x0ff0, 0x0fff, 0xf000, 0xf00f, 0xf0f0, 0xf0ff,
                                                   0xff00, 0xff0f, 0xfff0, 0xffff};
    const unsigned suits = hand->suits[rank] & counts[reach >> CN_SUITS * rank & 15];
    const unsigned twos = (suits & 0x0f0f) + (suits >> CN_SUITS & 0x0f0f);
    const unsigned held = hand->kind[rank], inside = (twos + (twos >> 8)) & UINT8_MAX;
    return held > inside ? held - inside : 0;
}

static uint64_t faces_in_reach(const cn_scales *s)
{
    return s->plan != NULL ? s->reach : cn_faces_for_sequences(s->rules, s->side, s->hand);
}

/* Wilds that new groups need, but for the one card that may be discarded; PLENTY if more than that
 * one has no place. */
static unsigned cost_of_groups(cn_scales *s, unsigned wilds)
{
    const cn_params *p = &s->rules->p;
    const uint8_t *kinds = s->hand->kind;
    const unsigned naturals = (unsigned)p->min_naturals, least = (unsigned)p->meld_min;
    const unsigned mixed = wilds < (unsigned)p->max_wilds ? wilds : (unsigned)p->max_wilds;
    unsigned misfits = kinds[CN_KIND_RED3] + black3_misfits(p, s->side, s->hand);
    const uint32_t alone =
        cn_counts_from(kinds, 1) & CN_ALL_RANKS & ~cn_counts_from(s->side->naturals, 1);
    const uint32_t few = alone & ~cn_counts_from(kinds, least > naturals ? least : naturals);
    s->spare = misfits == 0;
    if (few == 0) return misfits > 1 ? PLENTY : 0;
    const uint32_t small = ~(cn_counts_from(kinds, naturals) &
                             cn_counts_from(kinds, least > mixed ? least - mixed : 1));
    const uint64_t reach = faces_in_reach(s);
    const uint32_t loose = few & cn_faces_ranks(reach), pairs = few & ~loose & ~small;
    misfits += cn_counts_sum_of(kinds, few & ~loose & small);
    unsigned spared = 0;
    unsigned due = (unsigned)__builtin_popcount(pairs) * least - cn_counts_sum_of(kinds, pairs);
    for (uint32_t left = loose; left != 0 && misfits <= 1; left &= left - 1) {
        const unsigned rank = (unsigned)__builtin_ctz(left), held = kinds[rank];
        const unsigned out = outside(s->hand, rank, reach);
        if (out == 0) continue;
        if ((small >> rank & 1) != 0) {
            misfits += out;
            continue;
        }
        due += least - held;
        if (out == 1 && held > 1 && least - held > spared) spared = least - held;
    }
    s->spare = misfits == 0;
    if (misfits > 1) return PLENTY;
    return due - (misfits == 0 ? spared : 0);
}

bool cn_rest_goes(const cn_rules *rules, const cn_cards *hand, uint32_t few)
{
    const cn_params *p = &rules->p;
    const unsigned black3 = hand->kind[CN_KIND_BLACK3];
    const bool group = p->black3_meld == CN_BLACK3_MELD_GOING_OUT &&
                       black3 >= (unsigned)p->black3_meld_min && black3 <= rules->black3_most;
    const unsigned threes = hand->kind[CN_KIND_RED3] + (group ? 0 : black3);
    const unsigned left = cn_counts_sum_of(hand->kind, few) + threes;
    if (left != 1) return left == 0;
    const uint32_t kind = threes == 0                     ? few
                          : hand->kind[CN_KIND_RED3] == 1 ? 1U << CN_KIND_RED3
                                                          : 1U << CN_KIND_BLACK3;
    return (kind & ~(cn_never_last(rules) | cn_never_discarded(rules))) != 0;
}

/* ---- both ---- */

/* Melds of ranks, those that are no canastas joined where some are missing, and new ones. */
static unsigned melds_with_room(const cn_scales *s, uint32_t begun)
{
    const uint64_t of_ranks = s->seen->melds.of_ranks;
    const unsigned more = (unsigned)__builtin_popcount(begun);
    if (s->missing == 0) return (unsigned)__builtin_popcountll(of_ranks) + more;
    const uint32_t unfinished = cn_counts_above(s->u.naturals, s->hand->kind, 0) & CN_ALL_RANKS;
    return (unsigned)__builtin_popcountll(of_ranks & s->seen->melds.full) +
           (unsigned)__builtin_popcount(unfinished) + more;
}

/* No card goes to a sequence: naturals to the melds of their rank, joined where they make a
 * canasta, pairs with wilds, and then the other wilds; those for canastas are so many, and those
 * that no meld of twos keeps. */
static bool surely_goes_out(const cn_scales *s, unsigned cost, unsigned wilds)
{
    const cn_params *p = &s->rules->p;
    const uint8_t *kinds = s->hand->kind;
    const unsigned naturals = (unsigned)p->min_naturals, most = (unsigned)p->max_wilds;
    const unsigned least = p->meld_min > p->min_naturals ? (unsigned)p->meld_min : naturals;
    const uint32_t alone =
        cn_counts_from(kinds, 1) & CN_ALL_RANKS & ~cn_counts_from(s->side->naturals, 1);
    const uint32_t small = alone & ~cn_counts_from(kinds, least);
    const uint32_t pairs = small & cn_counts_from(kinds, naturals) &
                           cn_counts_from(kinds, least > most ? least - most : 1);
    const uint32_t few = small & ~pairs;
    const unsigned due =
        (unsigned)__builtin_popcount(pairs) * least - cn_counts_sum_of(kinds, pairs);
    const bool kept = cn_meld_of_twos(s->rules, s->side) != CN_NO_MELD;
    if (due + cost > wilds || !cn_rest_goes(s->rules, s->hand, few)) return false;
    const unsigned lie = cn_counts_sum_of(s->side->wilds, CN_ALL_RANKS);
    const unsigned others = s->wilds - (kept ? kinds[CN_KIND_TWO] : 0U); /* than a meld may keep */
    const unsigned used = due + cost > others ? due + cost : others;
    return used + lie <= most * melds_with_room(s, alone & ~few);
}

static unsigned sequences_beside(const cn_scales *s)
{
    if (s->plan == NULL) return cn_sequences_beside(s->rules, s->side, s->hand);
    return s->no_more ? 0 : cn_sequence_plan_beside(s->plan);
}

/* Wilds for canastas cost so much, if none is a sequence. */
static bool surely_stays(cn_scales *s, unsigned cost, unsigned wilds)
{
    const cn_params *p = &s->rules->p;
    const bool asks = (p->out_needs & CN_WORD_SEQUENCE) != 0 && !s->seen->sequence;
    const unsigned sequences = asks || cost > 0 ? sequences_beside(s) : 0;
    if (asks && sequences == 0) return true;
    if (sequences > 0 && (p->out_not_counted & CN_WORD_SEQUENCE) == 0)
        cost = s->missing <= sequences ? 0 : price_of(s, s->missing - sequences).least;
    return cost > wilds || cost_of_groups(s, wilds) + cost > wilds;
}

cn_told cn_scales_tell(cn_scales *s, bool settled)
{
    const cn_params *p = &s->rules->p;
    const bool joins = p->same_rank_melds == CN_SAME_RANK_MELDS_MANY_MAY_MERGE;
    const unsigned twos = s->hand->kind[CN_KIND_TWO];
    const unsigned wilds = s->wilds - cn_locked_twos(s->rules, s->side, twos);
    const price of_canastas = price_of(s, s->missing);
    if (of_canastas.sure <= wilds && settled && (s->missing == 0 || joins) &&
        cn_out_needs_are_met(s->rules, s->seen) && surely_goes_out(s, of_canastas.sure, wilds))
        return CN_TOLD_YES;
    return surely_stays(s, of_canastas.least, wilds) ? CN_TOLD_NO : CN_TOLD_NOTHING;
}

/* Something may be told of the side that acts, which has opened: its melds take what they are
 * given, wilds up to a limit, and nothing locks any but a single meld of twos; what the rules say
 * of it, and what the melds say. */
static bool is_out_weighed(const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    return rules->ranks_free && p->no_wild_ranks == 0 &&
           p->team_layout != CN_TEAM_LAYOUT_LONE_VS_TWO && /* sides may form (S18) */
           p->out_discard == CN_OUT_DISCARD_OPTIONAL;
}

bool cn_melds_are_weighed(const cn_rules *rules, const cn_side *side)
{
    const unsigned twos = cn_meld_of_twos(rules, side);
    const bool locks =
        rules->p.wild_meld_locks_wilds != CN_WILD_MELD_LOCKS_WILDS_NO &&
        side->naturals[CN_MELD_TWOS] > 0 && /* others lock nothing by such rules */
        (twos == CN_NO_MELD || side->meld[twos].naturals < side->naturals[CN_MELD_TWOS]);
    return !locks &&
           side->meld_count + (unsigned)CN_RANKS + 1 + CN_SEQUENCES_PLANNED <= CN_MELDS_MAX;
}

bool cn_out_may_be_weighed(const cn_rules *rules, const cn_public *pub)
{
    const cn_side *side = cn_public_acting(pub);
    const unsigned open = pub->turn.open_meld;
    const bool known = open == CN_NO_MELD || side->meld[open].rank < CN_RANKS ||
                       side->meld[open].rank == CN_MELD_SEQUENCE;
    return is_out_weighed(rules) && !pub->turn.staging && known &&
           pub->turn.laid_black3 == CN_BLACK3_NONE && cn_melds_are_weighed(rules, side);
}

/* The begun meld is one of a rank that its naturals in hand finish, and leave a card for joins. */
static bool is_settled(const cn_scales *s, unsigned open)
{
    const cn_params *p = &s->rules->p;
    if (open == CN_NO_MELD) return true;
    const cn_meld *meld = &s->side->meld[open];
    if (meld->rank >= CN_RANKS || cn_meld_wilds(meld) > 0) return false;
    const int32_t naturals = meld->naturals + s->hand->kind[meld->rank];
    return naturals >= p->meld_min && naturals >= p->min_naturals &&
           (s->missing == 0 || (int32_t)s->hand->size + meld->naturals > p->meld_min);
}

void cn_scales_set(cn_scales *s, const cn_rules *rules, const cn_side *side, const cn_cards *hand,
                   const cn_canastas_seen *seen)
{
    const unsigned need = (unsigned)rules->p.out_canastas;
    s->rules = rules;
    s->side = side;
    s->hand = hand;
    s->seen = seen;
    s->plan = NULL;
    s->wilds = hand->kind[CN_KIND_TWO] + (unsigned)hand->kind[CN_KIND_JOKER];
    s->missing = seen->have < need ? need - seen->have : 0;
    if (s->missing == 0) return;
    count_unfinished(&s->u, side, hand, seen);
    join(&s->u, rules, side, hand, seen);
}

cn_told cn_out_weigh(const cn_rules *rules, const cn_side *side, unsigned open,
                     const cn_cards *hand, const cn_canastas_seen *seen)
{
    cn_scales s;
    cn_scales_set(&s, rules, side, hand, seen);
    return cn_scales_tell(&s, is_settled(&s, open));
}
