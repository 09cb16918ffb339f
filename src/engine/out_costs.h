/* What canastas cost in wilds, where melds take what they are given.
 * Not here: where the cards of a hand go (out_ranks.c). For out_ranks.c and out_costs.c only.
 * Invariant: as in out_costs.c. */
#ifndef CANASTA_OUT_COSTS_H
#define CANASTA_OUT_COSTS_H

#include "arrange.h"

enum { CN_JOINED_WILDS = 4 }; /* melds with fewer wilds than this are joined in thought */

/* Further canastas, counted by the wilds that each takes: never more than a canasta has cards. */
typedef struct cn_costs {
    uint8_t of[CN_COUNTS];
} cn_costs;

/* A rank with all its melds that are no canastas yet. */
typedef struct cn_rank_sum {
    uint8_t naturals, wilds;        /* in unfinished melds */
    uint8_t pieces;                 /* melds of the rank */
    uint8_t unfinished;             /* of these */
    bool open;                      /* one of them is the begun meld */
    uint8_t cards[CN_JOINED_WILDS]; /* most cards of unfinished melds that can become one, with so
                                       many wilds; 0: none have */
} cn_rank_sum;

/* An arrangement summed up. */
typedef struct cn_out_table {
    const cn_arrangement *a;
    const cn_params *p;
    unsigned wilds; /* in hand */
    unsigned have;  /* canastas that count */
    bool joins;     /* melds of a rank may become one (P56) */
    bool wild_canasta;
    uint32_t begun;      /* ranks of which a meld lies there */
    unsigned misfits;    /* cards that no meld takes */
    uint32_t misfit;     /* the kinds of these, one bit each */
    unsigned due;        /* wilds that new groups need */
    unsigned open_due;   /* wilds that the begun meld needs */
    bool open_is_vague;  /* ... or whether it can be finished is not told here */
    unsigned room;       /* wilds that melds of ranks take, as the ranks lie */
    unsigned more_room;  /* and with more groups of their naturals */
    unsigned wild_room;  /* wilds that melds of wilds take */
    unsigned wild_melds; /* of these */
    cn_costs canastas;   /* of melds of wilds that lie there */
    cn_rank_sum rank[CN_RANKS];
} cn_out_table;

/* Wilds that the canastas take which going out asks for; those of wilds apart. */
typedef struct cn_spent {
    unsigned wilds, of_wilds;
    unsigned lost; /* room for wilds that is lost by joining melds */
} cn_spent;

/* At the least; more than there are in hand if it cannot be done. */
cn_spent cn_least_spent(const cn_out_table *table);

/* For certain, by melds as they lie, or by joining all of a rank that can be joined; the begun meld
 * is left out. */
cn_spent cn_surely_spent(const cn_out_table *table, bool joining);

static inline void cn_add_cost(cn_costs *costs, unsigned wilds)
{
    assert(wilds < CN_COUNTS);
    costs->of[wilds]++;
}

static inline unsigned cn_most_wilds(const cn_out_table *t, unsigned rank)
{
    return (t->p->no_wild_ranks >> rank & 1) != 0 ? 0 : (unsigned)t->p->max_wilds;
}

/* Another meld of a rank may be begun beside one that lies there. */
static inline bool cn_begins_beside(const cn_out_table *t)
{
    return t->p->same_rank_melds != CN_SAME_RANK_MELDS_ONE_MERGED;
}

#endif
