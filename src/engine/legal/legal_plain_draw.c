/* The legal steps of plain rules before the draw, as far as a plan must be asked for them.
 * Not here: the usual draws (legal_plain.c). Invariant: the steps that legal.c would find. */
#include "canasta/legal.h"
#include "engine/finish/plan.h"
#include "engine/plain/plain.h"

static bool take_is_legal(const cn_plain *at, const cn_plan *plan, unsigned number)
{
    cn_plan after = *plan;
    cn_plan_take(&after, at->pub, number);
    return cn_plan_completable(&after);
}

/* The same of several. */
static uint64_t legal_by_plan(const cn_plain *at, uint64_t takes)
{
    uint64_t legal = 0;
    cn_plan plan;
    cn_plan_make(&plan, at->rules, at->pub, at->hand);
    for (; takes != 0; takes &= takes - 1)
        if (take_is_legal(at, &plan, (unsigned)__builtin_ctzll(takes))) legal |= takes & -takes;
    return legal;
}

/* Of the fitting takes those after which the turn can be finished. */
static uint64_t legal_takes(const cn_plain *at, uint64_t fitting)
{
    const bool free = at->answer != CN_ANSWER_YES;
    if (fitting == 0 || (free && cn_plain_take_is_safe(at, 2))) return fitting;
    const bool top = free && cn_plain_take_is_safe(at, 0);
    const uint64_t safe = top ? fitting & cn_step_bit(CN_STEP_TAKE_TOP) : 0;
    if (fitting == safe || (at->side->meld_count > 0 && cn_plain_pile_must_stay(at))) return safe;
    return safe | legal_by_plan(at, fitting & ~safe);
}

bool cn_plain_ask_is_searched(const cn_plain *at)
{
    if (at->rules->p.ask_timing == CN_ASK_TIMING_AFTER_DRAW || !cn_plain_may_ask(at)) return false;
    return !cn_plain_draw_must_stay(at) || cn_plain_takes(at) != 0;
}

/* Whatever `count` cards are drawn, from `first` on, the hand goes out with them. Black threes come
 * first: with them it seldom does, and if a last one can only be discarded, all other cards are
 * laid, and so could any other card be discarded. */
static bool draws_go_out(const cn_plan *plan, unsigned count, unsigned first)
{
    if (count == 0) return cn_plan_can_go_out(plan);
    for (unsigned i = first; i <= CN_KIND_JOKER; i++) {
        const unsigned kind = i == 0 ? CN_KIND_BLACK3 : i <= CN_RANKS ? i - 1 : i;
        if (kind == CN_KIND_JOKER && plan->rules->p.jokers_total == 0) continue;
        cn_plan drawn = *plan;
        cn_plan_draw(&drawn, kind);
        if (!draws_go_out(&drawn, count - 1, i)) return false;
        if (count == 1 && i == 0 && plan->black3 == 0) return true;
    }
    return true;
}

/* The same for every draw that the rules know; the last cards of the stock may end the hand. */
static bool every_draw_goes_out(const cn_plain *at)
{
    const unsigned count = (unsigned)at->rules->p.draw_count;
    if (at->pub->stock_count > count) {
        cn_plan plan;
        cn_plan_make(&plan, at->rules, at->pub, at->hand);
        return draws_go_out(&plan, count, 0);
    }
    cn_effort effort = {CN_EFFORT_USUAL}; /* which the closed form does not spend */
    return cn_draw_keeps_going_out(at->rules, at->pub, at->hand, &effort);
}

/* Of a side that has melded: the yes is kept by one of the legal takes. */
static bool take_goes_out(const cn_plain *at, uint64_t legal)
{
    cn_plan plan;
    cn_plan_make(&plan, at->rules, at->pub, at->hand);
    plan.answer = CN_ANSWER_YES;
    for (uint64_t takes = legal; takes != 0; takes &= takes - 1) {
        cn_plan after = plan;
        cn_plan_take(&after, at->pub, (unsigned)__builtin_ctzll(takes));
        if (cn_plan_can_go_out(&after)) return true;
    }
    return false;
}

/* The question before the draw (P67): a yes must be kept with whatever card is drawn, or by a take.
 */
static bool ask_is_legal_at_draw(const cn_plain *at, uint64_t takes)
{
    if (at->rules->p.ask_timing == CN_ASK_TIMING_AFTER_DRAW || !cn_plain_may_ask(at)) return false;
    const bool draw_stays = cn_plain_draw_must_stay(at), empty = at->pub->stock_count == 0;
    if (draw_stays && takes == 0) return false;
    if (!empty && !draw_stays && every_draw_goes_out(at)) return true;
    if (!empty && (takes == 0 || cn_plain_pile_must_stay(at))) return false;
    if (!empty && at->side->meld_count > 0) return take_goes_out(at, takes);
    /* what an opening with the pile brings is searched */
    return cn_possible(at->rules, at->pub, at->hand, CN_STEP_ASK);
}

/* Drawing is legal while there is a stock (P28, P91), but where a yes binds that it may not keep
 * (P70); P90 otherwise. */
CN_RARE uint64_t cn_plain_legal_at_draw(const cn_rules *rules, const cn_public *pub,
                                        const cn_cards *hand, uint64_t fitting)
{
    const cn_plain here = cn_plain_make(rules, pub, hand), *at = &here;
    if (rules->p.take_guard_single && hand->size == 1 && pub->pile_count == 1)
        fitting = 0; /* P47 */
    const uint64_t takes = legal_takes(at, fitting);
    if (at->answer == CN_ANSWER_YES)
        return takes | (every_draw_goes_out(at) ? cn_step_bit(CN_STEP_DRAW) : 0);
    const uint64_t asks = takes | (ask_is_legal_at_draw(at, takes) ? cn_step_bit(CN_STEP_ASK) : 0);
    if (pub->stock_count == 0 && takes != 0) {
        const int32_t empty = rules->p.empty_stock_take;
        if (empty == CN_EMPTY_STOCK_TAKE_FORCED_IF_LEGAL) return asks;
        if (empty == CN_EMPTY_STOCK_TAKE_FORCED_IF_MATCHES_MELD &&
            (takes & cn_step_bit(CN_STEP_TAKE_TOP)) != 0)
            return asks;
    }
    return asks | cn_step_bit(CN_STEP_DRAW);
}
