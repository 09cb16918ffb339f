/* Persons out of their entries, and the entries.
 * Not here: as in the header. Invariant: an entry that says nothing known changes nothing, so that
 * older programs read what newer ones have written. */
#include "server/table/person.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <json-c/json.h>

#include "server/base/digest_text.h"

/* A base each so many entries. */
enum { BASE_VERSION = 1, BASE_ENTRIES = 64 };

static const char *text_of(json_object *body, const char *key)
{
    json_object *value = NULL;
    if (!json_object_object_get_ex(body, key, &value)) return NULL;
    return json_object_is_type(value, json_type_string) ? json_object_get_string(value) : NULL;
}

static bool copy(char *out, size_t size, const char *text)
{
    if (text == NULL || strlen(text) >= size) return false;
    memcpy(out, text, strlen(text) + 1);
    return true;
}

static unsigned number_of(json_object *body, const char *key)
{
    json_object *value = NULL;
    if (!json_object_object_get_ex(body, key, &value)) return 0;
    const int64_t number = json_object_get_int64(value);
    return number < 0 || number > INT32_MAX ? 0 : (unsigned)number;
}

static json_object *with_text(json_object *body, const char *key, const char *text)
{
    json_object_object_add(body, key, json_object_new_string(text));
    return body;
}

static void drop_device(cn_person *person, unsigned i)
{
    person->device_count--;
    memmove(&person->device[i], &person->device[i + 1],
            (person->device_count - i) * sizeof person->device[0]);
}

unsigned cn_person_device(const cn_person *person, const char *id)
{
    unsigned i = 0;
    while (i < person->device_count && strcmp(person->device[i].id, id) != 0) i++;
    return i;
}

static void take_device(cn_person *person, json_object *body)
{
    cn_device device = {0};
    if (!copy(device.id, sizeof device.id, text_of(body, "device")) ||
        !copy(device.label, sizeof device.label, text_of(body, "label")) ||
        !cn_digest_read(text_of(body, "key"), &device.key))
        return;
    if (person->device_count == CN_DEVICES_MAX) drop_device(person, 0);
    person->device[person->device_count++] = device;
}

static void drop_table(cn_person *person, const char *id)
{
    for (unsigned i = 0; i < person->table_count; i++) {
        if (strcmp(person->table[i], id) != 0) continue;
        person->table_count--;
        memmove(person->table[i], person->table[i + 1],
                (person->table_count - i) * sizeof person->table[0]);
        return;
    }
}

static void take_table(cn_person *person, const char *id)
{
    if (strlen(id) != CN_ID_CHARACTERS) return;
    drop_table(person, id);
    if (person->table_count == CN_PERSON_TABLES_MAX) drop_table(person, person->table[0]);
    memcpy(person->table[person->table_count++], id, CN_ID_CHARACTERS + 1);
}

static void take_made(cn_person *person, const char *id, json_object *body)
{
    if (strlen(id) != CN_ID_CHARACTERS) return;
    if (person->made_count == CN_PERSON_MADE_MAX)
        memmove(person->made[0], person->made[1], --person->made_count * sizeof person->made[0]);
    memcpy(person->made[person->made_count++], id, CN_ID_CHARACTERS + 1);
    person->deserted = number_of(body, "deserted");
    person->gone = number_of(body, "gone");
}

/* Each entry has one of these members, which says what it does. */
static void follow(cn_person *person, json_object *body)
{
    const char *name = text_of(body, "name"), *ended = text_of(body, "end");
    const char *sits = text_of(body, "sits"), *left = text_of(body, "left");
    const char *login = text_of(body, "login"), *password = text_of(body, "password");
    if (login != NULL) copy(person->login, sizeof person->login, login);
    if (password != NULL) copy(person->password, sizeof person->password, password);
    if (name != NULL) copy(person->name, sizeof person->name, name);
    if (text_of(body, "device") != NULL) take_device(person, body);
    if (ended != NULL && cn_person_device(person, ended) < person->device_count)
        drop_device(person, cn_person_device(person, ended));
    if (json_object_object_get_ex(body, "erased", NULL)) person->erased = true;
    if (sits != NULL) take_table(person, sits);
    if (text_of(body, "made") != NULL) take_made(person, text_of(body, "made"), body);
    if (left != NULL) drop_table(person, left);
}

static json_object *made_of(const char *table, unsigned deserted, unsigned gone)
{
    json_object *body = with_text(json_object_new_object(), "made", table);
    json_object_object_add(body, "deserted", json_object_new_int((int)deserted));
    json_object_object_add(body, "gone", json_object_new_int((int)gone));
    return body;
}

/* Each of these says as much as an entry would. */
static json_object *base_of(const cn_person *person)
{
    char key[CN_DIGEST_TEXT];
    json_object *base = json_object_new_object(), *list = json_object_new_array();
    json_object_object_add(base, "v", json_object_new_int(BASE_VERSION));
    json_object *first = with_text(json_object_new_object(), "name", person->name);
    if (person->login[0] != '\0') with_text(first, "login", person->login);
    if (person->password[0] != '\0') with_text(first, "password", person->password);
    json_object_array_add(list, first);
    for (unsigned i = 0; i < person->device_count; i++) {
        const cn_device *device = &person->device[i];
        json_object *entry = with_text(json_object_new_object(), "device", device->id);
        cn_digest_write(&device->key, key);
        with_text(with_text(entry, "label", device->label), "key", key);
        json_object_array_add(list, entry);
    }
    for (unsigned i = 0; i < person->table_count; i++)
        json_object_array_add(list, with_text(json_object_new_object(), "sits", person->table[i]));
    for (unsigned i = 0; i < person->made_count; i++)
        json_object_array_add(list, made_of(person->made[i], person->deserted, person->gone));
    json_object_object_add(base, "all", list);
    return base;
}

static bool begin_from_base(cn_person *person, const cn_entry *entry)
{
    json_object *base = entry->base != NULL ? json_tokener_parse(entry->base) : NULL;
    json_object *version = NULL, *all = NULL;
    const bool good = json_object_is_type(base, json_type_object) &&
                      json_object_object_get_ex(base, "v", &version) &&
                      json_object_get_int(version) == BASE_VERSION &&
                      json_object_object_get_ex(base, "all", &all) &&
                      json_object_is_type(all, json_type_array);
    for (size_t i = 0; good && i < json_object_array_length(all); i++)
        follow(person, json_object_array_get_idx(all, i));
    person->seq = entry->seq - 1;
    json_object_put(base);
    return good;
}

static bool visit(void *user, const cn_entry *entry)
{
    cn_person *person = user;
    if (person->seq == 0 && entry->seq > 1 && !begin_from_base(person, entry)) return false;
    json_object *body = json_tokener_parse(entry->body);
    const bool good = entry->kind == CN_ENTRY_PERSON && entry->seq == person->seq + 1 &&
                      json_object_is_type(body, json_type_object);
    if (good) {
        person->seq = entry->seq;
        follow(person, body);
    }
    json_object_put(body);
    return good;
}

cn_person_status cn_person_load(cn_log *log, const char *id, cn_person *person)
{
    cn_person nobody = {0};
    if (strlen(id) != CN_PERSON_CHARACTERS) return CN_PERSON_NONE;
    copy(nobody.id, sizeof nobody.id, id);
    *person = nobody; /* of which `id` may be a part */
    int64_t count = cn_log_replay(log, nobody.id, visit, person);
    if (count == CN_REPLAY_REFUSED) { /* a base of another version */
        *person = nobody;
        count = cn_log_replay_whole(log, nobody.id, visit, person);
    }
    if (count > 0 && !person->erased) return CN_PERSON_THERE;
    return count >= 0 ? CN_PERSON_NONE : CN_PERSON_UNREADABLE;
}

cn_person_status cn_person_of_token(cn_log *log, const char *token, cn_person *person,
                                    unsigned *device)
{
    char id[CN_PERSON_CHARACTERS + 1] = "";
    if (strlen(token) != CN_TOKEN_CHARACTERS) return CN_PERSON_NONE;
    memcpy(id, token, CN_PERSON_CHARACTERS);
    const cn_person_status status = cn_person_load(log, id, person);
    if (status != CN_PERSON_THERE) return status;
    const cn_digest digest = cn_digest_of(token, CN_TOKEN_CHARACTERS);
    for (*device = 0; *device < person->device_count; ++*device)
        if (cn_digest_equal(&person->device[*device].key, &digest)) return CN_PERSON_THERE;
    return CN_PERSON_NONE;
}

typedef struct looking {
    const char *table;
    bool found;
} looking;

static bool look_for_table(void *user, const cn_entry *entry)
{
    looking *l = user;
    json_object *body = json_tokener_parse(entry->body);
    const char *sits = text_of(body, "sits");
    l->found = l->found || (sits != NULL && strcmp(sits, l->table) == 0);
    json_object_put(body);
    return true;
}

cn_person_status cn_person_sat(cn_log *log, const char *id, const char *table)
{
    looking l = {.table = table};
    if (cn_log_replay_whole(log, id, look_for_table, &l) < 0) return CN_PERSON_UNREADABLE;
    return l.found ? CN_PERSON_THERE : CN_PERSON_NONE;
}

/* Writes an entry, and puts its body away. Each so many carry a base. In the same transaction, and
 * before it, comes `claim`, if there is one, of a login or a seat, and what `goes` is erased. */
static cn_saved write_with(cn_log *log, cn_person *person, json_object *body, cn_batch *claim,
                           const char *const *goes)
{
    json_object *base = (person->seq + 1) % BASE_ENTRIES == 0 ? base_of(person) : NULL;
    const cn_entry entry = {.seq = person->seq + 1,
                            .kind = CN_ENTRY_PERSON,
                            .seat = CN_NO_SEAT,
                            .body = json_object_to_json_string(body),
                            .base = base != NULL ? json_object_to_json_string(base) : NULL};
    cn_batch batch = {.table = person->id, .entry = &entry, .count = 1, .goes = goes};
    cn_batch *const batches[] = {claim != NULL ? claim : &batch, &batch};
    cn_log_append(log, batches, claim != NULL ? 2 : 1);
    if (batch.saved == CN_SAVED) {
        person->seq++;
        follow(person, body);
    }
    json_object_put(base);
    json_object_put(body);
    return batch.saved;
}

static cn_saved write(cn_log *log, cn_person *person, json_object *body)
{
    return write_with(log, person, body, NULL, NULL);
}

static json_object *body_of(const char *key, const char *text)
{
    return with_text(json_object_new_object(), key, text);
}

static cn_saved write_text(cn_log *log, cn_person *person, const char *key, const char *text)
{
    return write(log, person, body_of(key, text));
}

cn_saved cn_person_make(cn_log *log, const char *name, cn_person *person)
{
    *person = (cn_person){0};
    cn_secret_letters(person->id, CN_PERSON_CHARACTERS);
    return write_text(log, person, "name", name);
}

cn_saved cn_person_rename(cn_log *log, cn_person *person, const char *name)
{
    return write_text(log, person, "name", name);
}

cn_saved cn_person_add_device(cn_log *log, cn_person *person, const char *label,
                              char token[CN_TOKEN_CHARACTERS + 1])
{
    char id[CN_DEVICE_CHARACTERS + 1], text[CN_DIGEST_TEXT];
    memcpy(token, person->id, CN_PERSON_CHARACTERS);
    cn_secret_key(token + CN_PERSON_CHARACTERS);
    cn_secret_letters(id, CN_DEVICE_CHARACTERS);
    const cn_digest digest = cn_digest_of(token, CN_TOKEN_CHARACTERS);
    cn_digest_write(&digest, text);
    json_object *body = with_text(json_object_new_object(), "device", id);
    with_text(with_text(body, "label", label), "key", text);
    return write(log, person, body);
}

cn_saved cn_person_end_device(cn_log *log, cn_person *person, unsigned device)
{
    return write_text(log, person, "end", person->device[device].id);
}

cn_saved cn_person_sit(cn_log *log, cn_person *person, cn_batch *seat)
{
    return write_with(log, person, body_of("sits", seat->table), seat, NULL);
}

cn_saved cn_person_leave(cn_log *log, cn_person *person, const char *table)
{
    return write_text(log, person, "left", table);
}

cn_saved cn_person_made(cn_log *log, cn_person *person, cn_batch *seat, unsigned deserted,
                        unsigned gone)
{
    json_object *body = made_of(seat->table, deserted, gone);
    return write_with(log, person, with_text(body, "sits", seat->table), seat, NULL);
}

/* A login is a list of one entry, under a name that nothing else in the log has. */
typedef struct login_list {
    char id[sizeof "login:" + CN_LOGIN_CHARACTERS_MAX];
} login_list;

static login_list list_of_login(const char *login)
{
    login_list list;
    snprintf(list.id, sizeof list.id, "login:%.*s", CN_LOGIN_CHARACTERS_MAX, login);
    return list;
}

typedef struct owner {
    char person[CN_PERSON_CHARACTERS + 1];
} owner;

static bool visit_login(void *user, const cn_entry *entry)
{
    owner *found = user;
    json_object *body = json_tokener_parse(entry->body);
    const bool good = json_object_is_type(body, json_type_object) &&
                      copy(found->person, sizeof found->person, text_of(body, "owner"));
    json_object_put(body);
    return good;
}

/* Who has claimed it. */
static cn_person_status find_owner(cn_log *log, const char *login, owner *found)
{
    *found = (owner){{0}};
    const int64_t count = cn_log_replay(log, list_of_login(login).id, visit_login, found);
    if (count > 0) return CN_PERSON_THERE;
    return count == 0 ? CN_PERSON_NONE : CN_PERSON_UNREADABLE;
}

/* Older programs left claims of persons who have another login now, or are erased. */
cn_person_status cn_person_of_login(cn_log *log, const char *login, cn_person *person)
{
    owner found;
    cn_person_status status = find_owner(log, login, &found);
    if (status == CN_PERSON_THERE) status = cn_person_load(log, found.person, person);
    if (status == CN_PERSON_THERE && strcmp(person->login, login) != 0) return CN_PERSON_NONE;
    return status;
}

cn_saved cn_person_set_account(cn_log *log, cn_person *person, const char *login,
                               const char *password, bool *taken)
{
    cn_person holder;
    const cn_person_status status = cn_person_of_login(log, login, &holder);
    const bool is_his = status == CN_PERSON_THERE && strcmp(holder.id, person->id) == 0;
    *taken = status == CN_PERSON_THERE && !is_his;
    if (*taken || status == CN_PERSON_UNREADABLE) return CN_NOT_SAVED;
    json_object *owned = with_text(json_object_new_object(), "owner", person->id);
    const cn_entry entry = {.seq = 1,
                            .kind = CN_ENTRY_PERSON,
                            .seat = CN_NO_SEAT,
                            .body = json_object_to_json_string(owned)};
    const login_list list = list_of_login(login), before = list_of_login(person->login);
    const char *const goes[] = {before.id, NULL};
    cn_batch claim = {.table = list.id, .entry = &entry, .count = 1, .anew = true};
    json_object *body = with_text(json_object_new_object(), "login", login);
    const cn_saved saved =
        write_with(log, person, with_text(body, "password", password), is_his ? NULL : &claim,
                   is_his || person->login[0] == '\0' ? NULL : goes);
    json_object_put(owned);
    return saved;
}

static bool visit_account(void *user, const cn_entry *entry)
{
    json_object *body = json_tokener_parse(entry->body);
    const char *login = text_of(body, "login");
    if (login != NULL) json_object_object_add(user, login, NULL);
    json_object_put(body);
    return true;
}

/* Erases a person's list, and those of the logins that are his. */
static cn_saved erase_with(cn_log *log, const cn_person *person, const char *const *goes)
{
    const cn_entry entry = {
        .seq = 1, .kind = CN_ENTRY_PERSON, .seat = CN_NO_SEAT, .body = "{ \"erased\": true }"};
    cn_batch batch = {.table = person->id, .entry = &entry, .count = 1, .anew = true, .goes = goes};
    cn_batch *const batches[] = {&batch};
    cn_log_append(log, batches, 1);
    return batch.saved;
}

/* Older programs left a person every login that he ever had. */
cn_saved cn_person_erase(cn_log *log, cn_person *person)
{
    json_object *logins = json_object_new_object();
    bool readable = cn_log_replay_whole(log, person->id, visit_account, logins) >= 0;
    const size_t most = (size_t)json_object_object_length(logins);
    login_list *list = calloc(most + 1, sizeof *list);
    const char **goes = calloc(most + 1, sizeof *goes);
    if (list == NULL || goes == NULL) abort();
    size_t count = 0;
    json_object_object_foreach(logins, login, value)
    {
        owner found;
        (void)value;
        const cn_person_status status = find_owner(log, login, &found);
        readable = readable && status != CN_PERSON_UNREADABLE;
        if (status != CN_PERSON_THERE || strcmp(found.person, person->id) != 0) continue;
        list[count] = list_of_login(login);
        goes[count] = list[count].id;
        count++;
    }
    const cn_saved saved = readable ? erase_with(log, person, goes) : CN_NOT_SAVED;
    json_object_put(logins);
    free(list);
    free(goes);
    return saved;
}
