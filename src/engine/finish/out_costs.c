/* Melds of ranks and of wilds summed up, and the wilds that canastas of them cost.
 * Not here: what follows for going out (out_ranks.c). Invariant: never too many canastas, never too
 * dear. */
#include <stddef.h>
#include <string.h>

#include "engine/cards/counts.h"
#include "engine/finish/arrangement.h"
#include "engine/finish/out_ranks.h"

unsigned cn_wilds_due(const cn_arrangement *a, const cn_piece *piece)
{
    const unsigned least = (unsigned)a->rules->p.meld_min, size = cn_shape_size(&piece->shape);
    return size < least ? least - size : 0;
}

/* What the begun meld is due for its size is no cost of a canasta. */
static void add_wild_meld(cn_out_melds *m, const cn_arrangement *a, const cn_piece *piece,
                          bool open)
{
    const cn_params *p = &a->rules->p;
    const unsigned full = (unsigned)p->canasta_size, size = cn_shape_size(&piece->shape);
    const unsigned most = a->rules->wild_most, due = open ? cn_wilds_due(a, piece) : 0;
    m->wild_melds++;
    if (size < most) m->wild_room += most - size;
    if (size < full) {
        if (most >= full) cn_add_cost(&m->canastas, full - size - due);
        return;
    }
    m->wild_canasta = true;
    m->have += (p->out_not_counted & CN_WORD_WILD) == 0;
}

/* The most cards that it makes with unfinished melds before it. */
static void add_joined(const cn_out_melds *m, cn_rank_sum *sum, const cn_shape *shape,
                       unsigned most)
{
    const unsigned size = cn_shape_size(shape);
    const unsigned last = most < CN_JOINED_WILDS ? most : CN_JOINED_WILDS - 1;
    if (shape->wilds > last) return;
    if (sum->unfinished == 1) { /* the first */
        sum->cards[shape->wilds] = (uint8_t)size;
        return;
    }
    for (unsigned wilds = last - shape->wilds + 1; wilds-- > 0;) {
        if (wilds > 0 && (sum->cards[wilds] == 0 || !m->joins)) continue;
        const unsigned with = size + (m->joins ? sum->cards[wilds] : 0U);
        uint8_t *best = &sum->cards[wilds + shape->wilds];
        if (with > *best) *best = (uint8_t)with;
    }
}

static void add_meld(cn_out_melds *m, const cn_params *p, const cn_shape *shape, bool open)
{
    cn_rank_sum *sum = &m->rank[shape->rank];
    const unsigned most = cn_most_wilds(p, shape->rank), size = cn_shape_size(shape);
    if (shape->wilds < most) m->room += most - shape->wilds;
    sum->pieces++;
    m->begun |= 1U << shape->rank;
    if (size >= (unsigned)p->canasta_size) {
        m->have++;
        return;
    }
    uint8_t *naturals = &m->naturals[shape->rank];
    *naturals = (uint8_t)(*naturals + shape->naturals);
    sum->wilds = (uint8_t)(sum->wilds + shape->wilds);
    sum->unfinished++;
    sum->open |= open;
    add_joined(m, sum, shape, most);
}

void cn_out_melds_sum(cn_out_melds *m, const cn_arrangement *a)
{
    const cn_params *p = &a->rules->p;
    memset(m, 0, sizeof *m);
    m->count = a->piece_count;
    m->joins = !a->opening && p->same_rank_melds == CN_SAME_RANK_MELDS_MANY_MAY_MERGE;
    for (unsigned i = 0; i < a->piece_count; i++) {
        const cn_piece *piece = &a->piece[i];
        const unsigned rank = piece->shape.rank;
        if (rank < CN_RANKS)
            add_meld(m, p, &piece->shape, a->open == i);
        else if (rank == CN_MELD_WILD)
            add_wild_meld(m, a, piece, a->open == i);
        else if (rank == CN_MELD_SEQUENCE || rank == CN_MELD_TWOS)
            m->others |= UINT64_C(1) << i;
    }
}

enum { NEVER = CN_DECK_CARDS_MAX };

/* ---- of one rank ---- */

/* Wilds that make a canasta of melds of the rank that can become one, and all its naturals in hand;
 * NEVER if none do. */
static unsigned first_cost(const cn_out_table *t, unsigned rank)
{
    const unsigned full = (unsigned)t->p->canasta_size, most = cn_most_wilds(t->p, rank);
    const uint8_t *cards = t->melds->rank[rank].cards;
    unsigned least = NEVER;
    for (unsigned wilds = 0; wilds <= most && wilds < CN_JOINED_WILDS; wilds++) {
        if (wilds > 0 && cards[wilds] == 0) continue;
        const unsigned have = cards[wilds] + (unsigned)t->a->held[rank];
        const unsigned lack = have < full ? full - have : 0;
        if (lack + wilds <= most && lack < least) least = lack;
    }
    return least;
}

/* Melds of the rank may have more wilds than are joined in thought. */
static bool is_beyond(const cn_out_table *t, unsigned rank)
{
    return cn_most_wilds(t->p, rank) >= CN_JOINED_WILDS;
}

/* At the least: the first canasta as it can be made, the others of all cards of the rank together,
 * each with as many wilds as it may have. What a new group, or the begun meld, is due for its size
 * is no cost. */
static void add_least_costs(const cn_out_table *t, unsigned rank, cn_costs *c)
{
    const cn_rank_sum *sum = &t->melds->rank[rank];
    const unsigned full = (unsigned)t->p->canasta_size, most = cn_most_wilds(t->p, rank);
    const unsigned held = t->a->held[rank], naturals = t->melds->naturals[rank] + held;
    const unsigned least = (unsigned)t->p->meld_min;
    const unsigned first = is_beyond(t, rank) ? 0 : first_cost(t, rank);
    unsigned before = sum->open ? t->open_due : 0;
    if (sum->pieces == 0 && held < least) before = least - held;
    for (unsigned n = 1; naturals >= n * (full - most); n++) {
        const unsigned lie = sum->wilds < n * most ? sum->wilds : n * most;
        unsigned need = n * full > naturals + lie ? n * full - naturals - lie : 0;
        if (need < first) need = first;
        if (need > t->wilds) return;
        if (need < before) need = before;
        cn_add_cost(c, need - before);
        before = need;
    }
}

/* The piece of the rank that lacks fewest cards to a canasta, of those not yet `seen`. */
static const cn_piece *next_unfinished(const cn_out_table *t, unsigned rank, uint64_t *seen)
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
 * ones. The rank of the begun meld is left out, unless that is its only one and they finish it. */
static void add_sure_costs(const cn_out_table *t, unsigned rank, cn_costs *c)
{
    const unsigned full = (unsigned)t->p->canasta_size, most = cn_most_wilds(t->p, rank);
    unsigned held = t->a->held[rank];
    uint64_t seen = 0;
    if (t->melds->rank[rank].open && (t->open_due > 0 || t->melds->rank[rank].unfinished > 1))
        return;
    for (unsigned left = t->melds->rank[rank].unfinished; left > 0; left--) {
        const cn_piece *piece = next_unfinished(t, rank, &seen);
        if (piece == NULL) break;
        const unsigned lack = full - cn_shape_size(&piece->shape);
        const unsigned wilds = lack > held ? lack - held : 0;
        held = lack > held ? 0 : held - lack;
        if (wilds + piece->shape.wilds <= most) cn_add_cost(c, wilds);
    }
    const bool beside = cn_begins_beside(t); /* one meld beside another */
    if (t->melds->rank[rank].pieces > 0 && !beside) return;
    for (; held + most >= full && held >= (unsigned)t->p->min_naturals;
         held = beside && held > full ? held - full : 0)
        cn_add_cost(c, held < full ? full - held : 0);
}

/* The same with one canasta of all melds that can be joined, before anything else is laid. */
static void add_joined_costs(const cn_out_table *t, unsigned rank, cn_costs *c, unsigned *lost)
{
    const cn_rank_sum *sum = &t->melds->rank[rank];
    if (sum->unfinished < 2 || is_beyond(t, rank)) {
        add_sure_costs(t, rank, c);
        return;
    }
    const unsigned wilds = first_cost(t, rank);
    *lost += (sum->unfinished - 1U) * cn_most_wilds(t->p, rank);
    if (wilds != NEVER) cn_add_cost(c, wilds);
}

/* ---- all together ---- */

/* New canastas of wilds, as many as there are wilds for. */
static void add_wild_costs(const cn_out_table *t, cn_costs *c, unsigned most)
{
    const unsigned full = (unsigned)t->p->canasta_size;
    if (!t->p->wild_canasta || t->a->rules->wild_most < full) return;
    for (unsigned n = 1; n <= most && n * full <= t->wilds; n++) cn_add_cost(c, full);
}

static unsigned least_of(const cn_costs *c)
{
    const uint32_t costs = cn_counts_from(c->of, 1);
    return costs == 0 ? (unsigned)NEVER : (unsigned)__builtin_ctz(costs);
}

/* Ranks of which cards enough for a canasta lie there and are in hand. */
static uint32_t ranks_in_reach(const cn_out_table *t)
{
    const unsigned full = (unsigned)t->p->canasta_size, most = (unsigned)t->p->max_wilds;
    uint8_t naturals[CN_COUNTS];
    cn_counts_add(naturals, t->melds->naturals, t->a->held);
    return cn_counts_from(naturals, full - most) & CN_ALL_RANKS;
}

/* The cheapest canastas, those of ranks from `ranks`, until there are enough. */
static cn_spent spend(const cn_out_table *t, cn_spent s, cn_costs *ranks, unsigned new_wilds)
{
    const cn_params *p = t->p;
    const bool wild_counts = (p->out_not_counted & CN_WORD_WILD) == 0;
    unsigned have = t->have;
    cn_costs wild = t->melds->canastas;
    add_wild_costs(t, &wild, new_wilds);
    if (cn_out_needs(t->a->rules, t->a->pub)->count[CN_NEED_WILD] > 0 && !t->melds->wild_canasta) {
        s.of_wilds = least_of(&wild);
        if (s.of_wilds == NEVER) return s;
        wild.of[s.of_wilds]--;
        have += wild_counts;
    }
    for (; have < cn_canastas_needed(t->a->rules, t->a->pub); have++) {
        const unsigned of_rank = least_of(ranks), of_wild = least_of(&wild);
        if (wild_counts && of_wild < of_rank) {
            s.of_wilds += of_wild;
            wild.of[of_wild]--;
        } else {
            s.wilds += of_rank;
            if (of_rank == NEVER) return s;
            ranks->of[of_rank]--;
        }
    }
    return s;
}

/* Canastas enough lie there already. */
static bool has_enough(const cn_out_table *t)
{
    return t->have >= cn_canastas_needed(t->a->rules, t->a->pub);
}

cn_spent cn_least_spent(const cn_out_table *t)
{
    cn_costs ranks = {{0}};
    if (!has_enough(t))
        for (uint32_t left = ranks_in_reach(t); left != 0; left &= left - 1)
            add_least_costs(t, (unsigned)__builtin_ctz(left), &ranks);
    return spend(t, (cn_spent){0, 0, 0}, &ranks, CN_DECK_CARDS_MAX);
}

cn_spent cn_surely_spent(const cn_out_table *t, bool joining)
{
    cn_costs ranks = {{0}};
    cn_spent s = {0, 0, 0};
    if (!has_enough(t))
        for (uint32_t left = ranks_in_reach(t); left != 0; left &= left - 1) {
            const unsigned rank = (unsigned)__builtin_ctz(left);
            if (joining)
                add_joined_costs(t, rank, &ranks, &s.lost);
            else
                add_sure_costs(t, rank, &ranks);
        }
    return spend(t, s, &ranks, t->melds->wild_melds == 0 ? 1 : 0);
}
