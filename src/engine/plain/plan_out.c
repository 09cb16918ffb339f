/* Whether a turn of plain rules can end by going out.
 * Not here: shapes of steps. Invariant: exact; see plan_plain.h.
 *
 * A rank's total is its naturals on the table and in hand. `low` is the number of wilds the rank
 * must still get if all its naturals are laid, `room` the number it can get. All naturals of a rank
 * are laid or none is (keeping one never helps), except a single one without a meld, which must be
 * the discard. Each rank takes wilds independently of the others, so every number of wilds between
 * the sum of `low` and the sum of `room` can be laid. */
#include "engine/plain/plan_plain.h"
#include "engine/step/out.h"

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

/* Fills in room and ranks that can become canastas. */
static void count_room(const cn_plan *plan, uint32_t many, layout *out)
{
    const cn_rules *rules = plan->rules;
    const unsigned size = (unsigned)rules->p.canasta_size;
    if (cn_wilds_are_free(rules)) {
        const unsigned max_wilds = (unsigned)rules->p.max_wilds;
        const unsigned least = size > max_wilds + NATURALS_MIN ? size - max_wilds : NATURALS_MIN;
        out->room = max_wilds * (unsigned)__builtin_popcount(many) - cn_counts_sum(plan->wilds);
        out->able = cn_counts_from(out->total, least) & CN_ALL_RANKS;
        return;
    }
    uint8_t rooms[CN_COUNTS], most[CN_COUNTS];
    cn_plan_wild_rooms(plan, out->total, rooms);
    cn_counts_add(most, out->total, plan->wilds);
    cn_counts_add(most, most, rooms);
    out->room = cn_counts_sum_of(rooms, many);
    out->able = cn_counts_from(most, size) & many;
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
    uint8_t rooms[CN_COUNTS];
    cn_plan_wild_rooms(plan, out->total, rooms);
    return total + 1 + plan->wilds[rank] + rooms[rank] >= (unsigned)plan->rules->p.canasta_size;
}

/* Fewest wilds beyond `low` that bring the side to the canastas it needs, with one more natural of
 * rank `more` if it is a rank. */
static unsigned canasta_cost(const cn_plan *plan, const layout *out, unsigned more)
{
    unsigned sum = 0;
    int32_t needed = (int32_t)cn_plan_needed(plan) - __builtin_popcount(out->complete);
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
    return cn_plan_canastas(plan) >= cn_plan_needed(plan);
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
    int32_t points = plan->staged_points + hand_points(plan);
    if (points < plan->minimum_points) return false;
    unsigned wilds = cn_plan_wilds_held(plan), kind = plan->rest_kind;
    if (plan->black3_laid > 0)
        return plan->hand == plan->black3 && black3_left(plan) == 0 &&
               cn_plan_canastas(plan) >= cn_plan_needed(plan);
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

bool cn_plan_can_go_out(const cn_plan *plan)
{
    if (plan->answer == CN_ANSWER_NO) return false;
    int32_t points;
    if (plan->pending && plan->rest > 0) return plan->rest == 1 && can_go_out_with_rest(plan);
    if (!can_lay_out(plan, &points)) return false;
    return plan->opened || plan->exempt || plan->staged_points + points >= plan->minimum_points;
}
