/* Telling and erasing. Not here: as in the header. Invariant: as in the header. */
#include "server/talk/me_data.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/base/json_read.h"
#include "server/hall/order.h"
#include "server/talk/encode.h"
#include "server/talk/me.h"
#include "server/talk/pending.h"
#include "server/talk/session.h"

static void add_text(json_object *object, const char *key, const char *text)
{
    json_object_object_add(object, key, json_object_new_string(text));
}

static void add_time(json_object *object, int64_t at)
{
    char text[32];
    struct tm moment;
    const time_t time = (time_t)at;
    gmtime_r(&time, &moment);
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &moment);
    add_text(object, "at", text);
}

typedef struct telling {
    json_object *entries;
    unsigned left_out; /* the eldest, where there are too many */
} telling;

/* An entry as it stands in the log, but for what opens something. */
static bool tell_entry(void *user, const cn_entry *entry)
{
    static const char *const secrets[] = {"key", "password"};
    telling *t = user;
    json_object *body = json_tokener_parse(entry->body), *told = json_object_new_object();
    if (t->left_out > 0 || json_object_array_length(t->entries) == CN_EXPORT_ENTRIES_MAX) {
        json_object_array_del_idx(t->entries, 0, 1);
        t->left_out++;
    }
    add_time(told, entry->time);
    for (unsigned i = 0; i < sizeof secrets / sizeof secrets[0]; i++)
        if (json_object_object_get_ex(body, secrets[i], NULL))
            json_object_object_add(body, secrets[i], json_object_new_boolean(true));
    json_object_object_add(told, "entry", body);
    json_object_array_add(t->entries, told);
    return true;
}

/* Where he sat down last, and whether he still sits there. */
static json_object *tell_table(cn_log *log, const char *id, const char *person)
{
    cn_table_status status;
    int64_t archived_at;
    json_object *told = json_object_new_object();
    add_text(told, "table", id);
    cn_table *table = cn_table_load(log, id, &status, &archived_at);
    if (status == CN_TABLE_ARCHIVED) cn_encode_date(told, "archived", archived_at);
    if (table == NULL) return told;
    const unsigned seat = cn_table_seat_of_person(table, person);
    add_text(told, "rules", cn_table_rules(table)->name);
    if (seat != CN_NO_SEAT) json_object_object_add(told, "seat", json_object_new_int((int)seat));
    cn_table_free(table);
    return told;
}

static void run_export(cn_job *job, cn_log *log)
{
    cn_pending *call = (cn_pending *)job;
    cn_person *person = &call->person;
    telling t = {.entries = NULL};
    call->status = CN_PERSON_UNREADABLE;
    if (log == NULL) return;
    call->status = cn_person_load(log, person->id, person);
    if (call->status != CN_PERSON_THERE) return;
    t.entries = json_object_new_array();
    if (cn_log_replay_whole(log, person->id, tell_entry, &t) < 0) {
        call->status = CN_PERSON_UNREADABLE;
        json_object_put(t.entries);
        return;
    }
    json_object *tables = json_object_new_array();
    for (unsigned i = 0; i < person->table_count; i++)
        json_object_array_add(tables, tell_table(log, person->table[i], person->id));
    call->answer = cn_me_of(call);
    json_object_object_add(call->answer, "tables", tables);
    json_object_object_add(call->answer, "entries", t.entries);
    json_object_object_add(call->answer, "left_out", json_object_new_int((int)t.left_out));
}

static void give_export(cn_pending *call)
{
    if (call->status != CN_PERSON_THERE) {
        cn_pending_give(call, cn_reply_error(503, "STORE", "the log cannot be read just now"));
        return;
    }
    json_object *answer = call->answer;
    call->answer = NULL;
    add_text(answer, "person", call->person.id);
    cn_reply reply = cn_reply_json(200, answer);
    snprintf(reply.file_name, sizeof reply.file_name, "canasta-%s.json", call->person.id);
    cn_pending_give(call, reply);
}

static void export_known(cn_pending *call)
{
    cn_pending_ask_reader(call, run_export, give_export);
}

void cn_me_export(cn_pending *call)
{
    cn_pending_ask_who(call, export_known);
}

static void run_erase(cn_job *job, cn_log *log)
{
    cn_pending *call = (cn_pending *)job;
    call->saved = CN_NOT_SAVED;
    const cn_person_status status = cn_person_load(log, call->person.id, &call->person);
    call->again = status == CN_PERSON_THERE && call->person.seq != call->upto;
    if (call->again) return;
    if (status == CN_PERSON_THERE) call->saved = cn_person_erase(log, &call->person);
    if (status == CN_PERSON_NONE) call->saved = CN_SAVED; /* somebody was quicker */
}

static void delete_known(cn_pending *call);

static void erased(cn_pending *call)
{
    if (call->again) { /* he may have sat down meanwhile */
        delete_known(call);
        return;
    }
    json_object *object = json_object_new_object();
    json_object_object_add(object, "erased", json_object_new_boolean(true));
    if (call->saved == CN_SAVED) {
        strcpy(call->person.name, CN_NAME_OF_NOBODY);
        cn_pending_tell_name(call);
        cn_codes_forget(cn_hall_settings(call->hall)->codes, call->person.id);
        cn_session_end_all(call->hall, call->person.id, NULL);
    }
    cn_pending_give_saved(call, object);
}

static void leave_next(cn_pending *call);

/* A seat that cannot be left just now is nobody's afterwards, and may be freed by the others. */
static void seat_left(void *user, cn_place *place, cn_saved saved, const cn_changes *changes)
{
    (void)place;
    (void)saved;
    (void)changes;
    leave_next(user);
}

static void with_table(cn_wait *wait, cn_place *place, const char *code)
{
    cn_pending *call = (cn_pending *)((char *)wait - offsetof(cn_pending, wait));
    (void)code;
    if (place == NULL || !cn_order_leave(place, call->person.id, seat_left, call)) leave_next(call);
}

/* Leaves one table after the other, and is erased behind the last. */
static void leave_next(cn_pending *call)
{
    json_object *id = json_object_array_get_idx(call->tables, call->number++);
    if (id == NULL) {
        cn_pending_ask_log(call, run_erase, erased);
        return;
    }
    call->wait.ready = with_table;
    cn_hall_find(call->hall, json_object_get_string(id), &call->wait);
}

static bool visit_seat(void *user, const cn_entry *entry)
{
    char id[CN_ID_CHARACTERS + 1];
    json_object *body = json_tokener_parse(entry->body);
    if (cn_json_get_text(body, "sits", id, CN_ID_CHARACTERS, CN_ID_CHARACTERS))
        json_object_object_add(user, id, NULL);
    if (cn_json_get_text(body, "left", id, CN_ID_CHARACTERS, CN_ID_CHARACTERS))
        json_object_object_del(user, id);
    json_object_put(body);
    return true;
}

/* All tables where he sat down and that he has not left, however long ago. */
static void run_tables(cn_job *job, cn_log *log)
{
    cn_pending *call = (cn_pending *)job;
    json_object *seats = json_object_new_object();
    const int64_t count =
        log != NULL ? cn_log_replay_whole(log, call->person.id, visit_seat, seats) : -1;
    call->saved = count < 0 ? CN_NOT_SAVED : CN_SAVED;
    call->upto = count < 0 ? 0 : (uint64_t)count;
    call->number = 0;
    json_object_put(call->tables);
    call->tables = json_object_new_array();
    json_object_object_foreach(seats, id, value)
    {
        (void)value;
        json_object_array_add(call->tables, json_object_new_string(id));
    }
    json_object_put(seats);
}

static void tables_known(cn_pending *call)
{
    if (call->saved == CN_SAVED)
        leave_next(call);
    else
        cn_pending_give_saved(call, NULL);
}

static void delete_known(cn_pending *call)
{
    cn_pending_read(call, run_tables, tables_known);
}

void cn_me_delete(cn_pending *call)
{
    char word[16] = "";
    if (!cn_json_get_text(call->body, "confirm", word, 1, sizeof word - 1) ||
        strcmp(word, "delete") != 0)
        cn_pending_give(call, cn_reply_error(400, "FORMAT", "confirm must be delete"));
    else
        cn_pending_ask_who(call, delete_known);
}
