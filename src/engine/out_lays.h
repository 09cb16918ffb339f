/* Lays near the end of a hand: after which of them the turn can surely end by going out, told from
 * counts, with no copy of the table for each.
 * Not here: those that must be searched (plan.h). Invariant: as in out_lays.c. */
#ifndef CANASTA_OUT_LAYS_H
#define CANASTA_OUT_LAYS_H

#include "arrange.h"
#include "out_after.h"

/* One position, for all its lays; as large as two arrangements. */
typedef struct cn_out_lays {
    bool begun, weighs; /* the second says something: lays may be weighed (out_weigh.h) */
    cn_after_told after;
    bool made;    /* what follows is there: it is made when it is first asked for */
    bool applies; /* otherwise nothing is ever told */
    cn_effort effort;
    cn_arrangement table;
    cn_arrangement way; /* on which the hand goes out, if some is found: `tell` is there then */
} cn_out_lays;

static inline void cn_out_lays_begin(cn_out_lays *lays)
{
    lays->begun = lays->made = false;
    lays->way.tell = NULL;
    lays->after = (cn_after_told){.rows = 0};
}

/* Whether after the lay `number`, or after some lay onto the meld that TO_MELD names, or some join,
 * the hand can go out. The step is possible, in PHASE_MELD of a side that has opened. */
cn_told cn_out_lays_tell(cn_out_lays *lays, const cn_rules *rules, const cn_public *pub,
                         const cn_cards *hand, unsigned number);

/* The same of the way that was found: no says nothing. */
bool cn_out_way_goes_with(cn_out_lays *lays, const cn_rules *rules, const cn_public *pub,
                          const cn_cards *hand, unsigned number);

#endif
