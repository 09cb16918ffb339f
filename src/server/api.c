/* Answers to HTTP calls.
 * Not here: plays, which go through the WebSocket.
 * Invariant: without the invite or a token nobody learns anything about a table. */
#include "server/api.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/encode.h"
#include "server/json_read.h"
#include "text/rules_text.h"
#include "text/words.h"

bool cn_api_owns(const char *path)
{
    return strcmp(path, "/healthz") == 0 || strncmp(path, "/v1/", 4) == 0;
}

static void add_text(json_object *object, const char *key, const char *text)
{
    json_object_object_add(object, key, json_object_new_string(text));
}

static cn_reply health(void)
{
    json_object *object = json_object_new_object();
    json_object_object_add(object, "ok", json_object_new_boolean(true));
    add_text(object, "version", CANASTA_VERSION);
    return cn_reply_json(200, object);
}

static cn_reply rules_list(void)
{
    json_object *object = json_object_new_object();
    json_object *list = json_object_new_array();
    for (unsigned i = 0; cn_rulesets[i] != NULL; i++) {
        cn_params params;
        if (!cn_ruleset_params(cn_rulesets[i], &params)) continue;
        json_object *entry = json_object_new_object();
        add_text(entry, "name", cn_rulesets[i]);
        json_object_object_add(entry, "players",
                               json_object_new_int((int)cn_params_seat_count(&params)));
        json_object_array_add(list, entry);
    }
    json_object_object_add(object, "rulesets", list);
    return cn_reply_json(200, object);
}

/* What a seat's new holder is told; the token is said this once. */
static cn_reply seat_given(const cn_table *table, unsigned seat, const char *token)
{
    json_object *object = json_object_new_object();
    add_text(object, "table", cn_table_id(table));
    json_object_object_add(object, "seat", json_object_new_int((int)seat));
    add_text(object, "token", token);
    add_text(object, "invite", cn_table_invite(table));
    return cn_reply_json(200, object);
}

/* Reads `name` if there is one, "Guest" otherwise. False if it is no name. */
static bool read_name(json_object *body, char out[CN_NAME_BYTES_MAX + 1])
{
    char name[CN_FRAME_BYTES_MAX];
    if (!cn_json_has(body, "name")) return cn_name_clean("Guest", out);
    return cn_json_text(body, "name", name, 1, sizeof name - 1) && cn_name_clean(name, out);
}

typedef struct order_text {
    char rules[CN_RULES_NAME_MAX];
    char overrides[CN_OVERRIDES_BYTES_MAX + 1];
    char name[CN_NAME_BYTES_MAX + 1];
    char wrong[CN_OVERRIDES_BYTES_MAX]; /* what is wrong, if something is */
} order_text;

/* Checks the rules of an order. False with text->wrong if there are none such. */
static bool check_rules(order_text *text, cn_table_order *order)
{
    cn_params params;
    cn_rules rules;
    cn_text_error error = {0};
    if (!cn_ruleset_params(text->rules, &params)) {
        snprintf(text->wrong, sizeof text->wrong, "there is no rule set '%s'", text->rules);
        return false;
    }
    order->seat_count = cn_params_seat_count(&params);
    if (cn_rules_load(&rules, text->rules, text->overrides, order->seat_count, &error)) return true;
    snprintf(text->wrong, sizeof text->wrong, "%s", error.message);
    return false;
}

static bool read_order(json_object *body, order_text *text, cn_table_order *order)
{
    uint64_t pace = order->pace_ms;
    *text = (order_text){0};
    if (!cn_json_text(body, "rules", text->rules, 1, sizeof text->rules - 1))
        strcpy(text->wrong, "rules must name a rule set");
    else if (cn_json_has(body, "overrides") &&
             !cn_json_text(body, "overrides", text->overrides, 0, CN_OVERRIDES_BYTES_MAX))
        strcpy(text->wrong, "overrides must be text of at most 1024 bytes");
    else if (!read_name(body, text->name))
        strcpy(text->wrong, "name must have 1 to 24 plain characters");
    else if (cn_json_has(body, "pace_ms") &&
             !cn_json_number(body, "pace_ms", 0, CN_PACE_MS_MAX, &pace))
        strcpy(text->wrong, "pace_ms must be 0 to 5000");
    if (text->wrong[0] != '\0') return false;
    order->rules = text->rules;
    order->overrides = text->overrides;
    order->name = text->name;
    order->pace_ms = (uint32_t)pace;
    return check_rules(text, order);
}

static cn_reply open_table(cn_hall *hall, json_object *body, int64_t now_ms)
{
    order_text text;
    char token[CN_KEY_CHARACTERS + 1];
    cn_secret_key(token);
    cn_digest digest = cn_digest_of(token, strlen(token));
    cn_table_order order = {.token = &digest, .pace_ms = cn_hall_pace_ms(hall)};
    cn_table *table = NULL;
    if (!read_order(body, &text, &order)) return cn_reply_error(400, "FORMAT", text.wrong);
    switch (cn_hall_open_table(hall, &order, now_ms, &table)) {
    case CN_HALL_OK: return seat_given(table, 0, token);
    case CN_HALL_RATE: return cn_reply_error(429, "RATE", "too many new tables; wait a minute");
    case CN_HALL_FULL: return cn_reply_error(503, "FULL", "all tables are in use");
    case CN_HALL_STORE: break;
    }
    return cn_reply_error(503, "STORE", "the table could not be saved");
}

static bool knows_invite(const cn_table *table, json_object *body)
{
    char invite[CN_KEY_CHARACTERS + 1];
    if (!cn_json_text(body, "invite", invite, 1, CN_KEY_CHARACTERS)) return false;
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
    json_object_object_add(object, "seats", cn_encode_seat_list(table));
    add_text(object, "phase", cn_phase_word(cn_table_view(table, 0)->pub.phase));
    return cn_reply_json(200, object);
}

static cn_reply take_seat(cn_hall *hall, cn_table *table, unsigned seat, const cn_call *call,
                          json_object *body)
{
    char name[CN_NAME_BYTES_MAX + 1], token[CN_KEY_CHARACTERS + 1];
    if (seat >= cn_table_rules(table)->seat_count)
        return cn_reply_error(404, "NO_SEAT", "the table has no such seat");
    if (!read_name(body, name))
        return cn_reply_error(400, "FORMAT", "name must have 1 to 24 plain characters");
    if (cn_table_seat(table, seat)->human)
        return cn_reply_error(409, "SEAT_TAKEN", "somebody sits there");
    cn_secret_key(token);
    cn_digest digest = cn_digest_of(token, strlen(token));
    if (!cn_hall_seat(hall, table, seat, name, &digest, call->now_ms))
        return cn_reply_error(503, "STORE", "the seat could not be saved");
    return seat_given(table, seat, token);
}

static cn_reply leave(cn_hall *hall, cn_table *table, const cn_call *call, json_object *body)
{
    char token[CN_KEY_CHARACTERS + 1] = "";
    cn_json_text(body, "token", token, 1, CN_KEY_CHARACTERS);
    unsigned seat = cn_table_seat_of_token(table, token);
    if (seat == CN_NO_SEAT) return cn_reply_error(403, "BAD_TOKEN", "this key opens no seat here");
    if (!cn_hall_seat(hall, table, seat, NULL, NULL, call->now_ms))
        return cn_reply_error(503, "STORE", "leaving could not be saved");
    return cn_reply_json(200, json_object_new_object());
}

/* Calls below /v1/tables/ID. `rest` is what follows the table's name. */
static cn_reply with_table(cn_hall *hall, const char *id, const char *rest, const cn_call *call,
                           json_object *body)
{
    cn_table *table = cn_hall_find(hall, id, call->now_ms);
    if (table == NULL) return cn_reply_error(404, "NO_TABLE", "there is no such table");
    if (strcmp(rest, "/leave") == 0) return leave(hall, table, call, body);
    bool is_seat =
        strncmp(rest, "/seats/", 7) == 0 && rest[7] >= '0' && rest[7] <= '9' && rest[8] == '\0';
    if (!is_seat && strcmp(rest, "/look") != 0)
        return cn_reply_error(404, "NOT_FOUND", "there is no such call");
    if (!knows_invite(table, body))
        return cn_reply_error(403, "BAD_INVITE", "this invitation is not for this table");
    return is_seat ? take_seat(hall, table, (unsigned)(rest[7] - '0'), call, body) : look(table);
}

static cn_reply post(cn_hall *hall, const cn_call *call, json_object *body)
{
    static const char tables[] = "/v1/tables";
    char id[CN_ID_CHARACTERS + 1] = "";
    if (strcmp(call->path, tables) == 0) return open_table(hall, body, call->now_ms);
    if (strncmp(call->path, "/v1/tables/", sizeof tables) != 0)
        return cn_reply_error(404, "NOT_FOUND", "there is no such call");
    const char *name = call->path + sizeof tables;
    size_t length = strcspn(name, "/");
    if (length == CN_ID_CHARACTERS) memcpy(id, name, length);
    return with_table(hall, id, name + length, call, body);
}

cn_reply cn_api_answer(cn_hall *hall, const cn_call *call)
{
    bool is_get = strcmp(call->path, "/healthz") == 0 || strcmp(call->path, "/v1/rules") == 0;
    if (is_get == call->post)
        return cn_reply_error(405, "METHOD", is_get ? "ask with GET" : "ask with POST");
    if (is_get) return call->path[1] == 'h' ? health() : rules_list();
    json_object *body = cn_json_object(call->body, call->body_length);
    if (body == NULL) return cn_reply_error(400, "FORMAT", "the body must be one JSON object");
    cn_reply reply = post(hall, call, body);
    json_object_put(body);
    return reply;
}
