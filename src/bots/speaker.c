/* A player that knows what it is told.
 * Not here: how it chooses (players/). Invariant: steps are chosen in the order in which they are
 * made, as at a table in one process, so that the same stream gives the same game. */
#include "bots/speaker.h"

#include <string.h>

#include "canasta/reason.h"
#include "text/events/event_text.h"
#include "text/rules/param_text.h"
#include "text/rules/rules_text.h"

void cn_speaker_start(cn_speaker *speaker, const cn_player *player, const cn_stream *stream)
{
    memset(speaker, 0, sizeof *speaker);
    speaker->player = player;
    speaker->params = cn_params_default();
    speaker->own_seed = stream != NULL;
    speaker->stream = stream != NULL ? *stream : cn_stream_make(1, 0, 0);
}

static cn_speaker_status lost(cn_text_error *error, const char *why, const char *line)
{
    cn_text_fail(error, 1, 1, "%s: '%.100s'", why, line);
    return CN_SPEAKER_LOST;
}

/* The steps up to the end of the turn, or to the first one that may show a card. */
static void choose_steps(cn_speaker *s)
{
    cn_view ahead = s->view;
    bool shows = false;
    s->next = s->count = 0;
    do {
        const cn_step step = cn_player_choose(s->player, &ahead, &s->rules, &s->stream);
        shows = cn_step_shows_card(&s->rules, &ahead.pub, step.number);
        s->step[s->count++] = step;
        if (!cn_view_try(&ahead, &s->rules, step)) return;
    } while (!shows && !s->one_step && s->count < CN_PLAY_STEPS_MAX &&
             ahead.pub.seat == s->view.seat &&
             (ahead.pub.phase == CN_PHASE_DRAW || ahead.pub.phase == CN_PHASE_MELD));
}

static cn_speaker_status answer_go(cn_speaker *s, const char *line, cn_writer *answer,
                                   cn_text_error *error)
{
    const cn_mask legal = cn_view_legal(&s->view, &s->rules);
    if (cn_mask_count(&legal) == 0) return lost(error, "nothing to choose", line);
    if (s->next == s->count) choose_steps(s);
    if (s->one_step) {
        cn_write_bot_step(answer, s->step[s->next++]);
        return CN_SPEAKER_GOES_ON;
    }
    s->next +=
        cn_write_bot_answer(answer, &s->view, &s->rules, s->step + s->next, s->count - s->next);
    return CN_SPEAKER_GOES_ON;
}

static cn_speaker_status follow(cn_speaker *s, const char *line, cn_text_error *error)
{
    cn_event event;
    if (!s->ready) return lost(error, "an event before the rules", line);
    if (!cn_event_parse(line, &s->rules, &event, error)) return CN_SPEAKER_LOST;
    if (!cn_view_apply(&s->view, &s->rules, &event))
        return lost(error, "this event cannot follow", line);
    if (event.kind != CN_EVENT_STEP) s->next = s->count = 0;
    return CN_SPEAKER_GOES_ON;
}

/* What the referee says must be what this side would say. */
static cn_speaker_status compare(cn_speaker *s, const char *line, bool hold, cn_text_error *error)
{
    char text[CN_BOT_LINE_MAX];
    cn_writer own = cn_writer_make(text, sizeof text);
    if (!s->ready) return lost(error, "a hand before the rules", line);
    if (hold)
        cn_write_bot_hold(&own, &s->view);
    else
        cn_write_bot_legal(&own, &s->view, &s->rules);
    text[own.length - 1] = '\0';
    return strcmp(text, line) == 0 ? CN_SPEAKER_GOES_ON
                                   : lost(error, "the own view says otherwise", line);
}

static cn_speaker_status begin(cn_speaker *s, cn_writer *answer, cn_text_error *error)
{
    if (!cn_rules_make(&s->rules, s->rules_name, &s->params, s->player_count, error))
        return CN_SPEAKER_LOST;
    s->ready = true;
    cn_view_start(&s->view, &s->rules, 0, 0, 0, NULL);
    cn_write(answer, "canasta-bot %d %s", (int)CN_BOT_VERSION, s->player->name);
    return CN_SPEAKER_GOES_ON;
}

/* The lines before `begin`. */
static cn_speaker_status prepare(cn_speaker *s, cn_word verb, cn_scan *scan, const char *line,
                                 cn_text_error *error)
{
    unsigned param;
    long number = 0;
    bool good = true;
    if (cn_word_is(verb, "set")) {
        good = cn_param_assign(scan, &s->params, &param);
    } else if (cn_word_is(verb, "players")) {
        good = cn_scan_number(scan, "players", 2, CN_PLAYERS_MAX, &number);
        s->player_count = (unsigned)number;
    } else if (cn_word_is(verb, "canasta-bot")) {
        good = cn_word_number(cn_scan_word(scan), &number);
        if (!good || number != CN_BOT_VERSION) return lost(error, "another version", line);
    } else if (cn_word_is(verb, "rules")) {
        const cn_word name = cn_scan_word(scan);
        if (name.length >= sizeof s->rules_name) return lost(error, "a long name", line);
        memcpy(s->rules_name, name.text, name.length);
        s->rules_name[name.length] = '\0';
    }
    return good ? CN_SPEAKER_GOES_ON : CN_SPEAKER_LOST;
}

cn_speaker_status cn_speaker_hear(cn_speaker *s, const char *line, cn_writer *answer,
                                  cn_text_error *error)
{
    cn_scan scan = cn_scan_make(line, strlen(line), 1, error);
    const cn_word verb = cn_scan_word(&scan);
    const char first = verb.length > 0 ? verb.text[0] : ' ';
    if (cn_word_is(verb, "quit")) return CN_SPEAKER_QUITS;
    if (cn_word_is(verb, "illegal")) return lost(error, "an answer was refused", line);
    if (cn_word_is(verb, "hold")) return compare(s, line, true, error);
    if (cn_word_is(verb, "legal")) return compare(s, line, false, error);
    if (cn_word_is(verb, "begin")) return begin(s, answer, error);
    if (cn_word_is(verb, "view")) {
        s->next = s->count = 0;
        if (!s->ready) return lost(error, "a view before the rules", line);
        return cn_view_start_parse(line, &s->rules, &s->view, error) ? CN_SPEAKER_GOES_ON
                                                                     : CN_SPEAKER_LOST;
    }
    if (cn_word_is(verb, "deal") || cn_word_is(verb, "score") || (first >= '0' && first <= '9'))
        return follow(s, line, error);
    if (cn_word_is(verb, "go"))
        return s->ready ? answer_go(s, line, answer, error)
                        : lost(error, "`go` before the rules", line);
    if (cn_word_is(verb, "seed")) {
        cn_stream told;
        const cn_word digits = cn_scan_word(&scan);
        if (!cn_bot_seed_parse(digits.text, &told)) return lost(error, "no seed", line);
        if (!s->own_seed) s->stream = told;
        return CN_SPEAKER_GOES_ON;
    }
    return prepare(s, verb, &scan, line, error);
}
