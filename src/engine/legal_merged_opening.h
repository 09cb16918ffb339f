/* The simplest turns of a side that has not opened, where a rank has one meld.
 * Not here: all others (legal_unopened.h, legal_plain.h). Invariant: the same steps as there. */
#ifndef CANASTA_LEGAL_MERGED_OPENING_H
#define CANASTA_LEGAL_MERGED_OPENING_H

#include "canasta/public.h"
#include "canasta/step.h"

/* True if there may be such turns; cn_rules.merged and .openings_counted are known. */
bool cn_has_merged_openings(const cn_rules *rules);

/* By such rules, in PHASE_MELD: all steps, as long as some step is legal; false if this is none of
 * these turns. */
bool cn_legal_merged_opening(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                             cn_mask *mask);

#endif
