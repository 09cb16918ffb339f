/* The legal steps of plain rules, in PHASE_DRAW and PHASE_MELD.
 * Not here: other rules (legal_search.h). Invariant: equal to what the search finds for them. */
#ifndef CANASTA_LEGAL_PLAIN_H
#define CANASTA_LEGAL_PLAIN_H

#include "canasta/public.h"
#include "canasta/step.h"

/* The first word of the mask: plain rules have no other steps. */
uint64_t cn_legal_plain(const cn_rules *rules, const cn_public *pub, const cn_cards *hand);

#endif
