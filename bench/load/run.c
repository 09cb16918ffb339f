/* When commands and pings are due, and sent.
 * Not here: what is sent (seat.c). Invariant: what is due is told by the schedule alone; a server
 * that is slow moves nothing in it. */
#include <string.h>

#include "load/clock.h"
#include "load/load.h"

enum { PATIENCE_US = 10000000, WAIT_US = 20000 };

static const char ping[] = "{\"t\":\"ping\"}";

static int64_t command_due_us(const load *l)
{
    if (l->options.rate == 0 || l->options.idle) return l->end_us;
    return l->start_us + (int64_t)(l->due * 1000000 / l->options.rate);
}

static int64_t ping_due_us(const load *l)
{
    return l->pinger == NULL ? l->end_us : l->start_us + (int64_t)l->pings * LOAD_PING_US;
}

/* A table that cannot send now sends as soon as it can. */
static void send_commands(load *l, int64_t now_us)
{
    for (; command_due_us(l) <= now_us && command_due_us(l) < l->end_us; l->due++)
        load_table_try(&l->table[l->due % l->options.tables], now_us);
}

static void send_pings(load *l, int64_t now_us)
{
    for (; ping_due_us(l) <= now_us && ping_due_us(l) < l->end_us; l->pings++)
        if (!load_link_send(&l->pinger->link, ping, sizeof ping - 1))
            l->tally.fault[LOAD_FAULT_SEND]++;
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static uint64_t unanswered(const load *l)
{
    uint64_t count = l->pings - l->pongs;
    for (unsigned i = 0; i < l->options.tables; i++) count += l->table[i].asked != NULL;
    return count;
}

/* Commands that were due and could not be sent: they have waited at least as long as this. */
static void count_late(load *l)
{
    if (l->options.rate == 0) return;
    l->tally.late = l->due - l->tally.commands;
    for (unsigned i = 0; i < l->options.tables; i++) {
        for (uint64_t k = l->table[i].sent;; k++) {
            const uint64_t number = k * l->options.tables + i;
            if (number >= l->due) break;
            const int64_t due_us = l->start_us + (int64_t)(number * 1000000 / l->options.rate);
            load_tally_ack(&l->tally, l->end_us - due_us, due_us - l->start_us);
        }
    }
}

void load_run(load *l)
{
    int64_t now_us = load_now_us();
    const clock_t before = clock();
    l->running = true;
    l->start_us = now_us;
    l->end_us = now_us + (int64_t)l->options.seconds * 1000000;
    if (l->options.rate == 0)
        for (unsigned i = 0; i < l->options.tables; i++) load_table_try(&l->table[i], now_us);
    while ((now_us = load_now_us()) < l->end_us) {
        send_commands(l, now_us);
        send_pings(l, now_us);
        const int64_t due_us = least(least(command_due_us(l), ping_due_us(l)), l->end_us);
        load_loop_turn(&l->loop, due_us > now_us ? due_us - now_us : 0);
    }
    while (unanswered(l) > 0 && load_now_us() < l->end_us + PATIENCE_US)
        load_loop_turn(&l->loop, WAIT_US);
    l->own_cpu = clock() - before;
    l->tally.fault[LOAD_FAULT_LOST] += unanswered(l);
    count_late(l);
}
