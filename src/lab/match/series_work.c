/* What a state file says of the series it is of.
 * Not here: the file (state_file.h). Invariant: as in the header. */
#include "lab/match/series_work.h"

#include <inttypes.h>
#include <string.h>

#include "text/records/record_text.h"

enum { WORK_BYTES = 8192, MATCH_BYTES = 1024 };

/* Programs need not play the same twice. */
static bool repeats_itself(const cn_match_plan *plan)
{
    bool ours = plan->partner == NULL || plan->partner->player != NULL;
    for (unsigned i = 0; i < plan->player_count; i++) ours = ours && plan->player[i].player != NULL;
    return ours;
}

/* One number that changes if the players or the rules begin to play otherwise. */
static uint64_t first_deal(const cn_match_plan *plan)
{
    cn_match_plan silent = *plan;
    cn_match_sums sums = {0};
    int64_t list[CN_MATCH_SUMS_COUNT];
    uint64_t hash = 0xcbf29ce484222325U;
    silent.record_directory = NULL;
    cn_match_worker worker = {.times = {{0}}};
    if (cn_match_play_deal(&silent, 0, &sums, &worker) != CN_LAB_OK) return 0;
    cn_match_sums_list(&sums, list);
    for (unsigned i = 0; i < CN_MATCH_SUMS_COUNT; i++)
        hash = (hash ^ (uint64_t)list[i]) * 0x100000001b3U;
    return hash;
}

static void describe_match(cn_writer *writer, const cn_match_plan *plan)
{
    cn_write(writer, "match");
    for (unsigned i = 0; i < plan->player_count; i++) cn_write(writer, " %s", plan->player[i].name);
    if (plan->partner != NULL) cn_write(writer, " partner %s", plan->partner->name);
    if (repeats_itself(plan)) cn_write(writer, ", first deal %016" PRIx64, first_deal(plan));
    cn_write(writer, "\n");
}

/* What must be the same for a state to be gone on with: not the number of deals, nor threads. */
static void describe_table(cn_writer *writer, const cn_match_plan *plan)
{
    cn_write(writer, "rules ");
    cn_write_rules_played(writer, plan->rules);
    cn_write(writer, "\npersons %u\nseed %" PRIu64 "\n", (unsigned)plan->rules->player_count,
             plan->seed);
    cn_write(writer, "%s from a stock %s\n", plan->whole_games ? "games" : "hands",
             plan->seat_stock ? "of each seat" : "of all");
    if (plan->sprt == NULL)
        cn_write(writer, "no test\n");
    else
        cn_write(writer, "test %.17g %.17g\n", plan->sprt->low, plan->sprt->high);
}

size_t cn_series_work_bytes(const cn_series *series)
{
    const size_t command = series->command != NULL ? strlen(series->command) : 0;
    return WORK_BYTES + (size_t)series->count * MATCH_BYTES + command;
}

bool cn_series_describe(const cn_series *series, cn_part part, const char *matches, char *work)
{
    cn_writer writer = cn_writer_make(work, cn_series_work_bytes(series));
    if (part.count > 0)
        cn_write(&writer, "part %u/%u\n%s", part.number, part.count, series->command);
    describe_table(&writer, &series->plan[0]);
    if (matches != NULL) cn_write_text(&writer, matches, strlen(matches));
    for (unsigned i = 0; matches == NULL && i < series->count; i++)
        describe_match(&writer, &series->plan[i]);
    return !writer.overflow;
}
