/* Claims about the store on a disk that is full, fails, is read by others, or must forget or hide
 * something.
 * Not here: stores that nothing fails (test_store.c), what the server makes of an answer
 * (test_faults.py). Invariant: as in store_rig.h.
 */
#include "store_rig.h"

#include <sqlite3.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static bool file_holds(const char *path, const void *bytes, size_t size)
{
    bool found = false;
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
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

static const char *const table1[] = {"table1", NULL};

/* `word` as the only entry of a table; a table that `goes` is erased with it. */
static task only(unsigned table, const char *word, const char *const *goes)
{
    task t = entries(table, 1, 1);
    t.entry[0].body = word;
    t.append.batch.anew = goes != NULL;
    t.append.batch.goes = goes;
    return t;
}

/* Whether a word stands in the data file or its write-ahead log. */
static bool stands_in_file(world *w, const char *word)
{
    char log[96];
    snprintf(log, sizeof log, "%s-wal", w->path);
    return file_holds(w->path, word, strlen(word)) || file_holds(log, word, strlen(word));
}

static void what_is_erased_is_in_no_file_and_its_table_begins_anew(void **state)
{
    world *w = *state;
    task t[] = {only(0, "some secret", NULL), only(1, "some secret", NULL), entries(2, 1, 2)};
    expect(w, t, (cn_saved[]){CN_SAVED, CN_SAVED, CN_SAVED}, 3);
    assert_int_equal(append_alone(w, entries(0, 2, 2)), CN_SAVED);
    assert_true(stands_in_file(w, "some secret"));
    for (unsigned i = 0; i < 2; i++) { /* once more: there is nothing left */
        task more[] = {only(0, "draw stock", table1), entries(2, 3 + i, 1)};
        expect(w, more, (cn_saved[]){CN_SAVED, CN_SAVED}, 2);
        assert_false(stands_in_file(w, "some secret"));
        assert_int_equal(seen(w, 0), 1);
        assert_int_equal(seen(w, 1), 0);
    }
    assert_int_equal(append_alone(w, entries(0, 4, 1)), CN_UNSURE); /* by the old list */
    assert_int_equal(append_alone(w, entries(0, 2, 1)), CN_SAVED);
}

static void what_goes_with_an_entry_goes_only_if_that_comes(void **state)
{
    world *w = *state;
    task t[] = {only(0, "draw stock", NULL), only(1, "some secret", NULL)};
    expect(w, t, (cn_saved[]){CN_SAVED, CN_SAVED}, 2);
    task more = entries(0, 3, 1);
    more.append.batch.goes = table1;
    assert_int_equal(append_alone(w, more), CN_UNSURE); /* it does not follow */
    assert_int_not_equal(seen(w, 1), 0);
    more = entries(0, 2, 1);
    more.append.batch.goes = table1;
    assert_int_equal(append_alone(w, more), CN_SAVED);
    assert_int_equal(seen(w, 0), 2);
    assert_int_equal(seen(w, 1), 0);
    assert_false(stands_in_file(w, "some secret"));
}

static void what_is_erased_while_syncs_fail_is_all_there_or_not_at_all(void **state)
{
    world *w = *state;
    task t[] = {only(0, "draw stock", NULL), only(1, "draw stock", NULL)};
    expect(w, t, (cn_saved[]){CN_SAVED, CN_SAVED}, 2);
    assert_int_equal(append_alone(w, entries(0, 2, 2)), CN_SAVED);
    disk()->failing = EVER;
    assert_int_equal(append_alone(w, only(0, "draw", table1)), CN_UNSURE);
    disk()->failing = 0;
    const int64_t end = now_us() + 1000 * PATIENCE_MS;
    while (seen(w, 1) == CN_REPLAY_UNREADABLE && now_us() < end) sleep_us(20000);
    const bool there = seen(w, 1) == 1; /* or its first entry is none of those */
    assert_int_equal(seen(w, 0), there ? 3 : CN_REPLAY_REFUSED);
    disk()->failing = 1;
    assert_int_equal(append_alone(w, only(0, "draw stock", table1)), CN_SAVED);
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
    assert_true(file_holds(beside, t.entry[0].body, strlen(t.entry[0].body)));
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        CLAIM(a_full_disk_saves_nothing_and_what_is_repeated_later_is_saved),
        CLAIM(a_sync_that_fails_once_is_made_good_for_all_that_shared_it),
        CLAIM(while_no_sync_succeeds_all_is_unsure_and_then_the_log_tells),
        CLAIM(what_is_erased_is_in_no_file_and_its_table_begins_anew),
        CLAIM(what_goes_with_an_entry_goes_only_if_that_comes),
        CLAIM(what_is_erased_while_syncs_fail_is_all_there_or_not_at_all),
        CLAIM(what_a_failed_sync_left_behind_the_log_does_not_come_forth_later),
        CLAIM(while_somebody_reads_what_must_be_settled_it_stays_unsure),
        CLAIM(close_tells_whether_the_disk_holds_what_was_asked_for),
        CLAIM(a_secret_is_sealed_and_read_again_with_the_key_alone),
        CLAIM(a_file_that_is_none_is_refused_in_words),
    };
    return cmocka_run_group_tests_name("server store_disk", tests, NULL, NULL);
}
