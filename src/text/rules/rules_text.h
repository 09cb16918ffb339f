/* Rule sets as text: `[child : parent]`, `name = value`, `# comment`; the rule sets built in.
 * Not here: what a value means. Invariant: the parameter table makes parser, printer and checks. */
#ifndef CANASTA_RULES_TEXT_H
#define CANASTA_RULES_TEXT_H

#include "canasta/rules.h"
#include "text/rules/param_text.h"
#include "text/rules/ruleset_about.h"

enum { CN_RULES_TEXT_BYTES_MAX = 64 * 1024 /* of one rule file */ };

/* Names of the built-in rule sets, NULL-terminated, in the order of rulesets/. */
extern const char *const cn_rulesets[];

/* Names of the sheets of clubs and families that are built in, NULL-terminated, in the order of
 * rulesets/clubs/. They are described and read like all others, but a table under one is a table of
 * its parent with changes (ruleset_own.h): the name is not what a log or a record says. */
extern const char *const cn_clubs[];

bool cn_is_club(const char *name);

/* False if no built-in rule set has that name. */
bool cn_ruleset_describe(const char *name, cn_ruleset_about *about);

/* The built-in rule set that logs and records of a table name: of a sheet, or a rule file, its
 * parent, or the parent's form for so many. */
void cn_ruleset_recorded_as(const cn_ruleset_about *about, unsigned player_count,
                            char name[CN_RULES_NAME_MAX]);

/* Parameters of a built-in rule set for a table of player_count, parents and forms (P5) resolved;
 * 0 is its usual number. False if there is no such rule set or it is not for so many. */
bool cn_ruleset_params(const char *name, unsigned player_count, cn_params *params);

/* The same as the rule set's own text says it, forms aside, whether it allows the number or not. */
bool cn_ruleset_own_params(const char *name, unsigned player_count, cn_params *params);

/* What the overrides of a record or a table are put over: as cn_ruleset_params, but for a number
 * that the rule set does not allow its usual values, since overrides may change `players`. */
bool cn_ruleset_base(const char *name, unsigned player_count, cn_params *params);

/* Sets one parameter from text, "target" "3000". False with a message on an unknown name, a value
 * of the wrong form or out of range. */
bool cn_params_set(cn_params *params, const char *name, const char *value, cn_text_error *error);

/* Applies `name = value` lines separated by newlines or semicolons. */
bool cn_params_set_all(cn_params *params, const char *overrides, cn_text_error *error);

/* Reads one rule set, `[child : parent]` and its values, for a table of player_count (0: its usual
 * number); the parent is a built-in one. Fails if its `players` do not allow the count. `about`
 * (may be NULL) tells the rest. On an error nothing but `*error` is changed. */
bool cn_ruleset_parse(const char *text, size_t length, unsigned player_count, cn_params *params,
                      cn_ruleset_about *about, cn_text_error *error);

/* Rule set `name` with `overrides` (may be NULL or "") for a table of player_count; 0 is its usual
 * number, a number that has a form of its own loads that form and its name, a club's sheet the name
 * of its parent. */
bool cn_rules_load(cn_rules *rules, const char *name, const char *overrides, unsigned player_count,
                   cn_text_error *error);

/* The rules of these values for a table; says in words what cn_rules_compile finds wrong. */
bool cn_rules_make(cn_rules *rules, const char *name, const cn_params *params,
                   unsigned player_count, cn_text_error *error);

/* Checks a text of one or more rule sets, which may be parents of each other: tells every problem
 * with its place, and every rule set that is good. True if all of them are. */
typedef struct cn_ruleset_listener {
    void (*problem)(void *context, const cn_text_error *error);
    void (*good)(void *context, const cn_ruleset_about *about);
    void *context;
} cn_ruleset_listener;
bool cn_rulesets_check(const char *text, size_t length, const cn_ruleset_listener *listener);

void cn_write_params(cn_writer *writer, const cn_params *params); /* every `name = value` */

/* The values of `params` that differ from those of `base`, `target = 3000; draw_count = 2`;
 * nothing if there are none. cn_params_set_all reads it again. */
void cn_write_overrides(cn_writer *writer, const cn_params *base, const cn_params *params);

/* "2, 4 or 6": the numbers whose bits are set. */
void cn_write_counts(cn_writer *writer, unsigned counts);

#endif
