/* What canastas cost in wilds, where melds take what they are given.
 * Not here: where the cards of a hand go (out_ranks.c). For out_ranks.c and out_costs.c only.
 * Invariant: as in out_costs.c. */
#ifndef CANASTA_OUT_COSTS_H
#define CANASTA_OUT_COSTS_H

#include "engine/finish/arrangement.h"
#include "engine/finish/out_melds.h"

/* An arrangement summed up. */
typedef struct cn_out_table {
    const cn_arrangement *a;
    const cn_params *p;
    const cn_out_melds *melds;
    unsigned wilds;     /* in hand */
    unsigned have;      /* canastas that count */
    unsigned misfits;   /* cards that no meld takes */
    uint32_t misfit;    /* the kinds of these, one bit each */
    unsigned due;       /* wilds that new groups need */
    unsigned open_due;  /* wilds that the begun meld needs */
    bool open_is_vague; /* ... or whether it can be finished is not told here */
    unsigned room;      /* wilds that melds of ranks take, as the ranks lie, new ones too, */
    unsigned more_room; /* and with more groups of their naturals */
} cn_out_table;

/* Wilds that the canastas take which going out asks for; those of wilds apart. */
typedef struct cn_spent {
    unsigned wilds, of_wilds;
    unsigned lost; /* room for wilds that is lost by joining melds */
} cn_spent;

/* At the least; more than there are in hand if it cannot be done. */
cn_spent cn_least_spent(const cn_out_table *table);

/* For certain, by melds as they lie, or by joining all of a rank that can be joined. */
cn_spent cn_surely_spent(const cn_out_table *table, bool joining);

/* Another meld of a rank may be begun beside one that lies there. */
static inline bool cn_begins_beside(const cn_out_table *t)
{
    return t->p->same_rank_melds != CN_SAME_RANK_MELDS_ONE_MERGED;
}

#endif
