/* What an opening of plain rules can count.
 * Not here: shapes of steps, going out (plan_out.c). Invariant: exact; see plan_plain.h. */
#include "engine/plain/plan_plain.h"
#include "engine/step/opening.h"

/* What an opening is made of. */
typedef struct opening {
    const cn_rules *rules;
    cn_sixteen held;     /* naturals in hand, by rank */
    const uint8_t *caps; /* most wilds of a meld, by naturals, */
    bool one_cap;        /* which is one for all */
    unsigned twos, jokers, hand;
    int32_t staged_points;
} opening;

/* Melds that need no wild and have room for so many, and pairs that need one each: `free` of the
 * wilds are there for them. */
CN_USUAL cn_reach reach_with(const opening *o, cn_sixteen melds, unsigned room, unsigned free)
{
    const cn_sixteen pairs = (cn_sixteen)(o->held == NATURALS_MIN) & ~melds;
    int16_t last;
    const cn_sixteen chosen = cn_dearest_places(o->rules, pairs, free, &last);
    const cn_sixteen laid = o->held & (melds | chosen);
    const uint32_t pair_ranks = cn_sixteen_bits(pairs) & CN_ALL_RANKS;
    const uint32_t used = cn_sixteen_bits(chosen);
    const unsigned wilds = o->twos + o->jokers;
    room += (unsigned)o->caps[NATURALS_MIN] * (unsigned)__builtin_popcount(used);
    const unsigned laid_wilds = wilds < room ? wilds : room;
    const int32_t points = o->staged_points + cn_sixteen_worth(laid, o->rules->value) +
                           cn_wilds_worth(o->rules, o->twos, o->jokers, laid_wilds);
    return (cn_reach){points,
                      o->hand - cn_sixteen_sum(laid) - laid_wilds,
                      pair_ranks == 0 && wilds <= room,
                      used != pair_ranks,
                      (int)room - (int)wilds,
                      (uint16_t)pair_ranks,
                      (uint16_t)used,
                      last};
}

/* Wilds that can lie on the melds, of `total` naturals with those in hand; an opening is one run
 * (P57). */
CN_USUAL unsigned wild_room(const opening *o, uint32_t melds, const uint8_t *total)
{
    uint8_t room[CN_COUNTS];
    if (o->one_cap) return (unsigned)__builtin_popcount(melds) * o->caps[NATURALS_MIN];
    cn_counts_look_up(room, o->caps, total);
    return cn_counts_sum_of(room, melds);
}

/* The melds that an opening is sure to hold, the small ones of them that need a wild each, and what
 * is left for others. False if one of them cannot be finished. */
typedef struct base {
    opening o;
    cn_sixteen melds;
    uint32_t small;
    unsigned room, free;
} base;

/* With `naturals` and `wilds` on the table, by rank. */
CN_USUAL bool make_base(base *b, const opening *o, const uint8_t *naturals, const uint8_t *wilds)
{
    const unsigned held_wilds = o->twos + o->jokers;
    const cn_sixteen begun = cn_sixteen_load(naturals), total = begun + o->held;
    const cn_sixteen all = total + cn_sixteen_load(wilds);
    const cn_sixteen melds =
        (cn_sixteen_least(begun, 1) | cn_sixteen_least(o->held, MELD_SIZE_MIN)) &
        cn_sixteen_ranks();
    const uint32_t small = cn_sixteen_bits(melds & ~cn_sixteen_least(all, MELD_SIZE_MIN));
    const unsigned reserved = (unsigned)__builtin_popcount(small);
    if (cn_sixteen_bits(melds & ~cn_sixteen_least(total, NATURALS_MIN)) != 0 ||
        reserved > held_wilds)
        return false;
    uint8_t together[CN_COUNTS];
    memcpy(together, &total, sizeof together);
    const unsigned room = wild_room(o, cn_sixteen_bits(melds), together) - cn_counts_sum(wilds);
    *b = (base){*o, melds, small, room, held_wilds - reserved};
    return true;
}

static bool make_base_of_plan(base *b, const cn_plan *plan)
{
    const cn_rules *rules = plan->rules;
    const opening o = {rules,           cn_sixteen_load(plan->held),
                       rules->wild_cap, rules->wilds_free,
                       plan->twos,      plan->jokers,
                       plan->hand,      plan->staged_points};
    if (plan->open_rank == CN_KIND_BLACK3) return false; /* only going out ends them */
    return make_base(b, &o, plan->naturals, plan->wilds);
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
                               int32_t minimum)
{
    const uint32_t small = begun & b->small, others = begun & ~b->small;
    const uint32_t sure = reach->wild_room >= 0 ? small : 0;
    const bool misses = (unsigned)__builtin_popcount(reach->chosen) == b->free;
    const int32_t fewer = misses ? NATURALS_MIN * reach->last : 0;
    const int32_t room = misses ? b->o.caps[NATURALS_MIN] : 0;
    if (b->free == 0 || reach->wild_room < room) return (cn_judged){sure, 0};
    if (reach->points - fewer < minimum) return (cn_judged){sure, others};
    return (cn_judged){sure | others, 0};
}

static uint64_t wild_lays(uint64_t ranks)
{
    return ranks << CN_STEP_LAY_TWO | ranks << CN_STEP_LAY_JOKER;
}

/* Of an opening that reaches its count and leaves what is to be kept. */
CN_USUAL cn_judged judge(const base *b, const cn_reach *reach, uint32_t begun, uint64_t lays,
                         int32_t minimum)
{
    uint32_t naturals = cn_sixteen_bits(cn_sixteen_least(b->o.held, 1) & b->melds);
    if (reach->chosen != 0) naturals |= pairs_that_reach(&b->o, reach, minimum);
    cn_judged wilds = {reach->wilds_free ? begun : 0, 0};
    if (!reach->wilds_free && (lays & wild_lays(begun)) != 0)
        wilds = judge_wilds(b, reach, begun, minimum);
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
    return judge(&b, reach, begun, lays, plan->minimum_points);
}

CN_USUAL uint64_t first_lays(const cn_rules *rules, const cn_cards *hand, int32_t minimum_points,
                             bool keeps)
{
    const uint8_t *held = hand->kind;
    const opening o = {rules,
                       cn_sixteen_load(held),
                       rules->wild_cap,
                       rules->wilds_free,
                       held[CN_KIND_TWO],
                       held[CN_KIND_JOKER],
                       hand->size,
                       0};
    const unsigned wilds = o.twos + o.jokers;
    const cn_sixteen melds = cn_sixteen_least(o.held, MELD_SIZE_MIN) & cn_sixteen_ranks();
    const uint32_t ranks = cn_sixteen_bits(melds);
    const cn_reach reach = reach_with(&o, melds, wild_room(&o, ranks, held), wilds);
    if (reach.points < minimum_points) return 0;
    if (!keeps && reach.left < CN_PLAN_KEPT) return CN_PLAN_UNSURE;
    const uint32_t pairs = pairs_that_reach(&o, &reach, minimum_points);
    return (uint64_t)(ranks | (wilds > 0 ? pairs : 0)) << CN_STEP_LAY;
}

uint64_t cn_plan_first_lays(const cn_rules *rules, const cn_cards *hand, int32_t minimum_points)
{
    return first_lays(rules, hand, minimum_points, true);
}

uint64_t cn_plan_first_lays_of_few(const cn_rules *rules, const cn_cards *hand,
                                   int32_t minimum_points)
{
    return first_lays(rules, hand, minimum_points, false);
}

CN_USUAL uint64_t next_lays(const cn_rules *rules, const cn_cards *hand, const cn_side *side,
                            uint64_t lays, const cn_staged *staged)
{
    const uint8_t *held = hand->kind;
    const bool one_cap = rules->wilds_free && staged->wild_caps == rules->wild_cap;
    const opening o = {rules,         cn_sixteen_load(held), staged->wild_caps,
                       one_cap,       held[CN_KIND_TWO],     held[CN_KIND_JOKER],
                       staged->loose, staged->points};
    base b;
    if (!make_base(&b, &o, side->naturals, side->wilds)) return CN_PLAN_UNSURE;
    const cn_reach reach = reach_with(&b.o, b.melds, b.room, b.free);
    if (reach.points < staged->need || (int)reach.left < (int)staged->keep) return CN_PLAN_UNSURE;
    const uint32_t begun = cn_counts_from(side->naturals, 1) & CN_ALL_RANKS;
    const cn_judged judged = judge(&b, &reach, begun, lays, staged->need);
    const uint64_t told = judged.sure | (staged->stays ? judged.barred : 0);
    return (lays & ~told) == 0 ? lays & judged.sure : CN_PLAN_UNSURE;
}

uint64_t cn_plan_next_of_plain(const cn_rules *rules, const cn_cards *hand, const cn_side *side,
                               uint64_t lays, const int32_t points[2], unsigned keep)
{
    const cn_staged staged = {rules->wild_cap, points[0], points[1], hand->size, keep, true};
    return next_lays(rules, hand, side, lays, &staged);
}
