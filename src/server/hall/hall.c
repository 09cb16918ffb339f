/* The tables in memory: by name, idle ones in a row, changes on their way to the log.
 * Not here: the bots' clock (bots.c), what entries do (core.c).
 * Invariant: who waits for a table is served in order, each only while nothing is on its way. */
#include "server/hall/hall.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/clock.h"
#include "server/hall/place.h"

struct cn_hall {
    cn_store *store;
    cn_hall_options options;
    cn_hall_state state; /* `tables` are places, those included that have no table yet */
    unsigned reads;
    size_t bucket_mask;
    cn_place **bucket;
    cn_place *newest, *oldest; /* idle ones */
    cn_dues dues;
    cn_place *open; /* tables that anybody may find */
    uint64_t salt;  /* of the hash */
    bool closed;    /* the store gets no more jobs */
};

struct cn_loading {
    cn_job job;
    cn_place *place;
    cn_table *fresh;
    cn_table_status status;
    int64_t archived_at;
    char id[CN_ID_CHARACTERS + 1];
};

struct cn_proposal {
    cn_append append;
    cn_place *place;
    cn_proposed *done; /* NULL: nobody wants to hear of it */
    void *user;
    cn_entry entry[CN_CHANGES_MAX];
    char bytes[]; /* what the entries point at */
};

cn_hall *cn_hall_make(cn_store *store, const cn_hall_options *options)
{
    cn_hall *hall = calloc(1, sizeof *hall);
    if (hall == NULL) abort();
    hall->store = store;
    hall->options = *options;
    cn_secret_bytes(&hall->salt, sizeof hall->salt);
    size_t buckets = 16;
    while (buckets < options->tables_max) buckets *= 2;
    hall->bucket_mask = buckets - 1;
    hall->bucket = calloc(buckets, sizeof(cn_place *));
    if (hall->bucket == NULL) abort();
    return hall;
}

bool cn_hall_ask(cn_hall *hall, cn_job *job)
{
    if (!hall->closed) cn_store_give(hall->store, job);
    return !hall->closed;
}

bool cn_hall_read(cn_hall *hall, cn_job *job)
{
    cn_reader *reader = hall->options.reader;
    return reader != NULL ? cn_reader_give(reader, job) : cn_hall_ask(hall, job);
}

const cn_hall_options *cn_hall_settings(const cn_hall *hall)
{
    return &hall->options;
}

unsigned cn_hall_reads(const cn_hall *hall)
{
    return hall->reads;
}

void cn_hall_count_read(cn_hall *hall, int more)
{
    hall->reads += (unsigned)more;
}

cn_dues *cn_hall_dues(cn_hall *hall)
{
    return &hall->dues;
}

cn_hall *cn_place_hall(const cn_place *place)
{
    return place->hall;
}

cn_table *cn_place_table(const cn_place *place)
{
    return place->table;
}

bool cn_place_unsure(const cn_place *place)
{
    return place->unsure;
}

cn_listener *cn_place_listeners(const cn_place *place)
{
    return place->listeners;
}

static cn_place **bucket_of(cn_hall *hall, const char *id)
{
    uint64_t hash = hall->salt;
    for (const char *at = id; *at != '\0'; at++) hash = (hash ^ (uint8_t)*at) * 0x100000001b3;
    return &hall->bucket[(hash ^ hash >> 32) & hall->bucket_mask];
}

static void enter(cn_place *place)
{
    cn_place **bucket = bucket_of(place->hall, place->id);
    place->next = *bucket;
    place->self = bucket;
    if (place->next != NULL) place->next->self = &place->next;
    *bucket = place;
}

static void wake(const cn_hall *hall)
{
    hall->options.wake(hall->options.user);
}

static void leave_row(cn_place *place)
{
    cn_hall *hall = place->hall;
    if (!place->idle) return;
    *(place->newer != NULL ? &place->newer->older : &hall->newest) = place->older;
    *(place->older != NULL ? &place->older->newer : &hall->oldest) = place->newer;
    place->newer = place->older = NULL;
    place->idle = false;
}

/* Puts the place into the row of idle ones, or takes it out: by whether anybody needs it. */
static void settle(cn_place *place)
{
    cn_hall *hall = place->hall;
    const bool idle = place->self != NULL && place->table != NULL && !place->unsure &&
                      !place->held && place->loading == NULL && place->proposal == NULL &&
                      place->waiting == NULL && place->listeners == NULL;
    leave_row(place);
    if (!idle) return;
    place->idle = true;
    place->older = hall->newest;
    *(hall->newest != NULL ? &hall->newest->newer : &hall->oldest) = place;
    hall->newest = place;
}

/* Who is served may say the next thing at once, for which this place would be put away. Returns
 * whether it was held before. */
static bool hold(cn_place *place)
{
    const bool before = place->held;
    place->held = true;
    leave_row(place);
    return before;
}

static void forget_open(cn_place *place)
{
    if (place->open_self == NULL) return;
    *place->open_self = place->open_next;
    if (place->open_next != NULL) place->open_next->open_self = place->open_self;
    place->open_self = NULL;
}

static void put_away(cn_place *place)
{
    cn_hall *hall = place->hall;
    leave_row(place);
    forget_open(place);
    cn_due_clear(&hall->dues, &place->due);
    if (place->self != NULL) {
        *place->self = place->next;
        if (place->next != NULL) place->next->self = place->self;
    }
    cn_program_table_free(place->programs, cn_clock_ms());
    cn_table_free(place->table);
    free(place);
    hall->state.tables--;
}

void cn_hall_drain(cn_hall *hall)
{
    hall->state.draining = true;
}

cn_hall_state cn_hall_look(const cn_hall *hall)
{
    return hall->state;
}

bool cn_hall_log_hangs(const cn_hall *hall)
{
    return cn_store_count(hall->store).busy_ms > CN_STORE_SLOW_MS;
}

void cn_hall_close(cn_hall *hall)
{
    hall->closed = true;
}

void cn_hall_free(cn_hall *hall)
{
    for (size_t i = 0; i <= hall->bucket_mask; i++)
        while (hall->bucket[i] != NULL) put_away(hall->bucket[i]);
    cn_dues_free(&hall->dues);
    free(hall->bucket);
    free(hall);
}

/* A place for one more table, if need be that of the table longest idle. NULL if all are needed. */
static cn_place *make_place(cn_hall *hall, const char *id)
{
    const unsigned most = hall->options.tables_max;
    if (hall->state.tables >= most && hall->oldest != NULL) put_away(hall->oldest);
    if (hall->state.tables >= most) return NULL;
    cn_place *place = calloc(1, sizeof *place);
    if (place == NULL) abort();
    place->hall = hall;
    place->clock_seat = CN_NO_SEAT;
    memcpy(place->id, id, CN_ID_CHARACTERS);
    hall->state.tables++;
    return place;
}

static bool is_free(const cn_place *place)
{
    return place->table != NULL && place->loading == NULL && place->proposal == NULL &&
           !place->unsure;
}

void cn_wait_cancel(cn_wait *wait)
{
    if (wait->self == NULL) return;
    *wait->self = wait->next;
    if (wait->next != NULL) wait->next->self = wait->self;
    wait->self = NULL;
}

static void enqueue(cn_place *place, cn_wait *wait)
{
    cn_wait **end = &place->waiting;
    while (*end != NULL) end = &(*end)->next;
    wait->next = NULL;
    wait->self = end;
    *end = wait;
}

static cn_wait *dequeue(cn_place *place)
{
    cn_wait *wait = place->waiting;
    if (wait != NULL) cn_wait_cancel(wait);
    return wait;
}

/* Nobody waits any more: the table cannot be judged by. */
static void send_off(cn_place *place, const char *code)
{
    for (cn_wait *wait; (wait = dequeue(place)) != NULL;) {
        wait->archived_at = place->archived_at;
        wait->ready(wait, NULL, code);
    }
}

/* Serves who waits, up to one that changes something. */
static void serve(cn_place *place)
{
    const bool held = hold(place);
    while (is_free(place)) {
        cn_wait *wait = dequeue(place);
        if (wait == NULL) break;
        wait->ready(wait, place, NULL);
    }
    if (place->unsure) send_off(place, "STORE");
    place->held = held;
    settle(place);
    cn_place_schedule(place);
}

static void run_loading(cn_job *job, cn_log *log)
{
    cn_loading *loading = (cn_loading *)job;
    loading->fresh = cn_table_load(log, loading->id, &loading->status, &loading->archived_at);
}

/* What a table that is not there is called in docs/protocol.md. */
static const char *code_of(cn_table_status status)
{
    switch (status) {
    case CN_TABLE_NONE: return "NO_TABLE";
    case CN_TABLE_DAMAGED: return "DAMAGED";
    case CN_TABLE_ARCHIVED: return "ARCHIVED";
    case CN_TABLE_THERE:
    case CN_TABLE_UNREADABLE: break;
    }
    return "STORE";
}

static void note_open(cn_place *place)
{
    cn_hall *hall = place->hall;
    if (place->open_self != NULL || !cn_table_is_open(place->table)) return;
    place->open_next = hall->open;
    place->open_self = &hall->open;
    if (place->open_next != NULL) place->open_next->open_self = &place->open_next;
    hall->open = place;
}

void cn_hall_each_open(cn_hall *hall, bool (*visit)(void *user, cn_place *place), void *user)
{
    for (cn_place *place = hall->open; place != NULL; place = place->open_next)
        if (cn_table_anybody(place->table) && !visit(user, place)) return;
}

static void set_table(cn_place *place, cn_table *table)
{
    const cn_hall_options *options = &place->hall->options;
    place->table = table;
    cn_table_set_keeping(table, options->keep_finished_days, options->keep_deserted_days);
    note_open(place);
    place->programs = cn_program_table_make(place->hall->options.programs, table, place);
}

static void take_first(cn_place *place, cn_table *fresh, cn_table_status status)
{
    if (fresh == NULL) {
        send_off(place, code_of(status));
        put_away(place);
        return;
    }
    cn_table_set_loaded(fresh, cn_clock_ms());
    set_table(place, fresh);
    serve(place);
}

static void set_paused(cn_place *place, bool paused)
{
    if (paused && !place->paused) place->hall->state.paused++;
    if (!paused && place->paused) place->hall->state.paused--;
    place->paused = paused;
}

/* Programs may have heard another story. */
static void take_again(cn_place *place, cn_table *fresh, cn_table_status status)
{
    set_paused(place, fresh == NULL && status != CN_TABLE_DAMAGED);
    if (fresh != NULL) {
        cn_table_keep_company(fresh, place->table);
        cn_program_table_free(place->programs, cn_clock_ms());
        cn_table_free(place->table);
        set_table(place, fresh);
        cn_table_set_quiet(fresh, cn_clock_ms());
        place->unsure = false;
        place->hall->options.tell_pause(place);
    }
    serve(place);
}

static void done_loading(cn_job *job)
{
    cn_loading *loading = (cn_loading *)job;
    cn_place *place = loading->place;
    cn_hall *hall = place->hall;
    place->loading = NULL;
    place->archived_at = loading->archived_at;
    if (place->table == NULL)
        take_first(place, loading->fresh, loading->status);
    else
        take_again(place, loading->fresh, loading->status);
    free(loading);
    wake(hall);
}

static void load(cn_place *place)
{
    cn_loading *loading = calloc(1, sizeof *loading);
    if (loading == NULL) abort();
    loading->job = (cn_job){.run = run_loading, .done = done_loading};
    loading->place = place;
    memcpy(loading->id, place->id, sizeof loading->id);
    place->loading = loading;
    cn_store_give(place->hall->store, &loading->job);
}

void cn_place_reload(cn_place *place)
{
    place->retry_ms = cn_clock_ms() + CN_STORE_RETRY_MS;
    load(place);
}

static void set_unsure(cn_place *place)
{
    set_paused(place, true);
    place->unsure = true;
    place->retry_ms = cn_clock_ms() + CN_STORE_RETRY_MS;
    place->hall->options.tell_pause(place);
    send_off(place, "STORE");
    settle(place);
    cn_place_schedule(place);
}

void cn_place_wait(cn_place *place, cn_wait *wait)
{
    if (place->unsure) {
        wait->ready(wait, NULL, "STORE");
        return;
    }
    const bool held = hold(place);
    if (is_free(place) && place->waiting == NULL)
        wait->ready(wait, place, NULL);
    else
        enqueue(place, wait);
    place->held = held;
    settle(place);
}

static cn_place *find_in_memory(cn_hall *hall, const char *id)
{
    cn_place *place = *bucket_of(hall, id);
    while (place != NULL && strcmp(place->id, id) != 0) place = place->next;
    return place;
}

bool cn_hall_set_aside(cn_hall *hall, const char *id)
{
    cn_place *place = find_in_memory(hall, id);
    if (place != NULL && place->idle) put_away(place);
    return place == NULL || find_in_memory(hall, id) == NULL;
}

void cn_hall_find(cn_hall *hall, const char *id, cn_wait *wait)
{
    const bool is_id = strlen(id) == CN_ID_CHARACTERS && strchr(id, ':') == NULL;
    cn_place *place = is_id ? find_in_memory(hall, id) : NULL;
    if (is_id && place == NULL && !hall->closed) {
        place = make_place(hall, id);
        if (place != NULL) {
            enter(place);
            load(place);
        }
    }
    if (place != NULL)
        cn_place_wait(place, wait);
    else
        wait->ready(wait, NULL, is_id ? "FULL" : "NO_TABLE");
}

static size_t text_bytes(const char *text)
{
    return text != NULL ? strlen(text) + 1 : 0;
}

static size_t secret_bytes(const cn_entry *entry)
{
    return entry->secret != NULL ? CN_SECRET_BYTES : 0;
}

static const uint8_t *copy_secret(char **at, const uint8_t *secret)
{
    void *copy = *at;
    if (secret == NULL) return NULL;
    memcpy(copy, secret, CN_SECRET_BYTES);
    *at += CN_SECRET_BYTES;
    return copy;
}

static const char *copy_text(char **at, const char *text)
{
    char *copy = *at;
    if (text == NULL) return NULL;
    *at = stpcpy(copy, text) + 1;
    return copy;
}

/* Copies what the entries point at behind the proposal. */
static cn_proposal *copy_entries(const cn_entry *entries, unsigned count)
{
    size_t size = 0;
    for (unsigned i = 0; i < count; i++)
        size += text_bytes(entries[i].body) + text_bytes(entries[i].inst) +
                text_bytes(entries[i].person) + text_bytes(entries[i].base) +
                secret_bytes(&entries[i]);
    cn_proposal *proposal = calloc(1, sizeof *proposal + size);
    if (proposal == NULL) abort();
    char *at = proposal->bytes;
    for (unsigned i = 0; i < count; i++) {
        cn_entry *entry = &proposal->entry[i];
        *entry = entries[i];
        entry->body = copy_text(&at, entries[i].body);
        entry->inst = copy_text(&at, entries[i].inst);
        entry->person = copy_text(&at, entries[i].person);
        entry->base = copy_text(&at, entries[i].base);
        entry->secret = copy_secret(&at, entries[i].secret);
    }
    return proposal;
}

/* Takes what has been committed, and has everybody hear of it. */
static void show(cn_place *place, cn_proposal *proposal, bool first)
{
    cn_changes changes = {0};
    const int64_t now_ms = cn_clock_ms();
    for (unsigned i = 0; i < proposal->append.batch.count; i++)
        proposal->entry[i].time = proposal->append.batch.time;
    cn_table_take(place->table, proposal->entry, proposal->append.batch.count, &changes);
    for (unsigned i = 0; i < changes.count; i++) {
        if (changes.change[i].has_events) cn_table_set_quiet(place->table, now_ms);
        if (changes.change[i].kind != CN_ENTRY_SEAT) continue;
        cn_table_set_away(place->table, changes.change[i].seat, now_ms);
        place->free_votes[changes.change[i].seat] = 0;
    }
    if (cn_table_acting(place->table) != place->clock_seat) place->clock_seat = CN_NO_SEAT;
    if (first) set_table(place, place->table);
    if (proposal->done != NULL) proposal->done(proposal->user, place, CN_SAVED, &changes);
    place->hall->options.tell(place, &changes);
    if (place->programs != NULL) cn_program_table_tick(place->programs, now_ms);
}

static void done_proposal(cn_job *job)
{
    cn_proposal *proposal = (cn_proposal *)job;
    cn_place *place = proposal->place;
    const cn_changes none = {0};
    const cn_saved saved = proposal->append.batch.saved;
    const bool opened = place->self != NULL;
    if (saved == CN_SAVED) {
        if (!opened) enter(place);
        place->hall->options.measures->tables += !opened;
        show(place, proposal, !opened);
    } else if (proposal->done != NULL) {
        proposal->done(proposal->user, place, saved, &none);
    }
    place->proposal = NULL; /* not before: nobody is served while this is told */
    free(proposal);
    if (saved != CN_SAVED && !opened) {
        put_away(place);
        return;
    }
    if (saved == CN_UNSURE) set_unsure(place);
    serve(place);
    wake(place->hall);
}

void cn_place_propose(cn_place *place, const cn_entry *entries, unsigned count, cn_proposed *done,
                      void *user)
{
    const cn_changes none = {0};
    assert(is_free(place));
    cn_sequel all = {0};
    if (place->hall->closed || !cn_table_try(place->table, entries, count, &all)) {
        cn_sequel_free(&all);
        if (done != NULL) done(user, place, CN_NOT_SAVED, &none);
        return;
    }
    cn_proposal *proposal = copy_entries(all.entry, all.count);
    cn_sequel_free(&all);
    proposal->append.job.done = done_proposal;
    proposal->append.batch =
        (cn_batch){.table = place->id, .entry = proposal->entry, .count = all.count};
    proposal->place = place;
    proposal->done = done;
    proposal->user = user;
    place->proposal = proposal;
    settle(place);
    cn_place_schedule(place); /* a bot whose turn it was waits, too */
    cn_store_give(place->hall->store, &proposal->append.job);
}

void cn_place_forget(cn_place *place, const void *user)
{
    if (place->proposal != NULL && place->proposal->user == user) place->proposal->done = NULL;
}

bool cn_hall_open(cn_hall *hall, const cn_entry *entries, unsigned count, cn_proposed *done,
                  void *user)
{
    char id[CN_ID_CHARACTERS + 1];
    cn_secret_id(id);
    cn_place *place = hall->state.draining ? NULL : make_place(hall, id);
    if (place == NULL) return false;
    place->table = cn_table_make(id);
    cn_table_set_loaded(place->table, cn_clock_ms());
    cn_place_propose(place, entries, count, done, user);
    if (place->proposal == NULL) put_away(place); /* it could not follow, and `done` has heard it */
    return true;
}

/* Where a connection of that seat is counted. */
static unsigned *count_of(cn_place *place, const cn_listener *listener)
{
    cn_hall_state *state = &place->hall->state;
    return listener->seat == CN_WATCHER ? &state->watching : &state->seated;
}

static void tell_presence(cn_place *place)
{
    const cn_changes none = {0};
    place->hall->options.tell(place, &none);
    if (place->programs != NULL) cn_program_table_tick(place->programs, cn_clock_ms());
    cn_place_schedule(place);
    wake(place->hall);
}

void cn_place_join(cn_place *place, cn_listener *listener)
{
    const bool was_present = cn_table_present(place->table, listener->seat);
    cn_table_arrive(place->table, listener->seat);
    ++*count_of(place, listener);
    if (listener->seat != CN_WATCHER) place->free_votes[listener->seat] = 0;
    listener->next = place->listeners;
    listener->self = &place->listeners;
    if (listener->next != NULL) listener->next->self = &listener->next;
    place->listeners = listener;
    settle(place);
    if (!was_present) tell_presence(place);
}

void cn_place_leave(cn_place *place, cn_listener *listener)
{
    if (listener->self == NULL) return;
    *listener->self = listener->next;
    if (listener->next != NULL) listener->next->self = listener->self;
    listener->self = NULL;
    --*count_of(place, listener);
    cn_table_depart(place->table, listener->seat, cn_clock_ms());
    settle(place);
    if (!cn_table_present(place->table, listener->seat)) tell_presence(place);
}

void cn_hall_rename(cn_hall *hall, const char *table, const char *person, const char *name)
{
    cn_place *place = find_in_memory(hall, table);
    const cn_changes none = {0};
    if (place == NULL || place->table == NULL) return;
    cn_table_set_name(place->table, person, name);
    hall->options.tell(place, &none);
}

void cn_hall_note_deserted(cn_hall *hall, const char *table, const char *maker, unsigned count)
{
    cn_place *place = find_in_memory(hall, table);
    if (place != NULL && place->table != NULL) cn_table_set_deserted(place->table, maker, count);
}
