/* Tables are read from the log: when somebody asks for one, and again when it is unsure.
 * Not here: how a log becomes a table (server/table/table.h), when an unsure one is due (bots.c).
 * Invariant: a place has a table from its first reading on, and is read by one job at a time. */
#include <stdlib.h>
#include <string.h>

#include "server/base/clock.h"
#include "server/hall/place.h"
#include "server/store/log_archive.h"

struct cn_loading {
    cn_job job;
    cn_place *place;
    cn_table *fresh;
    cn_table_status status;
    int64_t archived_at;
    uint64_t end; /* of a long table */
    char id[CN_ID_CHARACTERS + 1];
};

static void run_loading(cn_job *job, cn_log *log)
{
    cn_loading *loading = (cn_loading *)job;
    loading->fresh = cn_table_load_short(log, loading->id, &loading->status, &loading->archived_at,
                                         &loading->end);
}

/* What a table that is not there is called in docs/protocol.md. */
static const char *code_of(cn_table_status status)
{
    switch (status) {
    case CN_TABLE_NONE: return "NO_TABLE";
    case CN_TABLE_DAMAGED: return "DAMAGED";
    case CN_TABLE_ARCHIVED: return "ARCHIVED";
    case CN_TABLE_THERE:
    case CN_TABLE_LONG:
    case CN_TABLE_UNREADABLE: break;
    }
    return "STORE";
}

void cn_place_set_table(cn_place *place, cn_table *table)
{
    const cn_hall_options *options = cn_hall_settings(place->hall);
    place->table = table;
    cn_table_set_keeping(table, options->keep_finished_days, options->keep_deserted_days);
    place->programs = cn_program_table_make(options->programs, table, place);
}

static void set_paused(cn_place *place, bool paused)
{
    if (paused && !place->paused) cn_hall_counts(place->hall)->paused++;
    if (!paused && place->paused) cn_hall_counts(place->hall)->paused--;
    place->paused = paused;
}

static void take_first(cn_place *place, cn_table *fresh, cn_table_status status)
{
    if (fresh == NULL) {
        cn_place_send_off(place, code_of(status));
        cn_place_put_away(place);
        return;
    }
    cn_table_set_loaded(fresh, cn_clock_ms());
    cn_place_set_table(place, fresh);
    cn_place_serve(place);
}

/* Programs may have heard another story. */
static void take_again(cn_place *place, cn_table *fresh, cn_table_status status)
{
    set_paused(place, fresh == NULL && status != CN_TABLE_DAMAGED);
    if (fresh != NULL) {
        cn_table_keep_company(fresh, place->table);
        cn_program_table_free(place->programs, cn_clock_ms());
        cn_table_free(place->table);
        cn_place_set_table(place, fresh);
        cn_table_set_quiet(fresh, cn_clock_ms());
        place->unsure = false;
        cn_hall_settings(place->hall)->tell_pause(place);
    }
    cn_place_serve(place);
}

static void give_up(cn_loading *loading)
{
    cn_table_free(loading->fresh);
    loading->fresh = NULL;
    loading->status = CN_TABLE_UNREADABLE;
}

static void finish(cn_loading *loading)
{
    cn_place *place = loading->place;
    cn_hall *hall = place->hall;
    place->loading = NULL;
    place->archived_at = loading->archived_at;
    if (place->table == NULL)
        take_first(place, loading->fresh, loading->status);
    else
        take_again(place, loading->fresh, loading->status);
    free(loading);
    cn_hall_wake(hall);
}

/* What was read beside the store is believed where nothing has come behind it. */
static void run_people(cn_job *job, cn_log *log)
{
    cn_loading *loading = (cn_loading *)job;
    cn_log_end end;
    const bool same = cn_log_read_end(log, loading->id, &end) && end.seq == loading->end;
    if (same)
        cn_table_read_people(loading->fresh, log);
    else
        give_up(loading);
}

static void done_people(cn_job *job)
{
    finish((cn_loading *)job);
}

static void run_long(cn_job *job, cn_log *log)
{
    cn_loading *loading = (cn_loading *)job;
    loading->status = CN_TABLE_UNREADABLE;
    if (log != NULL)
        loading->fresh = cn_table_load_long(log, loading->id, loading->end, &loading->status);
}

static void done_long(cn_job *job)
{
    cn_loading *loading = (cn_loading *)job;
    loading->job = (cn_job){.run = run_people, .done = done_people};
    if (loading->fresh != NULL && cn_hall_ask(loading->place->hall, job)) return;
    if (loading->fresh != NULL) give_up(loading);
    finish(loading);
}

/* Nobody else waits for a table that takes long: meanwhile nothing can come behind it. */
static void done_loading(cn_job *job)
{
    cn_loading *loading = (cn_loading *)job;
    const bool is_long = loading->status == CN_TABLE_LONG;
    if (is_long) loading->job = (cn_job){.run = run_long, .done = done_long};
    if (!is_long || !cn_hall_read(loading->place->hall, job)) finish(loading);
}

static void load(cn_place *place)
{
    cn_loading *loading = calloc(1, sizeof *loading);
    if (loading == NULL) abort();
    loading->job = (cn_job){.run = run_loading, .done = done_loading};
    loading->place = place;
    memcpy(loading->id, place->id, sizeof loading->id);
    place->loading = loading;
    cn_store_give(cn_hall_store(place->hall), &loading->job);
}

void cn_place_reload(cn_place *place)
{
    place->retry_ms = cn_clock_ms() + CN_STORE_RETRY_MS;
    load(place);
}

void cn_place_set_unsure(cn_place *place)
{
    set_paused(place, true);
    place->unsure = true;
    place->pause_votes = 0; /* who sits where is not known any more */
    memset(place->free_votes, 0, sizeof place->free_votes);
    place->retry_ms = cn_clock_ms() + CN_STORE_RETRY_MS;
    cn_hall_settings(place->hall)->tell_pause(place);
    cn_place_send_off(place, "STORE");
    cn_place_settle(place);
    cn_place_schedule(place);
}

void cn_hall_find(cn_hall *hall, const char *id, cn_wait *wait)
{
    const bool is_id = strlen(id) == CN_ID_CHARACTERS && strchr(id, ':') == NULL;
    cn_place *place = is_id ? cn_hall_known(hall, id) : NULL;
    if (is_id && place == NULL && !cn_hall_is_closed(hall)) {
        place = cn_place_make(hall, id);
        if (place != NULL) {
            cn_place_enter(place);
            load(place);
        }
    }
    if (place != NULL)
        cn_place_wait(place, wait);
    else
        wait->ready(wait, NULL, is_id ? "FULL" : "NO_TABLE");
}
