/* Faulty evenings of the server's core, one after another from a seed on.
 * usage: simulate [--seed N] [--evenings N] [--loud]
 * Not here: an evening (evening.c). Invariant: the first broken promise ends the program, with the
 * seed that shows it. */
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evening.h"
#include "server.h"

enum { SEED = 20261126, EVENINGS = 200, TWICE_EACH = 50, COUNTED = 400, MET_LEAST = 100 };

/* A fault that AddressSanitizer finds ends like an assertion, so that the seed is shown. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "abort_on_error=1";
}

static void on_abort(int number)
{
    (void)number;
    if (sim_now != NULL) sim_fail(sim_now, "the program breaks");
}

static uint64_t number_from(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    return text != NULL ? strtoull(text, NULL, 10) : otherwise;
}

static void report(const sim_counts *c)
{
    printf("%" PRIu64 " evenings: %" PRIu64 " frames, %" PRIu64 " acks, %" PRIu64
           " refusals, %" PRIu64 " unsure, %" PRIu64 " doubles with another body,\n"
           "%" PRIu64 " events (%" PRIu64 " once more), %" PRIu64 " snapshots, %" PRIu64
           " calls, %" PRIu64 " appends of which %" PRIu64 " failed,\n"
           "%" PRIu64 " hands, %" PRIu64 " rematches\n",
           c->evenings, c->frames, c->acks, c->rejects, c->unsure, c->dups, c->events, c->resumed,
           c->snaps, c->calls, c->appends, c->failed, c->hands, c->rematches);
}

/* How often each fault was met; whether that was often enough to say that it does no harm. */
static bool report_faults(const sim_counts *c)
{
    static const char *const names[SIM_FAULTS] = {
        [SIM_SYNC_LOST] = "sync lost",
        [SIM_SYNC_LOST_LATE] = "sync lost, nobody knows",
        [SIM_SYNC_KEPT] = "sync kept",
        [SIM_SYNC_KEPT_LATE] = "sync kept, nobody knows",
        [SIM_UNSETTLED] = "doubt that lasts",
        [SIM_FULL] = "full",
        [SIM_SLOW] = "slow",
        [SIM_BLIND] = "blind",
        [SIM_CRASH] = "crash",
        [SIM_CRASH_LOST] = "crash, append lost",
        [SIM_CRASH_KEPT] = "crash, append kept",
        [SIM_STOP] = "stop",
        [SIM_CUT] = "cut",
        [SIM_CUT_FRAMES] = "cut, frames lost",
        [SIM_CUT_ANSWERS] = "cut, answers lost",
        [SIM_CUT_LATE] = "cut, frames late",
        [SIM_STALL] = "stall",
        [SIM_REPLY_LOST] = "lost reply",
    };
    bool enough = true;
    for (unsigned i = 0; i < SIM_FAULTS; i++) {
        const bool rare = c->evenings >= COUNTED && c->met[i] < MET_LEAST;
        printf("  %-24s %6" PRIu64 "%s\n", names[i], c->met[i], rare ? "  too few" : "");
        enough = enough && !rare;
    }
    return enough;
}

int main(int argc, char **argv)
{
    uint64_t seed = number_from("CANASTA_SEED", SEED);
    uint64_t evenings = EVENINGS * number_from("CANASTA_EFFORT", 1);
    bool loud = false;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc)
            seed = strtoull(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--evenings") == 0 && i + 1 < argc)
            evenings = strtoull(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--loud") == 0)
            loud = true;
    }
    signal(SIGABRT, on_abort);
    sim_counts counts = {0};
    uint64_t digest = 0;
    printf("seed %" PRIu64 "\n", seed);
    for (uint64_t i = 0; i < evenings; i++) {
        const uint64_t one = evening(seed + i, &counts, loud);
        digest = (digest ^ one) * 0x100000001b3U;
        sim_counts again = {0};
        if (i % TWICE_EACH == 0 && evening(seed + i, &again, false) != one) {
            printf("seed %" PRIu64 ": the same evening comes out differently\n", seed + i);
            return 1;
        }
    }
    server_forget();
    report(&counts);
    const bool enough = report_faults(&counts);
    printf("digest %016" PRIx64 "\n%d passed, %d failed\n", digest, enough, !enough);
    return !enough;
}
