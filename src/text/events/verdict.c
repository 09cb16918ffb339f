/* Judges a play in text on a view: parses, judges, counts the opening, and looks ahead.
 * Not here: any rule; legality is cn_judge_play, the table afterwards is cn_view_try.
 * Invariant: the verdict is a function of the view and the text; nothing else is read or kept. */
#include "text/events/verdict.h"

#include <string.h>

#include "engine/turn/apply.h"
#include "text/cards/card_text.h"
#include "text/cards/group_text.h"

/* A group counts card by card as far as it can be read: a tray shows its count while it grows. */
static int32_t group_points(const cn_rules *rules, cn_word word)
{
    cn_word group = cn_group_cards(word);
    int32_t points = 0;
    while (group.length > 0) {
        cn_card card;
        size_t used = cn_card_parse(group.text, &card);
        if (used == 0 || used > group.length || cn_card_kind(card) == CN_KIND_NONE) break;
        points += rules->value[cn_card_kind(card)];
        group.text += used;
        group.length -= used;
    }
    return points;
}

static int32_t clause_points(const cn_rules *rules, const cn_public *pub, cn_scan scan, bool *opens)
{
    cn_word verb = cn_scan_word(&scan);
    bool take = cn_word_is(verb, "take");
    *opens = cn_word_is(verb, "open");
    if (!take && !*opens && !cn_word_is(verb, "meld")) return 0;

    uint8_t top = take && rules->p.min_counts_top ? cn_card_kind(cn_public_top(pub)) : CN_KIND_NONE;
    int32_t points = top == CN_KIND_NONE ? 0 : rules->value[top];
    for (cn_word word = cn_scan_word(&scan); word.length > 0; word = cn_scan_word(&scan))
        points += group_points(rules, word);
    return points;
}

int32_t cn_opening_points(const cn_rules *rules, const cn_public *pub, const char *play,
                          size_t length)
{
    const char *end = play + length;
    int32_t points = 0;
    for (bool opens = false; play < end && !opens; play++) {
        const char *stop = memchr(play, ';', (size_t)(end - play));
        if (stop == NULL) stop = end;
        cn_scan clause = cn_scan_make(play, (size_t)(stop - play), 1, NULL);
        points += clause_points(rules, pub, clause, &opens);
        play = stop;
    }
    return points;
}

/* Makes the steps of an opening as far as they are possible. True with the points they count if all
 * are, up to the `open` or the end. */
static bool stage(const cn_view *view, const cn_rules *rules, const cn_play *play, int32_t *points)
{
    cn_view staged = *view;
    for (unsigned i = 0; i < play->count && play->step[i].number != CN_STEP_OPEN; i++) {
        const unsigned number = play->step[i].number;
        if (!cn_possible(rules, &staged.pub, &staged.hand, number)) return false;
        if (!cn_view_try(&staged, rules, play->step[i])) return false;
    }
    *points = cn_public_staged_points(rules, &staged.pub);
    return staged.pub.turn.staging != 0;
}

/* What the opening counts and needs. An opening that can be staged counts as the rules say; any
 * other, card by card. */
static void judge_opening(cn_verdict *verdict, const cn_view *view, const cn_rules *rules,
                          const char *play, size_t length)
{
    const cn_public *pub = &view->pub;
    if (view->seat >= rules->seat_count) return;
    if (cn_public_has_opened(pub, view->seat)) return;
    verdict->minimum = cn_public_need(rules, pub, view->seat).points;
    if (pub->seat == view->seat && verdict->steps.count > 0 &&
        stage(view, rules, &verdict->steps, &verdict->points))
        return;
    verdict->points = cn_opening_points(rules, pub, play, length);
    if (pub->turn.staging && pub->asker == view->seat)
        verdict->points += cn_public_staged_points(rules, pub);
}

static bool is_acting(const cn_view *view)
{
    return view->pub.phase == CN_PHASE_DRAW || view->pub.phase == CN_PHASE_MELD ||
           view->pub.phase == CN_PHASE_ANSWER;
}

/* Naming a meld is refused because nothing may go there; what was to go there has the reason. */
static cn_reason look_through(const cn_view *view, const cn_rules *rules, const cn_play *play,
                              unsigned step_i, cn_reason reason)
{
    cn_view named = *view;
    if (step_i + 1 >= play->count || !cn_step_is_to_meld(play->step[step_i].number)) return reason;
    for (unsigned i = 0; i < step_i; i++)
        if (!cn_view_try(&named, rules, play->step[i])) return reason;
    const unsigned place = play->step[step_i].number - CN_STEP_TO_MELD;
    if (place >= cn_public_acting(&named.pub)->meld_count) return reason;
    named.pub.turn.to_meld = (uint8_t)place;
    const cn_reason next = cn_judge(rules, &named.pub, &named.hand, play->step[step_i + 1]);
    return next.code == CN_OK ? reason : next;
}

/* Hands are judged for the seat to act only; for any other seat the view has no hand to judge. */
static cn_reason judge_steps(const cn_view *view, const cn_rules *rules, const cn_play *play)
{
    if (!is_acting(view)) return (cn_reason){.code = CN_REASON_OVER};
    if (view->pub.seat != view->seat) return (cn_reason){.code = CN_REASON_TURN};
    unsigned step_i = 0;
    const cn_reason reason =
        cn_judge_play(rules, &view->pub, &view->hand, play->step, play->count, &step_i);
    return reason.code == CN_OK ? reason : look_through(view, rules, play, step_i, reason);
}

static bool look_ahead(cn_view *after, const cn_view *view, const cn_rules *rules,
                       const cn_play *play)
{
    *after = *view;
    for (unsigned i = 0; i < play->count; i++)
        if (!cn_view_try(after, rules, play->step[i])) return false;
    return true;
}

/* How many cards a meld needs, the rules say. */
static cn_reason shape_here(const cn_rules *rules, cn_reason shape)
{
    if (shape.code == CN_REASON_SIZE) shape.need = rules->p.meld_min;
    return shape;
}

cn_verdict cn_view_judge(const cn_view *view, const cn_rules *rules, const char *play,
                         size_t length)
{
    cn_verdict verdict = {.readable = true};
    const cn_play_status status =
        cn_play_parse(play, length, 1, &verdict.steps, &verdict.reason, &verdict.error);
    if (status != CN_PLAY_OK) verdict.steps.count = 0;
    if (status == CN_PLAY_OK && is_acting(view) && view->pub.seat == view->seat)
        cn_play_settle(rules, &view->pub, &view->hand, &verdict.steps);
    judge_opening(&verdict, view, rules, play, length);
    switch (status) {
    case CN_PLAY_SYNTAX: verdict.readable = false; return verdict;
    case CN_PLAY_SHAPE: verdict.reason = shape_here(rules, verdict.reason); return verdict;
    case CN_PLAY_OK: break;
    }
    verdict.reason = judge_steps(view, rules, &verdict.steps);
    if (verdict.reason.code == CN_OK)
        verdict.has_after = look_ahead(&verdict.after, view, rules, &verdict.steps);
    return verdict;
}
