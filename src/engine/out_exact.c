/* Going out where a rank has one meld at a time: all of its naturals in hand go there, but one that
 * may be the discard, or, where canastas close, beside it once it is one. Not here: see the header.
 * Invariant: as there.
 *
 * Wilds make melds canastas or keep below: so many of them for so many canastas find room, or they
 * do not. Of canastas there must be enough, and no more than red threes where those are asked for
 * (S27). */
#include "out_exact.h"

#include "discard.h"
#include "finish.h"
#include "out.h"
#include "takers.h"

/* Cards to be laid, and the melds that they go to: of those that closed only the number counts. */
typedef struct laying {
    const cn_rules *rules;
    bool closes;                 /* canastas take no more */
    uint8_t naturals[CN_COUNTS]; /* of the melds, by rank */
    uint8_t lying[CN_COUNTS];    /* their wilds */
    uint8_t held[CN_COUNTS];     /* naturals in hand; behind the ranks it means nothing */
    unsigned closed;             /* canastas that take no more */
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
    unsigned canastas;   /* whatever becomes of the candidates */
    uint32_t candidates; /* ranks that wilds can make canastas, one bit each */
    unsigned due;        /* wilds without which something is no meld, the candidates' aside */
    unsigned room;       /* wilds that melds take, the same */
} sums;

/* ---- rules ---- */

static bool melds_never_close(const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    return p->meld_max == 0 && p->add_natural_to_canasta && p->add_wild_to_canasta &&
           rules->wild_most == 0 && p->out_needs_red3_per_canasta;
}

static bool melds_close(const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    return p->meld_max == p->canasta_size && !p->add_natural_to_canasta &&
           !p->add_wild_to_canasta && !p->out_needs_red3_per_canasta &&
           p->team_layout != CN_TEAM_LAYOUT_LONE_VS_TWO &&
           (rules->wild_most == 0 || rules->wild_most == (unsigned)p->canasta_size);
}

bool cn_is_exact(const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    return (melds_never_close(rules) || melds_close(rules)) &&
           p->same_rank_melds == CN_SAME_RANK_MELDS_ONE_MERGED &&
           p->wild_ratio == CN_WILD_RATIO_FREE && p->wild_add_min_naturals == 0 &&
           p->initial_only_wild_ranks == 0 && p->dead_rank == CN_DEAD_RANK_NONE &&
           p->wild_meld_locks_wilds == CN_WILD_MELD_LOCKS_WILDS_NO && !p->black3_meld_wilds &&
           p->min_naturals >= 2 && p->min_naturals <= p->meld_min &&
           p->meld_min < p->canasta_size && p->max_wilds < p->canasta_size &&
           !p->out_block_incomplete && p->out_needs == 0 && p->out_not_counted == 0 &&
           !p->sequences && !p->twos_as_rank;
}

/* ---- cards and melds ---- */

static unsigned wilds_of(const laying *l)
{
    return l->twos + l->jokers;
}

static unsigned most_wilds(const laying *l, unsigned rank)
{
    return (l->rules->p.no_wild_ranks >> rank & 1) != 0 ? 0 : (unsigned)l->rules->p.max_wilds;
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
    s.canastas = l->closes ? l->closed : (unsigned)__builtin_popcount(canastas);
    s.candidates = mixed & ~canastas & cn_counts_from(naturals, full - most);
    if (wilds_of(l) < full) s.candidates &= cn_counts_from(s.cards, full - wilds_of(l));
    if (l->closes) s.candidates |= canastas;
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

/* Cards in a row of melds, each of which but the last closes before the next one begins. */
typedef struct row {
    unsigned melds, last; /* cards of the last one */
} row;

static row row_of(const laying *l, unsigned cards)
{
    const unsigned full = (unsigned)l->rules->p.canasta_size;
    row r = {1, cards};
    for (; r.last > full; r.melds++) r.last -= full;
    return r;
}

static unsigned canastas_of(const laying *l, row r)
{
    return r.last == (unsigned)l->rules->p.canasta_size ? r.melds : r.melds - 1;
}

/* All naturals of the rank and so many wilds of the hand can be such a row. */
static bool rank_fits(const laying *l, row r, unsigned rank, unsigned wilds)
{
    const cn_params *p = &l->rules->p;
    const unsigned full = (unsigned)p->canasta_size, few = (unsigned)p->min_naturals;
    const unsigned most = most_wilds(l, rank), all = wilds + l->lying[rank];
    if (r.last < (unsigned)p->meld_min) return false;
    if (r.melds == 1) return all <= most;
    const unsigned first = l->naturals[rank] > few ? l->naturals[rank] : few;
    const unsigned of_first = full - first < most ? full - first : most;
    const unsigned of_others = full - few < most ? full - few : most;
    const unsigned of_last = r.last - few < most ? r.last - few : most;
    return all <= of_first + (r.melds - 2) * of_others + of_last;
}

/* A row takes so many wilds more; canastas beyond those that are wanted do not count. */
static void add_row(uint64_t *next, const reach *r, unsigned wilds, unsigned canastas)
{
    for (unsigned i = 0; i <= r->most; i++) {
        const unsigned to = i + canastas < r->most ? i + canastas : r->most;
        next[to] |= r->wilds[i] << wilds;
    }
}

/* Naturals enough for a canasta and another meld beside it. */
static bool may_lie_beside(const laying *l, unsigned rank)
{
    const cn_params *p = &l->rules->p;
    return l->naturals[rank] + l->held[rank] >= p->canasta_size - p->max_wilds + p->min_naturals;
}

static void add_closing(reach *r, const laying *l, const sums *s, unsigned rank)
{
    const unsigned full = (unsigned)l->rules->p.canasta_size, cards = s->cards[rank];
    const bool beside = may_lie_beside(l, rank);
    const unsigned lack = full > cards ? full - cards : 0;
    const unsigned last = beside || lack > wilds_of(l) ? wilds_of(l) : lack;
    uint64_t next[CN_RANKS + 1] = {0};
    for (unsigned wilds = 0; wilds <= last; wilds++) {
        const row of = row_of(l, s->cards[rank] + wilds);
        if (rank_fits(l, of, rank, wilds)) add_row(next, r, wilds, canastas_of(l, of));
    }
    memcpy(r->wilds, next, (r->most + 1) * sizeof next[0]);
}

/* Melds of wilds: old and new ones close, too. */
static void add_wild_melds(reach *r, const laying *l)
{
    const unsigned lie = l->lying[CN_MELD_WILD];
    uint64_t next[CN_RANKS + 1] = {0};
    if (lie == 0) add_row(next, r, 0, 0);
    for (unsigned wilds = lie == 0 ? 1 : 0; wilds <= wilds_of(l); wilds++) {
        const row of = row_of(l, lie + wilds);
        if (of.last >= (unsigned)l->rules->p.meld_min)
            add_row(next, r, wilds, l->rules->p.wild_canasta ? canastas_of(l, of) : 0);
    }
    memcpy(r->wilds, next, (r->most + 1) * sizeof next[0]);
}

/* False if there are too few canastas, or too many. */
static bool find_reach(reach *r, const laying *l, const sums *s)
{
    const unsigned count = (unsigned)__builtin_popcount(s->candidates);
    if (s->canastas > l->most) return false;
    r->least = l->need > s->canastas ? l->need - s->canastas : 0;
    r->most = l->most - s->canastas < count ? l->most - s->canastas : count;
    if (l->closes) r->most = r->least;
    if (r->least > r->most || r->most > CN_RANKS) return false;
    for (unsigned i = 0; i <= r->most; i++) r->wilds[i] = 0;
    r->wilds[0] = 1;
    for (uint32_t left = s->candidates; left != 0; left &= left - 1) {
        const unsigned rank = (unsigned)__builtin_ctz(left);
        if (l->closes)
            add_closing(r, l, s, rank);
        else
            add_candidate(r, l, s, rank);
    }
    if (l->rules->wild_most > 0) add_wild_melds(r, l);
    return true;
}

/* All wilds find room, or all but so many; at least one discarded if it is `due`. */
static bool wilds_find_room(const reach *r, const sums *s, unsigned wilds, unsigned spared,
                            bool due)
{
    const unsigned rest = wilds >= spared ? wilds - spared : 0, highest = due ? rest : wilds;
    if (highest < s->due || (due && spared == 0)) return false;
    const unsigned low = rest > s->room ? rest - s->room : 0, high = highest - s->due;
    const uint64_t wanted = (UINT64_C(2) << high) - (UINT64_C(1) << low);
    uint64_t found = 0;
    for (unsigned i = r->least; i <= r->most; i++) found |= r->wilds[i];
    return low <= high && (found & wanted) != 0;
}

/* With fewer cards of the ranks they are so as well, where canastas take them. */
static bool wilds_are_too_few(const reach *r, const laying *l, const sums *s)
{
    const uint64_t numbers = r->wilds[r->least];
    return !l->closes &&
           (numbers == 0 || s->due + (unsigned)__builtin_ctzll(numbers) > wilds_of(l));
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

/* Even if every candidate became one, and no rank but those with cards for two makes more. */
static bool canastas_are_too_few(const laying *l, const sums *s)
{
    const cn_params *p = &l->rules->p;
    const unsigned full = (unsigned)p->canasta_size;
    unsigned count = s->canastas + (unsigned)__builtin_popcount(s->candidates);
    if (!l->closes || count >= l->need) return count < l->need;
    if (p->wild_canasta) count += (l->lying[CN_MELD_WILD] + wilds_of(l)) / full;
    return count < l->need && wilds_of(l) < full &&
           cn_counts_from(s->cards, 2 * full - wilds_of(l)) == 0;
}

static bool goes_out(const laying *l)
{
    const sums s = sum_up(l);
    const bool two = l->twos > 0 && (l->last >> CN_KIND_TWO & 1) != 0;
    const bool joker = l->jokers > 0 && (l->last >> CN_KIND_JOKER & 1) != 0;
    reach r;
    if (s.dead || s.misfits > 1) return false;
    if (s.misfits == 1) return (l->last & s.misfit) != 0 && lays_all(l, &s);
    if (canastas_are_too_few(l, &s)) return false;
    if (find_reach(&r, l, &s)) {
        const bool due = l->discard_due && !black3_may_go(l);
        if (wilds_find_room(&r, &s, wilds_of(l), two || joker, due)) return true;
        if (wilds_are_too_few(&r, l, &s)) return false;
    }
    return goes_out_by_natural(l);
}

/* Those that closed leave nothing but their number. */
static void leave_out_closed(laying *l, const cn_side *side)
{
    const unsigned full = (unsigned)l->rules->p.canasta_size;
    for (uint64_t left = cn_melds_look(side, full).full; left != 0; left &= left - 1) {
        const cn_meld *meld = &side->meld[__builtin_ctzll(left)];
        l->naturals[meld->rank] = (uint8_t)(l->naturals[meld->rank] - meld->naturals);
        l->lying[meld->rank] = (uint8_t)(l->lying[meld->rank] - cn_meld_wilds(meld));
        l->closed += meld->rank < CN_RANKS || l->rules->p.wild_canasta;
    }
}

/* The position as it lies; false if nothing is told of it. */
static bool set_laying(laying *l, const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    const cn_side *side = cn_public_acting(pub);
    const bool red3 = hand->kind[CN_KIND_RED3] > 0; /* it must be the discard */
    l->closes = rules->p.meld_max > 0;
    if (pub->turn.laid_black3 != CN_BLACK3_NONE || side->naturals[CN_MELD_BLACK3] > 0 ||
        side->meld_count + CN_COUNTS > CN_MELDS_MAX || (!l->closes && !cn_melds_are_single(side)))
        return false;
    l->rules = rules;
    memcpy(l->naturals, side->naturals, sizeof l->naturals);
    memcpy(l->lying, side->wilds, sizeof l->lying);
    memcpy(l->held, hand->kind, sizeof l->held);
    l->closed = 0;
    l->twos = hand->kind[CN_KIND_TWO];
    l->jokers = hand->kind[CN_KIND_JOKER];
    l->black3 = hand->kind[CN_KIND_BLACK3];
    l->last = red3 ? 0 : ~(cn_never_last(rules) | cn_never_discarded(rules));
    l->discard_due = rules->p.out_discard != CN_OUT_DISCARD_OPTIONAL && !red3;
    l->need = (unsigned)rules->p.out_canastas;
    l->most = CN_DECK_CARDS_MAX;
    if (l->closes)
        leave_out_closed(l, side);
    else
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

cn_told cn_exact_out(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    laying l;
    return set_laying(&l, rules, pub, hand) ? tell(&l, hand) : CN_TOLD_NOTHING;
}

/* A natural or a wild is laid on a meld of the rank, or one of wilds. */
static void lay(laying *l, unsigned kind, unsigned rank)
{
    const unsigned full = (unsigned)l->rules->p.canasta_size;
    l->twos -= kind == CN_KIND_TWO;
    l->jokers -= kind == CN_KIND_JOKER;
    if (kind < CN_RANKS) {
        l->held[rank]--;
        l->naturals[rank]++;
    } else {
        l->lying[rank]++;
    }
    if (!l->closes || l->naturals[rank] + (unsigned)l->lying[rank] < full) return;
    l->naturals[rank] = l->lying[rank] = 0;
    l->closed += rank < CN_RANKS || l->rules->p.wild_canasta;
}

cn_told cn_exact_out_after(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                           unsigned number)
{
    laying l;
    if (rules->p.team_layout == CN_TEAM_LAYOUT_LONE_VS_TWO) return CN_TOLD_NOTHING; /* S18 */
    if (!cn_step_is_lay(number) || !set_laying(&l, rules, pub, hand)) return CN_TOLD_NOTHING;
    const unsigned rank = cn_step_meld(number);
    if (rank >= CN_RANKS && rank != CN_MELD_WILD) return CN_TOLD_NOTHING;
    lay(&l, cn_step_kind(number), rank);
    return tell(&l, hand);
}

bool cn_exact_stays(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    return !cn_may_go_out_at_all(rules, pub, hand) || cn_exact_out(rules, pub, hand) == CN_TOLD_NO;
}
