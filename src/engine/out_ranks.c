/* Going out told from counts: places for the naturals, room for the wilds, and what canastas cost.
 * Not here: single arrangements (arrange.c). Invariant: yes is proved by melds that are never
 * joined, no by bounds that leave all joins open.
 *
 * By free rules a meld takes any number of naturals and wilds up to their limit, at any time, so
 * that a rank asks for nothing but enough naturals, and for wilds where a group has too few cards.
 */
#include "out_ranks.h"

#include <stddef.h>

#include "counts.h"
#include "finish.h"
#include "out_twos.h"

enum { COSTS_MAX = 2 * CN_MELDS_MAX };

/* Wilds that further canastas would take, each at the least. */
typedef struct costs {
    unsigned count;
    uint8_t wilds[COSTS_MAX];
} costs;

/* A rank with all its melds that are no canastas yet. */
typedef struct rank_sum {
    uint8_t naturals, wilds; /* in unfinished melds */
    uint8_t pieces;          /* melds of the rank */
    bool open;               /* one of them is the begun meld */
} rank_sum;

typedef struct table {
    const cn_arrangement *a;
    const cn_params *p;
    unsigned wilds; /* in hand */
    unsigned have;  /* canastas that count */
    bool sequence, wild_canasta;
    unsigned misfits;    /* cards that no meld takes */
    uint32_t misfit;     /* the kinds of these, one bit each */
    unsigned due;        /* wilds that new groups need */
    unsigned open_due;   /* wilds that the begun meld needs */
    bool open_is_vague;  /* ... or whether it can be finished is not told here */
    unsigned room;       /* wilds that melds of ranks take, as the ranks lie */
    unsigned more_room;  /* and with more groups of their naturals */
    unsigned wild_room;  /* wilds that melds of wilds take */
    unsigned wild_melds; /* of these */
    costs canastas;      /* of melds of wilds that lie there */
    rank_sum rank[CN_RANKS];
} table;

bool cn_ranks_are_free(const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    const int32_t kinds = CN_WORD_SEQUENCE | CN_WORD_WILD, ignored = kinds | CN_WORD_TWO;
    return p->meld_max == 0 && p->add_natural_to_canasta && p->add_wild_to_canasta &&
           p->wild_ratio == CN_WILD_RATIO_FREE && p->wild_add_min_naturals == 0 &&
           p->initial_only_wild_ranks == 0 && p->dead_rank == CN_DEAD_RANK_NONE &&
           p->wild_meld_locks_wilds != CN_WILD_MELD_LOCKS_WILDS_WILD_MELD &&
           !p->black3_meld_wilds && p->min_naturals >= 2 && p->max_wilds < p->canasta_size &&
           p->meld_min < p->canasta_size && !p->out_block_incomplete &&
           !p->out_needs_red3_per_canasta && (p->out_needs & ~kinds) == 0 &&
           (p->out_not_counted & ~ignored) == 0;
}

static void add_cost(costs *c, unsigned wilds)
{
    if (c->count < COSTS_MAX) c->wilds[c->count++] = (uint8_t)wilds;
}

static unsigned most_wilds(const table *t, unsigned rank)
{
    return (t->p->no_wild_ranks >> rank & 1) != 0 ? 0 : (unsigned)t->p->max_wilds;
}

/* Another meld of a rank may be begun beside one that lies there. */
static bool begins_beside(const table *t)
{
    return t->p->same_rank_melds != CN_SAME_RANK_MELDS_ONE_MERGED;
}

/* ---- melds that lie there ---- */

static void add_sequence(table *t, const cn_piece *piece)
{
    if (piece->shape.naturals < t->p->canasta_size) return;
    t->sequence = true;
    t->have += (t->p->out_not_counted & CN_WORD_SEQUENCE) == 0;
}

static void add_wild_meld(table *t, const cn_piece *piece)
{
    const unsigned full = (unsigned)t->p->canasta_size, size = cn_shape_size(&piece->shape);
    t->wild_melds++;
    if (size < t->a->rules->wild_most) t->wild_room += t->a->rules->wild_most - size;
    if (size < full) {
        if (t->a->rules->wild_most >= full) add_cost(&t->canastas, full - size);
        return;
    }
    t->wild_canasta = true;
    t->have += (t->p->out_not_counted & CN_WORD_WILD) == 0;
}

static void add_meld(table *t, const cn_piece *piece, bool open)
{
    const cn_shape *shape = &piece->shape;
    rank_sum *sum = &t->rank[shape->rank];
    const unsigned most = most_wilds(t, shape->rank), size = cn_shape_size(shape);
    if (shape->wilds < most) t->room += most - shape->wilds;
    sum->pieces++;
    if (size >= (unsigned)t->p->canasta_size) {
        t->have++;
        return;
    }
    sum->naturals = (uint8_t)(sum->naturals + shape->naturals);
    sum->wilds = (uint8_t)(sum->wilds + shape->wilds);
    if (!open) return;
    const unsigned least = (unsigned)t->p->meld_min, held = t->a->held[shape->rank];
    const unsigned lack = size < least ? least - size : 0;
    sum->open = true;
    t->open_due = lack > held ? lack - held : 0;
    t->open_is_vague =
        shape->naturals + (int)held < t->p->min_naturals || shape->wilds + t->open_due > most;
}

static void add_pieces(table *t)
{
    const cn_arrangement *a = t->a;
    for (unsigned i = 0; i < a->piece_count; i++) {
        const cn_piece *piece = &a->piece[i];
        const unsigned rank = piece->shape.rank;
        if (rank < CN_RANKS)
            add_meld(t, piece, a->open == i);
        else if (rank == CN_MELD_SEQUENCE)
            add_sequence(t, piece);
        else if (rank == CN_MELD_WILD)
            add_wild_meld(t, piece);
        else if (rank == CN_MELD_TWOS)
            t->have += cn_piece_canasta(a->rules, piece) != CN_CANASTA_NONE &&
                       (t->p->out_not_counted & CN_WORD_TWO) == 0;
    }
}

/* ---- naturals in hand ---- */

static void add_misfits(table *t, unsigned kind, unsigned count)
{
    t->misfits += count;
    t->misfit |= 1U << kind;
}

static void add_naturals(table *t, unsigned rank)
{
    const unsigned least = (unsigned)t->p->meld_min, naturals = (unsigned)t->p->min_naturals;
    const unsigned held = t->a->held[rank], most = most_wilds(t, rank), groups = held / naturals;
    const bool begun = t->rank[rank].pieces > 0;
    if (begins_beside(t) && groups > 0) t->more_room += most * (groups - (begun ? 0 : 1));
    if (begun) return;
    const unsigned lack = held < least ? least - held : 0;
    if (held < naturals || lack > most) {
        add_misfits(t, rank, held);
        return;
    }
    t->due += lack;
    t->room += most;
}

/* P65: a group of them, or one for the discard. */
static void add_black3(table *t)
{
    const cn_arrangement *a = t->a;
    const unsigned held = a->black3, least = (unsigned)t->p->black3_meld_min;
    if (held == 0) return;
    const bool may = !a->no_black3 && t->p->black3_meld == CN_BLACK3_MELD_GOING_OUT;
    if (!may || held < least) {
        add_misfits(t, CN_KIND_BLACK3, held);
        return;
    }
    if (held > a->rules->black3_most) add_misfits(t, CN_KIND_BLACK3, held - a->rules->black3_most);
}

/* ---- what canastas cost ---- */

/* At the least: all cards of the rank together, each canasta with as many wilds as it may have. */
static void add_least_costs(const table *t, unsigned rank, costs *c)
{
    const rank_sum *sum = &t->rank[rank];
    const unsigned full = (unsigned)t->p->canasta_size, most = most_wilds(t, rank);
    const unsigned naturals = sum->naturals + (unsigned)t->a->held[rank];
    unsigned before = 0;
    for (unsigned n = 1; naturals >= n * (full - most); n++) {
        const unsigned lie = sum->wilds < n * most ? sum->wilds : n * most;
        const unsigned need = n * full > naturals + lie ? n * full - naturals - lie : 0;
        if (need > t->wilds) return;
        add_cost(c, need - before);
        before = need;
    }
}

/* The piece of the rank that lacks fewest cards to a canasta, of those not yet `seen`. */
static const cn_piece *next_unfinished(const table *t, unsigned rank, uint64_t *seen)
{
    const cn_arrangement *a = t->a;
    unsigned best = a->piece_count, most = 0;
    for (unsigned i = 0; i < a->piece_count; i++) {
        const unsigned size = cn_shape_size(&a->piece[i].shape);
        if (a->piece[i].shape.rank != rank || (*seen >> i & 1) != 0 || size <= most) continue;
        if (size >= (unsigned)t->p->canasta_size) continue;
        best = i;
        most = size;
    }
    if (best == a->piece_count) return NULL;
    *seen |= UINT64_C(1) << best;
    return &a->piece[best];
}

/* For certain: naturals go to the meld that lacks fewest cards, then to the next, then into new
 * ones. The rank of the begun meld is left out. */
static void add_sure_costs(const table *t, unsigned rank, costs *c)
{
    const unsigned full = (unsigned)t->p->canasta_size, most = most_wilds(t, rank);
    unsigned held = t->a->held[rank];
    const cn_piece *piece;
    uint64_t seen = 0;
    if (t->rank[rank].open) return;
    while ((piece = next_unfinished(t, rank, &seen)) != NULL) {
        const unsigned lack = full - cn_shape_size(&piece->shape);
        const unsigned wilds = lack > held ? lack - held : 0;
        held = lack > held ? 0 : held - lack;
        if (wilds + piece->shape.wilds <= most) add_cost(c, wilds);
    }
    if (t->rank[rank].pieces > 0 && !begins_beside(t)) return;
    for (; held + most >= full; held = held > full ? held - full : 0)
        add_cost(c, held < full ? full - held : 0);
}

/* New canastas of wilds, as many as there are wilds for. */
static void add_wild_costs(const table *t, costs *c, unsigned most)
{
    const unsigned full = (unsigned)t->p->canasta_size;
    if (!t->p->wild_canasta || t->a->rules->wild_most < full) return;
    for (unsigned n = 1; n <= most && n * full <= t->wilds; n++) add_cost(c, full);
}

/* Takes the least cost out of the list; more than any hand has if there is none. */
static unsigned take_least(costs *c)
{
    unsigned best = c->count;
    for (unsigned i = 0; i < c->count; i++)
        if (best == c->count || c->wilds[i] < c->wilds[best]) best = i;
    if (best == c->count) return CN_DECK_CARDS_MAX;
    const unsigned cost = c->wilds[best];
    c->wilds[best] = c->wilds[--c->count];
    return cost;
}

typedef void add_costs(const table *t, unsigned rank, costs *c);

/* Wilds that the canastas take which going out asks for; those of wilds apart. */
typedef struct spent {
    unsigned wilds, of_wilds;
} spent;

static spent spend(const table *t, add_costs *add, unsigned new_wilds)
{
    const cn_params *p = t->p;
    const unsigned full = (unsigned)p->canasta_size, need = (unsigned)p->out_canastas;
    unsigned have = t->have;
    const bool wild_counts = (p->out_not_counted & CN_WORD_WILD) == 0;
    costs ranks = {.count = 0}, wild = t->canastas;
    spent s = {0, 0};
    add_wild_costs(t, &wild, new_wilds);
    if ((p->out_needs & CN_WORD_WILD) != 0 && !t->wild_canasta) {
        s.of_wilds = take_least(&wild);
        have += wild_counts;
    }
    if (have >= need) return s;
    for (unsigned rank = 0; rank < CN_RANKS; rank++)
        if (t->rank[rank].naturals + t->a->held[rank] + most_wilds(t, rank) >= full)
            add(t, rank, &ranks);
    for (; have < need; have++) {
        costs next_rank = ranks, next_wild = wild;
        const unsigned of_rank = take_least(&next_rank), of_wild = take_least(&next_wild);
        if (wild_counts && of_wild < of_rank) {
            s.of_wilds += of_wild;
            wild = next_wild;
        } else {
            s.wilds += of_rank;
            ranks = next_rank;
        }
    }
    return s;
}

/* ---- all together ---- */

static bool may_discard(const cn_arrangement *a, unsigned kind)
{
    return !a->discarded && (a->last >> kind & 1) != 0;
}

/* One wild could be the discard. */
static bool wild_may_go(const table *t, bool two)
{
    const cn_arrangement *a = t->a;
    if (t->misfits > 0) return false;
    return (a->twos > 0 && may_discard(a, CN_KIND_TWO)) ||
           (!two && a->jokers > 0 && may_discard(a, CN_KIND_JOKER));
}

static bool cards_are_left(const table *t, const cn_twos_lock *l)
{
    const cn_arrangement *a = t->a;
    if (t->misfits > 1 || (t->misfits == 1 && (a->discarded || (a->last & t->misfit) == 0)))
        return true;
    if (t->due + t->open_due > t->wilds || l->holds) return true;
    if (l->holds_twos && a->twos > (wild_may_go(t, true) ? 1U : 0U)) return true;
    const unsigned most = t->room + t->more_room + t->wild_room;
    const bool meld_of_wilds = a->rules->wild_most > 0 && t->wilds >= (unsigned)t->p->meld_min;
    return !meld_of_wilds && t->wilds > most + (wild_may_go(t, false) ? 1 : 0);
}

/* Wilds beyond the melds of ranks go to those of wilds, or begin one. */
static bool wilds_find_room(const table *t, const spent *s)
{
    const unsigned least = (unsigned)t->p->meld_min, most = t->a->rules->wild_most;
    const unsigned used = s->wilds + t->due + t->open_due, left = t->wilds - s->of_wilds;
    const unsigned spare = t->wild_room > s->of_wilds ? t->wild_room - s->of_wilds : 0;
    if (left <= t->room + spare) return true;
    if (s->of_wilds > 0 || (t->wild_melds > 0 && !begins_beside(t))) return false;
    const unsigned over = left - t->room - spare, size = over > least ? over : least;
    return size <= most && used + size <= left;
}

static bool surely_goes_out(const table *t, const cn_twos_lock *l)
{
    enum { NEW_MELDS = 16 };
    const cn_arrangement *a = t->a;
    const unsigned open = a->open;
    const bool locks = t->p->wild_meld_locks_wilds != CN_WILD_MELD_LOCKS_WILDS_NO;
    if (t->open_is_vague || (open != CN_NO_MELD && locks)) return false;
    if (open != CN_NO_MELD && a->piece[open].shape.rank >= CN_RANKS &&
        !cn_shape_is_finished(a->rules, &a->piece[open].shape))
        return false;
    if (a->discard_due && !a->discarded && t->misfits == 0) return false;
    if (l->holds_twos && a->twos > 0) return false;
    if (a->piece_count + NEW_MELDS > CN_MELDS_MAX) return false;
    const spent s = spend(t, add_sure_costs, t->wild_melds == 0 ? 1 : 0);
    const unsigned used = s.wilds + t->due + t->open_due + s.of_wilds;
    return used <= t->wilds && wilds_find_room(t, &s);
}

/* Of two ranks, of which nothing lies there, too few naturals are in hand for a group. */
static bool singles_are_left(const cn_arrangement *a)
{
    const unsigned least = (unsigned)a->rules->p.min_naturals;
    const uint32_t few = cn_counts_from(a->held, 1) & ~cn_counts_from(a->held, least);
    const uint32_t left = few & CN_ALL_RANKS & ~cn_counts_from(a->lying, 1);
    return (left & (left - 1)) != 0;
}

cn_told cn_ranks_go_out(const cn_arrangement *a)
{
    if (singles_are_left(a)) return CN_TOLD_NO;
    table t = {.a = a, .p = &a->rules->p, .wilds = cn_arrangement_wilds(a)};
    add_pieces(&t);
    if ((t.p->out_needs & CN_WORD_SEQUENCE) != 0 && !t.sequence) return CN_TOLD_NO;
    for (unsigned rank = 0; rank < CN_RANKS; rank++)
        if (a->held[rank] > 0) add_naturals(&t, rank);
    add_black3(&t);
    const cn_twos_lock l = cn_twos_lock_of(a);
    if (cards_are_left(&t, &l)) return CN_TOLD_NO;
    const spent least = spend(&t, add_least_costs, CN_DECK_CARDS_MAX);
    if (least.wilds + least.of_wilds + t.due > t.wilds) return CN_TOLD_NO;
    return surely_goes_out(&t, &l) ? CN_TOLD_YES : CN_TOLD_NOTHING;
}
