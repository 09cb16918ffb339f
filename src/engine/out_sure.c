/* Going out where nothing stands in its way.
 * Not here: what is told of a search (out_ranks.c). Invariant: as in the header. */
#include "out_sure.h"

#include "apply.h"
#include "counts.h"
#include "discard.h"

enum { COSTS = 4 };

/* The begun meld is a sequence. */
static bool begins_sequence(const cn_public *pub, const cn_side *side)
{
    const unsigned open = pub->turn.open_meld;
    return open != CN_NO_MELD && side->meld[open].rank == CN_MELD_SEQUENCE;
}

/* Cards that lie in melds of a rank that are no canastas, and could be one meld (P56). */
typedef struct joined {
    uint8_t cards, wilds, melds;
    uint8_t most; /* of one of them */
} joined;

/* What canastas cost in wilds: so many cost so much. */
typedef struct costs {
    unsigned of[COSTS];
    uint32_t ranks[COSTS]; /* whose melds they are */
    unsigned lost;         /* room for wilds that joins leave no more */
} costs;

/* With so many cards of the rank. */
static void add_cost(costs *c, const cn_rules *rules, unsigned rank, unsigned cards, unsigned wilds)
{
    const unsigned full = (unsigned)rules->p.canasta_size, lack = cards < full ? full - cards : 0;
    if (lack >= COSTS || lack + wilds > (unsigned)rules->p.max_wilds) return;
    c->of[lack]++;
    c->ranks[lack] |= 1U << rank;
}

static void add_joined(joined *j, const cn_rules *rules, const cn_meld *meld)
{
    const unsigned size = cn_meld_size(meld), wilds = cn_meld_wilds(meld);
    if (size > j->most) j->most = (uint8_t)size;
    if (j->wilds + wilds > (unsigned)rules->p.max_wilds) return;
    j->cards = (uint8_t)(j->cards + size);
    j->wilds = (uint8_t)(j->wilds + wilds);
    j->melds++;
}

/* Ranks of which melds are joined first: those that make a canasta only so. */
static uint32_t join(costs *c, const cn_rules *rules, const cn_cards *hand, const cn_side *side,
                     uint64_t melds)
{
    const unsigned full = (unsigned)rules->p.canasta_size, most = (unsigned)rules->p.max_wilds;
    joined of[CN_RANKS] = {{0}};
    uint32_t twice = 0, ranks = 0;
    for (; melds != 0; melds &= melds - 1) {
        const cn_meld *meld = &side->meld[__builtin_ctzll(melds)];
        if (of[meld->rank].melds > 0) twice |= 1U << meld->rank;
        add_joined(&of[meld->rank], rules, meld);
    }
    for (; twice != 0; twice &= twice - 1) {
        const unsigned rank = (unsigned)__builtin_ctz(twice), held = hand->kind[rank];
        const joined *j = &of[rank];
        if (j->most + held >= full || j->melds < 2 || j->cards + held + most < full + j->wilds)
            continue;
        add_cost(c, rules, rank, j->cards + held, j->wilds);
        c->lost += (j->melds - 1U) * most;
        ranks |= twice & -twice;
    }
    return ranks;
}

/* Each meld by itself. All naturals of a rank go to one: the begun one, or the first. */
static void add_costs(costs *c, cn_sure_out *s, const cn_rules *rules, const cn_cards *hand,
                      const cn_side *side, uint64_t melds, uint32_t seen)
{
    for (; melds != 0; melds &= melds - 1) {
        const unsigned meld_i = (unsigned)__builtin_ctzll(melds);
        const cn_meld *meld = &side->meld[meld_i];
        const bool first = (seen >> meld->rank & 1) == 0;
        const unsigned held = first ? hand->kind[meld->rank] : 0;
        if (first) s->first[meld->rank] = (uint8_t)meld_i;
        add_cost(c, rules, meld->rank, cn_meld_size(meld) + held, cn_meld_wilds(meld));
        seen |= 1U << meld->rank;
    }
}

/* Melds may be joined, the begun one too: it is finished first, and cards are left then. */
static bool may_join(const cn_sure_out *s, const cn_rules *rules, const cn_public *pub,
                     const cn_cards *hand, const cn_side *side)
{
    const cn_params *p = &rules->p;
    if (p->same_rank_melds != CN_SAME_RANK_MELDS_MANY_MAY_MERGE) return false;
    if (pub->turn.open_meld == CN_NO_MELD) return true;
    const cn_meld *meld = &side->meld[pub->turn.open_meld];
    if (meld->rank == CN_MELD_SEQUENCE) return hand->size > 0;
    return s->open_due == 0 && cn_meld_wilds(meld) == 0 &&
           (int32_t)hand->size + meld->naturals > p->meld_min;
}

/* Wilds for so many more canastas, the cheapest; more than there are if there are none, or if none
 * could be joined where they are. */
static unsigned wilds_for(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                          const cn_canastas_seen *c, cn_sure_out *s, bool joining)
{
    const cn_side *side = cn_public_acting(pub);
    const unsigned open = pub->turn.open_meld;
    unsigned missing = (unsigned)rules->p.out_canastas - c->have, wilds = 0;
    const unsigned least = (unsigned)(rules->p.canasta_size - rules->p.max_wilds);
    uint64_t melds = c->melds.of_ranks & ~c->melds.full;
    if (!joining) melds &= cn_melds_in_reach(side, hand, least);
    costs cost = {.lost = 0};
    uint32_t seen = 0, ranks = 0;
    if (joining) {
        ranks = join(&cost, rules, hand, side, melds);
        if (ranks == 0) return CN_DECK_CARDS_MAX;
    }
    if (open != CN_NO_MELD && side->meld[open].rank < CN_RANKS &&
        (ranks >> side->meld[open].rank & 1) == 0) {
        const cn_meld *meld = &side->meld[open];
        add_cost(&cost, rules, meld->rank, cn_meld_size(meld) + hand->kind[meld->rank],
                 cn_meld_wilds(meld));
        s->first[meld->rank] = (uint8_t)open;
        seen = 1U << meld->rank;
        melds &= ~(UINT64_C(1) << open);
    }
    for (uint64_t left = ranks != 0 ? melds : 0; left != 0; left &= left - 1)
        if ((ranks >> side->meld[__builtin_ctzll(left)].rank & 1) != 0) melds &= ~(left & -left);
    add_costs(&cost, s, rules, hand, side, melds, seen);
    s->wanted = 0;
    for (unsigned of = 0; of < COSTS; of++) {
        const unsigned made = cost.of[of] < missing ? cost.of[of] : missing;
        if (missing > 0) s->wanted |= cost.ranks[of];
        wilds += made * of;
        missing -= made;
    }
    s->joined = ranks;
    s->room -= cost.lost < s->room ? cost.lost : s->room;
    return missing == 0 ? wilds : CN_DECK_CARDS_MAX;
}

/* Wilds that finish the begun meld with all naturals of its rank; CN_DECK_CARDS_MAX if none do. */
static unsigned due_to_open(const cn_rules *rules, const cn_public *pub, const cn_side *side,
                            const cn_cards *hand)
{
    const cn_params *p = &rules->p;
    if (pub->turn.open_meld == CN_NO_MELD || begins_sequence(pub, side)) return 0;
    const cn_meld *meld = &side->meld[pub->turn.open_meld];
    const int32_t naturals = meld->naturals + hand->kind[meld->rank];
    const int32_t size = naturals + (int32_t)cn_meld_wilds(meld);
    if (naturals < p->min_naturals || p->meld_min - naturals > p->max_wilds)
        return CN_DECK_CARDS_MAX;
    return size < p->meld_min ? (unsigned)(p->meld_min - size) : 0;
}

/* The wilds are enough, and there is room for them. */
static bool wilds_suffice(const cn_sure_out *s)
{
    return s->due + s->cost <= s->wilds && s->wilds <= s->room;
}

/* Of this hand, no card of it in a sequence. */
static void make(cn_sure_out *s, const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                 const cn_canastas_seen *c)
{
    const cn_params *p = &rules->p;
    const cn_side *side = cn_public_acting(pub);
    const unsigned naturals = (unsigned)p->min_naturals, most = (unsigned)p->max_wilds;
    const unsigned least = p->meld_min > p->min_naturals ? (unsigned)p->meld_min : naturals;
    const uint32_t held = cn_counts_from(hand->kind, 1) & CN_ALL_RANKS;
    s->twos = cn_meld_of_twos(rules, side);
    s->twos_held = hand->kind[CN_KIND_TWO] > 0;
    s->wilds =
        hand->kind[CN_KIND_JOKER] + (s->twos == CN_NO_MELD ? (unsigned)hand->kind[CN_KIND_TWO] : 0);
    s->ranks = held & cn_counts_from(side->naturals, 1);
    s->groups = held & cn_counts_from(hand->kind, least);
    const uint32_t alone = held & ~s->ranks, small = alone & ~s->groups;
    const uint32_t some = small & cn_counts_from(hand->kind, least > most ? least - most : 1);
    const uint32_t pairs = some & cn_counts_from(hand->kind, naturals);
    const unsigned pairs_due =
        (unsigned)__builtin_popcount(pairs) * least - cn_counts_sum_of(hand->kind, pairs);
    s->goes_out = false;
    s->wanted = s->joined = 0;
    s->misfits = (small & ~pairs) | (pairs_due > s->wilds ? pairs : 0);
    if (!cn_rest_goes(rules, hand, small & ~pairs) || !cn_out_needs_are_met(rules, c)) return;
    const unsigned need = (unsigned)p->out_canastas;
    const unsigned begun = (unsigned)__builtin_popcount(alone & (s->groups | pairs));
    const unsigned lie = cn_counts_sum_of(side->wilds, CN_ALL_RANKS);
    s->has_canastas = c->have >= need;
    s->groups |= pairs;
    s->pairs = s->ranks & ~s->groups & cn_counts_from(hand->kind, least - 1) &
               cn_counts_from(hand->kind, naturals);
    s->open_due = due_to_open(rules, pub, side, hand);
    s->due = pairs_due + s->open_due;
    s->room = ((unsigned)__builtin_popcountll(c->melds.of_ranks) + begun) * most - lie;
    s->cost = 0;
    if (!wilds_suffice(s)) return;
    if (c->have < need) s->cost = wilds_for(rules, pub, hand, c, s, false);
    if (!wilds_suffice(s) && may_join(s, rules, pub, hand, side))
        s->cost = wilds_for(rules, pub, hand, c, s, true);
    s->goes_out = wilds_suffice(s);
}

void cn_sure_out_begin(cn_sure_out *s, const cn_rules *rules, const cn_public *pub,
                       const cn_cards *hand)
{
    const cn_side *side = cn_public_acting(pub);
    s->goes_out = s->planned = false;
    s->told = CN_TOLD_NOTHING;
    s->held = hand->size;
    s->joins = rules->p.same_rank_melds == CN_SAME_RANK_MELDS_MANY_MAY_MERGE &&
               hand->size > (unsigned)rules->p.meld_min;
    s->applies = cn_out_may_be_weighed(rules, pub);
    if (!s->applies) return;
    s->seen = cn_canastas_look(rules, side);
    s->told = cn_out_weigh(rules, side, pub->turn.open_meld, hand, &s->seen);
}

/* The begun sequence first, then canastas of sequences, where they are wanted, then places for what
 * has none. */
static void make_by_sequences(cn_sure_out *s, const cn_rules *rules, const cn_public *pub,
                              const cn_cards *hand)
{
    const cn_params *p = &rules->p;
    const cn_side *side = cn_public_acting(pub);
    const unsigned need = (unsigned)p->out_canastas;
    cn_canastas_seen c = s->seen;
    const bool missing = (p->out_needs & CN_WORD_SEQUENCE) != 0 && !c.sequence;
    const unsigned wanted = c.have < need ? need - c.have : missing;
    if (!p->sequences || !cn_sequence_plan_begin(&s->plan, rules, side, hand)) return;
    if (begins_sequence(pub, side) && !cn_sequence_plan_finish(&s->plan, pub->turn.open_meld))
        return;
    if (wanted > 0) cn_sequence_plan_canastas(&s->plan, wanted);
    cn_sequence_plan_place(&s->plan, s->misfits);
    if (s->plan.rest.size == hand->size) return;
    c.sequence |= s->plan.canastas > 0;
    if ((p->out_not_counted & CN_WORD_SEQUENCE) == 0) c.have += s->plan.canastas;
    s->planned = true;
    make(s, rules, pub, &s->plan.rest, &c);
}

void cn_sure_out_make(cn_sure_out *s, const cn_rules *rules, const cn_public *pub,
                      const cn_cards *hand)
{
    if (!s->applies || s->told == CN_TOLD_NO) return;
    make(s, rules, pub, hand, &s->seen);
    s->goes_out &= !begins_sequence(pub, cn_public_acting(pub));
    if (!s->goes_out) make_by_sequences(s, rules, pub, hand);
}
/* A natural of the rank leaves the hand for this meld that lies there: no canasta wants it, or one
 * wants it there. */
static bool spares_natural(const cn_sure_out *s, unsigned rank, unsigned meld_i)
{
    const bool wanted = (s->wanted >> rank & 1) != 0;
    return (s->ranks >> rank & 1) != 0 && (!wanted || s->first[rank] == meld_i);
}

static bool spares_wild(const cn_sure_out *s)
{
    return s->due + s->cost < s->wilds;
}

/* A new meld of all naturals of the rank: what a canasta wants is joined after it. */
static bool spares_group(const cn_sure_out *s, unsigned rank)
{
    const bool wanted = (s->wanted >> rank & 1) != 0;
    if ((s->groups >> rank & 1) != 0) return !wanted || s->joins;
    return (s->pairs >> rank & 1) != 0 && !wanted && spares_wild(s);
}

/* It goes to the meld that the plan wants it for, or to any of its rank if it wants none. */
static bool spares_lay(const cn_sure_out *s, unsigned kind, unsigned rank, unsigned target,
                       bool begins)
{
    if (kind == CN_KIND_TWO && s->twos != CN_NO_MELD) return false;
    if (kind != rank && s->open_due > 0) return s->has_canastas; /* it is one that is due */
    if (kind != rank) return !begins && spares_wild(s);
    return begins ? spares_group(s, rank) : spares_natural(s, rank, target);
}

/* A card of a sequence: planned so, or not wanted elsewhere and in nobody's place. */
static bool spares_face(const cn_sure_out *s, cn_card face, unsigned target, bool begins)
{
    if (s->planned && cn_sequence_plan_has(&s->plan, begins ? CN_NO_MELD : target, face))
        return true;
    if (begins) return false;
    if (s->planned &&
        ((s->plan.faces >> face & 1) == 0 || !cn_sequence_plan_has_room(&s->plan, target)))
        return false;
    return spares_natural(s, face / CN_SUITS, target);
}

/* A later meld of the rank, of which no canasta is wanted, is joined to it: there is room for the
 * wilds without it, and as many canastas lie there (P56). */
static bool spares_join(const cn_sure_out *s, const cn_rules *rules, const cn_side *side,
                        unsigned meld_i)
{
    const unsigned full = (unsigned)rules->p.canasta_size, most = (unsigned)rules->p.max_wilds;
    const cn_meld *meld = &side->meld[meld_i];
    if (rules->p.same_rank_melds != CN_SAME_RANK_MELDS_MANY_MAY_MERGE ||
        (s->wanted >> meld->rank & 1) != 0 || s->wilds + most > s->room)
        return false;
    for (unsigned i = meld_i + 1; i < side->meld_count; i++) {
        const cn_meld *other = &side->meld[i];
        if (other->rank == meld->rank && cn_meld_wilds(meld) + cn_meld_wilds(other) <= most &&
            (cn_meld_size(meld) < full || cn_meld_size(other) < full))
            return true;
    }
    return false;
}

/* Some card of the hand goes to the meld, or another meld. */
static bool spares_for(const cn_sure_out *s, const cn_rules *rules, const cn_side *side,
                       unsigned meld_i)
{
    const cn_meld *meld = &side->meld[meld_i];
    if (meld_i == s->twos) return s->twos_held;
    if (meld->rank >= CN_RANKS)
        return s->planned && cn_sequence_plan_has(&s->plan, meld_i, CN_CARD_NONE);
    return spares_natural(s, meld->rank, meld_i) ||
           (spares_wild(s) && cn_meld_wilds(meld) < (unsigned)rules->p.max_wilds) ||
           spares_join(s, rules, side, meld_i);
}

/* The card, of this rank in hand, goes to another meld than those that are joined, and leaves one
 * for the join after it, or after the meld that it begins is finished. */
static bool lets_join(const cn_sure_out *s, const cn_rules *rules, unsigned rank, bool begins)
{
    const unsigned most = begins ? (unsigned)rules->p.meld_min : 1;
    return s->joined == 0 || ((s->joined >> rank & 1) == 0 && s->held > most);
}

bool cn_sure_out_after(const cn_sure_out *s, const cn_rules *rules, const cn_public *pub,
                       unsigned number)
{
    const cn_side *side = cn_public_acting(pub);
    if (cn_step_is_to_meld(number)) {
        const unsigned meld_i = number - CN_STEP_TO_MELD;
        const cn_meld *meld = &side->meld[meld_i];
        return lets_join(s, rules, meld->rank, false) && spares_for(s, rules, side, meld_i);
    }
    if (!cn_step_is_lay(number)) return false;
    const unsigned target = cn_step_target(rules, pub, number), rank = cn_step_meld(number);
    const bool begins = target == side->meld_count;
    if (target > side->meld_count) return false;
    const bool sequence = cn_step_is_sequence(number);
    const unsigned of = sequence ? (number - CN_STEP_SEQUENCE) / CN_SUITS : rank;
    if (!lets_join(s, rules, of, begins)) return false;
    if (sequence) return spares_face(s, (cn_card)(number - CN_STEP_SEQUENCE), target, begins);
    if (number == CN_STEP_LAY_TWO_TWOS) return target == s->twos;
    return rank < CN_RANKS && spares_lay(s, cn_step_kind(number), rank, target, begins);
}
