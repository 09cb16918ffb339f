/* A rule set of one's own: the text of one rule file, over a built-in rule set.
 * Not here: reading files, the built-in rule sets (rules_text.h).
 * Invariant: a game by it is a game of a built-in rule set with overrides, so that logs and records
 * need the text no more. */
#ifndef CANASTA_RULESET_OWN_H
#define CANASTA_RULESET_OWN_H

#include "text/rules/rules_text.h"

/* Whether the text is one rule set with a built-in parent in which nothing is wrong; tells the
 * first problem with its place. */
bool cn_own_ruleset_check(const char *text, size_t length, cn_text_error *error);

/* Rules for a table, as cn_rules_load; the text has been checked. `rules->name` is the built-in
 * rule set that the values are to be compared with. */
bool cn_own_ruleset_load(cn_rules *rules, const char *text, size_t length, const char *overrides,
                         unsigned player_count, cn_text_error *error);

/* What rules change of the built-in rule set that they name, as cn_write_overrides. */
void cn_write_changes(cn_writer *writer, const cn_rules *rules);

#endif
