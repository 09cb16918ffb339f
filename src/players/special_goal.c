/* The special hand that a hand is nearest to.
 * Not here: exact matching, which decides whether it is made (engine/special.c).
 * Invariant: as in the header. */
#include "players/special_goal.h"

enum { GROUP_CARDS_MAX = 14 };

/* Kinds a group may be made of. */
static uint32_t kinds_of(unsigned of)
{
    const uint32_t ranks = (1U << CN_RANKS) - 1;
    const uint32_t two = 1U << CN_KIND_TWO, joker = 1U << CN_KIND_JOKER;
    switch (of) {
    case CN_GROUP_RANK: return ranks;
    case CN_GROUP_WILD_KIND:
    case CN_GROUP_WILDS: return two | joker;
    case CN_GROUP_RANK_OR_WILD: return ranks | two | joker;
    case CN_GROUP_THREES: return 1U << CN_KIND_BLACK3 | 1U << CN_KIND_RED3;
    case CN_GROUP_TWOS: return two;
    case CN_GROUP_JOKERS: return joker;
    }
    return 1U << (of - CN_GROUP_OF_RANK);
}

typedef struct filling {
    const cn_cards *hand;
    const cn_unseen_kinds *unseen;
    uint32_t free; /* kinds that no group has yet */
    cn_special_goal goal;
} filling;

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Gives one group the kind of which most is there. False if none can fill it any more. */
static bool fill(filling *f, unsigned of, unsigned size)
{
    unsigned best = CN_KIND_NONE, best_rank = 0;
    const uint32_t kinds = kinds_of(of) & f->free;
    for (unsigned kind = 0; kind < CN_KINDS; kind++) {
        const unsigned held = f->hand->kind[kind], unseen = f->unseen->kind[kind];
        if ((kinds >> kind & 1) == 0 || held + unseen < size) continue;
        /* Cards of the group first, then those that need no breaking up, then what may come. */
        const unsigned rank = (least(held, size) * 2 + (held <= size)) * 256 + least(unseen, 255);
        if (best != CN_KIND_NONE && rank <= best_rank) continue;
        best = kind;
        best_rank = rank;
    }
    if (best == CN_KIND_NONE) return false;
    f->free &= ~(1U << best);
    f->goal.wanted[best] = (uint8_t)size;
    f->goal.missing += size - least(f->hand->kind[best], size);
    return true;
}

static bool fill_groups(filling *f, const cn_special_hand *special, unsigned size, bool general)
{
    for (unsigned i = 0; i < special->group_count; i++) {
        const cn_hand_group *group = &special->group[i];
        const bool any = group->of == CN_GROUP_RANK || group->of == CN_GROUP_RANK_OR_WILD;
        if (group->size != size || any != general) continue;
        for (unsigned j = 0; j < group->count; j++)
            if (!fill(f, group->of, size)) return false;
    }
    return true;
}

static cn_special_goal goal_for(const cn_view *view, const cn_unseen_kinds *unseen,
                                const cn_special_hand *special)
{
    filling f = {.hand = &view->hand, .unseen = unseen, .free = ~0U};
    f.goal.points = special->points;
    for (unsigned general = 0; general < 2; general++)
        for (unsigned size = GROUP_CARDS_MAX; size > 0; size--)
            if (!fill_groups(&f, special, size, general != 0))
                return (cn_special_goal){.missing = CN_NO_SPECIAL_GOAL};
    return f.goal;
}

cn_special_goal cn_special_goal_of(const cn_view *view, const cn_rules *rules,
                                   const cn_unseen_kinds *unseen)
{
    cn_special_goal best = {.missing = CN_NO_SPECIAL_GOAL};
    for (int32_t i = 0; i < rules->p.special_hands.count; i++) {
        const cn_special_goal goal = goal_for(view, unseen, &rules->p.special_hands.hand[i]);
        const bool nearer = goal.missing < best.missing ||
                            (goal.missing == best.missing && goal.points > best.points);
        if (nearer) best = goal;
    }
    return best;
}
