/* The claim about bases: from the last base a table is read as from its first entry; and that
 * proving cards again costs no tree.
 * Not here: the log (test_store.c). Invariant: every game is random, and its seed is printed with
 * what fails; CANASTA_SEED takes it back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "server/store/log.h"
#include "server/table/base.h"
#include "server/table/bot.h"
#include "server/table/turn.h"
#include "text/rules/rules_text.h"

enum { HANDS = 3, NOW_AND_THEN = 40, BODY_BYTES = 400 };

/* Nothing of this has to outlive the test; libsqlite3 finds this one first. */
int fdatasync(int fd)
{
    (void)fd;
    return 0;
}

/* With the bases of a game, without them, and with some nobody knows. */
enum { WITH, WITHOUT, UNKNOWN, WAYS };

/* One game, written to three files. */
typedef struct world {
    char folder[64], path[WAYS][80];
    char name[CN_ID_CHARACTERS + 1];
    uint64_t seed;
    const char *rules;
    unsigned players, compared;
    cn_log *log[WAYS];
    cn_table *table;
    cn_stream stream;
    int64_t later_s; /* so much later than now all entries are made */
} world;

static int make_world(void **state)
{
    char message[200] = "";
    world *w = calloc(1, sizeof *w);
    if (w == NULL) return 1;
    *state = w;
    snprintf(w->folder, sizeof w->folder, "/tmp/canasta-base-XXXXXX");
    if (mkdtemp(w->folder) == NULL) return 1;
    for (unsigned way = 0; way < WAYS; way++) {
        snprintf(w->path[way], sizeof w->path[way], "%s/data%u", w->folder, way);
        w->log[way] = cn_log_open(w->path[way], false, message, sizeof message);
        if (w->log[way] == NULL) return 1;
    }
    const char *seed = getenv("CANASTA_SEED");
    cn_secret_bytes(&w->seed, sizeof w->seed);
    if (seed != NULL) w->seed = strtoull(seed, NULL, 10);
    w->stream = cn_stream_make(w->seed, 0, 0);
    return 0;
}

static int end_world(void **state)
{
    static const char *const endings[] = {"-wal", "-shm", "-seen", "-key", ""};
    world *w = *state;
    for (unsigned way = 0; way < WAYS; way++) {
        cn_log_close(w->log[way]);
        for (unsigned i = 0; i < sizeof endings / sizeof endings[0]; i++) {
            char file[96];
            snprintf(file, sizeof file, "%s%s", w->path[way], endings[i]);
            unlink(file);
        }
    }
    rmdir(w->folder);
    free(w);
    return 0;
}

#define CHECK(w, what)                                                                             \
    do                                                                                             \
        if (!(what))                                                                               \
            fail_msg("%s with %u, seed %" PRIu64 ", entry %llu: not so: %s", (w)->rules,           \
                     (w)->players, (w)->seed, (unsigned long long)cn_table_seq((w)->table),        \
                     #what);                                                                       \
    while (0)

static void append(world *w, unsigned way, const cn_entry *entry, unsigned count)
{
    cn_entry copy[CN_CHANGES_MAX];
    for (unsigned i = 0; i < count; i++) {
        copy[i] = entry[i];
        if (way == WITHOUT) copy[i].base = NULL;
        if (way == UNKNOWN && copy[i].base != NULL) copy[i].base = "{\"v\":99}";
    }
    cn_batch batch = {.table = w->name, .entry = copy, .count = count};
    cn_batch *const one[] = {&batch};
    cn_log_append(w->log[way], one, 1);
    CHECK(w, batch.saved == CN_SAVED);
}

static void propose(world *w, const cn_entry *entry, unsigned count)
{
    cn_sequel all;
    cn_changes changes;
    CHECK(w, cn_table_try(w->table, entry, count, &all));
    for (unsigned i = 0; i < all.count; i++) all.entry[i].time += w->later_s;
    for (unsigned i = 0; i < all.count; i++)
        CHECK(w, (all.entry[i].kind == CN_ENTRY_DEAL) == (all.entry[i].base != NULL));
    for (unsigned way = 0; way < WAYS; way++) append(w, way, all.entry, all.count);
    cn_table_take(w->table, all.entry, all.count, &changes);
    cn_sequel_free(&all);
}

static bool same_text(const char *a, const char *b)
{
    return strcmp(a != NULL ? a : "", b != NULL ? b : "") == 0;
}

/* Deals, and which cards of them each audience has been shown. */
static void note_proof(void *user, const cn_fair_proof *proof)
{
    cn_digest *digest = user;
    uint8_t text[sizeof *digest + sizeof *proof] = {0};
    memcpy(text, digest, sizeof *digest);
    memcpy(text + sizeof *digest, proof->salt, sizeof proof->salt);
    memcpy(text + sizeof *digest + sizeof proof->salt, proof->path,
           proof->count * sizeof *proof->path);
    *digest = cn_digest_of(text, sizeof text);
}

static void compare_deals(const world *w, const cn_table *a, const cn_table *b)
{
    CHECK(w, memcmp(cn_table_next_deal(a), cn_table_next_deal(b), sizeof(cn_fair_deal)) == 0);
    CHECK(w, memcmp(cn_table_last_deal(a), cn_table_last_deal(b), sizeof(cn_fair_deal)) == 0);
    CHECK(w, cn_table_revealed(a) == cn_table_revealed(b));
    for (unsigned i = 0; i <= CN_WATCHER; i++) {
        cn_digest one = {{0}}, other = {{0}};
        cn_table_prove(a, i, false, note_proof, &one);
        cn_table_prove(b, i, false, note_proof, &other);
        CHECK(w, cn_digest_equal(&one, &other));
    }
}

static void compare_seats(const world *w, const cn_table *a, const cn_table *b)
{
    char start[2][400];
    const cn_rules *rules = cn_table_rules(a);
    for (unsigned i = 0; i < rules->player_count; i++) {
        CHECK(w,
              cn_view_hash(cn_table_view(a, i), rules) == cn_view_hash(cn_table_view(b, i), rules));
        CHECK(w, same_text(cn_table_lines(a, i)->text, cn_table_lines(b, i)->text));
        cn_table_start_text(a, i, start[0], sizeof start[0]);
        cn_table_start_text(b, i, start[1], sizeof start[1]);
        CHECK(w, same_text(start[0], start[1]));
        CHECK(w, memcmp(cn_table_seat(a, i), cn_table_seat(b, i), sizeof(cn_seat)) == 0);
    }
}

static void compare_tables(const world *w, const cn_table *a, const cn_table *b)
{
    CHECK(w, cn_table_seq(a) == cn_table_seq(b));
    CHECK(w, cn_table_moved_seq(a) == cn_table_moved_seq(b));
    CHECK(w, cn_table_dealt_seq(a) == cn_table_dealt_seq(b));
    CHECK(w, cn_table_still_count(a) == cn_table_still_count(b));
    CHECK(w, cn_table_acting(a) == cn_table_acting(b));
    CHECK(w, cn_table_pace_ms(a) == cn_table_pace_ms(b));
    CHECK(w, cn_table_hints(a) == cn_table_hints(b));
    CHECK(w, same_text(cn_table_bot(a), cn_table_bot(b)));
    CHECK(w, same_text(cn_table_house(a), cn_table_house(b)));
    CHECK(w, same_text(cn_table_invite(a), cn_table_invite(b)));
    CHECK(w, same_text(cn_table_overrides(a), cn_table_overrides(b)));
    CHECK(w, same_text(cn_table_rules(a)->name, cn_table_rules(b)->name));
    CHECK(w, cn_table_sheet_count(a) == cn_table_sheet_count(b));
    for (unsigned i = 0; i < cn_table_sheet_count(a); i++)
        CHECK(w, memcmp(cn_table_sheet(a, i), cn_table_sheet(b, i), sizeof(cn_hand_sheet)) == 0);
    compare_seats(w, a, b);
    compare_deals(w, a, b);
}

/* The core as a replay makes it. */
typedef struct follower {
    cn_core core;
    const char *table;
    uint64_t first; /* number of the first entry seen */
} follower;

static bool follow(void *user, const cn_entry *entry)
{
    cn_outcome outcome;
    follower *f = user;
    if (f->first == 0) {
        static cn_base base;
        f->first = entry->seq;
        if (entry->seq > 1 && (entry->base == NULL || !cn_base_read(entry->base, f->table, &base)))
            return false;
        cn_core_start(&f->core, f->table);
        if (entry->seq > 1) f->core = base.core;
    }
    return cn_core_apply(&f->core, entry, &outcome);
}

static void compare_cores(world *w)
{
    static follower f[2];
    memset(f, 0, sizeof f);
    f[0].table = f[1].table = w->name;
    CHECK(w, cn_log_replay(w->log[WITH], w->name, follow, &f[0]) > 0);
    CHECK(w, cn_log_replay(w->log[WITHOUT], w->name, follow, &f[1]) > 0);
    CHECK(w, f[0].first == cn_table_dealt_seq(w->table) && f[1].first == 1);
    CHECK(w, cn_game_hash(&f[0].core.game, &f[0].core.rules) ==
                 cn_game_hash(&f[1].core.game, &f[1].core.rules));
    CHECK(w, memcmp(&f[0].core.rules, &f[1].core.rules, sizeof(cn_rules)) == 0);
    const size_t at = offsetof(cn_core, seat); /* all that is not the game */
    CHECK(w, memcmp((char *)&f[0].core + at, (char *)&f[1].core + at, sizeof(cn_core) - at) == 0);
}

static void compare(world *w)
{
    for (unsigned way = 0; way < WAYS; way++) {
        cn_table_status status;
        cn_table *table = cn_table_load(w->log[way], w->name, &status, NULL);
        CHECK(w, status == CN_TABLE_THERE);
        compare_tables(w, table, w->table);
        cn_table_free(table);
    }
    compare_cores(w);
    w->compared++;
}

static void change_something(world *w)
{
    char body[BODY_BYTES], number[16];
    const unsigned seat = cn_stream_below(&w->stream, w->players);
    cn_entry entry = {.kind = CN_ENTRY_SEAT, .seat = seat, .body = body};
    switch (cn_stream_below(&w->stream, 4)) {
    case 0:
        snprintf(body, sizeof body, "{\"name\":\"N%u \\\"\xc3\xab\\\"\",\"token\":\"%064x\"}", seat,
                 cn_stream_below(&w->stream, 1000000));
        break;
    case 1: snprintf(body, sizeof body, "{\"leave\":true}"); break;
    case 2:
        snprintf(number, sizeof number, "%u", cn_stream_below(&w->stream, CN_PACE_MS_MAX + 1));
        entry = (cn_entry){.kind = CN_ENTRY_PACE, .seat = seat, .body = number};
        break;
    case 3:
        if ((cn_table_next_deal(w->table)->places >> seat & 1) != 0) return;
        snprintf(body, sizeof body, "%064x", cn_stream_below(&w->stream, 1000000));
        entry.kind = CN_ENTRY_SEED;
    }
    propose(w, &entry, 1);
}

static void begin_game(world *w, const char *overrides)
{
    char create[BODY_BYTES];
    cn_rules rules;
    cn_text_error error;
    if (!cn_rules_load(&rules, w->rules, overrides, w->players, &error))
        fail_msg("%s: %s", w->rules, error.message);
    snprintf(create, sizeof create,
             "{\"rules\":\"%s\",\"overrides\":\"%s\",\"house\":\"%s\",\"players\":%u,\"dealer\":%u,"
             "\"invite\":\"%032x\",\"pace_ms\":900,\"bot\":\"%s\",\"hints\":%s}",
             w->rules, overrides, w->players % 2 ? "Ours" : "", w->players,
             cn_stream_below(&w->stream, rules.seat_count), cn_stream_below(&w->stream, 100000),
             w->players % 2 ? "book" : "racer", w->players % 2 ? "false" : "true");
    cn_entry entry[] = {
        {.kind = CN_ENTRY_CREATE, .seat = CN_NO_SEAT, .body = create},
        {.kind = CN_ENTRY_SEAT, .seat = 0, .body = "{\"leave\":true}"},
        {.kind = CN_ENTRY_DEAL, .seat = CN_NO_SEAT},
    };
    propose(w, entry, 3);
}

/* The next hand, or the first one of a rematch. */
static void deal(world *w, cn_frame_kind kind)
{
    cn_turn_entries entries;
    const cn_frame frame = {.kind = kind};
    const cn_entry key = {.seat = 0, .inst = "12345678", .n = (uint32_t)cn_table_seq(w->table)};
    cn_turn_write(w->table, &frame, &key, &entries);
    propose(w, entries.entry, entries.count);
}

static void play(world *w)
{
    static const char *const players[] = {"racer", "random"};
    char text[CN_PLAY_TEXT_MAX + 1];
    const unsigned seat = cn_table_acting(w->table);
    const cn_player *player = cn_player_find(players[cn_stream_below(&w->stream, 20) == 0]);
    cn_bot_play(player, cn_table_view(w->table, seat), cn_table_rules(w->table), &w->stream, text,
                sizeof text);
    cn_entry entry = {.kind = CN_ENTRY_PLAY, .seat = seat, .body = text};
    propose(w, &entry, 1);
}

/* Some hands, with a rematch after each two, in which people come and go. */
static void play_hands(world *w)
{
    for (unsigned hands = 0; hands < HANDS;) {
        const unsigned phase = cn_table_public(w->table)->phase;
        if (cn_stream_below(&w->stream, NOW_AND_THEN) == 0) change_something(w);
        if (cn_stream_below(&w->stream, 2 * NOW_AND_THEN) == 0) compare(w);
        if (phase == CN_PHASE_SCORED || phase == CN_PHASE_GAME_END) {
            compare(w);
            deal(w, phase == CN_PHASE_SCORED ? CN_FRAME_NEXT : CN_FRAME_REMATCH);
            compare(w);
            hands++;
        } else {
            play(w);
        }
    }
    compare(w);
}

static void from_its_last_base_a_table_is_what_all_its_entries_make(void **state)
{
    world *w = *state;
    for (unsigned i = 0; cn_rulesets[i] != NULL; i++) {
        cn_ruleset_about about;
        w->rules = cn_rulesets[i];
        cn_ruleset_describe(w->rules, &about);
        for (w->players = 2; w->players <= CN_PLAYERS_MAX; w->players++) {
            if ((about.player_counts >> w->players & 1) == 0) continue;
            snprintf(w->name, sizeof w->name, "table-%02u-%u", i, w->players);
            w->table = cn_table_make(w->name);
            begin_game(w, "rounds = 2; tie_rule = shared");
            play_hands(w);
            cn_table_free(w->table);
        }
    }
    print_message("%u times compared\n", w->compared);
}

static void pause_for(world *w, int64_t seconds)
{
    cn_entry entry = {.kind = CN_ENTRY_PAUSE, .seat = 0, .body = "1"};
    propose(w, &entry, 1);
    compare(w);
    const int64_t now = (int64_t)time(NULL) + w->later_s;
    const int64_t lasted = cn_table_lasted_s(w->table, now);
    CHECK(w, cn_table_lasted_s(w->table, now + seconds) == lasted);
    w->later_s += seconds;
    entry.body = "0";
    propose(w, &entry, 1);
}

/* Plays the hand, which takes so many seconds, to its score. */
static void play_hand_for(world *w, int64_t seconds)
{
    play(w);
    w->later_s += seconds;
    while (cn_table_acting(w->table) != CN_NO_SEAT) play(w);
    compare(w);
}

/* P169. */
static void a_game_ends_with_the_hand_in_which_its_time_is_up(void **state)
{
    enum { MINUTE = 60 };
    world *w = *state;
    w->rules = "classic_pagat";
    w->players = 4;
    strcpy(w->name, "table-of-4");
    w->table = cn_table_make(w->name);
    CHECK(w, cn_table_lasted_s(w->table, (int64_t)time(NULL)) == -1);
    begin_game(w, "time_limit = 50; target = 100000; tie_rule = shared");
    for (unsigned game = 0; game < 2; game++) {
        play_hand_for(w, 20 * MINUTE);
        CHECK(w, cn_table_public(w->table)->phase == CN_PHASE_SCORED);
        deal(w, CN_FRAME_NEXT);
        pause_for(w, 600 * MINUTE);
        play_hand_for(w, 20 * MINUTE);
        CHECK(w, cn_table_public(w->table)->phase == CN_PHASE_SCORED);
        deal(w, CN_FRAME_NEXT);
        const int64_t now = (int64_t)time(NULL) + w->later_s;
        CHECK(w, cn_table_lasted_s(w->table, now) / MINUTE == 40);
        play_hand_for(w, 10 * MINUTE);
        CHECK(w, cn_table_public(w->table)->phase == CN_PHASE_GAME_END);
        CHECK(w, cn_table_public(w->table)->minutes >= 50);
        CHECK(w, cn_table_public(w->table)->minutes < 60);
        if (game == 0) deal(w, CN_FRAME_REMATCH);
    }
    cn_table_free(w->table);
}

static int64_t cpu_ns(void)
{
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return used.tv_sec * INT64_C(1000000000) + used.tv_nsec;
}

/* What all proofs of a seat are, and how long they took. */
static cn_digest prove(const world *w, int64_t *ns)
{
    cn_digest proofs = {{0}};
    const int64_t began = cpu_ns();
    cn_table_prove(w->table, 0, false, note_proof, &proofs);
    *ns = cpu_ns() - began;
    return proofs;
}

static void the_tree_for_proofs_is_made_once_for_a_deal(void **state)
{
    enum { TIMES = 40 };
    int64_t first_ns, ns, all_ns = 0;
    world *w = *state;
    w->rules = "hand_and_foot";
    w->players = 6;
    strcpy(w->name, "table-of-6");
    w->table = cn_table_make(w->name);
    begin_game(w, "decks = 8");
    const cn_digest proofs = prove(w, &first_ns);
    for (unsigned i = 0; i < TIMES; i++, all_ns += ns) {
        const cn_digest again = prove(w, &ns);
        CHECK(w, cn_digest_equal(&proofs, &again));
    }
    print_message("%u us, and then %u us for %u\n", (unsigned)(first_ns / 1000),
                  (unsigned)(all_ns / 1000), TIMES);
    CHECK(w, all_ns < first_ns * TIMES / 2);
    cn_table_rest(w->table);
    const cn_digest anew = prove(w, &ns);
    CHECK(w, cn_digest_equal(&proofs, &anew));
    cn_table_free(w->table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(from_its_last_base_a_table_is_what_all_its_entries_make,
                                        make_world, end_world),
        cmocka_unit_test_setup_teardown(a_game_ends_with_the_hand_in_which_its_time_is_up,
                                        make_world, end_world),
        cmocka_unit_test_setup_teardown(the_tree_for_proofs_is_made_once_for_a_deal, make_world,
                                        end_world),
    };
    return cmocka_run_group_tests_name("server base", tests, NULL, NULL);
}
