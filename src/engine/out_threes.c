/* Going out where a side needs a red three for every canasta: neither too few canastas nor too
 * many. Not here: canastas that may be as many as they like (out_ranks.c). Invariant: as in the
 * header.
 *
 * Each rank has one meld, with all its naturals but one that may be the discard. Wilds make it a
 * canasta or keep below one: so many of them for so many canastas find room, or they do not. */
#include "out_threes.h"

#include "discard.h"
#include "finish.h"
#include "out.h"

/* Cards to be laid, and the table that they go to. */
typedef struct laying {
    const cn_rules *rules;
    uint8_t naturals[CN_COUNTS]; /* of the melds, by rank */
    uint8_t lying[CN_COUNTS];    /* their wilds */
    uint8_t held[CN_COUNTS];     /* naturals in hand; behind the ranks it means nothing */
    unsigned twos, jokers, black3;
    uint32_t last;       /* kinds of which a card may be the discard, one bit each */
    bool discard_due;    /* there must be one */
    unsigned need, most; /* canastas, at least and at most */
} laying;

/* What it comes to. */
typedef struct sums {
    uint8_t cards[CN_COUNTS];
    bool dead;           /* a meld that lies there cannot be finished */
    unsigned misfits;    /* cards that no meld takes */
    uint32_t misfit;     /* the kinds of these, one bit each */
    unsigned canastas;   /* by naturals, or that lie there */
    uint32_t candidates; /* ranks that wilds can make canastas, one bit each */
    unsigned due;        /* wilds without which something is no meld, the candidates' aside */
    unsigned room;       /* wilds that melds take, the same */
} sums;

bool cn_threes_are_free(const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    return p->out_needs_red3_per_canasta && p->same_rank_melds == CN_SAME_RANK_MELDS_ONE_MERGED &&
           p->meld_max == 0 && p->add_natural_to_canasta && p->add_wild_to_canasta &&
           p->wild_ratio == CN_WILD_RATIO_FREE && p->wild_add_min_naturals == 0 &&
           p->initial_only_wild_ranks == 0 && p->dead_rank == CN_DEAD_RANK_NONE &&
           p->wild_meld_locks_wilds == CN_WILD_MELD_LOCKS_WILDS_NO && !p->black3_meld_wilds &&
           p->min_naturals >= 2 && p->meld_min < p->canasta_size &&
           p->max_wilds < p->canasta_size && !p->out_block_incomplete && p->out_needs == 0 &&
           p->out_not_counted == 0 && rules->wild_most == 0 && !p->sequences && !p->twos_as_rank;
}

/* ---- cards and melds ---- */

static unsigned wilds_of(const laying *l)
{
    return l->twos + l->jokers;
}

static void add_misfits(sums *s, unsigned count, uint32_t kinds)
{
    s->misfits += count;
    s->misfit |= kinds;
}

/* Ranks of which there are cards, but too few naturals for a meld: none may lie there. */
static uint32_t find_misfits(sums *s, const laying *l, const uint8_t *naturals, uint32_t ranks)
{
    const cn_params *p = &l->rules->p;
    const unsigned least = (unsigned)p->meld_min, few = (unsigned)p->min_naturals;
    const unsigned lack = p->meld_min > p->max_wilds ? (unsigned)(p->meld_min - p->max_wilds) : 0;
    uint32_t left = ranks & ~cn_counts_from(naturals, lack > few ? lack : few);
    left |= ranks & (uint32_t)p->no_wild_ranks & ~cn_counts_from(s->cards, least);
    s->dead = (left & cn_counts_from(l->naturals, 1)) != 0;
    add_misfits(s, cn_counts_sum_of(l->held, left), left);
    return left;
}

static void add_black3(sums *s, const laying *l)
{
    const cn_params *p = &l->rules->p;
    const unsigned most = l->rules->black3_most, kind = 1U << CN_KIND_BLACK3;
    const bool may =
        p->black3_meld == CN_BLACK3_MELD_GOING_OUT && l->black3 >= (unsigned)p->black3_meld_min;
    if (!may)
        add_misfits(s, l->black3, kind);
    else if (l->black3 > most)
        add_misfits(s, l->black3 - most, kind);
}

/* All ranks at once. */
static sums sum_up(const laying *l)
{
    const cn_params *p = &l->rules->p;
    const unsigned least = (unsigned)p->meld_min, full = (unsigned)p->canasta_size;
    const unsigned most = (unsigned)p->max_wilds;
    uint8_t naturals[CN_COUNTS];
    sums s = {.misfits = 0};
    cn_counts_add(naturals, l->naturals, l->held);
    cn_counts_add(s.cards, naturals, l->lying);
    uint32_t ranks = cn_counts_from(naturals, 1) & CN_ALL_RANKS;
    ranks &= ~find_misfits(&s, l, naturals, ranks);
    if (l->black3 > 0) add_black3(&s, l);
    const uint32_t mixed = ranks & ~(uint32_t)p->no_wild_ranks;
    const uint32_t canastas = ranks & cn_counts_from(s.cards, full);
    s.canastas = (unsigned)__builtin_popcount(canastas);
    s.candidates = mixed & ~canastas & cn_counts_from(naturals, full - most);
    const uint32_t others = mixed & ~s.candidates, small = others & ~cn_counts_from(s.cards, least);
    s.due = (unsigned)__builtin_popcount(small) * least - cn_counts_sum_of(s.cards, small);
    s.room = (unsigned)__builtin_popcount(others) * most - cn_counts_sum_of(l->lying, others);
    return s;
}

/* ---- wilds ---- */

/* Wilds that the candidates can take, a bit for each number, by the canastas that they become; none
 * for more canastas than there may be. */
typedef struct reach {
    unsigned least, most; /* canastas that are wanted, by the place below */
    uint64_t wilds[CN_RANKS + 1];
} reach;

/* Each of these numbers with `from` to `to` more. */
static uint64_t with_more(uint64_t wilds, unsigned from, unsigned to)
{
    uint64_t more = 0;
    for (unsigned i = from; i <= to; i++) more |= wilds << i;
    return more;
}

/* Its meld as a canasta, or with fewer wilds. */
static void add_candidate(reach *r, const laying *l, const sums *s, unsigned rank)
{
    const cn_params *p = &l->rules->p;
    const unsigned full = (unsigned)p->canasta_size, least = (unsigned)p->meld_min;
    const unsigned cards = s->cards[rank], due = cards < least ? least - cards : 0;
    const unsigned room = (unsigned)p->max_wilds - l->lying[rank], lack = full - cards;
    for (unsigned i = r->most + 1; i-- > 0;) {
        const uint64_t below = with_more(r->wilds[i], due, lack - 1);
        r->wilds[i] = below | (i > 0 ? with_more(r->wilds[i - 1], lack, room) : 0);
    }
}

/* False if there are too few canastas, or too many. */
static bool find_reach(reach *r, const laying *l, const sums *s)
{
    const unsigned count = (unsigned)__builtin_popcount(s->candidates);
    if (s->canastas > l->most) return false;
    r->least = l->need > s->canastas ? l->need - s->canastas : 0;
    r->most = l->most - s->canastas < count ? l->most - s->canastas : count;
    if (r->least > r->most) return false;
    for (unsigned i = 0; i <= r->most; i++) r->wilds[i] = 0;
    r->wilds[0] = 1;
    for (uint32_t left = s->candidates; left != 0; left &= left - 1)
        add_candidate(r, l, s, (unsigned)__builtin_ctz(left));
    return true;
}

/* All wilds find room, or all but so many; at least one discarded if it is `due`. */
static bool wilds_find_room(const reach *r, const sums *s, unsigned wilds, unsigned spared,
                            bool due)
{
    const unsigned rest = wilds - spared, highest = due ? rest : wilds;
    if (highest < s->due || (due && spared == 0)) return false;
    const unsigned low = rest > s->room ? rest - s->room : 0, high = highest - s->due;
    const uint64_t wanted = (UINT64_C(2) << high) - (UINT64_C(1) << low);
    uint64_t found = 0;
    for (unsigned i = r->least; i <= r->most; i++) found |= r->wilds[i];
    return low <= high && (found & wanted) != 0;
}

/* With fewer cards of the ranks they are so as well. */
static bool wilds_are_too_few(const reach *r, const sums *s, unsigned wilds)
{
    return s->due + (unsigned)__builtin_ctzll(r->wilds[r->least]) > wilds;
}

/* ---- all together ---- */

/* Every card is laid; the discard is chosen. */
static bool lays_all(const laying *l, const sums *s)
{
    reach r;
    return find_reach(&r, l, s) && wilds_find_room(&r, s, wilds_of(l), 0, false);
}

/* A natural is the discard, which leaves its meld with fewer cards. */
static bool goes_out_by_natural(const laying *l)
{
    laying fewer = *l;
    for (uint32_t left = cn_counts_from(l->held, 1) & CN_ALL_RANKS & l->last; left != 0;
         left &= left - 1) {
        const unsigned rank = (unsigned)__builtin_ctz(left);
        fewer.held[rank]--;
        const sums s = sum_up(&fewer);
        if (!s.dead && s.misfits == 0 && lays_all(&fewer, &s)) return true;
        fewer.held[rank]++;
    }
    return false;
}

/* One of a group of black threes is the discard. */
static bool black3_may_go(const laying *l)
{
    return l->black3 > (unsigned)l->rules->p.black3_meld_min &&
           (l->last >> CN_KIND_BLACK3 & 1) != 0;
}

static bool goes_out(const laying *l)
{
    const sums s = sum_up(l);
    const bool two = l->twos > 0 && (l->last >> CN_KIND_TWO & 1) != 0;
    const bool joker = l->jokers > 0 && (l->last >> CN_KIND_JOKER & 1) != 0;
    reach r;
    if (s.dead || s.misfits > 1) return false;
    if (s.misfits == 1) return (l->last & s.misfit) != 0 && lays_all(l, &s);
    if (s.canastas + (unsigned)__builtin_popcount(s.candidates) < l->need) return false;
    if (find_reach(&r, l, &s)) {
        const bool due = l->discard_due && !black3_may_go(l);
        if (wilds_find_room(&r, &s, wilds_of(l), two || joker, due)) return true;
        if (wilds_are_too_few(&r, &s, wilds_of(l))) return false;
    }
    return goes_out_by_natural(l);
}

/* The position as it lies; false if nothing is told of it. */
static bool set_laying(laying *l, const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    const cn_side *side = cn_public_acting(pub);
    const bool red3 = hand->kind[CN_KIND_RED3] > 0; /* it must be the discard */
    if (pub->turn.laid_black3 != CN_BLACK3_NONE || !cn_melds_are_single(side) ||
        side->naturals[CN_MELD_BLACK3] > 0)
        return false;
    l->rules = rules;
    memcpy(l->naturals, side->naturals, sizeof l->naturals);
    memcpy(l->lying, side->wilds, sizeof l->lying);
    memcpy(l->held, hand->kind, sizeof l->held);
    l->twos = hand->kind[CN_KIND_TWO];
    l->jokers = hand->kind[CN_KIND_JOKER];
    l->black3 = hand->kind[CN_KIND_BLACK3];
    l->last = red3 ? 0 : ~(cn_never_last(rules) | cn_never_discarded(rules));
    l->discard_due = rules->p.out_discard != CN_OUT_DISCARD_OPTIONAL && !red3;
    l->need = (unsigned)rules->p.out_canastas;
    l->most = cn_side_red3(rules, pub, pub->side_of[pub->asker]);
    return true;
}

/* Red threes in hand can never be laid: one may be the last discard. */
static cn_told tell(const laying *l, const cn_cards *hand)
{
    const unsigned red3 = hand->kind[CN_KIND_RED3];
    const uint32_t barred = cn_never_last(l->rules) | cn_never_discarded(l->rules);
    if (red3 > 1 || (red3 == 1 && (barred >> CN_KIND_RED3 & 1) != 0)) return CN_TOLD_NO;
    return goes_out(l) ? CN_TOLD_YES : CN_TOLD_NO;
}

cn_told cn_threes_tell(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    laying l;
    return set_laying(&l, rules, pub, hand) ? tell(&l, hand) : CN_TOLD_NOTHING;
}

cn_told cn_threes_tell_after(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                             unsigned number)
{
    laying l;
    if (rules->p.team_layout == CN_TEAM_LAYOUT_LONE_VS_TWO) return CN_TOLD_NOTHING; /* S18 */
    if (!cn_step_is_lay(number) || !set_laying(&l, rules, pub, hand)) return CN_TOLD_NOTHING;
    const unsigned kind = cn_step_kind(number), rank = cn_step_meld(number);
    if (rank >= CN_RANKS) return CN_TOLD_NOTHING;
    l.twos -= kind == CN_KIND_TWO;
    l.jokers -= kind == CN_KIND_JOKER;
    if (kind == rank) {
        l.held[rank]--;
        l.naturals[rank]++;
    } else {
        l.lying[rank]++;
    }
    return tell(&l, hand);
}

bool cn_threes_forbid_out(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    return !cn_may_go_out_at_all(rules, pub, hand) ||
           cn_threes_tell(rules, pub, hand) == CN_TOLD_NO;
}
