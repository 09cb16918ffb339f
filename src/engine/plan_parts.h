/* What the files of the closed form share.
 * Not here: what others may ask of it (plan_plain.h). Invariant: as there. */
#ifndef CANASTA_PLAN_PARTS_H
#define CANASTA_PLAN_PARTS_H

#include "plan_plain.h"

enum { NEVER = CN_PLAN_NEVER, MELD_SIZE_MIN = 3, NATURALS_MIN = 2 };

/* Wilds that the meld of the rank can still get when `total` naturals lie there. Where none may be
 * added to a canasta, as many as fit beside the cards it had before the run; an opening is one run
 * (P57). */
static inline unsigned cn_plan_wild_room(const cn_plan *plan, unsigned total, unsigned rank)
{
    const cn_rules *rules = plan->rules;
    const unsigned wilds = plan->wilds[rank], cap = cn_wild_cap(rules, total);
    const unsigned room = cap > wilds ? cap - wilds : 0;
    if (rules->p.add_wild_to_canasta || !plan->opened) return room;
    const unsigned size = (unsigned)rules->p.canasta_size;
    const unsigned cards = plan->run_rank == rank ? plan->run_cards : plan->naturals[rank] + wilds;
    const unsigned left = cards < size ? size - cards : 0;
    return room < left ? room : left;
}

/* Hand cards that an opening must leave to a turn that goes on; a pile that comes counts. */
unsigned cn_plan_to_keep(const cn_plan *plan);

/* The count of the opening can be met with at least `keep` cards left in hand. Exact: an opening
 * that leaves them leaves some particular ones, and the highest count of the others is enough. */
bool cn_plan_can_open(const cn_plan *plan, unsigned keep);

#endif
