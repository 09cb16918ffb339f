/* `book`: the order in which its habits are asked, and its variants without one of them.
 * Not here: the habits (book_take.c, book_swaps.c, book_lays.c, book_discard.c, book_out.c).
 * Invariant: decides from the view alone, afresh at every step and without chance. */
#include "players/book.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "players/book_discard.h"
#include "players/book_lays.h"
#include "players/book_out.h"
#include "players/book_swaps.h"
#include "players/book_take.h"
#include "players/ending.h"
#include "players/lays.h"
#include "players/pick_cards.h"

/* Nothing more is laid: a discard; else whatever ends the turn. */
static unsigned end_turn(const cn_book *book, const cn_mask *allowed)
{
    const unsigned discard = cn_book_discard(book, allowed);
    if (discard != CN_STEPS) return discard;
    if (cn_mask_has(allowed, CN_STEP_PASS)) return CN_STEP_PASS;
    const unsigned lay = cn_best_lay(book->view, book->rules, allowed, INT32_MIN).number;
    return lay != CN_STEPS ? lay : cn_mask_nth(allowed, 0);
}

/* The next step of a turn that does not go out. */
static unsigned step_on(const cn_book *book, const cn_mask *allowed)
{
    const cn_mask rest = cn_book_without_vain_swaps(book, allowed, cn_book_advise);
    const unsigned lay = cn_book_lay(book, &rest);
    return lay != CN_STEPS ? lay : end_turn(book, allowed);
}

/* The steps of going out; the partner is asked first where that is owed. */
static unsigned go_out(const cn_book *book, const cn_mask *legal)
{
    const cn_view *view = book->view;
    const bool must = cn_must_ask(view, book->rules);
    if (cn_mask_has(legal, CN_STEP_ASK) && (must || cn_wants_to_ask(view, book->rules))) {
        const unsigned partner = cn_partner(book->rules, &view->pub, view->seat);
        cn_book_because(book, CN_BOOK_ASKS_PARTNER, view->pub.hand_count[partner], 0);
        return CN_STEP_ASK;
    }
    if (must) return step_on(book, legal);
    cn_rules bound;
    const cn_view out = cn_as_answered(view, book->rules, CN_ANSWER_YES, &bound);
    const cn_mask allowed = cn_steps_left(&out, &bound, legal);
    if (cn_mask_count(&allowed) == 0) return step_on(book, legal);
    const cn_book there = cn_book_at(book, &out, &bound);
    const unsigned number = cn_step_out(&out, &bound, &allowed);
    cn_book_explain_lay(&there, number);
    return number;
}

/* The turn is finished in any way but by going out, as after a no (P70). */
static unsigned stay_in(const cn_book *book, const cn_mask *legal)
{
    cn_rules bound;
    const cn_view in = cn_as_answered(book->view, book->rules, CN_ANSWER_NO, &bound);
    const cn_mask allowed = cn_steps_left(&in, &bound, legal);
    if (cn_mask_count(&allowed) == 0) return step_on(book, legal);
    const cn_book there = cn_book_at(book, &in, &bound);
    return step_on(&there, &allowed);
}

static unsigned play_melds(const cn_book *book, const cn_mask *legal)
{
    const cn_view *view = book->view;
    const uint8_t answer = view->pub.turn.answer;
    if (cn_mask_has(legal, CN_STEP_DECLARE)) {
        cn_book_because(book, CN_BOOK_SPECIAL_HAND, 0, 0);
        return CN_STEP_DECLARE;
    }
    if (cn_mask_has(legal, CN_STEP_LAY_OUT) && !cn_keeps_three(view, book->rules)) {
        cn_book_because(book, CN_BOOK_LAYS_OUT_THREE, 0, 0);
        return CN_STEP_LAY_OUT;
    }
    if (answer != CN_ANSWER_NONE)
        cn_book_because(book, CN_BOOK_WAS_TOLD, answer == CN_ANSWER_YES, 0);
    if (answer == CN_ANSWER_YES) return go_out(book, legal);
    if (answer == CN_ANSWER_NO) return stay_in(book, legal);
    const bool can =
        cn_mask_has(legal, CN_STEP_ASK) || cn_can_go_out(book->rules, &view->pub, &view->hand);
    if (!can) return step_on(book, legal);
    return cn_book_wants_out(book) ? go_out(book, legal) : stay_in(book, legal);
}

static unsigned choose_number(const cn_book *book, const cn_mask *legal)
{
    if (cn_mask_count(legal) == 1) {
        cn_book_because(book, CN_BOOK_ONLY_STEP, 0, 0);
        return cn_mask_nth(legal, 0);
    }
    if (book->view->pub.phase == CN_PHASE_ANSWER) return cn_book_answer(book);
    if (book->view->pub.phase == CN_PHASE_DRAW) return cn_book_draw(book, legal);
    return play_melds(book, legal);
}

/* True if the reason tells what the step itself is for, not what was kept back before it. */
static bool is_about(cn_book_reason reason, unsigned number)
{
    if (cn_step_is_discard(number)) return reason >= CN_BOOK_SAFE && reason <= CN_BOOK_STOPS;
    return cn_step_is_lay(number) && reason >= CN_BOOK_COMPLETES && reason <= CN_BOOK_BEGINS_MELD;
}

static void lead_with_the_step(cn_book_advice *advice, unsigned number)
{
    for (unsigned i = 1; i < advice->count; i++) {
        const cn_book_why why = advice->why[i];
        if (!is_about((cn_book_reason)why.reason, number)) continue;
        memmove(&advice->why[1], &advice->why[0], i * sizeof why);
        advice->why[0] = why;
        return;
    }
}

cn_book_advice cn_book_advise(const cn_view *view, const cn_rules *rules, uint32_t habits)
{
    cn_book_advice advice = {.count = 0};
    const cn_book book = {view, rules, habits, &advice};
    const cn_mask legal = cn_view_legal(view, rules);
    const unsigned number = choose_number(&book, &legal);
    assert(cn_mask_has(&legal, number));
    lead_with_the_step(&advice, number);
    advice.step = cn_pick_cards(view, rules, number);
    return advice;
}

static cn_step choose(const cn_view *view, const cn_rules *rules, cn_stream *stream)
{
    (void)stream;
    return cn_book_advise(view, rules, CN_BOOK_ALL_HABITS).step;
}

const cn_player cn_player_book = {
    .name = "book",
    .summary = "careful: waits for the pile, freezes it, reads the next hand",
    .choose = choose,
};

#define X(constant, variant, about)                                                                \
    static cn_step choose_without_##variant(const cn_view *view, const cn_rules *rules,            \
                                            cn_stream *stream)                                     \
    {                                                                                              \
        (void)stream;                                                                              \
        return cn_book_advise(view, rules, CN_BOOK_ALL_HABITS & ~(uint32_t)CN_BOOK_##constant)     \
            .step;                                                                                 \
    }                                                                                              \
    static const cn_player without_##variant = {                                                   \
        .name = "book-no-" #variant,                                                               \
        .summary = "book without this habit: " about,                                              \
        .choose = choose_without_##variant,                                                        \
    };
CN_BOOK_HABITS(X)
#undef X

const cn_player *const cn_book_variants[] = {
#define X(constant, variant, about) &without_##variant,
    CN_BOOK_HABITS(X)
#undef X
        NULL};
