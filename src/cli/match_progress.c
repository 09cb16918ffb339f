/* How far a series of matches has come, in one line of a terminal.
 * Not here: results. Invariant: nothing is written unless stderr is a terminal. */
#include "cli/match_progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

static const uint64_t pause_ns = 200000000;
static const char wipe[] = "\r\033[K";

static void print_time_left(double seconds, bool at_most)
{
    if (seconds >= 3600)
        fprintf(stderr, ", %s%.1f h left", at_most ? "at most " : "", seconds / 3600);
    else if (seconds >= 120)
        fprintf(stderr, ", %s%.0f min left", at_most ? "at most " : "", seconds / 60);
    else
        fprintf(stderr, ", %s%.0f s left", at_most ? "at most " : "", seconds);
}

static void hear(void *context, unsigned match_i, const cn_match_sums *sums)
{
    cli_progress *p = context;
    const cn_match_plan *plan = &p->series->plan[match_i];
    const uint64_t now = cn_turn_clock_now();
    const int64_t each = (int64_t)plan->deal_count, all = each * p->series->count;
    const int64_t played = each * match_i + sums->deals;
    if (p->before < 0) p->before = played; /* so what a state file brought is not taken as speed */
    if (!p->shows || now - p->shown_ns < pause_ns) return;
    p->shown_ns = now;
    const cn_estimate points = cn_match_points(sums, cn_match_scale(plan));
    fprintf(stderr, "%s%s - %s: %" PRId64 " of %" PRId64 " %s, %+.1f +- %.1f", wipe,
            plan->player[0].name, plan->player[1].name, sums->deals, each,
            plan->whole_games ? "games" : "deals", points.mean, cn_estimate_ci95(points));
    if (played > p->before) {
        const double pace = (double)(now - p->start_ns) * 1e-9 / (double)(played - p->before);
        print_time_left(pace * (double)(all - played), plan->sprt != NULL);
    }
    fflush(stderr);
}

void cli_progress_start(cli_progress *progress, cn_series *series)
{
    const uint64_t now = cn_turn_clock_now();
    *progress = (cli_progress){.series = series,
                               .start_ns = now,
                               .shown_ns = now,
                               .before = -1,
                               .shows = isatty(STDERR_FILENO) != 0};
    series->hear = hear;
    series->hear_context = progress;
}

void cli_progress_stop(cli_progress *progress)
{
    if (progress->shows) fputs(wipe, stderr);
    progress->shows = false;
}
