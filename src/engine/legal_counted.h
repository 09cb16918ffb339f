/* The commonest of the usual melding turns, by rules whose melds are told by their counts.
 * Not here: all others (legal_usual.c). Invariant: the same steps as there. */
#ifndef CANASTA_LEGAL_COUNTED_H
#define CANASTA_LEGAL_COUNTED_H

#include "canasta/public.h"
#include "canasta/step.h"

/* True if there may be such turns; cn_rules.usual and .caps are known. */
bool cn_has_counted_turns(const cn_rules *rules);

/* Nothing, and the mask means nothing; all steps but the question, of which nothing is known; all
 * steps: no question may be put. */
typedef enum cn_counted_told {
    CN_COUNTED_NOTHING,
    CN_COUNTED_STEPS,
    CN_COUNTED_ALL
} cn_counted_told;

/* By rules with such turns, in PHASE_MELD: nothing is told if this is none, or the side has not
 * opened. */
cn_counted_told cn_legal_counted(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                                 cn_mask *mask);

#endif
