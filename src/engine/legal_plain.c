/* The legal steps of plain rules (cn_rules.plain): the fast path. What most turns have is found
 * here without a plan; each function is a leaf that the others end in. Not here: plans
 * (legal_plain_draw.c, legal_plain_meld.c), other rules (legal.c), reasons. Invariant: the steps
 * that legal.c would find. */
#include "legal_plain.h"

#include "plain.h"

/* The takes whose shape fits are legal for a side that has melded, and there is nothing to ask. */
CN_USUAL bool draw_is_usual(const cn_plain *at, uint64_t takes)
{
    if (at->rules->p.ask_timing != CN_ASK_TIMING_AFTER_DRAW && cn_plain_may_ask(at) &&
        (takes != 0 || at->pub->stock_count == 0 || !cn_plain_draw_must_stay(at)))
        return false;
    return takes == 0 || (cn_plain_take_is_safe(at, CN_STEP_TAKE_PAIR) && at->pub->stock_count > 0);
}

static CN_RARE uint64_t legal_with_pile(const cn_rules *rules, const cn_public *pub,
                                        const cn_cards *hand)
{
    const cn_plain at = {rules, pub, hand, cn_public_acting(pub), CN_ANSWER_NONE};
    const uint64_t takes = cn_plain_takes(&at);
    return draw_is_usual(&at, takes) ? takes | cn_step_bit(CN_STEP_DRAW)
                                     : cn_plain_legal_at_draw(rules, pub, hand);
}

/* Most often the top card fits nothing at all. */
static CN_RARE uint64_t legal_at_draw(const cn_rules *rules, const cn_public *pub,
                                      const cn_cards *hand)
{
    if (rules->p.ask_timing != CN_ASK_TIMING_AFTER_DRAW) return legal_with_pile(rules, pub, hand);
    const unsigned rank = cn_card_kind(cn_public_top(pub));
    if (rank >= CN_RANKS) return cn_step_bit(CN_STEP_DRAW);
    const unsigned held = hand->kind[rank], begun = cn_public_acting(pub)->naturals[rank];
    if (held + begun == 0 || (held < 2 && pub->pile_frozen)) return cn_step_bit(CN_STEP_DRAW);
    return legal_with_pile(rules, pub, hand);
}

/* Of a side that has not melded, when it cannot go out either. */
static CN_RARE uint64_t legal_unopened(const cn_rules *rules, const cn_public *pub,
                                       const cn_cards *hand)
{
    const cn_plain at = {rules, pub, hand, cn_public_acting(pub), CN_ANSWER_NONE};
    if (hand->size <= CN_PLAN_KEPT || pub->turn.answer != CN_ANSWER_NONE)
        return cn_plain_legal_at_meld(rules, pub, hand);
    const uint64_t lays = cn_plain_lays(&at);
    const uint64_t discards = cn_plain_held_kinds(&at) << CN_STEP_DISCARD;
    if (lays == 0) return discards; /* nor can it go out */
    if (!cn_plain_must_stay(&at)) return cn_plain_legal_at_meld(rules, pub, hand);
    cn_plan plan;
    cn_plan_make(&plan, rules, pub, hand);
    return discards | cn_plain_legal_opening(&plan, lays, true);
}

/* An opening is staged; once it has its count, anything may be laid that leaves enough. */
static CN_RARE uint64_t legal_staging(const cn_rules *rules, const cn_public *pub,
                                      const cn_cards *hand)
{
    enum { NEW_MELD = 3 };
    const cn_plain at = {rules, pub, hand, cn_public_acting(pub), CN_ANSWER_NONE};
    if (hand->size < NEW_MELD + CN_PLAN_KEPT || pub->turn.answer != CN_ANSWER_NONE ||
        pub->turn.laid_black3 != CN_BLACK3_NONE || cn_plain_may_lay_black3(&at))
        return cn_plain_legal_at_meld(rules, pub, hand);
    cn_plan plan;
    cn_plan_make(&plan, rules, pub, hand);
    const uint64_t lays = cn_plain_lays(&at);
    if (plan.staged_points < plan.minimum_points) return cn_plain_legal_opening(&plan, lays, true);
    if (plan.open_rank == CN_KIND_NONE) return lays | cn_step_bit(CN_STEP_OPEN);
    return cn_plain_finishing(&at, lays) == lays ? lays : cn_plain_legal_at_meld(rules, pub, hand);
}

/* A meld of a side that has melded is half laid: nothing but it goes on. */
static CN_RARE uint64_t legal_half_laid(const cn_rules *rules, const cn_public *pub,
                                        const cn_cards *hand)
{
    const cn_plain at = {rules, pub, hand, cn_public_acting(pub), CN_ANSWER_NONE};
    const uint64_t lays = cn_plain_lays(&at);
    return cn_plain_finishing(&at, lays) == lays ? lays : cn_plain_legal_at_meld(rules, pub, hand);
}

static CN_RARE uint64_t legal_if_out(const cn_rules *rules, const cn_public *pub,
                                     const cn_cards *hand, uint64_t lays, uint64_t sure)
{
    const cn_plain at = {rules, pub, hand, cn_public_acting(pub), CN_ANSWER_NONE};
    return cn_plain_legal_if_out(&at, lays, sure);
}

/* Of a side that has melded, with nothing half laid and nothing that binds. */
static CN_RARE uint64_t legal_opened(const cn_rules *rules, const cn_public *pub,
                                     const cn_cards *hand)
{
    const cn_plain at = {rules, pub, hand, cn_public_acting(pub), CN_ANSWER_NONE};
    const uint64_t lays = cn_plain_lays(&at), sure = cn_plain_leaving_enough(&at, lays);
    const bool asks = cn_plain_may_lay_black3(&at) || cn_plain_may_ask(&at);
    if (hand->size == 1 || ((sure != lays || asks) && !cn_plain_must_stay(&at)))
        return legal_if_out(rules, pub, hand, lays, sure);
    return sure | cn_plain_held_kinds(&at) << CN_STEP_DISCARD;
}

uint64_t cn_legal_plain(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    const cn_turn *turn = &pub->turn;
    if (pub->phase == CN_PHASE_DRAW) return legal_at_draw(rules, pub, hand);
    if (cn_public_acting(pub)->meld_count == 0) return legal_unopened(rules, pub, hand);
    if (turn->staging) return legal_staging(rules, pub, hand);
    if ((turn->laid_black3 | turn->answer | turn->opened_exempt) != 0)
        return cn_plain_legal_at_meld(rules, pub, hand);
    if (turn->open_meld != CN_NO_MELD) return legal_half_laid(rules, pub, hand);
    return legal_opened(rules, pub, hand);
}

bool cn_legal_plain_searched(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    const cn_plain at = cn_plain_make(rules, pub, hand);
    if (pub->phase == CN_PHASE_DRAW)
        return cn_plain_ask_is_searched(&at) ||
               (cn_plain_takes(&at) != 0 && !cn_plain_take_is_safe(&at, CN_STEP_TAKE_PAIR));
    return !pub->turn.opened_exempt && cn_plain_lay_is_searched(&at);
}
