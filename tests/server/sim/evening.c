/* Faulty weather, then calm weather in which everything must come right.
 * Not here: what clients and server do. Invariant: as in the header. */
#include "evening.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "client.h"
#include "store.h"

enum { CALM_MOST_MS = 20000, MOVES_WANTED = 3, LOOK_MS = 50, PURPOSE_CLIENT = 3 };

/* Each evening has its own mixture: some kinds of fault often, others never. */
static void choose_faults(sim *s)
{
    sim_faults *f = &s->faults;
    unsigned *const all[] = {&f->sync_lost, &f->sync_kept,  &f->full, &f->slow,
                             &f->blind,     &f->crash,      &f->stop, &f->cut,
                             &f->stall,     &f->lose_reply, &f->die};
    static const unsigned most[] = {60, 60, 120, 150, 80, 60, 30, 25, 20, 100, 60};
    for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++)
        *all[i] = sim_chance(s, 550) ? 1 + sim_below(s, most[i]) : 0;
    f->found_out = sim_below(s, 1000);
}

static void calm_down(sim *s)
{
    s->calm = true;
    s->faults = (sim_faults){0};
    s->disk->full_until_ms = s->disk->slow_until_ms = s->disk->blind_until_ms = 0;
    sim_say(s, "calm weather");
    s->tables_max = s->table_count + 2;
    if (s->crowded) server_stop(s);
    for (unsigned i = 0; i < s->table_count; i++) {
        const disk_table *t = disk_find(s->disk, s->meeting[i].id);
        s->meeting[i].calm_seq = t != NULL ? t->count : 0;
    }
}

static void weather(sim *s, void *who, uint64_t arg)
{
    (void)who;
    (void)arg;
    disk *d = s->disk;
    if (s->acts_left == 0) {
        calm_down(s);
        return;
    }
    if (sim_chance(s, s->faults.full)) d->full_until_ms = s->now_ms + sim_between(s, 100, 3000);
    if (sim_chance(s, s->faults.slow)) d->slow_until_ms = s->now_ms + sim_between(s, 100, 2000);
    if (sim_chance(s, s->faults.blind)) d->blind_until_ms = s->now_ms + sim_between(s, 50, 2500);
    if (sim_chance(s, s->faults.crash)) server_crash(s);
    if (sim_chance(s, s->faults.stop)) server_stop(s);
    sim_at(s, sim_between(s, 20, 300), weather, NULL, 0);
}

static bool is_quiet(const client *c)
{
    if (c->calling > 0) return false;
    return !c->seated || (c->greeted && c->shown && c->waiting_count == 0);
}

static bool is_played_at(const sim *s, unsigned table)
{
    for (unsigned i = 0; i < s->client_count; i++)
        if (s->client[i].seated && s->client[i].table == table) return true;
    return false;
}

/* Every table where somebody has a seat has gone on. */
static bool went_on(sim *s)
{
    for (unsigned i = 0; i < s->table_count; i++) {
        const meeting *m = &s->meeting[i];
        if (is_played_at(s, i) && disk_find(s->disk, m->id)->count < m->calm_seq + MOVES_WANTED)
            return false;
    }
    return true;
}

static bool all_see_the_same(const sim *s)
{
    for (unsigned i = 0; i < s->client_count; i++) {
        const client *c = &s->client[i];
        if (!is_quiet(c)) return false;
        if (c->seated && c->seq != disk_find(s->disk, s->meeting[c->table].id)->count) return false;
    }
    return true;
}

static void complain(sim *s)
{
    for (unsigned i = 0; i < s->client_count; i++) {
        const client *c = &s->client[i];
        const disk_table *t = disk_find(s->disk, s->meeting[c->table].id);
        if (c->seated)
            sim_say(s,
                    "client %u: table %s link %u greeted %d shown %d waits %u seq %" PRIu64
                    " of %u, calm %" PRIu64,
                    c->number, t->id, c->link != NULL ? c->link->number : 0, c->greeted, c->shown,
                    c->waiting_count, c->seq, t->count, s->meeting[c->table].calm_seq);
        else
            sim_say(s, "client %u: no seat, calling %u", c->number, c->calling);
    }
    sim_fail(s, "the evening does not come right (%s)", s->silent ? "silent" : "calm");
}

/* Lets time pass until the condition holds. */
static void wait_for(sim *s, bool (*holds)(sim *s))
{
    const int64_t end_ms = s->now_ms + CALM_MOST_MS;
    while (!holds(s)) {
        const int64_t look_ms = s->now_ms + LOOK_MS;
        if (s->now_ms > end_ms) complain(s);
        while (s->now_ms < look_ms && sim_step(s)) server_check_awake(s);
    }
}

static bool is_calm(sim *s)
{
    return s->calm;
}

static bool settled(sim *s)
{
    return all_see_the_same(s);
}

/* The log once more from its beginning, and what clients believe against it. */
static void check_replay(sim *s, disk_table *t)
{
    const sim_counts before = *s->counts;
    oracle *fresh = oracle_make(s, t->id);
    for (unsigned i = 0; i < t->count; i++) oracle_follow(fresh, &t->entry[i]);
    for (unsigned i = 0; i < fresh->core.rules.player_count; i++)
        if (cn_view_hash(&fresh->view[i], &fresh->core.rules) !=
            cn_view_hash(&t->oracle->view[i], &t->oracle->core.rules))
            sim_fail(s, "table %s: the log replays to another game", t->id);
    for (unsigned i = 0; i < s->client_count; i++) {
        const client *c = &s->client[i];
        if (!c->seated || strcmp(s->meeting[c->table].id, t->id) != 0) continue;
        if (cn_view_hash(&c->view, &c->rules) !=
            cn_view_hash(&fresh->view[c->seat], &fresh->core.rules))
            sim_fail(s, "client %u has not the view of the log", c->number);
    }
    oracle_free(fresh);
    *s->counts = before;
}

static void begin(sim *s)
{
    s->disk = disk_make(s);
    s->table_count = sim_between(s, 1, SIM_TABLES_MAX);
    s->client_count = sim_between(s, 2, SIM_CLIENTS_MAX);
    s->acts_left = sim_between(s, 150, 900);
    s->grace_ms = sim_between(s, 100, 2000);
    s->rate = sim_chance(s, 250) ? sim_between(s, 5, 20) : 1000;
    s->crowded = sim_chance(s, 300);
    s->tables_max = s->crowded ? sim_between(s, 1, s->table_count + 1) : s->table_count + 2;
    s->meeting = calloc(s->table_count, sizeof *s->meeting);
    s->client = calloc(s->client_count, sizeof *s->client);
    if (s->meeting == NULL || s->client == NULL) abort();
    s->weight = sim_chance(s, 500) ? 1 : sim_between(s, 2, 300);
    choose_faults(s);
    server_start(s);
    for (unsigned i = 0; i < s->client_count; i++) {
        client *c = &s->client[i];
        *c = (client){.s = s,
                      .number = i,
                      .table = i % s->table_count,
                      .stream = cn_stream_make(s->seed, PURPOSE_CLIENT, i)};
        client_new_inst(c);
        sim_at(s, sim_between(s, 1, 200), client_act, c, 0);
    }
    sim_at(s, 500, weather, NULL, 0);
}

static void end(sim *s)
{
    server_end(s);
    sim_end(s);
    links_free(s);
    calls_free(s);
    insts_free(s->insts);
    disk_free(s->disk);
    free(s->meeting);
    free(s->client);
}

uint64_t evening(uint64_t seed, sim_counts *counts, bool loud)
{
    sim *s = calloc(1, sizeof *s);
    if (s == NULL) abort();
    sim_begin(s, seed, counts);
    s->loud = loud;
    begin(s);
    while (!is_calm(s) && sim_step(s)) server_check_awake(s);
    wait_for(s, went_on);
    s->silent = true;
    wait_for(s, settled);
    for (unsigned i = 0; i < s->disk->count; i++)
        if (s->disk->table[i]->oracle != NULL) check_replay(s, s->disk->table[i]);
    end(s);
    counts->evenings++;
    const uint64_t digest = s->digest;
    free(s);
    return digest;
}
