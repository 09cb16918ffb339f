/* The hall with its clock, chance and log; connections and calls. Not here: as in the header.
 * Invariant: as in the header; whatever is begun is over when a function returns. */
#include "rig.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "log.h"
#include "random/random.h"
#include "server/base/clock.h"
#include "server/base/entropy.h"
#include "server/talk/api.h"
#include "server/talk/session.h"

enum { PURPOSE_SECRETS = 77, BIG = 1000000, PACE_MS = 900, GRACE_MS = 30000, ABSENCE_MS = 120000 };

struct rig {
    cn_store store;
    int64_t now_ms;
    cn_stream secrets;
    cn_hall *hall;
    cn_programs *programs;
    cn_limits *limits;
    cn_codes *codes;
    cn_holders *holders;
    cn_measures measures;
    json_object *rule_list;
};

struct rig_line {
    rig *r;
    rig_text *heard;
    cn_session *session;
    bool closed;
};

static rig *in_use;
static const cn_own_rules no_rules;

int64_t cn_clock_ms(void)
{
    return in_use->now_ms;
}

/* It takes no time. */
int64_t cn_clock_worked_ms(void)
{
    return 0;
}

int64_t cn_clock_day_s(void)
{
    return in_use->now_ms / 1000;
}

void cn_secret_bytes(void *out, size_t size)
{
    unsigned char *at = out;
    for (size_t i = 0; i < size; i++) at[i] = (unsigned char)cn_stream_next(&in_use->secrets);
}

/* At once, and kept as it is. */
bool cn_passwords_give(cn_passwords *passwords, cn_password_job *job)
{
    (void)passwords;
    if (job->kept[0] == '\0') snprintf(job->kept, sizeof job->kept, "%.60s", job->password);
    job->good = strncmp(job->kept, job->password, 60) == 0;
    job->done(job);
    return true;
}

void rig_text_add(rig_text *text, const char *bytes, size_t length)
{
    if (text->length + length + 1 > text->room) {
        text->room = 2 * (text->length + length) + 256;
        text->bytes = realloc(text->bytes, text->room);
        if (text->bytes == NULL) abort();
    }
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
}

void rig_text_format(rig_text *text, const char *format, ...)
{
    char line[400];
    va_list args;
    va_start(args, format);
    const int length = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    rig_text_add(text, line, (size_t)length < sizeof line ? (size_t)length : sizeof line - 1);
}

void rig_text_clear(rig_text *text)
{
    text->length = 0;
    if (text->bytes != NULL) text->bytes[0] = '\0';
}

void rig_text_free(rig_text *text)
{
    free(text->bytes);
    *text = (rig_text){0};
}

void rig_use(rig *r)
{
    in_use = r;
}

static void settle(rig *r)
{
    rig_use(r);
    memory_settle(&r->store);
}

static void wake(void *user)
{
    (void)user; /* who wants to know asks rig_tick */
}

void rig_reseed(rig *r, uint64_t seed)
{
    r->secrets = cn_stream_make(seed, PURPOSE_SECRETS, 0);
}

rig *rig_make(uint64_t seed)
{
    rig *r = calloc(1, sizeof *r);
    if (r == NULL) abort();
    rig_use(r);
    rig_reseed(r, seed);
    r->now_ms = BIG;
    r->store.end = &r->store.first;
    const cn_programs_options programs = {.tell = cn_session_tell_replaced};
    r->programs = cn_programs_make(&programs);
    r->codes = cn_codes_make_all();
    r->rule_list = json_object_new_object();
    cn_allowance allowance[CN_LIMITS];
    for (unsigned i = 0; i < CN_LIMITS; i++) allowance[i] = (cn_allowance){BIG, 1, BIG};
    r->limits = cn_limits_make(allowance);
    r->holders = cn_holders_make(BIG);
    const cn_hall_options options = {.pace_ms = PACE_MS,
                                     .grace_ms = GRACE_MS,
                                     .absence_ms = ABSENCE_MS,
                                     .rate = BIG,
                                     .tables_max = 2,
                                     .programs = r->programs,
                                     .limits = r->limits,
                                     .codes = r->codes,
                                     .holders = r->holders,
                                     .measures = &r->measures,
                                     .tell = cn_session_tell,
                                     .tell_pause = cn_session_tell_pause,
                                     .tell_clock = cn_session_tell_clock,
                                     .wake = wake,
                                     .own_rules = &no_rules,
                                     .rule_list = r->rule_list};
    r->hall = cn_hall_make(&r->store, &options);
    return r;
}

void rig_free(rig *r)
{
    settle(r);
    cn_hall_close(r->hall);
    settle(r);
    cn_hall_free(r->hall);
    cn_programs_free(r->programs);
    cn_limits_free(r->limits);
    cn_codes_free(r->codes);
    cn_holders_free(r->holders);
    json_object_put(r->rule_list);
    rig_log_clear(r);
    free(r->store.log.table);
    free(r);
}

void rig_wait(rig *r, int64_t ms)
{
    r->now_ms += ms;
}

int64_t rig_tick(rig *r, int64_t most_ms)
{
    rig_use(r);
    const int64_t due_ms = cn_hall_tick(r->hall, most_ms);
    settle(r);
    return due_ms;
}

const cn_entry *rig_log(rig *r, const char *name, unsigned *count)
{
    const memory_table *table = memory_find(&r->store.log, name);
    *count = table != NULL ? table->count : 0;
    return table != NULL ? table->entry : NULL;
}

void rig_log_put(rig *r, const char *name, const cn_entry *entry, unsigned count)
{
    for (unsigned i = 0; i < count; i++) memory_put(&r->store.log, name, &entry[i]);
}

void rig_log_clear(rig *r)
{
    while (r->store.log.count > 0) memory_drop(&r->store.log, r->store.log.table[0].name);
}

cn_hall *rig_hall(rig *r)
{
    rig_use(r);
    return r->hall;
}

typedef struct caller {
    cn_caller base; /* first */
    rig_text *answer;
} caller;

static void give(cn_caller *base, cn_reply reply)
{
    caller *c = (caller *)base;
    rig_text_format(c->answer, "%u %s %lld %s %s %d ", reply.status, reply.type,
                    (long long)reply.retry_ms, reply.file_name, reply.cookie, reply.forget);
    rig_text_add(c->answer, (const char *)reply.memory, reply.length);
    rig_text_add(c->answer, "\n", 1);
    cn_reply_free(&reply);
    free(c);
}

void rig_call(rig *r, const char *path, const char *body, const char *token, rig_text *answer)
{
    caller *c = calloc(1, sizeof *c);
    if (c == NULL) abort();
    *c = (caller){.base = {.give = give}, .answer = answer};
    const cn_call call = {.post = body != NULL,
                          .path = path,
                          .players = "",
                          .overrides = "",
                          .body = body != NULL ? body : "",
                          .body_length = body != NULL ? strlen(body) : 0,
                          .token = token,
                          .label = "",
                          .from = {{1, 2}}};
    rig_use(r);
    cn_api_answer(r->hall, &call, &c->base);
    settle(r);
}

static void wire_send(void *conn, const char *text, size_t length)
{
    rig_line *line = conn;
    rig_text_add(line->heard, text, length);
    rig_text_add(line->heard, "\n", 1);
}

static void wire_close(void *conn, unsigned code)
{
    rig_line *line = conn;
    line->closed = true;
    rig_text_format(line->heard, "closed %u\n", code);
}

static void wire_pause(void *conn, bool paused)
{
    (void)conn;
    (void)paused; /* frames that come all the same wait in the session */
}

static size_t wire_backlog(const void *conn)
{
    (void)conn;
    return 0;
}

static const cn_wire wire = {
    .send = wire_send, .close = wire_close, .pause = wire_pause, .backlog = wire_backlog};

rig_line *rig_open(rig *r, rig_text *heard)
{
    static const cn_visitor visitor = {.from = {{1, 2}}};
    rig_line *line = calloc(1, sizeof *line);
    if (line == NULL) abort();
    rig_use(r);
    *line = (rig_line){.r = r, .heard = heard};
    line->session = cn_session_open(r->hall, &wire, line, &visitor);
    return line;
}

void rig_say(rig_line *line, const char *text, size_t length)
{
    rig_use(line->r);
    if (!line->closed) cn_session_frame(line->session, text, length);
    settle(line->r);
}

void rig_say_odd(rig_line *line, unsigned oddity)
{
    rig_use(line->r);
    if (!line->closed) cn_session_odd(line->session, (cn_oddity)oddity);
    settle(line->r);
}

bool rig_closed(const rig_line *line)
{
    return line->closed;
}

void rig_close(rig_line *line)
{
    if (line == NULL) return;
    rig_use(line->r);
    cn_session_close(line->session);
    settle(line->r);
    free(line);
}

typedef struct finding {
    cn_wait wait; /* first */
    cn_place *place;
} finding;

static void found(cn_wait *wait, cn_place *place, const char *code)
{
    (void)code;
    ((finding *)wait)->place = place;
}

cn_place *rig_place(rig *r, const char *table)
{
    finding f = {.wait = {.ready = found}};
    rig_use(r);
    cn_hall_find(r->hall, table, &f.wait);
    settle(r);
    return f.place;
}

static void proposed(void *user, cn_place *place, cn_saved saved, const cn_changes *changes)
{
    (void)place;
    (void)changes;
    *(bool *)user = saved == CN_SAVED;
}

typedef struct bot_play {
    cn_wait wait; /* first */
    cn_entry entry;
    bool saved;
} bot_play;

static void play_ready(cn_wait *wait, cn_place *place, const char *code)
{
    bot_play *b = (bot_play *)wait;
    (void)code;
    if (place != NULL) cn_place_propose(place, &b->entry, 1, NULL, proposed, &b->saved);
}

bool rig_bot_play(rig *r, const char *table, unsigned seat, const char *play)
{
    bot_play b = {.wait = {.ready = play_ready},
                  .entry = {.kind = CN_ENTRY_PLAY, .seat = seat, .body = play}};
    rig_use(r);
    cn_hall_find(r->hall, table, &b.wait);
    settle(r);
    return b.saved;
}
