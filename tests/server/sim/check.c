/* The promises of docs/protocol.md, held against the simulated disk. Not here: as in the header.
 * Invariant: as in the header. */
#include "check.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "message.h"
#include "text/events/event_text.h"
#include "told.h"

static disk_table *table_of(link *l)
{
    disk_table *t = disk_find(l->s->disk, l->table);
    if (t == NULL) sim_fail(l->s, "link %u: table %s is on no disk", l->number, l->table);
    return t;
}

static void check_lines(link *l, json_object *message, const cn_lines *lines, size_t from,
                        size_t to)
{
    json_object *events = NULL;
    if (!json_object_object_get_ex(message, "events", &events))
        sim_fail(l->s, "a message without events");
    const size_t count = json_object_array_length(events);
    for (size_t i = 0; i < count; i++) {
        const char *line = json_object_get_string(json_object_array_get_idx(events, i));
        const size_t length = strlen(line);
        if (from + length + 1 > to || memcmp(lines->text + from, line, length) != 0 ||
            lines->text[from + length] != '\n')
            sim_fail(l->s, "link %u is shown '%s', the log says '%.60s'", l->number, line,
                     from < to ? lines->text + from : "nothing");
        from += length + 1;
    }
    if (from != to) sim_fail(l->s, "link %u is not shown all events", l->number);
}

static void check_hash(link *l, json_object *message, uint64_t hash)
{
    char text[17];
    snprintf(text, sizeof text, "%016" PRIx64, hash);
    if (strcmp(text_of(l->s, message, "vh"), text) != 0)
        sim_fail(l->s, "link %u: the view of seat %u is not that of the log", l->number, l->seat);
}

static void check_start(link *l, json_object *message, const oracle *o, const oracle_moment *m)
{
    char text[200];
    cn_writer writer = cn_writer_make(text, sizeof text);
    cn_write_view_start(&writer, &o->core.rules, m->hand_seat[l->seat], m->start.dealer,
                        m->start.hands_played, m->start.totals);
    if (strcmp(text_of(l->s, message, "start"), text) != 0)
        sim_fail(l->s, "link %u: the hand did not start with '%s'", l->number, text);
}

/* Who sits where, of a message about the table as it is now. */
static void check_seats(link *l, json_object *holder, const oracle *o, uint64_t seq)
{
    json_object *seats = NULL;
    if (seq != o->seq || !json_object_object_get_ex(holder, "seats", &seats)) return;
    for (unsigned i = 0; i < o->core.rules.player_count; i++) {
        json_object *seat = json_object_array_get_idx(seats, i);
        const bool human = o->core.seat[i].human;
        const char *name =
            human ? disk_name_of(l->s->disk, o->core.seat[i].person) : o->core.seat[i].name;
        if (strcmp(text_of(l->s, seat, "who"), human ? "human" : "bot") != 0 ||
            strcmp(text_of(l->s, seat, "name"), name) != 0)
            sim_fail(l->s, "link %u is told that somebody else has seat %u", l->number, i);
    }
}

/* Nobody hears of an entry before the disk has it. */
static uint64_t check_seq(link *l, json_object *message, disk_table *t)
{
    const uint64_t seq = number_of(l->s, message, "seq");
    if (seq == 0 || seq > t->count)
        sim_fail(l->s, "link %u is shown entry %" PRIu64 " of %u", l->number, seq, t->count);
    if (t->unsure && !has_key(message, "n"))
        sim_fail(l->s, "link %u is shown a table that is unsure", l->number);
    return seq;
}

static void note_shown(disk_table *t, uint64_t seq)
{
    if (seq > t->shown_seq) t->shown_seq = seq;
}

static void check_snap(link *l, json_object *message)
{
    disk_table *t = table_of(l);
    const uint64_t seq = check_seq(l, message, t);
    const oracle_moment *m = &t->oracle->moment[seq];
    if (seq < t->shown_seq)
        sim_fail(l->s, "link %u gets a snapshot of %" PRIu64 ", and %" PRIu64 " was shown",
                 l->number, seq, t->shown_seq);
    check_lines(l, message, &t->oracle->lines[l->seat], m->hand[l->seat], m->to[l->seat]);
    check_hash(l, message, m->hash[l->seat]);
    check_start(l, message, t->oracle, m);
    json_object *table = NULL;
    if (json_object_object_get_ex(message, "table", &table)) check_seats(l, table, t->oracle, seq);
    note_shown(t, seq);
    l->sent_seq = seq;
    l->shown = true;
    l->told_pause = false;
    l->s->counts->snaps++;
}

static void check_event(link *l, json_object *message)
{
    disk_table *t = table_of(l);
    const uint64_t seq = check_seq(l, message, t);
    const oracle_moment *m = &t->oracle->moment[seq];
    if (!l->shown || seq != l->sent_seq + 1)
        sim_fail(l->s, "link %u: event %" PRIu64 " comes behind %" PRIu64, l->number, seq,
                 l->sent_seq);
    if (l->told_pause) sim_fail(l->s, "link %u: an event while it is paused", l->number);
    if (m->to[l->seat] > m->from[l->seat]) {
        check_lines(l, message, &t->oracle->lines[l->seat], m->from[l->seat], m->to[l->seat]);
        check_hash(l, message, m->hash[l->seat]);
    } else if (has_key(message, "events")) {
        sim_fail(l->s, "link %u: events the log does not know", l->number);
    }
    if (has_key(message, "start"))
        check_start(l, message, t->oracle, &m[m->kind == CN_ENTRY_REMATCH]);
    if (!l->resumed) check_seats(l, message, t->oracle, seq);
    note_shown(t, seq);
    l->sent_seq = seq;
    l->s->counts->events++;
    l->s->counts->resumed += l->resumed;
}

/* The body of the frame that this answers: one at a time is dealt with, in order. NULL where it
 * cannot be told. */
static const cn_digest *answered(link *l, uint32_t n)
{
    static cn_digest body;
    unsigned i = 0;
    while (i < l->unanswered_count && l->unanswered[i].n != n) i++;
    if (i == l->unanswered_count) sim_fail(l->s, "link %u: n %u is answered unasked", l->number, n);
    if (i > 0 && !l->choked) sim_fail(l->s, "link %u: n %u is answered too early", l->number, n);
    body = l->unanswered[i].body;
    l->unanswered_count -= i + 1;
    memmove(l->unanswered, l->unanswered + i + 1, l->unanswered_count * sizeof l->unanswered[0]);
    return l->choked ? NULL : &body;
}

static void check_ack(link *l, json_object *message)
{
    disk_table *t = table_of(l);
    const uint64_t seq = check_seq(l, message, t);
    const uint32_t n = (uint32_t)number_of(l->s, message, "n");
    const cn_entry *entry = &t->entry[seq - 1];
    if (disk_find_key(t, l->seat, l->inst->text, n) != entry)
        sim_fail(l->s, "link %u: n %u is acknowledged as entry %" PRIu64 ", which it is not",
                 l->number, n, seq);
    const cn_digest *body = answered(l, n);
    if (body != NULL && !cn_digest_equal(body, &entry->body_hash))
        sim_fail(l->s, "link %u: n %u is acknowledged with another body", l->number, n);
    note_shown(t, seq);
    l->s->counts->acks++;
}

/* Whether the code says that the frame was not even judged. */
static bool is_unread(json_object *message, const char *code)
{
    return strcmp(code, "RATE") == 0 || strcmp(code, "FORMAT") == 0 ||
           strcmp(code, "TOO_LONG") == 0 || !has_key(message, "seq");
}

static void check_refused_command(link *l, json_object *message, const char *code)
{
    sim *s = l->s;
    const uint64_t number = number_of(s, message, "n");
    if (number >= INST_NUMBERS_MAX) return;
    const uint32_t n = (uint32_t)number;
    const cn_digest *body = answered(l, n);
    s->counts->unsure += strcmp(code, "UNSURE") == 0;
    if (strcmp(code, "UNSURE") == 0) return;
    l->inst->deed[n].refused++;
    if (is_unread(message, code)) return;
    if (strcmp(code, "STORE") == 0 && l->inst->deed[n].unsaved-- == 0)
        sim_fail(s, "link %u: n %u was not refused by the disk", l->number, n);
    disk_table *t = table_of(l);
    const bool there = disk_may_hold(s->disk, l->table, l->seat, l->inst->text, n);
    if (strcmp(code, "DUP_MISMATCH") == 0) {
        s->counts->dups++;
        const cn_entry *entry = disk_find_key(t, l->seat, l->inst->text, n);
        if (!there || (body != NULL && cn_digest_equal(body, &entry->body_hash)))
            sim_fail(s, "link %u: n %u is no double", l->number, n);
        return;
    }
    if (there) sim_fail(s, "link %u: n %u is refused (%s) and in the log", l->number, n, code);
    if (strcmp(code, "OLD_KEY") == 0 && disk_last_n(t, l->seat, l->inst->text) <= n)
        sim_fail(s, "link %u: n %u is not old", l->number, n);
}

/* Marks the answers to hellos that were meant to fail. */
static void check_refused_hello(link *l, json_object *message, const char *code)
{
    if (strcmp(code, "BAD_TOKEN") != 0 && strcmp(code, "NO_TABLE") != 0 &&
        strcmp(code, "STORE") != 0 && strcmp(code, "FULL") != 0 && strcmp(code, "DAMAGED") != 0)
        return;
    if (strcmp(code, "DAMAGED") == 0) sim_fail(l->s, "a log is said to be damaged");
    if (l->false_hellos > 0) {
        l->false_hellos--;
        json_object_object_add(message, "false", json_object_new_boolean(true));
        return;
    }
    if (strcmp(code, "NO_TABLE") == 0)
        sim_fail(l->s, "link %u: the server does not know table %s", l->number, l->table);
    if (strcmp(code, "BAD_TOKEN") == 0 &&
        oracle_seat_of(table_of(l)->oracle, l->token) != CN_NO_SEAT)
        sim_fail(l->s, "link %u: a key is refused that opens a seat", l->number);
}

static void check_refusal(link *l, json_object *message)
{
    const char *code = text_of(l->s, message, "code");
    l->s->counts->rejects++;
    if (strcmp(code, "RATE") == 0 && !has_key(message, "n") && l->false_hellos > 0)
        l->false_hellos--;
    if (has_key(message, "n"))
        check_refused_command(l, message, code);
    else
        check_refused_hello(l, message, code);
}

static void check_welcome(link *l, json_object *message)
{
    disk_table *t = table_of(l);
    l->welcome = true;
    l->seat = (unsigned)number_of(l->s, message, "seat");
    const unsigned seat = oracle_seat_of(t->oracle, l->token);
    if (seat != CN_NO_SEAT && seat != l->seat)
        sim_fail(l->s, "link %u is welcome at seat %u", l->number, l->seat);
    if (number_of(l->s, message, "n") > disk_last_n(t, l->seat, l->inst->text))
        sim_fail(l->s, "link %u: its number is higher than in the log", l->number);
    if (!has_key(message, "resumed")) return;
    if (l->hello_seq == 0) sim_fail(l->s, "link %u: nobody asked for what was missed", l->number);
    l->resumed = l->shown = true;
    l->sent_seq = l->hello_seq;
}

/* Behind what was missed it is told who is there, and then has all that was ever shown. */
static void check_there(link *l)
{
    if (l->resumed && l->sent_seq < table_of(l)->shown_seq)
        sim_fail(l->s, "link %u: not all was told that it missed", l->number);
    l->resumed = false;
}

void check_message(link *l, json_object *message)
{
    const char *type = text_of(l->s, message, "t");
    if (l->told_bye) sim_fail(l->s, "link %u: more is said behind bye", l->number);
    if (!l->welcome && strcmp(type, "rej") != 0 && strcmp(type, "welcome") != 0 &&
        strcmp(type, "pong") != 0 && strcmp(type, "bye") != 0)
        sim_fail(l->s, "link %u hears of a table before it is welcome: %s", l->number, type);
    if (l->welcome) told_check(l->s, l->number, l->seat, message, table_of(l)->oracle);
    if (strcmp(type, "snap") == 0)
        check_snap(l, message);
    else if (strcmp(type, "ev") == 0)
        check_event(l, message);
    else if (strcmp(type, "ack") == 0)
        check_ack(l, message);
    else if (strcmp(type, "rej") == 0)
        check_refusal(l, message);
    else if (strcmp(type, "welcome") == 0)
        check_welcome(l, message);
    else if (strcmp(type, "paused") == 0)
        l->told_pause = true;
    else if (strcmp(type, "seats") == 0)
        check_there(l);
    else if (strcmp(type, "bye") == 0)
        l->told_bye = true;
}

void check_frame(link *l, const char *text, size_t length)
{
    unsigned n;
    if (length < 20 || sscanf(text, "{\"t\":\"cmd\",\"n\":%u,", &n) != 1) return;
    if (n >= INST_NUMBERS_MAX) return;
    l->inst->deed[n].came++;
    if (l->unanswered_count == UNANSWERED_MAX) sim_fail(l->s, "link %u: no answers", l->number);
    l->unanswered[l->unanswered_count].n = n;
    l->unanswered[l->unanswered_count++].body = cn_digest_of(text, length);
}
