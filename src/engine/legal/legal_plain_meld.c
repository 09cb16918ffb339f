/* The legal steps of plain rules after the draw, as far as a plan must be asked for them.
 * Not here: the usual turns (legal_plain.c). Invariant: the steps that legal.c would find. */
#include "engine/plain/plain.h"
#include "engine/step/out.h"

static uint64_t legal_discards(const cn_plain *at)
{
    const cn_turn *turn = &at->pub->turn;
    if (turn->open_meld != CN_NO_MELD || turn->staging) return 0;
    if (at->hand->size == 1) {
        const unsigned canastas = cn_side_canastas(at->rules, at->side);
        if (at->answer == CN_ANSWER_NO || canastas < cn_canastas_needed(at->rules)) return 0;
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
    return at->rules->out_counted & bare & !blacks & (cn_plain_wilds_held(at) == 0) &&
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

bool cn_plain_lay_is_searched(const cn_plain *at)
{
    const cn_turn *turn = &at->pub->turn;
    const bool laid_black3 = turn->laid_black3 != CN_BLACK3_NONE;
    const uint64_t lays = laid_black3 ? 0 : cn_plain_lays(at), unsure = lays & ~sure_lays(at, lays);
    const bool opened = at->side->meld_count > 0 && !turn->staging;
    if (opened && !laid_black3) {
        const bool asks = cn_plain_may_lay_black3(at) || cn_plain_may_ask(at);
        if ((unsure == 0 && !asks) || cn_plain_must_stay(at)) return false;
        const bool free = turn->open_meld == CN_NO_MELD && at->answer == CN_ANSWER_NONE;
        if (!asks && free && cn_plain_has_canastas(at)) return false;
    }
    cn_plan plan;
    cn_plan_make(&plan, at->rules, at->pub, at->hand);
    if (black3_fits(&plan) || cn_plan_may_open(&plan)) return true;
    if (unsure == 0) return false;
    return opened || plan.staging || plan.answer != CN_ANSWER_NONE ||
           cn_plan_reach(&plan).points >= plan.minimum_points || cn_plan_can_go_out(&plan);
}
