/* Worlds, and what is given to their stores. Not here: as in the header.
 * Invariant: as in the header. */
#include "store_rig.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { UNANSWERED = 9 };

syncs *disk(void)
{
    static syncs all;
    return &all;
}

void sleep_us(long us)
{
    nanosleep(&(struct timespec){us / 1000000, us % 1000000 * 1000}, NULL);
}

int64_t now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* libsqlite3 finds this one first. */
int fdatasync(int fd)
{
    (void)fd;
    disk()->count++;
    if (disk()->slow_us > 0) sleep_us(disk()->slow_us);
    if (disk()->failing == 0) return 0;
    disk()->failing--;
    errno = EIO;
    return -1;
}

void open_store(world *w)
{
    char message[200] = "";
    w->store = cn_store_open(w->path, false, message, sizeof message);
    if (w->store == NULL) fail_msg("%s", message);
}

int make_world(void **state)
{
    world *w = calloc(1, sizeof *w);
    if (w == NULL) return 1;
    *state = w;
    snprintf(w->folder, sizeof w->folder, "/tmp/canasta-store-XXXXXX");
    if (mkdtemp(w->folder) == NULL) return 1;
    snprintf(w->path, sizeof w->path, "%s/data", w->folder);
    open_store(w);
    return 0;
}

int end_world(void **state)
{
    world *w = *state;
    disk()->failing = 0;
    disk()->slow_us = 0;
    cn_store_close(w->store);
    static const char *const endings[] = {"-wal", "-shm", "-seen", "-key"};
    for (unsigned i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        char beside[96];
        snprintf(beside, sizeof beside, "%s%s", w->path, endings[i]);
        unlink(beside);
    }
    unlink(w->path);
    rmdir(w->folder);
    free(w);
    return 0;
}

static void finished(cn_job *job)
{
    task *t = (task *)job;
    t->finished++;
    t->place = t->w->done++;
}

void give(world *w, task *t)
{
    t->w = w;
    t->append.job.done = finished;
    w->given++;
    cn_store_give(w->store, &t->append.job);
}

void finish_all(world *w)
{
    struct pollfd fd = {.fd = cn_store_descriptor(w->store), .events = POLLIN};
    while (w->done < w->given) {
        assert_int_equal(poll(&fd, 1, PATIENCE_MS), 1);
        cn_store_finish(w->store);
    }
}

task entries(unsigned table, uint64_t seq, unsigned count)
{
    task t = {.append.batch = {.count = count, .saved = (cn_saved)UNANSWERED}};
    snprintf(t.table, sizeof t.table, "table%u", table);
    for (unsigned i = 0; i < count; i++)
        t.entry[i] = (cn_entry){
            .seq = seq + i, .kind = CN_ENTRY_PLAY, .seat = CN_NO_SEAT, .body = "draw stock"};
    return t;
}

task keyed(task t, unsigned entry_i, const char *inst, uint32_t n)
{
    t.entry[entry_i].seat = 0;
    t.entry[entry_i].inst = inst;
    t.entry[entry_i].n = n;
    memset(&t.entry[entry_i].body_hash, 7, sizeof t.entry[entry_i].body_hash);
    return t;
}

void append(world *w, task *t)
{
    t->append.batch.table = t->table;
    t->append.batch.entry = t->entry;
    give(w, t);
}

static void pass_gate(cn_job *job, cn_log *log)
{
    (void)log;
    task *t = (task *)job;
    while (sem_wait(&t->gate) != 0) {
    }
}

void shut(world *w, task *gate)
{
    *gate = (task){.append.job.run = pass_gate};
    sem_init(&gate->gate, 0, 0);
    give(w, gate);
}

void append_together(world *w, task *t, unsigned count)
{
    task gate;
    shut(w, &gate);
    for (unsigned i = 0; i < count; i++) append(w, &t[i]);
    sem_post(&gate.gate);
    finish_all(w);
}

cn_saved append_alone(world *w, task t)
{
    append(w, &t);
    finish_all(w);
    return t.append.batch.saved;
}

void expect(world *w, task *t, const cn_saved *saved, unsigned count)
{
    const cn_store_counts before = cn_store_count(w->store);
    append_together(w, t, count);
    uint64_t entries = 0, failures = 0;
    for (unsigned i = 0; i < count; i++) {
        if (t[i].append.batch.saved != saved[i])
            fail_msg("append %u: %d", i, (int)t[i].append.batch.saved);
        if (saved[i] == CN_SAVED)
            entries += t[i].append.batch.count;
        else
            failures++;
    }
    const cn_store_counts after = cn_store_count(w->store);
    assert_int_equal(after.commits - before.commits, entries > 0);
    assert_int_equal(after.entries - before.entries, entries);
    assert_int_equal(after.failures - before.failures, failures);
}

bool count_entry(void *user, const cn_entry *entry)
{
    int64_t *count = user;
    return entry->seq == (uint64_t)++ * count && entry->kind == CN_ENTRY_PLAY &&
           strcmp(entry->body, "draw stock") == 0;
}

static void look_at_table(cn_job *job, cn_log *log)
{
    task *t = (task *)job;
    int64_t count = 0;
    t->count = cn_log_replay(log, t->table, count_entry, &count);
}

task look(unsigned table)
{
    task t = entries(table, 1, 0);
    t.append.job.run = look_at_table;
    return t;
}

int64_t seen(world *w, unsigned table)
{
    task t = look(table);
    give(w, &t);
    finish_all(w);
    return t.count;
}
