/* Matches one after the other that are kept in one state file.
 * Not here: playing (match.h), the file (state_file.h). Invariant: as in the header. */
#include "lab/match/series.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/records/record_text.h"

enum { WORK_BYTES = 8192, MATCH_BYTES = 1024 };

/* Not written more often, but at the end of each match. */
static const uint64_t pause_ns = 500000000;

/* A series being played. */
typedef struct keeper {
    cn_series *series;
    char *work;       /* describes the series, for the file; NULL if nothing is kept */
    int64_t *number;  /* all sums, one match after the other */
    unsigned match_i; /* being played */
    uint64_t written_at;
} keeper;

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
static bool describe(const cn_series *series, char *work, size_t size)
{
    const cn_match_plan *plan = &series->plan[0];
    cn_writer writer = cn_writer_make(work, size);
    cn_write(&writer, "rules ");
    cn_write_rules_played(&writer, plan->rules);
    cn_write(&writer, "\npersons %u\nseed %" PRIu64 "\n", (unsigned)plan->rules->player_count,
             plan->seed);
    cn_write(&writer, "%s from a stock %s\n", plan->whole_games ? "games" : "hands",
             plan->seat_stock ? "of each seat" : "of all");
    if (plan->sprt == NULL)
        cn_write(&writer, "no test\n");
    else
        cn_write(&writer, "test %.17g %.17g\n", plan->sprt->low, plan->sprt->high);
    for (unsigned i = 0; i < series->count; i++) describe_match(&writer, &series->plan[i]);
    return !writer.overflow;
}

static bool write_state(keeper *k)
{
    cn_series *series = k->series;
    if (k->work == NULL) return true;
    k->written_at = cn_turn_clock_now();
    return cn_state_write(series->state_path, k->work, k->number,
                          (size_t)series->count * CN_MATCH_SUMS_COUNT, series->message);
}

static bool hear(void *context, const cn_match_sums *sums)
{
    keeper *k = context;
    cn_series *series = k->series;
    if (series->hear != NULL) series->hear(series->hear_context, k->match_i, sums);
    if (k->work == NULL) return true;
    cn_match_sums_list(sums, k->number + (size_t)k->match_i * CN_MATCH_SUMS_COUNT);
    return cn_turn_clock_now() - k->written_at < pause_ns || write_state(k);
}

static bool has_sane_deals(const keeper *k, char *message)
{
    const cn_series *series = k->series;
    for (unsigned i = 0; i < series->count; i++) {
        cn_match_sums sums;
        cn_match_sums_unlist(&sums, k->number + (size_t)i * CN_MATCH_SUMS_COUNT);
        if (sums.deals >= 0 && (uint64_t)sums.deals <= series->plan[i].deal_count) continue;
        snprintf(message, CN_STATE_MESSAGE_BYTES,
                 "%s has %" PRId64 " deals already, more than the %" PRIu64 " that are wanted",
                 series->state_path, sums.deals, series->plan[i].deal_count);
        return false;
    }
    return true;
}

/* Reads the state if there is one, and makes one if there is none, so that a place where nothing
 * can be written is noticed before anything is played. */
static cn_series_status open_state(keeper *k)
{
    cn_series *series = k->series;
    if (series->state_path == NULL) return CN_SERIES_OK;
    const size_t count = (size_t)series->count * CN_MATCH_SUMS_COUNT;
    const size_t size = WORK_BYTES + (size_t)series->count * MATCH_BYTES;
    k->work = malloc(size);
    k->number = calloc(count, sizeof *k->number);
    if (k->work == NULL || k->number == NULL || !describe(series, k->work, size)) {
        snprintf(series->message, sizeof series->message, "too many players, or too long names");
        return CN_SERIES_REFUSED;
    }
    switch (cn_state_read(series->state_path, k->work, k->number, count, series->message)) {
    case CN_STATE_READ:
        return has_sane_deals(k, series->message) ? CN_SERIES_OK : CN_SERIES_REFUSED;
    case CN_STATE_NONE: return write_state(k) ? CN_SERIES_OK : CN_SERIES_UNKEPT;
    case CN_STATE_REFUSED: break;
    }
    return CN_SERIES_REFUSED;
}

static cn_series_status play_match(keeper *k, unsigned match_i)
{
    cn_series *series = k->series;
    cn_match_plan plan = series->plan[match_i];
    cn_match_sums done = {0};
    if (k->work != NULL)
        cn_match_sums_unlist(&done, k->number + (size_t)match_i * CN_MATCH_SUMS_COUNT);
    k->match_i = match_i;
    plan.done = &done;
    plan.hear = hear;
    plan.hear_context = k;
    series->fault = cn_match_play(&plan, &series->result[match_i]);
    if (series->fault != CN_LAB_OK) return CN_SERIES_FAULT;
    if (series->result[match_i].stopped) return CN_SERIES_UNKEPT;
    return write_state(k) ? CN_SERIES_OK : CN_SERIES_UNKEPT;
}

cn_series_status cn_series_play(cn_series *series)
{
    assert(series->count > 0);
    keeper k = {.series = series};
    series->fault = CN_LAB_OK;
    series->message[0] = '\0';
    cn_series_status status = open_state(&k);
    for (unsigned i = 0; status == CN_SERIES_OK && i < series->count; i++)
        status = play_match(&k, i);
    free(k.work);
    free(k.number);
    return status;
}
