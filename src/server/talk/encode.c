/* JSON for every message of docs/protocol.md.
 * Not here: deciding who gets what.
 * Invariant: cards enter a message only through the lines and the view of the seat it is for. */
#include "server/talk/encode.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "canasta/score.h"
#include "server/base/clock.h"
#include "server/talk/encode_fair.h"
#include "text/base/words.h"

static void add(json_object *object, const char *key, json_object *value)
{
    json_object_object_add_ex(object, key, value,
                              JSON_C_OBJECT_ADD_KEY_IS_NEW | JSON_C_OBJECT_KEY_IS_CONSTANT);
}

static void add_text(json_object *object, const char *key, const char *text)
{
    add(object, key, json_object_new_string(text));
}

static void add_number(json_object *object, const char *key, int64_t number)
{
    add(object, key, json_object_new_int64(number));
}

static json_object *message(const char *type)
{
    json_object *object = json_object_new_object();
    add_text(object, "t", type);
    return object;
}

static void add_hash_of(json_object *object, const cn_table *table, const cn_view *view)
{
    char text[17];
    snprintf(text, sizeof text, "%016" PRIx64, cn_view_hash(view, cn_table_rules(table)));
    add_text(object, "vh", text);
}

static void add_hash(json_object *object, const cn_table *table, unsigned seat)
{
    add_hash_of(object, table, cn_table_view(table, seat));
}

static json_object *lines_from(const cn_lines *lines, size_t from)
{
    json_object *list = json_object_new_array();
    for (size_t at = from; at < lines->length;) {
        const char *line = lines->text + at;
        size_t length = (size_t)(strchr(line, '\n') - line);
        json_object_array_add(list, json_object_new_string_len(line, (int)length));
        at += length + 1;
    }
    return list;
}

json_object *cn_encode_seat_list(const cn_table *table)
{
    json_object *list = json_object_new_array();
    for (unsigned i = 0; i < cn_table_rules(table)->player_count; i++) {
        const cn_seat *seat = cn_table_seat(table, i);
        json_object *entry = json_object_new_object();
        add_text(entry, "name", seat->name);
        add_text(entry, "who", seat->human ? "human" : "bot");
        add(entry, "present", json_object_new_boolean(cn_table_present(table, i)));
        if (seat->coming[0] != '\0') add_text(entry, "coming", seat->coming_name);
        json_object_array_add(list, entry);
    }
    return list;
}

/* Who sits where, and whose word counts there. */
static void add_seats(json_object *object, const cn_table *table)
{
    const unsigned owner = cn_table_owner(table);
    add(object, "seats", cn_encode_seat_list(table));
    if (owner != CN_NO_SEAT) add_number(object, "owner", owner);
}

/* For who sits there: who looks on may not ask others to. */
static void add_invites(json_object *object, const cn_table *table)
{
    add_text(object, "invite", cn_table_invite(table));
    if (cn_table_watch_invite(table)[0] != '\0')
        add_text(object, "watch", cn_table_watch_invite(table));
}

static void add_watching(json_object *object, const cn_table *table)
{
    if (cn_table_watched_later(table)) add_text(object, "watching", "hand");
}

/* For pages that count the minutes of a game on. */
static void add_lasted(json_object *object, const cn_table *table)
{
    const int64_t lasted_s = cn_table_lasted_s(table, cn_clock_day_s());
    if (lasted_s >= 0) add_number(object, "lasted_s", lasted_s);
}

static json_object *table_of(const cn_table *table, unsigned seat)
{
    json_object *object = json_object_new_object();
    add_text(object, "id", cn_table_id(table));
    add_text(object, "rules", cn_table_rules(table)->name);
    add_text(object, "overrides", cn_table_overrides(table));
    add_text(object, "house", cn_table_house(table));
    add_seats(object, table);
    add_text(object, "bot", cn_table_bot(table));
    add(object, "hints", json_object_new_boolean(cn_table_hints(table)));
    add_number(object, "pace_ms", cn_table_pace_ms(table));
    add_text(object, "join", cn_table_joins_at_once(table) ? "now" : "next");
    add_number(object, "clock", cn_table_clock_s(table));
    add(object, "paused", json_object_new_boolean(cn_table_is_paused(table)));
    if (cn_table_hand_is_lost(table)) add(object, "lost", json_object_new_boolean(true));
    cn_encode_lesson(object, table);
    cn_encode_keeping(object, table);
    add_watching(object, table);
    if (seat != CN_WATCHER) add_invites(object, table);
    return object;
}

static json_object *score_of(const cn_score *score)
{
    json_object *object = json_object_new_object();
    for (unsigned i = 0; i < CN_SCORE_PARTS; i++)
        add_number(object, cn_score_part_word(i), cn_score_part(score, i));
    return object;
}

static json_object *sheets_of(const cn_table *table)
{
    json_object *list = json_object_new_array();
    unsigned count = cn_table_sheet_count(table);
    unsigned first = count > CN_SHEETS_SHOWN_MAX ? count - CN_SHEETS_SHOWN_MAX : 0;
    for (unsigned i = first; i < count; i++) {
        const cn_hand_sheet *sheet = cn_table_sheet(table, i);
        json_object *entry = json_object_new_object();
        json_object *scores = json_object_new_array();
        json_object *totals = json_object_new_array();
        for (unsigned side = 0; side < cn_table_rules(table)->side_count; side++) {
            json_object_array_add(scores, score_of(&sheet->score[side]));
            json_object_array_add(totals, json_object_new_int(sheet->total[side]));
        }
        add_number(entry, "hand", sheet->hand_number);
        add(entry, "scores", scores);
        add(entry, "totals", totals);
        json_object_array_add(list, entry);
    }
    return list;
}

/* Who played the events of the hand that is shown. */
static json_object *doers_of(const cn_table *table)
{
    const cn_doers *doers = cn_table_doers(table);
    json_object *list = json_object_new_array();
    for (unsigned i = 0; i < doers->count; i++) {
        const cn_doer *doer = &doers->doer[i];
        json_object *entry = json_object_new_object();
        add_number(entry, "event", doer->event);
        add_number(entry, "seat", doer->seat);
        add_text(entry, "name", doer->name);
        add_text(entry, "who", doer->human ? "human" : "bot");
        if (doer->computer) add_text(entry, "by", "computer");
        json_object_array_add(list, entry);
    }
    return list;
}

static void add_start(json_object *object, const cn_table *table, unsigned seat)
{
    char text[200];
    cn_table_start_text(table, seat, text, sizeof text);
    add_text(object, "start", text);
}

json_object *cn_encode_welcome(const cn_table *table, unsigned seat, uint32_t last_n, bool resumed)
{
    json_object *object = message("welcome");
    add_number(object, "v", 1);
    if (seat != CN_WATCHER)
        add_number(object, "seat", seat);
    else
        add(object, "seat", NULL);
    add_text(object, "table", cn_table_id(table));
    add_number(object, "n", last_n);
    if (resumed) add(object, "resumed", json_object_new_boolean(true));
    return object;
}

json_object *cn_encode_snap(const cn_table *table, unsigned seat, bool proofs)
{
    const bool hidden = seat == CN_WATCHER && cn_table_hides(table);
    const cn_lines none = {0};
    cn_view view;
    json_object *object = message("snap");
    if (hidden) cn_table_first_view(table, &view);
    const uint64_t seq = hidden ? cn_table_dealt_seq(table) - 1 : cn_table_seq(table);
    add_number(object, "seq", (int64_t)seq);
    add(object, "table", table_of(table, seat));
    add_start(object, table, seat);
    add(object, "events", lines_from(hidden ? &none : cn_table_lines(table, seat), 0));
    if (!hidden) add(object, "doers", doers_of(table));
    add(object, "sheets", sheets_of(table));
    add_lasted(object, table);
    add(object, "fair", cn_encode_fair(table));
    if (proofs && !hidden) cn_encode_add_proofs(object, table, seat, false);
    add_hash_of(object, table, hidden ? &view : cn_table_view(table, seat));
    return object;
}

static const char *change_name(cn_entry_kind kind)
{
    return kind == CN_ENTRY_REMATCH ? "game" : cn_entry_kind_name(kind);
}

/* Where a person rests in turn, everybody's seat of the hand may change with the deal. */
static bool starts_view(const cn_table *table, cn_entry_kind kind)
{
    const cn_rules *rules = cn_table_rules(table);
    return kind == CN_ENTRY_REMATCH ||
           (kind == CN_ENTRY_DEAL && rules->player_count != rules->seat_count);
}

json_object *cn_encode_change(const cn_table *table, unsigned seat, const cn_change *change,
                              bool proofs)
{
    json_object *object = message("ev");
    add_number(object, "seq", (int64_t)change->seq);
    add_text(object, "kind", change_name(change->kind));
    if (change->kind == CN_ENTRY_PLAY || change->kind == CN_ENTRY_SEED)
        add_number(object, "seat", change->seat);
    if (change->kind == CN_ENTRY_PLAY && !change->is_command) add_text(object, "by", "computer");
    if (change->has_seats) add_seats(object, table);
    if (change->kind == CN_ENTRY_PAUSE || change->kind == CN_ENTRY_DEAL) add_lasted(object, table);
    if (change->kind == CN_ENTRY_PAUSE)
        add(object, "paused", json_object_new_boolean(cn_table_is_paused(table)));
    if (change->kind == CN_ENTRY_INVITE) {
        add_watching(object, table);
        if (seat != CN_WATCHER) add_invites(object, table);
    }
    if (change->kind == CN_ENTRY_PACE) add_number(object, "ms", cn_table_pace_ms(table));
    if (starts_view(table, change->kind)) add_start(object, table, seat);
    if (change->deal != 0) cn_encode_add_deal(object, table, change);
    if (change->has_events) {
        if (proofs) cn_encode_add_proofs(object, table, seat, true);
        add(object, "events", lines_from(cn_table_lines(table, seat), change->from[seat]));
        add_hash(object, table, seat);
    }
    return object;
}

json_object *cn_encode_seats(const cn_table *table)
{
    json_object *object = message("seats");
    add_seats(object, table);
    add_lasted(object, table);
    return object;
}

json_object *cn_encode_replaced(const cn_table *table, unsigned seat, const char *word)
{
    json_object *object = message("bot");
    add_number(object, "seat", seat);
    add_text(object, "name", cn_table_bot(table));
    add_text(object, "fault", word);
    return object;
}

json_object *cn_encode_answer(uint32_t n, const cn_ruling *answer)
{
    json_object *object = message(answer->accepted ? "ack" : "rej");
    add_number(object, "n", n);
    if (!answer->accepted) {
        add_text(object, "code", answer->code);
        if (answer->has_numbers) {
            add_number(object, "have", answer->have);
            add_number(object, "need", answer->need);
        }
        if (answer->has_step) add_number(object, "step", answer->step);
        if (answer->retry_ms > 0) add_number(object, "retry_ms", answer->retry_ms);
        if (answer->message[0] != '\0') add_text(object, "message", answer->message);
    }
    add_number(object, "seq", (int64_t)answer->seq);
    return object;
}

json_object *cn_encode_refusal(uint32_t n, const char *code, const char *text)
{
    json_object *object = message("rej");
    if (n != 0) add_number(object, "n", n);
    add_text(object, "code", code);
    if (text != NULL) add_text(object, "message", text);
    return object;
}

json_object *cn_encode_later(uint32_t n, const char *code, int64_t ms)
{
    json_object *object = cn_encode_refusal(n, code, NULL);
    add_number(object, "retry_ms", ms);
    return object;
}

void cn_encode_date(json_object *object, const char *key, int64_t at)
{
    char text[16];
    struct tm day;
    const time_t moment = (time_t)at;
    gmtime_r(&moment, &day);
    strftime(text, sizeof text, "%Y-%m-%d", &day);
    add_text(object, key, text);
}

void cn_encode_lesson(json_object *object, const cn_table *table)
{
    if (cn_table_is_lesson(table)) add(object, "lesson", json_object_new_boolean(true));
}

void cn_encode_keeping(json_object *object, const cn_table *table)
{
    const int64_t kept_until = cn_table_kept_until(table);
    if (kept_until != 0) cn_encode_date(object, "kept_until", kept_until);
    add_number(object, "deserted", cn_table_deserted(table));
}

/* The side of a person's total; one who rests in this hand has a seat in another (P10). */
static unsigned side_of_person(const cn_rules *rules, unsigned person)
{
    unsigned seat = CN_SEAT_NONE;
    for (unsigned hand = 1; seat == CN_SEAT_NONE && hand <= rules->player_count; hand++)
        seat = cn_seat_of(rules, hand, person);
    return seat < rules->seat_count ? rules->side_of[seat] : 0;
}

void cn_encode_standing(json_object *object, const cn_table *table, bool hidden)
{
    const cn_rules *rules = cn_table_rules(table);
    const cn_public *pub = cn_table_public(table);
    const unsigned winners = cn_public_winners(pub, rules);
    json_object *totals = json_object_new_array();
    json_object *sides = json_object_new_array();
    json_object *won = json_object_new_array();
    for (unsigned i = 0; i < rules->side_count; i++) {
        json_object_array_add(totals, json_object_new_int(pub->side[i].total_points));
        if ((winners >> i & 1) != 0) json_object_array_add(won, json_object_new_int((int)i));
    }
    for (unsigned i = 0; i < rules->player_count; i++)
        json_object_array_add(sides, json_object_new_int((int)side_of_person(rules, i)));
    add(object, "totals", totals);
    add(object, "sides", sides);
    add(object, "won", won);
    if (hidden) return;
    add_number(object, "hand", pub->hand_number);
    const unsigned turn = cn_table_acting(table);
    if (turn != CN_NO_SEAT) add_number(object, "turn", turn);
    add_number(object, "at", cn_table_last_time(table));
}

json_object *cn_encode_archived(int64_t archived_at)
{
    json_object *object = cn_encode_refusal(0, "ARCHIVED", NULL);
    cn_encode_date(object, "date", archived_at);
    return object;
}

json_object *cn_encode_pong(void)
{
    return message("pong");
}

json_object *cn_encode_note(const char *type, unsigned seat, const char *what)
{
    json_object *object = message(type);
    add_number(object, "seat", seat);
    if (what != NULL) add_text(object, "what", what);
    return object;
}

json_object *cn_encode_paused(void)
{
    return message("paused");
}

json_object *cn_encode_bye(const char *code)
{
    json_object *object = message("bye");
    add_text(object, "code", code);
    return object;
}

json_object *cn_encode_drain(uint32_t in_ms)
{
    json_object *object = message("drain");
    add_number(object, "in_ms", in_ms);
    return object;
}
