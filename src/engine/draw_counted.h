/* Drawing and taking by rules whose melds are told by their counts.
 * Not here: what must follow them. Invariant: the takes of takes.h. */
#ifndef CANASTA_DRAW_COUNTED_H
#define CANASTA_DRAW_COUNTED_H

#include "canasta/public.h"
#include "canasta/step.h"

/* True if takes are told so; cn_rules.counted is known. */
bool cn_has_counted_takes(const cn_rules *rules);

/* By such rules, in PHASE_DRAW with a rank on top of the pile: the takes that fit, and the names of
 * melds for them; where a meld was named, the takes onto it. */
cn_mask cn_counted_takes(const cn_rules *rules, const cn_public *pub, const cn_cards *hand);

#endif
