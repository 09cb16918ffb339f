/* Writes the trace of a game while it is played or replayed.
 * Not here: how a line looks. Invariant: as in the header. */
#include "lab/tables/tracing.h"

#include <assert.h>
#include <string.h>

#include "text/records/trace_text.h"

cn_tracing cn_tracing_start(cn_sink sink)
{
    return (cn_tracing){.sink = sink};
}

static void write_position(cn_writer *writer, const cn_rules *rules, const cn_game *game)
{
    cn_write_trace_state(writer, rules, game);
    if (game->pub.phase != CN_PHASE_HAND_END) cn_write_trace_legal(writer, rules, game);
}

/* The scores once more: what they are made from lies open in the event. */
static void write_scores(cn_writer *writer, const cn_rules *rules, const cn_game *game,
                         const cn_event *event)
{
    cn_score scores[CN_SIDES_MAX];
    cn_score_hand(rules, &game->pub, event->u.score.hand, event->u.score.waiting, scores);
    cn_write_trace_scores(writer, rules, game, scores);
}

void cn_tracing_hear(void *tracing, const cn_rules *rules, const cn_game *game,
                     const cn_event *event)
{
    cn_tracing *self = tracing;
    char text[CN_TRACE_BYTES_MAX];
    cn_writer writer = cn_writer_make(text, sizeof text);
    if (!self->begun) cn_write_trace_head(&writer, rules);
    self->begun = true;
    switch ((cn_event_kind)event->kind) {
    case CN_EVENT_DEAL:
        cn_write_trace_hand(&writer, rules, game);
        write_position(&writer, rules, game);
        break;
    case CN_EVENT_STEP:
        cn_write_trace_step(&writer, event->seat, event->u.step.step);
        write_position(&writer, rules, game);
        break;
    case CN_EVENT_SCORE: write_scores(&writer, rules, game, event); break;
    }
    assert(!writer.overflow);
    self->sink.put(self->sink.context, text, writer.length);
}

void cn_tracing_end(cn_tracing *tracing)
{
    static const char last[] = "end\n";
    if (tracing->begun) tracing->sink.put(tracing->sink.context, last, strlen(last));
}

cn_lab_status cn_tracing_play(const cn_rules *rules, const cn_traced *plan, cn_sink sink)
{
    cn_lab_table table;
    cn_tracing tracing = cn_tracing_start(sink);
    cn_lab_table_start(&table, rules, 0);
    cn_lab_table_seat_entrant(&table, rules, &plan->entrant, &plan->bots, plan->seed);
    table.hear = cn_tracing_hear;
    table.hear_context = &tracing;
    const cn_lab_status status = cn_lab_table_play_game(&table, rules, plan->seed, plan->hands);
    cn_lab_table_dismiss(&table, rules);
    cn_tracing_end(&tracing);
    return status;
}
