/* Going out where nothing stands in its way, told from the side's counts alone: every rank in hand
 * has a meld or makes one, the melds have room for the wilds, and canastas enough lie there or are
 * made on the way.
 * Not here: all other ways (out_ranks.c, finish_out.c). Invariant: told too seldom rather than too
 * often, and only where cn_ranks_go_out says yes as well. */
#ifndef CANASTA_OUT_SURE_H
#define CANASTA_OUT_SURE_H

#include "canasta/public.h"

/* A hand that goes out so. */
typedef struct cn_sure_out {
    bool goes_out;
    bool has_canastas; /* the table needs no further one */
    uint32_t ranks;    /* in hand, of which a meld lies there, the begun one too */
    uint32_t groups;   /* in hand, that make a meld, whatever lies there: with wilds that are due
                          only where none does */
    unsigned wilds;    /* in hand */
    unsigned due;      /* of these, without which a new group, or the begun one, is none: */
    unsigned open_due; /* of the begun meld */
    unsigned room;     /* wilds that melds take */
} cn_sure_out;

/* Of a side that has opened; nothing else may forbid going out (cn_may_go_out_at_all). */
cn_sure_out cn_sure_out_make(const cn_rules *rules, const cn_public *pub, const cn_cards *hand);

/* It still goes out so after this lay, or after naming this meld; the step is possible. */
bool cn_sure_out_after(const cn_sure_out *sure, const cn_rules *rules, const cn_public *pub,
                       unsigned number);

#endif
