/* Tables made over HTTP, then a WebSocket for each seat.
 * Not here: what a seat hears (seat.c). Invariant: a table is made by one connection, seat by
 * seat; nobody connects before all seats are taken. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "load/clock.h"
#include "load/fields.h"
#include "load/load.h"

enum { OPENING_MAX = 256, PATIENCE_US = 30000000, WAIT_US = 100000 };

/* A connection that makes tables. */
typedef struct maker {
    load_link link;
    const load_ear *ear;
    load *load;
    load_table *table; /* NULL: there is none left */
} maker;

static void fail(load *l, const char *what, const char *text)
{
    if (l->tally.fault[LOAD_FAULT_REQUEST]++ == 0)
        fprintf(stderr, "canasta-load: %s: %.300s\n", what, text);
}

/* Asks for the table, or for its next seat. */
static void ask(maker *m)
{
    char path[100] = "/v1/tables", body[300];
    const load_table *table = m->table;
    const load_options *options = &m->load->options;
    if (table->taken == 0) {
        snprintf(body, sizeof body,
                 "{\"rules\":\"%s\",\"players\":%d,\"seat\":0,\"name\":\"Anna\",\"pace_ms\":%u,"
                 "\"bot\":\"%s\",\"join\":\"now\",\"deal\":\"now\"}",
                 options->rules, LOAD_SEATS, options->pace, options->bot);
    } else {
        snprintf(path, sizeof path, "/v1/tables/%s/seats/%u", table->id, table->taken);
        snprintf(body, sizeof body, "{\"invite\":\"%s\",\"name\":\"Ben\"}", table->invite);
    }
    if ((m->link.fd < 0 && !load_link_open(&m->link, &m->load->loop, m->ear)) ||
        !load_link_post(&m->link, path, body))
        fail(m->load, "a table cannot be asked for", strerror(errno));
}

static void make_next(maker *m)
{
    load *l = m->load;
    m->table = l->making < l->table_count ? &l->table[l->making++] : NULL;
    if (m->table != NULL)
        ask(m);
    else
        load_link_close(&m->link);
}

static void on_answered(load_link *link, unsigned status, char *text, bool last)
{
    maker *m = (maker *)link;
    load_table *table = m->table;
    if (status != 200 ||
        !load_field_word(text, "token", table->seat[table->taken].token, LOAD_KEY_BYTES) ||
        !load_field_word(text, "table", table->id, sizeof table->id) ||
        !load_field_word(text, "invite", table->invite, sizeof table->invite)) {
        fail(m->load, "a table could not be made", text);
        return;
    }
    if (last) load_link_close(link);
    table->taken++;
    m->load->taken++;
    if (table->taken < table->people)
        ask(m);
    else
        make_next(m);
}

/* Between two requests a server may close. */
static void on_ended(load_link *link)
{
    const maker *m = (const maker *)link;
    if (m->table != NULL) fail(m->load, "a table could not be made", "closed");
    load_link_close(link);
}

static void on_frame(load_link *link, char *text, size_t length)
{
    (void)length;
    fail(((maker *)link)->load, "a frame has come instead of an answer", text);
}

static void on_opened(load_link *link)
{
    fail(((maker *)link)->load, "an upgrade has come instead of an answer", "");
}

/* Turns the loop until `*count` is `wanted`. False if something failed, or nothing moves. */
static bool wait_for(load *l, const unsigned *count, unsigned wanted)
{
    unsigned before = *count;
    int64_t moved_us = load_now_us();
    while (*count < wanted && load_tally_faults(&l->tally) == 0) {
        load_loop_turn(&l->loop, WAIT_US);
        if (*count != before) moved_us = load_now_us();
        before = *count;
        if (load_now_us() - moved_us > PATIENCE_US) {
            fprintf(stderr, "canasta-load: nothing moves at %u of %u\n", *count, wanted);
            return false;
        }
    }
    return load_tally_faults(&l->tally) == 0;
}

static bool make_tables(load *l)
{
    static const load_ear ear = {
        .opened = on_opened, .heard = on_frame, .answered = on_answered, .ended = on_ended};
    maker *makers = calloc(l->options.makers, sizeof *makers);
    if (makers == NULL) abort();
    for (unsigned i = 0; i < l->options.makers; i++) {
        makers[i] = (maker){.link.fd = -1, .ear = &ear, .load = l};
        make_next(&makers[i]);
    }
    const bool made = wait_for(l, &l->taken, l->seat_count);
    for (unsigned i = 0; i < l->options.makers; i++) load_link_close(&makers[i].link);
    free(makers);
    return made;
}

static bool open_seats(load *l)
{
    for (unsigned i = 0; i < l->seat_count; i++) {
        if (!load_seat_open(&l->seat[i])) {
            fprintf(stderr, "canasta-load: connection %u: %s\n", i + 1, strerror(errno));
            return false;
        }
        if (i >= OPENING_MAX && !wait_for(l, &l->there, i - OPENING_MAX)) return false;
        load_loop_turn(&l->loop, 0);
    }
    return wait_for(l, &l->there, l->seat_count);
}

static void lay_out(load *l)
{
    const load_options *options = &l->options;
    l->table_count = options->tables + options->ping;
    l->seat_count = options->tables * options->people + options->ping;
    l->table = calloc(l->table_count, sizeof *l->table);
    l->seat = calloc(l->seat_count, sizeof *l->seat);
    if (l->table == NULL || l->seat == NULL) abort();
    for (unsigned i = 0, seat = 0; i < l->table_count; i++) {
        load_table *table = &l->table[i];
        *table = (load_table){.load = l, .seat = &l->seat[seat]};
        table->people = i < options->tables ? options->people : 1;
        for (unsigned place = 0; place < table->people; place++, seat++) {
            l->seat[seat].link.fd = -1;
            l->seat[seat].table = table;
            l->seat[seat].place = place;
        }
    }
    if (options->ping) l->pinger = &l->seat[l->seat_count - 1];
}

bool load_set_up(load *l)
{
    const int64_t begun_us = load_now_us();
    lay_out(l);
    if (!make_tables(l)) return false;
    const int64_t made_us = load_now_us();
    if (!open_seats(l)) return false;
    l->making_us = made_us - begun_us;
    l->opening_us = load_now_us() - made_us;
    return true;
}
