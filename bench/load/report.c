/* What was found, as one line of JSON.
 * Not here: the table that people read (bench/load/run). Invariant: nothing is rounded but times,
 * to microseconds. */
#include <stdio.h>
#include <time.h>

#include "load/load.h"

static void print_samples(const char *name, load_samples *samples)
{
    load_samples_sort(samples);
    printf(",\"%s\":{\"count\":%zu,\"p50_us\":%u,\"p99_us\":%u,\"p999_us\":%u,\"max_us\":%u}", name,
           samples->count, load_samples_at(samples, 500000), load_samples_at(samples, 990000),
           load_samples_at(samples, 999000), load_samples_at(samples, 1000000));
}

static void print_counts(const load *l)
{
    const load_tally *t = &l->tally;
    const struct {
        const char *name;
        uint64_t count;
    } counts[] = {
        {"tables", l->options.tables},
        {"people", l->options.people},
        {"connections", l->there},
        {"rate", l->options.rate},
        {"seconds", l->options.seconds},
        {"commands", t->commands},
        {"acks", t->acks},
        {"late", t->late},
        {"messages", t->messages},
        {"events", t->events},
        {"hashes", t->hashes},
        {"snaps", t->snaps},
        {"hands", t->hands},
        {"games", t->games},
        {"rejections", t->rejections},
    };
    printf("\"rules\":\"%s\",\"bot\":\"%s\",\"player\":\"%s\"", l->options.rules, l->options.bot,
           l->options.player->name);
    for (unsigned i = 0; i < sizeof counts / sizeof counts[0]; i++)
        printf(",\"%s\":%llu", counts[i].name, (unsigned long long)counts[i].count);
}

void load_report(load *l)
{
    load_tally *t = &l->tally;
    putchar('{');
    print_counts(l);
    printf(",\"making_s\":%.3f,\"opening_s\":%.3f", (double)l->making_us / 1e6,
           (double)l->opening_us / 1e6);
    printf(",\"own_cpu_s\":%.2f", (double)l->own_cpu / CLOCKS_PER_SEC);
    printf(",\"commands_per_second\":%.1f",
           l->options.seconds > 0 ? (double)t->acks / l->options.seconds : 0.0);
    print_samples("ack", &t->acked);
    printf(",\"worst_ms\":[");
    for (unsigned i = 0; i < l->options.seconds && i < LOAD_SECONDS_SHOWN; i++)
        printf("%s%u", i > 0 ? "," : "", (t->worst_us[i] + 999) / 1000);
    putchar(']');
    if (l->pinger != NULL) print_samples("ping", &t->pinged);
    printf(",\"codes\":{");
    for (unsigned i = 0; i < LOAD_CODES_MAX && t->code[i].count > 0; i++)
        printf("%s\"%s\":%llu", i > 0 ? "," : "", t->code[i].word,
               (unsigned long long)t->code[i].count);
    printf("},\"faults\":{");
    for (unsigned i = 0, shown = 0; i < LOAD_FAULTS; i++)
        if (t->fault[i] > 0)
            printf("%s\"%s\":%llu", shown++ > 0 ? "," : "", load_fault_word(i),
                   (unsigned long long)t->fault[i]);
    puts("}}");
    fflush(stdout);
}
