/* The steps that calls share. Not here: as in the header.
 * Invariant: as in the header; a guest is made only for who is within his address's allowance. */
#include "server/talk/pending.h"

#include <stdlib.h>
#include <string.h>

#include <openssl/crypto.h>

#include "server/base/json_read.h"
#include "server/talk/encode.h"
#include "server/talk/session.h"

static cn_limits *limits_of(const cn_pending *call)
{
    return cn_hall_settings(call->hall)->limits;
}

cn_pending *cn_pending_make(cn_hall *hall, const cn_call *asked, json_object *body,
                            cn_caller *caller)
{
    cn_pending *call = calloc(1, sizeof *call);
    if (call == NULL) abort();
    call->hall = hall;
    call->caller = caller;
    call->from = asked->from;
    call->body = json_object_get(body);
    call->in_body = body != NULL && cn_json_has_key(body, "token");
    if (!call->in_body)
        strcpy(call->token, asked->token);
    else if (!cn_json_get_text(body, "token", call->token, 1, CN_TOKEN_CHARACTERS))
        strcpy(call->token, CN_NO_TOKEN);
    memcpy(call->label, asked->label, strnlen(asked->label, CN_LABEL_BYTES_MAX));
    return call;
}

void cn_pending_give(cn_pending *call, cn_reply reply)
{
    call->caller->give(call->caller, reply);
    json_object_put(call->body);
    json_object_put(call->tables);
    OPENSSL_cleanse(call->secret.password, sizeof call->secret.password); /* worked on or not */
    free(call);
}

void cn_pending_give_wrong(cn_pending *call, cn_reply reply)
{
    cn_limit_take(limits_of(call), CN_LIMIT_TRIES, call->from);
    cn_pending_give(call, reply);
}

static void give_archived(cn_pending *call)
{
    json_object *object = json_object_new_object();
    json_object_object_add(object, "error", json_object_new_string("ARCHIVED"));
    json_object_object_add(object, "message",
                           json_object_new_string("the table is in the archive; its records can "
                                                  "be had by who sat there"));
    cn_encode_date(object, "date", call->wait.archived_at);
    cn_pending_give(call, cn_reply_json(410, object));
}

void cn_pending_give_no_table(cn_pending *call, const char *code)
{
    if (strcmp(code, "NO_TABLE") == 0)
        cn_pending_give_wrong(call, cn_reply_error(404, code, "there is no such table"));
    else if (strcmp(code, "ARCHIVED") == 0)
        give_archived(call);
    else if (strcmp(code, "DAMAGED") == 0)
        cn_pending_give(call, cn_reply_error(500, code, "the log of this table is damaged"));
    else
        cn_pending_give(
            call, cn_reply_error(503, code, "the table cannot be opened just now; try again"));
}

void cn_pending_give_person(cn_pending *call, unsigned status, json_object *object)
{
    json_object_object_add(object, "person", json_object_new_string(call->person.id));
    if (call->made) json_object_object_add(object, "token", json_object_new_string(call->token));
    cn_reply reply = cn_reply_json(status, object);
    if (call->made) memcpy(reply.cookie, call->token, sizeof reply.cookie);
    cn_pending_give(call, reply);
}

void cn_pending_give_saved(cn_pending *call, json_object *object)
{
    switch (call->saved) {
    case CN_SAVED: cn_pending_give_person(call, 200, object); return;
    case CN_NOT_SAVED:
        json_object_put(object);
        cn_pending_give(call, cn_reply_error(503, "STORE", "this could not be saved"));
        return;
    case CN_UNSURE: break;
    }
    json_object_put(object);
    cn_pending_give(
        call, cn_reply_error(503, "UNSURE", "whether this was saved is not known yet; look again"));
}

static void done(cn_job *job)
{
    cn_pending *call = (cn_pending *)job;
    call->known(call);
}

void cn_pending_ask_log(cn_pending *call, void (*run)(cn_job *job, cn_log *log),
                        void (*known)(cn_pending *call))
{
    call->job = (cn_job){.run = run, .done = done};
    call->known = known;
    if (cn_hall_ask(call->hall, &call->job)) return;
    if (call->answer != NULL) /* what was asked for is done */
        known(call);
    else
        cn_pending_give(call, cn_reply_error(503, "STORE", "the server ends"));
}

/* A person's allowance is known by his name, an address by itself. */
static cn_who who_of(const char *id)
{
    cn_who who = {{1, 0}};
    for (; *id != '\0'; id++) who.part[1] = who.part[1] * 63 + (uint8_t)*id;
    return who;
}

int64_t cn_pending_take(const cn_pending *call, cn_limit limit)
{
    const int64_t later_ms = cn_limit_look(limits_of(call), limit, call->from);
    if (later_ms > 0) return later_ms;
    const int64_t person_ms = cn_limit_take(limits_of(call), limit, who_of(call->person.id));
    return person_ms > 0 ? person_ms : cn_limit_take(limits_of(call), limit, call->from);
}

void cn_pending_ask_reader(cn_pending *call, void (*run)(cn_job *job, cn_log *log),
                           void (*known)(cn_pending *call))
{
    const int64_t later_ms = cn_pending_take(call, CN_LIMIT_RECORDS);
    if (later_ms > 0)
        cn_pending_give(call, cn_reply_later(later_ms, "too many records"));
    else
        cn_pending_read(call, run, known);
}

void cn_pending_read(cn_pending *call, void (*run)(cn_job *job, cn_log *log),
                     void (*known)(cn_pending *call))
{
    call->job = (cn_job){.run = run, .done = done};
    call->known = known;
    if (!cn_hall_read(call->hall, &call->job))
        cn_pending_give(call, cn_reply_later(CN_READ_RETRY_MS, "many read just now"));
}

static void run_who(cn_job *job, cn_log *log)
{
    cn_pending *call = (cn_pending *)job;
    call->saved = CN_SAVED;
    if (call->token[0] != '\0') {
        call->status = cn_person_of_token(log, call->token, &call->person, &call->device);
        if (call->status == CN_PERSON_THERE && call->renames &&
            strcmp(call->person.name, call->name) != 0)
            call->saved = cn_person_rename(log, &call->person, call->name);
        return;
    }
    call->status = CN_PERSON_THERE;
    call->made = true;
    call->saved = cn_person_make(log, call->name, &call->person);
    if (call->saved == CN_SAVED)
        call->saved = cn_person_add_device(log, &call->person, call->label, call->token);
}

void cn_pending_tell_name(const cn_pending *call)
{
    for (unsigned i = 0; i < call->person.table_count; i++)
        cn_hall_rename(call->hall, call->person.table[i], call->person.id, call->person.name);
}

static void let_in(cn_pending *call)
{
    cn_hall_settings(call->hall)->measures->persons += call->made;
    call->then(call);
}

/* A browser that went on showing such a key could never become anybody. */
static void give_nobody(cn_pending *call)
{
    cn_reply reply = cn_reply_error(403, "BAD_TOKEN", "nobody has this key");
    reply.forget = !call->in_body;
    cn_pending_give_wrong(call, reply);
}

/* False with an answer, which ends the call, if he is not. */
static bool is_there(cn_pending *call)
{
    const cn_person_status status = call->status;
    if (status == CN_PERSON_NONE) give_nobody(call);
    if (status == CN_PERSON_UNREADABLE)
        cn_pending_give(call, cn_reply_error(503, "STORE", "the log cannot be read just now"));
    return status == CN_PERSON_THERE;
}

static void judge_who(cn_pending *call)
{
    if (call->status == CN_PERSON_THERE && call->renames) cn_pending_tell_name(call);
    if (!is_there(call)) return;
    if (call->saved != CN_SAVED)
        cn_pending_give_saved(call, NULL);
    else
        let_in(call);
}

void cn_pending_ask_who(cn_pending *call, void (*known)(cn_pending *call))
{
    int64_t later_ms = cn_limit_look(limits_of(call), CN_LIMIT_TRIES, call->from);
    call->then = known;
    if (call->token[0] == '\0' && !call->makes_guest) {
        cn_pending_give(call, cn_reply_error(403, "BAD_TOKEN", "this is for who has a key"));
        return;
    }
    if (later_ms == 0 && call->changes && call->token[0] != '\0')
        later_ms = cn_limit_take(limits_of(call), CN_LIMIT_CHANGES, who_of(call->token));
    if (later_ms == 0 && call->token[0] == '\0')
        later_ms = cn_limit_take(limits_of(call), CN_LIMIT_PERSONS, call->from);
    if (later_ms > 0)
        cn_pending_give(call,
                        cn_reply_later(later_ms, "too many new persons, changes or wrong keys"));
    else
        cn_pending_ask_log(call, run_who, judge_who);
}

static void run_change(cn_job *job, cn_log *log)
{
    cn_pending *call = (cn_pending *)job;
    call->saved = CN_NOT_SAVED;
    call->status = cn_person_of_token(log, call->token, &call->person, &call->device);
    if (call->status == CN_PERSON_THERE) call->change(call, log);
}

static void changed(cn_pending *call)
{
    if (is_there(call)) call->then(call);
}

void cn_pending_change(cn_pending *call, void (*change)(cn_pending *call, cn_log *log),
                       void (*known)(cn_pending *call))
{
    call->change = change;
    call->then = known;
    cn_pending_ask_log(call, run_change, changed);
}

/* What let him in is still his. */
static bool may_join(const cn_pending *call)
{
    const cn_person *person = &call->person;
    if (call->maker[0] == '\0') return strcmp(person->password, call->secret.kept) == 0;
    return cn_person_device(person, call->maker) < person->device_count;
}

/* The person's keys may have changed since: he is read again. */
static void run_add_device(cn_job *job, cn_log *log)
{
    cn_pending *call = (cn_pending *)job;
    call->saved = CN_NOT_SAVED;
    call->status = cn_person_load(log, call->person.id, &call->person);
    if (call->status == CN_PERSON_THERE && !may_join(call)) call->status = CN_PERSON_NONE;
    if (call->status != CN_PERSON_THERE) return;
    const cn_person *person = &call->person;
    if (person->device_count == CN_DEVICES_MAX) strcpy(call->dropped, person->device[0].id);
    call->saved = cn_person_add_device(log, &call->person, call->label, call->token);
    call->device = call->person.device_count - 1;
    call->made = call->saved == CN_SAVED;
}

/* Where it is not known whether this was saved the other one may come back. */
static void device_added(cn_pending *call)
{
    if (call->dropped[0] != '\0' && call->saved != CN_NOT_SAVED)
        cn_session_end_all(call->hall, call->person.id, call->dropped);
    call->then(call);
}

void cn_pending_add_device(cn_pending *call, void (*known)(cn_pending *call))
{
    call->then = known;
    cn_pending_ask_log(call, run_add_device, device_added);
}

const char *cn_read_name(const cn_hall *hall, json_object *body, char out[CN_NAME_BYTES_MAX + 1])
{
    char name[CN_FRAME_BYTES_MAX] = CN_NAME_OF_NOBODY;
    if (cn_json_has_key(body, "name") &&
        !cn_json_get_text(body, "name", name, 1, sizeof name - 1))
        name[0] = '\0';
    if (!cn_name_clean(name, out)) return "name must have 1 to 24 plain characters";
    if (cn_name_is_bots(out) || cn_programs_like(cn_hall_settings(hall)->programs, out))
        return "a computer player is called so, and a person cannot be";
    return NULL;
}

bool cn_pending_read_name(cn_pending *call)
{
    const char *wrong = cn_read_name(call->hall, call->body, call->name);
    if (wrong != NULL) cn_pending_give(call, cn_reply_error(400, "BAD_NAME", wrong));
    return wrong == NULL;
}

bool cn_read_choice(json_object *body, const char *key, const char *first, const char *second,
                    bool *is_second)
{
    char word[16] = "";
    *is_second = false;
    if (!cn_json_has_key(body, key)) return true;
    if (!cn_json_get_text(body, key, word, 1, sizeof word - 1)) return false;
    *is_second = strcmp(word, second) == 0;
    return *is_second || strcmp(word, first) == 0;
}
