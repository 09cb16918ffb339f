/* Going out where nothing stands in its way, told from the side's counts alone: every rank in hand
 * has a meld or makes one, or goes to sequences, the melds have room for the wilds, and canastas
 * enough lie there or are made on the way.
 * Not here: all other ways (out_ranks.c, finish_out.c). Invariant: told too seldom rather than too
 * often. */
#ifndef CANASTA_OUT_SURE_H
#define CANASTA_OUT_SURE_H

#include "out_weigh.h"
#include "sequence_plan.h"

/* A hand that goes out so. */
typedef struct cn_sure_out {
    bool goes_out;
    bool applies; /* otherwise nothing is told */
    cn_told told; /* by what is weighed (out_weigh.h) */
    cn_canastas_seen seen;
    bool has_canastas; /* the table needs no further one but of sequences that are planned */
    bool planned;      /* cards go to sequences first; what follows is about the others: */
    bool joins;        /* a new meld may be joined to another one (P56) */
    unsigned held;     /* cards in hand, those that are planned too */
    uint32_t joined;   /* ranks of which melds are joined first, while a card is in hand */
    unsigned twos;     /* the meld that keeps all of them, CN_NO_MELD if they are wilds */
    bool twos_held;    /* there are some in hand */
    uint32_t ranks;    /* in hand, of which a meld lies there, the begun one too */
    uint32_t groups;   /* in hand, that make a meld, whatever lies there: with wilds that are due
                          only where none does */
    uint32_t pairs;    /* in hand, that make one with a wild beside a meld that lies there */
    uint32_t misfits;  /* in hand, that make none */
    unsigned wilds;    /* in hand, of cards that are */
    unsigned due;      /* of these, without which a new group, or the begun one, is none: */
    unsigned open_due; /* of the begun meld */
    unsigned cost;     /* of them, that canastas want */
    uint32_t wanted;   /* ranks of which canastas may be made, */
    uint8_t first[CN_RANKS]; /* by all naturals of it in hand on this meld */
    unsigned room;           /* wilds that melds take */
    cn_sequence_plan plan;
} cn_sure_out;

/* What is told without a plan. Of a side that has opened; nothing else may forbid going out
 * (cn_may_go_out_at_all). */
void cn_sure_out_begin(cn_sure_out *sure, const cn_rules *rules, const cn_public *pub,
                       const cn_cards *hand);

/* A plan, cards in sequences where it does not go out without. */
void cn_sure_out_make(cn_sure_out *sure, const cn_rules *rules, const cn_public *pub,
                      const cn_cards *hand);

/* It still goes out so after this lay, or after naming this meld; the step is possible. */
bool cn_sure_out_after(const cn_sure_out *sure, const cn_rules *rules, const cn_public *pub,
                       unsigned number);

#endif
