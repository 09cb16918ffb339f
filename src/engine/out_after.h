/* What a lay leaves of the ways to go out, weighed. Not here: what searches tell of it (plan.h).
 * Invariant: yes and no are proved; told too seldom rather than too often. */
#ifndef CANASTA_OUT_AFTER_H
#define CANASTA_OUT_AFTER_H

#include "out_weigh.h"

/* Whether after the lay `number`, or after some lay onto the meld that TO_MELD names, or some join,
 * the hand goes out. The step is possible; the position may be weighed (cn_out_may_be_weighed), and
 * nothing else forbids to go out (cn_may_go_out_at_all). */
cn_told cn_out_weigh_after(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                           unsigned number);

#endif
