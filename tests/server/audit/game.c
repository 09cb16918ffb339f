/* Tables made as everybody makes one. Not here: as in the header. Invariant: as in the header. */
#include "game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <json-c/json.h>

#include "text/rules/rules_text.h"

enum { WINDOW_MAX = 6 };

static const char *member(json_object *object, const char *key)
{
    return json_object_get_string(json_object_object_get(object, key));
}

/* The JSON of an answer. */
static json_object *ask(rig *r, const char *path, const char *body, rig_text *answer)
{
    rig_text_clear(answer);
    rig_call(r, path, body, "", answer);
    json_object *object = json_tokener_parse(strchr(answer->bytes, '{'));
    if (strncmp(answer->bytes, "200 ", 4) != 0 || object == NULL) {
        printf("%s: %s", path, answer->bytes);
        abort();
    }
    return object;
}

/* Every rule set, with every number of players. */
static void choose_rules(game *g, uint64_t left, const char *only)
{
    cn_ruleset_about about;
    for (;;)
        for (unsigned i = 0; cn_rulesets[i] != NULL; i++) {
            if (only != NULL && strcmp(only, cn_rulesets[i]) != 0) continue;
            if (!cn_ruleset_describe(cn_rulesets[i], &about)) abort();
            for (unsigned count = 2; count <= CN_PLAYERS_MAX; count++) {
                if ((about.player_counts >> count & 1) == 0) continue;
                g->rules = cn_rulesets[i];
                g->players = count;
                if (left-- == 0) return;
            }
        }
}

/* Makes the table and seats the people. */
static void seat_people(game *g, rig *r, json_object *made)
{
    char path[60], body[100];
    rig_text answer = {0};
    strcpy(g->people.table, member(made, "table"));
    strcpy(g->people.invite, member(made, "invite"));
    strcpy(g->people.watch, member(made, "watch"));
    strcpy(g->people.token[0], member(made, "token"));
    for (unsigned i = 1; i < g->players; i++) {
        if (cn_stream_below(&g->chance, 3) == 0) continue;
        snprintf(path, sizeof path, "/v1/tables/%s/seats/%u", member(made, "table"), i);
        snprintf(body, sizeof body, "{\"invite\":\"%s\",\"name\":\"P%u\"}", g->people.invite, i);
        json_object *seat = ask(r, path, body, &answer);
        strcpy(g->people.token[i], member(seat, "token"));
        json_object_put(seat);
    }
    json_object *guest = ask(r, "/v1/me", "{\"name\":\"Guest\"}", &answer);
    strcpy(g->people.guest, member(guest, "token"));
    json_object_put(guest);
    rig_text_free(&answer);
}

static json_object *make_table(game *g, rig *r)
{
    static const char *const bots[] = {"random", "racer", "book", "level:5"};
    char body[300];
    rig_text answer = {0};
    g->people = (company){.clock_s = cn_stream_below(&g->chance, 2) * 30};
    g->people.later = cn_stream_below(&g->chance, 3) == 0;
    g->people.next = cn_stream_below(&g->chance, 2) == 0;
    const char *overrides = cn_stream_below(&g->chance, 4) == 0 ? "rounds = 1" : "";
    const char *bot = bots[cn_stream_below(&g->chance, sizeof bots / sizeof bots[0])];
    snprintf(body, sizeof body,
             "{\"rules\":\"%s\",\"players\":%u,\"deal\":\"later\",\"watch\":\"%s\",\"join\":\"%s\","
             "\"clock\":%u,\"open\":true,\"overrides\":\"%s\",\"bot\":\"%s\"}",
             g->rules, g->players, g->people.later ? "hand" : "live",
             g->people.next ? "next" : "now", g->people.clock_s, overrides, bot);
    json_object *made = ask(r, "/v1/tables", body, &answer);
    rig_text_free(&answer);
    return made;
}

void game_make(game *g, uint64_t seed, uint64_t number, const char *only)
{
    unsigned count;
    const uint64_t own_seed = seed * 1000003 + number;
    rig *r = rig_make(own_seed);
    *g = (game){.chance = cn_stream_make(seed, 80, number)};
    choose_rules(g, number, only);
    json_object *made = make_table(g, r);
    g->people.home = r;
    seat_people(g, r, made);
    const cn_entry *entry = rig_log(r, g->people.table, &count);
    g->w = walk_make(own_seed, entry, count);
    json_object_put(made);
}

void game_free(game *g)
{
    rig_free(g->people.home);
    walk_free(g->w);
}

/* One waits for the next hand where one is played when the window begins. */
static hearer choose_hearer(game *g, const window *w)
{
    const bool over = w->w->core.game.pub.phase == CN_PHASE_SCORED ||
                      w->w->core.game.pub.phase == CN_PHASE_GAME_END;
    const bool waits = g->people.next && (!over || w->first < w->w->entry_count);
    bool has_bots = false;
    for (unsigned i = 0; i < g->players; i++) has_bots = has_bots || g->people.token[i][0] == '\0';
    switch (cn_stream_below(&g->chance, 10)) {
    case 0:
    case 1: return g->people.later ? HEARER_LATER : HEARER_LIVE;
    case 2: return waits && has_bots ? HEARER_COMING : HEARER_INVITED;
    case 3: return HEARER_NOBODY;
    default: return HEARER_SEAT;
    }
}

static unsigned choose_seat(game *g)
{
    for (;;) {
        const unsigned i = cn_stream_below(&g->chance, g->players);
        if (g->people.token[i][0] != '\0') return i;
    }
}

window game_window(game *g)
{
    const walk *w = g->w;
    const unsigned played = w->entry_count - w->deal_entry - 1;
    const unsigned most = played < WINDOW_MAX ? played : WINDOW_MAX;
    window one = {.w = w, .people = &g->people};
    one.seed = cn_stream_next(&g->chance);
    /* When a hand is over its seed is told, and with it every card. */
    const unsigned phase = w->core.game.pub.phase;
    one.fair = phase != CN_PHASE_SCORED && phase != CN_PHASE_GAME_END &&
               cn_stream_below(&g->chance, 8) == 0;
    one.first = w->entry_count - cn_stream_below(&g->chance, most + 1);
    one.hearer = choose_hearer(g, &one);
    one.audience = one.hearer == HEARER_SEAT ? choose_seat(g) : CN_WATCHER;
    return one;
}
