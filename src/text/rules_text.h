/* Rule sets as text: `[child : parent]`, `name = value`, `# comment`; the rule sets built in.
 * Not here: what a value means. Invariant: the parameter table makes parser, printer and checks. */
#ifndef CANASTA_RULES_TEXT_H
#define CANASTA_RULES_TEXT_H

#include "canasta/rules.h"
#include "text/param_text.h"

/* Names of the built-in rule sets, NULL-terminated, in the order of rulesets/. */
extern const char *const cn_rulesets[];

/* Parameters of a built-in rule set, parents resolved. False if there is none of that name. */
bool cn_ruleset_params(const char *name, cn_params *params);

/* Sets one parameter from text, "target" "3000". False with a message on an unknown name, a value
 * of the wrong form or out of range. */
bool cn_params_set(cn_params *params, const char *name, const char *value, cn_text_error *error);

/* Applies `name = value` lines separated by newlines or semicolons. */
bool cn_params_set_all(cn_params *params, const char *overrides, cn_text_error *error);

/* Reads one rule set, `[child : parent]` and its values; the parent is a built-in one. `name` gets
 * the child's name. On an error nothing but `*error` is changed. */
bool cn_ruleset_parse(const char *text, size_t length, cn_params *params,
                      char name[CN_RULES_NAME_MAX], cn_text_error *error);

/* Rule set `name` with `overrides` (may be NULL or "") for a table of `seat_count`;
 * 0 is the number it is made for when nobody says. */
bool cn_rules_load(cn_rules *rules, const char *name, const char *overrides, unsigned seat_count,
                   cn_text_error *error);

/* The rules of these values for a table; says in words what cn_rules_compile finds wrong. */
bool cn_rules_make(cn_rules *rules, const char *name, const cn_params *params, unsigned seat_count,
                   cn_text_error *error);

/* Fails at a name that no built-in rule set has, and names those there are. */
bool cn_fail_unknown_ruleset(const cn_scan *scan, cn_word name);

/* The number of players a built-in rule set is made for when nobody says: its smallest. */
unsigned cn_params_seat_count(const cn_params *params);

void cn_write_params(cn_writer *writer, const cn_params *params); /* every `name = value` */

#endif
