/* Frames: hello, commands, and whatever else is sent, right or wrong.
 * Not here: calls by HTTP (calls.c), in which order (window.c).
 * Invariant: of the audience nothing moves the game but what the walk has played. */
#include <stdio.h>
#include <string.h>

#include "stage.h"
#include "text/cards/play_text.h"

void stage_say(stage *s, unsigned who, const char *text)
{
    const double began = stage_begin(s, who);
    rig_say(s->line[who], text, strlen(text));
    stage_end(s, who, began);
}

/* What one shows at a table. */
static void write_keys(const stage *s, unsigned who, char *out, size_t size)
{
    const company *people = s->w->people;
    if (who != CN_WATCHER)
        snprintf(out, size, ",\"token\":\"%s\"", people->token[who]);
    else
        switch (s->w->hearer) {
        case HEARER_LIVE:
        case HEARER_LATER: snprintf(out, size, ",\"watch\":\"%s\"", people->watch); break;
        case HEARER_INVITED:
            snprintf(out, size, ",\"token\":\"%s\",\"watch\":\"%s\"", people->guest,
                     people->invite);
            break;
        case HEARER_COMING: snprintf(out, size, ",\"token\":\"%s\"", people->guest); break;
        case HEARER_SEAT:
        case HEARER_NOBODY:
        case HEARERS: out[0] = '\0'; break;
        }
}

/* With a number he goes on from there: that of the last entry, or a little older. */
void stage_hello(stage *s, unsigned who, unsigned back)
{
    char text[SAY_MAX], keys[200], from[40] = "";
    const window *w = s->w;
    s->line[who] = rig_open(s->r, who == w->audience ? s->heard : &s->others);
    const char *proofs = w->fair && who == w->audience ? ",\"proofs\":true" : "";
    if (back > 0) snprintf(from, sizeof from, ",\"seq\":%u", stage_log_length(s) + 1 - back);
    write_keys(s, who, keys, sizeof keys);
    snprintf(text, sizeof text,
             "{\"t\":\"hello\",\"v\":1,\"inst\":\"audit-%u-%u\",\"table\":\"%s\"%s%s%s}", who,
             s->n[who], w->table, keys, from, proofs);
    stage_say(s, who, text);
}

static void command(stage *s, unsigned who, const char *rest)
{
    char text[SAY_MAX + 100];
    snprintf(text, sizeof text, "{\"t\":\"cmd\",\"n\":%u,\"at\":%u,%s}", ++s->n[who],
             stage_log_length(s), rest);
    stage_say(s, who, text);
}

void stage_play(stage *s, unsigned who, const char *play)
{
    char rest[SAY_MAX];
    snprintf(rest, sizeof rest, "\"play\":\"%s\"", play);
    command(s, who, rest);
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
    const cn_table *table = stage_table(s);
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
    if (s->w->audience == CN_WATCHER || is_refused(s, text)) stage_play(s, s->w->audience, text);
}

/* On another connection, and with another name of the client; or once more on this one. */
static void come_anew(stage *s)
{
    const unsigned who = s->w->audience;
    if (cn_stream_below(&s->script, 4) == 0) {
        stage_say(s, who,
                  "{\"t\":\"hello\",\"v\":1,\"inst\":\"audit-again\",\"table\":\"0000000000\"}");
        return;
    }
    rig_close(s->line[who]);
    s->n[who] += 50;
    stage_hello(s, who, cn_stream_below(&s->script, 3));
}

/* Where all who are there agree the game stands still, until he has it go on. */
static void pause_and_resume(stage *s)
{
    const unsigned who = s->w->audience;
    command(s, who, "\"do\":\"pause\"");
    if (!cn_table_is_paused(stage_table(s))) return;
    try_play(s);
    stage_say(s, who, "{\"t\":\"resync\"}");
    command(s, who, "\"do\":\"resume\"");
}

static void give_seed(stage *s)
{
    char rest[160];
    const unsigned next = cn_table_next_deal(stage_table(s))->deal;
    snprintf(rest, sizeof rest, "\"do\":\"seed\",\"deal\":%u,\"seed\":\"%032llx%032llx\"",
             next > 0 ? next : 1, (unsigned long long)cn_stream_next(&s->script),
             (unsigned long long)cn_stream_next(&s->script));
    command(s, s->w->audience, rest);
}

static void change_pace(stage *s)
{
    char rest[60]; /* at 0 the bots would not wait for us */
    snprintf(rest, sizeof rest, "\"do\":\"pace\",\"ms\":%u", 1 + cn_stream_below(&s->script, 900));
    command(s, s->w->audience, rest);
}

static void resync(stage *s)
{
    char text[60];
    snprintf(text, sizeof text, "{\"t\":\"resync\",\"seq\":%u}",
             stage_log_length(s) - cn_stream_below(&s->script, 4));
    stage_say(s, s->w->audience, text);
}

void stage_ask(stage *s, cn_frame_kind kind)
{
    const unsigned who = s->w->audience, phase = cn_table_public(stage_table(s))->phase;
    if (kind == CN_FRAME_NEXT && phase == CN_PHASE_SCORED) return;
    if (kind == CN_FRAME_REMATCH && phase == CN_PHASE_GAME_END) return;
    if (s->w->visits != NULL) s->w->visits->frame[s->w->hearer][kind]++;
    switch (kind) {
    case CN_FRAME_HELLO: come_anew(s); return;
    case CN_FRAME_PLAY: try_play(s); return;
    case CN_FRAME_DEAL: command(s, who, "\"do\":\"deal\""); return;
    case CN_FRAME_NEXT: command(s, who, "\"do\":\"next\""); return;
    case CN_FRAME_REMATCH: command(s, who, "\"do\":\"rematch\""); return;
    case CN_FRAME_PACE: change_pace(s); return;
    case CN_FRAME_PAUSE: pause_and_resume(s); return;
    case CN_FRAME_RESUME: command(s, who, "\"do\":\"resume\""); return;
    case CN_FRAME_SEED: give_seed(s); return;
    case CN_FRAME_NUDGE: stage_say(s, who, "{\"t\":\"nudge\"}"); return;
    case CN_FRAME_SAY: stage_say(s, who, "{\"t\":\"say\",\"what\":\"sorry\"}"); return;
    case CN_FRAME_RESYNC: resync(s); return;
    case CN_FRAME_PING: stage_say(s, who, "{\"t\":\"ping\"}"); return;
    }
}

void stage_ask_odd(stage *s)
{
    static const char *const lines[] = {"{\"t\":\"ping\",\"x\":1}",
                                        "{",
                                        "[]",
                                        "{\"t\":\"cmd\",\"n\":9999,\"at\":1,\"do\":\"dance\"}",
                                        "{\"t\":\"cmd\",\"n\":9999,\"at\":1,\"play\":\"\"}",
                                        "{\"t\":\"cmd\",\"n\":9999,\"at\":1,\"play\":\"eat it\"}"};
    const unsigned pick = cn_stream_below(&s->script, 9);
    if (pick < 3)
        rig_say_odd(s->line[s->w->audience], pick);
    else
        stage_say(s, s->w->audience, lines[pick - 3]);
}
