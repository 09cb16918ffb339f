/* The store's interface and the log's, in simulated time, failing as the seed says.
 * Not here: entries (disk.c). Invariant: as in server/store/store.h; an append is said to be saved
 * only when the disk has it. */
#include "store.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "../rig/stubs.h"
#include "client.h"
#include "disk.h"
#include "insts.h"

struct cn_log {
    disk *disk;
    bool dead;
};

typedef struct job_list {
    cn_job *first, *last;
} job_list;

struct cn_store {
    sim *s;
    cn_log log;
    uint64_t number;
    job_list to_run, running, to_finish;
    bool finish_comes, closing;
    cn_store_counts counts;
};

static cn_batch *batch_of(cn_job *job)
{
    return &((cn_append *)job)->batch;
}

static void add(job_list *list, cn_job *job)
{
    job->next = NULL;
    if (list->first == NULL)
        list->first = job;
    else
        list->last->next = job;
    list->last = job;
}

static cn_job *take(job_list *list)
{
    cn_job *job = list->first;
    if (job != NULL) list->first = job->next;
    return job;
}

static void note_failure(sim *s, bool lost, bool known)
{
    sim_met(s, lost    ? known ? SIM_SYNC_LOST : SIM_SYNC_LOST_LATE
               : known ? SIM_SYNC_KEPT
                       : SIM_SYNC_KEPT_LATE);
}

static bool is_full(const disk *d)
{
    const bool full = d->s->now_ms < d->full_until_ms;
    if (full) sim_met_spell(d->s, SIM_FULL, d->full_until_ms);
    return full;
}

/* One answer for all that share a transaction. */
static cn_saved write_batches(disk *d, cn_batch *const batches[], unsigned count)
{
    sim *s = d->s;
    if (!disk_ready(d)) return d->doubt ? CN_UNSURE : CN_NOT_SAVED;
    if (is_full(d)) return CN_NOT_SAVED;
    const bool lost = sim_chance(s, s->faults.sync_lost);
    const bool fails = lost || sim_chance(s, s->faults.sync_kept);
    const bool known = !fails || sim_chance(s, s->faults.found_out);
    if (fails) note_failure(s, lost, known);
    for (unsigned i = 0; i < count && !lost; i++) {
        if (known)
            disk_keep(d, batches[i]);
        else
            disk_cache(d, batches[i]);
    }
    if (known) return lost ? CN_NOT_SAVED : CN_SAVED;
    d->doubt = true;
    d->tried_ms = s->now_ms;
    return CN_UNSURE;
}

/* What a job appends by itself. */
void cn_log_append(cn_log *log, cn_batch *const batches[], unsigned count)
{
    for (unsigned i = 0; i < count; i++) disk_check_batch(log->disk, batches[i]);
    const cn_saved saved = log->dead ? CN_NOT_SAVED : write_batches(log->disk, batches, count);
    for (unsigned i = 0; i < count; i++) batches[i]->saved = saved;
}

static cn_saved write_group(cn_store *store)
{
    cn_batch *batches[CN_COMMIT_ENTRIES_MAX];
    unsigned count = 0;
    for (cn_job *job = store->running.first; job != NULL; job = job->next)
        batches[count++] = batch_of(job);
    return write_batches(store->log.disk, batches, count);
}

static void append_group(cn_store *store)
{
    static const char *const words[] = {"saved", "not saved", "unsure"};
    for (cn_job *job = store->running.first; job != NULL; job = job->next)
        disk_check_batch(store->log.disk, batch_of(job));
    const cn_saved saved = store->log.dead ? CN_NOT_SAVED : write_group(store);
    for (cn_job *job = store->running.first; job != NULL; job = job->next) {
        const cn_batch *batch = batch_of(job);
        batch_of(job)->saved = saved;
        store->s->counts->appends++;
        if (saved != CN_SAVED) store->s->counts->failed++;
        if (saved == CN_NOT_SAVED) insts_note_unsaved(store->s, &batch->entry[0]);
        sim_say(store->s, "store: %s entry %llu %s %.60s: %s", batch->table,
                (unsigned long long)batch->entry[0].seq, cn_entry_kind_name(batch->entry[0].kind),
                batch->entry[0].body, words[saved]);
    }
}

static void finish_now(sim *s, void *who, uint64_t number)
{
    (void)who;
    cn_store *store = s->store;
    if (store != NULL && store->number == number) cn_store_finish(store);
}

/* What was run is to be finished. */
static void hand_over(cn_store *store)
{
    for (cn_job *job; (job = take(&store->running)) != NULL;) add(&store->to_finish, job);
    if (store->finish_comes || store->closing) return;
    store->finish_comes = true;
    sim_at(store->s, sim_below(store->s, 2), finish_now, NULL, store->number);
}

static void run_group(cn_store *store)
{
    cn_job *job = store->running.first;
    if (job->run == NULL)
        append_group(store);
    else
        job->run(job, &store->log);
}

static void start(cn_store *store);

static void run_now(sim *s, void *who, uint64_t number)
{
    (void)who;
    cn_store *store = s->store;
    if (store == NULL || store->number != number) return;
    if (store->running.first->run == NULL && sim_chance(s, s->faults.die)) {
        server_crash(s);
        return;
    }
    run_group(store);
    hand_over(store);
    start(store);
}

/* Takes the jobs at the head that are run together. */
static void take_group(cn_store *store)
{
    unsigned entries = 0;
    do {
        cn_job *job = take(&store->to_run);
        add(&store->running, job);
        if (job->run != NULL) return;
        entries += batch_of(job)->count;
    } while (store->to_run.first != NULL && store->to_run.first->run == NULL &&
             entries + batch_of(store->to_run.first)->count <= CN_COMMIT_ENTRIES_MAX);
}

/* Begins with what waits. */
static void start(cn_store *store)
{
    sim *s = store->s;
    if (store->running.first != NULL || store->to_run.first == NULL) return;
    take_group(store);
    const int64_t slow_until_ms = store->log.disk->slow_until_ms;
    const bool slow = s->now_ms < slow_until_ms;
    if (slow) sim_met_spell(s, SIM_SLOW, slow_until_ms);
    sim_at(s, slow ? sim_between(s, 20, 900) : sim_below(s, 4), run_now, NULL, store->number);
}

void cn_store_give(cn_store *store, cn_job *job)
{
    assert(job->done != NULL && (job->run != NULL || batch_of(job)->count > 0));
    if (store->closing) sim_fail(store->s, "a job is given to a store that closes");
    add(&store->to_run, job);
    start(store);
}

/* From now on its owner knows. */
static void note_unsure(cn_store *store, cn_job *job)
{
    if (job->run != NULL || batch_of(job)->saved != CN_UNSURE) return;
    disk_table *t = disk_find(store->log.disk, batch_of(job)->table);
    if (t != NULL) t->unsure = true;
}

void cn_store_finish(cn_store *store)
{
    store->finish_comes = false;
    job_list list = store->to_finish;
    store->to_finish = (job_list){NULL, NULL};
    for (cn_job *job; (job = take(&list)) != NULL;) {
        note_unsure(store, job);
        job->done(job);
    }
}

cn_store *cn_store_open(const char *path, bool accept_loss, char *message, size_t message_size)
{
    (void)accept_loss;
    (void)path;
    (void)message;
    (void)message_size;
    sim *s = sim_now;
    cn_store *store = calloc(1, sizeof *store);
    if (store == NULL) abort();
    store->s = s;
    store->log.disk = s->disk;
    store->number = ++s->stores;
    s->store = store;
    return store;
}

/* What was being written when the process ended. */
static void settle_by_chance(cn_store *store)
{
    sim *s = store->s;
    disk *d = store->log.disk;
    const cn_job *at_work = store->running.first;
    if (at_work != NULL && at_work->run == NULL && !d->doubt && s->now_ms >= d->full_until_ms) {
        const bool kept = sim_chance(s, 500);
        sim_met(s, kept ? SIM_CRASH_KEPT : SIM_CRASH_LOST);
        for (cn_job *job = store->running.first; kept && job != NULL; job = job->next)
            disk_keep(d, batch_of(job));
    }
    disk_settle(d, sim_chance(s, 500));
    d->doubt = false;
}

void store_die(cn_store *store)
{
    for (cn_job *job = store->running.first; job != NULL; job = job->next)
        if (job->run == NULL) disk_check_batch(store->log.disk, batch_of(job));
    settle_by_chance(store);
    store->log.dead = true;
}

bool cn_store_close(cn_store *store)
{
    bool saved = true;
    store->closing = true;
    while (store->running.first != NULL || store->to_run.first != NULL) {
        if (store->running.first == NULL) take_group(store);
        if (!store->log.dead) run_group(store);
        for (cn_job *job = store->running.first; job != NULL && store->log.dead; job = job->next)
            if (job->run == NULL)
                batch_of(job)->saved = CN_NOT_SAVED;
            else
                job->run(job, &store->log);
        hand_over(store);
    }
    cn_store_finish(store);
    if (!store->log.dead) {
        saved = !store->log.disk->doubt;
        settle_by_chance(store);
    }
    store->s->store = NULL;
    free(store);
    return saved;
}

int cn_store_descriptor(const cn_store *store)
{
    (void)store;
    return -1;
}

cn_store_counts cn_store_count(cn_store *store)
{
    return store->counts;
}

static bool ready(const cn_log *log)
{
    return !log->dead && disk_ready(log->disk);
}

bool cn_log_well(cn_log *log)
{
    return ready(log) && log->disk->s->now_ms >= log->disk->full_until_ms;
}

int64_t replay_from(cn_log *log, const char *table, uint64_t near, cn_entry_visit *each, void *user)
{
    if (!ready(log)) return CN_REPLAY_UNREADABLE;
    disk_table *t = disk_find(log->disk, table);
    unsigned first = 0, visited = 0;
    if (t != NULL) t->unsure = false;
    for (unsigned i = 0; t != NULL && i < t->count; i++)
        if (t->entry[i].base != NULL && t->entry[i].seq <= near) first = i;
    for (unsigned i = first; t != NULL && i < t->count; i++) {
        const cn_entry entry = {.seq = t->entry[i].seq,
                                .kind = t->entry[i].kind,
                                .seat = t->entry[i].seat,
                                .base = i == first ? t->entry[i].base : NULL,
                                .secret = t->entry[i].secret,
                                .body = t->entry[i].body};
        if (!each(user, &entry)) return CN_REPLAY_REFUSED;
        visited++;
    }
    return visited;
}

int64_t cn_log_replay_near(cn_log *log, const char *table, uint64_t seq, unsigned most,
                           cn_entry_visit *each, void *user)
{
    const disk_table *t = disk_find(log->disk, table);
    if (ready(log) && (t == NULL || seq > t->count || t->count - seq > most)) return CN_REPLAY_FAR;
    return replay_from(log, table, seq, each, user);
}

cn_key_state cn_log_key(cn_log *log, const char *table, unsigned seat, const char *inst, uint32_t n,
                        uint64_t *seq, cn_digest *hash)
{
    if (!ready(log)) return CN_KEY_FAILED;
    const disk_table *t = disk_find(log->disk, table);
    const cn_entry *entry = disk_find_key(t, seat, inst, n);
    if (entry == NULL) return n < disk_last_n(t, seat, inst) ? CN_KEY_OLD : CN_KEY_NEW;
    *seq = entry->seq;
    *hash = entry->body_hash;
    return CN_KEY_USED;
}

bool cn_log_last_n(cn_log *log, const char *table, unsigned seat, const char *inst,
                   uint32_t *last_n)
{
    if (!ready(log)) return false;
    *last_n = disk_last_n(disk_find(log->disk, table), seat, inst);
    return true;
}
