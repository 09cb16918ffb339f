/* Steps that look ahead.
 * Not here: searching (plan.c). Invariant: as in refusal.h. */
#include "engine/finish/refusal.h"

#include <stddef.h>

#include "canasta/legal.h"
#include "engine/finish/plan.h"
#include "engine/step/possible.h"
#include "engine/step/refuse.h"
#include "engine/step/take_all.h"

/* P202; `fits`: only if a card of the pile would fit an own meld. */
static bool can_take_all(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                         bool fits, cn_effort *effort)
{
    return cn_take_all_refusal(rules, pub, hand).code == CN_OK &&
           (!fits || cn_take_all_matches(rules, pub)) &&
           cn_completable_after(rules, pub, hand, CN_STEP_TAKE_ALL, effort);
}

/* True if some take is legal, with or without a named meld; `top_only`: the top card alone. */
static bool can_take(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                     bool top_only, cn_effort *effort)
{
    if (rules->p.take_with != CN_TAKE_WITH_TOP)
        return can_take_all(rules, pub, hand, top_only, effort);
    const cn_side *side = cn_public_acting(pub);
    const unsigned first = top_only ? CN_STEP_TAKE_TOP : CN_STEP_TAKE_PAIR;
    cn_public named;
    bool copied = false;
    for (unsigned meld_i = rules->many ? 0 : side->meld_count; meld_i <= side->meld_count;
         meld_i++) {
        const unsigned name = meld_i == side->meld_count ? (unsigned)CN_NO_MELD : meld_i;
        uint64_t takes = cn_find_takes_onto(rules, pub, hand, name) >> first << first;
        if (takes == 0) continue;
        if (!copied) cn_public_copy(&named, pub, rules);
        copied = true;
        named.turn.to_meld = (uint8_t)name;
        for (; takes != 0; takes &= takes - 1)
            if (cn_completable_after(rules, &named, hand, (unsigned)__builtin_ctzll(takes), effort))
                return true;
    }
    return false;
}

/* With an empty stock, drawing means to decline the pile (P89, P90). */
cn_reason cn_draw_refusal(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                          cn_effort *effort)
{
    if (pub->turn.to_meld != CN_NO_MELD) return cn_refuse(CN_REASON_PHASE);
    if (cn_public_stock_reach(rules, pub) > 0) return cn_no_reason(); /* P91, P174 */
    switch (rules->p.empty_stock_take) {
    case CN_EMPTY_STOCK_TAKE_FREE: return cn_no_reason();
    case CN_EMPTY_STOCK_TAKE_FORCED_IF_MATCHES_MELD:
        return can_take(rules, pub, hand, true, effort) ? cn_refuse(CN_REASON_FORCED_TAKE)
                                                        : cn_no_reason();
    case CN_EMPTY_STOCK_TAKE_FORCED_IF_LEGAL:
        return can_take(rules, pub, hand, false, effort) ? cn_refuse(CN_REASON_FORCED_TAKE)
                                                         : cn_no_reason();
    }
    return cn_no_reason();
}

cn_reason cn_refusal(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                     unsigned number, cn_effort *effort)
{
    const cn_reason reason = cn_step_refusal(rules, pub, hand, number);
    if (reason.code != CN_OK) return reason;
    if (number == CN_STEP_DRAW) return cn_draw_refusal(rules, pub, hand, effort);
    if (number == CN_STEP_ASK && !cn_ask_is_safe(rules, pub, hand, effort))
        return cn_refuse(CN_REASON_ASK_IMPOSSIBLE);
    return reason;
}

bool cn_possible(const cn_rules *rules, const cn_public *pub, const cn_cards *hand, unsigned number)
{
    cn_effort effort = {CN_EFFORT_USUAL};
    return cn_refusal(rules, pub, hand, number, &effort).code == CN_OK;
}

bool cn_draw_is_legal(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                      cn_effort *effort)
{
    if (cn_draw_refusal(rules, pub, hand, effort).code != CN_OK) return false;
    if (!rules->p.ask_binding || pub->turn.answer != CN_ANSWER_YES) return true;
    return cn_public_stock_reach(rules, pub) > 0 &&
           cn_draw_keeps_going_out(rules, pub, hand, effort);
}

bool cn_turn_can_begin(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                       cn_effort *effort)
{
    return cn_draw_is_legal(rules, pub, hand, effort) || can_take(rules, pub, hand, false, effort);
}
