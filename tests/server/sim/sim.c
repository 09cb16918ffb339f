/* The heap of what will happen, chance, and the record. Simulated clock and entropy.
 * Not here: as in the header. Invariant: as in the header. */
#include "sim.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/clock.h"
#include "server/base/entropy.h"

enum { PURPOSE_CHANCE = 1, PURPOSE_SECRETS = 2 };

typedef struct sim_event {
    int64_t at_ms;
    uint32_t tie;
    uint64_t number, arg;
    sim_run *run;
    void *who;
} sim_event;

sim *sim_now;

int64_t cn_clock_ms(void)
{
    return sim_now->now_ms;
}

/* It takes no time. */
int64_t cn_clock_worked_ms(void)
{
    return 0;
}

int64_t cn_clock_day_s(void)
{
    return sim_now->now_ms / 1000;
}

void cn_secret_bytes(void *out, size_t size)
{
    unsigned char *at = out;
    for (size_t i = 0; i < size; i++) at[i] = (unsigned char)cn_stream_next(&sim_now->secrets);
}

void sim_begin(sim *s, uint64_t seed, sim_counts *counts)
{
    memset(s, 0, sizeof *s);
    s->seed = seed;
    s->now_ms = 1000000;
    s->chance = cn_stream_make(seed, PURPOSE_CHANCE, 0);
    s->secrets = cn_stream_make(seed, PURPOSE_SECRETS, 0);
    s->digest = 0xcbf29ce484222325U;
    s->counts = counts;
    sim_now = s;
}

void sim_end(sim *s)
{
    free(s->heap);
    s->heap = NULL;
    s->event_count = 0;
}

static bool before(const sim_event *a, const sim_event *b)
{
    if (a->at_ms != b->at_ms) return a->at_ms < b->at_ms;
    if (a->tie != b->tie) return a->tie < b->tie;
    return a->number < b->number;
}

void sim_at(sim *s, int64_t in_ms, sim_run *run, void *who, uint64_t arg)
{
    if (s->event_count + 1 >= s->event_room) {
        s->event_room = 2 * s->event_room + 64;
        s->heap = realloc(s->heap, s->event_room * sizeof *s->heap);
        if (s->heap == NULL) abort();
    }
    const sim_event event = {.at_ms = s->now_ms + in_ms,
                             .tie = (uint32_t)cn_stream_next(&s->chance),
                             .number = s->next_event++,
                             .arg = arg,
                             .run = run,
                             .who = who};
    size_t place = ++s->event_count;
    for (; place > 1 && before(&event, &s->heap[place / 2]); place /= 2)
        s->heap[place] = s->heap[place / 2];
    s->heap[place] = event;
}

static sim_event take_first(sim *s)
{
    const sim_event first = s->heap[1], last = s->heap[s->event_count--];
    size_t place = 1;
    for (size_t below; (below = 2 * place) <= s->event_count; place = below) {
        if (below < s->event_count && before(&s->heap[below + 1], &s->heap[below])) below++;
        if (before(&last, &s->heap[below])) break;
        s->heap[place] = s->heap[below];
    }
    s->heap[place] = last;
    return first;
}

bool sim_step(sim *s)
{
    if (s->event_count == 0) return false;
    const sim_event event = take_first(s);
    s->now_ms = event.at_ms;
    event.run(s, event.who, event.arg);
    return true;
}

bool sim_chance(sim *s, unsigned thousandths)
{
    return thousandths > 0 && cn_stream_below(&s->chance, 1000) < thousandths;
}

unsigned sim_below(sim *s, unsigned bound)
{
    return cn_stream_below(&s->chance, bound);
}

unsigned sim_between(sim *s, unsigned low, unsigned high)
{
    return low + cn_stream_below(&s->chance, high - low + 1);
}

static void add_to_digest(sim *s, const void *bytes, size_t length)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < length; i++) s->digest = (s->digest ^ at[i]) * 0x100000001b3U;
}

static char *next_line(sim *s)
{
    return s->trace[s->trace_at++ % SIM_TRACE_LINES];
}

void sim_note(sim *s, const char *what, unsigned who, const char *text, size_t length)
{
    char *line = next_line(s);
    add_to_digest(s, &s->now_ms, sizeof s->now_ms);
    add_to_digest(s, &who, sizeof who);
    add_to_digest(s, text, length);
    const size_t head = (size_t)snprintf(line, SIM_TRACE_BYTES,
                                         "%lld %s %u: ", (long long)s->now_ms - 1000000, what, who);
    const size_t shown = length < SIM_TRACE_BYTES - head - 1 ? length : SIM_TRACE_BYTES - head - 1;
    memcpy(line + head, text, shown);
    line[head + shown] = '\0';
    if (s->loud) fprintf(stderr, "%s\n", line);
}

void sim_met(sim *s, sim_fault fault)
{
    s->counts->met[fault]++;
}

void sim_met_spell(sim *s, sim_fault fault, int64_t until_ms)
{
    if (s->spell_ms[fault] != until_ms) sim_met(s, fault);
    s->spell_ms[fault] = until_ms;
}

void sim_say(sim *s, const char *format, ...)
{
    va_list args;
    char *line = next_line(s);
    const int head = snprintf(line, SIM_TRACE_BYTES, "%lld ", (long long)s->now_ms - 1000000);
    va_start(args, format);
    vsnprintf(line + head, SIM_TRACE_BYTES - (size_t)head, format, args);
    va_end(args);
    if (s->loud) fprintf(stderr, "%s\n", line);
}

void sim_fail(sim *s, const char *format, ...)
{
    va_list args;
    const unsigned first = s->trace_at > SIM_TRACE_LINES ? s->trace_at - SIM_TRACE_LINES : 0;
    fflush(stdout);
    for (unsigned i = first; i < s->trace_at && !s->loud; i++)
        fprintf(stderr, "  %s\n", s->trace[i % SIM_TRACE_LINES]);
    fprintf(stderr, "seed %llu: ", (unsigned long long)s->seed);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fprintf(stderr, "\n");
    fflush(stderr);
    _Exit(1);
}
