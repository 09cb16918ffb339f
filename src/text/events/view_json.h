/* Views and verdicts as the JSON of web/src/engine/types.ts, for pages that have no rule of their
 * own. Not here: reading JSON, and anything of a game. Invariant: each writes one JSON value of
 * exactly the keys of types.ts, or sets `overflow`. */
#ifndef CANASTA_VIEW_JSON_H
#define CANASTA_VIEW_JSON_H

#include "canasta/view.h"
#include "text/base/text.h"
#include "text/events/verdict.h"

/* Room for any view, and for any verdict, in bytes. */
enum { CN_VIEW_JSON_MAX = 65536 };

/* Type `View`. */
void cn_write_view_json(cn_writer *writer, const cn_rules *rules, const cn_view *view);

/* Type `Judgement`. */
void cn_write_verdict_json(cn_writer *writer, const cn_rules *rules, const cn_verdict *verdict);

/* Type `Target[]`. */
void cn_write_targets_json(cn_writer *writer, const cn_target *targets, unsigned count);

/* {"ok":true}, or {"ok":false,"message":...} if `error` is not NULL. */
void cn_write_answer_json(cn_writer *writer, const cn_text_error *error);

#endif
