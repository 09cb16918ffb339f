/* The load generator: tables are made, seats connected, commands sent, figures printed.
 * Not here: each of these. Invariant: the status is 0 only if nothing happened that must not. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#include "load/load.h"
#include "text/rules/rules_text.h"

/* Tells whoever started this that a phase is over, and lets him look around. */
static void end_phase(const load *l, const char *name)
{
    char line[80];
    if (!l->options.steps) return;
    printf("%s\n", name);
    fflush(stdout);
    if (fgets(line, sizeof line, stdin) == NULL) return;
}

static void want_descriptors(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

static void take_down(load *l)
{
    for (unsigned i = 0; i < l->seat_count; i++) load_link_close(&l->seat[i].link);
    for (unsigned i = 0; i < l->table_count; i++) free(l->table[i].ready);
    free(l->seat);
    free(l->table);
    load_samples_free(&l->tally.acked);
    load_samples_free(&l->tally.pinged);
    load_loop_close(&l->loop);
}

static bool play(load *l)
{
    if (!load_set_up(l)) return false;
    end_phase(l, "connected");
    load_run(l);
    end_phase(l, "measured");
    load_report(l);
    return load_tally_faults(&l->tally) == 0;
}

int main(int argc, char **argv)
{
    load l = {0};
    cn_text_error error;
    if (!load_options_read(&l.options, argc, argv)) return 2;
    if (l.options.sync_file != NULL) return load_sync(l.options.sync_file) ? 0 : 1;
    if (!cn_rules_load(&l.rules, l.options.rules, "", LOAD_SEATS, &error)) {
        fprintf(stderr, "canasta-load: %s\n", error.message);
        return 2;
    }
    want_descriptors();
    l.stream = cn_stream_make((uint64_t)time(NULL), 0, 0);
    if (!load_loop_open(&l.loop, l.options.port, l.options.sources)) {
        perror("canasta-load");
        return 1;
    }
    const bool good = play(&l);
    take_down(&l);
    return good ? 0 : 1;
}
