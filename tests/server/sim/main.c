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

enum { SEED = 20261126, EVENINGS = 400, TWICE_EACH = 50 };

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
           "%" PRIu64 " crashes, %" PRIu64 " stops, %" PRIu64 " cuts, %" PRIu64 " hands, %" PRIu64
           " rematches\n",
           c->evenings, c->frames, c->acks, c->rejects, c->unsure, c->dups, c->events, c->resumed,
           c->snaps, c->calls, c->appends, c->failed, c->crashes, c->stops, c->cuts, c->hands,
           c->rematches);
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
    printf("digest %016" PRIx64 "\n1 passed, 0 failed\n", digest);
    return 0;
}
