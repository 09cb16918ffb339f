/* The server's process: started, killed at any moment, stopped in order. Does what net/server.c
 * does around the hall. Not here: connections (link.c). Invariant: of a process that ended nothing
 * is left but the disk. */
#include <stdlib.h>

#include "client.h"
#include "server.h"
#include "server/hall/place.h"
#include "server/talk/api.h"
#include "store.h"

typedef struct server {
    cn_hall *hall;
    cn_store *store;
    cn_programs *programs;
    cn_limits *limits;
    cn_codes *codes;
    cn_holders *holders;
    cn_measures measures;
    bool stopping;
    uint64_t tick;   /* the one that counts ... */
    int64_t tick_ms; /* ... and when it comes */
} server;

enum { TICK_MOST_MS = 1000 };

/* The answer to GET /v1/rules takes long to make and is always the same. */
static json_object *rule_list;
static const cn_own_rules no_rules;

void server_forget(void)
{
    json_object_put(rule_list);
    rule_list = NULL;
}

/* Nobody signs in. */
bool cn_passwords_give(cn_passwords *passwords, cn_password_job *job)
{
    (void)passwords;
    (void)job;
    return false;
}

cn_hall *server_hall(sim *s)
{
    return s->server != NULL && !s->server->stopping ? s->server->hall : NULL;
}

static void tick(sim *s, void *who, uint64_t number);

static void tick_in(sim *s, int64_t ms)
{
    s->server->tick = ++s->ticks;
    s->server->tick_ms = s->now_ms + ms;
    sim_at(s, ms, tick, NULL, s->server->tick);
}

static void tick(sim *s, void *who, uint64_t number)
{
    (void)who;
    server *v = s->server;
    if (v == NULL || v->stopping || v->tick != number) return;
    const int64_t in_ms = cn_hall_tick(v->hall, TICK_MOST_MS);
    tick_in(s, in_ms > 0 ? in_ms : 1);
}

/* The server sleeps no longer than until something is due. */
void server_check_awake(sim *s)
{
    const server *v = s->server;
    const cn_due *due = server_hall(s) != NULL ? cn_due_first(cn_hall_dues(v->hall)) : NULL;
    if (due == NULL) return;
    const int64_t from_ms = due->at_ms > s->now_ms ? due->at_ms : s->now_ms;
    if (v->tick_ms > from_ms + 1)
        sim_fail(s, "something is due in %lld ms, and the server sleeps for %lld",
                 (long long)(from_ms - s->now_ms), (long long)(v->tick_ms - s->now_ms));
}

static void wake(void *user)
{
    sim *s = user;
    if (s->server == NULL || s->server->stopping) return;
    tick_in(s, 0);
}

static void start(sim *s)
{
    server *v = calloc(1, sizeof *v);
    char message[100];
    if (v == NULL) abort();
    if (rule_list == NULL) rule_list = cn_api_rule_list(&no_rules);
    const cn_programs_options programs = {.tell = cn_session_tell_replaced};
    v->programs = cn_programs_make(&programs);
    v->codes = cn_codes_make_all();
    v->holders = cn_holders_make(1000);
    v->limits = cn_limits_make((const cn_allowance[CN_LIMITS]){
        [CN_LIMIT_CALLS] = {1000, 1, 1000},
        [CN_LIMIT_TABLES] = {1000, 1, 1000},
        [CN_LIMIT_PERSONS] = {1000, 1, 1000},
        [CN_LIMIT_GROWTH] = {1000, 1, 1000},
        [CN_LIMIT_TRIES] = {1000, 1, 1000},
        [CN_LIMIT_NUDGES] = {1000, 1, 1000},
        [CN_LIMIT_SAYS] = {1000, 1, 1000},
        [CN_LIMIT_CHANGES] = {1000, 1, 1000},
        [CN_LIMIT_RECORDS] = {1000, 1, 1000},
        [CN_LIMIT_RESUMES] = {1000, 1, 1000},
        [CN_LIMIT_FRAMES] = {1000, 1, 1000},
    });
    v->store = cn_store_open("", false, message, sizeof message);
    const cn_hall_options options = {.pace_ms = 50,
                                     .grace_ms = s->grace_ms,
                                     .rate = s->rate,
                                     .tables_max = s->tables_max,
                                     .programs = v->programs,
                                     .limits = v->limits,
                                     .measures = &v->measures,
                                     .codes = v->codes,
                                     .holders = v->holders,
                                     .tell = cn_session_tell,
                                     .tell_pause = cn_session_tell_pause,
                                     .tell_clock = cn_session_tell_clock,
                                     .wake = wake,
                                     .user = s,
                                     .own_rules = &no_rules,
                                     .rule_list = rule_list};
    v->hall = cn_hall_make(v->store, &options);
    s->server = v;
    sim_say(s, "the server is up");
    wake(s);
}

static void try_start(sim *s, void *who, uint64_t arg)
{
    (void)who;
    (void)arg;
    if (s->now_ms < s->disk->blind_until_ms)
        sim_at(s, 100, try_start, NULL, 0);
    else
        start(s);
}

void server_start(sim *s)
{
    sim_at(s, 0, try_start, NULL, 0);
}

/* Nothing of this is heard by anybody where the process has died. */
static void take_down(sim *s)
{
    server *v = s->server;
    v->stopping = true;
    for (link *l = s->links; l != NULL; l = l->next) link_close_session(l);
    cn_hall_close(v->hall);
    cn_store_close(v->store);
    cn_hall_free(v->hall);
    cn_programs_free(v->programs);
    cn_limits_free(v->limits);
    cn_codes_free(v->codes);
    cn_holders_free(v->holders);
    free(v);
    s->server = NULL;
}

void server_crash(sim *s)
{
    if (s->server == NULL) return;
    sim_say(s, "the process dies");
    sim_met(s, SIM_CRASH);
    store_die(s->server->store);
    take_down(s);
    sim_at(s, sim_between(s, 20, 1500), try_start, NULL, 0);
}

static void stop_now(sim *s, void *who, uint64_t number)
{
    (void)who;
    if (s->server == NULL || s->server->tick != number) return;
    sim_say(s, "the server ends");
    take_down(s);
    sim_at(s, sim_between(s, 20, 1500), try_start, NULL, 0);
}

void server_stop(sim *s)
{
    if (server_hall(s) == NULL) return;
    sim_say(s, "the server stops");
    sim_met(s, SIM_STOP);
    s->server->stopping = true;
    s->server->tick = ++s->ticks;
    for (link *l = s->links; l != NULL; l = l->next)
        if (l->session != NULL) cn_session_farewell(l->session, "RESTART");
    sim_at(s, sim_chance(s, 500) ? 0 : sim_between(s, 1, 3000), stop_now, NULL, s->server->tick);
}

void server_end(sim *s)
{
    if (s->server != NULL) take_down(s);
}
