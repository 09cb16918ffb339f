/* The tables in memory and the bots' clock.
 * Not here: what bots play (bot.c, programs.c), what entries do (core.c).
 * Invariant: bots play only where somebody is connected; an empty table stands still. */
#include "server/hall/hall.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <json-c/json.h>

#include "server/table/turn.h"
#include "text/rules/rules_text.h"

typedef struct hall_place {
    cn_table *table;            /* NULL: free */
    cn_program_table *programs; /* NULL: its bots are players of ours */
    int64_t used_ms;            /* when it was last asked for */
    int64_t retry_ms;           /* an unsure table is not read again before */
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

static void clear_place(hall_place *place)
{
    cn_program_table_free(place->programs, place->used_ms);
    cn_table_free(place->table);
    *place = (hall_place){0};
}

void cn_hall_free(cn_hall *hall)
{
    for (unsigned i = 0; i < CN_TABLES_MAX; i++) clear_place(&hall->place[i]);
    free(hall);
}

cn_store *cn_hall_store(const cn_hall *hall)
{
    return hall->store;
}

uint32_t cn_hall_pace_ms(const cn_hall *hall)
{
    return hall->options.pace_ms;
}

const cn_own_rules *cn_hall_own_rules(const cn_hall *hall)
{
    return hall->options.own_rules;
}

json_object *cn_hall_rule_list(const cn_hall *hall)
{
    return hall->options.rule_list;
}

const cn_programs *cn_hall_programs(const cn_hall *hall)
{
    return hall->options.programs;
}

/* A free place, or that of the table longest unused that nobody sits at. NULL if all are in use. */
static hall_place *find_place(cn_hall *hall)
{
    hall_place *best = NULL;
    for (unsigned i = 0; i < CN_TABLES_MAX; i++) {
        hall_place *place = &hall->place[i];
        if (place->table == NULL) return place;
        if (cn_table_anybody(place->table) || cn_table_unsure(place->table)) continue;
        if (best == NULL || place->used_ms < best->used_ms) best = place;
    }
    return best;
}

static void put_in_place(cn_hall *hall, hall_place *place, cn_table *table, int64_t now_ms)
{
    clear_place(place);
    *place = (hall_place){.table = table,
                          .programs = cn_program_table_make(hall->options.programs, table),
                          .used_ms = now_ms};
    cn_table_set_loaded(table, now_ms);
}

static cn_table *find_in_memory(cn_hall *hall, const char *id, int64_t now_ms)
{
    for (unsigned i = 0; i < CN_TABLES_MAX; i++) {
        hall_place *place = &hall->place[i];
        if (place->table == NULL || strcmp(cn_table_id(place->table), id) != 0) continue;
        place->used_ms = now_ms;
        return place->table;
    }
    return NULL;
}

cn_table *cn_hall_find(cn_hall *hall, const char *id, int64_t now_ms, const char **code)
{
    *code = "NO_TABLE";
    if (strlen(id) != CN_ID_CHARACTERS) return NULL;
    cn_table *table = find_in_memory(hall, id, now_ms);
    *code = "STORE";
    if (table != NULL) return cn_hall_resume(hall, table, now_ms) ? table : NULL;
    hall_place *place = find_place(hall);
    *code = "FULL";
    if (place == NULL) return NULL;
    cn_table_status status;
    table = cn_table_load(hall->store, id, &status);
    switch (status) {
    case CN_TABLE_THERE: put_in_place(hall, place, table, now_ms); return table;
    case CN_TABLE_NONE: *code = "NO_TABLE"; break;
    case CN_TABLE_UNREADABLE: *code = "STORE"; break;
    case CN_TABLE_DAMAGED: *code = "DAMAGED"; break;
    }
    return NULL;
}

static json_object *create_body(const cn_table_order *order, unsigned seat_count)
{
    char invite[CN_KEY_CHARACTERS + 1];
    cn_secret_key(invite);
    json_object *body = json_object_new_object();
    json_object_object_add(body, "rules", json_object_new_string(order->rules));
    json_object_object_add(body, "overrides", json_object_new_string(order->overrides));
    json_object_object_add(body, "house", json_object_new_string(order->house));
    json_object_object_add(body, "players", json_object_new_int((int)order->player_count));
    json_object_object_add(body, "dealer", json_object_new_int((int)cn_secret_below(seat_count)));
    json_object_object_add(body, "invite", json_object_new_string(invite));
    json_object_object_add(body, "pace_ms", json_object_new_int((int)order->pace_ms));
    json_object_object_add(body, "bot", json_object_new_string(order->bot));
    json_object_object_add(body, "hints", json_object_new_boolean(order->hints));
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
static cn_table *write_table(cn_hall *hall, const cn_table_order *order, cn_saved *saved)
{
    cn_rules rules;
    cn_text_error error;
    char id[CN_ID_CHARACTERS + 1], deck[CN_DECK_TEXT_MAX];
    *saved = CN_NOT_SAVED;
    if (!cn_rules_load(&rules, order->rules, order->overrides, order->player_count, &error))
        return NULL;
    cn_secret_id(id);
    cn_deck_text(&rules, deck);
    json_object *create = create_body(order, rules.seat_count);
    json_object *seat = seat_body(order->name, order->token);
    cn_entry entries[] = {
        {.kind = CN_ENTRY_CREATE, .seat = CN_NO_SEAT, .body = json_object_to_json_string(create)},
        {.kind = CN_ENTRY_SEAT, .seat = order->seat, .body = json_object_to_json_string(seat)},
        {.kind = CN_ENTRY_DEAL, .seat = CN_NO_SEAT, .body = deck},
    };
    cn_table *table = cn_table_create(hall->store, id, entries, 3, saved);
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
    cn_saved saved;
    *table = write_table(hall, order, &saved);
    if (*table == NULL) return saved == CN_UNSURE ? CN_HALL_UNSURE : CN_HALL_STORE;
    put_in_place(hall, place, *table, now_ms);
    return CN_HALL_OK;
}

static hall_place *place_of(cn_hall *hall, const cn_table *table)
{
    for (unsigned i = 0; i < CN_TABLES_MAX; i++)
        if (hall->place[i].table == table) return &hall->place[i];
    return NULL;
}

cn_saved cn_hall_seat(cn_hall *hall, cn_table *table, unsigned seat, const char *name,
                      const cn_digest *token, int64_t now_ms)
{
    json_object *body = seat_body(name, token);
    cn_entry entry = {
        .kind = CN_ENTRY_SEAT, .seat = seat, .body = json_object_to_json_string(body)};
    cn_changes changes;
    const cn_saved saved = cn_table_commit(table, hall->store, &entry, 1, &changes);
    json_object_put(body);
    switch (saved) {
    case CN_SAVED:
        cn_table_set_away(table, seat, now_ms);
        hall->options.tell(hall->options.user, table, &changes);
        break;
    case CN_NOT_SAVED: break;
    case CN_UNSURE: cn_hall_pause(hall, table); break;
    }
    return saved;
}

bool cn_hall_resume(cn_hall *hall, cn_table *table, int64_t now_ms)
{
    if (!cn_table_unsure(table)) return true;
    hall_place *place = place_of(hall, table);
    if (place == NULL || now_ms < place->retry_ms) return false;
    place->retry_ms = now_ms + STORE_RETRY_MS;
    if (!cn_table_reload(table, hall->store)) return false;
    cn_program_table_free(place->programs, now_ms); /* they may have heard another story */
    place->programs = cn_program_table_make(hall->options.programs, table);
    cn_table_set_quiet(table, now_ms);
    hall->options.tell_pause(hall->options.user, table);
    return true;
}

void cn_hall_pause(cn_hall *hall, cn_table *table)
{
    hall->options.tell_pause(hall->options.user, table);
}

unsigned cn_table_seat_of_token(const cn_table *table, const char *token)
{
    cn_digest digest = cn_digest_of(token, strlen(token));
    for (unsigned i = 0; i < cn_table_rules(table)->player_count; i++) {
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
    const hall_place *place = place_of(hall, table);
    if (place != NULL && place->programs != NULL) cn_program_table_tick(place->programs, now_ms);
}

/* When the bot of the acting seat is to play; -1 if it is not a bot's turn. */
static int64_t due_ms(const cn_hall *hall, const cn_table *table)
{
    const unsigned seat = cn_table_acting(table);
    if (!cn_table_anybody(table) || seat == CN_NO_SEAT) return -1;
    int64_t due = cn_table_quiet_since(table) + cn_table_pace_ms(table);
    if (!cn_table_seat(table, seat)->human) return due;
    if (cn_table_present(table, seat)) return -1;
    int64_t covered = cn_table_away_since(table, seat) + hall->options.grace_ms;
    return covered > due ? covered : due;
}

/* Lets the acting seat's bot play. Returns when to look at it again; it may have played. */
static int64_t play_bot(cn_hall *hall, const hall_place *place, int64_t now_ms)
{
    cn_changes changes;
    cn_table *table = place->table;
    char text[CN_PLAY_TEXT_MAX + 1];
    int64_t wait_ms = 0;
    cn_saved saved = CN_NOT_SAVED;
    const unsigned seat = cn_table_acting(table);
    const cn_program_status status =
        place->programs == NULL
            ? CN_PROGRAM_NONE
            : cn_program_play(place->programs, seat, now_ms, &wait_ms, text, sizeof text);
    switch (status) {
    case CN_PROGRAM_THINKS: return now_ms + wait_ms;
    case CN_PROGRAM_NONE: saved = cn_turn_bot(table, hall->store, seat, &changes); break;
    case CN_PROGRAM_PLAYS:
        saved = cn_turn_play(table, hall->store, seat, text, &changes);
        if (saved == CN_SAVED) cn_program_played(place->programs, seat);
        break;
    }
    switch (saved) {
    case CN_SAVED: cn_hall_tell(hall, table, &changes, now_ms); break;
    case CN_NOT_SAVED: /* the disk may be full for a while; the game waits for it */
        cn_table_set_quiet(table, now_ms + STORE_RETRY_MS);
        break;
    case CN_UNSURE: cn_hall_pause(hall, table); return now_ms + STORE_RETRY_MS;
    }
    return due_ms(hall, table);
}

static int64_t sooner(int64_t one, int64_t other)
{
    return one < other ? one : other;
}

int64_t cn_hall_tick(cn_hall *hall, int64_t now_ms, int64_t most_ms)
{
    int64_t soonest = now_ms + cn_programs_sweep(hall->options.programs, now_ms, most_ms);
    for (unsigned i = 0; i < CN_TABLES_MAX; i++) {
        const hall_place *place = &hall->place[i];
        if (place->table == NULL) continue;
        if (!cn_hall_resume(hall, place->table, now_ms)) {
            soonest = sooner(soonest, now_ms + STORE_RETRY_MS);
            continue;
        }
        if (place->programs != NULL) cn_program_table_tick(place->programs, now_ms);
        int64_t due = due_ms(hall, place->table);
        if (due >= 0 && due <= now_ms) due = play_bot(hall, place, now_ms);
        if (due >= 0) soonest = sooner(soonest, due);
    }
    return soonest > now_ms ? soonest - now_ms : 0;
}
