/* Drawing and taking by rules whose melds are told by their counts.
 * Not here: takes onto a named meld (takes.h), what must follow them. Invariant: the takes of
 * takes.h. */
#ifndef CANASTA_DRAW_COUNTED_H
#define CANASTA_DRAW_COUNTED_H

#include "canasta/public.h"
#include "canasta/step.h"

/* True if takes are told so; cn_rules.counted is known. */
bool cn_has_counted_takes(const cn_rules *rules);

/* By such rules, in PHASE_DRAW with a rank on top of the pile and no meld named: the takes that
 * fit, and the names of melds for them. */
cn_mask cn_counted_takes(const cn_rules *rules, const cn_public *pub, const cn_cards *hand);

#endif
