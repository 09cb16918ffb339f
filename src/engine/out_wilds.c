/* Going out where a rank has one meld at a time: all of its naturals in hand go there, but one that
 * may be the discard, or, where canastas close, beside it once it is one. Not here: see the header.
 * Invariant: as there.
 *
 * Few melds can be canastas or not. For these the numbers of wilds that they take are noted
 * together with the canastas that they become; the others take any number up to their room. */
#include "out_wilds.h"

#include "rare.h"

/* ---- cards and melds ---- */

/* What it comes to. */
typedef struct sums {
    uint8_t cards[CN_COUNTS];
    unsigned misfits;    /* cards that no meld takes */
    uint32_t misfit;     /* the kinds of these, one bit each */
    uint32_t spare;      /* ranks of which a natural may be the discard, one bit each */
    unsigned canastas;   /* whatever becomes of the candidates */
    uint32_t candidates; /* ranks whose melds can be canastas or not, one bit each */
    uint32_t complete;   /* of them those that are without wilds of the hand */
    unsigned due;        /* wilds without which something is no meld, the candidates' aside */
    unsigned room;       /* wilds that melds take, the same */
    uint32_t others;     /* ranks of the spare ones that are no candidates */
    uint32_t small;      /* of them those that need a wild more then */
} sums;

static unsigned wilds_of(const cn_laying *l)
{
    return l->twos + l->jokers;
}

/* Ranks with naturals enough for a meld, and so many more. */
static uint32_t ranks_with_enough(const cn_laying *l, const sums *s, const uint8_t *naturals,
                                  unsigned more)
{
    const cn_params *p = &l->rules->p;
    const unsigned few = (unsigned)p->min_naturals, pure = (unsigned)p->no_wild_ranks;
    const unsigned lack = p->meld_min > p->max_wilds ? (unsigned)(p->meld_min - p->max_wilds) : 0;
    const uint32_t enough = cn_counts_from(naturals, (lack > few ? lack : few) + more);
    if (pure == 0) return enough;
    return enough & (~pure | cn_counts_from(s->cards, (unsigned)p->meld_min + more));
}

static void add_misfits(sums *s, unsigned count, uint32_t kinds)
{
    s->misfits += count;
    s->misfit |= kinds;
}

static void add_black3(sums *s, const cn_laying *l)
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

/* Of `ranks` those that can be canastas or not; the naturals of one may be one fewer. */
static uint32_t candidates_among(const cn_laying *l, const sums *s, const uint8_t *naturals,
                                 uint32_t ranks, uint32_t canastas)
{
    const cn_params *p = &l->rules->p;
    const unsigned full = (unsigned)p->canasta_size, wilds = wilds_of(l);
    const uint32_t mixed = ranks & ~(uint32_t)p->no_wild_ranks;
    uint32_t found = mixed & ~canastas & cn_counts_from(naturals, full - (unsigned)p->max_wilds);
    if (wilds < full) found &= cn_counts_from(s->cards, full - wilds);
    if (l->closes) return found | canastas;
    return found | (s->spare & canastas & ~cn_counts_from(s->cards, full + 1));
}

/* All ranks at once; false if cards are left, or a meld that lies there cannot be finished. */
static bool sum_up(sums *s, const cn_laying *l)
{
    const cn_params *p = &l->rules->p;
    const unsigned least = (unsigned)p->meld_min, most = (unsigned)p->max_wilds;
    uint8_t naturals[CN_COUNTS];
    cn_counts_add(naturals, l->naturals, l->held);
    cn_counts_add(s->cards, naturals, l->lying);
    s->misfits = s->misfit = s->spare = 0;
    uint32_t ranks = cn_counts_from(naturals, 1) & CN_ALL_RANKS;
    const uint32_t left = ranks & ~ranks_with_enough(l, s, naturals, 0);
    if ((left & cn_counts_from(l->naturals, 1)) != 0) return false;
    if (left != 0) add_misfits(s, cn_counts_sum_of(l->held, left), left);
    if (l->black3 > 0) add_black3(s, l);
    if (s->misfits > 1 || (s->misfit & ~l->last) != 0) return false;
    ranks &= ~left;
    if (s->misfits == 0)
        s->spare =
            ranks & l->last & cn_counts_from(l->held, 1) & ranks_with_enough(l, s, naturals, 1);
    const uint32_t canastas = ranks & cn_counts_from(s->cards, (unsigned)p->canasta_size);
    s->candidates = candidates_among(l, s, naturals, ranks, canastas);
    s->complete = canastas & s->candidates;
    s->canastas = l->closed + (unsigned)__builtin_popcount(canastas & ~s->candidates);
    const uint32_t others = ranks & ~(uint32_t)p->no_wild_ranks & ~s->candidates;
    const uint32_t small = others & ~cn_counts_from(s->cards, least);
    s->due = (unsigned)__builtin_popcount(small) * least - cn_counts_sum_of(s->cards, small);
    s->room = (unsigned)__builtin_popcount(others) * most - cn_counts_sum_of(l->lying, others);
    s->others = s->spare & ~s->candidates;
    s->small = s->others & ~cn_counts_from(s->cards, least + 1);
    return true;
}

/* ---- wilds of the candidates ---- */

/* Numbers of wilds that they take, a bit for each, in a lane for each number of canastas that may
 * still be made; one more than there may be falls out, or, where canastas close, counts as none. */
typedef struct fills {
    uint64_t all;     /* with all naturals */
    uint64_t but_one; /* one of them is the discard */
} fills;

enum { LANE = 12, LANES = 5, LOWEST = 0xfff, FEW_MOST = 5, FEW = 0x3f };
#define FIRST_OF_EACH UINT64_C(0x0001001001001001)

/* Cards in a row of melds, each of which but the last closes before the next one begins. */
typedef struct row {
    unsigned melds, last; /* cards of the last one */
} row;

static row row_of(const cn_laying *l, unsigned cards)
{
    const unsigned full = (unsigned)l->rules->p.canasta_size;
    row r = {1, cards};
    for (; l->closes && r.last > full; r.melds++) r.last -= full;
    return r;
}

static unsigned canastas_of(const cn_laying *l, row r)
{
    return r.last >= (unsigned)l->rules->p.canasta_size ? r.melds : r.melds - 1;
}

/* All naturals of the rank and so many wilds of the hand can be such a row. */
static bool rank_fits(const cn_laying *l, row r, unsigned rank, unsigned wilds)
{
    const cn_params *p = &l->rules->p;
    const unsigned full = (unsigned)p->canasta_size, few = (unsigned)p->min_naturals;
    const unsigned most = (p->no_wild_ranks >> rank & 1) != 0 ? 0 : (unsigned)p->max_wilds;
    const unsigned all = wilds + l->lying[rank];
    if (r.last < (unsigned)p->meld_min) return false;
    if (r.melds == 1) return all <= most;
    const unsigned first = l->naturals[rank] > few ? l->naturals[rank] : few;
    const unsigned of_first = full - first < most ? full - first : most;
    const unsigned of_others = full - few < most ? full - few : most;
    const unsigned of_last = r.last - few < most ? r.last - few : most;
    return all <= of_first + (r.melds - 2) * of_others + of_last;
}

/* With so many wilds more in a row of so many canastas. */
static uint64_t with_row(const cn_laying *l, uint64_t from, unsigned wilds, unsigned canastas)
{
    uint64_t to = (from & FIRST_OF_EACH * (LOWEST >> wilds)) << wilds;
    for (; canastas > 0; canastas--) to = to >> LANE | (l->closes ? to & LOWEST : 0);
    return to;
}

/* The same where a rank with so many cards may be more than one meld. */
static CN_RARE void add_rows(fills *f, const cn_laying *l, const sums *s, unsigned rank)
{
    const bool spare = (s->spare >> rank & 1) != 0;
    fills next = {0, 0};
    for (unsigned wilds = 0; wilds <= wilds_of(l); wilds++) {
        const row r = row_of(l, s->cards[rank] + wilds);
        if (rank_fits(l, r, rank, wilds)) {
            next.all |= with_row(l, f->all, wilds, canastas_of(l, r));
            next.but_one |= with_row(l, f->but_one, wilds, canastas_of(l, r));
        }
        const row fewer = row_of(l, s->cards[rank] + wilds - 1);
        if (spare && rank_fits(l, fewer, rank, wilds))
            next.but_one |= with_row(l, f->all, wilds, canastas_of(l, fewer));
    }
    *f = next;
}

/* Numbers of wilds of the hand with which so many cards are one meld, a bit for each. */
static uint64_t wilds_of_meld(const cn_laying *l, unsigned rank, unsigned cards)
{
    const cn_params *p = &l->rules->p;
    const unsigned full = (unsigned)p->canasta_size, least = (unsigned)p->meld_min;
    const unsigned most = (p->no_wild_ranks >> rank & 1) != 0 ? 0 : (unsigned)p->max_wilds;
    const unsigned from = cards < least ? least - cards : 0, lie = l->lying[rank];
    unsigned below = most >= lie ? most - lie + 1 : 0; /* numbers */
    const unsigned room = full >= cards ? full - cards + 1 : 0;
    if (l->closes && below > room) below = room;
    if (below > wilds_of(l) + 1) below = wilds_of(l) + 1;
    return ((UINT64_C(1) << below) - 1) & ~((UINT64_C(1) << from) - 1);
}

/* Such a meld takes each of these numbers of wilds; from some number on it is a canasta. */
static uint64_t with_meld(const cn_laying *l, uint64_t from, uint64_t takes, unsigned cards)
{
    const unsigned full = (unsigned)l->rules->p.canasta_size;
    const uint64_t stays = LOWEST & (0U - (uint64_t)l->closes);
    uint64_t sum = 0;
    from &= FIRST_OF_EACH * FEW; /* more are never held */
    for (; takes != 0; takes &= takes - 1) {
        const unsigned wilds = (unsigned)__builtin_ctzll(takes), canasta = cards + wilds >= full;
        const uint64_t to = from << wilds;
        sum |= to >> (LANE * canasta) | (to & stays);
    }
    return sum;
}

static void add_candidate(fills *f, const cn_laying *l, const sums *s, unsigned rank)
{
    const cn_params *p = &l->rules->p;
    const unsigned cards = s->cards[rank], held = wilds_of(l);
    const bool spare = (s->spare >> rank & 1) != 0;
    if (held > FEW_MOST ||
        (l->closes && cards + held >= (unsigned)(p->canasta_size + p->meld_min))) {
        add_rows(f, l, s, rank);
        return;
    }
    const uint64_t takes = wilds_of_meld(l, rank, cards), all = f->all;
    f->all = with_meld(l, all, takes, cards);
    if (f->but_one == 0 && !spare) return;
    f->but_one = with_meld(l, f->but_one, takes, cards);
    if (spare) f->but_one |= with_meld(l, all, wilds_of_meld(l, rank, cards - 1), cards - 1);
}

/* Melds of wilds: old and new ones close, too. */
static void add_wild_melds(fills *f, const cn_laying *l)
{
    const cn_params *p = &l->rules->p;
    const unsigned lie = l->lying[CN_MELD_WILD];
    fills next = {0, 0};
    if (lie == 0) next = *f;
    for (unsigned wilds = lie == 0 ? 1 : 0; wilds <= wilds_of(l); wilds++) {
        const row r = row_of(l, lie + wilds);
        const unsigned canastas = p->wild_canasta ? canastas_of(l, r) : 0;
        if (r.last < (unsigned)p->meld_min) continue;
        next.all |= with_row(l, f->all, wilds, canastas);
        next.but_one |= with_row(l, f->but_one, wilds, canastas);
    }
    *f = next;
}

static fills fill_candidates(const cn_laying *l, const sums *s, unsigned canastas)
{
    fills f = {UINT64_C(1) << LANE * canastas, 0};
    for (uint32_t left = s->candidates; left != 0 && (f.all | f.but_one) != 0; left &= left - 1)
        add_candidate(&f, l, s, (unsigned)__builtin_ctz(left));
    if (l->rules->wild_most > 0) add_wild_melds(&f, l);
    return f;
}

/* ---- all together ---- */

/* The candidates take such a number, the others at least `due` and what is left. */
static bool wilds_find_room(uint64_t fill, const sums *s, unsigned wilds, unsigned due)
{
    const unsigned low = wilds > s->room ? wilds - s->room : 0;
    if (wilds < low + due) return false;
    return (fill & ((UINT64_C(2) << (wilds - due)) - (UINT64_C(1) << low))) != 0;
}

/* One of a group of black threes is the discard. */
static bool black3_may_go(const cn_laying *l)
{
    return l->black3 > (unsigned)l->rules->p.black3_meld_min &&
           (l->last >> CN_KIND_BLACK3 & 1) != 0;
}

/* By a discard that is none of the candidates' naturals, or without. */
static bool goes_out_with_all(const cn_laying *l, const sums *s, uint64_t fill)
{
    const unsigned wilds = wilds_of(l);
    const bool two = l->twos > 0 && (l->last >> CN_KIND_TWO & 1) != 0;
    const bool joker = l->jokers > 0 && (l->last >> CN_KIND_JOKER & 1) != 0;
    const bool due = l->discard_due && s->misfits == 0 && !black3_may_go(l);
    if ((!due || (s->others & ~s->small) != 0) && wilds_find_room(fill, s, wilds, s->due))
        return true;
    if (s->misfits == 0 && (two || joker) && wilds_find_room(fill, s, wilds - 1, s->due))
        return true;
    return due && s->small != 0 && wilds_find_room(fill, s, wilds, s->due + 1);
}

/* Fewest wilds with which so many candidates more are canastas; more than there are if none are. */
static unsigned wilds_to_complete(const cn_laying *l, const sums *s, unsigned missing)
{
    const cn_params *p = &l->rules->p;
    const unsigned full = (unsigned)p->canasta_size, most = (unsigned)p->max_wilds;
    uint32_t left = s->candidates & ~s->complete;
    unsigned wilds = 0;
    for (unsigned lack = 1; missing > 0 && lack <= most; lack++) {
        const uint32_t ranks = left & cn_counts_from(s->cards, full - lack) &
                               ~cn_counts_from(l->lying, most - lack + 1);
        const unsigned count = (unsigned)__builtin_popcount(ranks);
        const unsigned done = count < missing ? count : missing;
        left &= ~ranks;
        missing -= done;
        wilds += done * lack;
    }
    return missing > 0 ? wilds_of(l) + 1 : wilds;
}

/* Wilds that the candidates have room for, no more than make them canastas. */
static unsigned room_of_candidates(const cn_laying *l, const sums *s)
{
    const cn_params *p = &l->rules->p;
    uint8_t most[CN_COUNTS], full[CN_COUNTS], room[CN_COUNTS], lack[CN_COUNTS];
    memset(most, (int)p->max_wilds, sizeof most);
    memset(full, (int)p->canasta_size, sizeof full);
    cn_counts_less(room, most, l->lying);
    cn_counts_less(lack, full, s->cards);
    cn_counts_least(room, room, lack);
    return cn_counts_sum_of(room, s->candidates & ~(uint32_t)p->no_wild_ranks);
}

/* Candidates that are more than one canasta, where canastas close: those of one natural more, which
 * must be the discard, and others whose rest is no meld. */
static void look_beyond(const cn_laying *l, const sums *s, uint32_t *one, uint32_t *others)
{
    const unsigned full = (unsigned)l->rules->p.canasta_size;
    const uint32_t beyond = s->candidates & cn_counts_from(s->cards, full + 1);
    *one = *others = 0;
    if (!l->closes || beyond == 0) return;
    *one = beyond & ~cn_counts_from(s->cards, full + 2);
    *others = beyond & ~*one &
              ~(cn_counts_from(s->cards, full + (unsigned)l->rules->p.meld_min) &
                ~cn_counts_from(s->cards, 2 * full));
}

/* Wilds are too few for what must become a meld: where canastas close, one of a natural more than
 * that, of which there may be a single one, must be the discard. */
static bool wilds_are_too_few(const cn_laying *l, const sums *s)
{
    const cn_params *p = &l->rules->p;
    const unsigned full = (unsigned)p->canasta_size, wilds = wilds_of(l);
    if (s->due > wilds) return true;
    if (!l->closes || wilds + 1 >= (unsigned)p->meld_min) return false;
    const unsigned enough = full + (unsigned)p->meld_min - wilds;
    const uint32_t beyond = s->candidates & cn_counts_from(s->cards, full + 1);
    const uint32_t short_ones = beyond & ~cn_counts_from(s->cards, enough);
    const uint32_t discards = s->spare & ~cn_counts_from(s->cards, full + 2);
    return ((short_ones & ~discards) | (short_ones & (short_ones - 1))) != 0;
}

/* Of the simplest ways one goes out: of the candidates just enough are canastas, and where canastas
 * close the others may take wilds, too. */
static bool goes_out_simply(const cn_laying *l, const sums *s)
{
    const unsigned least = (unsigned)l->rules->p.meld_min, lie = l->lying[CN_MELD_WILD];
    const unsigned canastas = s->canastas + (unsigned)__builtin_popcount(s->complete);
    const unsigned missing = l->need > canastas ? l->need - canastas : 0, held = wilds_of(l);
    const uint32_t few = s->candidates & ~cn_counts_from(s->cards, least);
    uint32_t one, others;
    look_beyond(l, s, &one, &others);
    if ((few | others | (one & (~s->spare | (one - 1)))) != 0 || (lie > 0 && lie < least) ||
        canastas + missing > l->most)
        return false;
    const unsigned wilds = wilds_to_complete(l, s, missing);
    if (wilds > held) return false;
    const unsigned most = l->closes ? room_of_candidates(l, s) : wilds;
    const uint64_t fill = (UINT64_C(2) << (most < held ? most : held)) - (UINT64_C(1) << wilds);
    return one != 0 ? wilds_find_room(fill, s, held, s->due) : goes_out_with_all(l, s, fill);
}

cn_told cn_laying_goes_out(const cn_laying *l)
{
    sums s;
    if (wilds_of(l) >= LANE) return CN_TOLD_NOTHING;
    if (!sum_up(&s, l) || s.canastas > l->most || wilds_are_too_few(l, &s)) return CN_TOLD_NO;
    if (goes_out_simply(l, &s)) return CN_TOLD_YES;
    const unsigned missing = l->need > s.canastas ? l->need - s.canastas : 0;
    unsigned canastas = missing;
    if (!l->closes) {
        const unsigned count = (unsigned)__builtin_popcount(s.candidates);
        canastas = l->most - s.canastas < count ? l->most - s.canastas : count;
        if (missing > canastas) return CN_TOLD_NO;
    }
    if (canastas >= LANES) return CN_TOLD_NOTHING;
    fills f = fill_candidates(l, &s, canastas);
    for (unsigned i = missing; i < canastas; i++) { /* more than are missing are welcome */
        f.all |= f.all >> LANE;
        f.but_one |= f.but_one >> LANE;
    }
    const bool goes = goes_out_with_all(l, &s, f.all & LOWEST) ||
                      wilds_find_room(f.but_one & LOWEST, &s, wilds_of(l), s.due);
    return goes ? CN_TOLD_YES : CN_TOLD_NO;
}
