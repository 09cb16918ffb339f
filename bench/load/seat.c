/* What a seat hears, and what its table sends next.
 * Not here: connecting (setup.c), when something is due (run.c).
 * Invariant: a command is written when the seat may play, not when it is due, so that thinking is
 * not measured. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "load/clock.h"
#include "load/fields.h"
#include "load/load.h"
#include "server/table/bot.h"
#include "text/cards/play_text.h"
#include "text/events/event_text.h"

#define SUBPROTOCOL "canasta.v1.json"

enum { REFUSED_MAX = 100, COMMAND_BYTES = CN_PLAY_TEXT_MAX + 100 };

static load_seat *seat_of(load_link *link)
{
    return (load_seat *)link;
}

static void fault(load_seat *seat, load_fault what, const char *text)
{
    load_tally *tally = &seat->table->load->tally;
    if (tally->fault[what]++ < 3)
        fprintf(stderr, "canasta-load: %s: table %s seat %u: %.300s\n", load_fault_word(what),
                seat->table->id, seat->place, text);
}

static void forget_ready(load_table *table)
{
    free(table->ready);
    table->ready = NULL;
    table->actor = NULL;
}

static bool is_to_act(const cn_view *view)
{
    const cn_phase phase = view->pub.phase;
    return view->pub.seat == view->seat &&
           (phase == CN_PHASE_DRAW || phase == CN_PHASE_MELD || phase == CN_PHASE_ANSWER);
}

/* What the seat would do now; false if it is for others. */
static bool choose(load_seat *seat, char *out, size_t size)
{
    load *l = seat->table->load;
    char play[CN_PLAY_TEXT_MAX + 1];
    const unsigned phase = seat->view.pub.phase;
    const unsigned long long at = seat->seq;
    if (is_to_act(&seat->view)) {
        cn_bot_play(l->options.player, &seat->view, &l->rules, &l->stream, play, sizeof play);
        snprintf(out, size, "{\"t\":\"cmd\",\"n\":%u,\"at\":%llu,\"play\":\"%s\"}", seat->n + 1, at,
                 play);
        return true;
    }
    if (seat->place != 0 || (phase != CN_PHASE_SCORED && phase != CN_PHASE_GAME_END)) return false;
    snprintf(out, size, "{\"t\":\"cmd\",\"n\":%u,\"at\":%llu,\"do\":\"%s\"}", seat->n + 1, at,
             phase == CN_PHASE_SCORED ? "next" : "rematch");
    return true;
}

/* Writes the table's next command, if it is this seat that sends it. */
static void look(load_seat *seat)
{
    char text[COMMAND_BYTES];
    load_table *table = seat->table;
    load *l = table->load;
    if (l->options.idle || seat == l->pinger || !seat->there) return;
    if (table->ready != NULL || table->asked != NULL || seat->seq < table->top) return;
    if (table->refused >= REFUSED_MAX || !choose(seat, text, sizeof text)) return;
    table->ready = strdup(text);
    table->actor = seat;
    if (table->ready == NULL) abort();
    load_table_try(table, load_now_us());
}

static int64_t due_us(const load_table *table)
{
    const load *l = table->load;
    if (l->options.rate == 0) return l->start_us;
    const uint64_t number = table->sent * l->options.tables + (uint64_t)(table - l->table);
    return l->start_us + (int64_t)(number * 1000000 / l->options.rate);
}

void load_table_try(load_table *table, int64_t now_us)
{
    load *l = table->load;
    load_seat *seat = table->actor;
    if (!l->running || table->ready == NULL || now_us >= l->end_us || due_us(table) > now_us)
        return;
    table->due_us = l->options.rate == 0 ? now_us : due_us(table);
    if (!load_link_send(&seat->link, table->ready, strlen(table->ready)))
        fault(seat, LOAD_FAULT_SEND, table->ready);
    seat->n++;
    table->asked = seat;
    table->sent++;
    l->tally.commands++;
    forget_ready(table);
}

static void take_answer(load_seat *seat, char *text, bool accepted)
{
    load_table *table = seat->table;
    load_tally *tally = &table->load->tally;
    uint64_t n = 0, seq = 0;
    char code[LOAD_CODE_BYTES] = "?";
    load_field_number(text, "n", &n);
    if (table->asked != seat || n != seat->n) {
        fault(seat, LOAD_FAULT_ANSWER, text);
        return;
    }
    table->asked = NULL;
    if (accepted) {
        tally->acks++;
        load_tally_ack(tally, load_now_us() - table->due_us, table->due_us - table->load->start_us);
        table->refused = 0;
        if (load_field_number(text, "seq", &seq) && seq > table->top) table->top = seq;
    } else {
        tally->rejections++;
        table->refused++;
        load_field_word(text, "code", code, sizeof code);
        load_tally_code(tally, code);
    }
    for (unsigned i = 0; i < table->people; i++) look(&table->seat[i]);
}

static bool start_view(load_seat *seat, char *text)
{
    char start[200];
    cn_text_error error;
    if (load_field(text, "start") == NULL) return true;
    return load_field_word(text, "start", start, sizeof start) &&
           cn_view_start_parse(start, &seat->table->load->rules, &seat->view, &error);
}

static bool follow_lines(load_seat *seat, char *list)
{
    const cn_rules *rules = &seat->table->load->rules;
    for (char *line; (line = load_field_next(&list)) != NULL;) {
        cn_event event;
        cn_text_error error;
        if (!cn_event_parse(line, rules, &event, &error) ||
            !cn_view_apply(&seat->view, rules, &event)) {
            fault(seat, LOAD_FAULT_EVENT, line);
            return false;
        }
    }
    return true;
}

/* Feeds the seat's engine; its hash must be the server's. */
static void follow(load_seat *seat, char *text)
{
    load *l = seat->table->load;
    char theirs[20] = "", ours[20];
    load_field_word(text, "vh", theirs, sizeof theirs);
    char *list = load_field(text, "events");
    if (list == NULL || !follow_lines(seat, list)) return;
    if (l->tally.events % l->options.check != 0) return;
    l->tally.hashes++;
    snprintf(ours, sizeof ours, "%016" PRIx64, cn_view_hash(&seat->view, &l->rules));
    if (strcmp(ours, theirs) != 0) fault(seat, LOAD_FAULT_HASH, theirs);
}

static void take_event(load_seat *seat, char *text)
{
    char kind[16] = "";
    load_table *table = seat->table;
    load_tally *tally = &table->load->tally;
    uint64_t seq = 0;
    load_field_number(text, "seq", &seq);
    if (seat->there && seq != seat->seq + 1) fault(seat, LOAD_FAULT_GAP, text);
    seat->seq = seq;
    tally->events++;
    load_field_word(text, "kind", kind, sizeof kind);
    if (seat->place == 0 && strcmp(kind, "deal") == 0) tally->hands++;
    if (seat->place == 0 && strcmp(kind, "game") == 0) tally->games++;
    if (!start_view(seat, text)) fault(seat, LOAD_FAULT_EVENT, text);
    follow(seat, text);
    if (seq > table->top) table->top = seq;
    look(seat);
}

static void take_snap(load_seat *seat, char *text)
{
    load *l = seat->table->load;
    l->tally.snaps++;
    load_field_number(text, "seq", &seat->seq);
    if (seat->seq > seat->table->top) seat->table->top = seat->seq;
    if (!start_view(seat, text)) fault(seat, LOAD_FAULT_EVENT, text);
    follow(seat, text);
    if (!seat->there) l->there++;
    seat->there = true;
    look(seat);
}

static void take_pong(load_seat *seat)
{
    load *l = seat->table->load;
    if (l->pongs >= l->pings) {
        fault(seat, LOAD_FAULT_ANSWER, "pong");
        return;
    }
    load_samples_add(&l->tally.pinged,
                     load_now_us() - (l->start_us + (int64_t)l->pongs * LOAD_PING_US));
    l->pongs++;
}

static void on_heard(load_link *link, char *text, size_t length)
{
    char type[16] = "";
    load_seat *seat = seat_of(link);
    (void)length;
    seat->table->load->tally.messages++;
    load_field_word(text, "t", type, sizeof type);
    if (strcmp(type, "ev") == 0)
        take_event(seat, text);
    else if (strcmp(type, "ack") == 0 || strcmp(type, "rej") == 0)
        take_answer(seat, text, type[0] == 'a');
    else if (strcmp(type, "snap") == 0)
        take_snap(seat, text);
    else if (strcmp(type, "pong") == 0)
        take_pong(seat);
}

static void on_opened(load_link *link)
{
    char text[300];
    const load_seat *seat = seat_of(link);
    const int length = snprintf(text, sizeof text,
                                "{\"t\":\"hello\",\"v\":1,\"inst\":\"load-%u\",\"table\":\"%s\","
                                "\"token\":\"%s\"}",
                                10000 + seat->place, seat->table->id, seat->token);
    load_link_send(link, text, (size_t)length);
}

static void on_answered(load_link *link, unsigned status, char *text, bool last)
{
    (void)status;
    (void)last;
    fault(seat_of(link), LOAD_FAULT_REQUEST, text);
}

static void on_ended(load_link *link)
{
    fault(seat_of(link), LOAD_FAULT_CLOSED, "the server closed the connection");
    load_link_close(link);
}

bool load_seat_open(load_seat *seat)
{
    static const load_ear ear = {
        .opened = on_opened, .heard = on_heard, .answered = on_answered, .ended = on_ended};
    return load_link_open(&seat->link, &seat->table->load->loop, &ear) &&
           load_link_upgrade(&seat->link, SUBPROTOCOL);
}
