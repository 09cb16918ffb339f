/* What other languages call beside canasta/env.h: rules by name, and answers as JSON.
 * Not here: Python (python/canasta/_native.py), tables (canasta/env.h).
 * Invariant: an answer that does not fit is not given: the function returns how many bytes it would
 * take at least, and the caller comes again with more room.
 *
 * Functions that write return the length of the text without its zero; a number of `size` or more
 * means that it did not fit. Texts are UTF-8. */
#ifndef CANASTA_BINDING_H
#define CANASTA_BINDING_H

#include <stddef.h>
#include <stdint.h>

#include "canasta/env.h"
#include "text/base/text.h"

/* The built-in rule sets: [{"name", "title", "parent", "players": [...], "usual"}, ...]. */
size_t canasta_rule_sets(char *out, size_t size);

/* Rules for a table, to be closed: a built-in rule set with overrides, or - `text` not NULL - the
 * text of a rule file. `player_count` 0: the usual number. NULL with a message. */
cn_rules *canasta_rules_open(const char *name, const char *text, const char *overrides,
                             unsigned player_count, char *message, size_t message_size);
void canasta_rules_close(cn_rules *rules);

/* {"name", "players", "seats", "sides", "side_of", "deck", "values", "actions", "points_unit",
 * "fields": [{"name", "offset", "shape", "low", "high", "meaning"}, ...]} */
size_t canasta_rules_describe(const cn_rules *rules, char *out, size_t size);

/* The rules in plain English, and as the lines of a rule file. */
size_t canasta_rules_explain(const cn_rules *rules, char *out, size_t size);
size_t canasta_rules_values(const cn_rules *rules, char *out, size_t size);

/* ["draw", "open", ...]: the names of all steps by number (docs/formats.md, Steps). */
size_t canasta_step_names(char *out, size_t size);

/* {"OK": "legal", "MIN": "...", ...}: reasons in the order of their codes. */
size_t canasta_reasons(char *out, size_t size);

/* The legal steps of the seat to act: [[number, "name", "play"], ...]. */
size_t canasta_env_legal(const cn_env *env, unsigned table, char *out, size_t size);

/* The whole table as one line of a trace (docs/formats.md, Traces). */
size_t canasta_env_state(const cn_env *env, unsigned table, char *out, size_t size);

/* Plays a record again: {"error": null | {"line", "column", "message"}, "rules", "players": [...],
 * "finished", "hands": [{"number", "dealer", "end", "steps": [[seat, number, "play"], ...],
 * "scores": [{...}, ...], "totals": [...]}, ...], "winners": [side, ...]}. */
size_t canasta_replay(const char *record, size_t length, char *out, size_t size);

/* Judges the positions of a text: [{"name", "line", "rules", "answer", "reason", "have", "need",
 * "expected", "met"} | {"line", "column", "message"}, ...]. */
size_t canasta_referee(const char *positions, size_t length, char *out, size_t size);

/* For the functions above: what they return. */
size_t canasta_written(const cn_writer *writer, size_t size);

#endif
