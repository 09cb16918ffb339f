/* Drawing or taking the pile, and whether an opening would do more harm than good.
 * Not here: what follows in the turn. Invariant: answers are steps of the legal set. */
#ifndef CANASTA_TAKES_H
#define CANASTA_TAKES_H

#include "canasta/view.h"

/* The best step in PHASE_DRAW. */
unsigned cn_choose_draw(const cn_view *view, const cn_rules *rules, const cn_mask *legal);

/* True unless the opening of the view's side, played as the racer would, begins melds that cost
 * points while they are unfinished (P102). */
bool cn_opens_well(const cn_view *view, const cn_rules *rules);

#endif
