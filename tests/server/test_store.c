/* Claims about the store: order, shared transactions, all or nothing.
 * Not here: disks that fail (test_store_disk.c), what the server makes of an answer
 * (test_faults.py). Invariant: as in store_rig.h.
 */
#include "store_rig.h"

#include <sqlite3.h>

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>

enum { TABLES = 1000, WAIT_US = 1000 * CN_COMMIT_WAIT_MS, TRIES = 20 };

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

static void long_jobs_let_others_run_in_between(void **state)
{
    world *w = *state;
    enum { JOBS = 10 };
    task gate, longs[JOBS], shorts[JOBS];
    shut(w, &gate);
    for (unsigned i = 0; i < JOBS; i++) {
        longs[i] = look(0);
        longs[i].append.job.is_long = true;
        give(w, &longs[i]);
    }
    for (unsigned i = 0; i < JOBS; i++) {
        shorts[i] = look(0);
        give(w, &shorts[i]);
    }
    sem_post(&gate.gate);
    finish_all(w);
    for (unsigned i = 0; i + 2 < JOBS; i++) { /* the first may have run before the gate */
        assert_true(longs[i].place < longs[i + 1].place && shorts[i].place < shorts[i + 1].place);
        assert_true(shorts[i].place < longs[i + 2].place);
        assert_true(longs[i].place < shorts[i + 2].place);
    }
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        CLAIM(jobs_run_and_are_finished_in_the_order_in_which_they_were_given),
        CLAIM(the_descriptor_is_readable_while_jobs_wait_to_be_finished),
        CLAIM(what_is_finished_may_give_more),
        CLAIM(long_jobs_let_others_run_in_between),
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
        CLAIM(the_thread_takes_no_signals_of_the_server),
    };
    return cmocka_run_group_tests_name("server store", tests, NULL, NULL);
}
