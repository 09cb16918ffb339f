/* Judges a play in text on a view: parses, judges, counts the opening, and looks ahead.
 * Not here: any rule; legality is cn_judge_play, the table afterwards is cn_view_try.
 * Invariant: the verdict is a function of the view and the text; nothing else is read or kept. */
#include "text/verdict.h"

#include <string.h>

#include "text/card_text.h"
#include "text/play_text.h"

/* A group counts card by card as far as it can be read: a tray shows its count while it grows. */
static int32_t group_points(const cn_rules *rules, cn_word group)
{
    if (group.length >= 2 && group.text[1] == ':') {
        group.text += 2;
        group.length -= 2;
    }
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

    uint8_t top = take ? cn_card_kind(cn_public_top(pub)) : CN_KIND_NONE;
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

static void judge_opening(cn_verdict *verdict, const cn_view *view, const cn_rules *rules,
                          const char *play, size_t length)
{
    const cn_public *pub = &view->pub;
    if (view->seat >= rules->seat_count) return;
    if (cn_public_has_opened(rules, pub, view->seat)) return;
    verdict->minimum = cn_public_minimum(rules, pub, rules->side_of[view->seat]);
    verdict->points = cn_opening_points(rules, pub, play, length);
    if (pub->turn.staging && pub->asker == view->seat)
        verdict->points += cn_public_staged_points(rules, pub);
}

/* Hands are judged for the seat to act only; for any other seat the view has no hand to judge. */
static cn_reason judge_steps(const cn_view *view, const cn_rules *rules, const cn_play *play)
{
    bool acting = view->pub.phase == CN_PHASE_DRAW || view->pub.phase == CN_PHASE_MELD ||
                  view->pub.phase == CN_PHASE_ANSWER;
    if (!acting) return (cn_reason){.code = CN_REASON_OVER};
    if (view->pub.seat != view->seat) return (cn_reason){.code = CN_REASON_TURN};
    return cn_judge_play(rules, &view->pub, &view->hand, play->step, play->count, NULL);
}

static bool look_ahead(cn_view *after, const cn_view *view, const cn_rules *rules,
                       const cn_play *play)
{
    *after = *view;
    for (unsigned i = 0; i < play->count; i++)
        if (!cn_view_try(after, rules, play->step[i])) return false;
    return true;
}

cn_verdict cn_view_judge(const cn_view *view, const cn_rules *rules, const char *play,
                         size_t length)
{
    cn_verdict verdict = {.readable = true};
    cn_play steps = {0};
    judge_opening(&verdict, view, rules, play, length);
    switch (cn_play_parse(play, length, 1, &steps, &verdict.reason, &verdict.error)) {
    case CN_PLAY_SYNTAX: verdict.readable = false; return verdict;
    case CN_PLAY_SHAPE: return verdict;
    case CN_PLAY_OK: break;
    }
    verdict.reason = judge_steps(view, rules, &steps);
    if (verdict.reason.code == CN_OK)
        verdict.has_after = look_ahead(&verdict.after, view, rules, &steps);
    return verdict;
}
