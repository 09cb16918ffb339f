/* Near the end, by rules whose melds lie apart, with sequences or joins.
 * Not here: hands that are far from it (legal_counted.h). Invariant: every step that is told is
 * legal, and no other. */
#ifndef CANASTA_LEGAL_NEAR_H
#define CANASTA_LEGAL_NEAR_H

#include "counted.h"

#if defined(__SSSE3__)

/* Cards beyond those that must be kept, where their number tells how a turn ends that does not go
 * out: otherwise 0. */
unsigned cn_cards_to_spare(const cn_rules *rules, const cn_public *pub, const cn_cards *hand);

/* All steps but the question, of a hand that is not far from the end, with nothing begun or named;
 * false if it is in doubt whether it goes out. */
bool cn_near_apart(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                   const cn_side *side, const cn_holding *h, cn_mask *mask);

#endif

#endif
