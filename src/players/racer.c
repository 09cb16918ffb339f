/* `racer`: lays all it can, takes the pile whenever it may, and goes out as soon as it can unless
 * its side would then lose the game by the score.
 * Not here: which lay (lays.c), which take (takes.c), which discard (discard_choice.c).
 * Invariant: decides from the view alone, afresh at every step and without chance. */
#include <assert.h>

#include "players/discard_choice.h"
#include "players/ending.h"
#include "players/goals.h"
#include "players/lays.h"
#include "players/pick_cards.h"
#include "players/player.h"
#include "players/takes.h"

/* A turn that nothing worth laying is left for: a discard; else whatever ends it. */
static unsigned end_turn(const cn_view *view, const cn_rules *rules, const cn_mask *allowed)
{
    const unsigned discard = cn_choose_discard(view, rules, allowed);
    if (discard != CN_STEPS) return discard;
    if (cn_mask_has(allowed, CN_STEP_PASS)) return CN_STEP_PASS;
    const unsigned lay = cn_best_lay(view, rules, allowed, INT32_MIN).number;
    return lay != CN_STEPS ? lay : cn_mask_nth(allowed, 0);
}

/* The next step of a turn that does not go out. */
static unsigned step_on(const cn_view *view, const cn_rules *rules, const cn_mask *allowed)
{
    const cn_turn *turn = &view->pub.turn;
    if (cn_mask_has(allowed, CN_STEP_OPEN)) return CN_STEP_OPEN;
    const bool begun =
        turn->open_meld != CN_NO_MELD || turn->to_meld != CN_NO_MELD || turn->staging != 0;
    if (!begun && !cn_wants_melds(rules)) return end_turn(view, rules, allowed);
    int32_t least = begun ? INT32_MIN : CN_WORTH_LAYING;
    if (!begun && !cn_public_has_opened(&view->pub, view->seat)) {
        if (!cn_opens_well(view, rules)) return end_turn(view, rules, allowed);
        least = INT32_MIN;
    }
    const cn_lay lay = cn_best_lay(view, rules, allowed, least);
    return lay.number != CN_STEPS ? lay.number : end_turn(view, rules, allowed);
}

/* Going out is wanted: asks where that is owed to the partner, and else takes the way out. */
static unsigned go_out(const cn_view *view, const cn_rules *rules, const cn_mask *legal)
{
    const bool may_ask = cn_mask_has(legal, CN_STEP_ASK);
    const bool agreed = view->pub.turn.answer == CN_ANSWER_YES;
    if (may_ask && (cn_must_ask(view, rules) || cn_wants_to_ask(view, rules))) return CN_STEP_ASK;
    if (cn_must_ask(view, rules) && !agreed) return step_on(view, rules, legal);
    cn_rules bound;
    const cn_view out = cn_as_answered(view, rules, CN_ANSWER_YES, &bound);
    const cn_mask allowed = cn_steps_left(&out, &bound, legal);
    if (cn_mask_count(&allowed) == 0) return step_on(view, rules, legal);
    return cn_step_out(&out, &bound, &allowed);
}

/* The turn is finished in any way but by going out, as after a no (P70). */
static unsigned stay_in(const cn_view *view, const cn_rules *rules, const cn_mask *legal)
{
    cn_rules bound;
    const cn_view in = cn_as_answered(view, rules, CN_ANSWER_NO, &bound);
    const cn_mask allowed = cn_steps_left(&in, &bound, legal);
    if (cn_mask_count(&allowed) == 0) return step_on(view, rules, legal);
    return step_on(&in, &bound, &allowed);
}

static unsigned choose_meld(const cn_view *view, const cn_rules *rules, const cn_mask *legal)
{
    if (cn_mask_has(legal, CN_STEP_DECLARE)) return CN_STEP_DECLARE;
    if (cn_mask_has(legal, CN_STEP_LAY_OUT) && !cn_keeps_three(view, rules)) return CN_STEP_LAY_OUT;
    if (view->pub.turn.answer == CN_ANSWER_YES) return go_out(view, rules, legal);
    if (view->pub.turn.answer == CN_ANSWER_NO) return stay_in(view, rules, legal);
    const bool can =
        cn_mask_has(legal, CN_STEP_ASK) || cn_can_go_out(rules, &view->pub, &view->hand);
    if (!can) return step_on(view, rules, legal);
    if (cn_wants_out(view, rules)) return go_out(view, rules, legal);
    return stay_in(view, rules, legal);
}

static cn_step choose(const cn_view *view, const cn_rules *rules, cn_stream *stream)
{
    (void)stream;
    const cn_mask legal = cn_view_legal(view, rules);
    unsigned number;
    if (view->pub.phase == CN_PHASE_ANSWER)
        number = cn_choose_answer(view, rules);
    else if (view->pub.phase == CN_PHASE_DRAW)
        number = cn_choose_draw(view, rules, &legal);
    else
        number = choose_meld(view, rules, &legal);
    assert(cn_mask_has(&legal, number));
    return cn_pick_cards(view, rules, number);
}

const cn_player cn_player_racer = {
    .name = "racer",
    .summary = "lays all it can, takes what it may, goes out when the score allows",
    .choose = choose,
};
