/* The melds of ranks and of wilds of an arrangement, summed up: the same as long as its cards make
 * nothing but sequences and melds of twos.
 * Not here: these two, and the cards in hand (out_ranks.h). Invariant: as in out_costs.c. */
#ifndef CANASTA_OUT_MELDS_H
#define CANASTA_OUT_MELDS_H

#include "engine/finish/arrangement.h"

enum { CN_JOINED_WILDS = 4 }; /* melds with fewer wilds than this are joined in thought */

/* Further canastas, counted by the wilds that each takes: never more than a canasta has cards. */
typedef struct cn_costs {
    uint8_t of[CN_COUNTS];
} cn_costs;

/* A rank with all its melds that are no canastas yet. */
typedef struct cn_rank_sum {
    uint8_t wilds;                  /* in unfinished melds */
    uint8_t pieces;                 /* melds of the rank */
    uint8_t unfinished;             /* of these */
    bool open;                      /* one of them is the begun meld */
    uint8_t cards[CN_JOINED_WILDS]; /* most cards of unfinished melds that can become one, with so
                                       many wilds; 0: none have */
} cn_rank_sum;

struct cn_out_melds {
    uint64_t others; /* sequences and melds of twos, one bit each */
    unsigned count;  /* melds that were looked at */
    unsigned have;   /* canastas that count */
    bool joins;      /* melds of a rank may become one (P56) */
    bool wild_canasta;
    uint32_t begun;              /* ranks of which a meld lies there */
    unsigned room;               /* wilds that melds of ranks take, as the ranks lie */
    unsigned wild_room;          /* wilds that melds of wilds take */
    unsigned wild_melds;         /* of these */
    cn_costs canastas;           /* of melds of wilds that lie there */
    uint8_t naturals[CN_COUNTS]; /* by rank, in unfinished melds */
    cn_rank_sum rank[CN_RANKS];
};

/* Of the pieces of an arrangement of which no card of the hand lies in melds of ranks or wilds. */
void cn_out_melds_sum(cn_out_melds *melds, const cn_arrangement *arrangement);

/* Cards that the begun meld of wilds lacks, if it is one. */
unsigned cn_wilds_due(const cn_arrangement *arrangement, const cn_piece *piece);

static inline void cn_add_cost(cn_costs *costs, unsigned wilds)
{
    assert(wilds < CN_COUNTS);
    costs->of[wilds]++;
}

/* Wilds that a meld of the rank takes. */
static inline unsigned cn_most_wilds(const cn_params *p, unsigned rank)
{
    return (p->no_wild_ranks >> rank & 1) != 0 ? 0 : (unsigned)p->max_wilds;
}

#endif
