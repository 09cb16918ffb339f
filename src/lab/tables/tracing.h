/* Writes the trace of a game while it is played or replayed: every state with its legal steps.
 * Not here: how a line of a trace looks (text/trace_text.h).
 * Invariant: a trace of a record and of the game it was written from are the same text. */
#ifndef CANASTA_TRACING_H
#define CANASTA_TRACING_H

#include "lab/tables/table.h"

typedef struct cn_tracing {
    cn_sink sink;
    bool begun; /* the head is written */
} cn_tracing;

cn_tracing cn_tracing_start(cn_sink sink);

/* Hears of an event that has happened in the game; its shape is that of a cn_replay_listener, and
 * `tracing` is a cn_tracing. */
void cn_tracing_hear(void *tracing, const cn_rules *rules, const cn_game *game,
                     const cn_event *event);

/* The last line, if there was a first one. */
void cn_tracing_end(cn_tracing *tracing);

/* Who plays what a trace is written of. */
typedef struct cn_traced {
    cn_entrant entrant;  /* at every seat */
    cn_bot_options bots; /* if it is a program */
    uint64_t seed, hands;
} cn_traced;

/* Plays hands of one game and writes their trace; fewer than asked for if the game ends before. */
cn_lab_status cn_tracing_play(const cn_rules *rules, const cn_traced *plan, cn_sink sink);

#endif
