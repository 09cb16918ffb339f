/* What an opening of plain rules can count.
 * Not here: shapes of steps, going out (plan_out.c). Invariant: exact; see plan_plain.h. */
#include "opening_worth.h"
#include "plan_parts.h"
#include "plan_plain.h"

/* What an opening is made of. */
typedef struct opening {
    const cn_rules *rules;
    const uint8_t *held; /* naturals in hand, by rank */
    const uint8_t *caps; /* most wilds of a meld, by naturals, */
    bool one_cap;        /* which is one for all */
    unsigned twos, jokers, hand;
    int32_t staged_points;
} opening;

/* Melds that need no wild and have room for so many, and pairs that need one each: `free` of the
 * wilds are there for them. */
CN_USUAL cn_reach reach_with(const opening *o, uint32_t melds, unsigned room, unsigned free)
{
    const int16_t *value = o->rules->value;
    const uint32_t pairs = cn_counts_from(o->held, NATURALS_MIN) & CN_ALL_RANKS & ~melds;
    int16_t last;
    const uint32_t chosen = cn_dearest_of(o->rules, pairs, free, &last);
    const uint32_t laid = melds | chosen;
    const unsigned wilds = o->twos + o->jokers;
    room += (unsigned)o->caps[NATURALS_MIN] * (unsigned)__builtin_popcount(chosen);
    const unsigned laid_wilds = wilds < room ? wilds : room;
    const int32_t points = o->staged_points + cn_counts_worth(o->held, laid, value) +
                           cn_wilds_worth(o->rules, o->twos, o->jokers, laid_wilds);
    return (cn_reach){points,
                      o->hand - cn_counts_sum_of(o->held, laid) - laid_wilds,
                      pairs == 0 && wilds <= room,
                      chosen != pairs,
                      (int)room - (int)wilds,
                      (uint16_t)pairs,
                      (uint16_t)chosen,
                      last};
}

/* Melds of an opening: cards on the table, by rank, and in hand. */
typedef struct cards {
    const uint8_t *naturals, *wilds, *held;
} cards;

/* Wilds that can still lie on the melds, of `total` naturals with those in hand; an opening is one
 * run (P57). No others have wilds. */
CN_USUAL unsigned wild_room(const opening *o, uint32_t melds, const uint8_t *total,
                            const uint8_t *wilds)
{
    if (o->one_cap)
        return (unsigned)__builtin_popcount(melds) * o->caps[NATURALS_MIN] - cn_counts_sum(wilds);
    uint8_t room[CN_COUNTS];
    cn_counts_look_up(room, o->caps, total);
    cn_counts_less(room, room, wilds);
    return cn_counts_sum_of(room, melds);
}

/* The melds that an opening is sure to hold, the small ones of them that need a wild each, and what
 * is left for others. False if one of them cannot be finished. */
typedef struct base {
    opening o;
    uint32_t melds, small;
    unsigned room, free;
} base;

CN_USUAL bool make_base(base *b, const opening *o, const cards *c)
{
    const unsigned wilds = o->twos + o->jokers;
    uint8_t total[CN_COUNTS], all[CN_COUNTS];
    cn_counts_add(total, c->naturals, c->held);
    cn_counts_add(all, total, c->wilds);
    const uint32_t melds =
        (cn_counts_from(c->naturals, 1) | cn_counts_from(c->held, MELD_SIZE_MIN)) & CN_ALL_RANKS;
    const uint32_t small = melds & ~cn_counts_from(all, MELD_SIZE_MIN);
    const unsigned reserved = (unsigned)__builtin_popcount(small);
    if ((melds & ~cn_counts_from(total, NATURALS_MIN)) != 0 || reserved > wilds) return false;
    *b = (base){*o, melds, small, wild_room(o, melds, total, c->wilds), wilds - reserved};
    return true;
}

static bool make_base_of_plan(base *b, const cn_plan *plan)
{
    const cn_rules *rules = plan->rules;
    const opening o = {rules,        plan->held,   rules->wild_cap, rules->wilds_free, plan->twos,
                       plan->jokers, plan->hand, plan->staged_points};
    const cards c = {plan->naturals, plan->wilds, plan->held};
    return plan->open_rank != CN_KIND_BLACK3 && make_base(b, &o, &c); /* only going out ends them */
}

cn_reach cn_plan_reach(const cn_plan *plan)
{
    static const cn_reach none = {.points = -1};
    base b;
    return make_base_of_plan(&b, plan) ? reach_with(&b.o, b.melds, b.room, b.free) : none;
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
CN_USUAL uint32_t pairs_that_reach(const opening *o, const cn_reach *reach, int32_t minimum)
{
    if (!reach->pairs_left) return reach->pairs;
    const int32_t below = reach->last - (reach->points - minimum) / NATURALS_MIN - 1;
    return reach->pairs & cn_values_over(o->rules->value, below);
}

/* The begun melds that a wild is told for, and whether it may be laid onto them: one that needs it
 * has it in every opening; onto another it is missing among the pairs, and the cheapest of them is
 * not laid. All wilds must find room, so that it does not matter which of them lies where. */
CN_USUAL cn_judged judge_wilds(const base *b, const cn_reach *reach, uint32_t begun,
                               int32_t minimum, unsigned keep)
{
    const uint32_t small = begun & b->small, others = begun & ~b->small;
    const uint32_t sure = reach->wild_room >= 0 ? small : 0;
    const bool misses = (unsigned)__builtin_popcount(reach->chosen) == b->free;
    const int32_t fewer = misses ? NATURALS_MIN : 0;
    const int32_t room = misses ? b->o.caps[NATURALS_MIN] : 0;
    if (b->free == 0 || reach->wild_room < room) return (cn_judged){sure, 0};
    if (reach->points - fewer * reach->last < minimum) return (cn_judged){sure, others};
    return (cn_judged){reach->left + (unsigned)fewer >= keep ? sure | others : sure, 0};
}

static uint64_t wild_lays(uint64_t ranks)
{
    return ranks << CN_STEP_LAY_TWO | ranks << CN_STEP_LAY_JOKER;
}

/* Of an opening that reaches its count and leaves what is to be kept. */
CN_USUAL cn_judged judge(const base *b, const cn_reach *reach, uint32_t begun, uint64_t lays,
                         int32_t minimum, unsigned keep)
{
    const uint8_t *held = b->o.held;
    uint32_t naturals =
        (begun & cn_counts_from(held, 1)) | (cn_counts_from(held, MELD_SIZE_MIN) & CN_ALL_RANKS);
    if (reach->chosen != 0) naturals |= pairs_that_reach(&b->o, reach, minimum);
    cn_judged wilds = {reach->wilds_free ? begun : 0, 0};
    if (!reach->wilds_free && (lays & wild_lays(begun)) != 0)
        wilds = judge_wilds(b, reach, begun, minimum, keep);
    const uint64_t pairs = ~naturals & CN_ALL_RANKS; /* without a wild, or not dear enough */
    return (cn_judged){(uint64_t)naturals << CN_STEP_LAY | wild_lays(wilds.sure),
                       pairs << CN_STEP_LAY | wild_lays(wilds.barred)};
}

cn_judged cn_plan_judge_lays(const cn_plan *plan, const cn_reach *reach, uint64_t lays)
{
    const unsigned keep = cn_plan_to_keep(plan);
    base b;
    if (plan->black3_laid > 0 || plan->answer == CN_ANSWER_YES ||
        reach->points < plan->minimum_points || reach->left < keep || !make_base_of_plan(&b, plan))
        return (cn_judged){0, 0};
    const uint32_t begun = cn_counts_from(plan->naturals, 1) & CN_ALL_RANKS;
    return judge(&b, reach, begun, lays, plan->minimum_points, keep);
}

uint64_t cn_plan_first_lays(const cn_rules *rules, const cn_cards *hand, uint64_t lays,
                            int32_t minimum_points, bool keeps)
{
    const uint8_t *held = hand->kind;
    const opening o = {rules,
                       held,
                       rules->wild_cap,
                       rules->wilds_free,
                       held[CN_KIND_TWO],
                       held[CN_KIND_JOKER],
                       hand->size,
                       0};
    const uint32_t melds = cn_counts_from(held, MELD_SIZE_MIN) & CN_ALL_RANKS;
    static const uint8_t none[CN_COUNTS];
    const cn_reach reach = reach_with(&o, melds, wild_room(&o, melds, held, none), o.twos + o.jokers);
    if (reach.points < minimum_points) return 0;
    if (!keeps && reach.left < CN_PLAN_KEPT) return CN_PLAN_UNSURE;
    const uint32_t pairs = pairs_that_reach(&o, &reach, minimum_points);
    return lays & (uint64_t)(melds | pairs) << CN_STEP_LAY;
}

uint64_t cn_plan_next_lays(const cn_rules *rules, const cn_cards *hand, const cn_side *side,
                           uint64_t lays, const cn_staged *staged)
{
    const uint8_t *held = hand->kind;
    const bool one_cap = rules->wilds_free && staged->wild_caps == rules->wild_cap;
    const opening o = {
        rules,         held,          staged->wild_caps, one_cap, held[CN_KIND_TWO], held[CN_KIND_JOKER],
        staged->loose, staged->points};
    const cards c = {side->naturals, side->wilds, held};
    base b;
    if (!make_base(&b, &o, &c)) return CN_PLAN_UNSURE;
    const cn_reach reach = reach_with(&b.o, b.melds, b.room, b.free);
    if (reach.points < staged->need || (int)reach.left < (int)staged->keep) return CN_PLAN_UNSURE;
    const uint32_t begun = cn_counts_from(side->naturals, 1) & CN_ALL_RANKS;
    const cn_judged judged = judge(&b, &reach, begun, lays, staged->need, staged->keep);
    const uint64_t told = judged.sure | (staged->stays ? judged.barred : 0);
    return (lays & ~told) == 0 ? lays & judged.sure : CN_PLAN_UNSURE;
}
