/* What each play of a record was worth, in the module that has all computer players: moment by
 * moment, so that a worker can answer between them (README.md).
 * Not here: how that is found (analysis/), the table (canasta_wasm.c), which it knows nothing of.
 * Invariant: what is looked at is the latest hand whose end was read; the JSON is the command's. */
#include <assert.h>
#include <string.h>

#include "analysis/analysis_text.h"
#include "glue.h"
#include "text/cards/json_text.h"
#include "text/events/event_text.h"
#include "text/records/replay_text.h"

static_assert(CW_BUFFER_BYTES >= CN_ANALYSIS_TEXT_MAX, "what is told of a moment fits the buffer");

/* The record being read, and what is said of the line that was just read. */
static struct {
    cn_replay replay;
    cn_analysis analysis;
    cn_writer told;
    bool started;
} own;

int EXPORT(cw_analysis_start)(uint32_t playouts, uint32_t lo, uint32_t hi);
int EXPORT(cw_analysis_read)(void);
int EXPORT(cw_analysis_go_on)(void);

/* A list of what `write` writes for each seat, and last for who looks on. */
static void tell(void (*write)(const cn_rules *, const cn_game *, const cn_event *, unsigned),
                 const cn_rules *rules, const cn_game *game, const cn_event *event)
{
    cn_json_item(&own.told);
    cn_write(&own.told, "[");
    for (unsigned i = 0; i <= rules->seat_count; i++) {
        cn_json_item(&own.told);
        cn_write(&own.told, "\"");
        write(rules, game, event, i < rules->seat_count ? i : CN_SEAT_NONE);
        cn_write(&own.told, "\"");
    }
    cn_write(&own.told, "]");
}

static void write_start(const cn_rules *rules, const cn_game *game, const cn_event *event,
                        unsigned seat)
{
    int32_t totals[CN_SIDES_MAX];
    for (unsigned side = 0; side < rules->side_count; side++)
        totals[side] = game->pub.side[side].total_points;
    cn_write_view_start(&own.told, rules, seat, event->seat, game->pub.hand_number - 1U, totals);
}

static void write_event(const cn_rules *rules, const cn_game *game, const cn_event *event,
                        unsigned seat)
{
    (void)game;
    const cn_event told = cn_event_for(rules, event, seat);
    cn_write_event(&own.told, rules, &told);
}

/* The event as it is told, and before a deal the lines that views start from. */
static void hear(void *context, const cn_rules *rules, const cn_game *game, const cn_event *event)
{
    (void)context;
    cn_analysis_hear(&own.analysis, rules, game, event);
    if (event->kind == CN_EVENT_DEAL) tell(write_start, rules, game, event);
    tell(write_event, rules, game, event);
}

int cw_analysis_start(uint32_t playouts, uint32_t lo, uint32_t hi)
{
    if (playouts < CN_ANALYSIS_PLAYOUTS_MIN || playouts > CN_ANALYSIS_PLAYOUTS_MAX)
        return cw_refuse("nobody plays out so many");
    const cn_analysis_plan plan = {.playouts = playouts, .seed = (uint64_t)hi << 32 | lo};
    const cn_replay_listener listener = {.hear = hear};
    cn_analysis_start(&own.analysis, &plan);
    cn_replay_start(&own.replay, &listener);
    own.started = true;
    return cw_answer(NULL);
}

/* A line of the record, without its end. */
int cw_analysis_read(void)
{
    static char line[CN_RECORD_LINE_BYTES_MAX + 2];
    cn_text_error error = {.line = 1, .column = 1};
    const size_t length = cw_text_length();
    if (!own.started) return cw_refuse("no analysis has been started");
    if (length >= sizeof line) return cw_refuse("no line of a record is that long");
    memcpy(line, cw_buffer(), length);
    line[length] = '\n';
    own.told = cw_writer();
    cn_write(&own.told, "[");
    if (!cn_replay_feed(&own.replay, line, length + 1, &error)) {
        own.started = false;
        return cw_answer(&error);
    }
    cn_write(&own.told, "]");
    return !own.told.overflow;
}

/* What the next moment adds to the JSON of its hand; nothing if there is none. */
int cw_analysis_go_on(void)
{
    if (!own.started) return cw_refuse("no analysis has been started");
    cn_writer writer = cw_writer();
    cn_write(&writer, "");
    if (cn_analysis_go_on(&own.analysis)) cn_write_analysed_json(&writer, &own.analysis);
    return !writer.overflow;
}
