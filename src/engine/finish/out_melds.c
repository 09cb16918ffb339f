/* The melds of an arrangement that stay as they are while sequences and twos are settled.
 * Not here: what follows from them (out_ranks.c, out_costs.c). Invariant: as in the header. */
#include "engine/finish/out_melds.h"
#include "engine/finish/arrangement.h"

#include <string.h>

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
