/* Views and verdicts as the JSON of web/src/engine/types.ts, for pages that have no rule of their
 * own. Not here: reading JSON, and anything of a game. Invariant: each writes one JSON value of
 * exactly the keys of types.ts, or sets `overflow`. */
#ifndef CANASTA_VIEW_JSON_H
#define CANASTA_VIEW_JSON_H

#include "canasta/view.h"
#include "text/text.h"
#include "text/verdict.h"

/* Room for any view, and for any verdict, in bytes. */
enum { CN_VIEW_JSON_MAX = 16384 };

/* Type `View`. */
void cn_write_view_json(cn_writer *writer, const cn_rules *rules, const cn_view *view);

/* Type `Judgement`. */
void cn_write_verdict_json(cn_writer *writer, const cn_rules *rules, const cn_verdict *verdict);

/* {"ok":true}, or {"ok":false,"message":...} if `error` is not NULL. */
void cn_write_answer_json(cn_writer *writer, const cn_text_error *error);

/* The name of a step number, as in `steps`: "draw", "take_pair", "lay K", "lay 2 K", "discard X".
 */
void cn_write_step_name(cn_writer *writer, unsigned number);

#endif
