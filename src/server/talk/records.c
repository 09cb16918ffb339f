/* Answering the calls for records. Not here: as in the header. Invariant: as in the header. */
#include "server/talk/records.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/store/log_archive.h"
#include "server/talk/encode.h"
#include "server/talk/pending.h"

enum { BEFORE = sizeof "/v1/tables/" - 1, BEHIND = sizeof "/games" - 1 };

static json_object *game_of(const struct cn_game_text *game, unsigned number)
{
    json_object *object = json_object_new_object(), *winners = json_object_new_array();
    json_object_object_add(object, "game", json_object_new_int((int)number));
    cn_encode_date(object, "date", game->time);
    json_object_object_add(object, "hands", json_object_new_int((int)game->hands));
    json_object_object_add(object, "finished", json_object_new_boolean(game->winners != 0));
    for (int side = 0; side < CN_SIDES_MAX; side++)
        if ((game->winners >> side & 1) != 0)
            json_object_array_add(winners, json_object_new_int(side));
    json_object_object_add(object, "winners", winners);
    return object;
}

static cn_reply list_of(const cn_games *games)
{
    json_object *object = json_object_new_object(), *list = json_object_new_array();
    const unsigned first =
        games->count > CN_GAMES_SHOWN_MAX ? games->count - CN_GAMES_SHOWN_MAX : 0;
    for (unsigned i = first; i < games->count; i++)
        json_object_array_add(list, game_of(&games->game[i], i + 1));
    json_object_object_add(object, "games", list);
    return cn_reply_json(200, object);
}

static cn_reply record_of(const cn_pending *call)
{
    if (call->number > call->games.count || call->games.game[call->number - 1].text == NULL)
        return cn_reply_error(404, "NOT_FOUND", "there is no such game, or no hand of it is over");
    const struct cn_game_text *game = &call->games.game[call->number - 1];
    cn_reply reply = cn_reply_make(200, "text/plain; charset=utf-8", "no-store", game->length);
    memcpy(reply.memory, game->text, game->length);
    snprintf(reply.file_name, sizeof reply.file_name, "canasta-%s-%u.record", call->table,
             call->number);
    return reply;
}

static void run_read(cn_job *job, cn_log *log)
{
    cn_pending *call = (cn_pending *)job;
    call->read = CN_REPLAY_UNREADABLE;
    if (log == NULL) return;
    if (!call->seated) call->status = cn_person_sat(log, call->person.id, call->table);
    if (call->status != CN_PERSON_THERE) return;
    cn_log_end end = {.seq = call->upto};
    cn_log *from = call->archived ? cn_log_archive(log) : log;
    if (from == NULL || (call->archived && !cn_log_read_end(from, call->table, &end))) return;
    /* Nobody plays on in the archive: a hand that was never finished is told with its seed. */
    const cn_games_wanted wanted = {.upto = end.seq,
                                    .number = call->number,
                                    .bytes_max = CN_RECORD_BYTES_MAX,
                                    .running = call->archived,
                                    .names = log,
                                    .who = call->seated ? NULL : call->person.id};
    call->read = cn_games_read(from, call->table, &wanted, &call->games);
    /* His list has tables, too, where he only waited for a seat. */
    const bool known = call->read >= 0 || call->games.too_long;
    if (known && !call->seated && !call->games.sat) call->status = CN_PERSON_NONE;
}

static cn_reply reply_of(const cn_pending *call)
{
    if (call->status == CN_PERSON_NONE)
        return cn_reply_error(403, "BAD_TOKEN", "this is for who sits or sat there");
    if (call->games.too_long)
        return cn_reply_error(413, "TOO_LONG", "this record is larger than 4 MB");
    if (call->read == CN_REPLAY_DAMAGED || call->read == CN_REPLAY_REFUSED)
        return cn_reply_error(500, "DAMAGED", "the log of this table is damaged");
    if (call->read < 0) return cn_reply_error(503, "STORE", "the log cannot be read just now");
    return call->number > 0 ? record_of(call) : list_of(&call->games);
}

static void give(cn_pending *call)
{
    const cn_reply reply = reply_of(call);
    cn_games_free(&call->games);
    if (reply.status == 403)
        cn_pending_give_wrong(call, reply);
    else
        cn_pending_give(call, reply);
}

/* The log is read as far as everybody has been told. */
static void with_table(cn_wait *wait, cn_place *place, const char *code)
{
    cn_pending *call = (cn_pending *)((char *)wait - offsetof(cn_pending, wait));
    call->archived = place == NULL && strcmp(code, "ARCHIVED") == 0;
    if (call->archived) {
        cn_pending_ask_reader(call, run_read, give);
        return;
    }
    if (place == NULL) {
        cn_pending_give_no_table(call, code);
        return;
    }
    const cn_table *table = cn_place_table(place);
    call->upto = cn_table_seq(table);
    call->seated = cn_table_seat_of_person(table, call->person.id) != CN_NO_SEAT;
    cn_pending_ask_reader(call, run_read, give);
}

static void with_person(cn_pending *call)
{
    call->wait.ready = with_table;
    cn_hall_find(call->hall, call->table, &call->wait);
}

/* The number behind the path, 0 for the list; false if it is none. */
static bool read_number(const char *rest, unsigned *number)
{
    *number = 0;
    if (rest[0] == '\0') return true;
    const size_t digits = strspn(rest + 1, "0123456789");
    if (rest[0] != '/' || digits == 0 || digits > 6 || rest[1 + digits] != '\0') return false;
    *number = (unsigned)strtoul(rest + 1, NULL, 10);
    return *number > 0;
}

void cn_records_call(cn_hall *hall, const cn_call *asked, cn_caller *caller)
{
    cn_pending *call = cn_pending_make(hall, asked, NULL, caller);
    const char *id = asked->path + BEFORE;
    const size_t length = strcspn(id, "/");
    if (length == CN_ID_CHARACTERS) memcpy(call->table, id, length);
    if (!read_number(id + length + BEHIND, &call->number))
        cn_pending_give(call, cn_reply_error(404, "NOT_FOUND", "games are numbered from 1"));
    else
        cn_pending_ask_who(call, with_person);
}
