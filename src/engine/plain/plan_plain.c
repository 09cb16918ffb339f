/* The closed form of the plain game: a turn as counts, what its steps change, and how it can end
 * without going out.
 * Not here: going out (plan_out.c), openings (plan_reach.c), shapes of steps (legal_plain.c).
 * Invariant: exact; see plan_plain.h. */
#include "engine/plain/plan_plain.h"

#include <assert.h>
#include <string.h>

#include "engine/cards/marks.h"
#include "engine/step/out.h"

void cn_plan_draw(cn_plan *plan, unsigned kind)
{
    if (kind == CN_KIND_RED3) return; /* laid out, never in hand */
    plan->hand++;
    if (kind < CN_RANKS) plan->held[kind]++;
    if (kind == CN_KIND_BLACK3) plan->black3++;
    if (kind == CN_KIND_TWO) plan->twos++;
    if (kind == CN_KIND_JOKER) plan->jokers++;
}

/* The pile comes to the hand, but for the `above` topmost cards, of kind `top`; red threes are laid
 * out. */
static void collect_pile(cn_plan *plan, const cn_public *pub, unsigned above, unsigned top)
{
    const uint8_t *kinds = pub->pile_cards.kind;
    cn_counts_add(plan->held, plan->held, kinds);
    plan->twos = (uint8_t)(plan->twos + kinds[CN_KIND_TWO]);
    plan->jokers = (uint8_t)(plan->jokers + kinds[CN_KIND_JOKER]);
    plan->black3 = (uint8_t)(plan->black3 + kinds[CN_KIND_BLACK3]);
    plan->hand = (uint8_t)(plan->hand + pub->pile_count - above - kinds[CN_KIND_RED3]);
    plan->held[top] = (uint8_t)(plan->held[top] - above);
}

/* What comes of the `count` lowest cards. */
static void count_rest(cn_plan *plan, const cn_public *pub, unsigned count)
{
    plan->rest = (uint8_t)(count - pub->pile_cards.kind[CN_KIND_RED3]);
    while (count > 0 && cn_card_kind(pub->pile[count - 1]) == CN_KIND_RED3) count--;
    if (count > 0) plan->rest_kind = cn_card_kind(pub->pile[count - 1]);
}

/* What only the turn of a side that has not opened needs. */
static void make_opening(cn_plan *plan, const cn_public *pub, int32_t staged_points,
                         int32_t minimum_points)
{
    const cn_turn *turn = &pub->turn;
    plan->pending = turn->staging && turn->took;
    plan->exempt =
        plan->rules->p.min_exempt_concealed == CN_MIN_EXEMPT_CONCEALED_STOCK_DRAW && !turn->took;
    plan->staged_points = staged_points;
    plan->minimum_points = minimum_points;
    if (plan->pending) count_rest(plan, pub, pub->pile_count);
}

static inline void make_turn(cn_plan *plan, const cn_rules *rules, const cn_public *pub,
                             const cn_cards *hand, const cn_side *side)
{
    const cn_turn *turn = &pub->turn;
    plan->rules = rules;
    memcpy(plan->held, hand->kind, sizeof plan->held);
    memcpy(plan->naturals, side->naturals, sizeof plan->naturals);
    memcpy(plan->wilds, side->wilds, sizeof plan->wilds);
    plan->twos = hand->kind[CN_KIND_TWO];
    plan->jokers = hand->kind[CN_KIND_JOKER];
    plan->black3 = hand->kind[CN_KIND_BLACK3];
    plan->hand = (uint8_t)hand->size;
    plan->black3_laid = side->naturals[CN_MELD_BLACK3];
    plan->black3_closed = turn->laid_black3 == CN_BLACK3_CLOSED;
    plan->open_rank =
        turn->open_meld != CN_NO_MELD ? side->meld[turn->open_meld].rank : (uint8_t)CN_KIND_NONE;
    plan->staging = turn->staging;
    plan->opened = side->meld_count > 0 && !turn->staging;
    plan->answer = (uint8_t)cn_binding_answer(rules, pub);
    plan->run_rank = CN_KIND_NONE;
    plan->run_cards = (uint8_t)(turn->run_before + turn->run_wilds);
    if (turn->run_meld != CN_NO_MELD) plan->run_rank = side->meld[turn->run_meld].rank;
    plan->pending = plan->exempt = false;
    plan->rest = 0;
    plan->staged_points = plan->minimum_points = 0;
}

void cn_plan_make(cn_plan *plan, const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    const cn_side *side = cn_public_acting(pub);
    make_turn(plan, rules, pub, hand, side);
    if (plan->opened) return;
    const int32_t staged = plan->staging ? cn_public_staged_points(rules, pub) : 0;
    make_opening(plan, pub, staged, cn_public_need(rules, pub, pub->asker).points);
}

void cn_plan_make_opening(cn_plan *plan, const cn_rules *rules, const cn_public *pub,
                          const cn_cards *hand, int32_t staged_points, int32_t minimum_points)
{
    const cn_side *side = cn_public_acting(pub);
    make_turn(plan, rules, pub, hand, side);
    make_opening(plan, pub, staged_points, minimum_points);
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
    if (plan->pending) collect_pile(plan, pub, 0, 0);
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
    const unsigned top = number == CN_STEP_TAKE_TOP ? cn_shape_top_alone_before(plan->rules) : 0;
    plan->run_cards = (uint8_t)(plan->run_cards + wild + top);
    plan->held[rank] = (uint8_t)(plan->held[rank] - naturals);
    plan->naturals[rank] = (uint8_t)(plan->naturals[rank] + naturals + 1);
    plan->wilds[rank] = (uint8_t)(plan->wilds[rank] + wild);
    plan->hand = (uint8_t)(plan->hand - naturals - wild);
    if (number == CN_STEP_TAKE_TWO) plan->twos--;
    if (number == CN_STEP_TAKE_JOKER) plan->jokers--;
    if (plan->opened) {
        collect_pile(plan, pub, 1, rank);
        return;
    }
    const int16_t *value = plan->rules->value;
    plan->staging = plan->pending = true;
    plan->exempt = false;
    plan->staged_points += (int32_t)(naturals + 1) * value[rank];
    if (number == CN_STEP_TAKE_TWO) plan->staged_points += value[CN_KIND_TWO];
    if (number == CN_STEP_TAKE_JOKER) plan->staged_points += value[CN_KIND_JOKER];
    count_rest(plan, pub, pub->pile_count - 1U);
}

unsigned cn_plan_canastas(const cn_plan *plan)
{
    uint8_t size[CN_COUNTS];
    cn_counts_add(size, plan->naturals, plan->wilds);
    const unsigned least = (unsigned)plan->rules->p.canasta_size;
    return (unsigned)__builtin_popcount(cn_counts_from(size, least) & CN_ALL_RANKS);
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

bool cn_plan_can_stay(const cn_plan *plan)
{
    if (plan->black3_laid > 0 || plan->answer == CN_ANSWER_YES) return false;
    if (plan->opened || !plan->staging) {
        unsigned finish = finish_cards(plan);
        return finish != NEVER && plan->hand >= finish + CN_PLAN_KEPT;
    }
    return cn_plan_can_open(plan, cn_plan_to_keep(plan));
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
           cn_plan_canastas(plan) >= cn_plan_needed(plan);
}
