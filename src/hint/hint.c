/* The play of a hint: steps as they are advised, made one after another on a copy of the view.
 * Not here: words (hint_words.c). Invariant: as in the header. */
#include "hint/hint.h"

#include "canasta/reason.h"

static bool lays_wild(const cn_hint *hint)
{
    for (unsigned i = 0; i < hint->count; i++)
        if (cn_step_is_lay(hint->step[i].number) &&
            cn_kind_is_wild(cn_card_kind(hint->step[i].card[0])))
            return true;
    return false;
}

/* Such a meld lies before the own side, before the play. */
static bool lies(const cn_view *view, unsigned meld)
{
    return view->pub.side[view->pub.side_of[view->seat]].latest[meld] != 0;
}

/* False for what is true of many steps and decides none, or what the play itself makes untrue. */
static bool is_worth_telling(const cn_hint *hint, const cn_view *view, const cn_book_why *why)
{
    switch (why->reason) {
    case CN_BOOK_NAMES_PLACE:
    case CN_BOOK_ONLY_STEP: return false;
    case CN_BOOK_ADDS: return lies(view, (unsigned)why->a); /* otherwise the play begins it */
    case CN_BOOK_HOLDS_WILDS:
    case CN_BOOK_SAVES_WILDS: return !lays_wild(hint);
    default: return true;
    }
}

/* Reasons that are said once, whatever their numbers. */
static bool is_said_once(unsigned reason)
{
    return reason == CN_BOOK_HOLDS_WILDS || reason == CN_BOOK_KEEPS_CARDS ||
           reason == CN_BOOK_NEXT_WANTS || reason == CN_BOOK_OTHERS_NEAR_OUT;
}

static bool is_told(const cn_hint *hint, const cn_book_why *why)
{
    for (unsigned i = 0; i < hint->why_count; i++)
        if (hint->why[i].reason == why->reason &&
            (hint->why[i].a == why->a || is_said_once(why->reason)))
            return true;
    return false;
}

/* How much a reason says of what becomes of a meld; 0: nothing. */
static unsigned growth(unsigned reason)
{
    switch (reason) {
    case CN_BOOK_COMPLETES: return 3;
    case CN_BOOK_BEGINS_MELD: return 2;
    case CN_BOOK_ADDS: return 1;
    default: return 0;
    }
}

/* A meld that the play begins and goes on with is told of once, and so is one that it completes. */
static bool is_outdone(const cn_book_why *why, const cn_book_advice *advice, unsigned advice_count)
{
    const unsigned own = growth(why->reason);
    if (own == 0) return false;
    for (unsigned i = 0; i < advice_count; i++)
        for (unsigned j = 0; j < advice[i].count; j++)
            if (advice[i].why[j].a == why->a && growth(advice[i].why[j].reason) > own) return true;
    return false;
}

/* The first reason of every step comes before the second one of any. */
static void gather(cn_hint *hint, const cn_view *view, const cn_book_advice *advice,
                   unsigned advice_count)
{
    for (unsigned place = 0; place < CN_BOOK_REASONS_MAX; place++)
        for (unsigned i = 0; i < advice_count; i++) {
            if (place >= advice[i].count || hint->why_count == CN_HINT_REASONS_MAX) continue;
            const cn_book_why *why = &advice[i].why[place];
            if (is_worth_telling(hint, view, why) && !is_told(hint, why) &&
                !is_outdone(why, advice, advice_count))
                hint->why[hint->why_count++] = *why;
        }
}

/* The seat is still to act. */
static bool goes_on(const cn_view *view)
{
    const cn_public *pub = &view->pub;
    return pub->seat == view->seat && (pub->phase == CN_PHASE_DRAW || pub->phase == CN_PHASE_MELD);
}

bool cn_hint_by(const cn_advisor *advisor, const cn_view *view, const cn_rules *rules,
                cn_hint *hint)
{
    const cn_mask legal = cn_view_legal(view, rules);
    *hint = (cn_hint){0};
    if (cn_mask_count(&legal) == 0) return false;
    const unsigned turn = view->pub.turn_number;
    cn_book_advice advice[CN_PLAY_STEPS_MAX];
    cn_view ahead = *view;
    do {
        cn_book_advice *next = &advice[hint->count];
        *next = advisor->advise(advisor->with, &ahead, rules);
        hint->step[hint->count++] = next->step;
        if (cn_step_shows_card(rules, &ahead.pub, next->step.number)) break; /* P128 */
        if (!cn_view_try(&ahead, rules, next->step)) break;
    } while (hint->count < CN_PLAY_STEPS_MAX && ahead.pub.turn_number == turn && goes_on(&ahead));
    gather(hint, view, advice, hint->count);
    return true;
}

static cn_book_advice advise_by_book(void *with, const cn_view *ahead, const cn_rules *rules)
{
    (void)with;
    return cn_book_advise(ahead, rules, CN_BOOK_ALL_HABITS);
}

bool cn_hint_make(const cn_view *view, const cn_rules *rules, cn_hint *hint)
{
    const cn_advisor book = {.advise = advise_by_book};
    return cn_hint_by(&book, view, rules, hint);
}
