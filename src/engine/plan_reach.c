/* What an opening of plain rules can count.
 * Not here: shapes of steps, going out (plan_out.c). Invariant: exact; see plan_plain.h. */
#include "plan_parts.h"
#include "plan_plain.h"

cn_reach cn_plan_reach(const cn_plan *plan)
{
    static const cn_reach none = {.points = -1};
    const int16_t *value = plan->rules->value;
    const unsigned pair_room = cn_wild_cap(plan->rules, NATURALS_MIN);
    unsigned wilds = cn_plan_wilds_held(plan), reserved = 0, room = 0, laid = 0;
    int32_t points = plan->staged_points;
    uint8_t pairs[CN_RANKS];
    unsigned pair_count = 0;
    const uint32_t matter = cn_counts_from(plan->held, 2) | cn_counts_from(plan->naturals, 1);
    for (uint32_t left_ranks = matter & CN_ALL_RANKS; left_ranks != 0;
         left_ranks &= left_ranks - 1) {
        const unsigned rank = (unsigned)__builtin_ctz(left_ranks);
        unsigned held = plan->held[rank], begun = plan->naturals[rank];
        if (begun > 0 || held >= MELD_SIZE_MIN) {
            unsigned total = begun + held;
            if (total < NATURALS_MIN) return none;
            if (total + plan->wilds[rank] < MELD_SIZE_MIN) reserved++;
            points += (int32_t)held * value[rank];
            laid += held;
            room += cn_plan_wild_room(plan, total, rank);
        } else if (held == NATURALS_MIN) {
            pairs[pair_count++] = (uint8_t)rank;
        }
    }
    if (reserved > wilds) return none;
    if (plan->open_rank == CN_KIND_BLACK3) return none; /* only going out finishes them */
    unsigned spare = wilds - reserved;
    const bool no_pairs = pair_count == 0;
    uint32_t used = 0;
    int16_t cheapest = 0;
    while (spare > 0 && pair_count > 0) {
        unsigned best = 0;
        for (unsigned i = 1; i < pair_count; i++)
            if (value[pairs[i]] > value[pairs[best]]) best = i;
        points += NATURALS_MIN * value[pairs[best]];
        used |= UINT32_C(1) << pairs[best];
        cheapest = value[pairs[best]];
        pairs[best] = pairs[--pair_count];
        laid += NATURALS_MIN;
        room += pair_room;
        spare--;
    }
    unsigned laid_wilds = wilds < room ? wilds : room;
    bool jokers_first = value[CN_KIND_JOKER] >= value[CN_KIND_TWO];
    unsigned dear = jokers_first ? plan->jokers : plan->twos;
    unsigned dear_kind = jokers_first ? CN_KIND_JOKER : CN_KIND_TWO;
    unsigned cheap_kind = jokers_first ? CN_KIND_TWO : CN_KIND_JOKER;
    if (dear > laid_wilds) dear = laid_wilds;
    points += (int32_t)dear * value[dear_kind] + (int32_t)(laid_wilds - dear) * value[cheap_kind];
    return (cn_reach){points, plan->hand - laid - laid_wilds, no_pairs && wilds <= room,
                      (uint16_t)used, cheapest};
}

/* Takes one card of the kind out of the hand; false if there is none. */
static bool set_aside(cn_plan *plan, unsigned kind)
{
    uint8_t *place = kind < CN_RANKS          ? &plan->held[kind]
                     : kind == CN_KIND_BLACK3 ? &plan->black3
                     : kind == CN_KIND_TWO    ? &plan->twos
                                              : &plan->jokers;
    if (*place == 0) return false;
    --*place;
    plan->hand--;
    return true;
}

static bool reaches_without(const cn_plan *plan, unsigned keep, unsigned from_kind)
{
    const cn_reach reach = cn_plan_reach(plan);
    if (reach.points < plan->minimum_points) return false;
    if (keep == 0 || reach.left >= keep) return true;
    for (unsigned kind = from_kind; kind <= CN_KIND_JOKER; kind++) {
        cn_plan rest = *plan;
        if (set_aside(&rest, kind) && reaches_without(&rest, keep - 1, kind)) return true;
    }
    return false;
}

bool cn_plan_can_open(const cn_plan *plan, unsigned keep)
{
    return plan->black3_laid == 0 && reaches_without(plan, keep, 0);
}

unsigned cn_plan_to_keep(const cn_plan *plan)
{
    const unsigned keep = CN_PLAN_KEPT, rest = plan->pending ? plan->rest : 0;
    return rest < keep ? keep - rest : 0;
}

/* Ranks of two cards with which the count is met: those used, and others instead of the cheapest.
 */
static uint32_t pairs_that_reach(const cn_plan *plan, const cn_reach *reach)
{
    uint32_t ranks = reach->pairs;
    const uint32_t pairs =
        cn_counts_from(plan->held, NATURALS_MIN) & ~cn_counts_from(plan->held, MELD_SIZE_MIN);
    for (uint32_t left = pairs & CN_ALL_RANKS & ~ranks; left != 0; left &= left - 1) {
        const unsigned rank = (unsigned)__builtin_ctz(left);
        const int32_t swapped = NATURALS_MIN * (plan->rules->value[rank] - reach->cheapest);
        if (reach->points + swapped >= plan->minimum_points) ranks |= left & -left;
    }
    return ranks;
}

uint64_t cn_plan_sure_lays(const cn_plan *plan, const cn_reach *reach)
{
    if (plan->black3_laid > 0 || plan->answer == CN_ANSWER_YES ||
        reach->points < plan->minimum_points || reach->left < cn_plan_to_keep(plan))
        return 0;
    const uint64_t begun = cn_counts_from(plan->naturals, 1) & CN_ALL_RANKS;
    uint64_t naturals = (begun & cn_counts_from(plan->held, 1)) |
                        (cn_counts_from(plan->held, MELD_SIZE_MIN) & CN_ALL_RANKS);
    if (reach->pairs != 0) naturals |= pairs_that_reach(plan, reach);
    const uint64_t wilds = reach->wilds_free ? begun : 0;
    return naturals << CN_STEP_LAY | wilds << CN_STEP_LAY_TWO | wilds << CN_STEP_LAY_JOKER;
}
