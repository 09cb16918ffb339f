/* Rule sets as text: `[child : parent]`, `name = value`, `# comment`; the rule sets built in.
 * Not here: what a value means. Invariant: the parameter table makes parser, printer and checks. */
#ifndef CANASTA_RULES_TEXT_H
#define CANASTA_RULES_TEXT_H

#include "canasta/rules.h"
#include "text/text.h"

/* Names of the built-in rule sets, NULL-terminated, in the order of rulesets/. */
extern const char *const cn_rulesets[];

/* Parameters of a built-in rule set, parents resolved. False if there is none of that name. */
bool cn_ruleset_params(const char *name, cn_params *params);

/* Sets one parameter from text, "target" "3000". False with a message on an unknown name, a value
 * of the wrong form or out of range. */
bool cn_params_set(cn_params *params, const char *name, const char *value, cn_text_error *error);

/* Applies `name = value` lines separated by newlines or semicolons. */
bool cn_params_set_all(cn_params *params, const char *overrides, cn_text_error *error);

/* Rule set `name` with `overrides` (may be NULL or "") for a table of `seat_count`. */
bool cn_rules_load(cn_rules *rules, const char *name, const char *overrides, unsigned seat_count,
                   cn_text_error *error);

/* The number of players a built-in rule set is made for when nobody says: its smallest. */
unsigned cn_params_seat_count(const cn_params *params);

void cn_write_param(cn_writer *writer, const cn_params *params, const char *name);
void cn_write_params(cn_writer *writer, const cn_params *params); /* every `name = value` */

#endif
