/* What counts tell of laying all cards: the melds summed up, what canastas cost, what misfits.
 * Not here: sequences laid (arrange_sequences.c), locks. Invariant: what is told is what the search
 * would find. */
#ifndef CANASTA_OUT_RANKS_H
#define CANASTA_OUT_RANKS_H

#include "engine/finish/arrangement.h"
#include "engine/finish/finish.h"

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

/* Canastas that cards in hand can make of sequences that are none yet; told too many rather than
 * too few. */
unsigned cn_sequences_in_reach(const cn_arrangement *a);

typedef struct cn_twos_lock {
    bool holds;      /* whatever the wilds in hand do */
    bool holds_twos; /* if a two is laid elsewhere */
} cn_twos_lock;

cn_twos_lock cn_twos_lock_of(const cn_arrangement *arrangement);

/* Twos are left that no meld may take, more than one that is discarded. */
bool cn_twos_are_stuck(const cn_arrangement *arrangement);

/* P133: of so many twos in hand as many wilds are for no other meld as an unfinished meld of twos:
 * it keeps all twos, or becomes a canasta by wilds first. */
unsigned cn_locked_twos(const cn_rules *rules, const cn_side *side, unsigned twos);

/* True if counts may tell anything of arrangements by these rules. */
bool cn_ranks_are_free(const cn_rules *rules);

/* Whether the cards left in hand - naturals, wilds, black threes - can all be laid, but for one
 * that may be discarded, so that the table goes out; of an arrangement with `all` of a side that
 * has opened, by rules that are free. */
cn_told cn_ranks_go_out(const cn_arrangement *a);

/* True if they cannot, even if all cards of the ranks in `loose`, one bit each, could go into
 * sequences; sequences need not be settled, nor twos. */
bool cn_ranks_stay(const cn_arrangement *a, uint32_t loose);

#endif
