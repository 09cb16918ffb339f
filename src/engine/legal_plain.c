/* The mask of legal steps for plain rules (cn_rules.plain): the fast path.
 * Not here: other rules (legal.c), reasons. Invariant: the mask that legal.c would find. */
#include "legal_plain.h"

#include <stddef.h>

#include "plan_plain.h"

typedef struct position {
    const cn_rules *rules;
    const cn_public *pub;
    const cn_cards *hand;
    const cn_side *side;
} position;

static bool take_is_legal(const position *at, const cn_plan *plan, unsigned number)
{
    cn_plan after = *plan;
    cn_plan_take(&after, at->pub, number);
    return cn_plan_completable(&after);
}

/* The takes whose shape fits (P38 to P41), for a top card that may be taken. */
static cn_mask fitting_takes(const position *at, unsigned rank)
{
    cn_mask mask = {{0}};
    const cn_params *p = &at->rules->p;
    const uint8_t *held = at->hand->kind;
    if (held[rank] >= 2) cn_mask_add(&mask, CN_STEP_TAKE_PAIR);
    if (cn_public_frozen_for(at->rules, at->pub, at->pub->seat)) return mask;

    unsigned meld_i = cn_side_find_meld(at->side, rank);
    const cn_meld *meld = meld_i == CN_NO_MELD ? NULL : &at->side->meld[meld_i];
    bool wild_fits = meld == NULL || cn_meld_wilds(meld) < (unsigned)p->max_wilds;
    if (p->take_natural_wild && held[rank] > 0 && wild_fits) {
        if (held[CN_KIND_TWO] > 0) cn_mask_add(&mask, CN_STEP_TAKE_TWO);
        if (held[CN_KIND_JOKER] > 0) cn_mask_add(&mask, CN_STEP_TAKE_JOKER);
    }
    if (meld == NULL || p->take_add_to_meld == CN_TAKE_ADD_TO_MELD_NEVER) return mask;
    bool complete = cn_meld_size(meld) >= (unsigned)p->canasta_size;
    if (p->take_add_to_meld == CN_TAKE_ADD_TO_MELD_ANY || !complete)
        cn_mask_add(&mask, CN_STEP_TAKE_TOP);
    return mask;
}

static cn_mask legal_takes(const position *at)
{
    cn_mask mask = {{0}};
    const cn_public *pub = at->pub;
    if (pub->pile_count == 0) return mask;
    unsigned rank = cn_card_kind(cn_public_top(pub));
    if (rank >= CN_RANKS) return mask; /* P50 */
    if (at->rules->p.take_guard_single && at->hand->size == 1 && pub->pile_count == 1) return mask;
    cn_mask fitting = fitting_takes(at, rank);
    if (fitting.word[0] == 0) return mask;
    cn_plan plan = cn_plan_make(at->rules, pub, at->hand);
    for (unsigned number = CN_STEP_TAKE_PAIR; number <= CN_STEP_TAKE_TOP; number++)
        if (cn_mask_has(&fitting, number) && take_is_legal(at, &plan, number))
            cn_mask_add(&mask, number);
    return mask;
}

/* Drawing is always legal while there is a stock (P28, P91); P90 otherwise. */
static cn_mask legal_at_draw(const position *at)
{
    cn_mask mask = legal_takes(at);
    bool forced = false;
    if (at->pub->stock_count == 0) {
        if (at->rules->p.empty_stock_take == CN_EMPTY_STOCK_TAKE_FORCED_IF_MATCHES_MELD)
            forced = cn_mask_has(&mask, CN_STEP_TAKE_TOP);
        if (at->rules->p.empty_stock_take == CN_EMPTY_STOCK_TAKE_FORCED_IF_LEGAL)
            forced = cn_mask_count(&mask) > 0;
    }
    if (!forced) cn_mask_add(&mask, CN_STEP_DRAW);
    return mask;
}

static void add_discards(const position *at, cn_mask *mask)
{
    const cn_turn *turn = &at->pub->turn;
    if (turn->open_meld != CN_NO_MELD || turn->staging) return;
    if (at->hand->size == 1) {
        unsigned canastas = cn_side_canastas(at->rules, at->side);
        if (turn->answer == CN_ANSWER_NO || canastas < (unsigned)at->rules->p.out_canastas) return;
    } else if (turn->laid_black3 || turn->answer == CN_ANSWER_YES) {
        return;
    }
    enum { ALL_BUT_RED3 = (1 << CN_KIND_RED3) - 1 };
    const uint32_t kinds = cn_counts_from((const uint8_t *)at->hand, 1);
    cn_mask_add_many(mask, CN_STEP_DISCARD, kinds & ALL_BUT_RED3);
}

/* Lays whose shape fits, for a turn in which no black three has been laid. A rank begins only where
 * the naturals in hand, or two of them and a wild, can become a meld. */
static cn_mask fitting_lays(const position *at, const cn_plan *plan)
{
    cn_mask mask = {{0}};
    const unsigned max_wilds = (unsigned)at->rules->p.max_wilds;
    const unsigned least = cn_plan_wilds_held(plan) > 0 ? 2 : 3;
    const uint32_t begun = cn_counts_from(plan->naturals, 1) & CN_ALL_RANKS;
    uint32_t naturals = cn_counts_from(plan->held, least) & CN_ALL_RANKS;
    naturals |= begun & cn_counts_from(plan->held, 1);
    uint32_t wilds = begun & ~cn_counts_from(plan->wilds, max_wilds);
    if (plan->open_rank != CN_KIND_NONE) {
        const uint32_t open = plan->open_rank < CN_RANKS ? UINT32_C(1) << plan->open_rank : 0;
        naturals &= open;
        wilds &= open;
    }
    cn_mask_add_many(&mask, CN_STEP_LAY, naturals);
    if (plan->twos > 0) cn_mask_add_many(&mask, CN_STEP_LAY_TWO, wilds);
    if (plan->jokers > 0) cn_mask_add_many(&mask, CN_STEP_LAY_JOKER, wilds);
    return mask;
}

static bool lay_is_legal(const cn_plan *plan, unsigned number)
{
    cn_plan after = *plan;
    cn_plan_lay(&after, cn_step_kind(number), cn_step_meld(number));
    return cn_plan_completable(&after);
}

static bool black3_fits(const cn_plan *plan)
{
    const cn_params *p = &plan->rules->p;
    return plan->black3 > 0 && !plan->black3_closed && p->black3_meld == CN_BLACK3_MELD_GOING_OUT &&
           plan->black3_laid < plan->rules->black3_most &&
           (plan->open_rank == CN_KIND_NONE || plan->open_rank == CN_KIND_BLACK3);
}

/* A side that has melded, with cards enough that no finish is near: shapes alone decide, except
 * that a begun meld must find its cards. With the canastas needed any rest can go out, too. */
static bool is_far_from_the_end(const position *at, const cn_plan *plan)
{
    if (!plan->opened || plan->answer != CN_ANSWER_NONE || plan->open_rank != CN_KIND_NONE)
        return false;
    return plan->black3_laid == 0 && at->hand->size >= 5;
}

static void add_lays(const position *at, const cn_plan *plan, cn_mask *mask)
{
    if (black3_fits(plan) && lay_is_legal(plan, CN_STEP_LAY_BLACK3))
        cn_mask_add(mask, CN_STEP_LAY_BLACK3);
    if (plan->black3_laid > 0) return;
    cn_mask fitting = fitting_lays(at, plan);
    if (fitting.word[0] == 0) return; /* a plain mask has no other (step.h) */
    if (!plan->opened && !plan->staging && plan->answer == CN_ANSWER_NONE) {
        unsigned left; /* whether anything can be begun at all */
        if (cn_plan_reach(plan, &left) < plan->minimum_points && !cn_plan_can_go_out(plan)) return;
    }
    if (is_far_from_the_end(at, plan)) {
        mask->word[0] |= fitting.word[0];
        return;
    }
    for (uint64_t word = fitting.word[0]; word != 0; word &= word - 1) {
        const unsigned number = (unsigned)__builtin_ctzll(word);
        if (lay_is_legal(plan, number)) cn_mask_add(mask, number);
    }
}

static bool ask_is_legal(const position *at, const cn_plan *plan)
{
    const cn_turn *turn = &at->pub->turn;
    const cn_params *p = &at->rules->p;
    if (p->ask_partner == CN_ASK_PARTNER_NONE || turn->asked || turn->laid_beyond ||
        turn->staging || turn->open_meld != CN_NO_MELD)
        return false;
    if (p->ask_limit > 0 && at->pub->asked[at->pub->seat] >= p->ask_limit) return false;
    return cn_partner(at->rules, at->pub, at->pub->seat) != CN_SEAT_NONE &&
           cn_plan_can_go_out(plan) && cn_plan_can_stay(plan);
}

static bool open_is_legal(const position *at, const cn_plan *plan)
{
    if (!cn_plan_may_open(plan)) return false;
    cn_plan after = *plan;
    cn_plan_open(&after, at->pub);
    return cn_plan_completable(&after);
}

static cn_mask legal_at_meld(const position *at)
{
    cn_mask mask = {{0}};
    add_discards(at, &mask);
    if (at->pub->turn.opened_exempt) return mask; /* P86 */
    cn_plan plan = cn_plan_make(at->rules, at->pub, at->hand);
    add_lays(at, &plan, &mask);
    if (ask_is_legal(at, &plan)) cn_mask_add(&mask, CN_STEP_ASK);
    if (open_is_legal(at, &plan)) cn_mask_add(&mask, CN_STEP_OPEN);
    return mask;
}

cn_mask cn_legal_plain(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    position at = {rules, pub, hand, cn_public_acting(pub)};
    return pub->phase == CN_PHASE_DRAW ? legal_at_draw(&at) : legal_at_meld(&at);
}

static bool take_is_searched(const position *at)
{
    const cn_public *pub = at->pub;
    if (pub->pile_count == 0 || cn_card_kind(cn_public_top(pub)) >= CN_RANKS) return false;
    const cn_mask takes = fitting_takes(at, cn_card_kind(cn_public_top(pub)));
    return cn_mask_count(&takes) > 0;
}

static bool lay_is_searched(const position *at)
{
    unsigned left;
    const cn_plan plan = cn_plan_make(at->rules, at->pub, at->hand);
    if (black3_fits(&plan) || cn_plan_may_open(&plan)) return true;
    if (plan.black3_laid > 0 || is_far_from_the_end(at, &plan)) return false;
    const cn_mask lays = fitting_lays(at, &plan);
    if (cn_mask_count(&lays) == 0) return false;
    return plan.opened || plan.staging || plan.answer != CN_ANSWER_NONE ||
           cn_plan_reach(&plan, &left) >= plan.minimum_points || cn_plan_can_go_out(&plan);
}

bool cn_legal_plain_searched(const cn_rules *rules, const cn_public *pub, const cn_cards *hand)
{
    const position at = {rules, pub, hand, cn_public_acting(pub)};
    if (pub->phase == CN_PHASE_DRAW) return take_is_searched(&at);
    return !pub->turn.opened_exempt && lay_is_searched(&at);
}
