/* What clients ask by HTTP, and what they make of the answers. Not here: HTTP itself.
 * Invariant: an answer that says that something is saved is only given when the disk has it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client.h"
#include "message.h"
#include "server/talk/api.h"

typedef enum call_kind { MAKE, TAKE, LEAVE, OTHER } call_kind;

typedef struct caller {
    cn_caller base;
    struct caller *next;
    sim *s;
    client *client;
    call_kind kind;
    bool given, refused;                   /* refused: it has changed nothing */
    char name[CN_NAME_CHARACTERS_MAX + 1]; /* that nobody else has */
    unsigned table, seat, status;
    char token[CN_TOKEN_CHARACTERS + 1];
    json_object *answer; /* NULL: lost */
} caller;

static void hear_seat(client *c, const caller *call)
{
    meeting *m = &c->s->meeting[call->table];
    if (call->kind == MAKE) m->asked = false;
    if (call->answer == NULL || call->status > 202) return;
    if (call->kind == MAKE) {
        strcpy(m->id, text_of(c->s, call->answer, "table"));
        strcpy(m->invite, text_of(c->s, call->answer, "invite"));
        m->made = true;
    }
    c->seat = (unsigned)number_of(c->s, call->answer, "seat");
    strcpy(c->token, text_of(c->s, call->answer, "token"));
    c->seated = true;
    c->seen_seq = 0;
    c->rules.player_count = 0;
    client_new_inst(c);
}

static void hear_left(client *c, const caller *call)
{
    if (call->answer == NULL || strcmp(call->token, c->token) != 0) return;
    if (call->status == 200 || call->status == 403) client_loses_seat(c);
    if (!c->seated && c->link != NULL && c->link->up) link_cut(c->link);
}

static void hear(sim *s, void *who, uint64_t arg)
{
    (void)arg;
    caller *call = who;
    client *c = call->client;
    sim_say(s, "client %u: call %u answered: %u %s", c->number, call->kind, call->status,
            call->answer != NULL ? json_object_to_json_string(call->answer) : "(lost)");
    c->calling--;
    switch (call->kind) {
    case MAKE:
    case TAKE: hear_seat(c, call); break;
    case LEAVE: hear_left(c, call); break;
    case OTHER: break;
    }
    if (call->answer != NULL) json_object_put(call->answer);
    call->answer = NULL;
}

/* Whether somebody of that name has or had a seat. */
static bool was_seated(const disk *d, const char *name)
{
    const disk_table *person = disk_find_named(d, name);
    if (person == NULL) return false;
    for (unsigned i = 0; i < d->count; i++)
        for (unsigned k = 0; k < d->table[i]->count; k++)
            if (d->table[i]->entry[k].kind == CN_ENTRY_SEAT &&
                strstr(d->table[i]->entry[k].body, person->id) != NULL)
                return true;
    return false;
}

/* What is said to be saved is on the disk by now; what is refused is not, and never will be. */
static void check_answer(caller *call)
{
    sim *s = call->s;
    call->refused = call->status >= 400 && strcmp(text_of(s, call->answer, "error"), "UNSURE") != 0;
    if (call->refused && was_seated(s->disk, call->name))
        sim_fail(s, "a seat is refused and taken: %s", call->name);
    if (call->status != 200 || call->kind == OTHER) return;
    const char *id =
        call->kind == MAKE ? text_of(s, call->answer, "table") : s->meeting[call->table].id;
    const disk_table *t = disk_find(s->disk, id);
    if (t == NULL) sim_fail(s, "table %s is said to be made", id);
    if (call->kind == LEAVE) {
        if (oracle_seat_of(t->oracle, call->token) != CN_NO_SEAT)
            sim_fail(s, "a seat of %s is said to be left", id);
        return;
    }
    if (oracle_seat_of(t->oracle, text_of(s, call->answer, "token")) !=
        number_of(s, call->answer, "seat"))
        sim_fail(s, "a seat of %s is said to be taken", id);
}

static void ask_at_once(client *c);

static void give(cn_caller *base, cn_reply reply)
{
    caller *call = (caller *)base;
    sim *s = call->s;
    if (call->given) sim_fail(s, "a call is answered twice");
    call->given = true;
    if (s->store != NULL && server_hall(s) != NULL) {
        call->status = reply.status;
        sim_note(s, "reply", call->client->number, (const char *)reply.memory, reply.length);
        if (reply.type[0] == 'a') {
            reply.memory[reply.length] = '\0';
            call->answer = json_tokener_parse((const char *)reply.memory);
            check_answer(call);
        }
        if (sim_chance(s, s->faults.lose_reply) && call->answer != NULL) {
            sim_met(s, SIM_REPLY_LOST);
            json_object_put(call->answer);
            call->answer = NULL;
        }
    }
    cn_reply_free(&reply);
    sim_at(s, sim_between(s, 1, 40), hear, call, 0);
    if (!s->calm && server_hall(s) != NULL && sim_chance(s, 150)) ask_at_once(call->client);
}

static caller *make_call(client *c, call_kind kind)
{
    sim *s = c->s;
    caller *call = calloc(1, sizeof *call);
    if (call == NULL) abort();
    *call = (caller){.base.give = give, .s = s, .client = c, .kind = kind, .table = c->table};
    strcpy(call->token, c->token);
    call->next = s->calls;
    s->calls = call;
    snprintf(call->name, sizeof call->name, "C%u call %u", c->number, s->calls_made++);
    c->calling++;
    s->counts->calls++;
    return call;
}

static void ask(caller *call, bool post, const char *path, const char *body)
{
    sim *s = call->s;
    const cn_call what = {.post = post,
                          .path = path,
                          .players = "",
                          .overrides = "",
                          .token = "",
                          .label = "",
                          .from = {{call->client->number, 0}},
                          .body = body,
                          .body_length = strlen(body)};
    sim_note(s, "call", call->client->number, path, strlen(path));
    cn_api_answer(server_hall(s), &what, &call->base);
}

static void ask_table(caller *call, const char *rest, const char *body)
{
    char path[80];
    snprintf(path, sizeof path, "/v1/tables/%s%s", call->s->meeting[call->table].id, rest);
    ask(call, true, path, body);
}

void call_make_table(client *c)
{
    static const char *const kinds[] = {
        "\"rules\":\"classic_pagat\",\"overrides\":\"target = 500\"",
        "\"rules\":\"two_player\",\"overrides\":\"rounds = 1\"",
        "\"rules\":\"relaxed\",\"players\":4,\"overrides\":\"target = 1000\"",
        "\"rules\":\"relaxed_5\",\"overrides\":\"hand_size = 20\"",
        "\"rules\":\"forum\",\"overrides\":\"hand_size = 20; rounds = 1\"",
        "\"rules\":\"relaxed_3\",\"overrides\":\"rounds = 1\"",
        "\"rules\":\"two_player\",\"overrides\":\"hand_size = 26\"",
    };
    char body[300];
    sim *s = c->s;
    if (server_hall(s) == NULL) return;
    caller *call = make_call(c, MAKE);
    s->meeting[c->table].asked = true;
    snprintf(
        body, sizeof body,
        "{%s,\"name\":\"%s\",\"pace_ms\":%u,\"bot\":\"random\",\"join\":\"now\",\"deal\":\"now\"}",
        kinds[sim_below(s, sizeof kinds / sizeof kinds[0])], call->name, sim_below(s, 60));
    ask(call, true, "/v1/tables", body);
}

void call_take_seat(client *c)
{
    char rest[20], body[200];
    sim *s = c->s;
    if (server_hall(s) == NULL) return;
    caller *call = make_call(c, TAKE);
    call->seat = sim_below(s, 4);
    snprintf(rest, sizeof rest, "/seats/%u", call->seat);
    snprintf(body, sizeof body, "{\"invite\":\"%s\",\"name\":\"%s\"}", s->meeting[c->table].invite,
             call->name);
    ask_table(call, rest, body);
}

void call_leave(client *c)
{
    char body[80];
    if (server_hall(c->s) == NULL) return;
    snprintf(body, sizeof body, "{\"token\":\"%s\"}", c->token);
    ask_table(make_call(c, LEAVE), "/leave", body);
}

void call_look(client *c)
{
    char body[80];
    if (server_hall(c->s) == NULL) return;
    snprintf(body, sizeof body, "{\"invite\":\"%s\"}", c->s->meeting[c->table].invite);
    ask_table(make_call(c, OTHER), "/look", body);
}

/* Tables that nobody comes to fill the hall. */
void call_rarely(client *c)
{
    sim *s = c->s;
    if (server_hall(s) == NULL) return;
    caller *call = make_call(c, OTHER);
    switch (sim_below(s, 5)) {
    case 0: ask(call, false, "/healthz", ""); return;
    case 1: ask_table(call, "/leave", "{\"token\":\"none\"}"); return;
    case 2: ask_table(call, "/seats/9", "{\"invite\":\"none\"}"); return;
    case 3: ask(call, true, "/v1/tables/abcdefghjk/look", "{\"invite\":\"none\"}"); return;
    default: ask(call, true, "/v1/tables", "{\"rules\":\"two_player\",\"bot\":\"random\"}");
    }
}

/* The next one on a connection that has just got an answer. */
static void ask_at_once(client *c)
{
    sim *s = c->s;
    const meeting *m = &s->meeting[sim_below(s, s->table_count)];
    if (m->made && sim_chance(s, 500))
        call_look(c);
    else
        call_rarely(c);
}

void calls_free(sim *s)
{
    for (caller *call; (call = s->calls) != NULL;) {
        if (call->refused && was_seated(s->disk, call->name))
            sim_fail(s, "a seat was refused and is taken: %s", call->name);
        s->calls = call->next;
        if (!call->given) sim_fail(s, "a call was never answered");
        if (call->answer != NULL) json_object_put(call->answer);
        free(call);
    }
}
