/* Going out where a side needs a red three for every canasta: neither too few canastas nor too
 * many. Not here: canastas that may be as many as they like (out_ranks.c). Invariant: as in the
 * header.
 *
 * Each rank has one meld, with all its naturals. Wilds make it a canasta or keep below one, so that
 * the wilds in hand find room for some number of canastas, or they do not. */
#include "out_threes.h"

#include "out.h"

/* A rank that wilds can make a canasta. */
typedef struct candidate {
    uint8_t lack;  /* wilds that do it */
    uint8_t most;  /* wilds that it takes then */
    uint8_t below; /* wilds that it takes without becoming one */
} candidate;

typedef struct table {
    const cn_arrangement *a;
    const cn_params *p;
    unsigned forced;  /* canastas by naturals, or that lie there */
    unsigned due;     /* wilds without which something is no meld */
    unsigned room;    /* wilds that melds take and make no canasta, the candidates' aside */
    unsigned misfits; /* cards that no meld takes */
    uint32_t misfit;  /* the kinds of these, one bit each */
    bool vague;       /* not to be told here */
    unsigned count;
    candidate candidate[CN_RANKS]; /* those that lack least first */
} table;

bool cn_threes_are_free(const cn_rules *rules)
{
    const cn_params *p = &rules->p;
    return p->out_needs_red3_per_canasta && p->same_rank_melds == CN_SAME_RANK_MELDS_ONE_MERGED &&
           p->meld_max == 0 && p->add_natural_to_canasta && p->add_wild_to_canasta &&
           p->wild_ratio == CN_WILD_RATIO_FREE && p->wild_add_min_naturals == 0 &&
           p->initial_only_wild_ranks == 0 && p->dead_rank == CN_DEAD_RANK_NONE &&
           p->wild_meld_locks_wilds == CN_WILD_MELD_LOCKS_WILDS_NO && !p->black3_meld_wilds &&
           p->min_naturals >= 2 && p->meld_min < p->canasta_size && !p->out_block_incomplete &&
           p->out_needs == 0 && p->out_not_counted == 0 && rules->wild_most == 0 && !p->sequences &&
           !p->twos_as_rank;
}

static void add_misfits(table *t, unsigned kind, unsigned count)
{
    t->misfits += count;
    t->misfit |= 1U << kind;
}

static void add_candidate(table *t, unsigned lack, unsigned most)
{
    unsigned i = t->count++;
    for (; i > 0 && t->candidate[i - 1].lack > lack; i--) t->candidate[i] = t->candidate[i - 1];
    t->candidate[i] = (candidate){(uint8_t)lack, (uint8_t)most, (uint8_t)(lack - 1)};
}

/* The meld of the rank, or none, with all naturals in hand. */
static void add_rank(table *t, unsigned rank, const cn_piece *piece)
{
    const unsigned full = (unsigned)t->p->canasta_size, least = (unsigned)t->p->meld_min;
    const unsigned held = t->a->held[rank], wilds = piece == NULL ? 0 : piece->shape.wilds;
    const unsigned naturals = held + (piece == NULL ? 0U : piece->shape.naturals);
    const unsigned size = naturals + wilds, due = size < least ? least - size : 0;
    const bool takes = (t->p->no_wild_ranks >> rank & 1) == 0;
    const unsigned most = takes ? (unsigned)t->p->max_wilds : 0;
    const unsigned room = wilds < most ? most - wilds : 0;
    if (size == 0) return;
    if (naturals < (unsigned)t->p->min_naturals || due > room) {
        if (piece == NULL)
            add_misfits(t, rank, held);
        else
            t->vague = true;
        return;
    }
    t->due += due;
    t->forced += size >= full;
    if (due > 0 && full - size <= room) t->vague = true; /* the two costs would overlap */
    if (size < full && full - size <= room)
        add_candidate(t, full - size, room);
    else
        t->room += room;
}

static void add_black3(table *t)
{
    const cn_arrangement *a = t->a;
    const unsigned held = a->black3;
    const bool may = !a->no_black3 && t->p->black3_meld == CN_BLACK3_MELD_GOING_OUT &&
                     held >= (unsigned)t->p->black3_meld_min;
    if (!may)
        add_misfits(t, CN_KIND_BLACK3, held);
    else if (held > a->rules->black3_most)
        add_misfits(t, CN_KIND_BLACK3, held - a->rules->black3_most);
}

static table sum_up(const cn_arrangement *a)
{
    table t = {.a = a, .p = &a->rules->p};
    const cn_piece *of[CN_RANKS] = {NULL};
    for (unsigned i = 0; i < a->piece_count; i++) {
        const unsigned rank = a->piece[i].shape.rank;
        if (rank >= CN_RANKS || of[rank] != NULL)
            t.vague = true;
        else
            of[rank] = &a->piece[i];
    }
    for (unsigned rank = 0; rank < CN_RANKS; rank++) add_rank(&t, rank, of[rank]);
    if (a->black3 > 0) add_black3(&t);
    return t;
}

/* So many of the candidates, those that lack least, become canastas. */
static bool wilds_fit(const table *t, unsigned canastas)
{
    const unsigned wilds = cn_arrangement_wilds(t->a);
    unsigned least = t->due, most = t->room;
    for (unsigned i = 0; i < t->count; i++) {
        least += i < canastas ? t->candidate[i].lack : 0U;
        most += i < canastas ? t->candidate[i].most : t->candidate[i].below;
    }
    return least <= wilds && wilds <= most;
}

/* A card could be the discard although all fit. */
static bool discard_is_free(const table *t)
{
    return t->misfits == 0 && !t->a->discarded;
}

/* Too few wilds, or too many, for any number of canastas; one may be discarded, or a natural that
 * would make one. */
static bool is_impossible(const table *t, unsigned threes)
{
    const unsigned wilds = cn_arrangement_wilds(t->a), free = discard_is_free(t) ? 1 : 0;
    const unsigned need = (unsigned)t->p->out_canastas;
    unsigned least = t->due, most = t->room;
    for (unsigned i = 0; i < t->count; i++) {
        if (t->forced + i < need) least += t->candidate[i].lack;
        most += t->candidate[i].most;
    }
    return t->forced + t->count < need || least > wilds || wilds > most + free ||
           t->forced > threes + free;
}

cn_told cn_threes_go_out(const cn_arrangement *a)
{
    const unsigned need = (unsigned)a->rules->p.out_canastas;
    const unsigned threes = cn_side_red3(a->rules, a->pub, a->pub->side_of[a->pub->asker]);
    const table t = sum_up(a);
    if (t.vague) return CN_TOLD_NOTHING;
    if (t.misfits > 1 || (t.misfits == 1 && (a->discarded || (a->last & t.misfit) == 0)))
        return CN_TOLD_NO;
    if (is_impossible(&t, threes)) return CN_TOLD_NO;
    if (a->discard_due && !a->discarded && t.misfits == 0) return CN_TOLD_NOTHING;
    if (a->piece_count + CN_RANKS + 1 > CN_MELDS_MAX) return CN_TOLD_NOTHING;
    for (unsigned more = need > t.forced ? need - t.forced : 0; more <= t.count; more++)
        if (t.forced + more <= threes && wilds_fit(&t, more)) return CN_TOLD_YES;
    return CN_TOLD_NOTHING;
}
