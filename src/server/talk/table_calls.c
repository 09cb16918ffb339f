/* Answering the calls about tables. Not here: as in the header.
 * Invariant: as in the header; a person has one seat at a table. */
#include "server/talk/table_calls.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/json_read.h"
#include "server/hall/order.h"
#include "server/hall/votes.h"
#include "server/talk/encode.h"
#include "server/talk/order_text.h"
#include "server/talk/pending.h"
#include "server/talk/session.h"
#include "text/base/words.h"

static void add_text(json_object *object, const char *key, const char *text)
{
    json_object_object_add(object, key, json_object_new_string(text));
}

/* What a seat's new holder is told. Where it is not known whether the seat is saved it is told all
 * the same: if it is, nobody else could ever sit there. */
static json_object *seat_answer(const cn_pending *call, const cn_table *table)
{
    json_object *object = json_object_new_object();
    add_text(object, "table", cn_table_id(table));
    json_object_object_add(object, "seat", json_object_new_int((int)call->seat));
    if (call->next) add_text(object, "from", "next");
    add_text(object, "invite", cn_table_invite(table));
    if (cn_table_watch_invite(table)[0] != '\0')
        add_text(object, "watch", cn_table_watch_invite(table));
    if (call->saved == CN_UNSURE)
        json_object_object_add(object, "unsure", json_object_new_boolean(true));
    return object;
}

static void run_read_again(cn_job *job, cn_log *log)
{
    cn_pending *call = (cn_pending *)job;
    call->status = cn_person_load(log, call->person.id, &call->person);
}

/* He may have been erased while he sat down. */
static void give_no_seat(cn_pending *call)
{
    if (call->status == CN_PERSON_NONE)
        cn_pending_give_wrong(call,
                              cn_reply_error(403, "BAD_TOKEN", "nobody has this key any more"));
    else
        cn_pending_give_saved(call, NULL);
}

static void give_seat(cn_pending *call)
{
    json_object *answer = call->answer;
    call->answer = NULL;
    for (unsigned i = 0; call->makes && i < call->person.table_count; i++)
        cn_hall_note_deserted(call->hall, call->person.table[i], call->person.id,
                              call->person.deserted);
    cn_pending_give_person(call, call->saved == CN_UNSURE ? 202 : 200, answer);
}

static void note_seat(cn_pending *call, cn_place *place)
{
    cn_table *table = cn_place_table(place);
    cn_table_set_name(table, call->person.id, call->person.name);
    call->answer = seat_answer(call, table);
    if (call->makes)
        cn_pending_ask_log(call, run_read_again, give_seat); /* what he has deserted */
    else
        give_seat(call);
}

static void table_opened(void *user, cn_place *place, cn_saved saved, const cn_changes *changes)
{
    cn_pending *call = user;
    (void)changes;
    call->saved = saved;
    if (saved == CN_SAVED)
        note_seat(call, place);
    else if (saved == CN_UNSURE)
        cn_pending_give_saved(call, NULL);
    else
        cn_pending_ask_log(call, run_read_again, give_no_seat);
}

static const char too_many[] = "too many new tables";

static void open_known(cn_pending *call)
{
    cn_order_text text;
    cn_table_order order = {.person = call->person.id,
                            .pace_ms = cn_hall_settings(call->hall)->pace_ms};
    if (!cn_read_order(call->hall, call->body, &text, &order)) {
        cn_pending_give(call, cn_reply_error(400, "FORMAT", text.wrong));
        return;
    }
    const int64_t later_ms = cn_pending_take(call, CN_LIMIT_TABLES);
    if (later_ms > 0) {
        cn_pending_give(call, cn_reply_later(later_ms, too_many));
        return;
    }
    call->seat = order.seat;
    call->makes = true;
    if (!cn_order_table(call->hall, &order, table_opened, call))
        cn_pending_give(call, cn_reply_full("no further table can be made just now"));
}

/* An order is read before anybody is made a person for it. */
static void open_table(cn_pending *call)
{
    cn_order_text text;
    cn_table_order order = {0};
    if (!cn_pending_read_name(call)) return;
    if (!cn_read_order(call->hall, call->body, &text, &order)) {
        cn_pending_give(call, cn_reply_error(400, "FORMAT", text.wrong));
        return;
    }
    const int64_t later_ms =
        cn_limit_look(cn_hall_settings(call->hall)->limits, CN_LIMIT_TABLES, call->from);
    if (later_ms > 0) {
        cn_pending_give(call, cn_reply_later(later_ms, too_many));
        return;
    }
    call->renames = cn_json_has_key(call->body, "name");
    call->makes_guest = call->changes = true;
    cn_pending_ask_who(call, open_known);
}

static bool is_key(json_object *body, const char *right)
{
    char given[CN_KEY_CHARACTERS + 1];
    if (!cn_json_get_text(body, "invite", given, 1, CN_KEY_CHARACTERS)) return false;
    const cn_digest one = cn_digest_of(given, strlen(given));
    const cn_digest other = cn_digest_of(right, strlen(right));
    return right[0] != '\0' && cn_digest_equal(&one, &other);
}

/* By an invitation, or as somebody who has a seat there or is to have one. */
static bool may_look(const cn_pending *call)
{
    const cn_table *table = cn_place_table(call->place);
    return is_key(call->body, cn_table_invite(table)) ||
           is_key(call->body, cn_table_watch_invite(table)) ||
           cn_table_seat_of_person(table, call->person.id) != CN_NO_SEAT ||
           cn_table_seat_of_coming(table, call->person.id) != CN_NO_SEAT;
}

/* Who may look on at hands that are over sees none but those here, either. */
static bool is_hidden(const cn_pending *call, const cn_table *table)
{
    const bool sits = is_key(call->body, cn_table_invite(table)) ||
                      cn_table_seat_of_person(table, call->person.id) != CN_NO_SEAT;
    return !sits && cn_table_hides(table);
}

static cn_phase phase_told(const cn_table *table, bool hidden)
{
    if (!hidden) return (cn_phase)cn_table_public(table)->phase;
    return cn_table_sheet_count(table) > 0 ? CN_PHASE_SCORED : CN_PHASE_START;
}

static void look(cn_pending *call)
{
    const cn_table *table = cn_place_table(call->place);
    const bool hidden = is_hidden(call, table);
    json_object *object = json_object_new_object();
    add_text(object, "table", cn_table_id(table));
    add_text(object, "rules", cn_table_rules(table)->name);
    add_text(object, "overrides", cn_table_overrides(table));
    add_text(object, "house", cn_table_house(table));
    add_text(object, "bot", cn_table_bot(table));
    json_object_object_add(object, "hints", json_object_new_boolean(cn_table_hints(table)));
    json_object_object_add(object, "seats", cn_encode_seat_list(table));
    add_text(object, "phase", cn_phase_word(phase_told(table, hidden)));
    add_text(object, "join", cn_table_joins_at_once(table) ? "now" : "next");
    cn_encode_lesson(object, table);
    cn_encode_standing(object, table, hidden);
    const unsigned own = cn_table_seat_of_person(table, call->person.id);
    if (own != CN_NO_SEAT) json_object_object_add(object, "seat", json_object_new_int((int)own));
    cn_encode_keeping(object, table);
    cn_pending_give(call, cn_reply_json(200, object));
}

static void seat_taken(void *user, cn_place *place, cn_saved saved, const cn_changes *changes)
{
    cn_pending *call = user;
    (void)changes;
    call->saved = saved;
    if (saved == CN_NOT_SAVED)
        cn_pending_ask_log(call, run_read_again, give_no_seat);
    else
        note_seat(call, place);
}

/* Answers where so much has changed since the last deal that there is no room for one entry more.
 */
static bool is_full(cn_pending *call, cn_entry_kind kind)
{
    const int64_t later_ms = cn_table_full_ms(cn_place_table(call->place), kind, call->seat);
    if (later_ms > 0)
        cn_pending_give(call, cn_reply_later(later_ms, "too many changes since the last deal"));
    return later_ms > 0;
}

/* While a hand is played a bot's cards are nobody's to look at. */
static bool waits_for_next(const cn_table *table)
{
    return !cn_table_joins_at_once(table) && cn_table_acting(table) != CN_NO_SEAT;
}

static void take_seat(cn_pending *call)
{
    const cn_table *table = cn_place_table(call->place);
    const cn_seat *seat = cn_table_seat(table, call->seat);
    if (seat->human || seat->coming[0] != '\0') {
        cn_pending_give(call, cn_reply_error(409, "SEAT_TAKEN", "somebody sits there"));
    } else if (cn_table_seat_of_person(table, call->person.id) != CN_NO_SEAT ||
               cn_table_seat_of_coming(table, call->person.id) != CN_NO_SEAT) {
        cn_pending_give(call, cn_reply_error(409, "SEATED", "you have a seat at this table"));
    } else if (!is_full(call, CN_ENTRY_SEAT)) {
        call->next = waits_for_next(table);
        cn_order_seat(call->place, call->seat, call->person.id, call->next, seat_taken, call);
    }
}

static void run_leave(cn_job *job, cn_log *log)
{
    cn_pending *call = (cn_pending *)job;
    cn_person person;
    if (cn_person_load(log, call->person.id, &person) == CN_PERSON_THERE)
        cn_person_leave(log, &person, call->table);
}

static void left(cn_pending *call)
{
    cn_pending_give(call, cn_reply_json(200, json_object_new_object()));
}

static void seat_left(void *user, cn_place *place, cn_saved saved, const cn_changes *changes)
{
    cn_pending *call = user;
    (void)changes;
    call->saved = saved;
    strcpy(call->table, cn_table_id(cn_place_table(place)));
    if (saved != CN_SAVED)
        cn_pending_give_saved(call, NULL);
    else if (call->person.id[0] != '\0')
        cn_pending_ask_log(call, run_leave, left);
    else
        left(call);
}

static void leave(cn_pending *call)
{
    const cn_table *table = cn_place_table(call->place);
    if (cn_order_leave(call->place, call->person.id, seat_left, call)) return;
    const unsigned seat = cn_table_seat_of_token(table, call->token);
    if (seat == CN_NO_SEAT)
        cn_pending_give_wrong(call, cn_reply_error(403, "BAD_TOKEN", "this opens no seat here"));
    else
        cn_order_seat(call->place, seat, NULL, false, seat_left, call);
}

static void invite_made(void *user, cn_place *place, cn_saved saved, const cn_changes *changes)
{
    cn_pending *call = user;
    (void)changes;
    call->saved = saved;
    json_object *object = json_object_new_object();
    add_text(object, "invite", cn_table_invite(cn_place_table(place)));
    add_text(object, "watch", cn_table_watch_invite(cn_place_table(place)));
    cn_pending_give_saved(call, object);
}

/* The seat of who asks, if he is the owner. */
static bool is_owner(const cn_pending *call)
{
    const cn_table *table = cn_place_table(call->place);
    const unsigned seat = cn_table_seat_of_person(table, call->person.id);
    return seat != CN_NO_SEAT && seat == cn_table_owner(table);
}

/* What who looks on is to see from now on; NULL: that stays. */
static bool read_watching(json_object *body, const char **watching)
{
    bool later = false, right = true;
    if (cn_json_has_key(body, "watch"))
        right = cn_read_choice(body, "watch", "live", "hand", &later);
    *watching = !cn_json_has_key(body, "watch") ? NULL : later ? "hand" : "live";
    return right;
}

static void make_invite(cn_pending *call)
{
    bool to_watch;
    const char *watching;
    if (!cn_read_choice(call->body, "scope", "sit", "watch", &to_watch))
        cn_pending_give(call, cn_reply_error(400, "FORMAT", "scope must be sit or watch"));
    else if (!read_watching(call->body, &watching))
        cn_pending_give(call, cn_reply_error(400, "FORMAT", "watch must be live or hand"));
    else if (!is_owner(call))
        cn_pending_give(call, cn_reply_error(403, "OWNER", "this is for the owner of the table"));
    else if (is_full(call, CN_ENTRY_INVITE))
        return;
    else if (to_watch)
        cn_order_watch(call->place, watching, invite_made, call);
    else
        cn_order_invite(call->place, invite_made, call);
}

static void seat_freed(void *user, cn_place *place, cn_saved saved, const cn_changes *changes)
{
    cn_pending *call = user;
    (void)place;
    (void)changes;
    call->saved = saved;
    json_object *object = json_object_new_object();
    json_object_object_add(object, "free", json_object_new_boolean(true));
    cn_pending_give_saved(call, object);
}

static void give_votes(cn_pending *call, cn_votes votes)
{
    json_object *object = json_object_new_object();
    json_object_object_add(object, "free", json_object_new_boolean(false));
    json_object_object_add(object, "have", json_object_new_int((int)votes.have));
    json_object_object_add(object, "need", json_object_new_int((int)votes.need));
    call->saved = CN_SAVED;
    cn_pending_give_saved(call, object);
}

/* The owner has a voice wherever he is, the others while they are there; who waits for a seat where
 * none of them could say it. */
static bool has_voice(const cn_pending *call, unsigned own, bool sits)
{
    const cn_table *table = cn_place_table(call->place);
    if (!sits) return own != CN_NO_SEAT && cn_place_is_alone(call->place, call->seat);
    return own == cn_table_owner(table) || cn_table_present(table, own);
}

static void vote_free(cn_pending *call, unsigned own, bool sits)
{
    const bool decides = !sits || own == cn_table_owner(cn_place_table(call->place));
    cn_votes votes = {0};
    if (sits) votes = cn_place_vote_free(call->place, call->seat, own);
    if (votes.is_new) cn_session_tell_vote(call->place, "free", own);
    if (decides || votes.have >= votes.need)
        cn_order_seat(call->place, call->seat, NULL, false, seat_freed, call);
    else
        give_votes(call, votes);
}

/* Somebody who is away for long, or lets all others wait for as long, loses his seat to a bot: if
 * the owner says so, or all the others. */
static void free_seat(cn_pending *call)
{
    const cn_table *table = cn_place_table(call->place);
    const unsigned seat = cn_table_seat_of_person(table, call->person.id);
    const bool sits = seat != CN_NO_SEAT;
    const unsigned own = sits ? seat : cn_table_seat_of_coming(table, call->person.id);
    const bool owns = sits && own == cn_table_owner(table);
    const bool is_seat = call->seat < cn_table_rules(table)->player_count;
    const bool is_his = is_seat && cn_table_seat(table, call->seat)->human;
    const bool is_coming = is_seat && cn_table_seat(table, call->seat)->coming[0] != '\0';
    const int64_t in_ms =
        is_his && own != CN_NO_SEAT ? cn_place_free_in_ms(call->place, call->seat, own) : 0;
    if (own == call->seat || !has_voice(call, own, sits))
        cn_pending_give(call, cn_reply_error(403, "OWNER", "this is for the others who are there"));
    else if (owns && is_coming)
        cn_order_seat(call->place, call->seat, NULL, false, seat_freed, call);
    else if (!is_his)
        cn_pending_give(call, cn_reply_error(404, "NO_SEAT", "nobody sits there"));
    else if (in_ms < 0)
        cn_pending_give(call, cn_reply_error(409, "PRESENT", "nobody waits for who sits there"));
    else if (in_ms > 0)
        cn_pending_give(call, cn_reply_later(in_ms, "this is not long yet"));
    else
        vote_free(call, own, sits);
}

/* A word and the number of a seat. */
static bool is_seat_call(const char *rest, const char *word)
{
    const size_t length = strlen(word);
    return strncmp(rest, word, length) == 0 && rest[length] >= '0' && rest[length] <= '9' &&
           rest[length + 1] == '\0';
}

/* Calls below /v1/tables/ID, once it is known who asks, if that matters. */
static void with_table(cn_wait *wait, cn_place *place, const char *code)
{
    cn_pending *call = (cn_pending *)((char *)wait - offsetof(cn_pending, wait));
    call->place = place;
    if (place == NULL)
        cn_pending_give_no_table(call, code);
    else if (strcmp(call->rest, "/leave") == 0)
        leave(call);
    else if (strcmp(call->rest, "/invite") == 0)
        make_invite(call);
    else if (is_seat_call(call->rest, "/free/"))
        free_seat(call);
    else if (is_seat_call(call->rest, "/seats/") &&
             is_key(call->body, cn_table_invite(cn_place_table(place))))
        take_seat(call);
    else if (strcmp(call->rest, "/look") == 0 && may_look(call))
        look(call);
    else
        cn_pending_give_wrong(
            call, cn_reply_error(403, "BAD_INVITE", "this invitation is not for this table"));
}

static void find_table(cn_pending *call)
{
    call->wait.ready = with_table;
    cn_hall_find(call->hall, call->table, &call->wait);
}

/* Whoever holds an invitation may become a person by it: it is looked at first. */
static void with_invite(cn_wait *wait, cn_place *place, const char *code)
{
    cn_pending *call = (cn_pending *)((char *)wait - offsetof(cn_pending, wait));
    call->place = place;
    if (place == NULL) {
        cn_pending_give_no_table(call, code);
    } else if (!is_key(call->body, cn_table_invite(cn_place_table(place)))) {
        cn_pending_give_wrong(
            call, cn_reply_error(403, "BAD_INVITE", "this invitation is not for this table"));
    } else if (call->seat >= cn_table_rules(cn_place_table(place))->player_count) {
        cn_pending_give(call, cn_reply_error(404, "NO_SEAT", "the table has no such seat"));
    } else if (cn_table_is_lesson(cn_place_table(place))) {
        cn_pending_give(call, cn_reply_error(409, "LESSON", "a lesson is for one person"));
    } else if (cn_table_seat(cn_place_table(place), call->seat)->human) {
        cn_pending_give(call, cn_reply_error(409, "SEAT_TAKEN", "somebody sits there"));
    } else if (!is_full(call, CN_ENTRY_SEAT)) {
        call->makes_guest = call->changes = true;
        call->renames = cn_json_has_key(call->body, "name");
        cn_pending_ask_who(call, find_table);
    }
}

static void seat_call(cn_pending *call)
{
    call->seat = (unsigned)(call->rest[7] - '0');
    if (!cn_pending_read_name(call)) return;
    call->wait.ready = with_invite;
    cn_hall_find(call->hall, call->table, &call->wait);
}

void cn_table_call(cn_hall *hall, const cn_call *asked, json_object *body, cn_caller *caller)
{
    static const char tables[] = "/v1/tables/";
    cn_pending *call = cn_pending_make(hall, asked, body, caller);
    if (strcmp(asked->path, "/v1/tables") == 0) {
        open_table(call);
        return;
    }
    const char *name = asked->path + sizeof tables - 1;
    const size_t length = strcspn(name, "/");
    if (length == CN_ID_CHARACTERS) memcpy(call->table, name, length);
    snprintf(call->rest, sizeof call->rest, "%s", name + length);
    const char *rest = call->rest;
    call->changes = strcmp(rest, "/look") != 0;
    if (is_seat_call(rest, "/free/")) call->seat = (unsigned)(rest[6] - '0');
    const int64_t later_ms =
        cn_limit_look(cn_hall_settings(hall)->limits, CN_LIMIT_TRIES, asked->from);
    const bool is_old_key = strlen(call->token) == CN_KEY_CHARACTERS; /* of a seat */
    const bool invited = body != NULL && cn_json_has_key(body, "invite");
    if (later_ms > 0)
        cn_pending_give(call, cn_reply_later(later_ms, "too many wrong keys"));
    else if (is_seat_call(rest, "/seats/"))
        seat_call(call);
    else if ((strcmp(rest, "/look") == 0 && invited) || (strcmp(rest, "/leave") == 0 && is_old_key))
        find_table(call);
    else if (strcmp(rest, "/look") == 0 || strcmp(rest, "/leave") == 0 ||
             strcmp(rest, "/invite") == 0 || is_seat_call(rest, "/free/"))
        cn_pending_ask_who(call, find_table);
    else
        cn_pending_give(call, cn_reply_error(404, "NOT_FOUND", "there is no such call"));
}
