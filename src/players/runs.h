/* Which cards are kept for sequences rather than laid with others of their rank.
 * Not here: sequences themselves, which are laid as they come (lays.c).
 * Invariant: looks at the own melds and the own hand only. */
#ifndef CANASTA_RUNS_H
#define CANASTA_RUNS_H

#include "canasta/view.h"

/* True if a meld of this rank, begun or not, would take cards that a sequence may still get. */
bool cn_keeps_run(const cn_rules *rules, const cn_side *side, const cn_cards *hand, unsigned rank,
                  bool begun);

#endif
