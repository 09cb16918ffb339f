/* Hello, plays, and everything that an audience may ask in between. Not here: as in the header.
 * Invariant: as in the header. */
#include "window.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "hint/hint.h"
#include "story.h"
#include "text/cards/play_text.h"

enum { PURPOSE_SCRIPT = 79, TICK_MOST_MS = 60000, SAY_MAX = 1400, HINT_MAX = 4000 };

typedef struct stage {
    rig *r;
    const window *w;
    rig_text *heard;
    rig_text others; /* what others hear */
    rig_line *line[CN_AUDIENCES];
    unsigned n[CN_AUDIENCES];
    cn_stream script;
} stage;

static double now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

static void say(stage *s, unsigned who, const char *text)
{
    const window *w = s->w;
    const bool timed = who == w->audience && w->timed != NULL;
    const double began = timed ? now_us() : 0;
    rig_say(s->line[who], text, strlen(text));
    if (timed) w->timed(w->user, now_us() - began);
}

static unsigned log_length(stage *s)
{
    unsigned count;
    rig_log(s->r, s->w->table, &count);
    return count;
}

/* With a number he goes on from there: that of the last entry, or a little older. */
static void hello_from(stage *s, unsigned who, unsigned back)
{
    char text[SAY_MAX], from[40] = "";
    const window *w = s->w;
    const bool watches = who == CN_WATCHER;
    s->line[who] = rig_open(s->r, who == w->audience ? s->heard : &s->others);
    const char *proofs = w->fair && who == w->audience ? ",\"proofs\":true" : "";
    if (back > 0) snprintf(from, sizeof from, ",\"seq\":%u", log_length(s) + 1 - back);
    snprintf(
        text, sizeof text,
        "{\"t\":\"hello\",\"v\":1,\"inst\":\"audit-%u-%u\",\"table\":\"%s\",\"%s\":\"%s\"%s%s}",
        who, s->n[who], w->table, watches ? "watch" : "token",
        watches ? w->people->watch : w->people->token[who], from, proofs);
    say(s, who, text);
}

static void hello(stage *s, unsigned who)
{
    hello_from(s, who, 0);
}

static void command(stage *s, unsigned who, const char *rest)
{
    char text[SAY_MAX + 100];
    snprintf(text, sizeof text, "{\"t\":\"cmd\",\"n\":%u,\"at\":%u,%s}", ++s->n[who], log_length(s),
             rest);
    say(s, who, text);
}

static void command_play(stage *s, unsigned who, const char *play)
{
    char rest[SAY_MAX];
    snprintf(rest, sizeof rest, "\"play\":\"%s\"", play);
    command(s, who, rest);
}

static const cn_table *table_of(stage *s)
{
    const cn_place *place = rig_place(s->r, s->w->table);
    if (place == NULL) abort();
    return cn_place_table(place);
}

/* A few cards of the pack, of one rank mostly. */
static void write_cards(stage *s, char *out, size_t size)
{
    static const char ranks[] = "A23456789TJQK", suits[] = "cdhs";
    const unsigned count = 1 + cn_stream_below(&s->script, 5);
    char rank = ranks[cn_stream_below(&s->script, 13)];
    size_t at = 0;
    for (unsigned i = 0; i < count && at + 3 < size; i++) {
        const bool wild = cn_stream_below(&s->script, 6) == 0;
        if (cn_stream_below(&s->script, 12) == 0) rank = ranks[cn_stream_below(&s->script, 13)];
        out[at++] = wild ? '2' : rank;
        out[at++] = suits[cn_stream_below(&s->script, 4)];
    }
    out[at] = '\0';
}

/* Some play; most of them are not legal, by far. */
static void write_play(stage *s, char *out, size_t size)
{
    static const char *const verbs[] = {"discard", "meld", "open",          "take",       "draw",
                                        "pass",    "ask",  "draw; discard", "draw; meld", "yes",
                                        "declare", "no",   "take; discard", "lay-out",    "to #1"};
    char cards[20];
    write_cards(s, cards, sizeof cards);
    const unsigned verb = cn_stream_below(&s->script, sizeof verbs / sizeof verbs[0]);
    if (verb < 4 || cn_stream_below(&s->script, 2) == 0)
        snprintf(out, size, "%s %.*s", verbs[verb], verb == 0 ? 2 : 10, cards);
    else
        snprintf(out, size, "%s; %s %s", verbs[verb], verbs[cn_stream_below(&s->script, 4)], cards);
}

/* Whether the audience itself could tell that it may not play this: such a play is refused, and
 * what comes is no new card. */
static bool is_refused(stage *s, const char *text)
{
    cn_play play;
    cn_reason reason;
    cn_text_error error;
    unsigned step;
    const cn_table *table = table_of(s);
    const cn_view *view = cn_table_view(table, s->w->audience);
    const cn_rules *rules = cn_table_rules(table);
    if (cn_table_acting(table) != s->w->audience) return true;
    if (cn_play_parse(text, strlen(text), 1, &play, &reason, &error) != CN_PLAY_OK) return true;
    if (play.count == 0) return true;
    cn_play_settle(rules, &view->pub, &view->hand, &play);
    return cn_judge_play(rules, &view->pub, &view->hand, play.step, play.count, &step).code !=
           CN_OK;
}

static void try_play(stage *s)
{
    char text[100];
    write_play(s, text, sizeof text);
    if (s->w->audience == CN_WATCHER || is_refused(s, text)) command_play(s, s->w->audience, text);
}

static void call(stage *s, const char *rest, const char *body)
{
    char path[100];
    const window *w = s->w;
    snprintf(path, sizeof path, "/v1/tables/%s%s", w->table, rest);
    const bool watches = w->audience == CN_WATCHER;
    const double began = w->timed != NULL ? now_us() : 0;
    rig_call(s->r, path, body, watches ? "" : w->people->token[w->audience], s->heard);
    if (w->timed != NULL) w->timed(w->user, now_us() - began);
}

static void call_any(stage *s)
{
    char body[200], rest[20];
    const window *w = s->w;
    const unsigned seat = cn_stream_below(&s->script, w->w->core.rules.player_count);
    const bool watches = w->audience == CN_WATCHER;
    const char *key = watches ? w->people->watch : w->people->invite;
    snprintf(body, sizeof body, "{\"invite\":\"%s\",\"name\":\"Zed\"}", key);
    switch (cn_stream_below(&s->script, 5)) {
    case 0: call(s, "/look", body); break;
    case 1:
        snprintf(rest, sizeof rest, "/seats/%u", seat);
        if (watches || w->people->token[seat][0] != '\0') call(s, rest, body);
        break;
    case 2:
        snprintf(rest, sizeof rest, "/free/%u", seat);
        if (seat == w->audience) call(s, rest, body); /* nobody votes himself out */
        break;
    case 3: rig_call(s->r, "/v1/tables", NULL, "", s->heard); break;
    default:
        if (!watches) rig_call(s->r, "/v1/me", NULL, w->people->token[w->audience], s->heard);
        break;
    }
}

/* Games as records, with the hands that are over: whose cards everybody may know by then, so that
 * two decks must not be compared by them. */
static void call_games(stage *s)
{
    char path[100];
    const window *w = s->w;
    const unsigned phase = w->w->core.game.pub.phase;
    const char *token = w->audience == CN_WATCHER ? "" : w->people->token[w->audience];
    if (phase == CN_PHASE_SCORED || phase == CN_PHASE_GAME_END) return;
    const unsigned number = cn_stream_below(&s->script, 3);
    snprintf(path, sizeof path, number > 0 ? "/v1/tables/%s/games/%u" : "/v1/tables/%s/games",
             w->table, number);
    rig_call(s->r, path, NULL, token, s->heard);
    if (w->audience != CN_WATCHER) rig_call(s->r, "/v1/me/export", NULL, token, s->heard);
}

/* What the page would advise, which is made of the view. */
static void ask_hint(stage *s)
{
    cn_hint hint;
    char text[HINT_MAX];
    const cn_table *table = table_of(s);
    if (cn_table_acting(table) != s->w->audience) return;
    const cn_view *view = cn_table_view(table, s->w->audience);
    cn_writer writer = cn_writer_make(text, sizeof text);
    if (!cn_hint_make(view, cn_table_rules(table), &hint)) return;
    cn_write_hint_json(&writer, view, cn_table_rules(table), &hint);
    rig_text_format(s->heard, "hint ");
    rig_text_add(s->heard, text, writer.length);
}

static void come_anew(stage *s)
{
    const unsigned who = s->w->audience;
    rig_close(s->line[who]);
    s->n[who] += 50; /* and another name of the client */
    hello_from(s, who, cn_stream_below(&s->script, 3));
}

static void ask(stage *s)
{
    static const char *const lines[] = {"{\"t\":\"ping\"}", "{\"t\":\"nudge\"}",
                                        "{\"t\":\"ping\",\"x\":1}", "{", "[]"};
    static const char *const deeds[] = {"\"do\":\"deal\"", "\"do\":\"resume\"", "\"do\":\"dance\"",
                                        "\"play\":\"\"", "\"play\":\"eat it\""};
    const unsigned phase = cn_table_public(table_of(s))->phase;
    char rest[60];
    switch (cn_stream_below(&s->script, 18)) {
    case 0: say(s, s->w->audience, lines[cn_stream_below(&s->script, 5)]); break;
    case 1: command(s, s->w->audience, deeds[cn_stream_below(&s->script, 5)]); break;
    case 2:
        if (phase != CN_PHASE_SCORED) command(s, s->w->audience, "\"do\":\"next\"");
        if (phase != CN_PHASE_GAME_END) command(s, s->w->audience, "\"do\":\"rematch\"");
        break;
    case 3:
        snprintf(rest, sizeof rest, "\"do\":\"pace\",\"ms\":%u",
                 1 + cn_stream_below(&s->script, 900)); /* at 0 the bots would not wait for us */
        command(s, s->w->audience, rest);
        break;
    case 4:
    case 5: call_any(s); break;
    case 6: come_anew(s); break;
    case 7:
    case 8: ask_hint(s); break;
    case 10: call_games(s); break;
    case 11:
        snprintf(rest, sizeof rest, "{\"t\":\"resync\",\"seq\":%u}",
                 log_length(s) - cn_stream_below(&s->script, 4));
        say(s, s->w->audience, rest);
        break;
    case 9: rig_say_odd(s->line[s->w->audience], cn_stream_below(&s->script, 3)); break;
    default: try_play(s); break;
    }
}

/* Between two plays. When a bot is due is asked before the clock goes on. */
static void ask_around(stage *s)
{
    const unsigned count = 2 + cn_stream_below(&s->script, 5);
    for (unsigned i = 0; i < count; i++) ask(s);
    say(s, s->w->audience, "{\"t\":\"resync\"}");
    rig_text_format(s->heard, "due %" PRId64 "\n", rig_tick(s->r, TICK_MOST_MS));
}

static bool play(stage *s, const cn_entry *entry)
{
    const unsigned who = entry->seat, before = log_length(s);
    if (s->w->people->token[who][0] == '\0')
        return rig_bot_play(s->r, s->w->table, who, entry->body);
    if (s->line[who] == NULL) hello(s, who);
    command_play(s, who, entry->body);
    return log_length(s) > before; /* and what the hand's end brings */
}

/* He takes too long, and a bot plays for him: it must not know more than he does. What its play
 * brings is shown to him, and differs. */
static void take_too_long(stage *s)
{
    unsigned count;
    const unsigned before = log_length(s);
    if (s->w->people->clock_s == 0 || cn_table_acting(table_of(s)) != s->w->audience) return;
    rig_text own = *s->heard;
    rig_wait(s->r, (int64_t)s->w->people->clock_s * 1000 + 1);
    rig_tick(s->r, 1);
    const cn_entry *entry = rig_log(s->r, s->w->table, &count);
    s->heard->length = own.length;
    if (count > before) rig_text_format(s->heard, "for him: %.300s\n", entry[before].body);
}

bool window_run(rig *r, const window *w, rig_text *heard)
{
    bool good = true;
    stage s = {.r = r, .w = w, .heard = heard};
    s.script = cn_stream_make(w->seed, PURPOSE_SCRIPT, 0);
    rig_reseed(r, w->seed);
    story_put(r, w);
    hello(&s, w->audience);
    good = rig_place(r, w->table) != NULL;
    for (unsigned i = w->first; good && i < w->w->entry_count; i++) {
        ask_around(&s);
        good = play(&s, &w->w->entry[i]);
    }
    if (good) ask_around(&s);
    if (good) take_too_long(&s);
    for (unsigned i = 0; i < CN_AUDIENCES; i++) rig_close(s.line[i]);
    rig_log_drop(r, w->table);
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
