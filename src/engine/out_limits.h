/* What forbids going out where melds have limits, told at once.
 * Not here: other rules (out_counts.h). Invariant: told too seldom rather than too often. */
#ifndef CANASTA_OUT_LIMITS_H
#define CANASTA_OUT_LIMITS_H

#include "limited.h"

/* By rules of which cn_rules.limits_counted is true, of a side that has opened: the turn cannot go
 * out, because two cards of the hand find no meld, canastas are too few, or a meld that forbids it
 * stays unfinished (P102). */
bool cn_limits_forbid_out(const cn_rules *rules, const cn_public *pub, const cn_cards *hand);

#if defined(__SSSE3__)
/* The same where the limits are known. */
bool cn_limited_stays(const cn_rules *rules, const cn_side *side, const cn_limited *limits);
#endif

#endif
