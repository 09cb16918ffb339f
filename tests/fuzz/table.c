/* Frames and calls of four people at a live table, told by the bytes of the input; the log follows.
 * Not here: what one seat may see of another (tests/server/audit). Invariant: whatever is said, the
 * table goes on; each person's events follow one another, each command is answered, and the table
 * read anew from its log is the table in memory. */
#include <json-c/json.h>

#include "../server/rig/rig.h"
#include "fuzz.h"
#include "players/player.h"
#include "server/table/bot.h"
#include "server/table/core.h"

enum { SEATS = 4, PLACES = SEATS + 1, OPS_MAX = 400, TEXT_MAX = 1500 };

typedef struct scene {
    rig *r;
    const uint8_t *at, *end;
    char table[CN_ID_CHARACTERS + 1], invite[CN_KEY_CHARACTERS + 1];
    char watch[CN_KEY_CHARACTERS + 1], token[SEATS][CN_TOKEN_CHARACTERS + 1];
    rig_line *line[PLACES];
    rig_text heard[PLACES], answer;
    uint64_t seq[PLACES]; /* of the last event or snapshot on this line */
    unsigned n[PLACES], insts;
} scene;

static unsigned next(scene *s)
{
    return s->at < s->end ? *s->at++ : 0;
}

static const char *member(json_object *object, const char *key)
{
    json_object *value = json_object_object_get(object, key);
    return value != NULL ? json_object_get_string(value) : "";
}

static json_object *call(scene *s, const char *path, const char *body, const char *token)
{
    rig_text_clear(&s->answer);
    rig_call(s->r, path, body, token, &s->answer);
    MUST(s->answer.length > 0); /* every call has its answer */
    const char *text = strchr(s->answer.bytes, '{');
    return text != NULL ? json_tokener_parse(text) : NULL;
}

static void keep(char *out, size_t size, const char *text)
{
    if (strlen(text) < size) strcpy(out, text);
}

static void take_seat(scene *s, unsigned seat)
{
    char path[60], body[100];
    snprintf(path, sizeof path, "/v1/tables/%s/seats/%u", s->table, seat);
    snprintf(body, sizeof body, "{\"invite\":\"%s\",\"name\":\"P%u\"}", s->invite, seat);
    json_object *made = call(s, path, body, "");
    if (seat < SEATS && member(made, "token")[0] != '\0')
        keep(s->token[seat], sizeof s->token[seat], member(made, "token"));
    json_object_put(made);
}

static void open_table(scene *s)
{
    static const char *const rules[] = {"classic_pagat",   "samba",   "hand_and_foot",
                                        "modern_american", "italian", "cutthroat_3",
                                        "two_player",      "pennies"};
    char body[200];
    const unsigned how = next(s);
    snprintf(body, sizeof body,
             "{\"rules\":\"%s\",\"watch\":true,\"deal\":\"%s\",\"join\":\"%s\",\"clock\":%u,"
             "\"pace_ms\":100,\"overrides\":\"%s\"}",
             rules[how % 8], (how & 8) != 0 ? "later" : "now", (how & 16) != 0 ? "next" : "now",
             (how & 32) != 0 ? 5 : 0, (how & 64) != 0 ? "rounds = 1" : "");
    json_object *made = call(s, "/v1/tables", body, "");
    keep(s->table, sizeof s->table, member(made, "table"));
    keep(s->invite, sizeof s->invite, member(made, "invite"));
    keep(s->watch, sizeof s->watch, member(made, "watch"));
    keep(s->token[0], sizeof s->token[0], member(made, "token"));
    json_object_put(made);
    MUST(s->table[0] != '\0');
}

/* What somebody has heard: JSON, a line each, and events in order. */
static void listen(scene *s, unsigned who)
{
    char *at = s->heard[who].bytes;
    if (s->heard[who].length == 0) return;
    for (char *end; (end = strchr(at, '\n')) != NULL; at = end + 1) {
        *end = '\0';
        if (strncmp(at, "closed ", 7) == 0) continue;
        json_object *message = json_tokener_parse(at);
        MUST(message != NULL);
        const char *type = member(message, "t");
        const uint64_t seq = strtoull(member(message, "seq"), NULL, 10);
        if (strcmp(type, "ev") == 0) MUST(seq == s->seq[who] + 1);
        if (strcmp(type, "ev") == 0 || strcmp(type, "snap") == 0) s->seq[who] = seq;
        /* What was judged legal can follow, and this log takes whatever it is given. */
        const char *code = member(message, "code");
        MUST(strcmp(code, "STORE") != 0 && strcmp(code, "UNSURE") != 0);
        json_object_put(message);
    }
    rig_text_clear(&s->heard[who]);
}

static void say(scene *s, unsigned who, const char *text, size_t length)
{
    if (s->line[who] == NULL) s->line[who] = rig_open(s->r, &s->heard[who]);
    const bool closed = rig_closed(s->line[who]);
    const size_t before = s->heard[who].length;
    rig_say(s->line[who], text, length);
    MUST(closed || rig_closed(s->line[who]) || s->heard[who].length > before ||
         strstr(text, "nudge") != NULL);
    for (unsigned i = 0; i < PLACES; i++) listen(s, i);
}

static void hello(scene *s, unsigned who)
{
    char text[200];
    rig_close(s->line[who]);
    s->line[who] = NULL;
    if (next(s) % 4 == 0) s->n[who] = 0, s->insts++;
    snprintf(text, sizeof text,
             "{\"t\":\"hello\",\"v\":1,\"inst\":\"fuzz-%u-%u\",\"table\":\"%s\",\"%s\":\"%s\"}",
             who, s->insts, s->table, who < SEATS ? "token" : "watch",
             who < SEATS ? s->token[who] : s->watch);
    say(s, who, text, strlen(text));
}

static const cn_table *table_of(scene *s)
{
    const cn_place *place = rig_place(s->r, s->table);
    MUST(place != NULL);
    return cn_place_table(place);
}

static void command(scene *s, unsigned who, const char *rest)
{
    char text[TEXT_MAX + 100];
    const unsigned odd = next(s);
    if (odd >= 8 || s->n[who] == 0) s->n[who]++; /* or once more with the same number */
    const uint64_t seq = cn_table_seq(table_of(s));
    const int length =
        snprintf(text, sizeof text, "{\"t\":\"cmd\",\"n\":%u,\"at\":%llu,%s}", s->n[who],
                 (unsigned long long)(odd >= 200 ? seq - odd % 3 : seq), rest);
    if ((size_t)length < sizeof text && length <= CN_FRAME_BYTES_MAX)
        say(s, who, text, (size_t)length);
}

/* A play of a computer player, or its beginning. */
static void play(scene *s, unsigned who)
{
    char text[CN_PLAY_TEXT_MAX + 1], rest[TEXT_MAX];
    const cn_table *table = table_of(s);
    cn_stream stream = cn_stream_make(next(s), 0, 0);
    const unsigned acting = cn_table_acting(table);
    if (acting == CN_NO_SEAT) return;
    cn_bot_play(cn_players[next(s) % 3], cn_table_view(table, acting), cn_table_rules(table),
                &stream, text, sizeof text);
    const unsigned cut = next(s);
    if (cut % 8 == 0 && strlen(text) > 0) text[cut % strlen(text)] = '\0';
    snprintf(rest, sizeof rest, "\"play\":\"%s\"", text);
    command(s, acting < SEATS && next(s) % 8 != 0 ? acting : who % SEATS, rest);
}

/* Words of plays in any order. */
static void nonsense(scene *s, unsigned who)
{
    static const char *const words[] = {
        "draw", "take",   "open", "meld",    "discard", "; ",       " ",       "ask",
        "yes",  "no",     "pass", "join #1", "to #2",   "new",      "lay-out", "declare",
        "KhKs", "2c",     "X",    "3h",      "Ad",      "7d7c7h",   "K:",      "K#3:",
        "K+:",  "QsJsTs", "#4",   "4s",      "X2d",     "5c5d5h2c", "pick"};
    char rest[TEXT_MAX] = "\"play\":\"";
    for (unsigned count = next(s) % 12; count > 0; count--) {
        strcat(rest, words[next(s) % (sizeof words / sizeof words[0])]);
        strcat(rest, " ");
    }
    strcat(rest, "\"");
    command(s, who, rest);
}

/* For the next deal, mostly. */
static void give_seed(scene *s, unsigned who)
{
    char rest[140];
    const unsigned odd = next(s);
    const uint32_t deal = cn_table_next_deal(table_of(s))->deal;
    snprintf(rest, sizeof rest, "\"do\":\"seed\",\"deal\":%u,\"seed\":\"%064x\"",
             odd >= 200 ? odd % 4 : deal, odd);
    command(s, who, rest);
}

static void deed(scene *s, unsigned who)
{
    static const char *const deeds[] = {"\"do\":\"next\"",          "\"do\":\"deal\"",
                                        "\"do\":\"rematch\"",       "\"do\":\"pause\"",
                                        "\"do\":\"resume\"",        "\"do\":\"pace\",\"ms\":0",
                                        "\"do\":\"pace\",\"ms\":50"};
    const unsigned which = next(s) % 8;
    if (which < 7)
        command(s, who, deeds[which]);
    else
        give_seed(s, who);
}

/* Bytes of the input as they are. */
static void raw(scene *s, unsigned who)
{
    const size_t left = (size_t)(s->end - s->at);
    const size_t length = next(s) % 200 < left ? s->at[-1] % 200 : left;
    char text[256];
    if (length > (size_t)(s->end - s->at)) return;
    memcpy(text, s->at, length);
    text[length] = '\0';
    s->at += length;
    say(s, who, text, length);
}

static void call_any(scene *s, unsigned who)
{
    static const char *const rests[] = {"leave",   "free/0",  "free/1",  "free/2",  "free/3",
                                        "look",    "invite",  "seats/0", "seats/1", "seats/2",
                                        "seats/3", "seats/9", "no"};
    char path[80], body[120];
    const unsigned which = next(s) % 13;
    if (which >= 7 && which <= 10) {
        take_seat(s, which - 7);
        return;
    }
    snprintf(path, sizeof path, "/v1/tables/%s/%s", s->table, rests[which]);
    snprintf(body, sizeof body, "{\"invite\":\"%s\",\"scope\":\"%s\"}", s->invite,
             next(s) % 2 == 0 ? "sit" : "watch");
    json_object *answer = call(s, path, body, who < SEATS ? s->token[who] : "");
    if (which == 6 && member(answer, "invite")[0] != '\0') {
        keep(s->invite, sizeof s->invite, member(answer, "invite"));
        keep(s->watch, sizeof s->watch, member(answer, "watch"));
    }
    json_object_put(answer);
    for (unsigned i = 0; i < PLACES; i++) listen(s, i);
}

static void pass_time(scene *s)
{
    static const int steps_ms[] = {1, 60, 120, 6000, 31000, 130000, 700000, 100};
    rig_wait(s->r, steps_ms[next(s) % 8]);
    for (unsigned i = 0; i < 3; i++) rig_tick(s->r, 1000);
    for (unsigned i = 0; i < PLACES; i++) listen(s, i);
}

static void act(scene *s)
{
    const unsigned what = next(s), who = what / 16 % PLACES;
    switch (what % 16) {
    case 0: hello(s, who); return;
    case 1:
        rig_close(s->line[who]);
        s->line[who] = NULL;
        return;
    case 2: raw(s, who); return;
    case 3: deed(s, who); return;
    case 4: nonsense(s, who); return;
    case 5: call_any(s, who); return;
    case 6: pass_time(s); return;
    case 7: say(s, who, "{\"t\":\"resync\"}", 14); return;
    case 8: say(s, who, "{\"t\":\"nudge\"}", 13); return;
    case 9: take_seat(s, who); return;
    case 10:
        if (s->line[who] != NULL) rig_say_odd(s->line[who], next(s) % 3);
        return;
    default: play(s, who); return;
    }
}

/* What is in memory is what the log makes. */
static void check_log(scene *s)
{
    const cn_table *table = table_of(s);
    cn_core *core = calloc(1, sizeof *core);
    unsigned count;
    const cn_entry *entry = rig_log(s->r, s->table, &count);
    MUST(core != NULL && count == cn_table_seq(table));
    cn_core_start(core, s->table);
    for (unsigned i = 0; i < count; i++) {
        cn_outcome outcome;
        MUST(cn_core_is_legal(core, &entry[i]) && cn_core_apply(core, &entry[i], &outcome));
    }
    const cn_public *pub = cn_table_public(table);
    MUST(cn_public_hash(pub, &core->rules) == cn_public_hash(&core->game.pub, &core->rules));
    free(core);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    scene s = {.r = rig_make(1), .at = bytes, .end = bytes + size};
    open_table(&s);
    for (unsigned seat = 1; seat < SEATS; seat++)
        if (next(&s) % 4 != 0) take_seat(&s, seat);
    for (unsigned who = 0; who < PLACES; who++)
        if (who == SEATS || s.token[who][0] != '\0') hello(&s, who);
    for (unsigned i = 0; i < OPS_MAX && s.at < s.end; i++) act(&s);
    check_log(&s);
    for (unsigned i = 0; i < PLACES; i++) {
        rig_close(s.line[i]);
        rig_text_free(&s.heard[i]);
    }
    rig_text_free(&s.answer);
    rig_free(s.r);
    return 0;
}
