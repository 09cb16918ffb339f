/* What a client makes of what it hears. Not here: as in the header. Invariant: as in the header. */
#include "client.h"
#include "message.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "text/events/event_text.h"
#include "text/rules/rules_text.h"

void client_new_inst(client *c)
{
    c->inst = insts_new(c->s, c->number);
    c->next_n = 1;
    c->acked_n = 0;
    c->waiting_count = c->past_count = 0;
}

void client_loses_seat(client *c)
{
    c->seated = false;
    c->token[0] = '\0';
    c->waiting_count = c->past_count = 0;
    c->seen_seq = 0;
}

void client_loses(client *c, link *l, unsigned code)
{
    if (c->link != l) return;
    c->link = NULL;
    c->greeted = c->shown = false;
    if (code == 1000) client_loses_seat(c);
}

static void start_view(client *c, json_object *message)
{
    cn_text_error error = {0};
    if (!cn_view_start_parse(text_of(c->s, message, "start"), &c->rules, &c->view, &error))
        sim_fail(c->s, "client %u cannot read a start: %s", c->number, error.message);
}

static void follow(client *c, json_object *message)
{
    json_object *events = NULL;
    json_object_object_get_ex(message, "events", &events);
    const size_t count = json_object_array_length(events);
    for (size_t i = 0; i < count; i++) {
        cn_event event;
        cn_text_error error = {0};
        const char *line = json_object_get_string(json_object_array_get_idx(events, i));
        if (!cn_event_parse(line, &c->rules, &event, &error) ||
            !cn_view_apply(&c->view, &c->rules, &event))
            sim_fail(c->s, "client %u cannot follow: %s", c->number, line);
    }
    char hash[17];
    snprintf(hash, sizeof hash, "%016" PRIx64, cn_view_hash(&c->view, &c->rules));
    if (strcmp(hash, text_of(c->s, message, "vh")) != 0)
        sim_fail(c->s, "client %u has another view than the server", c->number);
}

static void note_seq(client *c, uint64_t seq)
{
    c->seq = seq;
    if (seq > c->seen_seq) c->seen_seq = seq;
}

static void load_rules(client *c, json_object *message)
{
    json_object *table = NULL, *seats = NULL;
    cn_text_error error = {0};
    if (!json_object_object_get_ex(message, "table", &table) ||
        !json_object_object_get_ex(table, "seats", &seats) ||
        !cn_rules_load(&c->rules, text_of(c->s, table, "rules"), text_of(c->s, table, "overrides"),
                       (unsigned)json_object_array_length(seats), &error))
        sim_fail(c->s, "client %u: the rules of the table cannot be loaded", c->number);
    c->s->meeting[c->table].seat_count = c->rules.player_count;
}

/* Which deal a seed may be given for, as a snapshot says it. */
static void note_commit(client *c, json_object *message)
{
    json_object *fair = NULL, *next = NULL;
    if (json_object_object_get_ex(message, "fair", &fair) &&
        json_object_object_get_ex(fair, "next", &next))
        c->next_deal = number_of(c->s, next, "deal");
}

static void hear_snap(client *c, json_object *message)
{
    const uint64_t seq = number_of(c->s, message, "seq");
    if (seq < c->seen_seq)
        sim_fail(c->s, "client %u has seen entry %" PRIu64 ", and the table is at %" PRIu64,
                 c->number, c->seen_seq, seq);
    if (c->rules.player_count == 0) load_rules(c, message);
    start_view(c, message);
    follow(c, message);
    note_seq(c, seq);
    note_commit(c, message);
    c->shown = true;
    strcpy(c->kept, c->link->token);
}

static void hear_event(client *c, json_object *message)
{
    const uint64_t seq = number_of(c->s, message, "seq");
    if (!c->shown || seq != c->seq + 1)
        sim_fail(c->s, "client %u hears event %" PRIu64 " behind %" PRIu64, c->number, seq, c->seq);
    if (has_key(message, "start")) start_view(c, message);
    if (has_key(message, "events")) follow(c, message);
    if (has_key(message, "commit")) c->next_deal = number_of(c->s, message, "deal");
    note_seq(c, seq);
}

static command *find_command(command *list, unsigned count, uint32_t n)
{
    for (unsigned i = 0; i < count; i++)
        if (list[i].n == n) return &list[i];
    return NULL;
}

static void drop_waiting(client *c, command *done)
{
    const unsigned at = (unsigned)(done - c->waiting);
    memmove(done, done + 1, (--c->waiting_count - at) * sizeof *done);
}

static void hear_ack(client *c, json_object *message)
{
    const uint32_t n = (uint32_t)number_of(c->s, message, "n");
    const uint64_t seq = number_of(c->s, message, "seq");
    command *waits = find_command(c->waiting, c->waiting_count, n);
    const command *past = find_command(c->past, c->past_count, n);
    if (past != NULL && past->seq != seq)
        sim_fail(c->s, "client %u: n %u is acknowledged as another entry", c->number, n);
    if (n > c->acked_n) c->acked_n = n;
    if (waits == NULL) return;
    if (c->past_count == PAST_MAX)
        memmove(c->past, c->past + 1, --c->past_count * sizeof c->past[0]);
    c->past[c->past_count] = *waits;
    c->past[c->past_count++].seq = seq;
    drop_waiting(c, waits);
}

/* Refusals after which the same command may still count, or was not even looked at. */
static bool is_no_answer(json_object *message, const char *code)
{
    return strcmp(code, "UNSURE") == 0 || strcmp(code, "RATE") == 0 || !has_key(message, "seq");
}

static void hear_refusal(client *c, link *l, json_object *message)
{
    sim *s = c->s;
    static const char *const usual[] = {"STALE",   "TURN",    "OVER",        "STORE",
                                        "NOT_NOW", "OLD_KEY", "DUP_MISMATCH"};
    const char *code = text_of(s, message, "code");
    if (!has_key(message, "n")) {
        if (has_key(message, "false")) return;
        if (!c->greeted && strcmp(code, "BAD_TOKEN") == 0) {
            client_loses_seat(c);
            link_cut(l);
        } else if (!c->greeted && strcmp(code, "FORMAT") != 0) {
            c->since_ms = 0; /* says hello again */
        }
        return;
    }
    const uint32_t n = (uint32_t)number_of(s, message, "n");
    command *waits = find_command(c->waiting, c->waiting_count, n);
    if (waits == NULL || strcmp(code, "DUP_MISMATCH") == 0) return;
    if (is_no_answer(message, code) || (strcmp(code, "STORE") == 0 && sim_chance(s, 500))) {
        waits->again_ms = s->now_ms + sim_between(s, 50, 1500);
        return;
    }
    bool known = false;
    for (unsigned i = 0; i < sizeof usual / sizeof usual[0]; i++)
        known = known || strcmp(code, usual[i]) == 0;
    if (waits->legal && !known) sim_fail(s, "client %u: a legal play is refused", c->number);
    drop_waiting(c, waits);
}

static void hear_welcome(client *c, json_object *message)
{
    if (number_of(c->s, message, "n") < c->hello_n)
        sim_fail(c->s, "client %u: the server has forgotten n %u", c->number, c->hello_n);
    c->seat = (unsigned)number_of(c->s, message, "seat");
    c->greeted = true;
    c->shown = has_key(message, "resumed");
    if (!c->shown) c->kept[0] = '\0';
    for (unsigned i = 0; i < c->waiting_count; i++) c->waiting[i].again_ms = c->s->now_ms;
}

void client_hears(client *c, link *l, json_object *message)
{
    if (c->link != l) return;
    const char *type = text_of(c->s, message, "t");
    if (strcmp(type, "welcome") == 0)
        hear_welcome(c, message);
    else if (strcmp(type, "snap") == 0)
        hear_snap(c, message);
    else if (strcmp(type, "ev") == 0)
        hear_event(c, message);
    else if (strcmp(type, "ack") == 0)
        hear_ack(c, message);
    else if (strcmp(type, "rej") == 0)
        hear_refusal(c, l, message);
}

bool client_may_play(const client *c)
{
    const cn_public *pub = &c->view.pub;
    return c->shown && c->view.seat != CN_SEAT_NONE && pub->seat == c->view.seat &&
           (pub->phase == CN_PHASE_DRAW || pub->phase == CN_PHASE_MELD ||
            pub->phase == CN_PHASE_ANSWER);
}
