/* Traces: what the engine says about a game step by step, for another program to check. Each
 * function writes whole lines; docs/formats.md, "Traces", says in which order they stand.
 * Not here: playing the game. Invariant: the lines depend on the game and the rules only. */
#ifndef CANASTA_TRACE_TEXT_H
#define CANASTA_TRACE_TEXT_H

#include "canasta/game.h"
#include "text/base/text.h"

/* Room for any part of a trace. */
enum { CN_TRACE_BYTES_MAX = 16384 };

/* `trace 1`, `rules`, `set` lines. */
void cn_write_trace_head(cn_writer *writer, const cn_rules *rules);
/* `hand` and `deck` of the hand that was just dealt. */
void cn_write_trace_hand(cn_writer *writer, const cn_rules *rules, const cn_game *game);
/* `= STATE`. */
void cn_write_trace_state(cn_writer *writer, const cn_rules *rules, const cn_game *game);
/* `L NAMES`: the legal steps of the seat to act. */
void cn_write_trace_legal(cn_writer *writer, const cn_rules *rules, const cn_game *game);
/* `> SEAT NAME CARDS`: a step whose cards are named. */
void cn_write_trace_step(cn_writer *writer, unsigned seat, cn_step step);
/* `score` lines, `totals` and, if the game is over, `over`: after cn_game_score. */
void cn_write_trace_scores(cn_writer *writer, const cn_rules *rules, const cn_game *game,
                           const cn_score *scores);

#endif
