/* Answers to HTTP calls.
 * Not here: plays, which go through the WebSocket.
 * Invariant: without the invite or a token nobody learns anything about a table. */
#include "server/talk/api.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "players/player.h"
#include "server/base/json_read.h"
#include "server/hall/order.h"
#include "server/table/bot.h"
#include "server/talk/encode.h"
#include "text/base/words.h"
#include "text/explain/explain.h"
#include "text/house/house_text.h"
#include "text/rules/rules_text.h"

bool cn_api_owns(const char *path)
{
    return strcmp(path, "/healthz") == 0 || strncmp(path, "/v1/", 4) == 0;
}

static void add_text(json_object *object, const char *key, const char *text)
{
    json_object_object_add(object, key, json_object_new_string(text));
}

/* Whether the log can be written is known when it has been tried. */
typedef struct probe {
    cn_job job;
    cn_caller *caller;
    bool well;
} probe;

static void run_probe(cn_job *job, cn_log *log)
{
    ((probe *)job)->well = cn_log_well(log);
}

static void done_probe(cn_job *job)
{
    probe *asked = (probe *)job;
    json_object *object = json_object_new_object();
    json_object_object_add(object, "ok", json_object_new_boolean(asked->well));
    add_text(object, "version", CANASTA_VERSION);
    if (!asked->well) add_text(object, "error", "STORE");
    asked->caller->give(asked->caller, cn_reply_json(asked->well ? 200 : 503, object));
    free(asked);
}

static void health(cn_hall *hall, cn_caller *caller)
{
    probe *asking = calloc(1, sizeof *asking);
    if (asking == NULL) abort();
    asking->job = (cn_job){.run = run_probe, .done = done_probe};
    asking->caller = caller;
    cn_store_give(cn_hall_store(hall), &asking->job);
}

static json_object *counts_of(unsigned bits)
{
    json_object *list = json_object_new_array();
    for (int count = 2; count <= CN_PLAYERS_MAX; count++)
        if ((bits >> count & 1) != 0) json_object_array_add(list, json_object_new_int(count));
    return list;
}

/* How long a game is with each of these numbers of players. */
static void add_lengths(json_object *entry, const cn_own_rules *own, const cn_ruleset_about *about)
{
    json_object *targets = json_object_new_array(), *rounds = json_object_new_array();
    for (unsigned count = 2; count <= CN_PLAYERS_MAX; count++) {
        cn_rules rules;
        if ((about->player_counts >> count & 1) == 0) continue;
        if (!cn_own_rules_load(own, &rules, about->name, "", count, NULL)) continue;
        json_object_array_add(targets, json_object_new_int(rules.p.target));
        json_object_array_add(rounds, json_object_new_int(rules.p.rounds));
    }
    json_object_object_add(entry, "targets", targets);
    json_object_object_add(entry, "rounds", rounds);
}

static void add_rule_set(json_object *list, const cn_own_rules *own, const cn_ruleset_about *about)
{
    json_object *entry = json_object_new_object();
    add_text(entry, "name", about->name);
    add_text(entry, "title", about->title);
    add_text(entry, "parent", about->parent);
    json_object_object_add(entry, "players", counts_of(about->player_counts));
    json_object_object_add(entry, "usual", json_object_new_int((int)about->usual_count));
    add_lengths(entry, own, about);
    json_object_array_add(list, entry);
}

json_object *cn_api_rule_list(const cn_own_rules *own)
{
    json_object *object = json_object_new_object();
    json_object *list = json_object_new_array();
    for (unsigned i = 0; cn_rulesets[i] != NULL; i++) {
        cn_ruleset_about about;
        if (cn_ruleset_describe(cn_rulesets[i], &about)) add_rule_set(list, own, &about);
    }
    for (unsigned i = 0; i < own->count; i++) add_rule_set(list, own, &own->set[i].about);
    json_object_object_add(object, "rulesets", list);
    return object;
}

static void add_bot(json_object *list, const char *name, const char *summary)
{
    json_object *entry = json_object_new_object();
    add_text(entry, "name", name);
    add_text(entry, "summary", summary);
    json_object_array_add(list, entry);
}

/* Who may play where nobody sits. */
static cn_reply bots_list(const cn_hall *hall)
{
    const char *name;
    const cn_programs *programs = cn_hall_settings(hall)->programs;
    json_object *object = json_object_new_object();
    json_object *list = json_object_new_array();
    for (unsigned i = 0; cn_players[i] != NULL; i++)
        add_bot(list, cn_players[i]->name, cn_players[i]->summary);
    for (unsigned i = 0; (name = cn_programs_offer_name(programs, i)) != NULL; i++)
        add_bot(list, name, "a program of this server");
    json_object_object_add(object, "bots", list);
    add_text(object, "usual", CN_BOT_USUAL);
    return cn_reply_json(200, object);
}

/* The name in /v1/rules/NAME/explain; false if the path is another one. */
static bool explained_name(const char *path, char name[CN_RULES_NAME_MAX])
{
    static const char before[] = "/v1/rules/", behind[] = "/explain";
    if (strncmp(path, before, sizeof before - 1) != 0) return false;
    const char *at = path + sizeof before - 1;
    const size_t length = strcspn(at, "/");
    if (length == 0 || length >= CN_RULES_NAME_MAX || strcmp(at + length, behind) != 0)
        return false;
    memcpy(name, at, length);
    name[length] = '\0';
    return true;
}

/* The rules in plain English, for so many persons and with these overrides. */
static cn_reply explain(const cn_own_rules *own, const char *name, const cn_call *call)
{
    cn_ruleset_about about;
    cn_rules rules;
    cn_text_error error = {0};
    const char *players = call->players;
    if (!cn_own_rules_describe(own, name, &about))
        return cn_reply_error(404, "NO_RULES", "there is no such rule set");
    if (strspn(players, "0123456789") != strlen(players) || strlen(players) > 1)
        return cn_reply_error(400, "FORMAT", "players must be a number");
    if (strlen(call->overrides) > CN_OVERRIDES_BYTES_MAX)
        return cn_reply_error(400, "FORMAT", "overrides must be text of at most 3200 bytes");
    const unsigned count = players[0] == '\0' ? 0 : (unsigned)(players[0] - '0');
    if (!cn_own_rules_load(own, &rules, name, call->overrides, count, &error))
        return cn_reply_error(400, "FORMAT", error.message);
    cn_reply reply =
        cn_reply_make(200, "text/plain; charset=utf-8", "no-store", CN_EXPLANATION_BYTES);
    cn_writer writer = cn_writer_make((char *)reply.memory, CN_EXPLANATION_BYTES);
    cn_write_explanation(&writer, &rules);
    reply.length = writer.length;
    return reply;
}

/* What a seat's new holder is told; the token is said this once. Where it is not known whether the
 * seat is saved it is given all the same: if it is, nobody else could ever sit there. */
static cn_reply seat_given(const cn_table *table, unsigned seat, const char *token, bool saved)
{
    json_object *object = json_object_new_object();
    add_text(object, "table", cn_table_id(table));
    json_object_object_add(object, "seat", json_object_new_int((int)seat));
    add_text(object, "token", token);
    add_text(object, "invite", cn_table_invite(table));
    if (!saved) json_object_object_add(object, "unsure", json_object_new_boolean(true));
    return cn_reply_json(saved ? 200 : 202, object);
}

/* Reads `name` if there is one, "Guest" otherwise. False if it is no name. */
static bool read_name(json_object *body, char out[CN_NAME_BYTES_MAX + 1])
{
    char name[CN_FRAME_BYTES_MAX];
    if (!cn_json_has_key(body, "name")) return cn_name_clean("Guest", out);
    return cn_json_get_text(body, "name", name, 1, sizeof name - 1) && cn_name_clean(name, out);
}

static_assert((int)CN_OVERRIDES_BYTES_MAX > (int)CN_HOUSE_OVERRIDES_MAX,
              "every code makes a table");

typedef struct order_text {
    char rules[CN_HOUSE_CODE_MAX]; /* as it was sent: a name or a code */
    cn_house house;
    char overrides[CN_OVERRIDES_BYTES_MAX + 1];
    char name[CN_NAME_BYTES_MAX + 1];
    char bot[CN_BOT_WORD_MAX + 1];
    char wrong[CN_OVERRIDES_BYTES_MAX]; /* what is wrong, if something is */
} order_text;

/* A rule set of one's own becomes changes of a built-in one, and its title what they are called. */
static void keep_title(order_text *text, const char *asked, const cn_ruleset_about *about)
{
    if (strcmp(asked, text->rules) == 0 || text->house.name[0] != '\0') return;
    snprintf(text->house.name, sizeof text->house.name, "%.*s", CN_HOUSE_NAME_CHARACTERS,
             about->title);
}

/* Checks rules and seat of an order. False with text->wrong if there are none such. */
static bool check_rules(const cn_own_rules *own, order_text *text, cn_table_order *order)
{
    cn_ruleset_about about;
    cn_rules rules;
    cn_text_error error = {0};
    char asked[CN_HOUSE_CODE_MAX];
    memcpy(asked, text->rules, sizeof asked);
    if (!cn_own_rules_describe(own, text->rules, &about)) {
        snprintf(text->wrong, sizeof text->wrong, "there is no rule set '%.64s'", text->rules);
        return false;
    }
    if (cn_own_rules_settle(own, text->rules, text->overrides, &order->player_count, &error) &&
        cn_rules_load(&rules, text->rules, text->overrides, order->player_count, &error)) {
        order->player_count = rules.player_count;
        keep_title(text, asked, &about);
        if (order->seat < rules.player_count) return true;
        strcpy(text->wrong, "the table has no such seat");
        return false;
    }
    snprintf(text->wrong, sizeof text->wrong, "%s", error.message);
    return false;
}

/* Reads who plays the other seats, and whether hints are allowed; the usual where nobody says. */
static void read_company(const cn_hall *hall, json_object *body, order_text *text,
                         cn_table_order *order)
{
    strcpy(text->bot, CN_BOT_USUAL);
    order->bot = text->bot;
    order->hints = true;
    if (cn_json_has_key(body, "hints") && !cn_json_get_flag(body, "hints", &order->hints))
        strcpy(text->wrong, "hints must be true or false");
    if (!cn_json_has_key(body, "bot")) return;
    if (!cn_json_get_text(body, "bot", text->bot, 1, CN_BOT_WORD_MAX))
        strcpy(text->wrong, "bot must be one of /v1/bots");
    else if (!cn_programs_offers(cn_hall_settings(hall)->programs, text->bot))
        snprintf(text->wrong, sizeof text->wrong, "'%s' is none of /v1/bots", text->bot);
}

/* A code stands for its rule set, its name and its changes; those of the order go over them. */
static void read_house(order_text *text)
{
    cn_text_error error;
    char changes[CN_OVERRIDES_BYTES_MAX + 1];
    if (!cn_house_is_code(text->rules)) return;
    if (!cn_house_parse(text->rules, &text->house, &error))
        snprintf(text->wrong, sizeof text->wrong, "rules: at letter %u of the code: %s",
                 error.column, error.message);
    else if (!cn_house_join(changes, sizeof changes, text->house.overrides, text->overrides))
        strcpy(text->wrong, "these rules have more than 3200 bytes of changes");
    if (text->wrong[0] != '\0') return;
    strcpy(text->rules, text->house.rules);
    strcpy(text->overrides, changes);
}

static bool read_order(const cn_hall *hall, json_object *body, order_text *text,
                       cn_table_order *order)
{
    uint64_t pace = order->pace_ms, players = 0, seat = 0;
    *text = (order_text){0};
    if (!cn_json_get_text(body, "rules", text->rules, 1, sizeof text->rules - 1))
        strcpy(text->wrong, "rules must name a rule set, or be a code");
    else if (cn_json_has_key(body, "overrides") &&
             !cn_json_get_text(body, "overrides", text->overrides, 0, CN_OVERRIDES_BYTES_MAX))
        strcpy(text->wrong, "overrides must be text of at most 3200 bytes");
    else if (cn_json_has_key(body, "players") &&
             !cn_json_get_number(body, "players", 2, CN_PLAYERS_MAX, &players))
        strcpy(text->wrong, "players must be 2 to 6");
    else if (cn_json_has_key(body, "seat") &&
             !cn_json_get_number(body, "seat", 0, CN_PLAYERS_MAX - 1, &seat))
        strcpy(text->wrong, "seat must be 0 to 5");
    else if (!read_name(body, text->name))
        strcpy(text->wrong, "name must have 1 to 24 plain characters");
    else if (cn_json_has_key(body, "pace_ms") &&
             !cn_json_get_number(body, "pace_ms", 0, CN_PACE_MS_MAX, &pace))
        strcpy(text->wrong, "pace_ms must be 0 to 5000");
    else
        read_company(hall, body, text, order);
    if (text->wrong[0] == '\0') read_house(text);
    if (text->wrong[0] != '\0') return false;
    order->house = text->house.name;
    order->rules = text->rules;
    order->overrides = text->overrides;
    order->name = text->name;
    order->bot = text->bot;
    order->pace_ms = (uint32_t)pace;
    order->player_count = (unsigned)players;
    order->seat = (unsigned)seat;
    return check_rules(cn_hall_settings(hall)->own_rules, text, order);
}

static cn_reply unsure(void)
{
    return cn_reply_error(503, "UNSURE", "whether this was saved is not known yet; look again");
}

static cn_limits *limits_of(const cn_hall *hall)
{
    return cn_hall_settings(hall)->limits;
}

/* A call that waits: for its table, or for the log. */
typedef struct waiting_call {
    cn_wait wait;
    cn_hall *hall;
    cn_caller *caller;
    cn_who from;
    json_object *body;
    char rest[24]; /* of the path, behind the table's name */
    unsigned seat;
    char token[CN_KEY_CHARACTERS + 1];
} waiting_call;

static waiting_call *call_that_waits(cn_hall *hall, cn_caller *caller, json_object *body,
                                     cn_who from)
{
    waiting_call *call = calloc(1, sizeof *call);
    if (call == NULL) abort();
    call->hall = hall;
    call->caller = caller;
    call->from = from;
    call->body = json_object_get(body);
    return call;
}

static void give(waiting_call *call, cn_reply reply)
{
    call->caller->give(call->caller, reply);
    json_object_put(call->body);
    free(call);
}

/* The same where a key was wrong, or the name of a table. */
static void give_wrong(waiting_call *call, cn_reply reply)
{
    cn_limit_take(limits_of(call->hall), CN_LIMIT_TRIES, call->from);
    give(call, reply);
}

static void table_opened(void *user, cn_place *place, cn_saved saved, const cn_changes *changes)
{
    waiting_call *call = user;
    (void)changes;
    switch (saved) {
    case CN_SAVED:
        give(call, seat_given(cn_place_table(place), call->seat, call->token, true));
        return;
    case CN_NOT_SAVED:
        give(call, cn_reply_error(503, "STORE", "the table could not be saved"));
        return;
    case CN_UNSURE: give(call, unsure()); return;
    }
}

static void open_table(cn_hall *hall, cn_caller *caller, json_object *body, cn_who from)
{
    order_text text;
    waiting_call *call = call_that_waits(hall, caller, body, from);
    cn_secret_key(call->token);
    const cn_digest digest = cn_digest_of(call->token, strlen(call->token));
    cn_table_order order = {.token = &digest, .pace_ms = cn_hall_settings(hall)->pace_ms};
    if (!read_order(hall, body, &text, &order)) {
        give(call, cn_reply_error(400, "FORMAT", text.wrong));
        return;
    }
    call->seat = order.seat;
    const int64_t later_ms = cn_limit_take(limits_of(hall), CN_LIMIT_TABLES, from);
    if (later_ms > 0)
        give(call, cn_reply_later(later_ms, "too many new tables"));
    else if (!cn_order_table(hall, &order, table_opened, call))
        give(call, cn_reply_error(503, "FULL", "all tables are in use"));
}

static bool knows_invite(const cn_table *table, json_object *body)
{
    char invite[CN_KEY_CHARACTERS + 1];
    if (!cn_json_get_text(body, "invite", invite, 1, CN_KEY_CHARACTERS)) return false;
    const char *right = cn_table_invite(table);
    cn_digest given = cn_digest_of(invite, strlen(invite));
    cn_digest wanted = cn_digest_of(right, strlen(right));
    return cn_digest_equal(&given, &wanted);
}

static cn_reply look(const cn_table *table)
{
    json_object *object = json_object_new_object();
    add_text(object, "table", cn_table_id(table));
    add_text(object, "rules", cn_table_rules(table)->name);
    add_text(object, "overrides", cn_table_overrides(table));
    add_text(object, "house", cn_table_house(table));
    add_text(object, "bot", cn_table_bot(table));
    json_object_object_add(object, "hints", json_object_new_boolean(cn_table_hints(table)));
    json_object_object_add(object, "seats", cn_encode_seat_list(table));
    add_text(object, "phase", cn_phase_word(cn_table_public(table)->phase));
    return cn_reply_json(200, object);
}

static void seat_taken(void *user, cn_place *place, cn_saved saved, const cn_changes *changes)
{
    waiting_call *call = user;
    (void)changes;
    if (saved == CN_NOT_SAVED)
        give(call, cn_reply_error(503, "STORE", "the seat could not be saved"));
    else
        give(call, seat_given(cn_place_table(place), call->seat, call->token, saved == CN_SAVED));
}

static void take_seat(cn_place *place, waiting_call *call)
{
    char name[CN_NAME_BYTES_MAX + 1];
    const cn_table *table = cn_place_table(place);
    if (call->seat >= cn_table_rules(table)->player_count) {
        give(call, cn_reply_error(404, "NO_SEAT", "the table has no such seat"));
    } else if (!read_name(call->body, name)) {
        give(call, cn_reply_error(400, "FORMAT", "name must have 1 to 24 plain characters"));
    } else if (cn_table_seat(table, call->seat)->human) {
        give(call, cn_reply_error(409, "SEAT_TAKEN", "somebody sits there"));
    } else {
        cn_secret_key(call->token);
        const cn_digest digest = cn_digest_of(call->token, strlen(call->token));
        cn_order_seat(place, call->seat, name, &digest, seat_taken, call);
    }
}

static void seat_left(void *user, cn_place *place, cn_saved saved, const cn_changes *changes)
{
    waiting_call *call = user;
    (void)place;
    (void)changes;
    switch (saved) {
    case CN_SAVED: give(call, cn_reply_json(200, json_object_new_object())); return;
    case CN_NOT_SAVED:
        give(call, cn_reply_error(503, "STORE", "leaving could not be saved"));
        return;
    case CN_UNSURE: give(call, unsure()); return;
    }
}

static void leave(cn_place *place, waiting_call *call)
{
    char token[CN_KEY_CHARACTERS + 1] = "";
    cn_json_get_text(call->body, "token", token, 1, CN_KEY_CHARACTERS);
    const unsigned seat = cn_table_seat_of_token(cn_place_table(place), token);
    if (seat == CN_NO_SEAT)
        give_wrong(call, cn_reply_error(403, "BAD_TOKEN", "this key opens no seat here"));
    else
        cn_order_seat(place, seat, NULL, NULL, seat_left, call);
}

static cn_reply no_table(const char *code)
{
    if (strcmp(code, "NO_TABLE") == 0) return cn_reply_error(404, code, "there is no such table");
    if (strcmp(code, "DAMAGED") == 0)
        return cn_reply_error(500, code, "the log of this table is damaged");
    return cn_reply_error(503, code, "the table cannot be opened just now; try again");
}

/* Calls below /v1/tables/ID. */
static void with_table(cn_wait *wait, cn_place *place, const char *code)
{
    waiting_call *call = (waiting_call *)((char *)wait - offsetof(waiting_call, wait));
    const char *rest = call->rest;
    if (place == NULL) {
        if (strcmp(code, "NO_TABLE") == 0)
            give_wrong(call, no_table(code));
        else
            give(call, no_table(code));
        return;
    }
    if (strcmp(rest, "/leave") == 0) {
        leave(place, call);
        return;
    }
    const bool is_seat =
        strncmp(rest, "/seats/", 7) == 0 && rest[7] >= '0' && rest[7] <= '9' && rest[8] == '\0';
    if (!is_seat && strcmp(rest, "/look") != 0) {
        give(call, cn_reply_error(404, "NOT_FOUND", "there is no such call"));
    } else if (!knows_invite(cn_place_table(place), call->body)) {
        give_wrong(call,
                   cn_reply_error(403, "BAD_INVITE", "this invitation is not for this table"));
    } else if (is_seat) {
        call->seat = (unsigned)(rest[7] - '0');
        take_seat(place, call);
    } else {
        give(call, look(cn_place_table(place)));
    }
}

static void post(cn_hall *hall, const cn_call *asked, json_object *body, cn_caller *caller)
{
    static const char tables[] = "/v1/tables";
    char id[CN_ID_CHARACTERS + 1] = "";
    const char *path = asked->path;
    if (strcmp(path, tables) == 0) {
        open_table(hall, caller, body, asked->from);
        return;
    }
    if (strncmp(path, "/v1/tables/", sizeof tables) != 0) {
        caller->give(caller, cn_reply_error(404, "NOT_FOUND", "there is no such call"));
        return;
    }
    const int64_t later_ms = cn_limit_look(limits_of(hall), CN_LIMIT_TRIES, asked->from);
    if (later_ms > 0) {
        caller->give(caller, cn_reply_later(later_ms, "too many wrong keys"));
        return;
    }
    const char *name = path + sizeof tables;
    const size_t length = strcspn(name, "/");
    if (length == CN_ID_CHARACTERS) memcpy(id, name, length);
    waiting_call *call = call_that_waits(hall, caller, body, asked->from);
    call->wait.ready = with_table;
    snprintf(call->rest, sizeof call->rest, "%s", name + length);
    cn_hall_find(hall, id, &call->wait);
}

/* The answers that are known at once. */
static cn_reply answer_get(const cn_hall *hall, const cn_call *call)
{
    char name[CN_RULES_NAME_MAX];
    const cn_hall_options *options = cn_hall_settings(hall);
    const bool is_list = strcmp(call->path, "/v1/rules") == 0;
    const bool is_bots = strcmp(call->path, "/v1/bots") == 0;
    const bool is_explain = explained_name(call->path, name);
    if ((is_list || is_bots || is_explain) == call->post)
        return cn_reply_error(405, "METHOD", call->post ? "ask with GET" : "ask with POST");
    if (is_list) return cn_reply_json(200, json_object_get(options->rule_list));
    if (is_bots) return bots_list(hall);
    return explain(options->own_rules, name, call);
}

static bool is_known_at_once(const cn_call *call)
{
    char name[CN_RULES_NAME_MAX];
    return !call->post || strcmp(call->path, "/v1/rules") == 0 ||
           strcmp(call->path, "/v1/bots") == 0 || strcmp(call->path, "/healthz") == 0 ||
           explained_name(call->path, name);
}

void cn_api_answer(cn_hall *hall, const cn_call *call, cn_caller *caller)
{
    const int64_t later_ms = cn_limit_take(limits_of(hall), CN_LIMIT_CALLS, call->from);
    if (later_ms > 0) {
        caller->give(caller, cn_reply_later(later_ms, "too many calls"));
        return;
    }
    if (!call->post && strcmp(call->path, "/healthz") == 0) {
        health(hall, caller);
        return;
    }
    if (is_known_at_once(call)) {
        caller->give(caller, answer_get(hall, call));
        return;
    }
    json_object *body = cn_json_read(call->body, call->body_length);
    if (body == NULL) {
        caller->give(caller, cn_reply_error(400, "FORMAT", "the body must be one JSON object"));
        return;
    }
    post(hall, call, body, caller);
    json_object_put(body);
}
