/* The exact test for dead ends, in closed form.
 * Not here: shapes of steps. Invariant: exact; see plan_plain.h.
 *
 * Words used below. A rank's total A is its naturals on the table and in hand. `low` is the number
 * of wilds the rank must still get if all its naturals are laid, `room` the number it can get. All
 * naturals of a rank are laid or none is (keeping one never helps), except a single one without a
 * meld, which must be the discard. Each rank takes wilds independently of the others, so every
 * number of wilds between the sum of `low` and the sum of `room` can be laid. */
#include "plan_plain.h"

#include <assert.h>
#include <string.h>

enum { NEVER = CN_PLAN_NEVER, MELD_SIZE_MIN = 3, NATURALS_MIN = 2 };

static void add_hand_card(cn_plan *plan, cn_card card)
{
    uint8_t kind = cn_card_kind(card);
    if (kind == CN_KIND_RED3) return; /* laid out, never in hand */
    plan->hand++;
    if (kind < CN_RANKS) plan->held[kind]++;
    if (kind == CN_KIND_BLACK3) plan->black3++;
    if (kind == CN_KIND_TWO) plan->twos++;
    if (kind == CN_KIND_JOKER) plan->jokers++;
}

static void count_rest(cn_plan *plan, const cn_card *pile, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        uint8_t kind = cn_card_kind(pile[i]);
        if (kind == CN_KIND_RED3) continue;
        plan->rest++;
        plan->rest_kind = kind;
    }
}

cn_plan cn_plan_make(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    const cn_side *side = cn_public_acting(pub);
    const cn_turn *turn = &pub->turn;
    cn_plan plan;
    plan.rules = rules;
    memcpy(plan.held, hand->kind, sizeof plan.held);
    memcpy(plan.naturals, side->naturals, sizeof plan.naturals);
    memcpy(plan.wilds, side->wilds, sizeof plan.wilds);
    plan.twos = hand->kind[CN_KIND_TWO];
    plan.jokers = hand->kind[CN_KIND_JOKER];
    plan.black3 = hand->kind[CN_KIND_BLACK3];
    plan.hand = (uint8_t)hand->size;
    plan.black3_laid = side->naturals[CN_MELD_BLACK3];
    plan.black3_closed = turn->laid_black3 == CN_BLACK3_CLOSED;
    plan.open_rank =
        turn->open_meld != CN_NO_MELD ? side->meld[turn->open_meld].rank : (uint8_t)CN_KIND_NONE;
    plan.staging = turn->staging;
    plan.opened = side->meld_count > 0 && !turn->staging;
    plan.answer = (uint8_t)cn_binding_answer(rules, pub);
    plan.run_rank = CN_KIND_NONE;
    if (turn->run_meld != CN_NO_MELD) {
        plan.run_rank = side->meld[turn->run_meld].rank;
        plan.run_cards = (uint8_t)(turn->run_before + turn->run_wilds);
    }
    plan.pending = plan.exempt = false;
    plan.rest = 0;
    plan.staged_points = plan.minimum_points = 0;
    if (plan.opened) return plan;

    plan.pending = turn->staging && turn->took;
    plan.exempt =
        rules->p.min_exempt_concealed == CN_MIN_EXEMPT_CONCEALED_STOCK_DRAW && !turn->took;
    plan.staged_points = cn_public_staged_points(rules, pub);
    plan.minimum_points = cn_public_need(rules, pub, pub->asker).points;
    if (plan.pending) count_rest(&plan, pub->pile, pub->pile_count);
    return plan;
}

static bool meld_is_finished(unsigned naturals, unsigned wilds)
{
    return naturals >= NATURALS_MIN && naturals + wilds >= MELD_SIZE_MIN;
}

static void lay_black3(cn_plan *plan)
{
    plan->black3--;
    plan->black3_laid++;
    bool finished = plan->black3_laid >= plan->rules->p.black3_meld_min;
    plan->open_rank = finished ? CN_KIND_NONE : CN_KIND_BLACK3;
}

/* The next lay goes to the rank (S2). */
static void run_on(cn_plan *plan, unsigned rank)
{
    if (plan->run_rank == rank) return;
    plan->run_rank = (uint8_t)rank;
    plan->run_cards = (uint8_t)(plan->naturals[rank] + plan->wilds[rank]);
}

void cn_plan_lay(cn_plan *plan, unsigned kind, unsigned rank)
{
    assert(plan->hand > 0);
    plan->hand--;
    if (!plan->opened) {
        plan->staging = true;
        plan->staged_points += plan->rules->value[kind];
    }
    if (kind == CN_KIND_BLACK3) {
        lay_black3(plan);
        return;
    }
    if (kind == CN_KIND_TWO) plan->twos--;
    if (kind == CN_KIND_JOKER) plan->jokers--;
    run_on(plan, rank);
    if (cn_kind_is_wild(kind)) {
        plan->wilds[rank]++;
        plan->run_cards++;
    } else {
        plan->held[rank]--;
        plan->naturals[rank]++;
    }
    bool finished = meld_is_finished(plan->naturals[rank], plan->wilds[rank]);
    plan->open_rank = (uint8_t)(finished ? CN_KIND_NONE : rank);
}

void cn_plan_open(cn_plan *plan, const cn_public *pub)
{
    if (plan->pending)
        for (unsigned i = 0; i < pub->pile_count; i++) add_hand_card(plan, pub->pile[i]);
    plan->opened = true;
    plan->black3_closed = plan->black3_laid > 0;
    plan->staging = plan->pending = plan->exempt = false;
    plan->run_rank = CN_KIND_NONE;
    plan->rest = 0;
}

void cn_plan_take(cn_plan *plan, const cn_public *pub, unsigned number)
{
    assert(pub->pile_count > 0);
    unsigned rank = cn_card_kind(cn_public_top(pub));
    unsigned naturals = number == CN_STEP_TAKE_PAIR ? 2 : number == CN_STEP_TAKE_TOP ? 0 : 1;
    unsigned wild = number == CN_STEP_TAKE_TWO || number == CN_STEP_TAKE_JOKER;
    run_on(plan, rank);
    plan->run_cards = (uint8_t)(plan->run_cards + wild);
    plan->held[rank] = (uint8_t)(plan->held[rank] - naturals);
    plan->naturals[rank] = (uint8_t)(plan->naturals[rank] + naturals + 1);
    plan->wilds[rank] = (uint8_t)(plan->wilds[rank] + wild);
    plan->hand = (uint8_t)(plan->hand - naturals - wild);
    if (number == CN_STEP_TAKE_TWO) plan->twos--;
    if (number == CN_STEP_TAKE_JOKER) plan->jokers--;
    if (plan->opened) {
        for (unsigned i = 0; i + 1 < pub->pile_count; i++) add_hand_card(plan, pub->pile[i]);
        return;
    }
    const int16_t *value = plan->rules->value;
    plan->staging = plan->pending = true;
    plan->exempt = false;
    plan->staged_points += (int32_t)(naturals + 1) * value[rank];
    if (number == CN_STEP_TAKE_TWO) plan->staged_points += value[CN_KIND_TWO];
    if (number == CN_STEP_TAKE_JOKER) plan->staged_points += value[CN_KIND_JOKER];
    count_rest(plan, pub->pile, pub->pile_count - 1U);
}

unsigned cn_plan_canastas(const cn_plan *plan)
{
    uint8_t size[CN_COUNTS];
    cn_counts_add(size, plan->naturals, plan->wilds);
    const unsigned least = (unsigned)plan->rules->p.canasta_size;
    return (unsigned)__builtin_popcount(cn_counts_from(size, least) & CN_ALL_RANKS);
}

/* How all naturals could be laid, rank by rank. */
typedef struct layout {
    unsigned low;             /* wilds that must be laid */
    unsigned room;            /* wilds that can be laid */
    unsigned left;            /* cards that cannot be laid; NEVER or more: impossible */
    int32_t left_points;      /* value of the last of those */
    uint32_t able;            /* ranks that can become canastas */
    uint32_t complete;        /* ranks that are canastas without further wilds */
    uint8_t total[CN_COUNTS]; /* naturals by rank */
} layout;

/* Wilds beyond those of `low` that make the rank a canasta. */
static unsigned cost_of(const cn_plan *plan, const layout *out, unsigned rank)
{
    const unsigned size = (unsigned)plan->rules->p.canasta_size;
    const unsigned cards = (unsigned)out->total[rank] + plan->wilds[rank];
    const unsigned low = cards < MELD_SIZE_MIN ? MELD_SIZE_MIN - cards : 0;
    return cards + low < size ? size - cards - low : 0;
}

/* P65: three or four black threes are melded together or not at all; one may be the discard. */
static unsigned black3_left(const cn_plan *plan)
{
    const cn_params *p = &plan->rules->p;
    unsigned held = plan->black3;
    unsigned total = held + plan->black3_laid;
    unsigned least = (unsigned)p->black3_meld_min, most = plan->rules->black3_most;
    if (total == 0 || (plan->black3_laid == 0 && held == 1)) return held;
    if (p->black3_meld == CN_BLACK3_MELD_NEVER) return NEVER;
    if (total >= least && total <= most) return 0;
    if (held > 0 && total - 1 >= least && total - 1 <= most) return 1;
    return NEVER;
}

/* Wilds that the meld of the rank can still get when all its naturals lie there. Where none may be
 * added to a canasta, as many as fit beside the cards it had before the run; an opening is one run
 * (P57). */
static unsigned wild_room(const cn_plan *plan, unsigned total, unsigned rank)
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

/* True if wilds are limited by nothing but max_wilds. */
static bool is_free(const cn_rules *rules)
{
    return rules->p.wild_ratio == CN_WILD_RATIO_FREE && rules->p.add_wild_to_canasta;
}

/* Fills in room and ranks that can become canastas. */
static void count_room(const cn_plan *plan, uint32_t many, layout *out)
{
    const cn_rules *rules = plan->rules;
    const unsigned size = (unsigned)rules->p.canasta_size;
    if (is_free(rules)) {
        const unsigned max_wilds = (unsigned)rules->p.max_wilds;
        const unsigned least = size > max_wilds + NATURALS_MIN ? size - max_wilds : NATURALS_MIN;
        out->room = max_wilds * (unsigned)__builtin_popcount(many) - cn_counts_sum(plan->wilds);
        out->able = cn_counts_from(out->total, least) & CN_ALL_RANKS;
        return;
    }
    out->room = 0;
    out->able = 0;
    for (uint32_t left = many; left != 0; left &= left - 1) {
        const unsigned rank = (unsigned)__builtin_ctz(left);
        const unsigned room = wild_room(plan, out->total[rank], rank);
        out->room += room;
        if ((unsigned)out->total[rank] + plan->wilds[rank] + room >= size)
            out->able |= left & -left;
    }
}

/* Of a rank with two naturals a wild makes a meld, and there is always room for one: a single card
 * alone cannot be laid, and a begun meld of one card can never be finished. */
static layout lay_out_all(const cn_plan *plan)
{
    layout out;
    const cn_rules *rules = plan->rules;
    uint8_t cards[CN_COUNTS];
    cn_counts_add(out.total, plan->naturals, plan->held);
    cn_counts_add(cards, out.total, plan->wilds);
    const uint32_t some = cn_counts_from(out.total, 1) & CN_ALL_RANKS;
    const uint32_t many = cn_counts_from(out.total, NATURALS_MIN) & CN_ALL_RANKS;
    const uint32_t single = some & ~many;
    out.left = (unsigned)__builtin_popcount(single);
    out.left_points = single != 0 ? rules->value[31 - __builtin_clz(single)] : 0;
    if ((single & cn_counts_from(plan->naturals, 1)) != 0) out.left = NEVER;
    const unsigned black3 = black3_left(plan);
    if (black3 > 0) out.left_points = rules->value[CN_KIND_BLACK3];
    out.left += black3;
    out.low = (unsigned)__builtin_popcount(many & ~cn_counts_from(cards, MELD_SIZE_MIN));
    count_room(plan, many, &out);
    out.complete = cn_counts_from(cards, (unsigned)rules->p.canasta_size) & out.able;
    return out;
}

/* With one more natural, laid after the wilds, the rank can be a canasta. */
static bool becomes_able(const cn_plan *plan, const layout *out, unsigned rank)
{
    const unsigned total = out->total[rank];
    return total + 1 + plan->wilds[rank] + wild_room(plan, total, rank) >=
           (unsigned)plan->rules->p.canasta_size;
}

/* Fewest wilds beyond `low` that bring the side to the canastas it needs, with one more natural of
 * rank `more` if it is a rank. */
static unsigned canasta_cost(const cn_plan *plan, const layout *out, unsigned more)
{
    unsigned sum = 0;
    int32_t needed = plan->rules->p.out_canastas - __builtin_popcount(out->complete);
    uint32_t able = out->able & ~out->complete;
    if (more < CN_RANKS && becomes_able(plan, out, more))
        able |= UINT32_C(1) << more & ~out->complete;
    for (; needed > 0; needed--) {
        unsigned best = 0, least = NEVER;
        for (uint32_t left = able; left != 0; left &= left - 1) {
            const unsigned rank = (unsigned)__builtin_ctz(left);
            unsigned cost = cost_of(plan, out, rank);
            if (rank == more && cost > 0) cost--;
            if (cost >= least) continue;
            least = cost;
            best = rank;
        }
        if (least == NEVER) return NEVER;
        sum += least;
        able &= ~(UINT32_C(1) << best);
    }
    return sum;
}

/* After the black threes nothing else may be laid (P65, P149). */
static bool can_go_out_after_black3(const cn_plan *plan)
{
    unsigned others = (unsigned)plan->hand - plan->black3;
    unsigned left = plan->black3_closed ? plan->black3 : black3_left(plan);
    if (left == NEVER || others + left > 1) return false;
    return cn_plan_canastas(plan) >= (unsigned)plan->rules->p.out_canastas;
}

/* Value of the cards in hand that are melds' worth: everything but red threes. */
static int32_t hand_points(const cn_plan *plan)
{
    const int16_t *value = plan->rules->value;
    int32_t points = plan->twos * value[CN_KIND_TWO] + plan->jokers * value[CN_KIND_JOKER] +
                     plan->black3 * value[CN_KIND_BLACK3];
    for (unsigned rank = 0; rank < CN_RANKS; rank++) points += plan->held[rank] * value[rank];
    return points;
}

/* The cheaper wild in hand: what a player with one wild too many discards. */
static int32_t cheapest_wild_points(const cn_plan *plan)
{
    int32_t two = plan->rules->value[CN_KIND_TWO], joker = plan->rules->value[CN_KIND_JOKER];
    if (plan->twos == 0) return joker;
    return plan->jokers == 0 || two <= joker ? two : joker;
}

/* All cards but at most one can be laid, with the canastas needed at the end. In an opening
 * `*laid_points` gets the highest value of the hand cards laid so. */
static bool can_lay_out(const cn_plan *plan, int32_t *laid_points)
{
    const int16_t *value = plan->rules->value;
    if (plan->black3_laid > 0) {
        if (!can_go_out_after_black3(plan)) return false;
        *laid_points = plan->black3 * value[CN_KIND_BLACK3];
        if (plan->hand == plan->black3 && black3_left(plan) == 1)
            *laid_points -= value[CN_KIND_BLACK3];
        return true;
    }
    const layout out = lay_out_all(plan);
    if (out.left > 1) return false;
    unsigned wilds = cn_plan_wilds_held(plan);
    unsigned surplus = wilds > out.room ? wilds - out.room : 0;
    if (surplus + out.left > 1) return false;
    if (out.low + canasta_cost(plan, &out, CN_KIND_NONE) > wilds) return false;
    *laid_points = 0;
    if (plan->opened) return true; /* nobody asks what it counts */
    *laid_points = hand_points(plan);
    if (out.left == 1) *laid_points -= out.left_points;
    if (surplus == 1) *laid_points -= cheapest_wild_points(plan);
    return true;
}

/* The whole hand is laid in the opening and the one card of the pile that follows is discarded or
 * completes the canasta that is missing (P46, P151). */
static bool can_go_out_with_rest(const cn_plan *plan)
{
    const cn_rules *rules = plan->rules;
    int32_t points = plan->staged_points + hand_points(plan);
    if (points < plan->minimum_points) return false;
    unsigned wilds = cn_plan_wilds_held(plan), kind = plan->rest_kind;
    if (plan->black3_laid > 0)
        return plan->hand == plan->black3 && black3_left(plan) == 0 &&
               cn_plan_canastas(plan) >= (unsigned)rules->p.out_canastas;
    const layout out = lay_out_all(plan);
    if (out.left > 0 || out.low > wilds || wilds > out.room) return false;
    const unsigned needed = out.low + canasta_cost(plan, &out, CN_KIND_NONE);
    if (needed <= wilds) return true;   /* discard the card */
    if (plan->black3 > 0) return false; /* nothing is laid after black threes */
    if (kind == CN_KIND_BLACK3) return false;
    if (cn_kind_is_wild(kind)) return wilds + 1 <= out.room && needed <= wilds + 1;
    /* With the card the canasta of its rank needs one wild less, but not fewer than `low`. */
    return out.total[kind] > 0 && out.low + canasta_cost(plan, &out, kind) <= wilds;
}

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
            room += wild_room(plan, total, rank);
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

/* The count of the opening can be met with at least `keep` cards left in hand. Exact: an opening
 * that leaves them leaves some particular ones, and the highest count of the others is enough. */
static bool can_open_keeping(const cn_plan *plan, unsigned keep)
{
    return plan->black3_laid == 0 && reaches_without(plan, keep, 0);
}

unsigned cn_plan_finish_cards(const cn_rules *rules, const cn_begun *begun)
{
    const unsigned naturals = begun->naturals, wilds = begun->wilds;
    const unsigned need_naturals = naturals < NATURALS_MIN ? NATURALS_MIN - naturals : 0;
    if (begun->held < need_naturals) return NEVER;
    const unsigned size = naturals + need_naturals + wilds;
    const unsigned more = size < MELD_SIZE_MIN ? MELD_SIZE_MIN - size : 0;
    const unsigned room = (unsigned)rules->p.max_wilds - wilds;
    const unsigned usable = begun->wilds_held < room ? begun->wilds_held : room;
    return begun->held - need_naturals + usable < more ? NEVER : need_naturals + more;
}

/* The same for the meld the plan has begun; 0 if none. */
static unsigned finish_cards(const cn_plan *plan)
{
    const unsigned rank = plan->open_rank;
    if (rank == CN_KIND_NONE) return 0;
    if (rank == CN_KIND_BLACK3) return NEVER;
    const cn_begun begun = {plan->naturals[rank], plan->wilds[rank], plan->held[rank],
                            cn_plan_wilds_held(plan)};
    return cn_plan_finish_cards(plan->rules, &begun);
}

/* Hand cards that an opening must leave to a turn that goes on; a pile that comes counts. */
static unsigned cards_to_keep(const cn_plan *plan)
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
        reach->points < plan->minimum_points || reach->left < cards_to_keep(plan))
        return 0;
    const uint64_t begun = cn_counts_from(plan->naturals, 1) & CN_ALL_RANKS;
    uint64_t naturals = (begun & cn_counts_from(plan->held, 1)) |
                        (cn_counts_from(plan->held, MELD_SIZE_MIN) & CN_ALL_RANKS);
    if (reach->pairs != 0) naturals |= pairs_that_reach(plan, reach);
    const uint64_t wilds = reach->wilds_free ? begun : 0;
    return naturals << CN_STEP_LAY | wilds << CN_STEP_LAY_TWO | wilds << CN_STEP_LAY_JOKER;
}

bool cn_plan_can_stay(const cn_plan *plan)
{
    if (plan->black3_laid > 0 || plan->answer == CN_ANSWER_YES) return false;
    if (plan->opened || !plan->staging) {
        unsigned finish = finish_cards(plan);
        return finish != NEVER && plan->hand >= finish + CN_PLAN_KEPT;
    }
    return can_open_keeping(plan, cards_to_keep(plan));
}

bool cn_plan_can_go_out(const cn_plan *plan)
{
    if (plan->answer == CN_ANSWER_NO) return false;
    int32_t points;
    if (plan->pending && plan->rest > 0) return plan->rest == 1 && can_go_out_with_rest(plan);
    if (!can_lay_out(plan, &points)) return false;
    return plan->opened || plan->exempt || plan->staged_points + points >= plan->minimum_points;
}

bool cn_plan_completable(const cn_plan *plan)
{
    return cn_plan_can_stay(plan) || cn_plan_can_go_out(plan);
}

bool cn_plan_may_open(const cn_plan *plan)
{
    if (!plan->staging || plan->open_rank != CN_KIND_NONE) return false;
    if (plan->staged_points >= plan->minimum_points) return true;
    return plan->exempt && plan->hand <= 1 && plan->answer != CN_ANSWER_NO &&
           cn_plan_canastas(plan) >= (unsigned)plan->rules->p.out_canastas;
}
