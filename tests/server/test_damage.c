/* The claim about damage: whatever single bit of a data file changes, a table shows what was saved,
 * or is damaged and says so, or the file is refused in words.
 * Not here: disks that fail (test_store_disk.c, test_faults.py). Invariant: the bits are chosen by
 * a seed, which is printed with what fails; CANASTA_SEED takes it back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/base/clock.h"
#include "server/store/log.h"
#include "server/table/bot.h"
#include "server/table/turn.h"
#include "text/rules/rules_text.h"

enum { TABLES = 12, ENTRIES = 120, FLIPS = 40, SEED = 20261126, FINGER_BYTES = 100 };
enum { DATA, LOG, SEEN, FILES };

static const char *const endings[FILES] = {"", "-wal", "-seen"};

/* Nothing of this has to outlive the test; libsqlite3 finds this one first. */
int fdatasync(int fd)
{
    (void)fd;
    return 0;
}

/* Decks are the same for the same seed. */
static cn_stream *secrets(void)
{
    static cn_stream stream;
    return &stream;
}

ssize_t getrandom(void *out, size_t size, unsigned flags)
{
    (void)flags;
    for (size_t i = 0; i < size; i++) ((uint8_t *)out)[i] = (uint8_t)cn_stream_next(secrets());
    return (ssize_t)size;
}

typedef struct bytes {
    uint8_t *at;
    size_t size;
} bytes;

typedef struct world {
    char folder[64], path[80];
    bytes file[FILES]; /* as they were saved */
    char id[TABLES][CN_ID_CHARACTERS + 1];
    cn_digest shown[TABLES]; /* what each table showed */
    cn_stream stream;
    uint64_t seed, bit;
    unsigned which;
    unsigned right, damaged, refused, keys_lost;
} world;

#define CHECK(w, what)                                                                             \
    do                                                                                             \
        if (!(what))                                                                               \
            fail_msg("seed %" PRIu64 ", file '%s', bit %" PRIu64 ": not so: %s", (w)->seed,        \
                     endings[(w)->which], (w)->bit, #what);                                        \
    while (0)

static void name_file(const world *w, unsigned i, char out[96])
{
    snprintf(out, 96, "%s%s", w->path, endings[i]);
}

static bytes read_bytes(const world *w, unsigned i)
{
    char name[96];
    struct stat status;
    name_file(w, i, name);
    bytes all = {NULL, 0};
    FILE *file = fopen(name, "rb");
    if (file == NULL) return all;
    fstat(fileno(file), &status);
    all.size = (size_t)status.st_size;
    all.at = malloc(all.size + 1);
    assert_int_equal(fread(all.at, 1, all.size, file), all.size);
    fclose(file);
    return all;
}

static void remove_files(const world *w)
{
    char name[96];
    for (unsigned i = 0; i < FILES; i++) {
        name_file(w, i, name);
        unlink(name);
    }
    snprintf(name, sizeof name, "%s-shm", w->path);
    unlink(name);
}

/* Puts all files there as they were saved. */
static void write_files(const world *w)
{
    remove_files(w);
    for (unsigned i = 0; i < FILES; i++) {
        char name[96];
        name_file(w, i, name);
        if (w->file[i].at == NULL) continue;
        FILE *file = fopen(name, "wb");
        fwrite(w->file[i].at, 1, w->file[i].size, file);
        fclose(file);
    }
}

static cn_log *open_log(const world *w, bool accept_loss, char message[600])
{
    message[0] = '\0';
    return cn_log_open(w->path, accept_loss, message, 600);
}

/* All that a table shows, as a digest. */
static cn_digest finger(const cn_table *table)
{
    char text[FINGER_BYTES * 40 + 4096] = "", start[400];
    size_t length = 0;
    const cn_rules *rules = cn_table_rules(table);
    for (unsigned i = 0; i < rules->player_count; i++) {
        const cn_lines *lines = cn_table_lines(table, i);
        const cn_digest said = cn_digest_of(lines->text, lines->length);
        cn_table_start_text(table, i, start, sizeof start);
        length += (size_t)snprintf(
            text + length, sizeof text - length, "%" PRIx64 " %x%x %s %s %d;",
            cn_view_hash(cn_table_view(table, i), rules), said.byte[0], said.byte[1], start,
            cn_table_seat(table, i)->name, cn_table_seat(table, i)->human);
    }
    snprintf(text + length, sizeof text - length, "%llu %u %s %s %s %u",
             (unsigned long long)cn_table_seq(table), cn_table_pace_ms(table),
             cn_table_invite(table), cn_table_bot(table), cn_table_overrides(table),
             cn_table_sheet_count(table));
    return cn_digest_of(text, strlen(text));
}

static void propose(cn_log *log, cn_table *table, const cn_entry *entry, unsigned count)
{
    cn_sequel all;
    cn_changes changes;
    assert_true(cn_table_try(table, entry, count, &all));
    cn_batch batch = {.table = cn_table_id(table), .entry = all.entry, .count = all.count};
    cn_batch *const one[] = {&batch};
    cn_log_append(log, one, 1);
    assert_int_equal(batch.saved, CN_SAVED);
    cn_table_take(table, all.entry, all.count, &changes);
    cn_sequel_free(&all);
}

static void begin(world *w, cn_log *log, cn_table *table)
{
    char create[400];
    cn_rules rules;
    cn_text_error error;
    assert_true(cn_rules_load(&rules, "classic_pagat", "", 4, &error));
    snprintf(create, sizeof create,
             "{\"rules\":\"classic_pagat\",\"overrides\":\"\",\"players\":4,\"dealer\":%u,"
             "\"invite\":\"%032x\",\"pace_ms\":900,\"bot\":\"racer\",\"hints\":true}",
             cn_stream_below(&w->stream, 4), cn_stream_below(&w->stream, 100000));
    cn_entry entry[] = {
        {.kind = CN_ENTRY_CREATE, .seat = CN_NO_SEAT, .body = create},
        {.kind = CN_ENTRY_SEAT, .seat = 0, .body = "{\"leave\":true}"},
        {.kind = CN_ENTRY_DEAL, .seat = CN_NO_SEAT},
    };
    propose(log, table, entry, 3);
}

static void play(cn_log *log, cn_table *table)
{
    char text[CN_PLAY_TEXT_MAX + 1];
    const unsigned seat = cn_table_acting(table);
    const cn_frame next = {.kind = CN_FRAME_NEXT};
    cn_turn_entries entries;
    cn_entry key = {.seat = 0, .inst = "12345678", .n = (uint32_t)cn_table_seq(table)};
    if (seat == CN_NO_SEAT) {
        cn_turn_write(table, &next, &key, &entries);
        propose(log, table, entries.entry, entries.count);
        return;
    }
    cn_turn_bot(table, seat, text, sizeof text);
    key.kind = CN_ENTRY_PLAY;
    key.seat = seat;
    key.body = text;
    if (seat != 0) key.inst = NULL;
    propose(log, table, &key, 1);
}

/* Tables that are played at the same time, so that they stand beside each other in the file. */
static void play_tables(world *w, cn_log *log)
{
    cn_table *table[TABLES];
    for (unsigned i = 0; i < TABLES; i++) {
        snprintf(w->id[i], sizeof w->id[i], "%c%c-table-%u", 'a' + (int)(i * 7 % 26), 'x' - (int)i,
                 i % 10);
        table[i] = cn_table_make(w->id[i]);
        begin(w, log, table[i]);
    }
    for (unsigned n = 0; n < ENTRIES; n++)
        for (unsigned i = 0; i < TABLES; i++) play(log, table[i]);
    for (unsigned i = 0; i < TABLES; i++) {
        w->shown[i] = finger(table[i]);
        cn_table_free(table[i]);
    }
}

static int make_world(void **state)
{
    world *w = calloc(1, sizeof *w);
    if (w == NULL) return 1;
    *state = w;
    snprintf(w->folder, sizeof w->folder, "/tmp/canasta-damage-XXXXXX");
    if (mkdtemp(w->folder) == NULL) return 1;
    snprintf(w->path, sizeof w->path, "%s/data", w->folder);
    const char *seed = getenv("CANASTA_SEED");
    w->seed = seed != NULL ? strtoull(seed, NULL, 10) : SEED;
    w->stream = cn_stream_make(w->seed, 0, 0);
    *secrets() = cn_stream_make(w->seed, 1, 0);
    return freopen("/dev/null", "w", stderr) == NULL;
}

static int end_world(void **state)
{
    world *w = *state;
    char key[96];
    remove_files(w);
    snprintf(key, sizeof key, "%s-key", w->path);
    unlink(key);
    rmdir(w->folder);
    for (unsigned i = 0; i < FILES; i++) free(w->file[i].at);
    free(w);
    return 0;
}

/* Plays, and keeps the files: as a stop leaves them, or (killed) as they are before it. */
static void keep_files(world *w, bool killed)
{
    char message[600];
    cn_log *log = open_log(w, false, message);
    assert_non_null(log);
    play_tables(w, log);
    if (!killed) cn_log_close(log);
    for (unsigned i = 0; i < FILES; i++) w->file[i] = read_bytes(w, i);
    if (killed) cn_log_close(log);
    assert_true(w->file[DATA].size > 0 && w->file[SEEN].size == 24);
    assert_int_equal(w->file[LOG].size > 100000, killed);
}

/* A table that is right is written to, as well. */
static void look_at_table(world *w, cn_log *log, unsigned i)
{
    cn_table_status status;
    uint32_t n = 0;
    cn_table *table = cn_table_load(log, w->id[i], &status, NULL);
    CHECK(w, status == CN_TABLE_THERE || status == CN_TABLE_DAMAGED);
    if (status == CN_TABLE_DAMAGED) {
        w->damaged++;
        return;
    }
    const cn_digest shown = finger(table);
    CHECK(w, cn_digest_equal(&shown, &w->shown[i]));
    w->right++;
    const bool known = cn_log_last_n(log, w->id[i], 0, "12345678", &n);
    if (known && n == 0) w->keys_lost++;
    cn_entry entry = {
        .seq = cn_table_seq(table) + 1, .kind = CN_ENTRY_PACE, .seat = 0, .body = "5"};
    cn_batch batch = {.table = w->id[i], .entry = &entry, .count = 1};
    cn_batch *const one[] = {&batch};
    cn_log_append(log, one, 1);
    cn_table_free(table);
    table = cn_table_load(log, w->id[i], &status, NULL);
    CHECK(w, status == CN_TABLE_THERE || status == CN_TABLE_DAMAGED);
    if (status == CN_TABLE_THERE)
        CHECK(w, cn_table_seq(table) == entry.seq - (batch.saved != CN_SAVED));
    cn_table_free(table);
}

/* Every table is right or damaged, or the file is refused in words. */
static void look_at_files(world *w)
{
    char message[600];
    cn_log *log = open_log(w, false, message);
    if (log == NULL) {
        CHECK(w, strstr(message, w->path) != NULL && strlen(message) > strlen(w->path) + 20);
        w->refused++;
        return;
    }
    for (unsigned i = 0; i < TABLES; i++) look_at_table(w, log, i);
    cn_log_close(log);
}

static uint64_t below(world *w, uint64_t bound)
{
    return cn_stream_next(&w->stream) % bound;
}

static void flip(world *w, unsigned which, uint64_t bit)
{
    w->which = which;
    w->bit = bit;
    w->file[which].at[bit / 8] ^= (uint8_t)(1 << bit % 8);
    write_files(w);
    look_at_files(w);
    w->file[which].at[bit / 8] ^= (uint8_t)(1 << bit % 8);
}

static void flip_many(world *w, bool killed)
{
    const char *wanted = getenv("CANASTA_EFFORT");
    const unsigned effort = wanted != NULL && atoi(wanted) > 1 ? (unsigned)atoi(wanted) : 1;
    keep_files(w, killed);
    write_files(w);
    look_at_files(w);
    assert_int_equal(w->right, TABLES);
    for (unsigned i = 0; i < FLIPS * effort; i++) {
        flip(w, DATA, below(w, 8 * w->file[DATA].size));
        flip(w, DATA, below(w, 8 * (i % 2 == 0 ? 100 : 4096))); /* the header, the schema */
        if (killed) flip(w, LOG, below(w, 8 * w->file[LOG].size));
        if (killed) flip(w, LOG, below(w, 8 * 56));
        if (i % 10 == 0) flip(w, SEEN, below(w, 8 * 24));
    }
    print_message("tables right %u, damaged %u; files refused %u; keys lost %u\n", w->right,
                  w->damaged, w->refused, w->keys_lost);
}

static void no_bit_of_a_file_that_was_closed_changes_what_is_shown(void **state)
{
    flip_many(*state, false);
}

static void no_bit_of_the_files_of_a_killed_server_changes_what_is_shown(void **state)
{
    flip_many(*state, true);
}

static void a_file_with_its_first_page_alone_is_refused(void **state)
{
    world *w = *state;
    char message[600];
    keep_files(w, false);
    memset(w->file[DATA].at + 4096, 0, w->file[DATA].size - 4096);
    write_files(w);
    assert_null(open_log(w, false, message));
    assert_non_null(strstr(message, "it is damaged"));
    w->file[DATA].size = 4096;
    write_files(w);
    assert_null(open_log(w, false, message));
    assert_non_null(strstr(message, "it is damaged"));
}

static void lost_transactions_are_said_and_accepted_only_when_told(void **state)
{
    world *w = *state;
    char message[600];
    keep_files(w, true);
    w->file[LOG].size = 1000; /* not even the first of its pages */
    for (unsigned i = 0; i < 2; i++) {
        write_files(w);
        assert_null(open_log(w, false, message));
        assert_non_null(strstr(message, "transactions that were saved are not in it any more"));
        assert_non_null(strstr(message, "--accept-loss"));
    }
    cn_log *log = open_log(w, true, message);
    assert_non_null(log);
    cn_log_close(log);
    log = open_log(w, false, message); /* the loss has been accepted for good */
    assert_non_null(log);
    cn_log_close(log);
}

static void a_witness_that_is_missing_broken_behind_or_of_another_file_says_nothing(void **state)
{
    world *w = *state;
    keep_files(w, true);
    const bytes whole = w->file[SEEN];
    uint8_t other[24] = {0};
    const bytes wrong[] = {{NULL, 0}, {whole.at, 0}, {whole.at, 23}, {other, 24}};
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        w->file[SEEN] = wrong[i];
        write_files(w);
        look_at_files(w);
        assert_int_equal(w->right, (i + 1) * TABLES);
    }
    w->file[SEEN] = whole;
}

#define CLAIM(name) cmocka_unit_test_setup_teardown(name, make_world, end_world)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CLAIM(no_bit_of_a_file_that_was_closed_changes_what_is_shown),
        CLAIM(no_bit_of_the_files_of_a_killed_server_changes_what_is_shown),
        CLAIM(a_file_with_its_first_page_alone_is_refused),
        CLAIM(lost_transactions_are_said_and_accepted_only_when_told),
        CLAIM(a_witness_that_is_missing_broken_behind_or_of_another_file_says_nothing),
    };
    return cmocka_run_group_tests_name("server damage", tests, NULL, NULL);
}
