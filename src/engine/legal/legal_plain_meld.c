/* Legal steps of a plain turn before the draw, and where melds are half laid or more is asked.
 * Not here: the usual lays (legal_plain.c). Invariant: the same steps as legal_search.c finds. */
#include "canasta/legal.h"
#include "engine/finish/plan.h"
#include "engine/legal/plain_turn.h"
#include "engine/step/out.h"

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
    const unsigned count = cn_draw_count(at->rules, at->pub->hand_number);
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

static uint64_t legal_discards(const cn_plain *at)
{
    const cn_turn *turn = &at->pub->turn;
    if (turn->open_meld != CN_NO_MELD || turn->staging) return 0;
    if (at->hand->size == 1) {
        const unsigned canastas = cn_side_canastas(at->rules, at->side);
        if (at->answer == CN_ANSWER_NO || canastas < cn_canastas_needed(at->rules, at->pub))
            return 0;
    } else if (turn->laid_black3 || at->answer == CN_ANSWER_YES) {
        return 0;
    }
    return cn_plain_held_kinds(at) << CN_STEP_DISCARD;
}

/* Ranks whose melds take no wild because they are complete: all cards of a run count as if its
 * wilds had been laid first (P57). */
uint32_t cn_plain_closed_ranks(const cn_plain *at)
{
    const cn_turn *turn = &at->pub->turn;
    const unsigned size = (unsigned)at->rules->p.canasta_size;
    if (turn->staging) return cn_counts_from(at->side->wilds, size);
    uint8_t cards[CN_COUNTS];
    cn_counts_add(cards, at->side->naturals, at->side->wilds);
    const uint32_t complete = cn_counts_from(cards, size);
    if (turn->run_meld == CN_NO_MELD) return complete;
    const uint32_t run = UINT32_C(1) << at->side->meld[turn->run_meld].rank;
    const bool closed = (unsigned)turn->run_before + turn->run_wilds >= size;
    return closed ? complete | run : complete & ~run;
}

/* `stays`: the turn cannot end by going out. */
static bool lay_is_legal(const cn_plan *plan, unsigned number, bool stays)
{
    cn_plan after = *plan;
    cn_plan_lay(&after, cn_step_kind(number), cn_step_meld(number));
    return cn_plan_can_stay(&after) || (!stays && cn_plan_can_go_out(&after));
}

static bool black3_fits(const cn_plan *plan)
{
    const cn_params *p = &plan->rules->p;
    return plan->black3 > 0 && !plan->black3_closed && p->black3_meld == CN_BLACK3_MELD_GOING_OUT &&
           plan->black3_laid < plan->rules->black3_most &&
           (plan->open_rank == CN_KIND_NONE || plan->open_rank == CN_KIND_BLACK3);
}

static uint64_t legal_black3(const cn_plan *plan)
{
    const bool legal = black3_fits(plan) && lay_is_legal(plan, CN_STEP_LAY_BLACK3, false);
    return legal ? cn_step_bit(CN_STEP_LAY_BLACK3) : 0;
}

/* The legal ones among the unsure lays, one by one. */
static uint64_t legal_lays(const cn_plan *plan, uint64_t unsure, bool stays)
{
    uint64_t legal = 0;
    for (; unsure != 0; unsure &= unsure - 1)
        if (lay_is_legal(plan, (unsigned)__builtin_ctzll(unsure), stays)) legal |= unsure & -unsure;
    return legal;
}

uint64_t cn_plain_legal_opening(const cn_plan *plan, uint64_t lays, bool stays)
{
    const uint64_t black3 = stays ? 0 : legal_black3(plan);
    if (lays == 0) return black3;
    const cn_reach reach = cn_plan_reach(plan);
    if (!plan->staging && plan->answer == CN_ANSWER_NONE && reach.points < plan->minimum_points &&
        (stays || !cn_plan_can_go_out(plan)))
        return black3; /* nothing can be begun at all */
    const cn_judged judged = cn_plan_judge_lays(plan, &reach, lays);
    const uint64_t sure = lays & judged.sure, barred = stays ? judged.barred : 0;
    return black3 | sure | legal_lays(plan, lays & ~sure & ~barred, stays);
}

static bool ask_is_legal(const cn_plain *at, const cn_plan *plan)
{
    if (!cn_plain_may_ask(at)) return false;
    if (at->rules->p.ask_binding && !cn_plan_can_stay(plan)) return false; /* P72 */
    if (cn_wilds_are_free(at->rules) || plan->run_rank == CN_KIND_NONE)
        return cn_plan_can_go_out(plan);
    cn_plan asked = *plan;
    asked.run_rank = CN_KIND_NONE; /* the question ends the run (P57) */
    return cn_plan_can_go_out(&asked);
}

static bool open_is_legal(const cn_plain *at, const cn_plan *plan)
{
    if (!cn_plan_may_open(plan)) return false;
    const unsigned left = plan->hand + (plan->pending ? plan->rest : 0U);
    if (plan->black3_laid == 0 && plan->answer != CN_ANSWER_YES && left >= CN_PLAN_KEPT)
        return true;
    cn_plan after = *plan;
    cn_plan_open(&after, at->pub);
    return cn_plan_completable(&after);
}

CN_RARE uint64_t cn_plain_legal_if_out(const cn_rules *rules, const cn_public *pub,
                                       const cn_cards *hand, const cn_side *side, uint64_t lays,
                                       uint64_t sure)
{
    const cn_plain here = {rules, pub, hand, side, CN_ANSWER_NONE}, *at = &here;
    const uint64_t discards = legal_discards(at);
    if (cn_plain_has_canastas(at)) sure = lays; /* any rest can go out */
    if (sure == lays && !cn_plain_may_lay_black3(at) && !cn_plain_may_ask(at))
        return discards | sure;
    cn_plan plan;
    cn_plan_make(&plan, at->rules, at->pub, at->hand);
    const uint64_t ask = ask_is_legal(at, &plan) ? cn_step_bit(CN_STEP_ASK) : 0;
    return discards | sure | ask | legal_black3(&plan) | legal_lays(&plan, lays & ~sure, false);
}

/* Lays that need no plan in a turn in which all else does. */
static uint64_t sure_lays(const cn_plain *at, uint64_t lays)
{
    if (at->pub->turn.staging || at->side->meld_count == 0) return 0;
    if (at->answer == CN_ANSWER_YES) return 0;
    return at->pub->turn.open_meld != CN_NO_MELD ? cn_plain_finishing(at, lays)
                                                 : cn_plain_leaving_enough(at, lays);
}

/* The same of those that keep a yes that binds: any natural, because going out lays all of them
 * that can be laid. */
static uint64_t sure_naturals(const cn_plan *plan, uint64_t lays)
{
    const uint64_t naturals = lays & (uint64_t)CN_ALL_RANKS << CN_STEP_LAY;
    if (naturals == 0 || plan->answer != CN_ANSWER_YES || !cn_wilds_are_free(plan->rules)) return 0;
    return plan->opened && cn_plan_can_go_out(plan) ? naturals : 0;
}

/* A yes that binds is kept, as counts tell, and no lays but such naturals fit. */
static bool yes_is_counted(const cn_plain *at)
{
    const cn_turn *turn = &at->pub->turn;
    const unsigned black3 = at->hand->kind[CN_KIND_BLACK3];
    const bool blacks = (black3 > 1) & (at->hand->size <= black3 + 1);
    const bool bare = (turn->open_meld == CN_NO_MELD) & ((turn->staging | turn->laid_black3) == 0);
    return at->rules->counted.out_counted & bare & !blacks & (cn_plain_wilds_held(at) == 0) &&
           at->side->meld_count > 0 && cn_plain_goes_out(at);
}

uint64_t cn_plain_legal_at_meld(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    const cn_plain here = cn_plain_make(rules, pub, hand), *at = &here;
    const uint64_t discards = legal_discards(at);
    if (pub->turn.opened_exempt) return discards; /* P86 */
    if (at->answer == CN_ANSWER_YES && yes_is_counted(at))
        return discards | cn_plain_natural_lays(at, cn_plain_begun(at));
    cn_plan plan;
    cn_plan_make(&plan, rules, pub, hand);
    const bool laid_black3 = pub->turn.laid_black3 != CN_BLACK3_NONE; /* nothing follows (P65) */
    const bool stays = !laid_black3 && cn_plain_must_stay(at);
    const uint64_t lays = laid_black3 ? 0 : cn_plain_lays(at);
    const uint64_t sure = sure_lays(at, lays) | sure_naturals(&plan, lays);
    uint64_t steps = discards | sure;
    if (!plan.opened)
        steps |= cn_plain_legal_opening(&plan, lays, stays);
    else
        steps |= legal_lays(&plan, lays & ~sure, stays) | (stays ? 0 : legal_black3(&plan));
    if (!stays && ask_is_legal(at, &plan)) steps |= cn_step_bit(CN_STEP_ASK);
    if (open_is_legal(at, &plan)) steps |= cn_step_bit(CN_STEP_OPEN);
    return steps;
}
