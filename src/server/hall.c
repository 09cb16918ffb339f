/* The tables in memory and the bots' clock.
 * Not here: what bots play (bot.c), what entries do (core.c).
 * Invariant: bots play only where somebody is connected; an empty table stands still. */
#include "server/hall.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <json-c/json.h>

#include "server/turn.h"
#include "text/rules_text.h"

typedef struct hall_place {
    cn_table *table; /* NULL: free */
    int64_t used_ms; /* when it was last asked for */
} hall_place;

struct cn_hall {
    cn_store *store;
    cn_hall_options options;
    hall_place place[CN_TABLES_MAX];
    int64_t minute_started_ms;
    unsigned opened_in_minute;
};

enum { STORE_RETRY_MS = 1000 };

cn_hall *cn_hall_make(cn_store *store, const cn_hall_options *options)
{
    cn_hall *hall = calloc(1, sizeof *hall);
    if (hall == NULL) abort();
    hall->store = store;
    hall->options = *options;
    return hall;
}

void cn_hall_free(cn_hall *hall)
{
    for (unsigned i = 0; i < CN_TABLES_MAX; i++) cn_table_free(hall->place[i].table);
    free(hall);
}

cn_store *cn_hall_store(cn_hall *hall)
{
    return hall->store;
}

uint32_t cn_hall_pace_ms(const cn_hall *hall)
{
    return hall->options.pace_ms;
}

/* A free place; the table longest unused that nobody sits at gives way. NULL if all are in use. */
static hall_place *find_place(cn_hall *hall)
{
    hall_place *best = NULL;
    for (unsigned i = 0; i < CN_TABLES_MAX; i++) {
        hall_place *place = &hall->place[i];
        if (place->table == NULL) return place;
        if (cn_table_anybody(place->table)) continue;
        if (best == NULL || place->used_ms < best->used_ms) best = place;
    }
    if (best != NULL) cn_table_free(best->table);
    if (best != NULL) best->table = NULL;
    return best;
}

static void put_in_place(hall_place *place, cn_table *table, int64_t now_ms)
{
    *place = (hall_place){.table = table, .used_ms = now_ms};
    cn_table_set_loaded(table, now_ms);
}

cn_table *cn_hall_find(cn_hall *hall, const char *id, int64_t now_ms)
{
    if (strlen(id) != CN_ID_CHARACTERS) return NULL;
    for (unsigned i = 0; i < CN_TABLES_MAX; i++) {
        hall_place *place = &hall->place[i];
        if (place->table == NULL || strcmp(cn_table_id(place->table), id) != 0) continue;
        place->used_ms = now_ms;
        return place->table;
    }
    bool damaged;
    cn_table *table = cn_table_load(hall->store, id, &damaged);
    if (table == NULL) return NULL;
    hall_place *place = find_place(hall);
    if (place == NULL) {
        cn_table_free(table);
        return NULL;
    }
    put_in_place(place, table, now_ms);
    return table;
}

static json_object *create_body(const cn_table_order *order)
{
    char invite[CN_KEY_CHARACTERS + 1];
    cn_secret_key(invite);
    json_object *body = json_object_new_object();
    json_object_object_add(body, "rules", json_object_new_string(order->rules));
    json_object_object_add(body, "overrides", json_object_new_string(order->overrides));
    json_object_object_add(body, "dealer",
                           json_object_new_int((int)cn_secret_below(order->seat_count)));
    json_object_object_add(body, "invite", json_object_new_string(invite));
    json_object_object_add(body, "pace_ms", json_object_new_int((int)order->pace_ms));
    return body;
}

static json_object *seat_body(const char *name, const cn_digest *token)
{
    json_object *body = json_object_new_object();
    if (token == NULL) {
        json_object_object_add(body, "leave", json_object_new_boolean(true));
        return body;
    }
    char hex[2 * CN_DIGEST_BYTES + 1];
    for (unsigned i = 0; i < CN_DIGEST_BYTES; i++) snprintf(hex + 2 * i, 3, "%02x", token->byte[i]);
    json_object_object_add(body, "name", json_object_new_string(name));
    json_object_object_add(body, "token", json_object_new_string(hex));
    return body;
}

static bool within_rate(cn_hall *hall, int64_t now_ms)
{
    if (now_ms - hall->minute_started_ms >= 60000) {
        hall->minute_started_ms = now_ms;
        hall->opened_in_minute = 0;
    }
    return hall->opened_in_minute++ < CN_TABLES_PER_MINUTE;
}

/* Makes the table and deals its first hand, so that nobody waits: bots sit in all other seats. */
static cn_table *write_table(cn_hall *hall, const cn_table_order *order)
{
    cn_rules rules;
    cn_text_error error;
    char id[CN_ID_CHARACTERS + 1], deck[CN_DECK_TEXT_MAX];
    if (!cn_rules_load(&rules, order->rules, order->overrides, order->seat_count, &error))
        return NULL;
    cn_secret_id(id);
    cn_deck_text(&rules, deck);
    json_object *create = create_body(order);
    json_object *seat = seat_body(order->name, order->token);
    cn_entry entries[] = {
        {.kind = CN_ENTRY_CREATE, .seat = CN_NO_SEAT, .body = json_object_to_json_string(create)},
        {.kind = CN_ENTRY_SEAT, .seat = 0, .body = json_object_to_json_string(seat)},
        {.kind = CN_ENTRY_DEAL, .seat = CN_NO_SEAT, .body = deck},
    };
    cn_table *table = cn_table_create(hall->store, id, entries, 3);
    json_object_put(create);
    json_object_put(seat);
    return table;
}

cn_hall_status cn_hall_open_table(cn_hall *hall, const cn_table_order *order, int64_t now_ms,
                                  cn_table **table)
{
    if (!within_rate(hall, now_ms)) return CN_HALL_RATE;
    hall_place *place = find_place(hall);
    if (place == NULL) return CN_HALL_FULL;
    *table = write_table(hall, order);
    if (*table == NULL) return CN_HALL_STORE;
    put_in_place(place, *table, now_ms);
    return CN_HALL_OK;
}

bool cn_hall_seat(cn_hall *hall, cn_table *table, unsigned seat, const char *name,
                  const cn_digest *token, int64_t now_ms)
{
    json_object *body = seat_body(name, token);
    cn_entry entry = {
        .kind = CN_ENTRY_SEAT, .seat = seat, .body = json_object_to_json_string(body)};
    cn_changes changes;
    bool good = cn_table_commit(table, hall->store, &entry, 1, &changes);
    json_object_put(body);
    if (good) cn_table_set_away(table, seat, now_ms);
    if (good) hall->options.tell(hall->options.user, table, &changes);
    return good;
}

unsigned cn_table_seat_of_token(const cn_table *table, const char *token)
{
    cn_digest digest = cn_digest_of(token, strlen(token));
    for (unsigned i = 0; i < cn_table_rules(table)->seat_count; i++) {
        const cn_seat *seat = cn_table_seat(table, i);
        if (seat->human && cn_digest_equal(&seat->token, &digest)) return i;
    }
    return CN_NO_SEAT;
}

void cn_hall_tell(cn_hall *hall, cn_table *table, const cn_changes *changes, int64_t now_ms)
{
    for (unsigned i = 0; i < changes->count; i++)
        if (changes->change[i].has_events) cn_table_set_quiet(table, now_ms);
    hall->options.tell(hall->options.user, table, changes);
}

/* When the bot of the acting seat is to play; -1 if it is not a bot's turn. */
static int64_t due_ms(const cn_hall *hall, const cn_table *table)
{
    const cn_public *pub = &cn_table_view(table, 0)->pub;
    if (!cn_table_anybody(table)) return -1;
    if (pub->phase != CN_PHASE_DRAW && pub->phase != CN_PHASE_MELD && pub->phase != CN_PHASE_ANSWER)
        return -1;
    int64_t due = cn_table_quiet_since(table) + cn_table_pace_ms(table);
    if (!cn_table_seat(table, pub->seat)->human) return due;
    if (cn_table_present(table, pub->seat)) return -1;
    int64_t covered = cn_table_away_since(table, pub->seat) + hall->options.grace_ms;
    return covered > due ? covered : due;
}

static void play_bot(cn_hall *hall, cn_table *table, int64_t now_ms)
{
    cn_changes changes;
    unsigned seat = cn_table_view(table, 0)->pub.seat;
    if (cn_turn_bot(table, hall->store, seat, &changes))
        cn_hall_tell(hall, table, &changes, now_ms);
    else /* the disk may be full for a while; the game waits for it */
        cn_table_set_quiet(table, now_ms + STORE_RETRY_MS);
}

int64_t cn_hall_tick(cn_hall *hall, int64_t now_ms, int64_t most_ms)
{
    int64_t soonest = now_ms + most_ms;
    for (unsigned i = 0; i < CN_TABLES_MAX; i++) {
        cn_table *table = hall->place[i].table;
        if (table == NULL) continue;
        int64_t due = due_ms(hall, table);
        if (due >= 0 && due <= now_ms) {
            play_bot(hall, table, now_ms);
            due = due_ms(hall, table);
        }
        if (due >= 0 && due < soonest) soonest = due;
    }
    return soonest > now_ms ? soonest - now_ms : 0;
}
