/* Matches one after the other that are kept in one state file.
 * Not here: playing (match.h), the file (state_file.h). Invariant: as in the header. */
#include "lab/match/series.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "lab/match/series_work.h"

/* Not written more often, but at the end of each match. */
static const uint64_t pause_ns = 500000000;

/* A series being played. */
typedef struct keeper {
    cn_series *series;
    char *work;       /* describes the series, for the file; NULL if nothing is kept */
    int64_t *number;  /* sums and times, one match after the other */
    unsigned match_i; /* being played */
    uint64_t written_at;
} keeper;

static size_t number_count(const cn_series *series)
{
    return (size_t)series->count * CN_MATCH_LIST_COUNT;
}

static bool write_state(keeper *k)
{
    cn_series *series = k->series;
    if (k->work == NULL) return true;
    k->written_at = cn_turn_clock_now();
    return cn_state_write(series->state_path, k->work, k->number, number_count(series),
                          series->message);
}

static bool hear(void *context, const cn_match_result *result)
{
    keeper *k = context;
    cn_series *series = k->series;
    if (series->hear != NULL) series->hear(series->hear_context, k->match_i, &result->sums);
    if (k->work == NULL) return true;
    cn_match_list(result, k->number + (size_t)k->match_i * CN_MATCH_LIST_COUNT);
    return cn_turn_clock_now() - k->written_at < pause_ns || write_state(k);
}

static bool has_sane_deals(const keeper *k, char *message)
{
    const cn_series *series = k->series;
    for (unsigned i = 0; i < series->count; i++) {
        cn_match_sums sums;
        cn_match_sums_unlist(&sums, k->number + (size_t)i * CN_MATCH_LIST_COUNT);
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
    k->work = malloc(cn_series_work_bytes(series));
    k->number = calloc(number_count(series), sizeof *k->number);
    if (k->work == NULL || k->number == NULL) abort();
    if (!cn_series_describe(series, series->part, NULL, k->work)) {
        snprintf(series->message, sizeof series->message, "too many players, or too long names");
        return CN_SERIES_REFUSED;
    }
    switch (cn_state_read(series->state_path, k->work, k->number, number_count(series),
                          series->message)) {
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
    cn_match_result done = {.stopped = false};
    if (k->work != NULL) cn_match_unlist(&done, k->number + (size_t)match_i * CN_MATCH_LIST_COUNT);
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
