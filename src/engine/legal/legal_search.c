/* The legal steps where something is in doubt: of sides that have not opened, near the end, after
 * an answer, by rules with locks and closed ranks. Not here: reasons (possible.c, judge.c), how
 * much effort is made (legal.c). Invariant: see legal_search.h. */
#include "engine/legal/legal_search.h"

#include "engine/cards/marks.h"
#include "engine/finish/finish.h"
#include "engine/finish/plan.h"
#include "engine/finish/refusal.h"
#include "engine/finish/stay.h"
#include "engine/finish/tellers.h"
#include "engine/legal/lays.h"
#include "engine/step/discard.h"
#include "engine/step/limits.h"
#include "engine/step/out.h"
#include "engine/step/possible.h"

static bool is_possible(cn_inquiry *at, unsigned number)
{
    cn_effort effort = {at->effort};
    cn_reason reason = cn_refusal(at->rules, at->pub, at->hand, number, &effort);
    if (effort.left == 0) cn_mask_add(&at->unsure, number);
    return reason.code == CN_OK;
}

static bool finishes(cn_inquiry *at, unsigned number)
{
    cn_effort effort = {at->effort};
    bool found = cn_completable_after(at->rules, at->pub, at->hand, number, &effort);
    if (!found && effort.left == 0) cn_mask_add(&at->unsure, number);
    return found;
}

static bool surely_stays(const cn_inquiry *at, unsigned number)
{
    return cn_ask_stays(at->rules, at->pub, at->hand, number) == CN_TOLD_YES;
}

static bool is_asked(const cn_inquiry *at, unsigned number)
{
    return at->only == CN_STEPS || at->only == number;
}

/* The end of a run changes nothing that a discard would not allow. */
static void add_new(cn_inquiry *at, cn_mask *mask)
{
    if (!at->rules->many || at->pub->turn.run_meld == CN_NO_MELD) return;
    if (!is_asked(at, CN_STEP_NEW) || !is_possible(at, CN_STEP_NEW)) return;
    if (cn_stays_as_it_is(at->rules, at->pub, at->hand) ||
        (at->drafts && cn_draft_opens(&at->draft)) || finishes(at, CN_STEP_NEW))
        cn_mask_add(mask, CN_STEP_NEW);
}

/* Going out is impossible: asked once for all steps after which nothing else is left. */
static bool cannot_go_out(cn_inquiry *at)
{
    if (at->out_asked) return at->no_out;
    cn_effort effort = {at->effort};
    const bool found = cn_can_still_go_out(at->rules, at->pub, at->hand, &effort);
    at->out_asked = true;
    at->out = found;
    at->no_out = !found && effort.left > 0;
    return at->no_out;
}

static bool threes_in_hand(const cn_inquiry *at)
{
    return at->hand->kind[CN_KIND_RED3] + at->hand->kind[CN_KIND_BLACK3] > 0;
}

/* What a yes forbids to count on (P137). */
static bool opening_may_draw(const cn_inquiry *at)
{
    return at->rules->p.draw_on_initial_meld > 0 ||
           (at->rules->p.hold_one_three && threes_in_hand(at));
}

/* P68, P134. */
static bool ask_is_legal(cn_inquiry *at)
{
    if (cn_ask_refusal_now(at->rules, at->pub).code != CN_OK) return false;
    const bool in_run = at->pub->turn.run_meld != CN_NO_MELD;
    const bool draws = !cn_public_has_opened(at->pub, at->pub->asker) && opening_may_draw(at);
    if (draws || (in_run && !cn_canastas_take_wilds(&at->rules->p))) /* it ends the run (P57) */
        return is_possible(at, CN_STEP_ASK);
    if (at->rules->p.ask_partner == CN_ASK_PARTNER_REQUIRED)
        return is_possible(at, CN_STEP_ASK); /* about going out after a yes (P71) */
    if (cannot_go_out(at)) return false;
    if (!at->out) cn_mask_add(&at->unsure, CN_STEP_ASK); /* the search was given up */
    if (!at->out) return false;
    if (cn_stays_as_it_is(at->rules, at->pub, at->hand)) return true; /* after a no (P134) */
    cn_effort effort = {at->effort};
    const bool safe = cn_ask_may_be_refused(at->rules, at->pub, at->hand, &effort);
    if (!safe && effort.left == 0) cn_mask_add(&at->unsure, CN_STEP_ASK);
    return safe;
}

/* Before the draw it looks ahead. */
static bool question_is_legal(cn_inquiry *at)
{
    return at->rules->p.ask_timing != CN_ASK_TIMING_AFTER_DRAW &&
           cn_ask_refusal_now(at->rules, at->pub).code == CN_OK && is_possible(at, CN_STEP_ASK);
}

/* Drawing is always legal while there is a stock (P28, P91), but for a binding yes (P70). */
static bool draw_is_legal(cn_inquiry *at)
{
    cn_effort effort = {at->effort};
    const bool legal = cn_draw_is_legal(at->rules, at->pub, at->hand, &effort);
    if (!legal && effort.left == 0) cn_mask_add(&at->unsure, CN_STEP_DRAW);
    return legal;
}

static bool some_take_stays(const cn_inquiry *at, uint64_t takes)
{
    for (; takes != 0; takes &= takes - 1)
        if (surely_stays(at, (unsigned)__builtin_ctzll(takes))) return true;
    return false;
}

/* The take, or the name of a meld for one, is possible. */
static bool take_finishes(cn_inquiry *at, unsigned number)
{
    const uint64_t takes =
        cn_step_is_take(number)
            ? UINT64_C(1) << number
            : cn_find_takes_onto(at->rules, at->pub, at->hand, number - CN_STEP_TO_MELD);
    return some_take_stays(at, takes) || finishes(at, number);
}

/* Those after which the turn can be finished. */
static CN_RARE cn_mask takes_that_finish(cn_inquiry *at, const cn_mask *takes)
{
    cn_mask mask = {{0}};
    for (unsigned i = 0; i < CN_MASK_WORDS; i++)
        for (uint64_t word = takes->word[i]; word != 0; word &= word - 1) {
            const unsigned number = 64 * i + (unsigned)__builtin_ctzll(word);
            if (is_asked(at, number) && take_finishes(at, number)) cn_mask_add(&mask, number);
        }
    return mask;
}

/* Takes, and names of melds for them. */
static void add_takes(cn_inquiry *at, cn_mask *mask)
{
    cn_mask takes = cn_find_takes(at->rules, at->pub, at->hand);
    if (cn_mask_is_empty(&takes)) return;
    if (!surely_stays(at, CN_STEP_TAKE_PAIR)) /* which uses most cards */
        takes = takes_that_finish(at, &takes);
    for (unsigned i = 0; i < CN_MASK_WORDS; i++) mask->word[i] |= takes.word[i];
}

/* P202. */
static void add_take_all(cn_inquiry *at, cn_mask *mask)
{
    if (is_asked(at, CN_STEP_TAKE_ALL) && is_possible(at, CN_STEP_TAKE_ALL) &&
        finishes(at, CN_STEP_TAKE_ALL))
        cn_mask_add(mask, CN_STEP_TAKE_ALL);
}

/* Then he draws; but a yes that binds counts on no card that would come first (P70, P137). */
static bool lay_out_goes_on(cn_inquiry *at)
{
    const bool draws = cn_public_stock_reach(at->rules, at->pub) > 0;
    if (draws && cn_must_go_out(at->rules, at->pub)) return false;
    return is_possible(at, CN_STEP_LAY_OUT);
}

static cn_mask legal_at_draw(cn_inquiry *at)
{
    const cn_params *p = &at->rules->p;
    cn_mask mask = {{0}};
    if (is_asked(at, CN_STEP_DRAW) && draw_is_legal(at)) cn_mask_add(&mask, CN_STEP_DRAW);
    if (p->pick_top != CN_PICK_TOP_NEVER && is_possible(at, CN_STEP_PICK)) /* like a draw */
        cn_mask_add(&mask, CN_STEP_PICK);
    if (cn_public_in_draw(at->pub)) {
        if (is_possible(at, CN_STEP_PASS)) cn_mask_add(&mask, CN_STEP_PASS);
        return mask;
    }
    if (is_asked(at, CN_STEP_ASK) && question_is_legal(at)) cn_mask_add(&mask, CN_STEP_ASK);
    if (p->take_with == CN_TAKE_WITH_TOP)
        add_takes(at, &mask);
    else
        add_take_all(at, &mask);
    if (p->hold_one_three && lay_out_goes_on(at)) cn_mask_add(&mask, CN_STEP_LAY_OUT);
    return mask;
}

/* The turn can be finished after a possible lay, or the name of a meld for one. */
static bool lay_finishes(cn_inquiry *at, unsigned number)
{
    return (at->drafts && cn_draft_opens_after(&at->draft, number)) || finishes(at, number);
}

/* Lays, and names of melds for them. While something is owed for the pile none is sure (P203). */
static void add_lays(cn_inquiry *at, cn_mask *mask)
{
    const cn_lays lays = cn_find_lays(at->rules, at->pub, at->hand);
    const bool owes = at->pub->turn.owes;
    for (unsigned i = 0; i < CN_MASK_WORDS; i++) {
        uint64_t asked = lays.open.word[i];
        if (owes)
            asked |= lays.sure.word[i];
        else
            mask->word[i] |= lays.sure.word[i];
        if (lays.out.word[i] != 0 && (owes || !cannot_go_out(at))) asked |= lays.out.word[i];
        for (uint64_t word = asked; word != 0; word &= word - 1) {
            const unsigned number = 64 * i + (unsigned)__builtin_ctzll(word);
            if (is_asked(at, number) && lay_finishes(at, number)) cn_mask_add(mask, number);
        }
    }
}

static void add_discards(cn_inquiry *at, cn_mask *mask)
{
    const uint32_t kinds = cn_find_discards(at->rules, at->pub, at->hand);
    cn_mask_add_many(mask, CN_STEP_DISCARD, kinds);
    const bool passes = kinds == 0 || at->rules->idle_threes != 0; /* P204 */
    if (passes && is_possible(at, CN_STEP_PASS)) cn_mask_add(mask, CN_STEP_PASS);
}

static bool lays_out_melds(unsigned number)
{
    return cn_step_is_lay(number) || cn_step_is_to_meld(number) || number == CN_STEP_NEW;
}

/* An unopened side that cannot open in any way lays nothing at all. */
static bool lays_are_vain(cn_inquiry *at)
{
    const cn_public *pub = at->pub;
    if (!at->drafts || pub->turn.staging || cn_draft_opens(&at->draft)) return false;
    cn_effort effort = {at->effort};
    const bool opens = cn_finish_undrafted_opening(&at->draft, &effort);
    for (unsigned number = 0; !opens && effort.left == 0 && number < CN_STEPS; number++)
        if (lays_out_melds(number)) cn_mask_add(&at->unsure, number);
    return !opens;
}

static bool lays_are_asked(const cn_inquiry *at)
{
    return at->only == CN_STEPS || lays_out_melds(at->only);
}

/* P175: each is judged by itself, and no other step counts on one (S30). */
static void add_swaps(cn_inquiry *at, cn_mask *mask)
{
    if (at->rules->p.swap_wild == CN_SWAP_WILD_NEVER) return;
    for (unsigned number = CN_STEP_SWAP_TWO; number < CN_STEP_SEQUENCE_TWO; number++)
        if (is_asked(at, number) && is_possible(at, number) && finishes(at, number))
            cn_mask_add(mask, number);
}

static void add_open(cn_inquiry *at, cn_mask *mask)
{
    if (!is_asked(at, CN_STEP_OPEN) || !is_possible(at, CN_STEP_OPEN)) return;
    if (surely_stays(at, CN_STEP_OPEN) || finishes(at, CN_STEP_OPEN))
        cn_mask_add(mask, CN_STEP_OPEN);
}

/* P97: before anything is laid; no other card leaves the hand by it. */
static void add_lay_out(cn_inquiry *at, cn_mask *mask)
{
    if (!is_asked(at, CN_STEP_LAY_OUT) || !is_possible(at, CN_STEP_LAY_OUT)) return;
    if (surely_stays(at, CN_STEP_LAY_OUT) || finishes(at, CN_STEP_LAY_OUT))
        cn_mask_add(mask, CN_STEP_LAY_OUT);
}

/* What was owed for the pile is laid before the turn ends or the side opens (P203). */
static cn_mask legal_while_owing(cn_inquiry *at)
{
    cn_mask mask = {{0}};
    at->drafts = false;
    add_lays(at, &mask);
    if (at->pub->turn.to_meld != CN_NO_MELD) return mask;
    add_new(at, &mask);
    add_swaps(at, &mask);
    if (is_asked(at, CN_STEP_ASK) && is_possible(at, CN_STEP_ASK)) cn_mask_add(&mask, CN_STEP_ASK);
    if (at->rules->p.hold_one_three) add_lay_out(at, &mask);
    return mask;
}

static cn_mask legal_at_meld(cn_inquiry *at)
{
    if (at->pub->turn.owes) return legal_while_owing(at);
    cn_mask mask = {{0}};
    at->drafts = !cn_public_has_opened(at->pub, at->pub->asker) && lays_are_asked(at);
    if (at->drafts) at->draft = cn_draft_make(at->rules, at->pub, at->hand);
    if (at->pub->turn.to_meld != CN_NO_MELD) { /* only what goes to that meld */
        add_lays(at, &mask);
        return mask;
    }
    add_discards(at, &mask);
    if (at->pub->turn.opened_exempt) return mask; /* P86 */
    if (lays_are_asked(at) && !lays_are_vain(at)) {
        add_lays(at, &mask);
        add_new(at, &mask);
    }
    if (at->pub->turn.staging) add_open(at, &mask);
    add_swaps(at, &mask);
    if (is_asked(at, CN_STEP_ASK) && ask_is_legal(at)) cn_mask_add(&mask, CN_STEP_ASK);
    const cn_params *p = &at->rules->p;
    if (p->special_hands.count > 0 && is_possible(at, CN_STEP_DECLARE))
        cn_mask_add(&mask, CN_STEP_DECLARE);
    if (p->hold_one_three && threes_in_hand(at)) add_lay_out(at, &mask);
    return mask;
}

cn_mask cn_legal_with_effort(cn_inquiry *at)
{
    return at->pub->phase == CN_PHASE_DRAW ? legal_at_draw(at) : legal_at_meld(at);
}
