/* What the files of the closed form share.
 * Not here: what others may ask of it (plan_plain.h). Invariant: as there. */
#ifndef CANASTA_PLAN_PARTS_H
#define CANASTA_PLAN_PARTS_H

#include <assert.h>
#include <string.h>

#include "engine/cards/rare.h"
#include "engine/plain/plan_plain.h"

enum { NEVER = CN_PLAN_NEVER, MELD_SIZE_MIN = 3, NATURALS_MIN = 2 };

static_assert((int)CN_WILD_CAPS == (int)CN_COUNTS, "the caps are looked up by vectors");

/* Wilds that the meld of each rank can still get when `total` naturals lie there. Where none may be
 * added to a canasta, as many as fit beside the cards it had before the run; an opening is one run
 * (P57). */
static inline void cn_plan_wild_rooms(const cn_plan *plan, const uint8_t *total, uint8_t *rooms)
{
    const cn_rules *rules = plan->rules;
    uint8_t caps[CN_COUNTS];
    cn_counts_look_up(caps, rules->wild_cap, total);
    cn_counts_less(rooms, caps, plan->wilds);
    if (rules->p.add_wild_to_canasta || !plan->opened) return;
    uint8_t size[CN_COUNTS], cards[CN_COUNTS], left[CN_COUNTS];
    memset(size, (int)rules->p.canasta_size, sizeof size);
    cn_counts_add(cards, plan->naturals, plan->wilds);
    if (plan->run_rank < CN_RANKS) cards[plan->run_rank] = plan->run_cards;
    cn_counts_less(left, size, cards);
    cn_counts_least(rooms, rooms, left);
}

/* Hand cards that an opening must leave to a turn that goes on; a pile that comes counts. */
unsigned cn_plan_to_keep(const cn_plan *plan);

/* The count of the opening can be met with at least `keep` cards left in hand. Exact: an opening
 * that leaves them leaves some particular ones, and the highest count of the others is enough. */
bool cn_plan_can_open(const cn_plan *plan, unsigned keep);

#endif
