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

enum { NEVER = 99, MELD_SIZE_MIN = 3, NATURALS_MIN = 2, KEEP_CARDS = 1 };

static void add_meld(cn_plan *plan, const cn_meld *meld)
{
    if (meld->rank == CN_KIND_BLACK3) {
        plan->black3_laid = meld->naturals;
        return;
    }
    plan->naturals[meld->rank] = meld->naturals;
    plan->wilds[meld->rank] = (uint8_t)cn_meld_wilds(meld);
}

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
    plan->rest = 0;
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
    cn_plan plan = {.rules = rules, .open_rank = CN_KIND_NONE};
    memcpy(plan.held, hand->kind, sizeof hand->kind);
    plan.twos = hand->kind[CN_KIND_TWO];
    plan.jokers = hand->kind[CN_KIND_JOKER];
    plan.black3 = hand->kind[CN_KIND_BLACK3];
    plan.hand = (uint8_t)hand->size;
    for (unsigned i = 0; i < side->meld_count; i++) add_meld(&plan, &side->meld[i]);
    plan.black3_closed = turn->laid_black3 == CN_BLACK3_CLOSED;
    if (turn->open_meld != CN_NO_MELD) plan.open_rank = side->meld[turn->open_meld].rank;
    plan.staging = turn->staging;
    plan.opened = side->meld_count > 0 && !turn->staging;
    plan.answer = turn->answer;
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
    if (cn_kind_is_wild(kind)) {
        plan->wilds[rank]++;
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
    plan->rest = 0;
}

void cn_plan_take(cn_plan *plan, const cn_public *pub, unsigned number)
{
    assert(pub->pile_count > 0);
    unsigned rank = cn_card_kind(cn_public_top(pub));
    unsigned naturals = number == CN_STEP_TAKE_PAIR ? 2 : number == CN_STEP_TAKE_TOP ? 0 : 1;
    unsigned wild = number == CN_STEP_TAKE_TWO || number == CN_STEP_TAKE_JOKER;
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
    unsigned low;            /* wilds that must be laid */
    unsigned room;           /* wilds that can be laid */
    unsigned left;           /* cards that cannot be laid; NEVER: impossible */
    int32_t left_points;     /* value of the last of those */
    unsigned cost[CN_RANKS]; /* wilds beyond `low` that make the rank a canasta, NEVER if none do */
} layout;

static void lay_out_rank(const cn_plan *plan, unsigned rank, layout *out)
{
    out->cost[rank] = NEVER;
    unsigned total = (unsigned)plan->naturals[rank] + plan->held[rank];
    if (total == 0) return;
    bool begun = plan->naturals[rank] > 0;
    if (total == 1) { /* a single, or a begun meld that can never have two naturals */
        out->left += begun ? NEVER : 1;
        out->left_points = plan->rules->value[rank];
        return;
    }
    unsigned wilds = plan->wilds[rank];
    unsigned low = total + wilds < MELD_SIZE_MIN ? MELD_SIZE_MIN - total - wilds : 0;
    unsigned room = (unsigned)plan->rules->p.max_wilds - wilds;
    if (low > room) {
        out->left += begun ? NEVER : total;
        return;
    }
    unsigned size = (unsigned)plan->rules->p.canasta_size;
    unsigned wanted = total + wilds < size ? size - total - wilds : 0;
    if (wanted < low) wanted = low;
    if (wanted <= room) out->cost[rank] = wanted - low;
    out->low += low;
    out->room += room;
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

/* Two ranks of which there is but one natural, on the table and in hand: one card stays. */
static bool two_must_stay(const cn_plan *plan)
{
    uint8_t total[CN_COUNTS];
    cn_counts_add(total, plan->naturals, plan->held);
    const uint32_t single = cn_counts_from(total, 1) & ~cn_counts_from(total, 2) & CN_ALL_RANKS;
    return (single & (single - 1)) != 0;
}

static layout lay_out_all(const cn_plan *plan)
{
    layout out = {0};
    /* Two cards that must stay decide the matter, and most hands have them. */
    for (unsigned rank = 0; rank < CN_RANKS && out.left <= 1; rank++)
        lay_out_rank(plan, rank, &out);
    unsigned black3 = black3_left(plan);
    if (black3 > 0) out.left_points = plan->rules->value[CN_KIND_BLACK3];
    out.left += black3;
    return out;
}

/* Fewest wilds beyond `low` that bring the side to the canastas it needs. */
static unsigned canasta_cost(const cn_plan *plan, layout *out)
{
    unsigned sum = 0;
    for (int32_t n = 0; n < plan->rules->p.out_canastas; n++) {
        unsigned best = 0;
        for (unsigned rank = 1; rank < CN_RANKS; rank++)
            if (out->cost[rank] < out->cost[best]) best = rank;
        sum += out->cost[best];
        out->cost[best] = NEVER;
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

/* All cards but at most one can be laid, with the canastas needed at the end. `*laid_points` gets
 * the highest value of the hand cards laid so. */
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
    if (two_must_stay(plan)) return false;
    layout out = lay_out_all(plan);
    if (out.left > 1) return false;
    unsigned wilds = cn_plan_wilds_held(plan);
    unsigned surplus = wilds > out.room ? wilds - out.room : 0;
    if (surplus + out.left > 1) return false;
    *laid_points = hand_points(plan);
    if (out.left == 1) *laid_points -= out.left_points;
    if (surplus == 1) *laid_points -= cheapest_wild_points(plan);
    return out.low + canasta_cost(plan, &out) <= wilds;
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
    layout out = lay_out_all(plan);
    if (out.left > 0 || out.low > wilds || wilds > out.room) return false;
    layout bare = out;
    if (out.low + canasta_cost(plan, &bare) <= wilds) return true; /* discard the card */
    if (plan->black3 > 0) return false; /* nothing is laid after black threes */
    if (kind == CN_KIND_BLACK3) return false;
    if (cn_kind_is_wild(kind))
        return wilds + 1 <= out.room && out.low + canasta_cost(plan, &out) <= wilds + 1;
    unsigned total = (unsigned)plan->naturals[kind] + plan->held[kind];
    if (total == 0) return false;
    /* With the card the canasta of its rank needs one wild less, but not fewer than `low`. */
    if (out.cost[kind] != NEVER) {
        out.cost[kind] -= out.cost[kind] > 0;
    } else {
        unsigned size = (unsigned)rules->p.canasta_size;
        unsigned table = total + plan->wilds[kind];
        unsigned low = table < MELD_SIZE_MIN ? MELD_SIZE_MIN - table : 0;
        unsigned room = (unsigned)rules->p.max_wilds - plan->wilds[kind];
        if (table + 1 + room == size) out.cost[kind] = room - low;
    }
    return out.low + canasta_cost(plan, &out) <= wilds;
}

int32_t cn_plan_reach(const cn_plan *plan, unsigned *left)
{
    const int16_t *value = plan->rules->value;
    unsigned max_wilds = (unsigned)plan->rules->p.max_wilds;
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
            if (total < NATURALS_MIN) return -1;
            if (total + plan->wilds[rank] < MELD_SIZE_MIN) reserved++;
            points += (int32_t)held * value[rank];
            laid += held;
            room += max_wilds - plan->wilds[rank];
        } else if (held == NATURALS_MIN) {
            pairs[pair_count++] = (uint8_t)rank;
        }
    }
    if (reserved > wilds) return -1;
    if (plan->open_rank == CN_KIND_BLACK3) return -1; /* only going out finishes them */
    unsigned spare = wilds - reserved;
    while (spare > 0 && pair_count > 0) {
        unsigned best = 0;
        for (unsigned i = 1; i < pair_count; i++)
            if (value[pairs[i]] > value[pairs[best]]) best = i;
        points += NATURALS_MIN * value[pairs[best]];
        pairs[best] = pairs[--pair_count];
        laid += NATURALS_MIN;
        room += max_wilds;
        spare--;
    }
    unsigned laid_wilds = wilds < room ? wilds : room;
    bool jokers_first = value[CN_KIND_JOKER] >= value[CN_KIND_TWO];
    unsigned dear = jokers_first ? plan->jokers : plan->twos;
    unsigned dear_kind = jokers_first ? CN_KIND_JOKER : CN_KIND_TWO;
    unsigned cheap_kind = jokers_first ? CN_KIND_TWO : CN_KIND_JOKER;
    if (dear > laid_wilds) dear = laid_wilds;
    points += (int32_t)dear * value[dear_kind] + (int32_t)(laid_wilds - dear) * value[cheap_kind];
    *left = plan->hand - laid - laid_wilds;
    return points;
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
    unsigned left;
    int32_t reach = cn_plan_reach(plan, &left);
    if (reach < plan->minimum_points) return false;
    if (keep == 0 || left >= keep) return true;
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

/* Fewest hand cards that finish the begun meld; NEVER if they are not at hand. */
static unsigned finish_cards(const cn_plan *plan)
{
    if (plan->open_rank == CN_KIND_NONE) return 0;
    if (plan->open_rank == CN_KIND_BLACK3) return NEVER;
    unsigned rank = plan->open_rank;
    unsigned naturals = plan->naturals[rank], wilds = plan->wilds[rank];
    unsigned need_naturals = naturals < NATURALS_MIN ? NATURALS_MIN - naturals : 0;
    if (plan->held[rank] < need_naturals) return NEVER;
    unsigned size = naturals + need_naturals + wilds;
    unsigned more = size < MELD_SIZE_MIN ? MELD_SIZE_MIN - size : 0;
    unsigned room = (unsigned)plan->rules->p.max_wilds - wilds;
    unsigned wilds_usable = cn_plan_wilds_held(plan) < room ? cn_plan_wilds_held(plan) : room;
    if (plan->held[rank] - need_naturals + wilds_usable < more) return NEVER;
    return need_naturals + more;
}

bool cn_plan_can_stay(const cn_plan *plan)
{
    if (plan->black3_laid > 0 || plan->answer == CN_ANSWER_YES) return false;
    if (plan->opened || !plan->staging) {
        unsigned finish = finish_cards(plan);
        return finish != NEVER && plan->hand >= finish + KEEP_CARDS + 1;
    }
    unsigned keep = KEEP_CARDS + 1;
    if (plan->pending) keep = plan->rest < keep ? keep - plan->rest : 0;
    return can_open_keeping(plan, keep);
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
