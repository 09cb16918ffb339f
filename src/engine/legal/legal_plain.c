/* The legal steps of plain rules (cn_rules.plain): the fast path. What most turns have is found
 * here without a plan; each function is a leaf that the others end in. Not here: plans
 * (legal_plain_meld.c), other rules (legal_search.c), reasons. Invariant: the steps that
 * legal_search.c would find. */
#include "engine/legal/legal_plain.h"

#include "engine/legal/plain_turn.h"
#include "engine/step/opening.h"
#include "engine/step/out.h"

/* The question must be thought about (P67): neither a draw nor a take is sure to leave cards that
 * stay. */
CN_USUAL bool asks_before_draw(const cn_plain *at, uint64_t takes)
{
    if (at->rules->p.ask_timing == CN_ASK_TIMING_AFTER_DRAW) return false;
    if (at->pub->turn.answer == CN_ANSWER_YES) return true; /* it may bind */
    const uint32_t single = cn_plain_single_ranks(at);
    const bool draws = at->pub->stock_count > 0;
    const bool stays = draws & (takes == 0) & ((single & (single - 1)) != 0);
    if (stays | !cn_plain_has_partner(at) || !cn_plain_may_ask(at)) return false;
    return !draws || !cn_plain_draw_must_stay(at) || (takes != 0 && !cn_plain_pile_must_stay(at));
}

/* With a question before the draw, or without a stock. */
static CN_RARE uint64_t legal_draw_with_more(const cn_rules *rules, const cn_public *pub,
                                             const cn_cards *hand, const cn_side *side)
{
    const cn_plain at = {rules, pub, hand, side, CN_ANSWER_NONE};
    const uint64_t takes = cn_plain_fitting_takes(&at, side->meld_count > 0);
    if (takes != 0 && cn_plan_threes_come(rules, pub)) return 0;
    const bool safe = pub->stock_count > 0 && cn_plain_take_is_safe(&at, 2);
    if ((takes != 0 && !safe) || asks_before_draw(&at, takes))
        return cn_plain_legal_at_draw(rules, pub, hand, takes);
    return takes | cn_step_bit(CN_STEP_DRAW);
}

/* A take with few cards in hand, by a side that has melded: most often the pile brings more. */
static CN_RARE uint64_t legal_with_few(const cn_rules *rules, const cn_public *pub,
                                       const cn_cards *hand, uint64_t takes)
{
    const cn_plain at = {rules, pub, hand, cn_public_acting(pub), CN_ANSWER_NONE};
    const unsigned used = takes == cn_step_bit(CN_STEP_TAKE_TOP) ? 0 : 2;
    return cn_plain_take_is_safe(&at, used) ? takes | cn_step_bit(CN_STEP_DRAW)
                                            : cn_plain_legal_at_draw(rules, pub, hand, takes);
}

/* Of a side that has melded the takes whose shape fits are legal, but with few cards. */
CN_USUAL uint64_t legal_at_draw(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                                const cn_side *side)
{
    const cn_plain at = {rules, pub, hand, side, CN_ANSWER_NONE};
    if (pub->stock_count < rules->counted.draws_told_from)
        return legal_draw_with_more(rules, pub, hand, side);
    const uint32_t takes = cn_plain_fitting_takes(&at, true);
    uint32_t few = 0 - (uint32_t)(hand->size < 2 + CN_PLAN_KEPT);
    if ((takes & few) != 0) return legal_with_few(rules, pub, hand, takes);
    return takes | cn_step_bit(CN_STEP_DRAW);
}

/* Of a side that has not opened: `lays` are those that fit, `stays` as in plain_turn.h; points
 * staged and needed as in plan_plain.h. */
static CN_RARE uint64_t legal_opening(const cn_rules *rules, const cn_public *pub,
                                      const cn_cards *hand, uint64_t lays, bool stays,
                                      const int32_t points[2])
{
    cn_plan plan;
    cn_plan_make_opening(&plan, rules, pub, hand, points[0], points[1]);
    return cn_plain_legal_opening(&plan, lays, stays);
}

/* Of a side that has not melded, whose hand could be laid down but for one rank. */
static CN_RARE uint64_t legal_unopened_few(const cn_rules *rules, const cn_public *pub,
                                           const cn_cards *hand, const cn_side *side)
{
    const cn_plain at = {rules, pub, hand, side, CN_ANSWER_NONE};
    const uint64_t lays = cn_plain_natural_lays(&at, 0);
    const uint64_t discards = cn_plain_held_kinds(&at) << CN_STEP_DISCARD;
    if (lays == 0) return discards; /* nor can it go out */
    if (!cn_plain_must_stay(&at)) return cn_plain_legal_at_meld(rules, pub, hand);
    const int32_t minimum = cn_public_need(rules, pub, pub->asker).points;
    const uint64_t first = cn_plan_first_lays_of_few(rules, hand, minimum);
    return discards | (first != CN_PLAN_UNSURE ? first
                                               : legal_opening(rules, pub, hand, lays, true,
                                                               (const int32_t[]){0, minimum}));
}

/* The same with two ranks that have only one card, which stays. */
static CN_RARE uint64_t legal_unopened_many(const cn_rules *rules, const cn_cards *hand,
                                            int32_t minimum)
{
    const cn_plain at = {.hand = hand};
    return cn_plan_first_lays(rules, hand, minimum) | cn_plain_held_kinds(&at) << CN_STEP_DISCARD;
}

/* Most often they are two. */
static CN_RARE uint64_t legal_unopened(const cn_rules *rules, const cn_public *pub,
                                       const cn_cards *hand, const cn_side *side)
{
    if (hand->size <= CN_PLAN_KEPT || pub->turn.answer != CN_ANSWER_NONE)
        return cn_plain_legal_at_meld(rules, pub, hand);
    const uint32_t single = cn_counts_at(hand->kind, 1) & CN_ALL_RANKS;
    if ((single & (single - 1)) == 0) return legal_unopened_few(rules, pub, hand, side);
    const int32_t minimum = cn_public_need(rules, pub, pub->asker).points;
    return legal_unopened_many(rules, hand, minimum);
}

/* A meld of a side that has melded, or whose opening has its count, is half laid: nothing but it
 * goes on. */
static CN_RARE uint64_t legal_half_laid(const cn_rules *rules, const cn_public *pub,
                                        const cn_cards *hand, const cn_side *side)
{
    const cn_plain at = {rules, pub, hand, side, CN_ANSWER_NONE};
    const uint64_t lays = cn_plain_finished_by_any(&at);
    return lays != 0 ? lays : cn_plain_legal_at_meld(rules, pub, hand);
}

/* Of an opening that is staged and has not its count. */
static CN_RARE uint64_t legal_next(const cn_rules *rules, const cn_public *pub,
                                   const cn_cards *hand, const cn_side *side, int32_t staged,
                                   int32_t minimum)
{
    const cn_plain at = {rules, pub, hand, side, CN_ANSWER_NONE};
    const uint64_t lays = cn_plain_lays(&at);
    const uint32_t single = cn_plain_single_ranks(&at);
    const bool stays = (single & (single - 1)) != 0 || cn_plain_must_stay(&at);
    const unsigned comes =
        pub->turn.took ? pub->pile_count - (unsigned)pub->pile_cards.kind[CN_KIND_RED3] : 0;
    const unsigned keep = comes < CN_PLAN_KEPT ? CN_PLAN_KEPT - comes : 0;
    const int32_t points[] = {staged, minimum};
    const uint64_t next =
        stays ? cn_plan_next_of_plain(rules, hand, side, lays, points, keep) : CN_PLAN_UNSURE;
    return next != CN_PLAN_UNSURE ? next : legal_opening(rules, pub, hand, lays, stays, points);
}

/* An opening is staged; once it has its count, anything may be laid that leaves enough. */
static CN_RARE uint64_t legal_staging(const cn_rules *rules, const cn_public *pub,
                                      const cn_cards *hand, const cn_side *side)
{
    enum { NEW_MELD = 3 };
    const cn_plain at = {rules, pub, hand, side, CN_ANSWER_NONE};
    if (pub->turn.took && cn_plan_threes_come(rules, pub)) return 0;
    if (hand->size < NEW_MELD + CN_PLAN_KEPT || pub->turn.answer != CN_ANSWER_NONE ||
        pub->turn.laid_black3 != CN_BLACK3_NONE || cn_plain_may_lay_black3(&at))
        return cn_plain_legal_at_meld(rules, pub, hand);
    const int32_t staged = cn_melds_worth(rules, side);
    const int32_t minimum = cn_public_need(rules, pub, pub->asker).points;
    if (staged < minimum) return legal_next(rules, pub, hand, side, staged, minimum);
    if (pub->turn.open_meld != CN_NO_MELD) return legal_half_laid(rules, pub, hand, side);
    return cn_plain_lays(&at) | cn_step_bit(CN_STEP_OPEN);
}

/* The hand of a side that has melded cannot go out: cn_plain_must_stay, where nothing is staged. */
CN_USUAL bool stays_here(const cn_plain *at)
{
    uint8_t naturals[CN_COUNTS], cards[CN_COUNTS];
    const cn_rules *rules = at->rules;
    cn_counts_add(naturals, at->side->naturals, at->hand->kind);
    cn_counts_add(cards, naturals, at->side->wilds);
    const uint32_t able =
        cn_counts_above(naturals, rules->counted.canasta_over, 0) &
        cn_counts_over(cards, rules->p.canasta_size - 1 - (int)cn_plain_wilds_held(at));
    const bool few =
        (unsigned)__builtin_popcount(able & CN_ALL_RANKS) < cn_canastas_needed(rules, at->pub);
    return few | (cn_plain_staying_cards(at) >= 2);
}

/* The question may be put, where nothing is staged or half laid. */
CN_USUAL bool may_ask_here(const cn_plain *at)
{
    const cn_rules *rules = at->rules;
    const cn_turn *turn = &at->pub->turn;
    const bool may = rules->counted.may_ask & ((turn->asked | turn->laid_beyond) == 0);
    return may && (!rules->counted.asks_vary || cn_plain_may_ask(at));
}

/* With the canastas on the table any rest of the hand can go out; else the `sure` ones of the lays
 * are legal whatever follows. */
static CN_RARE uint64_t legal_near_out(const cn_rules *rules, const cn_public *pub,
                                       const cn_cards *hand, const cn_side *side, uint64_t lays,
                                       uint64_t sure)
{
    const cn_plain at = {rules, pub, hand, side, CN_ANSWER_NONE};
    const unsigned black3 = hand->kind[CN_KIND_BLACK3];
    const bool blacks = (black3 > 1) & (hand->size <= black3 + 1);
    if (!rules->counted.out_counted | blacks | ((sure != lays) & !cn_plain_has_canastas(&at)))
        return cn_plain_legal_if_out(rules, pub, hand, side, lays, sure);
    const bool out = cn_plain_goes_out(&at) && may_ask_here(&at);
    return lays | cn_plain_held_kinds(&at) << CN_STEP_DISCARD | (uint64_t)out << CN_STEP_ASK;
}

/* Of a side that has melded, with nothing half laid and nothing that binds; `lays` are those that
 * fit. It might go out. */
static CN_RARE uint64_t legal_if_out(const cn_rules *rules, const cn_public *pub,
                                     const cn_cards *hand, const cn_side *side, uint64_t lays)
{
    const cn_plain at = {rules, pub, hand, side, CN_ANSWER_NONE};
    if (hand->size == 1) return cn_plain_legal_if_out(rules, pub, hand, side, lays, 0);
    const bool stays = stays_here(&at);
    const uint64_t sure = cn_plain_leaving_enough(&at, lays);
    const bool asks = rules->counted.may_ask & ((pub->turn.asked | pub->turn.laid_beyond) == 0);
    const bool blacks = hand->size <= hand->kind[CN_KIND_BLACK3] + 1;
    if (((sure != lays) | asks | blacks) & !stays)
        return legal_near_out(rules, pub, hand, side, lays, sure);
    return sure | cn_plain_held_kinds(&at) << CN_STEP_DISCARD;
}

/* The same without that: most often two ranks have only one card, which stays. Then any lay leaves
 * enough: a new meld takes three cards from behind them. `holds` are the kinds in hand. */
CN_USUAL uint64_t legal_after(const cn_plain *at, uint64_t lays, cn_sixteen holds)
{
    const cn_sixteen there =
        cn_sixteen_aligned(at->side->naturals) + cn_sixteen_aligned(at->hand->kind);
    const uint32_t single = cn_sixteen_bits(cn_sixteen_equal(there, cn_sixteen_single()));
    if ((single & (single - 1)) == 0)
        return legal_if_out(at->rules, at->pub, at->hand, at->side, lays);
    assert(cn_plain_leaving_enough(at, lays) == lays);
    return lays | (uint64_t)cn_sixteen_bits(holds) << CN_STEP_DISCARD;
}

/* Where nothing but max_wilds limits wilds. */
CN_USUAL uint64_t legal_opened(const cn_rules *rules, const cn_public *pub, const cn_cards *hand,
                               const cn_side *side)
{
    const cn_plain at = {rules, pub, hand, side, CN_ANSWER_NONE};
    const cn_sixteen holds = cn_sixteen_over(cn_sixteen_aligned(hand->kind), cn_sixteen_no_card());
    return legal_after(&at, cn_plain_free_lays(&at, holds), holds);
}

/* Where other rules limit them too, or something else than lays has been done in the turn. */
static CN_RARE uint64_t legal_in_turn(const cn_rules *rules, const cn_public *pub,
                                      const cn_cards *hand, const cn_side *side)
{
    const cn_turn *turn = &pub->turn;
    const cn_plain at = {rules, pub, hand, side, CN_ANSWER_NONE};
    if (turn->staging) return legal_staging(rules, pub, hand, side);
    if ((turn->laid_black3 | turn->answer | turn->opened_exempt) != 0)
        return cn_plain_legal_at_meld(rules, pub, hand);
    if (turn->open_meld != CN_NO_MELD) return legal_half_laid(rules, pub, hand, side);
    const cn_sixteen holds = cn_sixteen_over(cn_sixteen_aligned(hand->kind), cn_sixteen_no_card());
    return legal_after(&at, cn_plain_lays(&at), holds);
}

/* Of a side that has not melded. */
static CN_RARE uint64_t legal_before_melds(const cn_rules *rules, const cn_public *pub,
                                           const cn_cards *hand, const cn_side *side)
{
    const cn_plain at = {rules, pub, hand, side, CN_ANSWER_NONE};
    if (pub->phase != CN_PHASE_DRAW) return legal_unopened(rules, pub, hand, side);
    if (pub->stock_count < rules->counted.draws_told_from)
        return legal_draw_with_more(rules, pub, hand, side);
    const uint64_t takes = cn_plain_fitting_takes(&at, false);
    if (takes != 0 && cn_plan_threes_come(rules, pub)) return 0;
    return takes != 0 ? cn_plain_legal_at_draw(rules, pub, hand, takes) : cn_step_bit(CN_STEP_DRAW);
}

CN_RARE uint64_t cn_legal_plain(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    const cn_side *side = cn_public_acting(pub);
    if (side->meld_count == 0) return legal_before_melds(rules, pub, hand, side);
    if (pub->phase == CN_PHASE_DRAW) return legal_at_draw(rules, pub, hand, side);
    uint64_t rare;
    memcpy(&rare, &pub->turn, sizeof rare);
    return rare == rules->counted.turn_at_rest ? legal_opened(rules, pub, hand, side)
                                               : legal_in_turn(rules, pub, hand, side);
}
