/* Claims about the store: order, shared transactions, all or nothing, and disks that fail.
 * Not here: what the server makes of an answer (test_faults.py). Invariant: the disk is this
 * program's own: SQLite's syncs end in `fdatasync` below, which counts, takes its time, or fails.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <sqlite3.h>

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "server/base/bounds.h"
#include "server/store/store.h"

enum { TABLES = 1000, EVER = 1000000000, PATIENCE_MS = 20000 };

typedef struct syncs {
    atomic_int count;
    atomic_int failing; /* so many of the next syncs fail */
    atomic_int slow_us;
} syncs;

static syncs *disk(void)
{
    static syncs all;
    return &all;
}

static void sleep_us(long us)
{
    nanosleep(&(struct timespec){us / 1000000, us % 1000000 * 1000}, NULL);
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

/* A data file in a folder of its own, and what was given to its store. */
typedef struct world {
    char folder[64], path[80];
    cn_store *store;
    unsigned given, done;
} world;

static void open_store(world *w)
{
    char message[200] = "";
    w->store = cn_store_open(w->path, false, message, sizeof message);
    if (w->store == NULL) fail_msg("%s", message);
}

static int make_world(void **state)
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

static int end_world(void **state)
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

/* An append of one or two entries, or something else to do. */
typedef struct task {
    cn_append append; /* the first, so that a job is a task */
    world *w;
    cn_entry entry[2];
    char table[16];
    unsigned finished, place; /* how often, and as which one */
    sem_t gate;
    int64_t count; /* of entries seen */
    bool told;
} task;

enum { UNANSWERED = 9 };

static void finished(cn_job *job)
{
    task *t = (task *)job;
    t->finished++;
    t->place = t->w->done++;
}

static void give(world *w, task *t)
{
    t->w = w;
    t->append.job.done = finished;
    w->given++;
    cn_store_give(w->store, &t->append.job);
}

static void finish_all(world *w)
{
    struct pollfd fd = {.fd = cn_store_descriptor(w->store), .events = POLLIN};
    while (w->done < w->given) {
        assert_int_equal(poll(&fd, 1, PATIENCE_MS), 1);
        cn_store_finish(w->store);
    }
}

/* `count` entries of a table, from `seq` on. */
static task entries(unsigned table, uint64_t seq, unsigned count)
{
    task t = {.append.batch = {.count = count, .saved = (cn_saved)UNANSWERED}};
    snprintf(t.table, sizeof t.table, "table%u", table);
    for (unsigned i = 0; i < count; i++)
        t.entry[i] = (cn_entry){
            .seq = seq + i, .kind = CN_ENTRY_PLAY, .seat = CN_NO_SEAT, .body = "draw stock"};
    return t;
}

/* The same for a command: one of its entries has a key. */
static task keyed(task t, unsigned entry_i, const char *inst, uint32_t n)
{
    t.entry[entry_i].seat = 0;
    t.entry[entry_i].inst = inst;
    t.entry[entry_i].n = n;
    memset(&t.entry[entry_i].body_hash, 7, sizeof t.entry[entry_i].body_hash);
    return t;
}

static void append(world *w, task *t)
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

/* Nothing behind a gate is run before it is opened. */
static void shut(world *w, task *gate)
{
    *gate = (task){.append.job.run = pass_gate};
    sem_init(&gate->gate, 0, 0);
    give(w, gate);
}

static void append_together(world *w, task *t, unsigned count)
{
    task gate;
    shut(w, &gate);
    for (unsigned i = 0; i < count; i++) append(w, &t[i]);
    sem_post(&gate.gate);
    finish_all(w);
}

static cn_saved append_alone(world *w, task t)
{
    append(w, &t);
    finish_all(w);
    return t.append.batch.saved;
}

static bool count_entry(void *user, const cn_entry *entry)
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

static task look(unsigned table)
{
    task t = entries(table, 1, 0);
    t.append.job.run = look_at_table;
    return t;
}

/* How many entries the log shows of a table. */
static int64_t seen(world *w, unsigned table)
{
    task t = look(table);
    give(w, &t);
    finish_all(w);
    return t.count;
}

static int64_t now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static void jobs_run_and_are_finished_in_the_order_in_which_they_were_given(void **state)
{
    world *w = *state;
    enum { JOBS = 300 };
    static task t[JOBS];
    for (unsigned i = 0; i < JOBS; i++) {
        if (i % 5 == 4) {
            t[i] = look(0);
            give(w, &t[i]);
        } else {
            t[i] = entries(0, i - i / 5 + 1, 1);
            append(w, &t[i]);
        }
    }
    finish_all(w);
    for (unsigned i = 0; i < JOBS; i++) {
        assert_int_equal(t[i].finished, 1);
        assert_int_equal(t[i].place, i);
        if (i % 5 == 4)
            assert_int_equal(t[i].count, i - i / 5);
        else
            assert_int_equal(t[i].append.batch.saved, CN_SAVED);
    }
}

static void the_descriptor_is_readable_while_jobs_wait_to_be_finished(void **state)
{
    world *w = *state;
    struct pollfd fd = {.fd = cn_store_descriptor(w->store), .events = POLLIN};
    for (unsigned i = 0; i < 5; i++) {
        assert_int_equal(poll(&fd, 1, 0), 0);
        task t[2] = {look(0), look(1)};
        give(w, &t[0]);
        give(w, &t[1]);
        assert_int_equal(poll(&fd, 1, PATIENCE_MS), 1);
        assert_int_equal(poll(&fd, 1, 0), 1);
        finish_all(w);
    }
    assert_int_equal(poll(&fd, 1, 0), 0);
}

static void give_next(cn_job *job)
{
    task *t = (task *)job;
    t->w->done++;
    if (t->append.batch.saved != CN_SAVED || t->entry[0].seq > 50) return;
    t->entry[0].seq++;
    t->w->given++;
    cn_store_give(t->w->store, job);
}

static void what_is_finished_may_give_more(void **state)
{
    world *w = *state;
    task gate, t[2] = {entries(0, 1, 1), entries(1, 1, 1)};
    shut(w, &gate);
    for (unsigned i = 0; i < 2; i++) {
        append(w, &t[i]);
        t[i].append.job.done = give_next;
    }
    sem_post(&gate.gate);
    finish_all(w);
    assert_int_equal(seen(w, 0), 51);
    assert_int_equal(seen(w, 1), 51);
}

static void appends_that_wait_together_share_transactions(void **state)
{
    world *w = *state;
    static task t[TABLES];
    for (unsigned i = 0; i < TABLES; i++) t[i] = entries(i, 1, 1);
    const int before = disk()->count;
    append_together(w, t, TABLES);
    for (unsigned i = 0; i < TABLES; i++) assert_int_equal(t[i].append.batch.saved, CN_SAVED);
    const cn_store_counts counts = cn_store_count(w->store);
    assert_int_equal(counts.entries, TABLES);
    assert_int_equal(counts.commits, (TABLES + 63) / 64);
    assert_int_equal(counts.failures, 0);
    /* One for each, and those of the log's beginning and of what is folded into the main file. */
    assert_in_range(disk()->count - before, counts.commits, counts.commits + 4);
}

static void appends_given_at_once_take_far_fewer_transactions(void **state)
{
    world *w = *state;
    static task t[TABLES];
    for (unsigned i = 0; i < TABLES; i++) t[i] = entries(i, 1, 1);
    disk()->slow_us = 1000;
    for (unsigned i = 0; i < TABLES; i++) append(w, &t[i]);
    finish_all(w);
    const cn_store_counts counts = cn_store_count(w->store);
    assert_int_equal(counts.entries, TABLES);
    assert_in_range(counts.commits, TABLES / 64, TABLES / 8);
}

/* How long an append takes until it is finished. */
static int64_t append_us(world *w, uint64_t seq)
{
    task t = entries(0, seq, 1);
    const int64_t start = now_us();
    append(w, &t);
    finish_all(w);
    return now_us() - start;
}

/* A transaction of two: there is load. */
static void load(world *w, uint64_t seq)
{
    task t[2] = {entries(1, seq, 1), entries(2, seq, 1)};
    append_together(w, t, 2);
}

enum { WAIT_US = 1000 * CN_COMMIT_WAIT_MS, TRIES = 20 };

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* The shortest of some tries counts, because others use the machine, too. */
static void without_load_an_append_is_saved_at_once(void **state)
{
    world *w = *state;
    int64_t shortest = INT64_MAX;
    for (unsigned i = 1; i <= TRIES; i++) shortest = least(shortest, append_us(w, i));
    assert_in_range(shortest, 0, WAIT_US - 1);
}

static void under_load_an_append_waits_for_others(void **state)
{
    world *w = *state;
    for (unsigned i = 1; i <= TRIES; i++) {
        load(w, i);
        assert_true(append_us(w, i) >= WAIT_US);
    }
}

static void under_load_another_job_ends_the_wait(void **state)
{
    world *w = *state;
    int64_t shortest = INT64_MAX;
    for (unsigned i = 1; i <= TRIES; i++) {
        load(w, i);
        task t = entries(0, i, 1), other = look(0);
        const int64_t start = now_us();
        append(w, &t);
        sleep_us(WAIT_US / 8); /* the thread waits by now */
        give(w, &other);
        finish_all(w);
        shortest = least(shortest, now_us() - start);
        assert_int_equal(other.count, i);
    }
    assert_in_range(shortest, 0, WAIT_US - 1);
}

/* How long one append takes that leaves no room for others. */
static int64_t full_us(world *w, uint64_t seq)
{
    cn_entry entry[CN_COMMIT_ENTRIES_MAX];
    task t = entries(0, seq, 1);
    for (unsigned i = 0; i < CN_COMMIT_ENTRIES_MAX; i++) {
        entry[i] = t.entry[0];
        entry[i].seq = seq + i;
    }
    t.append.batch = (cn_batch){.table = t.table, .entry = entry, .count = CN_COMMIT_ENTRIES_MAX};
    const int64_t start = now_us();
    give(w, &t);
    finish_all(w);
    return now_us() - start;
}

static void under_load_a_full_transaction_ends_the_wait(void **state)
{
    world *w = *state;
    int64_t shortest = INT64_MAX, loaded = INT64_MAX;
    for (unsigned i = 0; i < TRIES; i++) {
        shortest = least(shortest, full_us(w, 2 * i * CN_COMMIT_ENTRIES_MAX + 1));
        load(w, i + 1);
        loaded = least(loaded, full_us(w, (2 * i + 1) * CN_COMMIT_ENTRIES_MAX + 1));
    }
    assert_int_equal(seen(w, 0), 2 * TRIES * CN_COMMIT_ENTRIES_MAX);
    assert_true(loaded < shortest + WAIT_US / 2);
}

static void under_load_what_comes_a_little_later_shares_the_transaction(void **state)
{
    world *w = *state;
    bool shared = false;
    for (unsigned i = 1; i <= TRIES && !shared; i++) {
        load(w, i);
        const uint64_t commits = cn_store_count(w->store).commits;
        task t[2] = {entries(3, i, 1), entries(4, i, 1)};
        append(w, &t[0]);
        sleep_us(WAIT_US / 8);
        append(w, &t[1]);
        finish_all(w);
        shared = cn_store_count(w->store).commits == commits + 1;
    }
    assert_true(shared);
}

/* Appends together; all must be answered as expected, in one transaction. */
static void expect(world *w, task *t, const cn_saved *saved, unsigned count)
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

static void
a_batch_that_does_not_follow_its_table_is_unsure_and_its_neighbours_are_saved(void **state)
{
    world *w = *state;
    task t[] = {entries(0, 1, 1), entries(1, 2, 1), entries(2, 1, 2), entries(0, 1, 1),
                entries(0, 2, 1), entries(0, 4, 2), entries(3, 1, 1)};
    expect(w, t,
           (cn_saved[]){CN_SAVED, CN_UNSURE, CN_SAVED, CN_UNSURE, CN_SAVED, CN_UNSURE, CN_SAVED},
           7);
    assert_int_equal(seen(w, 0), 2);
    assert_int_equal(seen(w, 1), 0);
    assert_int_equal(seen(w, 2), 2);
    assert_int_equal(seen(w, 3), 1);
}

static void a_taken_key_makes_its_batch_unsure_and_nothing_of_it_is_kept(void **state)
{
    world *w = *state;
    assert_int_equal(append_alone(w, keyed(entries(0, 1, 1), 0, "12345678", 5)), CN_SAVED);
    task t[] = {entries(1, 1, 1),
                keyed(entries(0, 2, 1), 0, "12345678", 5),
                keyed(entries(0, 2, 2), 1, "12345678", 5),
                keyed(entries(0, 2, 2), 1, "12345678", 6),
                keyed(entries(0, 4, 1), 0, "12345678", 6),
                keyed(entries(1, 2, 1), 0, "12345678", 5),
                keyed(entries(0, 4, 1), 0, "87654321", 6)};
    expect(w, t,
           (cn_saved[]){CN_SAVED, CN_UNSURE, CN_UNSURE, CN_SAVED, CN_UNSURE, CN_SAVED, CN_SAVED},
           7);
    assert_int_equal(seen(w, 0), 4);
    assert_int_equal(seen(w, 1), 2);
}

/* Changes the data file behind the store's back. */
static void change_file(world *w, const char *change)
{
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(w->path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, change, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static void an_append_to_a_table_whose_head_is_damaged_is_unsure(void **state)
{
    static const char *const changes[] = {
        "UPDATE head SET chain = zeroblob(32) WHERE table_id = 'table1'",
        "UPDATE head SET seq = 1 WHERE table_id = 'table1'",
        "UPDATE head SET seq = 3 WHERE table_id = 'table1'",
        "DELETE FROM head WHERE table_id = 'table1'",
        "UPDATE log SET chain = zeroblob(32) WHERE table_id = 'table1' AND seq = 2",
        "DELETE FROM log WHERE table_id = 'table1' AND seq = 2",
    };
    world *w = *state;
    enum { CHANGES = sizeof changes / sizeof changes[0] };
    for (unsigned i = 0; i < CHANGES; i++) {
        task first[] = {entries(1, 1, 2), entries(2, 3 * i + 1, 2)};
        expect(w, first, (cn_saved[]){CN_SAVED, CN_SAVED}, 2);
        change_file(w, changes[i]);
        task t[] = {entries(1, 3, 1), entries(2, 3 * i + 3, 1)};
        expect(w, t, (cn_saved[]){CN_UNSURE, CN_SAVED}, 2);
        assert_int_equal(seen(w, 1), CN_REPLAY_DAMAGED);
        assert_int_equal(seen(w, 2), 3 * i + 3);
        change_file(w, "DELETE FROM log WHERE table_id = 'table1';"
                       "DELETE FROM head WHERE table_id = 'table1'");
        assert_int_equal(seen(w, 1), 0);
    }
}

static bool check_all(void *user, const cn_entry *entry)
{
    task *t = user;
    const cn_entry *was = &t->entry[t->told];
    assert_int_equal(entry->seq, was->seq);
    assert_int_equal(entry->seat, was->seat);
    assert_string_equal(entry->body, was->body);
    if (was->person != NULL) assert_string_equal(entry->person, was->person);
    if (was->base != NULL) assert_string_equal(entry->base, was->base);
    assert_int_equal(entry->person == NULL, was->person == NULL);
    assert_int_equal(entry->base == NULL, was->base == NULL);
    assert_in_range(entry->time, time(NULL) - 100, time(NULL));
    t->told = !t->told;
    return true;
}

static void look_at_both(cn_job *job, cn_log *log)
{
    task *t = (task *)job;
    assert_int_equal(cn_log_replay_whole(log, t->table, check_all, t), 2);
    t->told = true;
    t->count = cn_log_replay(log, t->table, check_all, t);
}

static void what_is_read_is_what_was_saved_from_the_last_base_on(void **state)
{
    world *w = *state;
    task t = keyed(entries(1, 1, 2), 0, "12345678", 1);
    t.entry[0].person = "";
    t.entry[1].person = "anna";
    t.entry[1].base = "{}";
    assert_int_equal(append_alone(w, t), CN_SAVED);
    task both = keyed(t, 0, "12345678", 1);
    both.append.job.run = look_at_both;
    give(w, &both);
    finish_all(w);
    assert_int_equal(both.count, 1);
    assert_int_equal(append_alone(w, entries(1, 3, 2)), CN_SAVED);
}

static void what_is_only_refused_does_not_reach_the_disk(void **state)
{
    world *w = *state;
    task first[] = {entries(0, 1, 1), keyed(entries(1, 1, 1), 0, "12345678", 1)};
    expect(w, first, (cn_saved[]){CN_SAVED, CN_SAVED}, 2);
    const int before = disk()->count;
    task t[] = {entries(0, 3, 1), keyed(entries(1, 2, 2), 1, "12345678", 1)};
    expect(w, t, (cn_saved[]){CN_UNSURE, CN_UNSURE}, 2);
    assert_int_equal(disk()->count, before);
    assert_int_equal(append_alone(w, entries(2, 1, 1)), CN_SAVED);
    assert_int_equal(seen(w, 0), 1);
    assert_int_equal(seen(w, 1), 1);
}

static void close_runs_and_finishes_all_that_waits_and_a_new_store_shows_it(void **state)
{
    world *w = *state;
    enum { APPENDS = 300 };
    static task t[APPENDS];
    task gate, behind = look(1);
    shut(w, &gate);
    for (unsigned i = 0; i < APPENDS; i++) {
        t[i] = entries(i % 10, i / 10 + 1, 1);
        append(w, &t[i]);
    }
    give(w, &behind);
    disk()->slow_us = 1000;
    sem_post(&gate.gate);
    assert_true(cn_store_close(w->store));
    assert_int_equal(w->done, w->given);
    for (unsigned i = 0; i < APPENDS; i++) {
        assert_int_equal(t[i].finished, 1);
        assert_int_equal(t[i].append.batch.saved, CN_SAVED);
    }
    assert_int_equal(behind.count, APPENDS / 10);
    open_store(w);
    for (unsigned i = 0; i < 10; i++) assert_int_equal(seen(w, i), APPENDS / 10);
}

static void a_full_disk_saves_nothing_and_what_is_repeated_later_is_saved(void **state)
{
    world *w = *state;
    assert_int_equal(append_alone(w, entries(0, 1, 1)), CN_SAVED);
    struct rlimit limit, full;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    full = (struct rlimit){.rlim_cur = 1, .rlim_max = limit.rlim_max};
    task t[4] = {entries(0, 2, 1), entries(1, 1, 2), entries(2, 2, 1), entries(2, 1, 1)};
    setrlimit(RLIMIT_FSIZE, &full); /* SIGXFSZ does not come: the thread takes no signals */
    append_together(w, t, 4);
    const cn_saved again = append_alone(w, entries(0, 2, 1));
    const int64_t shown = seen(w, 0);
    setrlimit(RLIMIT_FSIZE, &limit);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(t[i].append.batch.saved, i == 2 ? CN_UNSURE : CN_NOT_SAVED);
    assert_int_equal(again, CN_NOT_SAVED);
    assert_int_equal(shown, 1);
    expect(w, t, (cn_saved[]){CN_SAVED, CN_SAVED, CN_UNSURE, CN_SAVED}, 4);
    assert_int_equal(seen(w, 0), 2);
    assert_int_equal(seen(w, 1), 2);
}

/* `word` as the only entry of a table. */
static task only(unsigned table, const char *word, const char *goes)
{
    task t = entries(table, 1, 1);
    t.entry[0].body = word;
    t.append.batch.anew = goes != NULL;
    t.append.batch.goes = goes != NULL && goes[0] != '\0' ? goes : NULL;
    return t;
}

/* Whether a word stands in the data file or its write-ahead log. */
static bool stands_in_file(world *w, const char *word)
{
    static const char *const endings[] = {"", "-wal"};
    bool found = false;
    for (unsigned i = 0; i < 2; i++) {
        char path[96];
        snprintf(path, sizeof path, "%s%s", w->path, endings[i]);
        FILE *file = fopen(path, "rb");
        assert_non_null(file);
        size_t matched = 0;
        for (int byte; (byte = fgetc(file)) != EOF;) {
            matched = byte == word[matched] ? matched + 1 : byte == word[0];
            if (word[matched] != '\0') continue;
            found = true;
            break;
        }
        fclose(file);
    }
    return found;
}

static void what_is_erased_is_in_no_file_and_its_table_begins_anew(void **state)
{
    world *w = *state;
    task t[] = {only(0, "some secret", NULL), only(1, "some secret", NULL), entries(2, 1, 2)};
    expect(w, t, (cn_saved[]){CN_SAVED, CN_SAVED, CN_SAVED}, 3);
    assert_int_equal(append_alone(w, entries(0, 2, 2)), CN_SAVED);
    assert_true(stands_in_file(w, "some secret"));
    for (unsigned i = 0; i < 2; i++) { /* once more: there is nothing left */
        task more[] = {only(0, "draw stock", "table1"), entries(2, 3 + i, 1)};
        expect(w, more, (cn_saved[]){CN_SAVED, CN_SAVED}, 2);
        assert_false(stands_in_file(w, "some secret"));
        assert_int_equal(seen(w, 0), 1);
        assert_int_equal(seen(w, 1), 0);
    }
    assert_int_equal(append_alone(w, entries(0, 4, 1)), CN_UNSURE); /* by the old list */
    assert_int_equal(append_alone(w, entries(0, 2, 1)), CN_SAVED);
}

static void what_is_erased_while_syncs_fail_is_all_there_or_not_at_all(void **state)
{
    world *w = *state;
    task t[] = {only(0, "draw stock", NULL), only(1, "draw stock", NULL)};
    expect(w, t, (cn_saved[]){CN_SAVED, CN_SAVED}, 2);
    assert_int_equal(append_alone(w, entries(0, 2, 2)), CN_SAVED);
    disk()->failing = EVER;
    assert_int_equal(append_alone(w, only(0, "draw", "table1")), CN_UNSURE);
    disk()->failing = 0;
    const int64_t end = now_us() + 1000 * PATIENCE_MS;
    while (seen(w, 1) == CN_REPLAY_UNREADABLE && now_us() < end) sleep_us(20000);
    const bool there = seen(w, 1) == 1; /* or its first entry is none of those */
    assert_int_equal(seen(w, 0), there ? 3 : CN_REPLAY_REFUSED);
    disk()->failing = 1;
    assert_int_equal(append_alone(w, only(0, "draw stock", "table1")), CN_SAVED);
    assert_int_equal(seen(w, 0), 1);
    assert_int_equal(seen(w, 1), 0);
}

static void a_sync_that_fails_once_is_made_good_for_all_that_shared_it(void **state)
{
    world *w = *state;
    task t[] = {entries(0, 1, 1), entries(1, 1, 2), entries(2, 7, 1), entries(3, 1, 1)};
    disk()->failing = 1;
    expect(w, t, (cn_saved[]){CN_SAVED, CN_SAVED, CN_UNSURE, CN_SAVED}, 4);
    assert_int_equal(disk()->failing, 0);
    assert_int_equal(append_alone(w, entries(1, 3, 1)), CN_SAVED);
    assert_int_equal(seen(w, 1), 3);
    assert_int_equal(seen(w, 2), 0);
}

static void ask_whether_well(cn_job *job, cn_log *log)
{
    ((task *)job)->told = cn_log_well(log);
}

static bool well(world *w)
{
    task t = {.append.job.run = ask_whether_well};
    give(w, &t);
    finish_all(w);
    return t.told;
}

static void while_no_sync_succeeds_all_is_unsure_and_then_the_log_tells(void **state)
{
    world *w = *state;
    assert_int_equal(append_alone(w, entries(0, 1, 1)), CN_SAVED);
    assert_true(well(w));
    task t[] = {entries(0, 2, 1), entries(1, 1, 2)};
    disk()->failing = EVER;
    expect(w, t, (cn_saved[]){CN_UNSURE, CN_UNSURE}, 2);
    assert_int_equal(seen(w, 0), CN_REPLAY_UNREADABLE);
    assert_int_equal(append_alone(w, entries(2, 1, 1)), CN_UNSURE);
    assert_false(well(w));
    disk()->failing = 0;
    const int64_t end = now_us() + 1000 * PATIENCE_MS;
    while (seen(w, 0) == CN_REPLAY_UNREADABLE && now_us() < end) sleep_us(20000);
    assert_int_equal(seen(w, 0) - 1, seen(w, 1) / 2); /* both are there, or neither */
    assert_int_equal(seen(w, 2), 0);
    assert_int_equal(append_alone(w, entries(0, (uint64_t)seen(w, 0) + 1, 1)), CN_SAVED);
}

/* Somebody else who has the file open, and so keeps the index of its write-ahead log. */
static sqlite3 *open_reader(world *w, bool reading)
{
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open_v2(w->path, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "BEGIN; SELECT count(*) FROM log", NULL, NULL, NULL), 0);
    if (!reading) assert_int_equal(sqlite3_exec(db, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
    return db;
}

static void copy_file(const char *from, const char *to)
{
    char command[250];
    snprintf(command, sizeof command, "cp %s %s", from, to);
    assert_int_equal(system(command), 0);
}

/* How many entries of a table somebody sees who reads the files anew. */
static int64_t seen_anew(world *w, unsigned table)
{
    char copy[100], from[100], to[110], message[200];
    int64_t count = 0;
    snprintf(copy, sizeof copy, "%s/copy", w->folder);
    snprintf(from, sizeof from, "%s-wal", w->path);
    snprintf(to, sizeof to, "%s-wal", copy);
    copy_file(w->path, copy);
    copy_file(from, to);
    snprintf(from, sizeof from, "%s-key", w->path);
    snprintf(to, sizeof to, "%s-key", copy);
    copy_file(from, to);
    cn_log *log = cn_log_open(copy, false, message, sizeof message);
    assert_non_null(log);
    const task t = entries(table, 1, 0);
    const int64_t result = cn_log_replay(log, t.table, count_entry, &count);
    cn_log_close(log);
    unlink(to);
    unlink(copy);
    snprintf(to, sizeof to, "%s-seen", copy);
    unlink(to);
    return result;
}

static void what_a_failed_sync_left_behind_the_log_does_not_come_forth_later(void **state)
{
    world *w = *state;
    assert_int_equal(append_alone(w, entries(0, 1, 1)), CN_SAVED);
    for (unsigned i = 0; i < 4; i++) {
        sqlite3 *reader = i % 2 == 0 ? open_reader(w, false) : NULL;
        const int64_t before = seen(w, 0);
        disk()->failing = 1;
        const cn_saved saved = append_alone(w, entries(0, (uint64_t)before + 1, 1));
        assert_int_equal(saved, reader != NULL ? CN_NOT_SAVED : CN_SAVED);
        const int64_t after = before + (saved == CN_SAVED);
        assert_int_equal(seen(w, 0), after);
        assert_int_equal(seen_anew(w, 0), after);
        sqlite3_close(reader);
        assert_int_equal(append_alone(w, entries(0, (uint64_t)after + 1, 1)), CN_SAVED);
    }
}

static void while_somebody_reads_what_must_be_settled_it_stays_unsure(void **state)
{
    world *w = *state;
    assert_int_equal(append_alone(w, entries(0, 1, 1)), CN_SAVED);
    sqlite3 *reader = open_reader(w, true);
    assert_int_equal(append_alone(w, entries(0, 2, 1)), CN_SAVED); /* that disturbs nobody */
    disk()->failing = 1;
    assert_int_equal(append_alone(w, entries(0, 3, 1)), CN_UNSURE);
    assert_int_equal(seen(w, 0), CN_REPLAY_UNREADABLE);
    sleep_us(1200000);
    assert_int_equal(seen(w, 0), CN_REPLAY_UNREADABLE);
    sqlite3_close(reader);
    const int64_t end = now_us() + 1000 * PATIENCE_MS;
    while (seen(w, 0) == CN_REPLAY_UNREADABLE && now_us() < end) sleep_us(20000);
    const int64_t after = seen(w, 0);
    assert_in_range(after, 2, 3);
    assert_int_equal(seen_anew(w, 0), after);
    assert_int_equal(append_alone(w, entries(0, (uint64_t)after + 1, 1)), CN_SAVED);
}

static void close_tells_whether_the_disk_holds_what_was_asked_for(void **state)
{
    world *w = *state;
    assert_int_equal(append_alone(w, entries(0, 1, 1)), CN_SAVED);
    disk()->failing = EVER;
    assert_int_equal(append_alone(w, entries(0, 2, 1)), CN_UNSURE);
    assert_false(cn_store_close(w->store));
    disk()->failing = 0;
    open_store(w);
    assert_in_range(seen(w, 0), 1, 2);
}

static void ask_for_signals(cn_job *job, cn_log *log)
{
    (void)log;
    sigset_t blocked;
    pthread_sigmask(SIG_SETMASK, NULL, &blocked);
    ((task *)job)->told = sigismember(&blocked, SIGTERM) && sigismember(&blocked, SIGINT) &&
                          sigismember(&blocked, SIGCHLD) && sigismember(&blocked, SIGXFSZ);
}

static void the_thread_takes_no_signals_of_the_server(void **state)
{
    world *w = *state;
    task t = {.append.job.run = ask_for_signals};
    give(w, &t);
    finish_all(w);
    assert_true(t.told);
    sigset_t blocked;
    pthread_sigmask(SIG_SETMASK, NULL, &blocked);
    assert_false(sigismember(&blocked, SIGTERM));
}

/* The secret of the last entry that was read. */
typedef struct reading {
    unsigned count;
    uint8_t secret[CN_SECRET_BYTES];
} reading;

static bool note_secret(void *user, const cn_entry *entry)
{
    reading *r = user;
    r->count++;
    if (entry->secret != NULL) memcpy(r->secret, entry->secret, CN_SECRET_BYTES);
    return entry->sealed != NULL;
}

static bool file_holds(const char *path, const uint8_t *bytes, size_t size)
{
    bool found = false;
    FILE *file = fopen(path, "rb");
    if (file == NULL) return false;
    fseek(file, 0, SEEK_END);
    const size_t length = (size_t)ftell(file);
    uint8_t *all = malloc(length + 1);
    rewind(file);
    assert_int_equal(fread(all, 1, length, file), length);
    for (size_t i = 0; !found && i + size <= length; i++) found = memcmp(all + i, bytes, size) == 0;
    free(all);
    fclose(file);
    return found;
}

static void a_secret_is_sealed_and_read_again_with_the_key_alone(void **state)
{
    world *w = *state;
    char beside[96], message[200];
    uint8_t secret[CN_SECRET_BYTES];
    for (unsigned i = 0; i < sizeof secret; i++) secret[i] = (uint8_t)(7 * i + 1);
    task t = entries(0, 1, 1);
    t.entry[0].kind = CN_ENTRY_DEAL;
    t.entry[0].body = "{\"deal\":1,\"root\":\"\"}";
    t.entry[0].secret = secret;
    assert_int_equal(append_alone(w, t), CN_SAVED);
    snprintf(beside, sizeof beside, "%s-wal", w->path);
    assert_true(file_holds(beside, (const uint8_t *)t.entry[0].body, strlen(t.entry[0].body)));
    assert_false(file_holds(beside, secret, 16) || file_holds(w->path, secret, 16));
    for (unsigned i = 0; i < 2; i++) {
        reading r = {0};
        cn_log *log = cn_log_open_reader(w->path, message, sizeof message);
        assert_non_null(log);
        const int64_t count = cn_log_replay(log, t.table, note_secret, &r);
        assert_int_equal(count, 1);
        assert_int_equal(memcmp(r.secret, secret, sizeof secret) == 0, i == 0);
        cn_log_close(log);
        snprintf(beside, sizeof beside, "%s-key", w->path);
        unlink(beside);
    }
}

static void a_file_that_is_none_is_refused_in_words(void **state)
{
    world *w = *state;
    char message[200] = "";
    assert_null(cn_store_open(w->folder, false, message, sizeof message));
    assert_non_null(strstr(message, w->folder));
}

#define CLAIM(name) cmocka_unit_test_setup_teardown(name, make_world, end_world)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CLAIM(jobs_run_and_are_finished_in_the_order_in_which_they_were_given),
        CLAIM(the_descriptor_is_readable_while_jobs_wait_to_be_finished),
        CLAIM(what_is_finished_may_give_more),
        CLAIM(appends_that_wait_together_share_transactions),
        CLAIM(appends_given_at_once_take_far_fewer_transactions),
        CLAIM(without_load_an_append_is_saved_at_once),
        CLAIM(under_load_an_append_waits_for_others),
        CLAIM(under_load_another_job_ends_the_wait),
        CLAIM(under_load_a_full_transaction_ends_the_wait),
        CLAIM(under_load_what_comes_a_little_later_shares_the_transaction),
        CLAIM(a_batch_that_does_not_follow_its_table_is_unsure_and_its_neighbours_are_saved),
        CLAIM(a_taken_key_makes_its_batch_unsure_and_nothing_of_it_is_kept),
        CLAIM(an_append_to_a_table_whose_head_is_damaged_is_unsure),
        CLAIM(what_is_read_is_what_was_saved_from_the_last_base_on),
        CLAIM(what_is_only_refused_does_not_reach_the_disk),
        CLAIM(close_runs_and_finishes_all_that_waits_and_a_new_store_shows_it),
        CLAIM(a_full_disk_saves_nothing_and_what_is_repeated_later_is_saved),
        CLAIM(a_sync_that_fails_once_is_made_good_for_all_that_shared_it),
        CLAIM(while_no_sync_succeeds_all_is_unsure_and_then_the_log_tells),
        CLAIM(what_is_erased_is_in_no_file_and_its_table_begins_anew),
        CLAIM(what_is_erased_while_syncs_fail_is_all_there_or_not_at_all),
        CLAIM(what_a_failed_sync_left_behind_the_log_does_not_come_forth_later),
        CLAIM(while_somebody_reads_what_must_be_settled_it_stays_unsure),
        CLAIM(close_tells_whether_the_disk_holds_what_was_asked_for),
        CLAIM(the_thread_takes_no_signals_of_the_server),
        CLAIM(a_secret_is_sealed_and_read_again_with_the_key_alone),
        CLAIM(a_file_that_is_none_is_refused_in_words),
    };
    return cmocka_run_group_tests_name("server store", tests, NULL, NULL);
}
