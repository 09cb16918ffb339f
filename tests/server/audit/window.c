/* Plays, and what an audience asks for in between. Not here: as in the header.
 * Invariant: as in the header. */
#include "window.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "hint/hint.h"
#include "stage.h"
#include "story.h"

enum { PURPOSE_SCRIPT = 79, TICK_MOST_MS = 60000, HINT_MAX = 4000 };

static double now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

double stage_begin(const stage *s, unsigned who)
{
    return who == s->w->audience && s->w->timed != NULL ? now_us() : 0;
}

void stage_end(const stage *s, unsigned who, double began)
{
    if (who == s->w->audience && s->w->timed != NULL) s->w->timed(s->w->user, now_us() - began);
}

unsigned stage_log_length(stage *s)
{
    unsigned count;
    rig_log(s->r, s->w->table, &count);
    return count;
}

const cn_table *stage_table(stage *s)
{
    const cn_place *place = rig_place(s->r, s->w->table);
    if (place == NULL) abort();
    return cn_place_table(place);
}

/* What the page would advise, which is made of the view. */
static void ask_hint(stage *s)
{
    cn_hint hint;
    char text[HINT_MAX];
    const cn_table *table = stage_table(s);
    if (s->w->hearer != HEARER_SEAT || cn_table_acting(table) != s->w->audience) return;
    const cn_view *view = cn_table_view(table, s->w->audience);
    cn_writer writer = cn_writer_make(text, sizeof text);
    if (!cn_hint_make(view, cn_table_rules(table), &hint)) return;
    cn_write_hint_json(&writer, view, cn_table_rules(table), &hint);
    rig_text_format(s->heard, "hint ");
    rig_text_add(s->heard, text, writer.length);
}

static void ask(stage *s)
{
    const unsigned pick = cn_stream_below(&s->script, 18);
    const unsigned calls = s->w->hearer == HEARER_SEAT ? 3 : 8;
    if (pick < calls)
        stage_call_any(s);
    else if (pick < calls + 4)
        stage_ask(s, (cn_frame_kind)cn_stream_below(&s->script, FRAME_KINDS));
    else if (pick < calls + 5)
        stage_ask_odd(s);
    else if (pick < calls + 7)
        ask_hint(s);
    else
        stage_ask(s, CN_FRAME_PLAY);
}

/* Between two plays. When a bot is due is asked before the clock goes on. */
static void ask_around(stage *s)
{
    const unsigned count = 2 + cn_stream_below(&s->script, 5);
    for (unsigned i = 0; i < count; i++) ask(s);
    stage_say(s, s->w->audience, "{\"t\":\"resync\"}");
    rig_text_format(s->heard, "due %" PRId64 "\n", rig_tick(s->r, TICK_MOST_MS));
}

static bool play(stage *s, const cn_entry *entry)
{
    const unsigned who = entry->seat, before = stage_log_length(s);
    if (s->w->people->token[who][0] == '\0')
        return rig_bot_play(s->r, s->w->table, who, entry->body);
    if (s->line[who] == NULL) stage_hello(s, who, 0);
    stage_play(s, who, entry->body);
    return stage_log_length(s) > before; /* and what the hand's end brings */
}

/* He takes too long, and a bot plays for him: it must not know more than he does. What its play
 * brings is shown to him, and differs. */
static bool take_too_long(stage *s)
{
    unsigned count;
    const unsigned before = stage_log_length(s);
    if (s->w->people->clock_s == 0 || cn_table_acting(stage_table(s)) != s->w->audience)
        return false;
    rig_text own = *s->heard;
    rig_wait(s->r, (int64_t)s->w->people->clock_s * 1000 + 1);
    rig_tick(s->r, 1);
    const cn_entry *entry = rig_log(s->r, s->w->table, &count);
    s->heard->length = own.length;
    if (count > before) rig_text_format(s->heard, "for him: %.300s\n", entry[before].body);
    return true;
}

static void finish(stage *s)
{
    stage_hear_keeper(s);
    if (s->w->timed != NULL) stage_call_loading(s);
    if (!take_too_long(s)) stage_call_last(s);
}

bool window_run(rig *r, const window *w, rig_text *heard)
{
    stage s = {.r = r, .w = w, .heard = heard, .code = "abcdefgh", .device = "abcdef"};
    s.script = cn_stream_make(w->seed, PURPOSE_SCRIPT, 0);
    rig_reseed(r, w->seed);
    story_put(r, w);
    if (w->hearer == HEARER_COMING) stage_take_seat(&s);
    stage_hello(&s, w->audience, 0);
    bool good = rig_place(r, w->table) != NULL;
    for (unsigned i = w->first; good && i < w->w->entry_count; i++) {
        ask_around(&s);
        good = play(&s, &w->w->entry[i]);
    }
    if (good) ask_around(&s);
    if (good) finish(&s);
    for (unsigned i = 0; i < CN_AUDIENCES; i++) rig_close(s.line[i]);
    rig_log_clear(r);
    rig_text_free(&s.others);
    return good;
}

static void blank(char *at, char end)
{
    for (; *at != '\0' && *at != end; at++)
        if ((*at >= '0' && *at <= '9') || (*at >= 'a' && *at <= 'f')) *at = '.';
}

void window_mask(rig_text *heard)
{
    static const char *const secret[] = {"\"commit\":\"", "\"root\":\"", "\"salt\":\"",
                                         "\"seed\":\""};
    for (unsigned i = 0; i < sizeof secret / sizeof secret[0]; i++)
        for (char *at = heard->bytes; (at = strstr(at, secret[i])) != NULL;)
            blank(at += strlen(secret[i]), '"');
    for (char *at = heard->bytes; (at = strstr(at, "\"path\":[")) != NULL;)
        blank(at += strlen("\"path\":["), ']');
}
