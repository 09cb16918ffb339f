/* Answering the calls about persons. Not here: as in the header.
 * Invariant: a code for another device is good once, and for minutes. */
#include "server/talk/me.h"

#include <stdlib.h>
#include <string.h>

#include "server/base/clock.h"
#include "server/base/json_read.h"
#include "server/hall/codes.h"
#include "server/talk/me_data.h"
#include "server/talk/pending.h"
#include "server/talk/session.h"

static void add_text(json_object *object, const char *key, const char *text)
{
    json_object_object_add(object, key, json_object_new_string(text));
}

static json_object *devices_of(const cn_pending *call)
{
    json_object *list = json_object_new_array();
    for (unsigned i = 0; i < call->person.device_count; i++) {
        json_object *entry = json_object_new_object();
        add_text(entry, "id", call->person.device[i].id);
        add_text(entry, "label", call->person.device[i].label);
        json_object_object_add(entry, "this", json_object_new_boolean(i == call->device));
        json_object_array_add(list, entry);
    }
    return list;
}

/* Tables in the order in which he sat down, the last one first. */
static json_object *tables_of(const cn_person *person)
{
    json_object *list = json_object_new_array();
    for (unsigned i = person->table_count; i > 0; i--)
        json_object_array_add(list, json_object_new_string(person->table[i - 1]));
    return list;
}

json_object *cn_me_of(const cn_pending *call)
{
    json_object *object = json_object_new_object();
    add_text(object, "name", call->person.name);
    if (call->person.login[0] != '\0') add_text(object, "login", call->person.login);
    json_object_object_add(object, "devices", devices_of(call));
    json_object_object_add(object, "deserted", json_object_new_int((int)call->person.deserted));
    return object;
}

void cn_me_tell(cn_pending *call)
{
    json_object *object = cn_me_of(call);
    json_object_object_add(object, "tables", tables_of(&call->person));
    call->saved = CN_SAVED;
    cn_pending_give_saved(call, object);
}

/* Who shows no key is nobody yet; that is an answer, and no error. */
static void tell_nobody(cn_pending *call)
{
    json_object *object = json_object_new_object();
    json_object_object_add(object, "person", NULL);
    cn_pending_give(call, cn_reply_json(200, object));
}

static void tell_saved(cn_pending *call)
{
    if (call->saved == CN_SAVED)
        cn_me_tell(call);
    else
        cn_pending_give_saved(call, NULL);
}

static void rename_me(cn_pending *call)
{
    call->changes = call->renames = true;
    if (!cn_json_has_key(call->body, "name"))
        cn_pending_give(call, cn_reply_error(400, "FORMAT", "name is missing"));
    else if (cn_pending_read_name(call))
        cn_pending_ask_who(call, cn_me_tell);
}

static void give_code(cn_pending *call)
{
    char code[CN_CODE_CHARACTERS + 1];
    cn_code_maker maker = {{0}, {0}};
    strcpy(maker.person, call->person.id);
    strcpy(maker.device, call->person.device[call->device].id);
    int64_t later_ms = cn_pending_take(call, CN_LIMIT_CHANGES);
    if (later_ms == 0) later_ms = cn_codes_make(cn_hall_settings(call->hall)->codes, &maker, code);
    if (later_ms > 0) {
        cn_pending_give(call, cn_reply_later(later_ms, "too many codes were asked for"));
        return;
    }
    json_object *object = json_object_new_object();
    add_text(object, "code", code);
    json_object_object_add(object, "seconds", json_object_new_int(CN_CODE_MS / 1000));
    call->saved = CN_SAVED;
    cn_pending_give_saved(call, object);
}

static void give_bad_code(cn_pending *call)
{
    cn_pending_give_wrong(
        call, cn_reply_error(403, "BAD_CODE", "this code is not good, or not any more"));
}

static void code_used(cn_pending *call)
{
    if (call->status == CN_PERSON_NONE)
        give_bad_code(call);
    else
        tell_saved(call);
}

static void use_code(cn_pending *call)
{
    char code[CN_CODE_CHARACTERS + 1] = "";
    cn_code_maker maker;
    cn_json_get_text(call->body, "code", code, CN_CODE_CHARACTERS, CN_CODE_CHARACTERS);
    if (!cn_codes_use(cn_hall_settings(call->hall)->codes, code, &maker)) {
        give_bad_code(call);
        return;
    }
    strcpy(call->person.id, maker.person);
    strcpy(call->maker, maker.device);
    cn_pending_add_device(call, code_used);
}

static void end_device(cn_pending *call, cn_log *log)
{
    const unsigned i = cn_person_device(&call->person, call->name);
    if (i == call->person.device_count) return;
    strcpy(call->dropped, call->person.device[i].id);
    call->saved = cn_person_end_device(log, &call->person, i);
    if (call->saved != CN_SAVED) return;
    if (i == call->device)
        call->device = CN_DEVICES_MAX;
    else
        call->device -= i < call->device;
}

static void device_ended(cn_pending *call)
{
    if (call->saved == CN_SAVED) cn_session_end_all(call->hall, call->person.id, call->dropped);
    if (call->dropped[0] == '\0')
        cn_pending_give(call, cn_reply_error(404, "NO_DEVICE", "you have no such device"));
    else
        tell_saved(call);
}

static void end_known(cn_pending *call)
{
    cn_pending_change(call, end_device, device_ended);
}

static void ask_to_end(cn_pending *call)
{
    call->changes = true;
    cn_pending_ask_who(call, end_known);
}

/* /v1/me/devices/ID/end */
static bool is_end_call(const char *rest, char id[CN_DEVICE_CHARACTERS + 1])
{
    static const char before[] = "/devices/";
    if (strncmp(rest, before, sizeof before - 1) != 0) return false;
    const char *at = rest + sizeof before - 1;
    if (strcspn(at, "/") != CN_DEVICE_CHARACTERS) return false;
    memcpy(id, at, CN_DEVICE_CHARACTERS);
    return strcmp(at + CN_DEVICE_CHARACTERS, "/end") == 0;
}

static void make_me(cn_pending *call)
{
    call->makes_guest = true;
    if (cn_pending_read_name(call)) cn_pending_ask_who(call, cn_me_tell);
}

void cn_me_call(cn_hall *hall, const cn_call *asked, json_object *body, cn_caller *caller)
{
    cn_pending *call = cn_pending_make(hall, asked, body, caller);
    const char *rest = asked->path + strlen("/v1/me");
    const int64_t later_ms =
        cn_limit_look(cn_hall_settings(hall)->limits, CN_LIMIT_TRIES, asked->from);
    if (later_ms > 0)
        cn_pending_give(call, cn_reply_later(later_ms, "too many wrong keys"));
    else if (body == NULL && strcmp(rest, "/export") == 0)
        cn_me_export(call);
    else if (body == NULL && call->token[0] == '\0')
        tell_nobody(call);
    else if (body == NULL)
        cn_pending_ask_who(call, cn_me_tell);
    else if (strcmp(asked->path, "/v1/me") == 0)
        make_me(call);
    else if (strcmp(asked->path, "/v1/code") == 0)
        use_code(call);
    else if (strcmp(rest, "/name") == 0)
        rename_me(call);
    else if (strcmp(rest, "/delete") == 0)
        cn_me_delete(call);
    else if (strcmp(rest, "/code") == 0)
        cn_pending_ask_who(call, give_code);
    else if (is_end_call(rest, call->name))
        ask_to_end(call);
    else
        cn_pending_give(call, cn_reply_error(404, "NOT_FOUND", "there is no such call"));
}
