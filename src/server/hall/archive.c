/* Going through all tables, slowly. Not here: as in the header.
 * Invariant: as in the header; one job is on its way at a time. What is given to the store is run
 * in order, so that a table that nobody has when it is told to move is opened by nobody before it
 * has. */
#include "server/hall/archive.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/hall/place.h"
#include "server/store/log_archive.h"

enum {
    LOOK_TABLES = 20,   /* looked at in one job */
    STEP_MS = 20,       /* between two steps of a table that moves */
    LOOK_MS = 1000,     /* between two looks */
    ROUND_MS = 3600000, /* between two rounds through all tables */
    AGAIN_MS = 60000,   /* after a failure */
    DAY_S = 86400
};

struct cn_archiving {
    cn_job job;
    cn_hall *hall;
    cn_store *store;
    bool busy;
    char after[CN_PERSON_CHARACTERS + 1]; /* how far the round has come */
    char table[CN_ID_CHARACTERS + 1];     /* that is to move; empty: none */
    bool is_long;                         /* it is still to be read whether it is ... */
    uint64_t end;                         /* ... up to here */
    bool ended;                           /* the round */
    cn_archive_step step;                 /* the last one's outcome */
    int64_t wait_ms;                      /* before the next job */
};

cn_archiving *cn_archiving_make(cn_hall *hall, cn_store *store)
{
    cn_archiving *a = calloc(1, sizeof *a);
    if (a == NULL) abort();
    a->hall = hall;
    a->store = store;
    return a;
}

void cn_archiving_free(cn_archiving *a)
{
    free(a);
}

/* By its last entry, before it is read whole. */
static bool may_be_due(const cn_archiving *a, const cn_log_end *end)
{
    const cn_hall_options *options = cn_hall_settings(a->hall);
    const uint32_t finished = options->keep_finished_days, deserted = options->keep_deserted_days;
    const uint32_t least =
        finished == 0 || (deserted != 0 && deserted < finished) ? deserted : finished;
    return least != 0 && end->time + (int64_t)least * DAY_S <= (int64_t)time(NULL);
}

/* Puts the table away. */
static bool is_over(const cn_archiving *a, cn_table *table)
{
    if (table == NULL) return false;
    cn_table_set_keeping(table, cn_hall_settings(a->hall)->keep_finished_days,
                         cn_hall_settings(a->hall)->keep_deserted_days);
    const int64_t until = cn_table_kept_until(table);
    cn_table_free(table);
    return until != 0 && until <= (int64_t)time(NULL);
}

/* True, too, of one that takes long to read: it may be. */
static bool is_due(cn_archiving *a, cn_log *log, const char *id)
{
    cn_log_end end;
    cn_table_status status;
    int64_t archived_at;
    if (strlen(id) != CN_ID_CHARACTERS || strchr(id, ':') != NULL) return false;
    if (!cn_log_read_end(log, id, &end)) return false;
    if (end.kind == CN_ENTRY_ARCHIVED) return end.seq > 1; /* something of it is still here */
    if (!may_be_due(a, &end)) return false;
    cn_table *table = cn_table_load_short(log, id, &status, &archived_at, &a->end);
    a->is_long = status == CN_TABLE_LONG;
    return a->is_long || is_over(a, table);
}

static void run_look(cn_job *job, cn_log *log)
{
    cn_archiving *a = (cn_archiving *)job;
    char name[CN_PERSON_CHARACTERS + 64];
    for (unsigned i = 0; i < LOOK_TABLES && a->table[0] == '\0' && !a->ended; i++) {
        a->ended = cn_log_next_table(log, a->after, name, sizeof name) != 1;
        if (a->ended) return;
        memcpy(a->after, name, strnlen(name, sizeof a->after - 1) + 1);
        a->after[sizeof a->after - 1] = '\0';
        if (is_due(a, log, name)) memcpy(a->table, name, sizeof a->table);
    }
}

static void done_look(cn_job *job)
{
    cn_archiving *a = (cn_archiving *)job;
    a->busy = false;
    a->wait_ms = a->table[0] != '\0' ? 0 : a->ended ? ROUND_MS : LOOK_MS;
    if (a->ended) a->after[0] = '\0';
    a->ended = false;
}

/* Beside the store, so that nobody waits for it. */
static void run_weigh(cn_job *job, cn_log *log)
{
    cn_archiving *a = (cn_archiving *)job;
    cn_table_status status;
    if (log == NULL || !is_over(a, cn_table_load_long(log, a->table, a->end, &status)))
        a->table[0] = '\0';
}

/* Who has opened it meanwhile may have played on. */
static void done_weigh(cn_job *job)
{
    cn_archiving *a = (cn_archiving *)job;
    a->busy = a->is_long = false;
    if (cn_hall_known(a->hall, a->table) != NULL) a->table[0] = '\0';
}

static void run_step(cn_job *job, cn_log *log)
{
    cn_archiving *a = (cn_archiving *)job;
    a->step = cn_log_archive_step(log, a->table);
}

static void done_step(cn_job *job)
{
    cn_archiving *a = (cn_archiving *)job;
    a->busy = false;
    a->wait_ms = a->step == CN_ARCHIVE_FAILED ? AGAIN_MS : STEP_MS;
    if (a->step != CN_ARCHIVE_MORE) a->table[0] = '\0';
}

int64_t cn_archiving_tick(cn_archiving *a)
{
    if (a->busy || !cn_store_idle(a->store)) return STEP_MS;
    if (a->wait_ms > 0) {
        const int64_t wait_ms = a->wait_ms;
        a->wait_ms = 0;
        return wait_ms;
    }
    if (a->table[0] != '\0' && !cn_hall_set_aside(a->hall, a->table)) a->table[0] = '\0';
    const bool moves = a->table[0] != '\0';
    if (moves && a->is_long) {
        a->job = (cn_job){.run = run_weigh, .done = done_weigh};
        a->busy = cn_hall_read(a->hall, &a->job);
        return STEP_MS;
    }
    a->job = (cn_job){.run = moves ? run_step : run_look, .done = moves ? done_step : done_look};
    a->busy = cn_hall_ask(a->hall, &a->job);
    return STEP_MS;
}
