/* The shape of each step, with the reason when it is wrong.
 * Not here: dead ends (plan.c). Invariant: reasons come in the order of P150. */
#include "possible.h"

#include <stddef.h>

#include "canasta/legal.h"
#include "plan.h"

static cn_reason ok(void)
{
    return cn_reason_make(CN_OK, 0, 0);
}

static cn_reason refuse(unsigned code)
{
    return cn_reason_make(code, 0, 0);
}

static bool can_take_top(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    if (cn_refusal(rules, pub, hand, CN_STEP_TAKE_TOP).code != CN_OK) return false;
    cn_plan plan = cn_plan_make(rules, pub, hand);
    cn_plan_take(&plan, pub, CN_STEP_TAKE_TOP);
    return cn_plan_completable(&plan);
}

static bool can_take_somehow(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    for (unsigned number = CN_STEP_TAKE_PAIR; number <= CN_STEP_TAKE_TOP; number++) {
        if (cn_refusal(rules, pub, hand, number).code != CN_OK) continue;
        cn_plan plan = cn_plan_make(rules, pub, hand);
        cn_plan_take(&plan, pub, number);
        if (cn_plan_completable(&plan)) return true;
    }
    return false;
}

/* With an empty stock, drawing means to decline the pile (P89, P90). */
static cn_reason refuse_draw(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    if (pub->stock_count > 0) return ok(); /* P91 */
    switch (rules->p.empty_stock_take) {
    case CN_EMPTY_STOCK_TAKE_FREE: return ok();
    case CN_EMPTY_STOCK_TAKE_FORCED_IF_MATCHES_MELD:
        return can_take_top(rules, pub, hand) ? refuse(CN_REASON_FORCED_TAKE) : ok();
    case CN_EMPTY_STOCK_TAKE_FORCED_IF_LEGAL:
        return can_take_somehow(rules, pub, hand) ? refuse(CN_REASON_FORCED_TAKE) : ok();
    }
    return ok();
}

/* P50: tops that nobody may take. */
static cn_reason refuse_top(const cn_rules *rules, const cn_public *pub)
{
    if (pub->pile_count == 0) return refuse(CN_REASON_EMPTY_PILE); /* P48 */
    unsigned kind = cn_card_kind(cn_public_top(pub));
    if (kind == CN_KIND_BLACK3)
        return refuse(rules->p.black3_stops ? CN_REASON_STOP : CN_REASON_TAKE_CARDS);
    if (cn_kind_is_wild(kind)) return refuse(CN_REASON_TOP_WILD);
    if (kind == CN_KIND_RED3) return refuse(CN_REASON_TOP_RED3);
    return ok();
}

static cn_reason refuse_take_top_alone(const cn_rules *rules, const cn_public *pub,
                                       const cn_side *side, unsigned meld_i)
{
    if (cn_public_frozen_for(rules, pub, pub->seat)) return refuse(CN_REASON_FROZEN);
    if (meld_i == CN_NO_MELD) return refuse(CN_REASON_TAKE_CARDS);
    bool complete = cn_meld_size(&side->meld[meld_i]) >= (unsigned)rules->p.canasta_size;
    if (rules->p.take_add_to_meld == CN_TAKE_ADD_TO_MELD_NEVER ||
        (rules->p.take_add_to_meld == CN_TAKE_ADD_TO_MELD_BELOW_CANASTA && complete))
        return refuse(CN_REASON_ADD_NOT_ALLOWED);
    return ok();
}

static cn_reason refuse_take(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                             unsigned number)
{
    cn_reason reason = refuse_top(rules, pub);
    if (reason.code != CN_OK) return reason;
    unsigned rank = cn_card_kind(cn_public_top(pub));
    unsigned naturals = number == CN_STEP_TAKE_PAIR ? 2 : number == CN_STEP_TAKE_TOP ? 0 : 1;
    unsigned wild = number == CN_STEP_TAKE_TWO     ? CN_KIND_TWO
                    : number == CN_STEP_TAKE_JOKER ? CN_KIND_JOKER
                                                   : CN_KIND_NONE;
    if (hand->kind[rank] < naturals) return refuse(CN_REASON_NOT_HELD);
    if (wild != CN_KIND_NONE && hand->kind[wild] == 0) return refuse(CN_REASON_NOT_HELD);
    if (rules->p.take_guard_single && hand->size == 1 && pub->pile_count == 1)
        return refuse(CN_REASON_SINGLE); /* P47 */

    const cn_side *side = &pub->side[rules->side_of[pub->seat]];
    unsigned meld_i = cn_side_find_meld(side, rank);
    if (number == CN_STEP_TAKE_TOP) return refuse_take_top_alone(rules, pub, side, meld_i);
    if (number == CN_STEP_TAKE_PAIR) return ok(); /* P38; naturals never break a meld */
    if (cn_public_frozen_for(rules, pub, pub->seat)) return refuse(CN_REASON_FROZEN);
    if (!rules->p.take_natural_wild) return refuse(CN_REASON_PAIR_ONLY);
    unsigned wilds = 1 + (meld_i == CN_NO_MELD ? 0 : cn_meld_wilds(&side->meld[meld_i]));
    if (wilds > (unsigned)rules->p.max_wilds) /* P41 */
        return cn_reason_make(CN_REASON_MAX_WILDS, (int32_t)wilds, rules->p.max_wilds);
    return ok();
}

static cn_reason refuse_lay(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                            unsigned number)
{
    unsigned kind = cn_step_kind(number), rank = cn_step_meld(number);
    if (hand->kind[kind] == 0) return refuse(CN_REASON_NOT_HELD);
    const cn_side *side = &pub->side[rules->side_of[pub->seat]];
    const cn_turn *turn = &pub->turn;
    unsigned meld_i = cn_side_find_meld(side, rank);
    const cn_meld *meld = meld_i == CN_NO_MELD ? NULL : &side->meld[meld_i];
    if (cn_kind_is_wild(kind)) {
        if (meld == NULL) return refuse(CN_REASON_WILD_ONLY);
        unsigned wilds = cn_meld_wilds(meld) + 1;
        if (wilds > (unsigned)rules->p.max_wilds)
            return cn_reason_make(CN_REASON_MAX_WILDS, (int32_t)wilds, rules->p.max_wilds);
    }
    if (turn->open_meld != CN_NO_MELD && turn->open_meld != meld_i)
        return refuse(CN_REASON_UNFINISHED); /* P122 */
    if (kind == CN_KIND_BLACK3) {
        bool full = meld != NULL && meld->naturals >= rules->p.black3_meld_max;
        if (rules->p.black3_meld == CN_BLACK3_MELD_NEVER || full ||
            turn->laid_black3 == CN_BLACK3_CLOSED)
            return refuse(CN_REASON_BLACK3);
    } else if (turn->laid_black3) {
        return refuse(CN_REASON_BLACK3); /* P65: all other melds come first */
    }
    return ok();
}

static cn_reason refuse_open(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    if (!pub->turn.staging) return refuse(CN_REASON_NOTHING_STAGED);
    if (pub->turn.open_meld != CN_NO_MELD) return refuse(CN_REASON_UNFINISHED);
    cn_plan plan = cn_plan_make(rules, pub, hand);
    if (cn_plan_may_open(&plan)) return ok();
    return cn_reason_make(CN_REASON_MIN, plan.staged_points, plan.minimum_points);
}

/* P67, P68, P134. */
static cn_reason refuse_ask(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    const cn_turn *turn = &pub->turn;
    if (rules->p.ask_partner == CN_ASK_PARTNER_NONE || cn_partner(rules, pub->seat) == 255)
        return refuse(CN_REASON_ASK_NONE);
    if (turn->asked) return refuse(CN_REASON_ASK_AGAIN);
    if (turn->laid_beyond) return refuse(CN_REASON_ASK_LATE);
    if (turn->staging) return refuse(CN_REASON_OPEN_FIRST);
    if (turn->open_meld != CN_NO_MELD) return refuse(CN_REASON_UNFINISHED);
    cn_plan plan = cn_plan_make(rules, pub, hand);
    if (!cn_plan_can_go_out(&plan) || !cn_plan_can_stay(&plan))
        return refuse(CN_REASON_ASK_IMPOSSIBLE);
    return ok();
}

/* The last card is discarded only in going out (P79, P81); a discard makes no canasta (P83). */
static cn_reason refuse_last_discard(const cn_rules *rules, const cn_public *pub)
{
    if (pub->turn.answer == CN_ANSWER_NO) return refuse(CN_REASON_ASK_NO);
    unsigned have = cn_side_canastas(rules, &pub->side[rules->side_of[pub->seat]]);
    if (have >= (unsigned)rules->p.out_canastas) return ok();
    if (have == 0) return refuse(CN_REASON_KEEP_CARD);
    return cn_reason_make(CN_REASON_CANASTAS, (int32_t)have, rules->p.out_canastas);
}

static cn_reason refuse_discard(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                                unsigned number)
{
    const cn_turn *turn = &pub->turn;
    if (hand->kind[cn_step_kind(number)] == 0) return refuse(CN_REASON_NOT_HELD);
    if (turn->open_meld != CN_NO_MELD) return refuse(CN_REASON_UNFINISHED);
    if (turn->staging) return refuse(CN_REASON_OPEN_FIRST);
    if (hand->size == 1) return refuse_last_discard(rules, pub);
    if (turn->laid_black3) return refuse(CN_REASON_BLACK3);
    if (turn->answer == CN_ANSWER_YES) return refuse(CN_REASON_ASK_YES); /* P70 */
    return ok();
}

cn_reason cn_refusal(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                     unsigned number)
{
    if (number >= CN_STEPS) return refuse(CN_REASON_STEP);
    bool answer = number == CN_STEP_YES || number == CN_STEP_NO;
    switch ((cn_phase)pub->phase) {
    case CN_PHASE_DRAW:
        if (number == CN_STEP_DRAW) return refuse_draw(rules, pub, hand);
        return cn_step_is_take(number) ? refuse_take(rules, pub, hand, number)
                                       : refuse(CN_REASON_PHASE); /* P28 */
    case CN_PHASE_MELD:
        if (number == CN_STEP_OPEN) return refuse_open(rules, pub, hand);
        if (number == CN_STEP_ASK) return refuse_ask(rules, pub, hand);
        if (cn_step_is_lay(number)) return refuse_lay(rules, pub, hand, number);
        if (cn_step_is_discard(number)) return refuse_discard(rules, pub, hand, number);
        return refuse(CN_REASON_PHASE);
    case CN_PHASE_ANSWER: return answer ? ok() : refuse(CN_REASON_PHASE);
    case CN_PHASE_START:
    case CN_PHASE_HAND_END:
    case CN_PHASE_SCORED:
    case CN_PHASE_GAME_END: break;
    }
    return refuse(CN_REASON_OVER);
}

bool cn_possible(const cn_rules *rules, const cn_public *pub, const cn_cards *hand, unsigned number)
{
    return cn_refusal(rules, pub, hand, number).code == CN_OK;
}
