/* One row for each call that the server knows: when it may be asked for, and with what.
 * Not here: the server's own table (routes.h), frames (frames.c).
 * Invariant: a call without a row here fails the audit. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stage.h"
#include "window.h"

enum { ABSENCE_MS = 120001, PATH_MAX_BYTES = 120, BODY_MAX_BYTES = 300 };

typedef enum when {
    UNKNOWN,
    ALWAYS,
    WHILE_PLAYED, /* it tells of hands that are over, whose cards everybody may know by then */
    AT_THE_END    /* it changes who the audience is, or what opens the table */
} when;

/* What words in capitals stand for is in value_of. */
typedef struct row {
    when when;
    const char *body;
    bool loads;      /* or lists tables */
    cn_route before; /* is asked for first; HEALTH, which is the first of all: none */
} row;

static const row rows[CN_ROUTES] = {
    [CN_ROUTE_HEALTH] = {.when = ALWAYS},
    [CN_ROUTE_READY] = {.when = ALWAYS},
    [CN_ROUTE_RULES] = {.when = ALWAYS},
    [CN_ROUTE_EXPLAIN] = {.when = ALWAYS},
    [CN_ROUTE_BOTS] = {.when = ALWAYS},
    [CN_ROUTE_LAN] = {.when = ALWAYS},
    [CN_ROUTE_ME] = {ALWAYS, .loads = true},
    [CN_ROUTE_EXPORT] = {ALWAYS, .loads = true},
    [CN_ROUTE_GUEST] = {ALWAYS, .body = "{\"name\":\"Zed\"}"},
    [CN_ROUTE_RENAME] = {ALWAYS, .body = "{\"name\":\"Zoe\"}"},
    [CN_ROUTE_MAKE_CODE] = {ALWAYS, .body = "{}"},
    [CN_ROUTE_USE_CODE] = {ALWAYS, .body = "{\"code\":\"CODE\"}", .before = CN_ROUTE_MAKE_CODE},
    [CN_ROUTE_END_DEVICE] = {AT_THE_END, .body = "{}", .before = CN_ROUTE_GUEST},
    [CN_ROUTE_DELETE] = {AT_THE_END, .body = "{\"confirm\":\"delete\"}"},
    [CN_ROUTE_ACCOUNT] = {ALWAYS, .body = "{\"login\":\"zed\",\"password\":\"forty thieves\"}"},
    [CN_ROUTE_SESSION] = {ALWAYS, .body = "{\"login\":\"zed\",\"password\":\"forty thieves\"}",
                          .before = CN_ROUTE_ACCOUNT},
    [CN_ROUTE_LOBBY] = {ALWAYS, .loads = true},
    [CN_ROUTE_OPEN] = {ALWAYS, .body = "{\"rules\":\"NAME\",\"deal\":\"later\"}"},
    [CN_ROUTE_LOOK] = {ALWAYS, .body = "{\"invite\":\"KEY\"}", .loads = true},
    [CN_ROUTE_SIT] = {AT_THE_END, .body = "{\"invite\":\"KEY\",\"name\":\"Zed\"}"},
    [CN_ROUTE_LEAVE] = {AT_THE_END, .body = "{}"},
    [CN_ROUTE_FREE] = {AT_THE_END, .body = "{}"},
    [CN_ROUTE_INVITE] = {AT_THE_END, .body = "{\"scope\":\"sit\"}"},
    [CN_ROUTE_GAMES] = {WHILE_PLAYED, .loads = true},
    [CN_ROUTE_RECORD] = {WHILE_PLAYED, .loads = true},
};

/* What the audience shows, and what it takes for an invitation. */
static const char *token_of(const window *w)
{
    switch (w->hearer) {
    case HEARER_SEAT: return w->people->token[w->audience];
    case HEARER_INVITED:
    case HEARER_COMING: return w->people->guest;
    case HEARER_LIVE:
    case HEARER_LATER:
    case HEARER_NOBODY:
    case HEARERS: break;
    }
    return "";
}

static const char *key_of(const window *w)
{
    switch (w->hearer) {
    case HEARER_SEAT:
    case HEARER_INVITED:
    case HEARER_COMING: return w->people->invite;
    case HEARER_LIVE:
    case HEARER_LATER: return w->people->watch;
    case HEARER_NOBODY:
    case HEARERS: break;
    }
    return "thisisnoinvitationforanybodyhere";
}

/* A seat: one that a bot has, or (`persons`) somebody else; any if there is none. */
static unsigned some_seat(stage *s, bool persons)
{
    const unsigned count = s->w->w->core.rules.player_count;
    const unsigned from = cn_stream_below(&s->script, count);
    for (unsigned i = 0; i < count; i++) {
        const unsigned seat = (from + i) % count;
        if (seat != s->w->audience && (s->w->people->token[seat][0] != '\0') == persons)
            return seat;
    }
    return from;
}

static const char *value_of(stage *s, cn_route route, const char *word, char number[12])
{
    const unsigned game = 1 + cn_stream_below(&s->script, 2);
    if (strcmp(word, "ID") == 0) return route == CN_ROUTE_END_DEVICE ? s->device : s->w->table;
    if (strcmp(word, "NAME") == 0) return s->w->w->core.rules.name;
    if (strcmp(word, "KEY") == 0) return key_of(s->w);
    if (strcmp(word, "CODE") == 0) return s->code;
    if (strcmp(word, "N") != 0) abort();
    snprintf(number, 12, "%u",
             route == CN_ROUTE_RECORD ? game : some_seat(s, route == CN_ROUTE_FREE));
    return number;
}

/* Puts values in the places of words in capitals. */
static void fill(stage *s, cn_route route, const char *shape, char *out, size_t size)
{
    static const char capitals[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    char word[8], number[12];
    size_t at = 0;
    for (size_t length = 0; *shape != '\0'; shape += length) {
        length = strspn(shape, capitals);
        const bool is_word = length > 0 && (shape[length] < 'a' || shape[length] > 'z');
        if (length == 0) length = strcspn(shape, capitals);
        snprintf(word, sizeof word, "%.*s", (int)length, shape);
        at +=
            (size_t)(is_word ? snprintf(out + at, size - at, "%s", value_of(s, route, word, number))
                             : snprintf(out + at, size - at, "%.*s", (int)length, shape));
        if (at >= size) abort();
    }
}

static void note_told(const char *heard, const char *before, char *out, size_t size)
{
    const char *at = strstr(heard, before);
    if (at != NULL) snprintf(out, size, "%.*s", (int)size - 1, at + strlen(before));
}

static void call(stage *s, cn_route route)
{
    char path[PATH_MAX_BYTES], body[BODY_MAX_BYTES];
    const window *w = s->w;
    const row *r = &rows[route];
    if (r->before != CN_ROUTE_HEALTH) call(s, r->before);
    fill(s, route, cn_route_path(route), path, sizeof path);
    if (r->body != NULL) fill(s, route, r->body, body, sizeof body);
    const size_t from = s->heard->length;
    const double began = stage_begin(s, w->audience);
    rig_call(s->r, path, r->body != NULL ? body : NULL, token_of(w), s->heard);
    stage_end(s, w->audience, began);
    const char *heard = s->heard->bytes + from;
    note_told(heard, "{\"code\":\"", s->code, sizeof s->code);
    note_told(heard, "\"devices\":[{\"id\":\"", s->device, sizeof s->device);
    if (w->visits == NULL) return;
    w->visits->call[w->hearer][route]++;
    w->visits->good[route] += strncmp(heard, "200 ", 4) == 0 || strstr(heard, "\n200 ") != NULL;
}

static bool may_be_asked(const stage *s, cn_route route)
{
    const unsigned phase = s->w->w->core.game.pub.phase;
    if (rows[route].when != WHILE_PLAYED) return rows[route].when == ALWAYS;
    return phase != CN_PHASE_SCORED && phase != CN_PHASE_GAME_END;
}

void stage_call_any(stage *s)
{
    for (;;) {
        const cn_route route = (cn_route)cn_stream_below(&s->script, CN_ROUTES);
        if (!may_be_asked(s, route)) continue;
        call(s, route);
        return;
    }
}

void stage_call_loading(stage *s)
{
    for (unsigned i = 0; i < CN_ROUTES; i++)
        if (rows[i].loads && may_be_asked(s, (cn_route)i)) call(s, (cn_route)i);
}

void stage_call_last(stage *s)
{
    const unsigned first = cn_stream_below(&s->script, CN_ROUTES);
    rig_wait(s->r, ABSENCE_MS);
    for (unsigned i = 0; i < CN_ROUTES; i++) {
        const cn_route route = (cn_route)((first + i) % CN_ROUTES);
        if (rows[route].when == AT_THE_END) call(s, route);
    }
    call(s, CN_ROUTE_LOOK);
}

void stage_take_seat(stage *s)
{
    call(s, CN_ROUTE_SIT);
}

const char *window_unknown(void)
{
    for (unsigned i = 0; i < CN_ROUTES; i++) {
        const bool posts = cn_route_method_of((cn_route)i) == CN_ROUTE_BY_POST;
        if (rows[i].when == UNKNOWN || (rows[i].body != NULL) != posts)
            return cn_route_path((cn_route)i);
    }
    return NULL;
}

static bool missed(unsigned times, char *out, size_t size, const char *what, unsigned kind,
                   unsigned who)
{
    if (times == 0) snprintf(out, size, "%s (%u) was never heard by hearer %u", what, kind, who);
    return times == 0;
}

bool window_missed(const visits *v, char *out, size_t size)
{
    for (unsigned i = 0; i < HEARERS; i++) {
        for (unsigned kind = 0; kind < FRAME_KINDS; kind++)
            if (missed(v->frame[i][kind], out, size, "a kind of frame", kind, i)) return true;
        for (unsigned route = 0; route < CN_ROUTES; route++) {
            const char *path = cn_route_path((cn_route)route);
            if (missed(v->call[i][route], out, size, path, route, i)) return true;
            if (missed(v->good[route], out, size, path, route, HEARERS)) return true;
        }
    }
    return false;
}
