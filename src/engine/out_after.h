/* What a lay leaves of the ways to go out, weighed. Not here: what searches tell of it (plan.h).
 * Invariant: yes and no are proved; told too seldom rather than too often. */
#ifndef CANASTA_OUT_AFTER_H
#define CANASTA_OUT_AFTER_H

#include "out_weigh.h"

/* What has been told of lays of one position. */
typedef struct cn_after_told {
    uint64_t rows, rows_yes, rows_no; /* new sequences by their lowest faces: asked for, and told */
} cn_after_told;

/* Whether after the lay `number`, or after some lay onto the meld that TO_MELD names, or some join,
 * the hand goes out. The step is possible; the position may be weighed (cn_out_may_be_weighed), and
 * nothing else forbids to go out (cn_may_go_out_at_all). */
cn_told cn_out_weigh_after(cn_after_told *of, const cn_rules *rules, const cn_public *pub,
                           const cn_cards *hand, unsigned number);

#endif
