/* Single cards of a draft, and what they come to; for opening_draft.c and opening_groups.c only.
 * Not here: which cards are chosen. Invariant: every wild is asked of shape.c. */
#ifndef CANASTA_OPENING_GROUPS_H
#define CANASTA_OPENING_GROUPS_H

#include "engine/finish/opening_draft.h"

/* True if the piece takes such a card, as far as locks, canastas and closed ranks go. */
bool cn_groups_may_grow(const cn_draft *draft, const cn_groups *groups, unsigned piece_i,
                        bool wild);

/* Lays a natural, or the dearest wild; false if none may be laid. */
bool cn_groups_add_natural(const cn_draft *draft, cn_groups *groups, unsigned piece_i);
bool cn_groups_add_wild(const cn_draft *draft, cn_groups *groups, unsigned piece_i);

/* Lays a wild of that kind, which the piece takes. */
void cn_groups_use_wild(const cn_draft *draft, cn_groups *groups, unsigned piece_i, unsigned kind);

/* Lays what the piece lacks to be a meld; of a sequence, which must be the begun meld, the faces
 * next to it. */
bool cn_groups_finish(const cn_draft *draft, cn_groups *groups, unsigned piece_i);

/* What initial_needs_pure asks for is there. */
bool cn_groups_are_pure(const cn_draft *draft, const cn_groups *groups);

/* No wild goes where it could spoil the group, or the canasta, that must have none. */
static inline bool cn_groups_may_mix(const cn_draft *draft, const cn_shape *piece)
{
    return piece->wilds > 0 || (draft->rules->p.initial_needs_pure == CN_INITIAL_NEEDS_PURE_NO &&
                                draft->goal.need.canasta != 2);
}

/* There is one, the count is reached, and what initial_needs_pure asks for. */
bool cn_groups_are_enough(const cn_draft *draft, const cn_groups *groups);

/* An unfinished meld of wilds keeps them from all others (P61). */
static inline bool cn_wilds_lock(const cn_rules *rules)
{
    return rules->p.wild_meld_locks_wilds == CN_WILD_MELD_LOCKS_WILDS_WILD_MELD;
}

/* Begins sequences until the groups are enough: of as few cards as may be, or of as many. */
bool cn_groups_begin_sequences(const cn_draft *draft, cn_groups *groups, bool longest);

/* Makes what is staged, if that is not done yet; false if the draft does not apply. */
bool cn_draft_is_ready(cn_draft *draft);

/* Finds an opening from these groups, the begun meld first; they become it. */
bool cn_groups_open(const cn_draft *draft, cn_groups *groups, unsigned open);

#endif
