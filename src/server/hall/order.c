/* Writing the entries of new tables and seats. Not here: committing them (proposal.c).
 * Invariant: as in the header. */
#include "server/hall/order.h"

#include <stdio.h>

#include <json-c/json.h>

#include "server/table/lesson.h"
#include "text/rules/rules_text.h"

static void add_text(json_object *object, const char *key, const char *text)
{
    json_object_object_add(object, key, json_object_new_string(text));
}

static void add_number(json_object *object, const char *key, unsigned number)
{
    json_object_object_add(object, key, json_object_new_int((int)number));
}

static json_object *create_body(const cn_table_order *order, unsigned seat_count)
{
    char invite[CN_KEY_CHARACTERS + 1];
    cn_secret_key(invite);
    json_object *body = json_object_new_object();
    add_text(body, "rules", order->rules);
    add_text(body, "overrides", order->overrides);
    add_text(body, "house", order->house);
    add_number(body, "players", order->player_count);
    add_number(body, "dealer",
               order->lesson ? cn_lesson_first.dealer : cn_secret_below(seat_count));
    add_text(body, "invite", invite);
    add_text(body, "maker", order->person);
    add_number(body, "clock", order->clock_s);
    json_object_object_add(body, "open", json_object_new_boolean(order->open));
    if (order->lesson) json_object_object_add(body, "lesson", json_object_new_boolean(true));
    add_text(body, "join", order->joins_at_once ? "now" : "next");
    cn_secret_key(invite);
    if (order->may_be_watched) add_text(body, "watch", invite);
    if (order->watched_later) add_text(body, "watching", "hand");
    add_number(body, "pace_ms", order->pace_ms);
    add_text(body, "bot", order->bot);
    json_object_object_add(body, "hints", json_object_new_boolean(order->hints));
    return body;
}

/* A part that somebody gave for the next deal goes with him. Logs are older than this: who left by
 * them left his part, and their decks are made with it. */
static json_object *seat_body(const char *person, bool next)
{
    json_object *body = json_object_new_object();
    if (person != NULL)
        add_text(body, "person", person);
    else
        json_object_object_add(body, "leave", json_object_new_boolean(true));
    json_object_object_add(body, next ? "next" : "part", json_object_new_boolean(next));
    return body;
}

bool cn_order_table(cn_hall *hall, const cn_table_order *order, cn_proposed *done, void *user)
{
    cn_rules rules;
    cn_text_error error;
    const cn_changes none = {0};
    if (!cn_rules_load(&rules, order->rules, order->overrides, order->player_count, &error)) {
        done(user, NULL, CN_NOT_SAVED, &none);
        return true;
    }
    json_object *create = create_body(order, rules.seat_count);
    json_object *seat = seat_body(order->person, false);
    cn_entry entries[] = {
        {.kind = CN_ENTRY_CREATE, .seat = CN_NO_SEAT, .body = json_object_to_json_string(create)},
        {.kind = CN_ENTRY_SEAT, .seat = order->seat, .body = json_object_to_json_string(seat)},
        {.kind = CN_ENTRY_DEAL, .seat = CN_NO_SEAT},
    };
    const bool room =
        cn_hall_open(hall, entries, order->deals_at_once ? 3 : 2, order->person, done, user);
    json_object_put(create);
    json_object_put(seat);
    return room;
}

void cn_order_seat(cn_place *place, unsigned seat, const char *person, bool next, cn_proposed *done,
                   void *user)
{
    json_object *body = seat_body(person, next);
    cn_entry entry = {
        .kind = CN_ENTRY_SEAT, .seat = seat, .body = json_object_to_json_string(body)};
    cn_place_propose(place, &entry, 1, person, done, user);
    json_object_put(body);
}

bool cn_order_leave(cn_place *place, const char *person, cn_proposed *done, void *user)
{
    const cn_table *table = cn_place_table(place);
    unsigned seat = cn_table_seat_of_person(table, person);
    if (seat == CN_NO_SEAT) seat = cn_table_seat_of_coming(table, person);
    if (seat != CN_NO_SEAT) cn_order_seat(place, seat, NULL, false, done, user);
    return seat != CN_NO_SEAT;
}

static void invite(cn_place *place, json_object *body, const char *scope, cn_proposed *done,
                   void *user)
{
    char key[CN_KEY_CHARACTERS + 1];
    cn_secret_key(key);
    add_text(body, scope, key);
    cn_entry entry = {
        .kind = CN_ENTRY_INVITE, .seat = CN_NO_SEAT, .body = json_object_to_json_string(body)};
    cn_place_propose(place, &entry, 1, NULL, done, user);
    json_object_put(body);
}

void cn_order_invite(cn_place *place, cn_proposed *done, void *user)
{
    invite(place, json_object_new_object(), "sit", done, user);
}

void cn_order_watch(cn_place *place, const char *watching, cn_proposed *done, void *user)
{
    json_object *body = json_object_new_object();
    if (watching != NULL) add_text(body, "watching", watching);
    invite(place, body, "watch", done, user);
}
